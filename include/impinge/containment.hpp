// SPDX-License-Identifier: Apache-2.0
//
// Advice about a pair that collide() left open because a mesh has no inside
// (Decision::ContainmentOpen): does the one probably lie in the other?
//
//     bool probably_inside(const impinge::Body& a, const impinge::Body& open_scan) {
//         const auto advice = impinge::advise_on_containment(a, open_scan);
//         return advice && advice->a_in_b.value_or(0) > 0.5;
//     }
//
// Thread rule: as in collide.hpp.
#pragma once

#include "impinge/standard.hpp"
#ifdef IMPINGE_HAS_CPP20

#include "impinge/collide.hpp"
#include "impinge/export.h"

#include <optional>

namespace impinge::inline v0 {

/// Numbers near 1 (or -1, if the normals point inwards) say that it probably lies inside, numbers
/// near 0 that it probably does not. They are no proof: for one, mend the mesh and ask collide().
struct ContainmentAdvice {
    /// The mean generalised winding number of B (see winding.hpp) at up to 16 vertices of a part of
    /// A whose box lies in that of B, to 0.01; of several such parts, that with the number farthest
    /// from 0. Absent if A has no such part.
    std::optional<double> a_in_b;
    std::optional<double> b_in_a; ///< the same with A and B exchanged
    bool partial = false;         ///< cancelled: what is absent was perhaps not looked at
};

/// Fails as collide() does.
IMPINGE_API Expected<ContainmentAdvice> advise_on_containment(const Body& a, const Body& b,
                                                              const Context& context = {});

} // namespace impinge::inline v0

#endif // IMPINGE_HAS_CPP20
