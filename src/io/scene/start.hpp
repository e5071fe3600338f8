// SPDX-License-Identifier: Apache-2.0
//
// A scene to start from: every part of some mesh files as a body that can be posed and grouped.
#pragma once

#include "impinge/scene_file.hpp"

namespace impinge::inline v0 {

/// Which bodies form a group.
enum class GroupBy : std::uint8_t {
    Nothing,
    File,   ///< those of a file
    Folder, ///< those whose files lie in one folder
    Name,   ///< those whose names differ in the number at the end only, behind a separator or in
            ///< parentheses: bolt_1, bolt_2; not M6x20, M6x25
};

/// What a file of several parts becomes.
enum class ListParts : std::uint8_t { Each, TheFile };

struct StartOptions {
    ReadOptions read;
    std::optional<LengthUnit> unit; ///< of the scene; the first that a file states if absent
    GroupBy group_by = GroupBy::Nothing;
    ListParts parts = ListParts::Each;
};

/// Reads the files to learn their parts. Bodies are called as place_scene() would call them; paths
/// are relative to `folder`, where the scene file is going to lie, unless they have nothing in
/// common with it. What comes back can be written with scene_text() and read again.
Expected<SceneDescription> starting_scene(std::span<const std::string> files,
                                          const std::filesystem::path& folder,
                                          const StartOptions& options, const Context& context = {});

} // namespace impinge::inline v0
