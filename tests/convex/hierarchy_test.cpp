// SPDX-License-Identifier: Apache-2.0
//
// Hierarchies against the exact engine on their merged meshes, and against brute force over parts.
#include "impinge/hierarchy.hpp"

#include "base/random.hpp"
#include "convex/hierarchy/hierarchy_data.hpp"
#include "impinge/collide.hpp"
#include "impinge/distance.hpp"
#include "scenes/assembly.hpp"
#include "scenes/brick_solid.hpp"
#include "tests/convex/convex_shapes.hpp"
#include "tests/support/scale.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <map>

namespace impinge::tests {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

Polytope unit_box() { return polytope_of(scenes::box({0, 0, 0}, {1, 1, 1})); }

Rigid random_pose(Random& random, double spread) {
    const Vec3d axis = random.in_box({-1, -1, -1}, {1, 1, 1});
    Rigid pose = rotation(axis, random.uniform(0, 6));
    pose.translation = random.in_box({-spread, -spread, -spread}, {spread, spread, spread});
    return pose;
}

const std::vector<Polytope>& shapes() {
    static const std::vector<Polytope> made{
        polytope_of(scenes::box({-0.5, -0.25, -0.25}, {0.5, 0.25, 0.25})),
        polytope_of(octahedron_mesh()),
        polytope_of(frustum_mesh({.corners = 6, .radius = 0.5, .half_height = 0.75, .roof = 0.5})),
        polytope_of(scenes::random_polytope({.triangles = 36, .radii = {1, 0.5, 0.5}, .seed = 4}))};
    return made;
}

/// Up to `most` parts in groups within groups.
Hierarchy random_hierarchy(Random& random, std::size_t most, NodeVolume volume) {
    Hierarchy hierarchy(volume);
    std::vector<PartId> groups{0};
    const std::size_t parts = 1 + random.below(most);
    for (std::size_t i = 0; i < parts; ++i) {
        if (random.below(2) == 0) {
            Rigid pose = random_pose(random, 0.5);
            pose.scale = random.uniform(0.5, 1.5);
            groups.push_back(
                hierarchy.add_group(groups[random.below(groups.size())], pose).value());
        }
        Rigid pose = random_pose(random, 1);
        pose.scale = random.uniform(0.25, 0.75);
        const Polytope& shape = shapes()[random.below(shapes().size())];
        EXPECT_TRUE(hierarchy.add_part(shape, pose, groups[random.below(groups.size())]));
    }
    return hierarchy;
}

/// Inside means: of all parts, so one body is often made a single large part.
Hierarchy one_large_part(Random& random) {
    Hierarchy hierarchy;
    Rigid pose = random_pose(random, 1);
    pose.scale = random.uniform(1, 8);
    EXPECT_TRUE(hierarchy.add_part(shapes()[random.below(shapes().size())], pose));
    return hierarchy;
}

ConvexVerdict as_convex(Verdict verdict) {
    switch (verdict) {
    case Verdict::Apart:
        return ConvexVerdict::Apart;
    case Verdict::Crossing:
        return ConvexVerdict::Crossing;
    case Verdict::AInsideB:
        return ConvexVerdict::AInsideB;
    case Verdict::BInsideA:
        return ConvexVerdict::BInsideA;
    default:
        return ConvexVerdict::Unsure;
    }
}

ConvexVerdict exact_verdict(const HierarchyBody& a, const HierarchyBody& b) {
    const Mesh mesh_a = a.shape.merged_mesh();
    const Mesh mesh_b = b.shape.merged_mesh();
    return as_convex(collide({mesh_a.view(), a.pose}, {mesh_b.view(), b.pose})->verdict);
}

/// A leaf as it is in the merged mesh.
Mesh leaf_mesh(const Hierarchy& hierarchy, PartId leaf) {
    const MeshView mesh = hierarchy.shape(leaf).mesh();
    Mesh copy{.positions = {}, .triangles = {mesh.triangles().begin(), mesh.triangles().end()}};
    for (const Vec3d vertex : hierarchy.shape(leaf).vertices()) {
        copy.positions.push_back(apply(hierarchy.pose(leaf), vertex));
    }
    return copy;
}

/// Every pair of leaves by the exact engine: those not apart.
std::map<std::pair<PartId, PartId>, ConvexVerdict> exact_parts(const HierarchyBody& a,
                                                               const HierarchyBody& b) {
    std::map<std::pair<PartId, PartId>, ConvexVerdict> found;
    for (const PartId leaf_a : a.shape.leaves()) {
        const Mesh mesh_a = leaf_mesh(a.shape, leaf_a);
        for (const PartId leaf_b : b.shape.leaves()) {
            const Mesh mesh_b = leaf_mesh(b.shape, leaf_b);
            const auto met = collide({mesh_a.view(), a.pose}, {mesh_b.view(), b.pose});
            if (met->verdict != Verdict::Apart) {
                found.emplace(std::pair(leaf_a, leaf_b), as_convex(met->verdict));
            }
        }
    }
    return found;
}

/// That every leaf vertex lies in the volumes of all nodes above it, to the stated error.
void expect_sound_volumes(const Hierarchy& hierarchy) {
    const Hierarchy::Data& data = hierarchy.data();
    for (const PartId leaf : hierarchy.leaves()) {
        for (const Vec3d vertex : leaf_mesh(hierarchy, leaf).positions) {
            for (PartId node = leaf; node != 0; node = hierarchy.parent(node)) {
                const HierarchyNode& above = data.nodes[hierarchy.parent(node)];
                const double error = 2 * data.error / above.pose.scale;
                const Vec3d inside = apply(inverse(above.pose), vertex);
                const Vec3d grown{error, error, error};
                EXPECT_TRUE(contains({above.box.min - grown, above.box.max + grown}, inside));
                for (std::uint32_t face = 0; above.hull && face < above.hull->face_count();
                     ++face) {
                    const Vec3d on_face = above.hull->vertices()[above.hull->face(face)[0]];
                    EXPECT_LE(dot(above.hull->face_normal(face), inside - on_face), error);
                }
            }
        }
    }
}

TEST(Hierarchy, MergesItsPartsInTheOrderOfTheirNumbers) {
    Hierarchy hierarchy;
    const PartId group = hierarchy.add_group(0, translation({10, 0, 0})).value();
    const PartId first = hierarchy.add_part(unit_box(), translation({0, 5, 0}), group).value();
    const PartId second = hierarchy.add_part(unit_box()).value();
    EXPECT_THAT(hierarchy.leaves(), testing::ElementsAre(first, second));
    EXPECT_EQ(hierarchy.node_count(), 4U);
    EXPECT_EQ(hierarchy.parent(first), group);
    const Mesh merged = hierarchy.merged_mesh();
    ASSERT_EQ(merged.positions.size(), 16U);
    ASSERT_EQ(merged.triangles.size(), 24U);
    EXPECT_EQ(merged.positions[0], unit_box().vertices()[0] + (Vec3d{10, 5, 0}));
    EXPECT_EQ(merged.positions[8], unit_box().vertices()[0]);
    EXPECT_EQ(hierarchy.world_box(translation({0, 0, 1})), (Box3{{0, 0, 1}, {11, 6, 2}}));
    EXPECT_TRUE(diagnose(merged.view())->solid());
}

TEST(Hierarchy, RefusesParentsThatAreNoGroupsAndPosesThatAreNoRotations) {
    Hierarchy hierarchy;
    const PartId leaf = hierarchy.add_part(unit_box()).value();
    EXPECT_FALSE(hierarchy.add_part(unit_box(), {}, leaf));
    EXPECT_FALSE(hierarchy.add_group(leaf));
    EXPECT_FALSE(hierarchy.add_group(7));
    EXPECT_FALSE(hierarchy.set_pose(7, {}));
    const double nan = std::numeric_limits<double>::quiet_NaN();
    for (const Rigid& bad :
         {Rigid{.scale = 0}, Rigid{.scale = -1}, Rigid{.row_x = {-1, 0, 0}},
          Rigid{.row_x = {2, 0, 0}}, Rigid{.row_x = {nan, 0, 0}}, translation({infinity, 0, 0})}) {
        EXPECT_FALSE(hierarchy.add_part(unit_box(), bad));
        EXPECT_FALSE(hierarchy.set_pose(leaf, bad));
        HierarchyMemory memory;
        EXPECT_FALSE(meeting({hierarchy, bad}, {hierarchy}, memory));
        EXPECT_FALSE(hierarchy_distance({hierarchy}, {hierarchy, bad}, memory, 1));
    }
    EXPECT_EQ(hierarchy.node_count(), 2U);
    EXPECT_TRUE(is_identity(hierarchy.pose(leaf)));
}

TEST(Hierarchy, MovesWhatIsBelowAPartAndNothingElse) {
    for (const NodeVolume volume : {NodeVolume::Box, NodeVolume::Hull}) {
        Random random(5);
        for (std::size_t round = 0; round < scaled(200); ++round) {
            Hierarchy hierarchy = random_hierarchy(random, 8, volume);
            expect_sound_volumes(hierarchy);
            const Hierarchy before = hierarchy;
            const auto moved = static_cast<PartId>(random.below(hierarchy.node_count()));
            const Rigid pose = random_pose(random, 2);
            ASSERT_TRUE(hierarchy.set_pose(moved, pose));
            EXPECT_EQ(hierarchy.pose_in_parent(moved), pose);
            expect_sound_volumes(hierarchy);
            for (PartId part = 0; part < hierarchy.node_count(); ++part) {
                PartId above = part;
                while (above != moved && above != 0) {
                    above = hierarchy.parent(above);
                }
                EXPECT_EQ(hierarchy.pose(part) == before.pose(part), above != moved);
            }
        }
    }
}

TEST(Hierarchy, IsMadeFromAMeshOfConvexParts) {
    std::vector<Mesh> boxes;
    for (int i = 0; i < 9; ++i) { // flush: they share positions
        boxes.push_back(scenes::box({i * 1.0, 0, 0}, {i + 1.0, 1 + i % 2 * 1.0, 1}));
    }
    const Mesh row = scenes::joined(boxes);
    for (const NodeVolume volume : {NodeVolume::Box, NodeVolume::Hull}) {
        const auto hierarchy = Hierarchy::from_mesh(row.view(), volume);
        ASSERT_TRUE(hierarchy) << hierarchy.error().message;
        EXPECT_EQ(hierarchy->leaves().size(), 9U);
        EXPECT_GT(hierarchy->node_count(), 15U); // halved, so most groups have two children
        expect_sound_volumes(*hierarchy);
        EXPECT_EQ(hierarchy->world_box({}), (Box3{{0, 0, 0}, {9, 2, 1}}));
        const Mesh merged = hierarchy->merged_mesh();
        EXPECT_EQ(collide({merged.view()}, {row.view()})->verdict, Verdict::Same);
    }
}

TEST(Hierarchy, IsMadeFromLooseTriangles) {
    const Mesh whole =
        scenes::joined({octahedron_mesh(), scenes::moved(octahedron_mesh(), {5, 0, 0})});
    Mesh loose;
    for (std::size_t i = 0; i < whole.triangles.size(); ++i) {
        const auto first = static_cast<std::uint32_t>(loose.positions.size());
        for (const std::uint32_t corner : whole.triangles[i]) {
            loose.positions.push_back(whole.positions[corner]);
        }
        loose.triangles.push_back({first, first + 1, first + 2});
    }
    const auto hierarchy = Hierarchy::from_mesh(loose.view());
    ASSERT_TRUE(hierarchy) << hierarchy.error().message;
    EXPECT_EQ(hierarchy->leaves().size(), 2U);
}

TEST(Hierarchy, NamesThePartThatIsNotConvex) {
    const std::vector<Box3> angle{{{0, 0, 0}, {2, 1, 1}}, {{0, 0, 0}, {1, 2, 1}}};
    const Mesh mesh =
        scenes::joined({scenes::box({5, 5, 5}, {6, 6, 6}), scenes::union_of_bricks(angle)});
    const auto hierarchy = Hierarchy::from_mesh(mesh.view());
    ASSERT_FALSE(hierarchy);
    EXPECT_THAT(hierarchy.error().message, testing::StartsWith("part 2 of 2 of the mesh: "));
    EXPECT_FALSE(Hierarchy::from_mesh(Mesh{{{0, 0, 0}}, {{0, 0, 1}}}.view()));
}

TEST(HierarchyMeeting, IsApartFromAHierarchyWithoutParts) {
    Hierarchy empty;
    EXPECT_TRUE(empty.add_group());
    Hierarchy box;
    EXPECT_TRUE(box.add_part(unit_box()));
    HierarchyMemory memory;
    EXPECT_EQ(meeting({empty}, {box}, memory)->verdict, ConvexVerdict::Apart);
    EXPECT_EQ(meeting({empty}, {empty}, memory)->verdict, ConvexVerdict::Apart);
    EXPECT_EQ(hierarchy_distance({empty}, {box}, memory, infinity)->distance, infinity);
    EXPECT_TRUE(is_empty(empty.world_box({})));
}

struct Tally {
    std::map<ConvexVerdict, std::size_t> verdicts;
    std::size_t meetings = 0;

    [[nodiscard]] double share(ConvexVerdict verdict) const {
        const auto found = verdicts.find(verdict);
        return found == verdicts.end()
                   ? 0
                   : static_cast<double>(found->second) / static_cast<double>(meetings);
    }
};

void expect_right(const HierarchyBody& a, const HierarchyBody& b, HierarchyMemory& memory,
                  Tally& tally) {
    const auto met = meeting(a, b, memory);
    ASSERT_TRUE(met);
    ++tally.meetings;
    ++tally.verdicts[met->verdict];
    if (met->verdict != ConvexVerdict::Unsure) {
        ASSERT_EQ(met->verdict, exact_verdict(a, b));
    }
    auto parts = exact_parts(a, b);
    PartPair before;
    for (const PartPair& pair : met->parts) {
        EXPECT_TRUE(pair == met->parts.front() ||
                    std::pair(before.a, before.b) < std::pair(pair.a, pair.b));
        before = pair;
        if (pair.verdict != ConvexVerdict::Unsure) {
            EXPECT_EQ(parts.at({pair.a, pair.b}), pair.verdict);
        }
        parts.erase({pair.a, pair.b});
    }
    EXPECT_TRUE(parts.empty()); // none that meet are left out
}

TEST(HierarchyMeeting, SaysWhatTheExactEngineSaysOfTheMergedMeshes) {
    Tally tally;
    Random random(11);
    for (std::size_t round = 0; round < scaled(800); ++round) {
        const NodeVolume volume = round % 2 == 0 ? NodeVolume::Box : NodeVolume::Hull;
        Hierarchy a = random_hierarchy(random, 5, volume);
        const Hierarchy b =
            round % 3 == 0 ? one_large_part(random) : random_hierarchy(random, 5, volume);
        HierarchyMemory memory;
        const double far = round % 5 == 0 ? 1e6 : 0;
        Rigid pose_a = random_pose(random, 0.5);
        const Rigid pose_b = compose(translation({far, far, -far}), random_pose(random, 0.5));
        pose_a.translation = pose_a.translation + Vec3d{far, far, -far};
        for (int frame = 0; frame < 6; ++frame) {
            pose_a.translation = pose_a.translation + random.in_box({0, 0, 0}, {0.4, 0.4, 0.4});
            const auto part = static_cast<PartId>(random.below(a.node_count()));
            ASSERT_TRUE(a.set_pose(part, random_pose(random, 0.75)));
            expect_right({a, pose_a}, {b, pose_b}, memory, tally);
        }
    }
    if (is_full_run()) {
        EXPECT_GT(tally.share(ConvexVerdict::Apart), 0.15);
        EXPECT_GT(tally.share(ConvexVerdict::Crossing), 0.3);
        EXPECT_GT(tally.share(ConvexVerdict::AInsideB), 0.02);
        EXPECT_LT(tally.share(ConvexVerdict::Unsure), 0.05);
    }
}

/// Boxes with whole coordinates, which touch, coincide and lie flush all the time. Under `turned`.
Hierarchy random_stack(Random& random, const Rigid& turned) {
    Hierarchy hierarchy;
    const PartId group = hierarchy.add_group(0, turned).value();
    const std::size_t parts = 1 + random.below(3);
    for (std::size_t i = 0; i < parts; ++i) {
        const Vec3d low{random.integer(0, 3) * 1.0, random.integer(0, 3) * 1.0,
                        random.integer(0, 1) * 1.0};
        const Vec3d size{random.integer(1, 3) * 1.0, random.integer(1, 3) * 1.0, 1.0};
        EXPECT_TRUE(hierarchy.add_part(polytope_of(scenes::box(low, low + size)), {}, group));
    }
    return hierarchy;
}

TEST(HierarchyMeeting, IsNeverWrongWhereFacesLieInCommonPlanes) {
    Tally tally;
    Random random(12);
    for (std::size_t round = 0; round < scaled(2500); ++round) {
        const Hierarchy a = random_stack(random, {});
        const Hierarchy b = round % 8 == 0 ? a : random_stack(random, {});
        const Rigid turn = rotation_degrees({0, 0, 1}, 90.0 * random.integer(0, 3));
        const Rigid pose = compose(translation({random.integer(-2, 2) * 1.0, 0, 0}), turn);
        HierarchyMemory memory;
        expect_right({a, pose}, {b, round % 8 == 0 ? pose : Rigid{}}, memory, tally);
    }
    if (is_full_run()) {
        EXPECT_GT(tally.share(ConvexVerdict::Unsure), 0.1);
        EXPECT_GT(tally.share(ConvexVerdict::Crossing), 0.04);
        EXPECT_GT(tally.share(ConvexVerdict::Apart), 0.05);
    }
}

// The same turned and moved, a part of the way inside the hierarchy and the rest outside: whether
// faces touch, cross or are apart is up to the rounding of single vertices.
TEST(HierarchyMeeting, IsNeverWrongWhereRoundingDecides) {
    Tally tally;
    Random random(14);
    for (std::size_t round = 0; round < scaled(2500); ++round) {
        Rigid placed = random_pose(random, round % 2 == 0 ? 1 : 1000);
        placed.scale = random.uniform(0.5, 2);
        const Rigid within_a = random_pose(random, round % 3 == 0 ? 100 : 1);
        const Rigid within_b = random_pose(random, 1);
        const Hierarchy a = random_stack(random, within_a);
        const Hierarchy b = random_stack(random, within_b);
        const Rigid shift = translation({random.integer(-2, 2) * 1.0, 0, 0});
        HierarchyMemory memory;
        expect_right({a, compose(placed, compose(shift, inverse(within_a)))},
                     {b, compose(placed, inverse(within_b))}, memory, tally);
    }
    if (is_full_run()) {
        EXPECT_GT(tally.share(ConvexVerdict::Unsure), 0.1);
        EXPECT_LT(tally.share(ConvexVerdict::Unsure), 0.9);
    }
}

TEST(HierarchyMeeting, LeavesEqualBodiesToTheExactEngine) {
    const Mesh mesh =
        scenes::joined({scenes::box({0, 0, 0}, {1, 1, 1}), scenes::box({1, 0, 0}, {3, 1, 1})});
    const Hierarchy bar = Hierarchy::from_mesh(mesh.view()).value();
    HierarchyMemory memory;
    EXPECT_EQ(meeting({bar}, {bar}, memory)->verdict, ConvexVerdict::Unsure);
    EXPECT_EQ(collide({mesh.view()}, {mesh.view()})->verdict, Verdict::Same);
}

TEST(HierarchyMeeting, LooksAtFewNodesOfBodiesThatMeetInOnePlace) {
    std::vector<Mesh> boxes;
    for (int i = 0; i < 64; ++i) {
        boxes.push_back(scenes::box({i * 2.0, 0, 0}, {i * 2 + 1.0, 1, 1}));
    }
    const Hierarchy row = Hierarchy::from_mesh(scenes::joined(boxes).view()).value();
    HierarchyMemory memory;
    const Rigid end_to_end =
        compose(translation({126.5, 0.25, 0.25}), rotation_degrees({0, 1, 0}, 45));
    for (int repeat = 0; repeat < 2; ++repeat) {
        const auto met = meeting({row}, {row, end_to_end}, memory);
        EXPECT_EQ(met->verdict, ConvexVerdict::Crossing);
        EXPECT_EQ(met->parts.size(), 1U);
        EXPECT_LT(met->node_pairs, 64U); // of 127 * 127
    }
}

TEST(HierarchyDistance, IsThatOfTheMergedMeshes) {
    Random random(13);
    std::size_t apart = 0;
    const std::size_t rounds = scaled(600);
    for (std::size_t round = 0; round < rounds; ++round) {
        const NodeVolume volume = round % 2 == 0 ? NodeVolume::Box : NodeVolume::Hull;
        const Hierarchy a = random_hierarchy(random, 6, volume);
        const Hierarchy b = random_hierarchy(random, 6, volume);
        HierarchyMemory memory;
        Rigid pose_a = random_pose(random, 2);
        const Rigid pose_b = random_pose(random, 2);
        for (int frame = 0; frame < 3; ++frame) {
            pose_a.translation = pose_a.translation + random.in_box({0, 0, 0}, {0.5, 0.5, 0.5});
            const auto found = hierarchy_distance({a, pose_a}, {b, pose_b}, memory, infinity);
            ASSERT_TRUE(found);
            if (exact_verdict({a, pose_a}, {b, pose_b}) != ConvexVerdict::Apart) {
                EXPECT_LE(found->distance, 1e-12);
                continue;
            }
            ++apart;
            const Mesh mesh_a = a.merged_mesh();
            const Mesh mesh_b = b.merged_mesh();
            const auto exact = distance({mesh_a.view(), pose_a}, {mesh_b.view(), pose_b});
            EXPECT_NEAR(found->distance, exact->distance, 1e-12);
            EXPECT_NEAR(length(found->closest.point_a - found->closest.point_b), exact->distance,
                        1e-12);
            // Neither the memory nor the limit changes a bit of it.
            HierarchyMemory nothing;
            const auto again =
                hierarchy_distance({a, pose_a}, {b, pose_b}, nothing, found->distance);
            EXPECT_EQ(again->distance, found->distance);
            EXPECT_EQ(std::pair(again->part_a, again->part_b),
                      std::pair(found->part_a, found->part_b));
            EXPECT_EQ(again->closest.point_a, found->closest.point_a);
            const double below = std::nextafter(found->distance, 0);
            EXPECT_EQ(hierarchy_distance({a, pose_a}, {b, pose_b}, memory, below)->distance,
                      infinity);
        }
    }
    if (is_full_run()) {
        EXPECT_GT(apart, rounds);
        EXPECT_LT(apart, rounds * 29 / 10);
    }
}

} // namespace
} // namespace impinge::tests
