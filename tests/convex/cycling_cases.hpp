// SPDX-License-Identifier: Apache-2.0
//
// Positions that are known to send walks over closest features in circles, and all places to begin.
#pragma once

#include "impinge/convex.hpp"
#include "tests/convex/convex_shapes.hpp"

#include <vector>

namespace impinge::tests {

inline std::vector<PolytopeFeature> all_features(const Polytope& shape) {
    std::vector<PolytopeFeature> features;
    const auto add = [&](FeatureKind kind, std::size_t count) {
        for (std::uint32_t i = 0; i < count; ++i) {
            features.push_back({kind, i});
        }
    };
    add(FeatureKind::Vertex, shape.vertex_count());
    add(FeatureKind::Edge, shape.edge_count());
    add(FeatureKind::Face, shape.face_count());
    return features;
}

struct Placed {
    Mesh a;
    Mesh b;
    Rigid pose;
};

/// Positions that have made walks of this kind go round for ever: parallel faces and edges, one
/// body behind a face of the other, coincidence, and a blade beside a blade.
inline std::vector<Placed> cycling_cases() {
    const Mesh cube = scenes::box({-1, -1, -1}, {1, 1, 1});
    const Mesh plate = scenes::box({-2, -2, -0.001}, {2, 2, 0.001});
    const Mesh blade = frustum_mesh({.corners = 3, .radius = 2, .half_height = 0.001});
    const Rigid quarter = rotation_degrees({0, 0, 1}, 45);
    const auto moved = [](Rigid pose, Vec3d offset) {
        pose.translation = offset;
        return pose;
    };
    return {{cube, cube, translation({0, 0, 3})},
            {cube, cube, translation({0, 0, 2})},
            {cube, cube, translation({2, 2, 2})},
            {cube, cube, translation({2.5, 2.5, 0})},
            {cube, cube, {}},
            {cube, cube, moved(quarter, {0, 0, 2.5})},
            {cube, cube, moved(quarter, {0, 0, 1e-9})},
            {plate, cube, translation({0, 0, 1.0011})},
            {plate, plate, moved(quarter, {0.1, 0, 0.0021})},
            {plate, plate, moved(rotation({1, 0, 0}, 1e-9), {0, 0, 0.003})},
            {blade, blade, moved(rotation_degrees({0, 0, 1}, 60), {0, 0, 0.0025})},
            {blade, plate, moved(rotation_degrees({0, 1, 0}, 90), {2.0011, 0, 0})},
            {octahedron_mesh(), octahedron_mesh(), translation({1, 1, 0})},
            {octahedron_mesh(), cube, translation({0, 0, 2})}};
}

} // namespace impinge::tests
