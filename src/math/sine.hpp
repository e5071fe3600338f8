// SPDX-License-Identifier: Apache-2.0
//
// Sine, cosine and the way back with the same bits everywhere. The C library picks code by
// processor, and its last bit follows; generated scenes and poses must not.
#pragma once

namespace impinge::inline v0 {

struct SineCosine {
    double sine = 0;
    double cosine = 1;
};

/// Both, to about 1e-15, for |angle| up to about 1e5 radians. Exact at angle 0.
SineCosine sine_cosine(double angle_radians);

/// The angle, 0 to pi, of a direction whose height (its sine, times any length) is positive: to
/// about 1e-15.
double angle_of(SineCosine direction);

/// Of an angle larger by so many quarter turns, without rounding.
SineCosine quarter_turns_on(SineCosine angle, long long quarters);

} // namespace impinge::inline v0
