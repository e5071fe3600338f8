// SPDX-License-Identifier: Apache-2.0
//
// A scene for peers: convex bodies that keep their shape and move. Each adapter file sets up
// one library.
#pragma once

#include "bench/peers/peer.hpp"
#include "impinge/mesh.hpp"
#include "impinge/rigid.hpp"

#include <cstdint>
#include <vector>

namespace impinge::bench::peers {

struct MovingBodies {
    std::vector<Mesh> shapes;            ///< exactly convex, around the origin
    std::vector<std::uint32_t> shape_of; ///< of each body
    /// Where each body stands in each frame; scale 1.
    std::vector<std::vector<Rigid>> frames;
};

Entrant<MovingBodies> impinge_moving_bodies();
Entrant<MovingBodies> fcl_moving_bodies();
Entrant<MovingBodies> bullet_moving_bodies();
Entrant<MovingBodies> ode_moving_bodies();
Entrant<MovingBodies> embree_ccd_moving_bodies();
Entrant<MovingBodies> embree_refit_ccd_moving_bodies();

/// Those that were there when this was compiled, ours first.
std::vector<Entrant<MovingBodies>> moving_bodies_entrants();

} // namespace impinge::bench::peers
