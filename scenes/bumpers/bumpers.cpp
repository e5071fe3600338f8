// SPDX-License-Identifier: Apache-2.0
#include "scenes/bumpers/bumpers.hpp"

#include "base/random.hpp"
#include "scenes/assembly.hpp"
#include "scenes/boxes.hpp"
#include "scenes/bumpy_sphere.hpp"
#include "scenes/polytope.hpp"
#include "scenes/torus_knot.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace impinge::scenes {
namespace {

constexpr double cell = 0.9; ///< a body each, at the beginning; none is wider
constexpr double wall = 0.3;

using Cells = std::array<std::size_t, 3>;

/// As many as there are bodies, in a block that is nearly a cube.
Cells cells_for(std::size_t bodies) {
    Cells cells{1, 1, 1};
    while (cells[0] * cells[1] * cells[2] < bodies) {
        ++*std::ranges::min_element(cells);
    }
    return cells;
}

SceneBody room_around(Vec3d inner) {
    const Vec3d outer = inner + Vec3d{wall, wall, wall};
    SceneBody room;
    room.name = "room";
    room.mesh = joined({box(-outer, outer), turned_over(box(-inner, inner))});
    room.rank = FaceRank::Wall;
    return room;
}

Mesh shape_of(std::size_t number, Random& random) {
    switch (number % 4) {
    case 0:
        return bumpy_sphere(
            {.triangles = 400, .radius = 0.3, .amplitude = 0.2, .seed = random.next()});
    case 1: {
        const Vec3d half = random.in_box({0.12, 0.12, 0.12}, {0.22, 0.22, 0.22});
        return box(-half, half);
    }
    case 2: {
        const Vec3d radii = random.in_box({0.2, 0.2, 0.2}, {0.35, 0.35, 0.35});
        return random_polytope({.triangles = 60, .radii = radii, .seed = random.next()});
    }
    default:
        return torus_knot({.turns_around = 2,
                           .turns_through = 3,
                           .major_radius = 0.2,
                           .minor_radius = 0.1,
                           .tube_radius = 0.08,
                           .triangles = 1200});
    }
}

SceneBody bumper(std::size_t number, const Cells& cells, const BumperParameters& parameters,
                 Random& random) {
    constexpr double density = 1000; // of the box around it
    Mesh mesh = shape_of(number, random);
    Box3 bounds;
    for (const Vec3d& p : mesh.positions) {
        bounds = extend(bounds, p);
    }
    const Vec3d size = extent(bounds);
    SceneBody body = rigid_body("body-" + std::to_string(number), std::move(mesh),
                                density * size.x * size.y * size.z);
    RigidMotion& motion = body.motion;
    const auto place = [&](std::size_t index, std::size_t count) {
        return cell * (static_cast<double>(index) - static_cast<double>(count - 1) / 2);
    };
    motion.centre = {place(number % cells[0], cells[0]),
                     place(number / cells[0] % cells[1], cells[1]),
                     place(number / cells[0] / cells[1], cells[2])};
    motion.velocity = random.direction() * parameters.speed;
    motion.spin = random.direction() * random.uniform(0, 3);
    body.pose = motion.pose();
    return body;
}

} // namespace

Bumpers::Bumpers(const BumperParameters& parameters, std::shared_ptr<EdgeRayContacts> edge_rays)
    : MovingScene({.frames_per_second = 60, .steps_per_frame = 4, .damping = 0, .gravity = 0}),
      parameters_(parameters), edge_rays_(std::move(edge_rays)) {
    Random random(parameters.seed);
    const Cells cells = cells_for(parameters.bodies);
    bodies_.push_back(room_around(half_room(parameters.bodies)));
    for (std::size_t i = 0; i < parameters.bodies; ++i) {
        bodies_.push_back(bumper(i, cells, parameters, random));
    }
}

Vec3d Bumpers::half_room(std::size_t bodies) {
    const auto [x, y, z] = cells_for(bodies);
    return Vec3d{static_cast<double>(x), static_cast<double>(y), static_cast<double>(z)} *
           (cell / 2);
}

/// Straight on, and about the axis of the spin.
double Bumpers::move() {
    const double seconds = rules_.step_seconds();
    let_pass(seconds);
    double farthest = 0;
    for (SceneBody& body : bodies_) {
        if (body.moved_by == MovedBy::Forces) {
            body.motion.begin_step(seconds, {});
            body.pose = body.motion.pose();
            farthest =
                std::max(farthest, seconds * (length(body.motion.velocity) +
                                              body.motion.radius * length(body.motion.spin)));
        }
    }
    return farthest;
}

/// In turn, and again, since an impulse at one contact may bring bodies nearer at another.
void Bumpers::respond() {
    constexpr int rounds = 4;
    for (int round = 0; round < rounds; ++round) {
        for (const imagespace::EdgeContact& contact : edge_rays_->contacts()) {
            const Vec3d impulse = bounce(bodies_[contact.a].motion, bodies_[contact.b].motion,
                                         contact.point, contact.normal, parameters_.restitution);
            impulses_ += impulse == Vec3d{} ? 0 : 1;
            if (contact.a == room) {
                given_to_room_.momentum = given_to_room_.momentum - impulse;
                given_to_room_.angular_momentum =
                    given_to_room_.angular_momentum - cross(contact.point, impulse);
            }
        }
    }
}

std::optional<MotionSums> Bumpers::sums() const {
    MotionSums sums = motion_sums(bodies_);
    sums.momentum = sums.momentum + given_to_room_.momentum;
    sums.angular_momentum = sums.angular_momentum + given_to_room_.angular_momentum;
    return sums;
}

Expected<Bumpers> Bumpers::make(const BumperParameters& parameters, const Context& context) {
    const auto refused = [](const char* why) { return Error{ErrorCode::InvalidArgument, why}; };
    if (parameters.bodies < 1 || parameters.bodies > 200) {
        return refused("bodies: must be from 1 to 200");
    }
    if (!(parameters.restitution >= 0 && parameters.restitution <= 1)) {
        return refused("restitution: must be from 0 to 1");
    }
    if (!(parameters.speed > 0 && parameters.speed <= 1.5)) {
        return refused("speed: must be above 0, up to 1.5");
    }
    if (parameters.edge_rays.resolution < 64 || parameters.edge_rays.resolution > 4096) {
        return refused("resolution: must be from 64 to 4096");
    }
    auto edge_rays = EdgeRayContacts::open(parameters.edge_rays, context);
    if (!edge_rays) {
        return edge_rays.error();
    }
    Bumpers scene(parameters, *edge_rays);
    const auto find = [rays = *edge_rays](std::span<const Body> bodies, const PairMatters& matters,
                                          const Context& inner) {
        return rays->find(bodies, matters, inner);
    };
    if (Status status = scene.use_contacts(find, context); !status) {
        return status.error();
    }
    return scene;
}

} // namespace impinge::scenes
