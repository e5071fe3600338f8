// SPDX-License-Identifier: Apache-2.0
#include "model/obb_tree.hpp"

#include "base/random.hpp"
#include "impinge/triangle.hpp"
#include "model/meeting_blocks.hpp"
#include "model/model_data.hpp"
#include "scenes/bumpy_sphere.hpp"
#include "tests/support/random_rotation.hpp"
#include "tests/support/random_soups.hpp"
#include "tests/support/scale.hpp"

#include <gtest/gtest.h>

#include <set>

namespace impinge::tests {
namespace {

using namespace model;

ObbTree tree_of(const Mesh& mesh, unsigned threads) {
    const Context context(threads);
    const Box3 box = box_of_triangles(mesh.positions, mesh.triangles, context);
    auto order = ObbTree::order_of(mesh.positions, mesh.triangles, box, context);
    const Mesh sorted = sorted_mesh({mesh.positions, mesh.triangles}, order).mesh;
    return {{sorted.positions, sorted.triangles},
            std::make_shared<const std::vector<std::uint32_t>>(std::move(order)),
            box,
            context};
}

Vec3d in_frame(const ObbTree& tree, Vec3d p) {
    return (p - tree.frame().centre) * tree.frame().unit;
}

/// By how much the point lies outside the box; worked out in double.
double outside(const FloatBox& box, Vec3d p) {
    const Vec3d d = p - Vec3d{box.centre[0], box.centre[1], box.centre[2]};
    double most = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        const Vec3d axis{box.axis[i][0], box.axis[i][1], box.axis[i][2]};
        most = std::max(most, std::abs(dot(d, axis)) - double{box.half[i]});
    }
    return most;
}

void expect_sound(const Mesh& mesh) {
    const ObbTree tree = tree_of(mesh, 2);
    ASSERT_EQ(tree.order().size(), mesh.triangles.size());
    const std::set<std::uint32_t> each(tree.order().begin(), tree.order().end());
    ASSERT_EQ(each.size(), mesh.triangles.size());
    std::size_t per_box = lanes;
    for (std::uint32_t level = 0; level <= tree.root().level; ++level, per_box *= lanes) {
        for (std::size_t entry = 0; entry < tree.order().size(); ++entry) {
            const FloatBox box = tree.box({level, static_cast<std::uint32_t>(entry / per_box)});
            for (const std::uint32_t corner : mesh.triangles[tree.order()[entry]]) {
                ASSERT_LE(outside(box, in_frame(tree, mesh.positions[corner])), 0)
                    << "level " << level;
            }
        }
    }
    EXPECT_EQ(tree.root().index, 0U);
    EXPECT_GE(per_box / lanes, tree.order().size());
}

TEST(ObbTree, EveryBoxHoldsItsTriangles) {
    Random random(31);
    for (const std::size_t triangles : {32U, 100U, 512U, 513U, 5000U}) {
        expect_sound(scenes::bumpy_sphere({.triangles = triangles}));
    }
    for (std::size_t i = 1; i <= scaled(70); ++i) {
        expect_sound(scattered_soup(random, i, 0.3));
        expect_sound(grid_soup(random, i, 6, 2 + static_cast<int>(i % 3)));
    }
}

TEST(ObbTree, DoesNotDependOnThreads) {
    const Mesh mesh = scenes::bumpy_sphere({.triangles = 40000});
    const ObbTree one = tree_of(mesh, 1);
    const ObbTree four = tree_of(mesh, 4);
    ASSERT_TRUE(std::ranges::equal(one.order(), four.order()));
    for (std::uint32_t level = 0; level <= one.root().level; ++level) {
        for (std::uint32_t i = 0; i < mesh.triangles.size() >> (3 * level + 3); ++i) {
            ASSERT_EQ(one.box({level, i}).centre, four.box({level, i}).centre);
            ASSERT_EQ(one.box({level, i}).half, four.box({level, i}).half);
        }
    }
}

TEST(ObbTree, KnowsTheBoxInTheWorld) {
    Random random(36);
    for (std::size_t i = 0; i < scaled(300); ++i) {
        const Mesh mesh = i % 2 == 0 ? scattered_soup(random, 1 + random.below(2000), 0.3)
                                     : scenes::bumpy_sphere({.triangles = 32 + random.below(3000),
                                                             .seed = random.next()});
        const auto model = Model::prepare(mesh.view(), Context(1));
        Rigid pose = random_rotation(random);
        pose.translation = random.direction() * random.uniform(0, 1000);
        pose.scale = random.uniform(0.1, 10);
        Box3 expected;
        for (const TriangleIndices& t : mesh.triangles) {
            for (const std::uint32_t corner : t) {
                expected = extend(expected, apply(pose, mesh.positions[corner]));
            }
        }
        const auto bounds = world_box_bounds({*model, pose});
        ASSERT_TRUE(bounds);
        ASSERT_EQ(world_box({*model, pose}), expected) << i;
        ASSERT_TRUE(contains(bounds->outer, expected.min) && contains(bounds->outer, expected.max));
        ASSERT_TRUE(contains(expected, bounds->inner.min) && contains(expected, bounds->inner.max));
    }
}

FloatBox random_box(Random& random, double reach) {
    FloatBox box;
    const Rigid turn = random_rotation(random);
    const Vec3d centre = random.in_box({-reach, -reach, -reach}, {reach, reach, reach});
    box.centre = to_floats(centre);
    box.axis = {to_floats(turn.row_x), to_floats(turn.row_y), to_floats(turn.row_z)};
    const auto side = [&] { return static_cast<float>(random.uniform(0, 0.4)); };
    box.half = {side(), side(), random.below(4) == 0 ? 0.0F : side()};
    return box;
}

Vec3d point_of(Random& random, const FloatBox& box) {
    Vec3d p{box.centre[0], box.centre[1], box.centre[2]};
    for (std::size_t i = 0; i < 3; ++i) {
        const double along = random.uniform(-1, 1) * double{box.half[i]};
        p = p + Vec3d{box.axis[i][0], box.axis[i][1], box.axis[i][2]} * along;
    }
    return p;
}

TEST(BoxTests, GapsAreNotAboveDistances) {
    Random random(32);
    std::size_t apart = 0;
    const std::size_t cases = scaled(4000);
    for (std::size_t i = 0; i < cases; ++i) {
        BoxGroup group;
        std::array<FloatBox, lanes> boxes;
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            boxes[lane] = random_box(random, 0.7);
            for (std::size_t k = 0; k < 3; ++k) {
                group.centre[k][lane] = boxes[lane].centre[k];
                group.half[k][lane] = boxes[lane].half[k];
                for (std::size_t j = 0; j < 3; ++j) {
                    group.axis[j][k][lane] = boxes[lane].axis[j][k];
                }
            }
        }
        const FloatBox box = random_box(random, 0.7);
        Lane8 gap;
        Lane8 distance;
        constexpr float limit = 0.25F;
        const std::uint32_t by_gap = gaps(group, box, limit, gap);
        const std::uint32_t by_distance = distances(group, box, limit, distance);
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            ASSERT_LE(gap[lane], distance[lane]);
            ASSERT_EQ((by_gap >> lane & 1) != 0, gap[lane] <= limit);
            ASSERT_EQ((by_distance >> lane & 1) != 0, distance[lane] <= limit);
            apart += distance[lane] > 0 ? 1 : 0;
            for (int sample = 0; sample < 20; ++sample) {
                const double true_distance =
                    length(point_of(random, box) - point_of(random, boxes[lane]));
                ASSERT_LE(distance[lane], true_distance + 2e-6);
            }
        }
    }
    EXPECT_GE(apart, cases * 2);
    EXPECT_LE(apart, cases * 15 / 2);
}

/// A block of triangles around the origin.
TriangleBlock random_block(Random& random, double size) {
    TriangleBlock block;
    for (auto& corner : block.corner) {
        for (auto& coordinate : corner) {
            for (float& value : coordinate) {
                value = static_cast<float>(random.uniform(-size, size));
            }
        }
    }
    return block;
}

Triangle widened(const FloatTriangle& t) {
    const auto corner = [&](std::size_t c) {
        return Vec3d{t.corner[c][0], t.corner[c][1], t.corner[c][2]};
    };
    return {{corner(0), corner(1), corner(2)}};
}

TEST(BoxTests, TrianglesThatMeetAreNeverDropped) {
    Random random(33);
    std::size_t meeting = 0;
    std::size_t dropped = 0;
    const std::size_t cases = scaled(20000);
    constexpr float slack = 1e-6F;
    for (std::size_t i = 0; i < cases; ++i) {
        const TriangleBlock block = random_block(random, 0.3);
        const TriangleBlock other = random_block(random, 0.3);
        const FloatTriangle one = triangle_of(other, 5);
        std::array<std::uint32_t, lanes> meeting_lanes{};
        const std::array<float, 3> origin =
            to_floats(random.in_box({-0.3, -0.3, -0.3}, {0.3, 0.3, 0.3}));
        meeting_blocks(other, 1U << 5, block, origin, slack, meeting_lanes);
        const std::uint32_t kept = meeting_lanes[5];
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            const bool meets = triangles_intersect(widened(triangle_of(block, lane)), widened(one));
            const bool is_kept = ((kept >> lane) & 1U) != 0;
            ASSERT_TRUE(is_kept || !meets) << i;
            meeting += meets ? 1 : 0;
            dropped += is_kept ? 0 : 1;
        }
    }
    EXPECT_GE(meeting, cases / 2);
    EXPECT_GE(dropped, cases * 2);
}

TEST(BoxTests, TrianglesReachBoxesThatHoldTheirPoints) {
    Random random(34);
    std::size_t outside_count = 0;
    const std::size_t cases = scaled(20000);
    for (std::size_t i = 0; i < cases; ++i) {
        const TriangleBlock block = random_block(random, 0.6);
        const FloatBox box = random_box(random, 0.6);
        const std::uint32_t kept = reaching_box(block, box, 1e-6F);
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            const Triangle t = widened(triangle_of(block, lane));
            const double u = random.unit();
            const double v = random.unit() * (1 - u);
            const Vec3d p = t[0] * (1 - u - v) + t[1] * u + t[2] * v;
            const bool is_kept = ((kept >> lane) & 1U) != 0;
            ASSERT_TRUE(is_kept || outside(box, p) > 0);
            outside_count += is_kept ? 0 : 1;
        }
    }
    EXPECT_GE(outside_count, cases);
}

TEST(BoxTests, SegmentsThatPassThroughBoxesAreSeen) {
    Random random(35);
    std::size_t seen = 0;
    const std::size_t cases = scaled(20000);
    for (std::size_t i = 0; i < cases; ++i) {
        BoxGroup group{};
        const FloatBox box = random_box(random, 1);
        for (std::size_t k = 0; k < 3; ++k) {
            group.centre[k].fill(box.centre[k]);
            group.half[k].fill(box.half[k]);
            for (std::size_t j = 0; j < 3; ++j) {
                group.axis[j][k].fill(box.axis[j][k]);
            }
        }
        const Vec3d through = point_of(random, box);
        const Vec3d half = random.direction() * random.uniform(0.1, 2);
        const Vec3d middle = through + half * random.uniform(-1, 1);
        ASSERT_EQ(meeting_segment(group, to_floats(middle), to_floats(half), 1e-5F), 0xFFU);
        const Vec3d elsewhere = random.in_box({-2, -2, -2}, {2, 2, 2});
        seen += meeting_segment(group, to_floats(elsewhere), to_floats(half), 1e-5F) != 0 ? 1 : 0;
    }
    EXPECT_LE(seen, cases / 2);
}

} // namespace
} // namespace impinge::tests
