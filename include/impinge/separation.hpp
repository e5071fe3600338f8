// SPDX-License-Identifier: Apache-2.0
//
// How far must B move until it is free of A? Along a direction, or whichever way is shortest.
//
//     double to_lift_off(const impinge::Mesh& a, const impinge::Mesh& b) {
//         const auto lifted = impinge::separation_along({a.view()}, {b.view()}, {0, 0, 1});
//         return lifted ? lifted->distance : 0;
//     }
//
// Every answer is proved: after that motion collide() says apart or touching. How deep surfaces lie
// in each other, region by region, is another question: see overlap.hpp.
#pragma once

#include "impinge/standard.hpp"
#ifdef IMPINGE_HAS_CPP20

#include "impinge/collide.hpp"
#include "impinge/context.hpp"
#include "impinge/expected.hpp"
#include "impinge/export.h"

#include <cstdint>

namespace impinge::inline v0 {

/// What is known of a separation.
enum class SeparationKind : std::uint8_t {
    AlongDirection, ///< the least along the given direction, to rounding
    Minimum,        ///< the least of all (both bodies are convex), to 1e-12 of their size
    BestFound,      ///< no shorter one was found; `at_least` bounds what there may be
};

IMPINGE_API const char* to_string(SeparationKind kind);

struct Separation {
    SeparationKind kind = SeparationKind::AlongDirection;
    double distance = 0; ///< 0 if the bodies do not overlap
    Vec3d direction{};   ///< unit, from A to B; zero if the bodies do not overlap
    /// No translation of any direction that separates them is shorter.
    double at_least = 0;
    /// What collide() says once B has moved by distance * direction: apart or touching.
    Verdict verdict = Verdict::Apart;
    bool partial = false; ///< cancelled: nothing above means anything
};

/// The least distance from which on B, moved along the direction, does not overlap A any more, at
/// no larger distance either. (A body that would be free for a while in a cavity is moved on.)
/// Solids; surfaces as far as they meet. Fails as collide() does, and on a direction of length zero
/// or that is not finite.
IMPINGE_API Expected<Separation> separation_along(const Body& a, const Body& b, Vec3d direction,
                                                  const Context& context = {});

struct SeparationOptions {
    /// Directions that are tried for bodies that are not convex: those of faces and the axes first,
    /// then ever closer to the best. At least 6.
    unsigned directions = 96;
};

/// The shortest translation that frees B of A: exact for convex bodies, else the best found.
IMPINGE_API Expected<Separation> minimum_separation(const Body& a, const Body& b,
                                                    const SeparationOptions& options = {},
                                                    const Context& context = {});

} // namespace impinge::inline v0

#endif // IMPINGE_HAS_CPP20
