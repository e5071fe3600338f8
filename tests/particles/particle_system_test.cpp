// SPDX-License-Identifier: Apache-2.0
//
// Lives of particles: births, responses, bounces and rest, air, and what does not make sense.
#include "impinge/particles.hpp"

#include "base/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace impinge {
namespace {

constexpr double gravity = 10;

Collider floor_with(Response response, double restitution = 0.5, double friction = 0) {
    Collider collider{.name = "floor",
                      .shape = rectangle({-100, -100, 0}, {200, 0, 0}, {0, 200, 0})};
    collider.response = response;
    collider.restitution = restitution;
    collider.friction = friction;
    return collider;
}

Emitter one_particle(Vec3d position, Vec3d velocity, double life) {
    Emitter emitter;
    emitter.starts = {{position, velocity, 0}};
    emitter.life = life;
    return emitter;
}

ParticleSystem made(const std::vector<Emitter>& emitters, const std::vector<Collider>& colliders,
                    const ParticleOptions& options = {}) {
    auto system = ParticleSystem::make(emitters, colliders, options);
    EXPECT_TRUE(system) << (system ? "" : system.error().message);
    return *system;
}

ParticleState state_at(const ParticleSystem& system, double time) {
    return system.states(time)->list.at(0);
}

TEST(ParticleSystem, RainFallsOnce) {
    Emitter rain{.particles = 1000,
                 .origin = {-5, -5, 10},
                 .edge_u = {10, 0, 0},
                 .edge_v = {0, 10, 0},
                 .velocity = {0, 0, -5},
                 .life = 4};
    const auto system = made({rain}, {floor_with(Response::Eliminate)});
    EXPECT_EQ(system.particle_count(), 1000u);
    // Born within 0..4, on the floor two seconds later, once in each life.
    const auto impacts = system.impacts(0, 8);
    ASSERT_TRUE(impacts);
    std::vector<int> hits(1000);
    double last = 0;
    for (const Impact& impact : impacts->list) {
        ++hits[impact.particle];
        EXPECT_GE(impact.time, last);
        last = impact.time;
        EXPECT_EQ(impact.normal, (Vec3d{0, 0, 1}));
        EXPECT_EQ(impact.position.z, 0);
        EXPECT_NEAR(impact.normal_speed, 5, 1e-14);
        EXPECT_NEAR(impact.angle, 0, 1e-15);
        if (impact.particle > 5) {
            continue; // states of all take time
        }
        const auto before = system.states(impact.time - 1e-6)->list[impact.particle];
        EXPECT_EQ(before.phase, ParticlePhase::Flying);
        EXPECT_NEAR(before.age, 2 - 1e-6, 1e-9);
    }
    // From 0 to 8 there are between one and two impacts of each.
    for (const int count : hits) {
        EXPECT_TRUE(count == 1 || count == 2);
    }
}

TEST(ParticleSystem, WindowsAddUp) {
    Emitter hail{.particles = 300,
                 .origin = {-5, -5, 10},
                 .edge_u = {10, 0, 0},
                 .edge_v = {0, 10, 0},
                 .velocity = {0, 0, -1},
                 .velocity_spread = {1, 1, 1},
                 .acceleration = {0, 0, -gravity},
                 .life = 5};
    const auto system = made({hail, hail}, {floor_with(Response::Bounce, 0.7)});
    const auto whole = system.impacts(1, 9);
    std::vector<Impact> parts;
    for (double from = 1; from < 9; from += 0.5) {
        const auto part = system.impacts(from, from + 0.5);
        ASSERT_TRUE(part);
        parts.insert(parts.end(), part->list.begin(), part->list.end());
    }
    ASSERT_EQ(parts.size(), whole->list.size());
    EXPECT_GT(parts.size(), 1500u);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        EXPECT_EQ(parts[i].time, whole->list[i].time);
        EXPECT_EQ(parts[i].particle, whole->list[i].particle);
    }
    for (const unsigned threads : {1u, 2u, 5u}) {
        const auto again = system.impacts(1, 9, Context(threads));
        ASSERT_EQ(again->list.size(), whole->list.size());
        for (std::size_t i = 0; i < parts.size(); ++i) {
            ASSERT_EQ(again->list[i].time, whole->list[i].time);
            ASSERT_EQ(again->list[i].position, whole->list[i].position);
        }
    }
}

TEST(ParticleSystem, BouncesKeepTheShareOfEnergyTheyShould) {
    const double restitution = 0.8;
    const auto system = made({[] {
                                 Emitter e = one_particle({0, 0, 5}, {1, 0, 0}, 60);
                                 e.acceleration = {0, 0, -gravity};
                                 return e;
                             }()},
                             {floor_with(Response::Bounce, restitution)});
    const auto impacts = system.impacts(0, 20);
    ASSERT_TRUE(impacts);
    ASSERT_GT(impacts->list.size(), 20u);
    // Closed form: the first after sqrt(2h/g), then 2 v e^n / g each.
    double time = std::sqrt(2 * 5 / gravity);
    double speed = gravity * time;
    for (std::size_t n = 0; n < 20; ++n) {
        const Impact& impact = impacts->list[n];
        EXPECT_EQ(impact.bounce, n);
        EXPECT_NEAR(impact.time, time, 1e-10 * static_cast<double>(n + 1));
        EXPECT_NEAR(impact.normal_speed, speed, 1e-10 * speed * static_cast<double>(n + 1));
        EXPECT_NEAR(impact.position.x, impact.time, 1e-10);
        speed *= restitution;
        time += 2 * speed / gravity;
    }
}

TEST(ParticleSystem, WhatBouncesLessAndLessComesToRestAndStays) {
    Emitter ball = one_particle({0, 0, 1}, {0.5, 0, 0}, 1000);
    ball.acceleration = {0, 0, -gravity};
    const auto system = made({ball}, {floor_with(Response::Bounce, 0.5, 0.3)});
    const auto impacts = system.impacts(0, 1000);
    ASSERT_TRUE(impacts);
    EXPECT_EQ(impacts->cut_short, 0u);
    const ParticleState after = state_at(system, 20);
    const ParticleState much_later = state_at(system, 999);
    EXPECT_EQ(after.phase, ParticlePhase::Resting);
    EXPECT_EQ(after.position, much_later.position);
    EXPECT_EQ(after.position.z, 0);
    EXPECT_EQ(much_later.velocity, Vec3d{});
    // All that is left of the speed along the floor went into friction.
    EXPECT_GT(after.position.x, 0.1);
}

TEST(ParticleSystem, ElasticBouncesBetweenWallsGoOnForever) {
    // A box without gravity: positions by mirror images.
    std::vector<Collider> walls;
    for (const double x : {0.0, 1.0}) {
        Collider wall{.shape = rectangle({x, -50, -50}, {0, 100, 0}, {0, 0, 100})};
        wall.response = Response::Bounce;
        wall.restitution = 1;
        walls.push_back(wall);
    }
    const auto system = made({one_particle({0.25, 0, 0}, {3, 0.01, 0}, 1000)}, walls);
    for (const double time : {0.1, 1.7, 33.3, 400.123}) {
        const double unfolded = 0.25 + 3 * time;
        const double phase = unfolded - 2 * std::floor(unfolded / 2);
        const double expected = phase <= 1 ? phase : 2 - phase;
        const ParticleState state = state_at(system, time);
        EXPECT_NEAR(state.position.x, expected, 1e-9) << time;
        EXPECT_EQ(state.bounces, static_cast<std::uint32_t>(std::floor(unfolded)));
    }
}

TEST(ParticleSystem, CornersAndMeshesAreBouncedOffToo) {
    // A bowl of triangles: a box without lid. Nothing gets out through edges or corners.
    Mesh box;
    box.positions = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                     {0, 0, 9}, {1, 0, 9}, {1, 1, 9}, {0, 1, 9}};
    box.triangles = {{0, 1, 2}, {0, 2, 3}, {0, 5, 1}, {0, 4, 5}, {1, 6, 2},
                     {1, 5, 6}, {2, 7, 3}, {2, 6, 7}, {3, 4, 0}, {3, 7, 4}};
    Collider bowl{.name = "bowl", .shape = box};
    bowl.response = Response::Bounce;
    bowl.restitution = 0.9;
    Emitter emitter{.particles = 200,
                    .origin = {0.05, 0.05, 2},
                    .edge_u = {0.9, 0, 0},
                    .edge_v = {0, 0.9, 0},
                    .velocity_spread = {3, 3, 0},
                    .acceleration = {0, 0, -gravity},
                    .life = 20,
                    .generations = 1};
    // Straight into an edge and into a corner.
    emitter.starts = {};
    Emitter aimed = one_particle({0.5, 0.5, 0.5}, {-0.5, -0.5, -0.5}, 20);
    aimed.generations = 1;
    const auto system = made({emitter, aimed}, {bowl});
    for (const double time : {5.0, 15.0, 25.0}) {
        const auto states = system.states(time);
        ASSERT_TRUE(states);
        for (const ParticleState& state : states->list) {
            if (state.phase == ParticlePhase::Ended) {
                continue;
            }
            EXPECT_GE(state.position.x, -1e-9);
            EXPECT_LE(state.position.x, 1 + 1e-9);
            EXPECT_GE(state.position.y, -1e-9);
            EXPECT_LE(state.position.y, 1 + 1e-9);
            EXPECT_GE(state.position.z, -1e-9);
        }
    }
    const auto impacts = system.impacts(0, 40);
    EXPECT_GT(impacts->list.size(), 2000u);
}

TEST(ParticleSystem, StuckOnesMoveWithWhatTheyStickTo) {
    Collider plate = floor_with(Response::Stick);
    plate.velocity = {0, 0, 1};
    const auto system = made({one_particle({0, 0, 10}, {0, 0, -1}, 100)}, {plate});
    const auto impacts = system.impacts(0, 50);
    ASSERT_EQ(impacts->list.size(), 1u);
    EXPECT_NEAR(impacts->list[0].time, 5, 1e-10);
    EXPECT_NEAR(impacts->list[0].speed, 2, 1e-12) << "relative to the plate";
    const ParticleState state = state_at(system, 8);
    EXPECT_EQ(state.phase, ParticlePhase::Stuck);
    EXPECT_NEAR(state.position.z, 8, 1e-9);
}

TEST(ParticleSystem, BouncesOffMovingPlates) {
    Collider plate = floor_with(Response::Bounce, 1);
    plate.velocity = {0, 0, 2};
    const auto system = made({one_particle({0, 0, 6}, {0, 0, -1}, 100)}, {plate});
    const ParticleState state = state_at(system, 5);
    EXPECT_NEAR(state.velocity.z, 5, 1e-12); // -1 seen from the plate is -3, thrown back +3
    EXPECT_NEAR(state.position.z, 4 + 3 * 5, 1e-9);
    EXPECT_EQ(system.impacts(0, 90)->list.size(), 1u);
}

TEST(ParticleSystem, DragAsItsClosedForm) {
    // dv/dt = -k v + g: v = (v0 - g/k) exp(-kt) + g/k.
    Emitter emitter = one_particle({0, 0, 0}, {4, 0, 0}, 4);
    emitter.acceleration = {0, 0, -gravity};
    emitter.air = Air{.drag = 0.8, .wind = {}, .piece = 0.02};
    const auto system = made({emitter}, {floor_with(Response::Stick)});
    const double t = 3;
    const double k = 0.8;
    const double gone = 1 - std::exp(-k * t);
    // The floor is left at once and downwards: what starts on it does not hit it.
    const ParticleState state = state_at(system, t);
    const double x = 4 / k * gone;
    const double z = -gravity / k * (t - gone / k);
    const auto impacts = system.impacts(0, 4);
    ASSERT_TRUE(impacts);
    EXPECT_GT(impacts->flight_error, 0);
    EXPECT_LT(impacts->flight_error, 1e-3);
    EXPECT_NEAR(state.position.x, x, impacts->flight_error);
    EXPECT_NEAR(state.position.z, z, impacts->flight_error);
}

TEST(ParticleSystem, GenerationsStartAnewAndEnd) {
    Emitter emitter{.particles = 50,
                    .origin = {0, 0, 1},
                    .edge_u = {1, 0, 0},
                    .velocity = {0, 0, -1},
                    .velocity_spread = {0.5, 0, 0},
                    .life = 2,
                    .generations = 3,
                    .seed = 9};
    const auto system = made({emitter}, {});
    EXPECT_EQ(system.states(-1)->list[7].phase, ParticlePhase::Unborn);
    EXPECT_EQ(system.states(100)->list[7].phase, ParticlePhase::Ended);
    const auto first = system.states(2)->list;
    const auto second = system.states(4)->list;
    int differ = 0;
    for (std::size_t i = 0; i < first.size(); ++i) {
        EXPECT_EQ(first[i].generation + 1, second[i].generation);
        EXPECT_NEAR(first[i].age, second[i].age, 1e-12);
        differ += first[i].velocity != second[i].velocity ? 1 : 0;
    }
    EXPECT_EQ(differ, 50);
    // The same again from the same seed, other ones from another.
    EXPECT_EQ(made({emitter}, {}).states(2)->list[7].position, first[7].position);
    emitter.seed = 10;
    EXPECT_NE(made({emitter}, {}).states(2)->list[7].position, first[7].position);
}

/// As many cells as particles: one in each, along any number of edges.
TEST(ParticleSystem, StartsFillTheirBoxEvenly) {
    for (const int edges : {1, 2, 3}) {
        Emitter emitter{.particles = 4096, .edge_u = {1, 0, 0}, .life = 5};
        emitter.edge_v = edges > 1 ? Vec3d{0, 1, 0} : Vec3d{};
        emitter.edge_w = edges > 2 ? Vec3d{0, 0, 1} : Vec3d{};
        const int along = edges == 1 ? 4096 : edges == 2 ? 64 : 16;
        std::vector<int> cells(4096);
        const auto states = made({emitter}, {}).states(20);
        for (const ParticleState& state : states->list) {
            int cell = 0;
            for (int axis = 0; axis < edges; ++axis) {
                const int place = static_cast<int>(state.position[axis] * along);
                ASSERT_TRUE(place >= 0 && place < along);
                cell = cell * along + place;
            }
            ++cells[static_cast<std::size_t>(cell)];
        }
        EXPECT_EQ(std::count(cells.begin(), cells.end(), 1), 4096) << edges;
    }
}

/// On a slope, with friction: each bounce by itself, in long double.
TEST(ParticleSystem, BouncesOnASlopeAsStepwiseEvaluationSays) {
    using Real = long double;
    struct Vector {
        Real x, z;
    };
    Random random(51);
    for (int round = 0; round < 200; ++round) {
        const double slope = random.uniform(-0.3, 0.3);
        const double restitution = random.uniform(0.3, 0.95);
        const double friction = random.uniform(0, 0.2);
        const Vec3d normal{-slope, 0, 1};
        Collider plane{.shape = ImplicitSurface{.form = half_space({}, normal)}};
        plane.response = Response::Bounce;
        plane.restitution = restitution;
        plane.friction = friction;
        const double height = random.uniform(1, 3);
        Emitter ball = one_particle({0, 0, height}, {random.uniform(-1, 1), 0, 0}, 100);
        ball.acceleration = {0, 0, -gravity};
        const auto impacts = made({ball}, {plane}).impacts(0, 100);
        ASSERT_GE(impacts->list.size(), 6u);
        const Real size = std::sqrt(1 + Real(slope) * slope);
        const Vector n{-Real(slope) / size, 1 / size};
        Vector x{0, height};
        Vector v{ball.starts[0].velocity.x, 0};
        Real time = 0;
        for (std::size_t i = 0; i < 6; ++i) {
            const Real d = n.x * x.x + n.z * x.z;
            const Real u = n.x * v.x + n.z * v.z;
            const Real a = -Real(gravity) * n.z;
            const Real t = (-u - std::sqrt(u * u - 2 * a * d)) / a;
            time += t;
            x = {x.x + v.x * t, x.z + v.z * t - Real(gravity) * t * t / 2};
            v.z -= Real(gravity) * t;
            const Impact& impact = impacts->list[i];
            const double near = 1e-9 * static_cast<double>(i + 1);
            EXPECT_NEAR(impact.time, static_cast<double>(time), near);
            EXPECT_NEAR(impact.position.x, static_cast<double>(x.x), 10 * near);
            EXPECT_NEAR(impact.position.z, static_cast<double>(x.z), 10 * near);
            const Real energy = (v.x * v.x + v.z * v.z) / 2;
            EXPECT_NEAR(0.5 * impact.speed * impact.speed, static_cast<double>(energy), 50 * near);
            const Real into = -(n.x * v.x + n.z * v.z);
            const Vector across{v.x + n.x * into, v.z + n.z * into};
            const Real speed = std::sqrt(across.x * across.x + across.z * across.z);
            const Real lost = friction * (1 + Real(restitution)) * into;
            const Real kept = speed > lost ? (speed - lost) / speed : 0;
            v = {across.x * kept + n.x * restitution * into,
                 across.z * kept + n.z * restitution * into};
            x = {x.x - n.x * (n.x * x.x + n.z * x.z), x.z - n.z * (n.x * x.x + n.z * x.z)};
        }
    }
}

TEST(ParticleSystem, WhatMakesNoSenseIsNamed) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const auto refused = [](const Emitter& emitter, const Collider& collider) {
        const auto system = ParticleSystem::make({&emitter, 1}, {&collider, 1});
        return system ? std::string() : system.error().message;
    };
    const Emitter good = one_particle({0, 0, 1}, {}, 1);
    const Collider floor = floor_with(Response::Bounce);
    EXPECT_EQ(refused(good, floor), "");
    Emitter emitter = good;
    emitter.life = 0;
    EXPECT_EQ(refused(emitter, floor), "emitter 0: life must be positive and finite");
    emitter = good;
    emitter.velocity.y = nan;
    EXPECT_EQ(refused(emitter, floor),
              "emitter 0: positions, velocities and the acceleration must be finite");
    emitter = good;
    emitter.air = Air{.drag = -1};
    EXPECT_EQ(refused(emitter, floor), "emitter 0: drag must be finite and not negative");
    emitter = good;
    emitter.velocity_spread.z = -1;
    EXPECT_EQ(refused(emitter, floor),
              "emitter 0: the spread of the velocity must not be negative");
    emitter = good;
    emitter.body.looks = {{.age = 0.5}, {.age = 0.2}};
    EXPECT_EQ(refused(emitter, floor), "emitter 0: looks must be sorted by age, from 0 to 1");
    emitter.body = {.triangles = {{0, 1, 2}}};
    EXPECT_EQ(refused(emitter, floor),
              "emitter 0: a triangle of its particles has a corner that is no vertex");
    Collider collider = floor;
    collider.uv = {{Vec2d{0, 0}, Vec2d{1, 0}, Vec2d{0, 1}}};
    EXPECT_EQ(refused(good, collider),
              "collider 0 (floor): uv must have an entry for each triangle of a mesh");
    collider = floor;
    collider.restitution = 1.5;
    EXPECT_EQ(refused(good, collider), "collider 0 (floor): restitution must be between 0 and 1");
    collider = floor;
    collider.shape = ImplicitSurface{};
    EXPECT_EQ(refused(good, collider),
              "collider 0 (floor): its equation says nothing of x, y or z");
    collider.shape = ellipsoid({0, 1, 1});
    EXPECT_EQ(refused(good, collider),
              "collider 0 (floor): a number of its equation is not finite");
    collider.shape = Blend{{{{}, -1, 1}}, 0.5};
    EXPECT_NE(refused(good, collider), "");
    Mesh mesh;
    mesh.positions = {{0, 0, 0}};
    mesh.triangles = {{0, 0, 3}};
    collider.shape = mesh;
    EXPECT_NE(refused(good, collider).find("collider 0 (floor): "), std::string::npos);
    const auto system = made({good}, {floor});
    EXPECT_FALSE(system.impacts(1, 0));
    EXPECT_FALSE(system.impacts(0, nan));
    EXPECT_FALSE(system.states(std::numeric_limits<double>::infinity()));
}

TEST(ParticleSystem, BodiesSpinGrowAndFadeAndHitAsPoints) {
    Emitter leaf = one_particle({0, 0, 2}, {0, 0, -1}, 10);
    const auto bare = made({leaf}, {floor_with(Response::Stick)});
    leaf.body = {.vertices = {{1, 0, 0}, {0, 1, 0}, {-1, 0, 0}}, .triangles = {{0, 1, 2}}};
    leaf.body.spin = 3;
    leaf.body.looks = {{.age = 0.1, .colour = {1, 0, 0}, .opacity = 1, .size = 2},
                       {.age = 0.5, .colour = {0, 0, 1}, .opacity = 0, .size = 4}};
    const auto system = made({leaf}, {floor_with(Response::Stick)});
    EXPECT_EQ(system.impacts(0, 9)->hash, bare.impacts(0, 9)->hash) << "its centre hits";
    const ParticleState early = state_at(system, 0.5);
    const ParticleState half = state_at(system, 3);
    const ParticleState late = state_at(system, 8);
    EXPECT_EQ(look_of(leaf, early).size, 2);
    EXPECT_NEAR(look_of(leaf, half).size, 3, 1e-12);
    EXPECT_FLOAT_EQ(look_of(leaf, half).colour[0], 0.5F);
    EXPECT_FLOAT_EQ(look_of(leaf, half).opacity, 0.5F);
    EXPECT_EQ(look_of(leaf, late).size, 4);
    EXPECT_EQ(look_of(one_particle({}, {}, 1), late).opacity, 1);
    // A second of flight turns it by three radians; what is stuck turns no more.
    const auto direction = [&](const ParticleState& state) {
        const Rigid pose = pose_of(leaf, 0, state);
        return (apply(pose, leaf.body.vertices[0]) - state.position) * (1 / pose.scale);
    };
    const ParticleState later = state_at(system, 1.5);
    EXPECT_NEAR(dot(direction(early), direction(later)), std::cos(3), 1e-12);
    EXPECT_NEAR(length(direction(late)), 1, 1e-12);
    EXPECT_EQ(half.phase, ParticlePhase::Stuck);
    EXPECT_NEAR(half.flown, 2, 1e-9);
    EXPECT_EQ(pose_of(leaf, 0, half).row_x, pose_of(leaf, 0, late).row_x);
}

TEST(ParticleSystem, CancelledIsPartial) {
    Emitter rain{.particles = 100000,
                 .origin = {-5, -5, 10},
                 .edge_u = {10, 0, 0},
                 .edge_v = {0, 10, 0},
                 .velocity = {0, 0, -5},
                 .life = 4};
    const auto system = made({rain}, {floor_with(Response::Eliminate)});
    Context context(1);
    context.cancel();
    EXPECT_TRUE(system.impacts(0, 8, context)->partial);
    EXPECT_TRUE(system.states(1, context)->partial);
    // Or half way: what is there by then is kept.
    Context stopped(2);
    double last = 0;
    stopped.set_progress([&last, stopped](double fraction) {
        EXPECT_GE(fraction, last);
        last = fraction;
        if (fraction > 0.4) {
            stopped.cancel();
        }
    });
    const auto part = system.impacts(0, 8, stopped);
    EXPECT_TRUE(part->partial);
    EXPECT_EQ(last, 1);
    const std::size_t all = system.impacts(0, 8)->list.size();
    EXPECT_GT(part->list.size(), all / 4);
    EXPECT_LT(part->list.size(), all * 3 / 4);
}

TEST(ParticleSystem, HugeTimesAndNoVelocity) {
    Emitter still = one_particle({0, 0, 1}, {}, 1e9);
    EXPECT_EQ(made({still}, {floor_with(Response::Stick)}).impacts(0, 1e8)->list.size(), 0u);
    Emitter rain{.particles = 10,
                 .origin = {0, 0, 10},
                 .edge_u = {1, 0, 0},
                 .velocity = {0, 0, -5},
                 .life = 4};
    const auto impacts = made({rain}, {floor_with(Response::Stick)}).impacts(1e9, 1e9 + 4);
    EXPECT_EQ(impacts->list.size(), 10u);
}

} // namespace
} // namespace impinge
