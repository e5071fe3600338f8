// SPDX-License-Identifier: Apache-2.0
//
// Endpoint lists stay in order whatever happens to the boxes, and validate() notices when not.
#include "broadphase/sweep/endpoint_list.hpp"

#include "base/random.hpp"
#include "broadphase/found_pairs.hpp"
#include "tests/support/scale.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace impinge::tests {
namespace {

Box3 small_box(Random& random) {
    const auto place = [&] { return random.integer(0, 20) / 2.0; };
    const Vec3d corner{place(), place(), place()};
    return {corner, corner + Vec3d{1, 1, 1} * (random.integer(0, 3) / 2.0)};
}

TEST(EndpointList, StaysInOrderUnderBothSorts) {
    Random random(41);
    for (std::size_t round = 0; round < scaled(200); ++round) {
        std::vector<Box3> before(20);
        std::generate(before.begin(), before.end(), [&] { return small_box(random); });
        const std::vector<Mobility> mobility(before.size(), Mobility::Moving);
        EndpointList list(static_cast<int>(round % 3));
        list.rebuild(before);
        ASSERT_TRUE(list.validate(before));
        for (int frame = 0; frame < 6; ++frame) {
            std::vector<Box3> now = before;
            std::vector<std::uint32_t> movers;
            for (std::uint32_t i = 0; i < now.size();
                 i += 1 + static_cast<std::uint32_t>(random.below(5))) {
                now[i] = small_box(random);
                movers.push_back(i);
            }
            const BoxMotion motion{{before, mobility}, {now, mobility}};
            SwapLog log;
            if (random.below(2) == 0) {
                list.bubble_sort(motion, movers, log);
            } else {
                list.insertion_sort(motion, log);
            }
            ASSERT_TRUE(list.validate(now)) << list.validate(now).error().message;
            before = now;
        }
    }
}

TEST(EndpointList, TakesInAndLeavesOut) {
    Random random(42);
    std::vector<Box3> boxes(30);
    std::generate(boxes.begin(), boxes.end(), [&] { return small_box(random); });
    EndpointList list(1);
    list.rebuild(boxes);
    boxes[3] = boxes[17] = {};
    list.take_out_empty(boxes);
    ASSERT_TRUE(list.validate(boxes));
    boxes[17] = small_box(random);
    boxes.push_back(small_box(random));
    list.put_in(boxes, std::vector<std::uint32_t>{17, 30});
    ASSERT_TRUE(list.validate(boxes));
}

TEST(EndpointList, ValidationSeesWhatIsWrong) {
    std::vector<Box3> boxes = {{{0, 0, 0}, {1, 1, 1}}, {{2, 2, 2}, {3, 3, 3}}};
    EndpointList list(0);
    list.rebuild(boxes);
    std::vector<Box3> more = boxes;
    more.push_back(boxes[0]);
    EXPECT_FALSE(list.validate(more));
    std::vector<Box3> moved = boxes;
    moved[1].max.x = 4;
    EXPECT_FALSE(list.validate(moved));
    list.put_in(boxes, std::vector<std::uint32_t>{0});
    EXPECT_FALSE(list.validate(more)); // the first one twice
}

TEST(PairChanges, AreUndoneByApplyingThem) {
    Random random(43);
    for (std::size_t round = 0; round < scaled(300); ++round) {
        std::vector<BoxPair> before;
        std::vector<BoxPair> now;
        for (std::uint32_t a = 0; a < 12; ++a) {
            for (std::uint32_t b = a + 1; b < 12; ++b) {
                const std::uint64_t where = random.below(4);
                if ((where & 1) != 0) {
                    before.push_back({a, b});
                }
                if ((where & 2) != 0) {
                    now.push_back({a, b});
                }
            }
        }
        PairChanges changes;
        find_changes(before, now, changes);
        std::vector<BoxPair> added;
        std::set_difference(now.begin(), now.end(), before.begin(), before.end(),
                            std::back_inserter(added));
        EXPECT_EQ(changes.added, added);
        std::vector<BoxPair> applied;
        apply_changes(before, changes, applied);
        ASSERT_EQ(applied, now);
    }
}

} // namespace
} // namespace impinge::tests
