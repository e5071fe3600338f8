// SPDX-License-Identifier: Apache-2.0
//
// Who takes part: the only place that knows which libraries were there when this was compiled.
#include "bench/peers/mesh_scene.hpp"

namespace impinge::bench::peers {

std::vector<MeshEntrant> mesh_entrants() {
    std::vector<MeshEntrant> entrants = impinge_meshes();
    entrants.push_back(impinge_world_meshes());
#ifdef IMPINGE_BENCH_FCL
    entrants.push_back(fcl_meshes());
#endif
#ifdef IMPINGE_BENCH_EMBREE
    entrants.push_back(embree_meshes());
#endif
#ifdef IMPINGE_BENCH_BULLET
    entrants.push_back(bullet_meshes());
#endif
#ifdef IMPINGE_BENCH_ODE
    entrants.push_back(ode_meshes());
#endif
#ifdef IMPINGE_BENCH_CGAL
    entrants.push_back(cgal_meshes());
#endif
    return entrants;
}

} // namespace impinge::bench::peers
