// SPDX-License-Identifier: Apache-2.0
//
// How far flight through air, cut into parabolas, can be from the true path. Not an estimate: every
// step is a bound, rounding included (but for that of times), if the wind changes no faster than
// Air::gusts says.
//
// The true path has p'' = a + k (w(p, t) - p'). A piece of it begins at x with velocity v and takes
// h. Beside it goes a model path, in a wind that is everywhere and always what it is near the
// middle of the piece; with c = a + k (w - v) that one is known in closed form,
//
//     model(s) = x + v s + c phi(s),   its velocity v + c theta(s),
//     theta(s) = (1 - e^(-ks)) / k,    phi(s) = (k s - 1 + e^(-ks)) / k².
//
// Three things add up: the parabola is off the model path, the model path is off the true one since
// the wind does change, and the piece begins off the true path, by what the pieces before have left
// and by where the numbers of the next one are not those at the end of this. What two true paths
// that begin apart do is bounded by e' <= d, d' <= k (L e - d), with L the slope of the wind.
#pragma once

#include "impinge/particles.hpp"

namespace impinge::inline v0::particles {

/// One piece: a parabola, and where the next one begins.
struct AirPiece {
    Vec3d position{};     ///< at its start
    Vec3d velocity{};     ///< at its start
    Vec3d acceleration{}; ///< of the parabola
    double duration = 0;
    Vec3d middle{}; ///< near the path in the middle of the piece
    Vec3d wind{};   ///< there and then
    Vec3d next_position{};
    Vec3d next_velocity{};
};

class FlightBound {
  public:
    /// From there on the flight is where it truly is: at birth, or after a bounce.
    void begin() { position_ = velocity_ = 0; }
    /// How far any point of the piece, the next in turn, can be from the true path. Infinite if
    /// nothing is known of the wind, or if it changes too much within a piece.
    double follow(const Emitter& emitter, const AirPiece& piece);

  private:
    double position_ = 0; ///< how far the start of the next piece is off
    double velocity_ = 0;
};

} // namespace impinge::inline v0::particles
