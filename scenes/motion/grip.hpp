// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "scenes/motion/moving_scene.hpp"

#include <algorithm>
#include <array>

namespace impinge::scenes {

/// A point of a body, held by the triangle that it lies on.
class Grip {
  public:
    Grip(SceneBody& body, std::uint32_t triangle, Vec3d point)
        : body_(body), corners_(body.mesh.triangles[triangle]), point_(point) {
        if (body.moved_by != MovedBy::Forces) {
            find_weights(body.triangle(triangle));
        }
    }

    [[nodiscard]] Vec3d point() const { return point_; }
    /// Where the same point of the body was when the step began.
    [[nodiscard]] Vec3d point_before() const {
        switch (body_.moved_by) {
        case MovedBy::Nothing:
            return point_;
        case MovedBy::Forces:
            return apply(body_.motion.pose_before(), apply(inverse(body_.motion.pose()), point_));
        case MovedBy::Path:
        case MovedBy::Sheet:
            break;
        }
        Vec3d before;
        for (std::size_t i = 0; i < 3; ++i) {
            before = before + body_.positions_before[corners_[i]] * weights_[i];
        }
        return before;
    }
    [[nodiscard]] double inverse_mass(Vec3d direction) const {
        if (body_.moved_by == MovedBy::Forces) {
            return body_.motion.inverse_mass_at(point_, direction);
        }
        double sum = 0;
        if (body_.moved_by == MovedBy::Sheet) {
            for (std::size_t i = 0; i < 3; ++i) {
                sum += weights_[i] * weights_[i] * body_.inverse_masses[corners_[i]];
            }
        }
        return sum;
    }
    void push(Vec3d strength) {
        if (body_.moved_by == MovedBy::Forces) {
            body_.motion.push(point_, strength);
            body_.pose = body_.motion.pose();
        } else if (body_.moved_by == MovedBy::Sheet) {
            for (std::size_t i = 0; i < 3; ++i) {
                Vec3d& corner = body_.mesh.positions[corners_[i]];
                corner = corner + strength * (weights_[i] * body_.inverse_masses[corners_[i]]);
            }
        }
    }

    /// As of the last step that was finished.
    [[nodiscard]] Vec3d velocity() const {
        Vec3d sum;
        if (body_.moved_by == MovedBy::Forces) {
            sum = body_.motion.velocity + cross(body_.motion.spin, point_ - body_.motion.centre);
        } else if (body_.moved_by == MovedBy::Sheet) {
            for (std::size_t i = 0; i < 3; ++i) {
                sum = sum + body_.velocities[corners_[i]] * weights_[i];
            }
        }
        return sum;
    }
    void change_velocity(Vec3d strength) {
        if (body_.moved_by == MovedBy::Forces) {
            RigidMotion& motion = body_.motion;
            motion.velocity = motion.velocity + strength * motion.inverse_mass;
            motion.spin =
                motion.spin + cross(point_ - motion.centre, strength) * motion.inverse_inertia;
        } else if (body_.moved_by == MovedBy::Sheet) {
            for (std::size_t i = 0; i < 3; ++i) {
                Vec3d& velocity = body_.velocities[corners_[i]];
                velocity = velocity + strength * (weights_[i] * body_.inverse_masses[corners_[i]]);
            }
        }
    }

  private:
    /// Barycentric, of the nearest point of the plane; cut off at the border.
    void find_weights(const Triangle& triangle) {
        const Vec3d normal = cross(triangle[1] - triangle[0], triangle[2] - triangle[0]);
        double sum = 0;
        for (int i = 0; i < 3; ++i) {
            const Vec3d from = triangle[(i + 1) % 3];
            const Vec3d to = triangle[(i + 2) % 3];
            const double area = std::max(0.0, dot(cross(to - from, point_ - from), normal));
            weights_[static_cast<std::size_t>(i)] = area;
            sum += area;
        }
        for (double& weight : weights_) {
            weight = sum > 0 ? weight / sum : 1.0 / 3;
        }
    }

    SceneBody& body_;
    TriangleIndices corners_;
    std::array<double, 3> weights_{};
    Vec3d point_;
};

} // namespace impinge::scenes
