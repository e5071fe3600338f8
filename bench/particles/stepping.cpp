// SPDX-License-Identifier: Apache-2.0
#include "bench/particles/stepping.hpp"

namespace impinge::bench {
namespace {

bool is_within(const ImplicitSurface& surface, Vec3d p) {
    for (const QuadraticForm& bound : surface.bounds) {
        if (value(bound, p) < 0) {
            return false;
        }
    }
    return true;
}

} // namespace

std::vector<SteppedHit> stepped_hits(const std::vector<SteppedParticle>& particles,
                                     const std::vector<Collider>& colliders, Vec3d acceleration,
                                     double duration, double step) {
    std::vector<const ImplicitSurface*> surfaces;
    for (const Collider& collider : colliders) {
        surfaces.push_back(&std::get<ImplicitSurface>(collider.shape));
    }
    std::vector<SteppedHit> hits(particles.size());
    for (std::size_t i = 0; i < particles.size(); ++i) {
        Vec3d x = particles[i].position;
        Vec3d v = particles[i].velocity;
        for (double t = step; t <= duration && hits[i].collider == no_collider; t += step) {
            const Vec3d before = x;
            x = x + (v + acceleration * (0.5 * step)) * step; // exact at the ends of steps
            v = v + acceleration * step;
            const Box3 reach{min(before, x), max(before, x)};
            for (std::size_t c = 0; c < surfaces.size(); ++c) {
                const ImplicitSurface& surface = *surfaces[c];
                if (surface.box && !boxes_overlap(*surface.box, reach)) {
                    continue;
                }
                if ((value(surface.form, before) < 0) != (value(surface.form, x) < 0) &&
                    is_within(surface, x)) {
                    hits[i] = {static_cast<std::uint32_t>(c), t};
                    break;
                }
            }
        }
    }
    return hits;
}

} // namespace impinge::bench
