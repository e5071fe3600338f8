// SPDX-License-Identifier: Apache-2.0
//
// The lizard is a tube of rings from tail to snout. For each leg four cells of the tube are left
// out, and the rings of the leg are sewn to the eight vertices around the hole.
#include "scenes/creature.hpp"

#include "base/random.hpp"
#include "math/sine.hpp"
#include "scenes/assembly.hpp"
#include "scenes/boxes.hpp"
#include "scenes/octahedral.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace impinge::scenes {
namespace {

using std::numbers::pi;

constexpr std::uint32_t body_sectors = 12;
constexpr std::uint32_t body_rings = 68;
constexpr std::uint32_t leg_rings = 6;
constexpr double tail_end = -3.4;
constexpr double snout = 2.5;

/// The outline of the body, from tail to snout.
struct Girth {
    double x;
    double middle; ///< height
    double half_width;
    double half_height;
};
constexpr std::array<Girth, 12> girths{{{-3.4, 0.34, 0.07, 0.07},
                                        {-2.6, 0.40, 0.10, 0.10},
                                        {-1.8, 0.66, 0.16, 0.16},
                                        {-1.1, 0.92, 0.25, 0.24},
                                        {-0.6, 0.98, 0.34, 0.30},
                                        {0.2, 1.00, 0.42, 0.34},
                                        {0.8, 1.00, 0.38, 0.31},
                                        {1.25, 1.04, 0.28, 0.26},
                                        {1.55, 1.10, 0.25, 0.23},
                                        {1.95, 1.14, 0.33, 0.24},
                                        {2.3, 1.10, 0.23, 0.17},
                                        {2.5, 1.06, 0.11, 0.09}}};

/// Smooth through all girths (Catmull and Rom).
Girth girth_at(double x) {
    std::size_t i = 0;
    while (i + 2 < girths.size() && girths[i + 1].x < x) {
        ++i;
    }
    const Girth& from = girths[i];
    const Girth& to = girths[i + 1];
    const Girth& before = girths[i == 0 ? 0 : i - 1];
    const Girth& after = girths[std::min(i + 2, girths.size() - 1)];
    const double t = (x - from.x) / (to.x - from.x);
    const auto blend = [&](double Girth::*what) {
        const double slope_from = (to.*what - before.*what) / (to.x - before.x) * (to.x - from.x);
        const double slope_to = (after.*what - from.*what) / (after.x - from.x) * (to.x - from.x);
        const double s = t * t * (3 - 2 * t);
        return from.*what * (1 - s) + to.*what * s + slope_from * t * (1 - t) * (1 - t) -
               slope_to * t * t * (1 - t);
    };
    return {x, blend(&Girth::middle), blend(&Girth::half_width), blend(&Girth::half_height)};
}

// Bones: those of the spine first, from tail to head, then two for each leg.
constexpr std::array<double, 10> spine_joints{-3.0, -2.5, -2.0, -1.5, -1.0,
                                              -0.4, 0.2,  0.8,  1.3,  1.7};
constexpr std::uint32_t middle_bone = 6;
constexpr auto spine_bones = static_cast<std::uint32_t>(spine_joints.size());

struct Leg {
    double x;    ///< of the hip
    double side; ///< +1 left, -1 right
    double phase_turns;
};
constexpr std::array<Leg, 4> lizard_legs{
    {{0.95, 1, 0}, {0.95, -1, 0.5}, {-0.55, 1, 0.5}, {-0.55, -1, 0}}};

Vec3d hip_of(const Leg& leg) { return {leg.x, leg.side * 0.3, 0.88}; }
Vec3d knee_of(const Leg& leg) { return {leg.x + 0.02, leg.side * 0.82, 0.72}; }
Vec3d foot_of(const Leg& leg) { return {leg.x + 0.1, leg.side * 1.0, 0.1}; }

/// A turn about an axis through a point.
Rigid turn_about(Vec3d point, Vec3d axis, double radians) {
    Rigid turn = rotation(axis, radians);
    turn.translation = point - apply(turn, point);
    return turn;
}

constexpr double cycle_seconds = 1.1;

/// How far a joint of the spine is bent: a wave runs from head to tail.
double bend_of(std::uint32_t bone, double cycles) {
    const double amplitude = bone < 5 ? 0.17 : 0.1;
    const double phase = 0.11 * (static_cast<double>(bone) - middle_bone);
    return amplitude * sine_cosine(2 * pi * (cycles + phase)).sine;
}

std::vector<Rigid> bones_at(double seconds, Vec3d start) {
    const double cycles = seconds / cycle_seconds;
    std::vector<Rigid> bones(spine_bones + 2 * lizard_legs.size());
    const double bob = 0.02 * sine_cosine(4 * pi * cycles).sine;
    bones[middle_bone] = compose(
        translation(start + Vec3d{Lizard::speed * seconds, 0, bob}),
        turn_about({spine_joints[middle_bone], 0, 0}, {0, 0, 1}, bend_of(middle_bone, cycles)));
    const Vec3d up{0, 0, 1};
    for (std::uint32_t i = middle_bone + 1; i < spine_bones; ++i) {
        bones[i] =
            compose(bones[i - 1], turn_about({spine_joints[i], 0, 0}, up, bend_of(i, cycles)));
    }
    for (std::uint32_t i = middle_bone; i-- > 0;) {
        bones[i] = compose(bones[i + 1],
                           turn_about({spine_joints[i + 1], 0, 0}, up, -bend_of(i + 1, cycles)));
    }
    for (std::uint32_t i = 0; i < lizard_legs.size(); ++i) {
        const Leg& leg = lizard_legs[i];
        const auto [s, c] = sine_cosine(2 * pi * (cycles + leg.phase_turns));
        const double swing = -0.42 * c * leg.side; // back while the foot is down
        const double lift = std::max(0.0, s) * 0.3 * leg.side;
        const std::uint32_t hip_bone = leg.x > 0 ? 7 : 5;
        const std::uint32_t upper = spine_bones + 2 * i;
        bones[upper] = compose(bones[hip_bone], compose(turn_about(hip_of(leg), up, -swing),
                                                        turn_about(hip_of(leg), {1, 0, 0}, lift)));
        bones[upper + 1] = compose(bones[upper], turn_about(knee_of(leg), {1, 0, 0}, -0.6 * lift));
    }
    return bones;
}

double smooth_step(double from, double to, double x) {
    const double t = std::clamp((x - from) / (to - from), 0.0, 1.0);
    return t * t * (3 - 2 * t);
}

} // namespace

class LizardMaker {
  public:
    explicit LizardMaker(Lizard& lizard) : lizard_(lizard) {
        add_body();
        for (std::uint32_t i = 0; i < lizard_legs.size(); ++i) {
            add_leg(i);
        }
        leave_out_unused();
    }

  private:
    using Skin = Lizard::Skin;

    std::uint32_t add_vertex(Vec3d position, Skin skin) {
        lizard_.mesh_.positions.push_back(position);
        lizard_.skin_.push_back(skin);
        return static_cast<std::uint32_t>(lizard_.mesh_.positions.size() - 1);
    }
    void add_triangle(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
        lizard_.mesh_.triangles.push_back({a, b, c});
    }

    static Skin spine_skin(double x) {
        std::uint32_t bone = 0;
        while (bone + 1 < spine_bones && spine_joints[bone + 1] < x) {
            ++bone;
        }
        if (bone + 1 == spine_bones) {
            return {bone, bone, 0};
        }
        return {bone, bone + 1, smooth_step(spine_joints[bone], spine_joints[bone + 1], x)};
    }

    static std::uint32_t ring_vertex(std::uint32_t ring, std::uint32_t sector) {
        return ring * body_sectors + sector % body_sectors;
    }
    /// The ring in the middle of the hole for a leg, and the sector.
    static std::uint32_t hole_ring(const Leg& leg) {
        return static_cast<std::uint32_t>(
            std::nearbyint((leg.x - tail_end) / (snout - tail_end) * (body_rings - 1)));
    }
    static std::uint32_t hole_sector(const Leg& leg) { return leg.side > 0 ? 11 : 7; }
    static bool is_hole(std::uint32_t ring, std::uint32_t sector) {
        return std::any_of(lizard_legs.begin(), lizard_legs.end(), [&](const Leg& leg) {
            const std::uint32_t middle = hole_ring(leg);
            const std::uint32_t across =
                (sector + body_sectors - hole_sector(leg) + 1) % body_sectors;
            return ring + 1 >= middle && ring <= middle && across < 2;
        });
    }

    void add_body() {
        for (std::uint32_t ring = 0; ring < body_rings; ++ring) {
            const double x = tail_end + (snout - tail_end) * ring / (body_rings - 1);
            const Girth girth = girth_at(x);
            for (std::uint32_t sector = 0; sector < body_sectors; ++sector) {
                const auto [s, c] = sine_cosine(2 * pi * sector / body_sectors);
                add_vertex({x, girth.half_width * c, girth.middle + girth.half_height * s},
                           spine_skin(x));
            }
        }
        for (std::uint32_t ring = 0; ring + 1 < body_rings; ++ring) {
            for (std::uint32_t sector = 0; sector < body_sectors; ++sector) {
                if (!is_hole(ring, sector)) {
                    const std::uint32_t a = ring_vertex(ring, sector);
                    const std::uint32_t c = ring_vertex(ring + 1, sector + 1);
                    add_triangle(a, ring_vertex(ring, sector + 1), c);
                    add_triangle(a, c, ring_vertex(ring + 1, sector));
                }
            }
        }
        const double tip = 0.06;
        const std::uint32_t tail =
            add_vertex({tail_end - tip, 0, girths.front().middle}, spine_skin(tail_end));
        const std::uint32_t nose =
            add_vertex({snout + tip, 0, girths.back().middle}, spine_skin(snout));
        for (std::uint32_t sector = 0; sector < body_sectors; ++sector) {
            add_triangle(tail, ring_vertex(0, sector + 1), ring_vertex(0, sector));
            add_triangle(nose, ring_vertex(body_rings - 1, sector),
                         ring_vertex(body_rings - 1, sector + 1));
        }
    }

    void add_leg(std::uint32_t number) {
        const Leg& leg = lizard_legs[number];
        // Around the hole, as the cells that were left out would have run: along, across.
        constexpr std::array<std::array<int, 2>, 8> around{
            {{-1, -1}, {-1, 0}, {-1, 1}, {0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}}};
        std::array<std::uint32_t, 8> last{};
        for (std::size_t i = 0; i < 8; ++i) {
            last[i] = ring_vertex(hole_ring(leg) + static_cast<std::uint32_t>(around[i][0] + 1) - 1,
                                  hole_sector(leg) + body_sectors +
                                      static_cast<std::uint32_t>(around[i][1] + 1) - 1);
        }
        const std::uint32_t upper = spine_bones + 2 * number;
        for (std::uint32_t ring = 1; ring <= leg_rings; ++ring) {
            const double along = static_cast<double>(ring) / leg_rings;
            const bool below_knee = along > 0.5;
            const Vec3d from = below_knee ? knee_of(leg) : hip_of(leg);
            const Vec3d to = below_knee ? foot_of(leg) : knee_of(leg);
            const Vec3d centre = from + (to - from) * (below_knee ? 2 * along - 1 : 2 * along);
            // Bent at the knee: across the leg, from outside above to inside below.
            const double tilt = smooth_step(0.1, 0.75, along) * pi / 2;
            const auto [s, c] = sine_cosine(tilt);
            const Vec3d across{0, leg.side * s, c};
            const double radius = 0.15 + 0.03 * std::max(0.0, along - 0.6) / 0.4;
            const double foot = ring == leg_rings ? 1.25 : 1;
            const Skin skin = below_knee
                                  ? Skin{upper, upper + 1, smooth_step(0.45, 0.7, along)}
                                  : Skin{leg.x > 0 ? 7U : 5U, upper, smooth_step(0, 0.45, along)};
            std::array<std::uint32_t, 8> now{};
            for (std::size_t i = 0; i < 8; ++i) {
                const double a = around[i][0];
                const double b = around[i][1] * leg.side;
                const double round = radius / std::sqrt(a * a + b * b);
                now[i] = add_vertex(
                    centre + Vec3d{1, 0, 0} * (a * round * foot) + across * (b * round), skin);
            }
            sew_rings(last, now);
            last = now;
        }
        const std::uint32_t sole =
            add_vertex(foot_of(leg) - Vec3d{0, 0, 0.06}, {upper, upper + 1, 1});
        for (std::size_t i = 0; i < 8; ++i) {
            add_triangle(last[i], last[(i + 1) % 8], sole);
        }
    }
    void sew_rings(const std::array<std::uint32_t, 8>& from,
                   const std::array<std::uint32_t, 8>& to) {
        for (std::size_t i = 0; i < 8; ++i) {
            const std::size_t next = (i + 1) % 8;
            add_triangle(from[i], from[next], to[next]);
            add_triangle(from[i], to[next], to[i]);
        }
    }

    /// The vertices in the middle of the holes.
    void leave_out_unused() {
        Mesh& mesh = lizard_.mesh_;
        std::vector<bool> used(mesh.positions.size(), false);
        for (const TriangleIndices& triangle : mesh.triangles) {
            for (const std::uint32_t corner : triangle) {
                used[corner] = true;
            }
        }
        std::vector<std::uint32_t> number(used.size());
        std::uint32_t kept = 0;
        for (std::size_t i = 0; i < used.size(); ++i) {
            if (used[i]) {
                number[i] = kept;
                mesh.positions[kept] = mesh.positions[i];
                lizard_.skin_[kept++] = lizard_.skin_[i];
            }
        }
        mesh.positions.resize(kept);
        lizard_.skin_.resize(kept);
        for (TriangleIndices& triangle : mesh.triangles) {
            for (std::uint32_t& corner : triangle) {
                corner = number[corner];
            }
        }
    }

    Lizard& lizard_;
};

Lizard::Lizard() { const LizardMaker maker(*this); }

std::vector<Vec3d> Lizard::walking(double seconds, Vec3d start) const {
    const std::vector<Rigid> bones = bones_at(seconds, start);
    std::vector<Vec3d> positions;
    positions.reserve(skin_.size());
    for (std::size_t i = 0; i < skin_.size(); ++i) {
        const auto& [first, second, weight] = skin_[i];
        const Vec3d by_first = apply(bones[first], mesh_.positions[i]);
        const Vec3d by_second = apply(bones[second], mesh_.positions[i]);
        positions.push_back(by_first + (by_second - by_first) * weight);
    }
    return positions;
}

namespace {

constexpr double table_half_length = 6.8;
constexpr double table_half_width = 3.2;
constexpr Vec3d lizard_start{-1.7, 0, 0};
constexpr std::uint32_t ball_cuts = 24;

SceneBody table_part(std::string name, Vec3d low, Vec3d high, FaceRank rank) {
    SceneBody body;
    body.name = std::move(name);
    body.mesh = box(low, high);
    body.rank = rank;
    return body;
}

} // namespace

CreatureAmongBalls::CreatureAmongBalls(const CreatureParameters& parameters)
    : MovingScene({.steps_per_frame = 4,
                   .iterations = 4,
                   .slop = 0.003,
                   .max_push = 0.02,
                   .friction = 0.1,
                   .max_speed = 4,
                   .damping = 0.5}) {
    constexpr double x = table_half_length;
    constexpr double y = table_half_width;
    constexpr double wide = 0.3;
    constexpr double high = 0.45;
    bodies_.push_back(table_part("table", {-x - wide, -y - wide, -0.4}, {x + wide, y + wide, 0},
                                 FaceRank::Ground));
    bodies_.push_back(table_part("cushion-near", {-x - wide, -y - wide, -0.1}, {x + wide, -y, high},
                                 FaceRank::Wall));
    bodies_.push_back(table_part("cushion-far", {-x - wide, y, -0.1}, {x + wide, y + wide, high},
                                 FaceRank::Wall));
    bodies_.push_back(
        table_part("cushion-left", {-x - wide, -y, -0.1}, {-x, y, high}, FaceRank::Wall));
    bodies_.push_back(
        table_part("cushion-right", {x, -y, -0.1}, {x + wide, y, high}, FaceRank::Wall));
    SceneBody lizard;
    lizard.name = "lizard";
    lizard.mesh = lizard_.mesh();
    lizard.mesh.positions = lizard_.walking(0, lizard_start);
    lizard.positions_before = lizard.mesh.positions;
    lizard.moved_by = MovedBy::Path;
    bodies_.push_back(std::move(lizard));
    add_balls(parameters);
}

void CreatureAmongBalls::add_balls(const CreatureParameters& parameters) {
    Random random(parameters.seed);
    const Mesh ball = octahedral_sphere(ball_radius, ball_cuts);
    for (std::size_t i = 0; i < parameters.balls; ++i) {
        SceneBody body = rigid_body("ball-" + std::to_string(i), ball, 0.5);
        body.rank = FaceRank::Ball;
        body.plane_bound = true;
        const double x = 0.3 + 0.78 * static_cast<double>(i % 8);
        const double y = 0.98 * (static_cast<double>(i / 8) - 2);
        // Balls lie in the table by half of what is allowed.
        body.motion.centre = {x + random.uniform(-0.08, 0.08), y + random.uniform(-0.15, 0.15),
                              ball_radius - rules_.slop / 2};
        body.motion.orientation = turned({}, random.direction() * 1.5);
        body.pose = body.motion.pose();
        bodies_.push_back(std::move(body));
    }
}

void CreatureAmongBalls::follow_paths() {
    bodies_[creature].mesh.positions = lizard_.walking(seconds(), lizard_start);
}

/// Balls roll: they turn as far as they move.
void CreatureAmongBalls::split() {
    for (std::size_t i = first_ball; i < bodies_.size(); ++i) {
        RigidMotion& motion = bodies_[i].motion;
        motion.velocity.z = 0;
        motion.spin = Vec3d{-motion.velocity.y, motion.velocity.x, 0} * (1 / ball_radius);
    }
}

Expected<CreatureAmongBalls> CreatureAmongBalls::make(const CreatureParameters& parameters,
                                                      const Context& context) {
    if (parameters.balls > 40) {
        return Error{ErrorCode::InvalidArgument, "balls: must be at most 40"};
    }
    CreatureAmongBalls scene(parameters);
    if (Status status = scene.use_contacts(exact_contacts, context); !status) {
        return status.error();
    }
    return scene;
}

} // namespace impinge::scenes
