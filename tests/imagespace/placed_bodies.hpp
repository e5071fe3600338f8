// SPDX-License-Identifier: Apache-2.0
//
// Random directions and turns, and bodies as the choice of projection sees them.
#pragma once

#include "base/random.hpp"
#include "imagespace/solid_body.hpp"
#include "tests/raster/devices.hpp"

#include <cmath>
#include <memory>
#include <numbers>

namespace impinge::tests {

inline Vec3d random_direction(Random& random) {
    while (true) {
        const Vec3d v = random.in_box({-1, -1, -1}, {1, 1, 1});
        if (squared_length(v) > 0.01 && squared_length(v) <= 1) {
            return v * (1 / length(v));
        }
    }
}

inline Rigid turn_of_any_angle(Random& random) {
    const Vec3d axis = random_direction(random);
    return rotation(axis, random.uniform(0, std::numbers::pi));
}

/// Between two lines: 0 to 90.
inline double angle_degrees(Vec3d a, Vec3d b) {
    return std::atan2(length(cross(a, b)), std::abs(dot(a, b))) * (180 / std::numbers::pi);
}

inline Box3 box_of(const Mesh& mesh) {
    Box3 box;
    for (const Vec3d& position : mesh.positions) {
        box = extend(box, position);
    }
    return box;
}

inline Mesh moved(Mesh mesh, const Rigid& pose) {
    for (Vec3d& position : mesh.positions) {
        position = apply(pose, position);
    }
    return mesh;
}

/// A body with its mesh on a device.
struct Uploaded {
    Mesh mesh;
    Rigid pose;
    std::unique_ptr<raster::Geometry> geometry;

    Uploaded(raster::Device& device, Mesh shape, const Rigid& place = {})
        : mesh(std::move(shape)), pose(place), geometry(need(device.upload(mesh.view()))) {}
    [[nodiscard]] imagespace::Placed placed() const { return {box_of(mesh), pose}; }
    [[nodiscard]] imagespace::Side side() const { return {geometry.get(), mesh.view(), pose}; }
    [[nodiscard]] Body body() const { return {mesh.view(), pose}; }
};

} // namespace impinge::tests
