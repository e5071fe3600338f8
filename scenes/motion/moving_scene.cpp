// SPDX-License-Identifier: Apache-2.0
#include "scenes/motion/moving_scene.hpp"

#include "base/hash.hpp"
#include "scenes/motion/bounce.hpp"
#include "scenes/motion/push_apart.hpp"

#include <algorithm>
#include <cmath>

namespace impinge::scenes {
namespace {

bool has_own_vertices(const SceneBody& body) {
    return body.moved_by == MovedBy::Sheet || body.moved_by == MovedBy::Path;
}

bool can_be_pushed(const SceneBody& body) {
    return body.moved_by == MovedBy::Forces || body.moved_by == MovedBy::Sheet;
}

/// Threads that tear let vertices snap back faster than anything falls: what would move one farther
/// than `max_move` is taken back.
double end_sheet_step(SceneBody& sheet, double seconds, double max_speed, double max_move) {
    double farthest = 0;
    for (std::size_t i = 0; i < sheet.mesh.positions.size(); ++i) {
        Vec3d moved = sheet.mesh.positions[i] - sheet.positions_before[i];
        double size = length(moved);
        if (size > max_move) {
            moved = moved * (max_move / size);
            size = max_move;
            sheet.mesh.positions[i] = sheet.positions_before[i] + moved;
        }
        const double slower = std::min(1.0, max_speed * seconds / std::max(size, 1e-300));
        sheet.velocities[i] = moved * (slower / seconds);
        farthest = std::max(farthest, size);
    }
    return farthest;
}

double top_of(const SceneBody& ground) {
    double top = ground.mesh.positions.front().z;
    for (const Vec3d position : ground.mesh.positions) {
        top = std::max(top, position.z);
    }
    return top;
}

/// A triangle that lies flat can fall into the ground whole, and then meets its surface no more.
void lift_out_of_ground(SceneBody& sheet, double top, const StepRules& rules) {
    for (std::size_t i = 0; i < sheet.mesh.positions.size(); ++i) {
        Vec3d& position = sheet.mesh.positions[i];
        const double deep = top - rules.slop - position.z;
        if (deep > 0 && sheet.inverse_masses[i] > 0) {
            position.z += deep;
            const Vec3d before = sheet.positions_before[i];
            position.x = before.x + (position.x - before.x) * (1 - rules.friction);
            position.y = before.y + (position.y - before.y) * (1 - rules.friction);
        }
    }
}

double farthest_moved(const SceneBody& body) {
    double farthest = 0;
    for (std::size_t i = 0; i < body.mesh.positions.size(); ++i) {
        farthest = std::max(farthest, length(body.mesh.positions[i] - body.positions_before[i]));
    }
    return farthest;
}

} // namespace

Triangle SceneBody::triangle(std::uint32_t index) const {
    const auto [a, b, c] = mesh.triangles[index];
    return {{vertex(a), vertex(b), vertex(c)}};
}

SceneBody rigid_body(std::string name, Mesh mesh, double mass) {
    double area = 0;
    Vec3d moment;
    for (const auto& [a, b, c] : mesh.triangles) {
        const Vec3d at = mesh.positions[a];
        const double size = length(cross(mesh.positions[b] - at, mesh.positions[c] - at));
        moment = moment + (at + mesh.positions[b] + mesh.positions[c]) * (size / 3);
        area += size;
    }
    SceneBody body{.name = std::move(name), .mesh = std::move(mesh)};
    body.moved_by = MovedBy::Forces;
    RigidMotion& motion = body.motion;
    motion.local_centre = moment * (1 / area);
    motion.centre = motion.local_centre;
    double squares = 0;
    for (const Vec3d position : body.mesh.positions) {
        const double squared = squared_length(position - motion.local_centre);
        squares += squared;
        motion.radius = std::max(motion.radius, std::sqrt(squared));
    }
    const double mean_square = squares / static_cast<double>(body.mesh.positions.size());
    motion.inverse_mass = 1 / mass;
    // Of three axes, each vertex is away from each by two thirds of its squared distance.
    motion.inverse_inertia = 1 / (mass * mean_square * 2 / 3);
    motion.centre_before = motion.centre;
    return body;
}

bool MovingScene::matters(std::uint32_t a, std::uint32_t b) const {
    return can_be_pushed(bodies_[a]) || can_be_pushed(bodies_[b]);
}

std::uint64_t MovingScene::triangle_count() const {
    std::uint64_t sum = 0;
    for (const SceneBody& body : bodies_) {
        sum += body.mesh.triangles.size();
    }
    return sum;
}

std::uint64_t MovingScene::vertex_count() const {
    std::uint64_t sum = 0;
    for (const SceneBody& body : bodies_) {
        sum += body.mesh.positions.size();
    }
    return sum;
}

std::uint64_t MovingScene::hash() const {
    Hasher hasher;
    for (const SceneBody& body : bodies_) {
        for (std::uint32_t i = 0; i < body.mesh.positions.size(); ++i) {
            hasher.add(body.vertex(i));
        }
        for (const TriangleIndices& triangle : body.mesh.triangles) {
            for (const std::uint32_t corner : triangle) {
                hasher.add(std::uint64_t{corner});
            }
        }
    }
    return hasher.digest();
}

Status MovingScene::use_contacts(ContactFinder finder, const Context& context) {
    finder_ = std::move(finder);
    return find_contacts(context);
}

Status MovingScene::find_contacts(const Context& context) {
    std::vector<Body> standing;
    for (const SceneBody& body : bodies_) {
        standing.push_back(body.body());
    }
    auto found = finder_(
        standing, [this](std::uint32_t a, std::uint32_t b) { return matters(a, b); }, context);
    if (!found) {
        return found.error();
    }
    contacts_ = std::move(*found);
    return {};
}

void MovingScene::begin_step() {
    const double seconds = rules_.step_seconds();
    const Vec3d gravity{0, 0, -rules_.gravity};
    const double slowed = 1 - rules_.damping * seconds;
    let_pass(seconds);
    for (SceneBody& body : bodies_) {
        if (has_own_vertices(body)) {
            body.positions_before = body.mesh.positions;
        }
        if (body.moved_by == MovedBy::Forces) {
            body.motion.velocity = body.motion.velocity * slowed;
            body.motion.spin = body.motion.spin * slowed;
            body.motion.begin_step(seconds, body.plane_bound ? Vec3d{} : gravity);
            body.pose = body.motion.pose();
        } else if (body.moved_by == MovedBy::Sheet) {
            for (std::size_t i = 0; i < body.mesh.positions.size(); ++i) {
                if (body.inverse_masses[i] > 0) {
                    const Vec3d velocity = body.velocities[i] * slowed + gravity * seconds;
                    body.mesh.positions[i] = body.mesh.positions[i] + velocity * seconds;
                }
            }
        }
    }
    follow_paths();
}

double MovingScene::hold_and_push_apart() {
    std::vector<Pushed> pushed;
    for (int i = 0; i < rules_.iterations; ++i) {
        hold(rules_.step_seconds());
        for (const BodyContacts& contacts : contacts_.bodies) {
            push_bodies_apart(bodies_[contacts.a], bodies_[contacts.b], contacts.pairs, rules_,
                              pushed);
        }
        lift_sheets();
    }
    const double moved = end_step();
    take_back_speed(pushed);
    return moved;
}

void MovingScene::lift_sheets() {
    for (const SceneBody& ground : bodies_) {
        for (SceneBody& body : bodies_) {
            if (ground.rank == FaceRank::Ground && body.moved_by == MovedBy::Sheet) {
                lift_out_of_ground(body, top_of(ground), rules_);
            }
        }
    }
}

double MovingScene::end_step() {
    const double seconds = rules_.step_seconds();
    const double max_move = 0.99 * limits().step / rules_.sub_steps;
    double farthest = 0;
    for (SceneBody& body : bodies_) {
        double moved = 0;
        if (body.moved_by == MovedBy::Forces) {
            moved = body.motion.end_step(seconds, rules_.max_speed, max_move);
            body.pose = body.motion.pose();
        } else if (body.moved_by == MovedBy::Sheet) {
            moved = end_sheet_step(body, seconds, rules_.max_speed, max_move);
        } else if (body.moved_by == MovedBy::Path) {
            moved = farthest_moved(body);
        }
        farthest = std::max(farthest, moved);
    }
    return farthest;
}

double MovingScene::move() {
    double moved = 0;
    for (int i = 0; i < rules_.sub_steps; ++i) {
        begin_step();
        moved += hold_and_push_apart();
    }
    return moved;
}

std::optional<MotionSums> MovingScene::sums() const { return {}; }

Status MovingScene::advance(const Context& context, const StepWatcher& watcher) {
    largest_step_ = 0;
    double milliseconds = 0;
    for (int step = 0; step < rules_.steps_per_frame && !context.cancelled(); ++step) {
        largest_step_ = std::max(largest_step_, move());
        split();
        if (Status status = find_contacts(context); !status) {
            return status;
        }
        milliseconds += contacts_.milliseconds;
        respond();
        if (watcher) {
            watcher(*this);
        }
    }
    contacts_.milliseconds = milliseconds / rules_.steps_per_frame;
    ++frame_;
    return {};
}

} // namespace impinge::scenes
