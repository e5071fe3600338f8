// SPDX-License-Identifier: Apache-2.0
//
// Bodies made of boxes that lie one behind the other along z, and questions about them asked along
// z: what every method must answer can be read off the numbers.
#pragma once

#include "impinge/depth_methods.hpp"
#include "scenes/assembly.hpp"
#include "scenes/boxes.hpp"
#include "tests/raster/devices.hpp"

#include <vector>

namespace impinge::tests {

struct Slab {
    double near = 0;
    double far = 1;
};

/// Squares of side 4 between these depths, each a part of its own.
inline Mesh slabs(const std::vector<Slab>& depths, std::size_t triangles_each = 12) {
    std::vector<Mesh> parts;
    for (const Slab& slab : depths) {
        parts.push_back(scenes::box({-2, -2, slab.near}, {2, 2, slab.far}, triangles_each));
    }
    return scenes::joined(parts);
}

/// `count` slabs of thickness 1/2, a unit apart.
inline Mesh stack_of_slabs(int count, double first) {
    std::vector<Slab> depths;
    for (int i = 0; i < count; ++i) {
        depths.push_back({first + i, first + i + 0.5});
    }
    return slabs(depths);
}

/// Looks along z at a small window.
inline imagespace::SampledOptions along_z(imagespace::Method method) {
    imagespace::SampledOptions options;
    options.method = method;
    options.resolution = 24;
    options.projection.direction = Vec3d{0, 0, 1};
    return options;
}

inline imagespace::Sampled ask(raster::Device& device, const Mesh& a, const Mesh& b,
                               const imagespace::SampledOptions& options) {
    return need(imagespace::sampled_collide(device, {a.view()}, {b.view()}, options));
}

} // namespace impinge::tests
