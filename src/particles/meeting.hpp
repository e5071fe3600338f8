// SPDX-License-Identifier: Apache-2.0
//
// When a flight first meets a surface: in doubles with a bound of their error, and without rounding
// where that leaves the answer open.
#pragma once

#include "particles/polynomial.hpp"

#include "impinge/colliders.hpp"
#include "impinge/triangle.hpp"

#include <optional>

namespace impinge::inline v0::particles {

/// Where a flight starts. On the surface up to rounding, after a bounce: then its start counts as
/// exactly on it, and only what comes later is a meeting.
enum class Start { Anywhere, OnSurface };

std::optional<double> first_meeting(const Flight& flight, const ImplicitSurface& surface,
                                    Start start = Start::Anywhere);
/// A triangle without area is never met.
std::optional<double> first_meeting(const Flight& flight, const Triangle& triangle,
                                    Start start = Start::Anywhere);

/// The axis along which the inside of a triangle is decided, and how it turns seen along it; 0: it
/// has no area.
struct TriangleView {
    int axis = 0;
    Sign orientation = 0;
};
TriangleView view_of(const Triangle& triangle);

/// Where a point is as far as its rounding lets one say.
struct Nearness {
    bool on = false;     ///< the unbounded surface
    bool inside = false; ///< the bounds, too
};
Nearness nearness(Vec3d point, const ImplicitSurface& surface);
Nearness nearness(Vec3d point, const Triangle& triangle);

/// The times between which a flight can be in the box, a little widened; none if it is never.
struct TimeRange {
    double from = 0;
    double to = 0;
};
std::optional<TimeRange> times_in(const Flight& flight, const Box3& box);

} // namespace impinge::inline v0::particles
