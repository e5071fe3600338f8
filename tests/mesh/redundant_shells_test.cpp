// SPDX-License-Identifier: Apache-2.0
//
// Closed parts that bound nothing: nests of cubes by hand, then nests of random boxes against the
// winding numbers of cells.
#include "base/random.hpp"
#include "impinge/defects.hpp"
#include "tests/mesh/hand_made.hpp"
#include "tests/support/scale.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

namespace impinge {
namespace {

using testing::ElementsAre;

Mesh outward(double half, Vec3d centre = {}) { return cube_around(centre, half); }
Mesh inward(double half, Vec3d centre = {}) { return turned_over(outward(half, centre)); }

std::size_t redundant_in(const std::vector<Mesh>& parts) {
    const Diagnosis found = *diagnose(joined(parts).view());
    EXPECT_TRUE(found.solid());
    return found.redundant_components;
}

TEST(RedundantShells, ASolidInTheMaterialOfAnotherBoundsNothing) {
    EXPECT_EQ(redundant_in({outward(10), outward(9)}), 1U);
    EXPECT_EQ(redundant_in({outward(9), outward(10)}), 1U);
}

TEST(RedundantShells, ACavityWallThatAnotherPartFillsBoundsNothing) {
    const std::vector<Mesh> parts = {outward(10), outward(9), inward(5)};
    EXPECT_EQ(redundant_in(parts), 2U);
    const Mesh mesh = joined(parts);
    EXPECT_THAT(diagnose(mesh.view())->remarks(),
                ElementsAre("2 components that bound nothing", "3 components"));
    const Defects defects = list_defects(mesh.view());
    ASSERT_EQ(defects.list.size(), 2U);
    EXPECT_EQ(defects.total(DefectKind::RedundantComponent), 2U);
    EXPECT_EQ(defects.list[0].triangles.front(), 12U);
    EXPECT_EQ(defects.list[0].triangles.size(), 12U);
    EXPECT_EQ(defects.list[1].triangles.back(), 35U);
}

TEST(RedundantShells, CavitiesIslandsAndPartsAsideBoundSomething) {
    EXPECT_EQ(redundant_in({outward(10)}), 0U);
    EXPECT_EQ(redundant_in({outward(10), inward(5)}), 0U);
    EXPECT_EQ(redundant_in({outward(10), inward(5), outward(2)}), 0U);
    EXPECT_EQ(redundant_in({outward(10), outward(10, {30, 0, 0})}), 0U);
}

TEST(RedundantShells, AMeshThatIsInsideOutIsSeenTurnedOver) {
    const Mesh nest = turned_over(joined({outward(10), outward(9), inward(5)}));
    const Diagnosis found = *diagnose(nest.view());
    EXPECT_TRUE(found.inside_out);
    EXPECT_EQ(found.redundant_components, 2U);
}

TEST(RedundantShells, PartsThatMeetOthersAreNotJudged) {
    EXPECT_EQ(redundant_in({outward(10), outward(10, {5, 5, 5})}),
              0U);                                                     // its first corner is inside
    EXPECT_EQ(redundant_in({outward(10), outward(2, {8, 0, 0})}), 0U); // flush from within
}

/// A box with corners at even numbers, so that its faces pass between cells of odd centres.
struct GridBox {
    std::array<int, 3> low{};
    std::array<int, 3> high{};
    int sign = 1;

    [[nodiscard]] bool holds(const std::array<int, 3>& cell) const {
        bool inside = true;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            inside = inside && low[axis] < cell[axis] && cell[axis] < high[axis];
        }
        return inside;
    }
    [[nodiscard]] bool strictly_holds(const GridBox& other) const {
        bool inside = true;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            inside = inside && low[axis] < other.low[axis] && other.high[axis] < high[axis];
        }
        return inside;
    }
    [[nodiscard]] bool surface_meets(const GridBox& other) const {
        bool overlap = true;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            overlap = overlap && low[axis] <= other.high[axis] && other.low[axis] <= high[axis];
        }
        return overlap && !strictly_holds(other) && !other.strictly_holds(*this);
    }
    [[nodiscard]] Mesh mesh() const {
        const Mesh box = hand_made_box({double(low[0]), double(low[1]), double(low[2])},
                                       {double(high[0]), double(high[1]), double(high[2])});
        return sign > 0 ? box : turned_over(box);
    }
};

int even_below(Random& random, int end) {
    return 2 * static_cast<int>(random.below(static_cast<std::uint64_t>(end / 2)));
}

/// Strictly within the other, or anywhere in its box and beyond: then they often meet.
GridBox random_box(Random& random, const GridBox& outer) {
    const int nested = random.below(8) == 0 ? -2 : 2;
    GridBox box;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const int room = (outer.high[axis] - outer.low[axis]) / 2 - 2;
        box.low[axis] = outer.low[axis] + nested + even_below(random, std::min(room, 6));
        box.high[axis] = outer.high[axis] - nested - even_below(random, std::min(room, 6));
    }
    box.sign = random.below(3) == 0 ? -1 : 1;
    return box;
}

int winding(const std::vector<GridBox>& boxes, const std::array<int, 3>& cell) {
    int number = 0;
    for (const GridBox& box : boxes) {
        number += box.holds(cell) ? box.sign : 0;
    }
    return number;
}

/// Both cells at every face of the box are wound around.
bool bounds_nothing(const std::vector<GridBox>& boxes, const GridBox& box) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::size_t second = (axis + 1) % 3;
        const std::size_t third = (axis + 2) % 3;
        for (int u = box.low[second] + 1; u < box.high[second]; u += 2) {
            for (int v = box.low[third] + 1; v < box.high[third]; v += 2) {
                for (const int face : {box.low[axis], box.high[axis]}) {
                    std::array<int, 3> cell{};
                    cell[second] = u;
                    cell[third] = v;
                    for (const int side : {-1, 1}) {
                        cell[axis] = face + side;
                        if (winding(boxes, cell) < 1) {
                            return false;
                        }
                    }
                }
            }
        }
    }
    return true;
}

TEST(RedundantShells, AgreeWithTheWindingNumbersOfCells) {
    Random random(15);
    std::size_t judged = 0;
    std::size_t redundant = 0;
    std::size_t buried_walls = 0;
    const std::size_t rounds = tests::scaled(4000);
    for (std::size_t round = 0; round < rounds; ++round) {
        std::vector<GridBox> boxes = {{{0, 0, 0}, {40, 40, 40}, 1}};
        for (std::uint64_t count = 1 + random.below(3); count > 0; --count) {
            // Mostly in the last one, and now and then beside that in the one before.
            const std::size_t back = boxes.size() > 1 && random.below(4) == 0 ? 2 : 1;
            boxes.push_back(random_box(random, boxes[boxes.size() - back]));
        }
        std::vector<Mesh> parts;
        std::size_t expected = 0;
        std::size_t walls = 0;
        for (std::size_t i = 0; i < boxes.size(); ++i) {
            parts.push_back(boxes[i].mesh());
            bool alone = true;
            for (std::size_t j = 0; j < boxes.size(); ++j) {
                alone = alone && (i == j || !boxes[i].surface_meets(boxes[j]));
            }
            const bool counts = alone && bounds_nothing(boxes, boxes[i]);
            expected += counts ? 1 : 0;
            walls += counts && boxes[i].sign < 0 ? 1 : 0;
        }
        const Diagnosis found = *diagnose(joined(parts).view());
        if (found.inside_out || found.inside_out_components > 0 ||
            found.components != boxes.size()) {
            continue;
        }
        ++judged;
        redundant += expected > 0 ? 1 : 0;
        buried_walls += walls > 0 ? 1 : 0;
        ASSERT_EQ(found.redundant_components, expected) << "round " << round;
    }
    EXPECT_GT(judged, rounds / 4);
    EXPECT_GT(redundant, judged * 3 / 10);
    EXPECT_LT(redundant, judged * 7 / 10);
    if (tests::scaled(100) >= 100) {
        EXPECT_GT(buried_walls, 10U);
    }
}

} // namespace
} // namespace impinge
