// SPDX-License-Identifier: Apache-2.0
//
// The multi-body simulation of Cohen, Lin, Manocha and Ponamgi 1995, section 5.3: random polytopes
// that fly and turn in a cube, bounce off its walls and exchange velocities when they collide.
#pragma once

#include "impinge/convex.hpp"
#include "impinge/rigid.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace impinge::scenes {

/// The defaults are those of the paper's section 6.
struct SwarmParameters {
    std::size_t bodies = 1000;
    std::size_t faces = 36;       ///< of each polytope, met within 10 %
    std::size_t shapes = 256;     ///< different polytopes, shared by the bodies; at most `bodies`
    double density = 0.01;        ///< volume of all polytopes by that of the cube; positive
    double translation = 0.1;     ///< per frame, by the radius of the body
    double rotation_degrees = 10; ///< per frame, about an axis of its own through its centre
    std::uint64_t seed = 1;
};

class MovingPolytopes {
  public:
    explicit MovingPolytopes(const SwarmParameters& parameters = {});

    [[nodiscard]] std::span<const impinge::Polytope> shapes() const { return shapes_; }
    /// Which shape each body has.
    [[nodiscard]] std::span<const std::uint32_t> shape_of() const { return shape_of_; }
    /// A function of the frame and of what collided, orthonormal to rounding in every frame.
    [[nodiscard]] std::span<const Rigid> poses() const { return poses_; }
    /// The cube is [0, side] on each axis.
    [[nodiscard]] double side() const { return side_; }

    /// The next frame: bodies of colliding pairs exchange their velocities, pair after pair, if
    /// their centres come nearer (those that part already, part); bodies that reach a wall bounce;
    /// then all move and turn. The same bits everywhere.
    void advance(std::span<const std::pair<std::uint32_t, std::uint32_t>> colliding);

  private:
    struct Motion {
        Vec3d centre;         ///< of the body, in the world
        Vec3d velocity;       ///< per frame
        Vec3d axis;           ///< of its turn
        double turned = 0;    ///< degrees, within a full turn
        Vec3d local_centre;   ///< of its shape
        double clearance = 0; ///< its centre keeps that far from the walls
    };

    void place(const SwarmParameters& parameters);
    void bounce(Motion& body) const;
    void set_pose(std::size_t body);

    std::vector<impinge::Polytope> shapes_;
    std::vector<std::uint32_t> shape_of_;
    std::vector<Rigid> poses_;
    std::vector<Motion> motions_;
    double side_ = 0;
    double degrees_per_frame_ = 0;
};

} // namespace impinge::scenes
