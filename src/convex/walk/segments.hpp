// SPDX-License-Identifier: Apache-2.0
//
// The closest points of two segments, and of a point and a segment, by their parameters.
#pragma once

#include "impinge/vec3.hpp"

#include <algorithm>

namespace impinge::inline v0 {

struct Segment {
    Vec3d tail;
    Vec3d vector; ///< head - tail

    [[nodiscard]] constexpr Vec3d at(double parameter) const { return tail + vector * parameter; }
};

/// Of the point of a segment closest to p, in [0, 1].
inline double closest_parameter(const Segment& segment, Vec3d p) {
    const double along = dot(p - segment.tail, segment.vector);
    return std::clamp(along / squared_length(segment.vector), 0.0, 1.0);
}

struct SegmentParameters {
    double first = 0;
    double second = 0;
};

/// Parallel segments that face each other: the middle of the part they share.
inline double parallel_parameter(const Segment& first, const Segment& second) {
    const double one = closest_parameter(first, second.tail);
    return 0.5 * (one + closest_parameter(first, second.at(1)));
}

/// Through the cross product of the vectors: where they are nearly parallel the parameters are
/// uncertain, but only along directions in which the distance hardly changes (see
/// docs/methods/closest-features.md).
inline SegmentParameters closest_parameters(const Segment& first, const Segment& second) {
    const Vec3d normal = cross(first.vector, second.vector);
    const double squared_normal = squared_length(normal);
    const double lengths = squared_length(first.vector) * squared_length(second.vector);
    SegmentParameters found;
    if (squared_normal <= 1e-30 * lengths) {
        found.first = parallel_parameter(first, second);
    } else {
        const Vec3d between = second.tail - first.tail;
        found.first =
            std::clamp(dot(cross(between, second.vector), normal) / squared_normal, 0.0, 1.0);
    }
    found.second = closest_parameter(second, first.at(found.first));
    if (found.second == 0 || found.second == 1) {
        found.first = closest_parameter(first, second.at(found.second));
    }
    return found;
}

} // namespace impinge::inline v0
