// SPDX-License-Identifier: Apache-2.0
//
// Poses are made anew from an angle and an axis in each frame: nothing accumulates but the centres.
#include "scenes/moving_polytopes.hpp"

#include "base/random.hpp"
#include "scenes/polytope.hpp"

#include <algorithm>
#include <cmath>

namespace impinge::scenes {
namespace {

constexpr double full_turn_degrees = 360;

/// By Newton's method from above: the C library's cube root need not have the same bits everywhere.
double cube_root(double volume) {
    if (!(volume > 0)) {
        return 0;
    }
    double root = std::max(1.0, volume);
    for (double next = root;; root = next) {
        next = (2 * root + volume / (root * root)) / 3;
        if (!(next < root)) {
            return root;
        }
    }
}

std::vector<impinge::Polytope> random_shapes(const SwarmParameters& parameters) {
    Random random(parameters.seed);
    std::vector<impinge::Polytope> shapes;
    const std::size_t count =
        std::min(std::max<std::size_t>(1, parameters.shapes), parameters.bodies);
    for (std::size_t i = 0; i < count; ++i) {
        const Mesh mesh = random_polytope(
            {.triangles = parameters.faces, .radii = {1, 1, 1}, .seed = random.next()});
        shapes.push_back(impinge::Polytope::from_mesh(mesh.view()).value());
    }
    return shapes;
}

} // namespace

MovingPolytopes::MovingPolytopes(const SwarmParameters& parameters)
    : shapes_(random_shapes(parameters)), poses_(parameters.bodies),
      degrees_per_frame_(std::fmod(parameters.rotation_degrees, full_turn_degrees)) {
    double volume = 0;
    for (std::size_t i = 0; i < parameters.bodies; ++i) {
        shape_of_.push_back(static_cast<std::uint32_t>(i % shapes_.size()));
        volume += shapes_[shape_of_.back()].volume();
    }
    side_ = cube_root(volume / parameters.density);
    place(parameters);
}

/// Anywhere within the walls, turned any way; bodies may overlap.
void MovingPolytopes::place(const SwarmParameters& parameters) {
    Random random(parameters.seed + 1);
    motions_.reserve(parameters.bodies);
    for (std::size_t i = 0; i < parameters.bodies; ++i) {
        const impinge::Polytope& shape = shapes_[shape_of_[i]];
        Motion body;
        body.local_centre = shape.centre();
        // A body wider than the cube swings about its middle.
        body.clearance = std::min(shape.radius(), side_ / 2);
        const double low = body.clearance;
        const double high = side_ - low;
        body.centre = random.in_box({low, low, low}, {high, high, high});
        body.velocity = random.direction() * (parameters.translation * shape.radius());
        body.axis = random.direction();
        body.turned = random.uniform(0, full_turn_degrees);
        motions_.push_back(body);
        set_pose(i);
    }
}

void MovingPolytopes::set_pose(std::size_t body) {
    const Motion& motion = motions_[body];
    Rigid pose = impinge::rotation_degrees(motion.axis, motion.turned);
    pose.translation = motion.centre - apply(pose, motion.local_centre);
    poses_[body] = pose;
}

void MovingPolytopes::bounce(Motion& body) const {
    for (int axis = 0; axis < 3; ++axis) {
        if (body.centre[axis] < body.clearance) {
            body.velocity[axis] = std::abs(body.velocity[axis]);
        } else if (body.centre[axis] > side_ - body.clearance) {
            body.velocity[axis] = -std::abs(body.velocity[axis]);
        }
    }
}

void MovingPolytopes::advance(std::span<const std::pair<std::uint32_t, std::uint32_t>> colliding) {
    for (const auto& [first, second] : colliding) {
        Motion& a = motions_[first];
        Motion& b = motions_[second];
        if (dot(b.velocity - a.velocity, b.centre - a.centre) < 0) {
            std::swap(a.velocity, b.velocity);
        }
    }
    for (std::size_t i = 0; i < motions_.size(); ++i) {
        Motion& body = motions_[i];
        bounce(body);
        body.centre = body.centre + body.velocity;
        body.turned = std::fmod(body.turned + degrees_per_frame_, full_turn_degrees);
        set_pose(i);
    }
}

} // namespace impinge::scenes
