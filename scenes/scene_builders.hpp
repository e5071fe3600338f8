// SPDX-License-Identifier: Apache-2.0
//
// One function for each scene of the catalogue, which says what they show.
#pragma once

#include "scenes/catalogue.hpp"

#include <vector>

namespace impinge::scenes {

using Bodies = std::vector<NamedBody>;

// Each takes options whose `triangles` is not 0.
Bodies boxes_apart(const SceneOptions& options);
Bodies boxes_flush(const SceneOptions& options);
Bodies boxes_edge(const SceneOptions& options);
Bodies boxes_corner(const SceneOptions& options);
Bodies boxes_aligned(const SceneOptions& options);
Bodies boxes_inside(const SceneOptions& options);
Bodies boxes_inside_flush(const SceneOptions& options);
Bodies bricks(const SceneOptions& options);
Bodies duplicates(const SceneOptions& options);
Bodies nested(const SceneOptions& options);
Bodies nested_pierced(const SceneOptions& options);
Bodies cavity(const SceneOptions& options);
Bodies cavity_plugged(const SceneOptions& options);
Bodies block_and_comb(const SceneOptions& options);
Bodies two_hooks(const SceneOptions& options);
Bodies two_combs(const SceneOptions& options);

Bodies jaws_open(const SceneOptions& options);
Bodies jaws_touching(const SceneOptions& options);
Bodies jaws_biting(const SceneOptions& options);
Bodies teeth_apart(const SceneOptions& options);
Bodies bumpy_spheres(const SceneOptions& options);
Bodies bumpy_spheres_near(const SceneOptions& options);
Bodies torus_knots(const SceneOptions& options);
Bodies tangled(const SceneOptions& options);
Bodies tangled_crossing(const SceneOptions& options);
Bodies gears_clear(const SceneOptions& options);
Bodies gears_clash(const SceneOptions& options);
Bodies cloth_folded(const SceneOptions& options);
Bodies cloth_crossing(const SceneOptions& options);
Bodies cloth_pierced(const SceneOptions& options);
Bodies polytopes(const SceneOptions& options);
Bodies mixed_crowd(const SceneOptions& options);
Bodies whole_kitchen(const SceneOptions& options);

} // namespace impinge::scenes
