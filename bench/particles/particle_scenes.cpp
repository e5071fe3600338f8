// SPDX-License-Identifier: Apache-2.0
#include "bench/particles/particle_scenes.hpp"

#include "base/random.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace impinge::bench {
namespace {

constexpr double half_field = 10;

ImplicitSurface shape_in_cell(Random& random, int kind, double half) {
    const double low = -0.8 * half;
    const double side = 1.6 * half;
    switch (kind % 4) {
    case 0:
        return moved(rectangle({low, low, 0}, {side, 0, 0}, {0, side, 0}),
                     rotation(random.direction(), 0.3));
    case 1:
        return disc({}, {random.uniform(-0.3, 0.3), 0, 1}, 0.8 * half);
    case 2:
        return moved(ellipsoid({0.8 * half, 0.6 * half, 0.5 * half}),
                     rotation(random.direction(), 1));
    default:
        return moved(cylinder(0.4 * half, 0.4 * half, low, -low), rotation({1, 0, 0}, 1.4));
    }
}

} // namespace

std::vector<Collider> field_of_colliders(int count) {
    Random random(7);
    const int across = static_cast<int>(std::ceil(std::sqrt(count)));
    const double half = half_field / across;
    std::vector<Collider> colliders;
    for (int i = 0; i < count; ++i) {
        const double x = -half_field + (2 * (i % across) + 1) * half;
        const double y = -half_field + (2 * (i / across) + 1) * half;
        const double z = random.uniform(-0.5, 0.5);
        Collider collider;
        collider.shape = moved(shape_in_cell(random, i, half), translation({x, y, z}));
        colliders.push_back(collider);
    }
    return colliders;
}

Emitter shower_over(const FieldRequest& request) {
    const bool falling = request.flight == FlightKind::Falling;
    return {.particles = request.particles,
            .origin = {-half_field, -half_field, 6},
            .edge_u = {2 * half_field, 0, 0},
            .edge_v = {0, 2 * half_field, 0},
            .velocity = {0.1, 0.05, falling ? -1.0 : -5.0},
            .velocity_spread = {0.2, 0.2, 0.2},
            .acceleration = {0, 0, falling ? -9.81 : 0.0},
            .life = 2};
}

ParticleSystem field_system(const FieldRequest& request) {
    const Emitter shower = shower_over(request);
    auto system = ParticleSystem::make({&shower, 1}, field_of_colliders(request.colliders));
    if (!system) {
        std::fprintf(stderr, "%s\n", system.error().message.c_str());
        std::exit(1);
    }
    return *system;
}

} // namespace impinge::bench
