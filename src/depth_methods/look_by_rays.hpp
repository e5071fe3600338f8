// SPDX-License-Identifier: Apache-2.0
//
// Every pixel of a view settled by rays in double precision, where floats would not do.
#pragma once

#include "depth_methods/findings.hpp"

namespace impinge::inline v0::imagespace {

struct LookedByRays {
    Findings findings;
    double surface_error = 0; ///< how far surfaces may be from where the rays found them
};

/// Whatever the method: all settle the pixels alike. The diagnoses are those of frame.a and
/// frame.b. If even doubles are off by more than a pixel, what does not overlap is left over.
LookedByRays look_by_rays(const Frame& frame, const Diagnosis& of_a, const Diagnosis& of_b);

} // namespace impinge::inline v0::imagespace
