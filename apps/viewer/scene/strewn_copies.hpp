// SPDX-License-Identifier: Apache-2.0
//
// More bodies for a scene: copies of some that it has, all over it, by a seed.
#pragma once

#include "scene/scene_state.hpp"

namespace impinge::viewer {

struct BodyCopy {
    BodyIndex of = 0;
    Rigid pose; ///< of the user, in place of that of the body
};

struct Strewing {
    std::size_t count = 0;
    std::uint64_t seed = 1;
};

/// Of the selected body; else of all that are no larger than an eighth of the scene, one after the
/// other. Turned any way, with their middles anywhere in the box of the scene. None if there is
/// nothing to copy.
std::vector<BodyCopy> strewn_copies(const SceneState& state, const Strewing& wanted);

} // namespace impinge::viewer
