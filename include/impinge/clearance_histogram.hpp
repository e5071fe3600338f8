// SPDX-License-Identifier: Apache-2.0
//
// How much of a surface lies how near to another body?
//
//     void print_gaps(const impinge::Mesh& shaft, const impinge::Mesh& hub) {
//         const std::array<double, 3> limits{0.1, 0.2, 0.5};
//         const auto gaps = impinge::clearance_histogram({shaft.view()}, {hub.view()}, limits);
//         if (gaps && !gaps->partial) {
//             for (const impinge::NearArea& near : gaps->of_a.near) {
//                 std::printf("within %g: %g of %g\n", near.limit, near.area, gaps->of_a.area);
//             }
//         }
//     }
//
// The distance is that of a point of one surface to the closest point of the other, as distance()
// has it: inside a solid it is that to the wall.
#pragma once

#include "impinge/standard.hpp"
#ifdef IMPINGE_HAS_CPP20

#include "impinge/collide.hpp"
#include "impinge/context.hpp"
#include "impinge/expected.hpp"
#include "impinge/export.h"

#include <span>
#include <vector>

namespace impinge::inline v0 {

/// The part of a surface that is no farther from the other body than a limit. What lies between two
/// limits is the difference of two of these.
struct NearArea {
    double limit = 0;
    double area = 0;     ///< pieces of which it is not known go by their middles
    double at_least = 0; ///< both bounds are proved, up to rounding
    double at_most = 0;
};

struct SurfaceHistogram {
    double area = 0;            ///< of the whole surface
    std::vector<NearArea> near; ///< one for each limit, in their order
};

struct ClearanceHistogram {
    SurfaceHistogram of_a;
    SurfaceHistogram of_b;
    bool partial = false; ///< cancelled: means nothing
};

struct HistogramOptions {
    /// Triangles are halved until it is known on which side of each limit they lie, but not if they
    /// are shorter than this share of the diagonal of their body's box. (0, 1]. With half of it
    /// the bounds are half as far apart, and it takes twice as long.
    double finest = 1.0 / 256;
};

/// The distance changes no faster than one moves, and over a triangle it is nowhere larger than the
/// largest distance of a corner from any one triangle of the other body: so pieces are proved to
/// lie within a limit, or beyond. Limits must be numbers, not negative, each above the one before.
/// Fails as collide() does. Triangles without area count nothing. The same bits for any number of
/// threads; (B, A) is the mirror image. Microseconds for each piece.
IMPINGE_API Expected<ClearanceHistogram> clearance_histogram(const Body& a, const Body& b,
                                                             std::span<const double> limits,
                                                             const HistogramOptions& options = {},
                                                             const Context& context = {});

} // namespace impinge::inline v0

#endif // IMPINGE_HAS_CPP20
