// SPDX-License-Identifier: Apache-2.0
//
// How far one surface rises above another, seen along a direction: where their shadows overlap, the
// largest height of the one less the height of the other.
#pragma once

#include "exact/world_mesh.hpp"

#include <optional>

namespace impinge::inline v0 {

/// Axes of which the last is the direction. Along a coordinate axis the others are coordinate axes
/// too, so that nothing is rounded.
struct ShadowFrame {
    Vec3d u{};
    Vec3d v{};
    Vec3d direction{};
};

/// Of a direction of length 1.
ShadowFrame shadow_frame(Vec3d direction);

/// The largest height of A above B; nothing if their shadows have no area in common, or once the
/// context is cancelled. If it is larger than `limit`, then any number larger than that.
std::optional<double> largest_rise(const WorldMesh& a, const WorldMesh& b, Vec3d direction,
                                   double limit, const Context& context);

/// Where one rises highest above the other, in the frame.
struct ShadowRise {
    double height = 0;
    double u = 0;
    double v = 0;
};

/// The same of two lists of triangles, and where; of several such places one.
std::optional<ShadowRise> highest_rise(std::span<const Triangle> a, std::span<const Triangle> b,
                                       const ShadowFrame& frame, const Context& context);

} // namespace impinge::inline v0
