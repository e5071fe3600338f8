// SPDX-License-Identifier: Apache-2.0
#include "exact/distance/cell_marks.hpp"

#include "base/random.hpp"
#include "tests/support/scale.hpp"

#include <gtest/gtest.h>

namespace impinge {
namespace {

const Box3 region{{-1, -2, 3}, {5, 1, 4.5}};

Box3 box_around(Random& random, double size) {
    const Vec3d low = random.in_box({-2, -3, 2}, {6, 2, 5.5});
    return {low, low + random.in_box({0, 0, 0}, {size, size, size})};
}

/// The box moved along one axis until the gap to `other` is just `gap`.
Box3 placed_beside(Box3 box, const Box3& other, double gap, int axis) {
    const double length = box.max[axis] - box.min[axis];
    for (int i = 0; i < 3; ++i) {
        if (i != axis) {
            box.min[i] = other.min[i];
            box.max[i] = other.max[i];
        }
    }
    box.min[axis] = other.max[axis] + gap;
    box.max[axis] = box.min[axis] + length;
    return box;
}

TEST(CellMarks, NothingIsMetBeforeSomethingIsAdded) {
    const CellGrid grid(region, 0.25);
    EXPECT_FALSE(CellMarks(grid).meet(region));
}

TEST(CellMarks, BoxesThatOverlapMeet) {
    Random random(1);
    const CellGrid grid(region, 0.1);
    int overlaps = 0;
    int met = 0;
    const int rounds = static_cast<int>(tests::scaled(20000));
    for (int i = 0; i < rounds; ++i) {
        const Box3 a = box_around(random, 7);
        const Box3 b = box_around(random, 7);
        CellMarks marks(grid);
        marks.add(a);
        met += marks.meet(b) ? 1 : 0;
        if (boxes_overlap(a, b)) {
            ++overlaps;
            ASSERT_TRUE(marks.meet(b));
        }
    }
    EXPECT_GT(overlaps, rounds * 3 / 10);
    EXPECT_LT(met, rounds * 7 / 10) << "what is far apart should not meet";
}

TEST(CellMarks, WidenedMarksMeetEverythingWithinReach) {
    Random random(2);
    const int rounds = static_cast<int>(tests::scaled(20000));
    for (int i = 0; i < rounds; ++i) {
        const CellGrid grid(region, random.uniform(0.1, 1));
        const double reach = random.uniform(0, 2);
        const Box3 a = box_around(random, 0.3);
        const Box3 b = placed_beside(box_around(random, 0.3), a, reach, random.integer(0, 2));
        CellMarks marks(grid);
        marks.add(a);
        marks.widen(grid.cells_within(reach));
        ASSERT_TRUE(marks.meet(b));
    }
}

TEST(CellMarks, WideningStopsBeyondReach) {
    const CellGrid grid({{0, 0, 0}, {64, 64, 64}}, 1);
    CellMarks marks(grid);
    marks.add({{10.5, 10.5, 10.5}, {10.6, 10.6, 10.6}});
    marks.widen(3);
    for (int axis = 0; axis < 3; ++axis) {
        Vec3d point{10.5, 10.5, 10.5};
        point[axis] = 13.5;
        EXPECT_TRUE(marks.meet({point, point}));
        point[axis] = 14.5;
        EXPECT_FALSE(marks.meet({point, point}));
    }
}

TEST(CellMarks, UnitedMarksMeetWhatEitherMeets) {
    const CellGrid grid({{0, 0, 0}, {64, 64, 64}}, 1);
    const Box3 here{{1.5, 1.5, 1.5}, {1.5, 1.5, 1.5}};
    const Box3 there{{63.5, 63.5, 63.5}, {63.5, 63.5, 63.5}};
    CellMarks marks(grid);
    marks.add(here);
    EXPECT_FALSE(marks.meet(there));
    CellMarks more(grid);
    more.add(there);
    marks.unite(more);
    EXPECT_TRUE(marks.meet(here));
    EXPECT_TRUE(marks.meet(there));
}

} // namespace
} // namespace impinge
