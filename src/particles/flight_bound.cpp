// SPDX-License-Identifier: Apache-2.0
#include "particles/flight_bound.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace impinge::inline v0::particles {
namespace {

/// What every sum of positive terms below is multiplied with, and what every difference of vectors
/// may be off by, as a share of the numbers in it: far more than rounding takes.
constexpr double above = 1 + 0x1p-40;
constexpr double rounding = 0x1p-45;

/// theta and phi of a duration, and e^-kh.
struct Decay {
    double left = 1;
    double theta = 0;
    double phi = 0;
};

/// By the series of a part of the duration, then doubled: all terms of the doubling are positive.
Decay decay_over(double drag, double duration) {
    int halvings = 0;
    double h = duration;
    while (drag * h > 0.5 && halvings < 2200) {
        h *= 0.5;
        ++halvings;
    }
    const double y = drag * h;
    double phi = 0; // over h²: 1/2! - y/3! + y²/4! ...
    double theta = 0;
    double term = 1;
    for (int n = 1; n <= 20; ++n) {
        term /= n;
        theta += term;
        phi += term / (n + 1);
        term *= -y;
    }
    Decay decay{1 - y * theta, theta * h, phi * h * h};
    for (; halvings > 0; --halvings) {
        decay.phi = decay.phi * (1 + decay.left) + h * decay.theta;
        decay.theta *= 1 + decay.left;
        decay.left *= decay.left;
        h *= 2;
    }
    return decay;
}

/// The wind near a piece of the path, as bounds.
struct WindNearby {
    double slope = 0;  ///< in space
    double change = 0; ///< how far it is from that of the middle, anywhere in the piece
    double speed = 0;  ///< of the true path
};

/// At most how much the wind's effect on velocity and place by the end of the piece is off. The
/// wind along the path is that in the middle, plus what it changes evenly, plus what bends; of what
/// changes evenly the two halves of the piece cancel each other but for the decay.
struct Drift {
    double place = 0;
    double velocity = 0;
};

Drift drift_of(const Air& air, const WindGusts& gusts, const WindNearby& wind, double off_middle,
               double acceleration, double h) {
    const double a_second = gusts.per_metre * wind.speed + gusts.per_second;
    const double evenly = gusts.strength * a_second;
    const double bend = gusts.strength * (a_second * a_second + gusts.per_metre * acceleration);
    const double k = air.drag;
    const double from_middle = wind.slope * off_middle;
    const double second_order =
        evenly * k * h * h * h / 12 + bend * h * h * h / 24 + from_middle * h;
    return {k * h * h * (evenly * h / 8 + bend * h * h / 48 + from_middle / 2),
            std::min(k * second_order, k * h * wind.change)};
}

} // namespace

double FlightBound::follow(const Emitter& emitter, const AirPiece& piece) {
    constexpr double unknown = std::numeric_limits<double>::infinity();
    const Air& air = *emitter.air;
    if (air.wind && !air.gusts) {
        return unknown;
    }
    const WindGusts gusts = air.wind ? *air.gusts : WindGusts{};
    const double k = air.drag;
    const double h = piece.duration;
    const Decay whole = decay_over(k, h);
    const Decay half = decay_over(k, 0.5 * h);
    const Vec3d pull = emitter.acceleration + (piece.wind - piece.velocity) * k;
    const double sizes =
        length(piece.position) + length(piece.next_position) +
        (length(piece.velocity) + length(piece.next_velocity)) * (h + 1) +
        (length(emitter.acceleration) + k * (length(piece.wind) + length(piece.velocity)) +
         length(piece.acceleration)) *
            h * (h + 1);
    const double rounded = sizes * rounding;

    // How fast the true path can be, how far from the middle, and how much the wind can change.
    const Vec3d model_velocity = piece.velocity + pull * whole.theta;
    const double model_speed = std::max(length(piece.velocity), length(model_velocity)) + rounded;
    const Vec3d model_middle = piece.position + piece.velocity * (0.5 * h) + pull * half.phi;
    const double model_off = length(model_middle - piece.middle) + rounded;
    WindNearby wind{.slope = gusts.strength * gusts.per_metre};
    const double feedback = k * wind.slope * (0.5 * h * whole.theta + half.phi) * above;
    if (!(feedback < 0.5 && k * wind.slope * whole.phi < 0.5)) {
        return position_ = velocity_ = unknown;
    }
    wind.change = (wind.slope * (0.5 * h * model_speed + model_off) +
                   gusts.strength * gusts.per_second * 0.5 * h) /
                  (1 - feedback) * above;
    wind.speed = (model_speed + k * whole.theta * wind.change) * above;
    const double off_middle = (model_off + k * half.phi * wind.change) * above;

    // The parabola beside the model path: where they end, and how they differ between.
    const Vec3d at_end = piece.acceleration * (0.5 * h * h) - pull * whole.phi;
    const double between = std::min(length(pull) * whole.phi, length(pull) * k * h * h * h *
                                                                  (2.0 / 81 + k * k * h * h / 120));
    const double inside = length(at_end) + between + k * whole.phi * wind.change + rounded;

    // Two true paths, one of which began a little beside the other.
    const double begun =
        (position_ + velocity_ * whole.theta) / (1 - k * wind.slope * whole.phi * above) * above;
    const double bound = (begun + inside) * above;

    const Drift drift = drift_of(
        air, gusts, wind, off_middle,
        length(emitter.acceleration) + k * (length(piece.wind) + wind.change + wind.speed), h);
    const Vec3d model_end = piece.position + piece.velocity * h + pull * whole.phi;
    velocity_ = (velocity_ * whole.left + k * wind.slope * whole.theta * begun +
                 length(piece.next_velocity - model_velocity) + drift.velocity + rounded) *
                above;
    position_ = (begun + length(piece.next_position - model_end) + drift.place + rounded) * above;
    return bound >= 0 ? bound : unknown; // numbers may be too large
}

} // namespace impinge::inline v0::particles
