// SPDX-License-Identifier: Apache-2.0
//
// From files to bodies and back. A scene that is saved and opened again stands where it stood, to
// the bit: poses of the user are kept apart from what the files say.
#pragma once

#include "impinge/scene_file.hpp"
#include "scene/scene_state.hpp"
#include "scene/strewn_copies.hpp"

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace impinge::viewer {

/// What was described, and the folder that its files are relative to.
struct Document {
    SceneDescription scene;
    std::filesystem::path folder;
    std::optional<LengthUnit> unit; ///< of all coordinates and distances
    PairWishes wishes;              ///< about the bodies as they were read, in their order
};

struct OpenedScene {
    Document document;
    std::vector<ViewedBody> bodies;
};

/// Reads everything that is described and makes it ready to be drawn. Takes long for large meshes.
Expected<OpenedScene> open_scene(SceneDescription scene, std::filesystem::path folder,
                                 const Context& context);

/// More mesh files as a scene of their own, under names that nothing has yet.
SceneDescription files_beside(const Document& document, const SceneState& state,
                              std::span<const std::string> files);
/// Joins what such a scene was opened as to a document whose bodies are in the state. Returns the
/// bodies to be added there, with other names where theirs were taken meanwhile; rules of the
/// document hold for them too.
std::vector<ViewedBody> join_documents(Document& document, const SceneState& state,
                                       OpenedScene added);

/// Bodies of their own that look like others of the state, and are described like them, to be added
/// there. Their names are those of the others with a number.
std::vector<ViewedBody> copied_bodies(Document& document, const SceneState& state,
                                      std::span<const BodyCopy> copies);

/// The text of a scene file for a folder: bodies that were removed are left out, with rules that
/// mean nobody any more, and the parts of a file that were moved apart are named one by one.
std::string saved_text(const Document& document, const SceneState& state,
                       const std::filesystem::path& folder);

} // namespace impinge::viewer
