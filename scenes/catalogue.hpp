// SPDX-License-Identifier: Apache-2.0
//
// Every sample scene by name: for tests, benchmarks, the viewer and `impinge sample`.
#pragma once

#include "impinge/expected.hpp"
#include "impinge/mesh.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace impinge::scenes {

struct NamedBody {
    std::string name; ///< fit for a file name
    Mesh mesh;
};

struct Scene {
    std::string name;
    std::string description; ///< one sentence
    std::vector<NamedBody> bodies;
};

struct SceneInfo {
    std::string name;
    std::string description;
};

struct SceneOptions {
    /// Wanted for all bodies together; 0 means the scene's own default. Met within 10 %, except
    /// that no body gets coarser than its shape allows. At most 100 million.
    std::size_t triangles = 0;
    /// The same seed gives the same bits on every machine, another seed others. It never changes
    /// how the bodies of a scene lie to each other.
    std::uint64_t seed = 1;
};

/// All scenes, in the order in which a newcomer would look at them.
std::vector<SceneInfo> list_scenes();

/// Fails if there is no such scene or too many triangles are asked for.
Expected<Scene> make_scene(std::string_view name, const SceneOptions& options = {});

} // namespace impinge::scenes

namespace impinge {
// Programs made of scenes need not spell out where they come from.
using scenes::list_scenes;
using scenes::make_scene;
using scenes::NamedBody;
using scenes::Scene;
using scenes::SceneInfo;
using scenes::SceneOptions;
} // namespace impinge
