// SPDX-License-Identifier: Apache-2.0
//
// Who takes part: the only place that knows which libraries were there when this was compiled.
#include "bench/peers/moving_bodies.hpp"

namespace impinge::bench::peers {

std::vector<Entrant<MovingBodies>> moving_bodies_entrants() {
    std::vector<Entrant<MovingBodies>> entrants;
    entrants.push_back(impinge_moving_bodies());
#ifdef IMPINGE_BENCH_FCL
    entrants.push_back(fcl_moving_bodies());
#endif
#ifdef IMPINGE_BENCH_BULLET
    entrants.push_back(bullet_moving_bodies());
#endif
#ifdef IMPINGE_BENCH_ODE
    entrants.push_back(ode_moving_bodies());
#endif
#ifdef IMPINGE_BENCH_EMBREE
    entrants.push_back(embree_ccd_moving_bodies());
    entrants.push_back(embree_refit_ccd_moving_bodies());
#endif
    return entrants;
}

} // namespace impinge::bench::peers
