// SPDX-License-Identifier: Apache-2.0
//
// What models say is what the engine without preparation says, bit for bit. That engine has oracles
// of its own (tests/exact).
#include "impinge/model.hpp"

#include "base/random.hpp"
#include "math/sine.hpp"
#include "model/model_data.hpp"
#include "scenes/assembly.hpp"
#include "scenes/boxes.hpp"
#include "scenes/bumpy_sphere.hpp"
#include "scenes/cloth.hpp"
#include "scenes/torus_knot.hpp"
#include "tests/support/random_rotation.hpp"
#include "tests/support/random_soups.hpp"
#include "tests/support/same_answers.hpp"
#include "tests/support/scale.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>

namespace impinge::tests {
namespace {

Rigid random_pose(Random& random, double reach) {
    Rigid pose = random_rotation(random);
    pose.translation = random.direction() * random.uniform(0, reach);
    return pose;
}

/// Pairs of bodies of many shapes, near enough to meet often.
struct Case {
    Mesh a;
    Mesh b;
    Rigid pose_a;
    Rigid pose_b;
};

Case random_case(Random& random) {
    Case made;
    switch (random.below(6)) {
    case 0: // solids that cross, miss or hold each other
        made.a =
            scenes::bumpy_sphere({.triangles = 32 + random.below(2000), .seed = random.next()});
        made.b = scenes::bumpy_sphere({.triangles = 32 + random.below(500),
                                       .radius = random.uniform(0.1, 1),
                                       .seed = random.next()});
        made.pose_b = random_pose(random, 2.4);
        break;
    case 1: // contacts of every degenerate kind
        made.a = grid_soup(random, 1 + random.below(60), 12, 3);
        made.b = grid_soup(random, 1 + random.below(60), 12, 3);
        break;
    case 2:
        made.a = scattered_soup(random, 1 + random.below(300), 0.1);
        made.b = scattered_soup(random, 1 + random.below(300), 0.05);
        made.pose_b = random_pose(random, 1);
        break;
    case 3: // interlocked, seldom in contact
        made.a = scenes::torus_knot({.triangles = 800});
        made.b = scenes::torus_knot({.triangles = 600});
        made.pose_b = random_pose(random, 4);
        break;
    case 4: { // several parts
        const Mesh one = scenes::bumpy_sphere({.triangles = 100, .radius = 0.4, .seed = 5});
        made.a =
            scenes::joined({one, scenes::moved(one, {1.2, 0, 0}), scenes::moved(one, {0, 1.1, 0})});
        made.b = scenes::box({-0.15, -0.15, -0.15}, {0.15, 0.15, 0.15});
        made.pose_b = random_pose(random, 1.5);
        break;
    }
    default: // boxes on a grid: flush, touching, same
        made.a = scenes::box({0, 0, 0}, {2, 2, 2}, 12 + random.below(40));
        const auto place = [&] { return static_cast<double>(random.integer(-2, 2)); };
        const Vec3d low{place(), place(), place()};
        made.b = scenes::box(low, low + Vec3d{2, 2, 2});
        break;
    }
    if (random.below(4) == 0) { // the same pair elsewhere, in another unit
        const double scale = std::ldexp(1.0, random.integer(-20, 20));
        for (Rigid* pose : {&made.pose_a, &made.pose_b}) {
            pose->scale *= scale;
            pose->translation = pose->translation * scale + Vec3d{1, -3, 1e3} * (10 * scale);
        }
    }
    return made;
}

TEST(Model, SaysWhatBareMeshesSay) {
    Random random(21);
    const std::size_t cases = scaled(3000);
    std::map<Verdict, std::size_t> seen;
    for (std::size_t i = 0; i < cases; ++i) {
        const Case c = random_case(random);
        const Body a{c.a.view(), c.pose_a};
        const Body b{c.b.view(), c.pose_b};
        ASSERT_EQ(disagreement_of_models(a, b), "") << "case " << i;
        ++seen[collide(a, b).value().verdict];
    }
    for (const Verdict verdict : {Verdict::Apart, Verdict::Touching, Verdict::Crossing}) {
        EXPECT_GE(seen[verdict], cases / 50) << to_string(verdict);
    }
    if (is_full_run()) {
        EXPECT_GE(seen[Verdict::BInsideA], 30U);
        EXPECT_GE(seen[Verdict::Same], 1U);
    }
}

TEST(Model, WithinSaysWhatBareMeshesSay) {
    Random random(22);
    std::size_t within_reach = 0;
    const std::size_t cases = scaled(400);
    for (std::size_t i = 0; i < cases; ++i) {
        const Case c = random_case(random);
        const auto model_a = Model::prepare(c.a.view());
        const auto model_b = Model::prepare(c.b.view());
        const double clearance = random.uniform(0, 0.3) * c.pose_a.scale;
        const auto prepared = within({*model_a, c.pose_a}, {*model_b, c.pose_b}, clearance);
        const auto bare = within(Body{c.a.view(), c.pose_a}, Body{c.b.view(), c.pose_b}, clearance);
        ASSERT_EQ(difference(prepared, bare), "") << "case " << i;
        within_reach += bare->within ? 1 : 0;
    }
    EXPECT_GE(within_reach, cases / 4);
    EXPECT_LE(within_reach, cases - cases / 20);
}

/// What a mesh goes through from one frame to the next.
void deform(Random& random, Mesh& mesh) {
    const Vec3d wave = random.direction() * random.uniform(1, 8);
    const Vec3d push = random.direction() * random.uniform(0, 0.1);
    switch (random.below(8)) {
    case 0: // neighbours are none any more
        for (std::size_t i = 0; i < mesh.positions.size(); i += 16) {
            std::swap(mesh.positions[i], mesh.positions[random.below(mesh.positions.size())]);
        }
        break;
    case 1: // flattened, turned inside out or made small
        for (Vec3d& p : mesh.positions) {
            p = {p.x * random.integer(-1, 1), p.y, p.z};
        }
        break;
    case 2:
        for (Vec3d& p : mesh.positions) {
            p = p * 0.75;
        }
        break;
    default:
        for (Vec3d& p : mesh.positions) {
            p = p + push * sine_cosine(dot(p, wave)).sine;
        }
        break;
    }
}

TEST(Model, RefittedSaysWhatBareMeshesSay) {
    Random random(25);
    std::size_t kept = 0;
    std::size_t solid = 0;
    std::size_t meeting = 0;
    const std::size_t cases = scaled(60);
    constexpr std::size_t deformations = 6;
    for (std::size_t i = 0; i < cases; ++i) {
        Case c = random_case(random);
        Model model_a = Model::prepare(c.a.view()).value();
        const Model model_b = Model::prepare(c.b.view()).value();
        for (std::size_t k = 0; k < deformations; ++k) {
            deform(random, c.a);
            const Model next = model_a.refitted(c.a.positions).value();
            kept += std::ranges::equal(next.data().tree.order(), model_a.data().tree.order()) &&
                            c.a.triangles.size() > 64
                        ? 1
                        : 0;
            model_a = next;
            const Body a{c.a.view(), c.pose_a};
            const Body b{c.b.view(), c.pose_b};
            ASSERT_EQ(disagreement(model_a, model_b, a, b), "") << "case " << i << ", " << k;
            solid += model_a.data().solidity().solid ? 1 : 0;
            meeting += collide(a, b)->verdict != Verdict::Apart ? 1 : 0;
        }
    }
    const std::size_t all = cases * deformations;
    EXPECT_GE(kept, all / 5);
    EXPECT_LE(kept, all * 4 / 5);
    EXPECT_GE(solid, all / 5);
    EXPECT_GE(meeting, all / 5);
    EXPECT_LE(meeting, all * 4 / 5);
}

TEST(Model, RefittedIsTheSameForAnyNumberOfThreads) {
    Mesh mesh = scenes::bumpy_sphere({.triangles = 60000, .seed = 3});
    const Model model = Model::prepare(mesh.view()).value();
    for (Vec3d& p : mesh.positions) {
        p.z *= 1.1;
    }
    const Model one = model.refitted(mesh.positions, Context(1)).value();
    const Model four = model.refitted(mesh.positions, Context(4)).value();
    EXPECT_TRUE(std::ranges::equal(one.data().tree.order(), model.data().tree.order()));
    EXPECT_TRUE(std::ranges::equal(one.data().tree.order(), four.data().tree.order()));
    EXPECT_EQ(one.data().tree.looseness(), four.data().tree.looseness());
    EXPECT_EQ(one.data().sorted_positions, four.data().sorted_positions);
}

TEST(Model, RefittedRefusesOtherVertices) {
    const Mesh ball = scenes::bumpy_sphere({.triangles = 100, .seed = 3});
    const Model model = Model::prepare(ball.view()).value();
    std::vector<Vec3d> positions = ball.positions;
    positions[7].y = std::numeric_limits<double>::infinity();
    EXPECT_EQ(model.refitted(positions).error().code, ErrorCode::NonFinite);
    positions.pop_back();
    EXPECT_EQ(model.refitted(positions).error().code, ErrorCode::InvalidArgument);
}

TEST(Model, PosesThatAreNoRotationsAreTakenAsTheyAre) {
    const Mesh a = scenes::box({-1, -1, -1}, {1, 1, 1});
    const Mesh b = scenes::box({-0.4, -0.5, -0.6}, {0.5, 0.6, 0.4});
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    std::vector<Rigid> poses;
    poses.push_back({.row_x = {-1, 0, 0}, .translation = {0.7, 0, 0}});  // a mirror
    poses.push_back({.row_x = {1, 0.5, 0}, .translation = {1.1, 0, 0}}); // a shear
    poses.push_back({.row_y = {0, 0, 0}, .translation = {0.9, 0, 0}});   // flattened
    poses.push_back({.row_x = {1 + 1e-9, 1e-9, 0}, .translation = {1.2, 0, 0}});
    poses.push_back({.translation = {0.9, 0, 0}, .scale = 1e-200});
    poses.push_back({.scale = 1e300});
    poses.push_back({.scale = 0});
    poses.push_back({.scale = -1});
    poses.push_back({.scale = nan});
    poses.push_back({.translation = {nan, 0, 0}});
    poses.push_back({.row_x = {std::numeric_limits<double>::infinity(), 0, 0}});
    for (std::size_t i = 0; i < poses.size(); ++i) {
        EXPECT_EQ(disagreement_of_models({a.view(), poses[i]}, {b.view()}), "") << i;
        EXPECT_EQ(disagreement_of_models({a.view()}, {b.view(), poses[i]}), "") << i;
        EXPECT_EQ(disagreement_of_models({a.view(), poses[i]}, {b.view(), poses[i]}), "") << i;
    }
}

TEST(Model, MeshesOfEverySizeAndPlace) {
    const Mesh ball = scenes::bumpy_sphere({.triangles = 400, .seed = 3});
    const Mesh small = scenes::bumpy_sphere({.triangles = 200, .radius = 0.5, .seed = 4});
    for (const double unit : {1e-300, 1e-150, 1e-40, 1e-20, 1e-3, 1e3, 1e20, 1e40, 1e150}) {
        for (const Vec3d offset : {Vec3d{}, Vec3d{1e6, -1e6, 1e6}, Vec3d{1e12, 0, 0}}) {
            const auto made = [&](const Mesh& mesh, Vec3d by) {
                Mesh moved = mesh;
                for (Vec3d& p : moved.positions) {
                    p = (p + by + offset) * unit;
                }
                return moved;
            };
            const Mesh a = made(ball, {});
            const Mesh b = made(small, {1.1, 0.2, 0});
            EXPECT_EQ(disagreement_of_models({a.view()}, {b.view()}), "") << unit << offset.x;
        }
    }
}

TEST(Model, SmallAndFlatMeshes) {
    const Mesh empty;
    const Mesh point{{{1, 2, 3}}, {{0, 0, 0}}};
    const Mesh triangle{{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}, {{0, 1, 2}}};
    const Mesh far_vertex{{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {1e9, 1e9, 1e9}}, {{0, 1, 2}}};
    const Mesh needle{{{1, 1, -1}, {1, 1, 1}, {1, 1, 2}}, {{0, 1, 2}}};
    Mesh sheet;
    for (std::uint32_t i = 0; i < 40; ++i) {
        sheet.positions.push_back({i * 0.25, 0, 0});
        sheet.positions.push_back({i * 0.25, 3, 0});
    }
    for (std::uint32_t i = 0; i + 2 < sheet.positions.size(); ++i) {
        sheet.triangles.push_back({i, i + 1, i + 2});
    }
    const std::array<const Mesh*, 6> meshes{&empty,      &point,  &triangle,
                                            &far_vertex, &needle, &sheet};
    for (const Mesh* a : meshes) {
        for (const Mesh* b : meshes) {
            EXPECT_EQ(disagreement_of_models({a->view()}, {b->view()}), "")
                << a->triangles.size() << ' ' << b->triangles.size();
            EXPECT_EQ(disagreement_of_models({a->view()}, {b->view(), rotation({1, 2, 3}, 1)}), "");
        }
    }
}

TEST(Model, RefusesWhatValidateRefuses) {
    const Mesh bad_index{{{0, 0, 0}}, {{0, 1, 2}}};
    const auto refused = Model::prepare(bad_index.view());
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message, validate(bad_index.view()).error().message);
}

bool holds(const ModelBox& box, Vec3d p) {
    return std::ranges::all_of(box.half_axes, [&](Vec3d half) {
        return std::abs(dot(p - box.centre, half)) <= dot(half, half) * (1 + 1e-6);
    });
}

TEST(Model, BoxesOfEachLevelHoldTheMesh) {
    Mesh mesh = scenes::bumpy_sphere({.triangles = 1200, .seed = 9});
    for (Vec3d& p : mesh.positions) {
        p = p * 40 + Vec3d{100, 200, 300};
    }
    const Model model = Model::prepare(mesh.view()).value();
    const std::size_t blocks = (mesh.triangles.size() + 7) / 8;
    const std::array<std::size_t, 4> counts{1, (blocks + 63) / 64, (blocks + 7) / 8, blocks};
    for (std::size_t level = 0; level < counts.size(); ++level) {
        const std::vector<ModelBox> boxes = model.boxes(level);
        ASSERT_EQ(boxes.size(), counts[level]);
        for (const TriangleIndices& t : mesh.triangles) {
            EXPECT_TRUE(std::ranges::any_of(boxes, [&](const ModelBox& box) {
                return holds(box, mesh.positions[t[0]]) && holds(box, mesh.positions[t[1]]) &&
                       holds(box, mesh.positions[t[2]]);
            })) << level;
        }
    }
    EXPECT_TRUE(model.boxes(counts.size()).empty());
    EXPECT_TRUE(Model::prepare(Mesh{}.view())->boxes(0).empty());
}

TEST(Model, ABodySaysWhetherItIsASolid) {
    Random random(26);
    std::size_t solid = 0;
    const std::size_t cases = scaled(200);
    for (std::size_t i = 0; i < cases; ++i) {
        const Case c = random_case(random);
        const Model model = Model::prepare(c.a.view()).value();
        const Body body = model.body(c.pose_a);
        const Diagnosis whole = diagnose(c.a.view()).value();
        ASSERT_NE(body.diagnosis, nullptr);
        EXPECT_EQ(body.diagnosis->solid(), whole.solid());
        EXPECT_EQ(body.diagnosis->reasons(), whole.reasons());
        EXPECT_EQ(body.diagnosis->inside_out, whole.inside_out);
        EXPECT_EQ(body.diagnosis->components, whole.components);
        EXPECT_EQ(difference(collide(body, {c.b.view(), c.pose_b}),
                             collide({c.a.view(), c.pose_a, &whole}, {c.b.view(), c.pose_b})),
                  "");
        solid += whole.solid() ? 1 : 0;
    }
    EXPECT_GE(solid, cases / 4);
    EXPECT_LE(solid, cases * 9 / 10);
}

TEST(Model, AMemoryChangesNothing) {
    Random random(23);
    for (std::size_t i = 0; i < scaled(300); ++i) {
        const Case c = random_case(random);
        const auto model_a = Model::prepare(c.a.view());
        const auto model_b = Model::prepare(c.b.view());
        const PlacedModel a{*model_a, c.pose_a};
        const PlacedModel b{*model_b, c.pose_b};
        PairMemory memory;
        const auto any = [&] { return static_cast<std::uint32_t>(random.below(400)); };
        memory.crossing = PairMemory::Triangles{any(), any()};
        memory.nearest = PairMemory::Triangles{any(), any()};
        for (int again = 0; again < 2; ++again) {
            EXPECT_EQ(difference(collide(a, b, memory), collide(a, b)), "") << i;
            EXPECT_EQ(difference(distance(a, b, memory), distance(a, b)), "") << i;
            EXPECT_EQ(difference(within(a, b, 0.2, memory), within(a, b, 0.2)), "") << i;
        }
    }
}

TEST(Model, ABatchSaysWhatSingleCallsSay) {
    const Mesh a = scenes::bumpy_sphere({.triangles = 3000, .seed = 6});
    const Mesh b = scenes::bumpy_sphere({.triangles = 1000, .radius = 0.7, .seed = 7});
    const auto model_a = Model::prepare(a.view());
    const auto model_b = Model::prepare(b.view());
    Random random(24);
    std::vector<PosePair> poses(200);
    for (PosePair& pose : poses) {
        pose = {random_pose(random, 1), random_pose(random, 2)};
    }
    std::size_t crossing = 0;
    for (const unsigned threads : {1U, 2U, 5U}) {
        const auto batch = collide_batch(*model_a, *model_b, poses, {}, Context(threads));
        ASSERT_TRUE(batch);
        ASSERT_EQ(batch->size(), poses.size());
        for (std::size_t i = 0; i < poses.size(); ++i) {
            const auto single = collide({*model_a, poses[i].a}, {*model_b, poses[i].b});
            ASSERT_EQ(difference(Expected((*batch)[i]), single), "") << i;
            crossing += single->verdict == Verdict::Crossing ? 1 : 0;
        }
    }
    EXPECT_GE(crossing, 3U * 40);
    EXPECT_LE(crossing, 3U * 160);

    poses[3].b.scale = 0;
    poses[7].a.scale = -1;
    const auto refused = collide_batch(*model_a, *model_b, poses);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message, "pose 3: body B: the scale of its pose must be positive");
}

TEST(Model, WhatWasCancelledIsNotCalledApart) {
    const Mesh a = scenes::bumpy_sphere({.triangles = 3000, .seed = 6});
    const auto model = Model::prepare(a.view());
    Context context(1);
    context.cancel();
    const auto found = collide({*model}, {*model, translation({9, 0, 0})}, {}, context);
    ASSERT_TRUE(found);
    EXPECT_TRUE(found->partial);
    EXPECT_FALSE(found->decided());
    EXPECT_TRUE(distance({*model}, {*model, translation({9, 0, 0})}, context)->partial);
    const std::array<PosePair, 3> poses{};
    const auto batch = collide_batch(*model, *model, poses, {}, context);
    ASSERT_TRUE(batch);
    for (const Interference& result : *batch) {
        EXPECT_TRUE(result.partial);
        EXPECT_FALSE(result.decided());
    }
}

/// A prism over the convex polygon of the points (i, i^2), its ends cut into fans around a corner.
Mesh fanned_prism(std::uint32_t corners, std::uint32_t hub, double low, double high) {
    Mesh mesh;
    for (const double z : {low, high}) {
        for (std::uint32_t i = 0; i < corners; ++i) {
            mesh.positions.push_back({double(i), double(i) * double(i), z});
        }
    }
    const auto top = [&](std::uint32_t i) { return corners + i % corners; };
    for (std::uint32_t i = 0; i < corners; ++i) {
        mesh.triangles.push_back({i, (i + 1) % corners, top(i + 1)});
        mesh.triangles.push_back({i, top(i + 1), top(i)});
    }
    for (std::uint32_t i = 1; i + 1 < corners; ++i) {
        mesh.triangles.push_back({top(hub), top(hub + i), top(hub + i + 1)});
        mesh.triangles.push_back({hub, (hub + i + 1) % corners, (hub + i) % corners});
    }
    return mesh;
}

TEST(Model, FansThatLieFlushNeedPairsInProportionToTheirTriangles) {
    constexpr std::uint32_t corners = 1000;
    const Mesh lower = fanned_prism(corners, 0, 0, 1);
    const Mesh upper = fanned_prism(corners, corners / 3, 1, 2);
    const Model a = *Model::prepare(lower.view());
    const Model b = *Model::prepare(upper.view());
    const auto of_models = collide({a}, {b}, CollideOptions{}, Context(1));
    const auto of_meshes = collide(Body{lower.view()}, Body{upper.view()}, {}, Context(1));
    ASSERT_TRUE(of_models && of_meshes);
    EXPECT_EQ(of_models->verdict, Verdict::Touching);
    EXPECT_EQ(of_models->hash, of_meshes->hash);
    EXPECT_LE(of_models->counters.candidate_pairs, 64 * lower.triangles.size());
}

} // namespace
} // namespace impinge::tests
