// SPDX-License-Identifier: Apache-2.0
//
// The files and samples of a scene, each read or made once.
#pragma once

#include "impinge/scene_file.hpp"
#include "io/scene/names.hpp"

namespace impinge::inline v0 {

struct SceneSource {
    std::string label; ///< folder and file, or "sample:NAME"
    FileBodies content;
    std::vector<PartName> parts; ///< of content.bodies, in their order
};

struct SceneSources {
    /// Which source each body of the scene comes from.
    std::vector<std::size_t> of_body;
    /// Without a value where the context was cancelled before.
    std::vector<std::optional<SceneSource>> sources;
};

/// Several at once, on the threads of the context. Fails as the first one that cannot be had.
Expected<SceneSources> load_sources(const SceneDescription& scene,
                                    const std::filesystem::path& folder, const Context& context);

} // namespace impinge::inline v0
