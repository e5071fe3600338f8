// SPDX-License-Identifier: Apache-2.0
//
// When a flight first meets a blend of balls. Between two times at which it enters or leaves a ball
// the density along it is one polynomial, whose first root is isolated.
#pragma once

#include "particles/meeting.hpp"

namespace impinge::inline v0::particles {

std::optional<double> first_meeting(const Flight& flight, const Blend& blend,
                                    Start start = Start::Anywhere);

/// Negative inside; the threshold less the density.
double value(const Blend& blend, Vec3d p);
/// Away from the balls.
Vec3d gradient(const Blend& blend, Vec3d p);
Box3 box_of(const Blend& blend);

} // namespace impinge::inline v0::particles
