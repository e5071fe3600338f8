// SPDX-License-Identifier: Apache-2.0
//
// A small rigid body simulation on top of World manifolds: five boxes are stacked, a sixth slides
// over the ground until friction stops it. Impulses are found as most engines find them, contact by
// contact, and begin each frame with those of the frame before: the ids of contact points say which
// is which.
#include "box.hpp"

#include <impinge/world.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

namespace {

using impinge::Vec3d;

constexpr double frame_seconds = 1.0 / 120;
constexpr double friction = 0.5;
constexpr double slop = 0.005;  // boxes may be this deep in each other
constexpr double pushing = 0.2; // of what is deeper is undone in a frame
constexpr int rounds = 20;      // of impulses in a frame

/// A cube of side 1 and mass 1, or the ground, which nothing moves.
struct RigidBox {
    impinge::BodyId id;
    double inverse_mass = 0;
    impinge::Rigid pose{};
    Vec3d velocity{};
    Vec3d spin{};

    [[nodiscard]] double inverse_inertia() const { return 6 * inverse_mass; }
    [[nodiscard]] Vec3d velocity_at(Vec3d p) const {
        return velocity + cross(spin, p - pose.translation);
    }
    /// What a unit impulse does to the speed of a point along its direction.
    [[nodiscard]] double softness(Vec3d p, Vec3d direction) const {
        const Vec3d arm = cross(p - pose.translation, direction);
        return inverse_mass + inverse_inertia() * squared_length(arm);
    }
    void push(Vec3d p, Vec3d impulse) {
        velocity = velocity + impulse * inverse_mass;
        spin = spin + cross(p - pose.translation, impulse) * inverse_inertia();
    }
    void advance() {
        const Vec3d at = pose.translation + velocity * frame_seconds;
        pose.translation = {};
        pose = compose(impinge::rotation(spin, length(spin) * frame_seconds), pose);
        pose.row_x = pose.row_x * (1 / length(pose.row_x)); // a turn, whatever rounding did
        pose.row_y = pose.row_y - pose.row_x * dot(pose.row_x, pose.row_y);
        pose.row_y = pose.row_y * (1 / length(pose.row_y));
        pose.row_z = cross(pose.row_x, pose.row_y);
        pose.translation = at;
    }
};

/// A point of a manifold, and how hard its bodies press there.
struct Press {
    std::tuple<std::uint32_t, std::uint32_t, std::uint64_t> name;
    RigidBox* a = nullptr;
    RigidBox* b = nullptr;
    Vec3d at{};
    std::array<Vec3d, 3> axes{}; // the normal first
    std::array<double, 3> impulse{};
    double speed_wanted = 0;

    void add(std::size_t axis, double more) {
        impulse.at(axis) += more;
        a->push(at, axes.at(axis) * -more);
        b->push(at, axes.at(axis) * more);
    }
    void solve(std::size_t axis) {
        const Vec3d d = axes.at(axis);
        const double speed = dot(b->velocity_at(at) - a->velocity_at(at), d);
        const double wanted = axis == 0 ? speed_wanted : 0;
        const double more = (wanted - speed) / (a->softness(at, d) + b->softness(at, d));
        const double most = axis == 0 ? 1e9 : friction * impulse[0];
        const double least = axis == 0 ? 0 : -most;
        add(axis, std::clamp(impulse.at(axis) + more, least, most) - impulse.at(axis));
    }
};

class Simulation {
  public:
    Simulation() : world_({.contact_points = 4}) {}

    [[nodiscard]] bool add(const impinge::Mesh& mesh, Vec3d at, double inverse_mass,
                           Vec3d velocity) {
        const impinge::Rigid pose = impinge::translation(at);
        const auto shape = impinge::Polytope::from_mesh(mesh.view());
        const auto id = shape ? world_.add(*shape, {.pose = pose}) : shape.error();
        if (id) {
            boxes_.push_back({*id, inverse_mass, pose, velocity, {}});
        }
        return id.has_value();
    }

    [[nodiscard]] bool step() {
        for (RigidBox& box : boxes_) {
            if (!world_.move(box.id, box.pose)) {
                return false;
            }
            box.velocity.z -= box.inverse_mass > 0 ? 9.81 * frame_seconds : 0;
        }
        const auto step = world_.step();
        if (!step) {
            return false;
        }
        std::vector<Press> presses = presses_of(*step);
        for (int round = 0; round < rounds; ++round) {
            for (Press& press : presses) {
                for (const std::size_t axis : {1U, 2U, 0U}) {
                    press.solve(axis);
                }
            }
        }
        last_.clear();
        for (const Press& press : presses) {
            last_[press.name] = press;
        }
        for (RigidBox& box : boxes_) {
            box.advance();
        }
        return true;
    }
    [[nodiscard]] const std::vector<RigidBox>& boxes() const { return boxes_; }
    [[nodiscard]] double share_known() const {
        return static_cast<double>(known_) / static_cast<double>(points_);
    }

  private:
    std::vector<Press> presses_of(const impinge::WorldStep& step) {
        std::vector<Press> presses;
        for (const impinge::WorldPair& pair : step.pairs) {
            for (const impinge::Manifold& manifold : pair.manifolds) {
                for (const impinge::ManifoldPoint& point : manifold.points) {
                    presses.push_back(press_of(pair, manifold.normal, point));
                }
            }
        }
        return presses;
    }
    Press press_of(const impinge::WorldPair& pair, Vec3d normal,
                   const impinge::ManifoldPoint& point) {
        Press press{
            {pair.a.index, pair.b.index, point.id}, &boxes_[pair.a.index], &boxes_[pair.b.index]};
        const Vec3d axis = std::abs(normal.x) < 0.5 ? Vec3d{1, 0, 0} : Vec3d{0, 1, 0};
        const Vec3d side = cross(normal, axis);
        press.axes = {normal, side * (1 / length(side)), cross(normal, side * (1 / length(side)))};
        press.at = (point.on_a + point.on_b) * 0.5;
        press.speed_wanted = pushing / frame_seconds * std::max(0.0, point.depth - slop);
        ++points_;
        if (const auto before = last_.find(press.name); before != last_.end()) {
            ++known_;
            for (std::size_t i = 0; i < 3; ++i) {
                press.add(i, before->second.impulse.at(i));
            }
        }
        return press;
    }

    impinge::World world_;
    std::vector<RigidBox> boxes_; // by their number in the world
    std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint64_t>, Press> last_;
    std::size_t points_ = 0;
    std::size_t known_ = 0;
};

} // namespace

int main() {
    Simulation simulation;
    const impinge::Mesh cube = box({-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5});
    bool works = simulation.add(box({-20, -20, -1}, {20, 20, 0}), {0, 0, 0}, 0, {});
    for (int i = 0; i < 5; ++i) {
        works = works && simulation.add(cube, {0.03 * i, 0.02 * i, 0.5 + 1.01 * i}, 1, {});
    }
    works = works && simulation.add(cube, {-6, 5, 0.5}, 1, {4, 0, 0});
    for (int frame = 0; works && frame < 360; ++frame) {
        works = simulation.step();
    }
    if (!works) {
        std::puts("something is wrong");
        return 2;
    }
    double fastest = 0;
    for (const RigidBox& body : simulation.boxes()) {
        fastest = std::max(fastest, length(body.velocity));
    }
    std::printf("the top of the stack is at %.2f, the sliding box came %.1f far, all rest: %s\n",
                simulation.boxes()[5].pose.translation.z + 0.5,
                simulation.boxes()[6].pose.translation.x + 6, fastest < 0.01 ? "yes" : "no");
    std::printf("%.0f %% of contact points were known from the frame before\n",
                100 * simulation.share_known());
    return 0;
}
