// SPDX-License-Identifier: Apache-2.0
//
// The batch method against every box with every other, on boxes of all sizes and places.
#include "broadphase/batch/batch_pairs.hpp"

#include "base/radix_sort.hpp"
#include "base/random.hpp"
#include "tests/support/scale.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace impinge::tests {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

struct Boxes {
    std::vector<Box3> boxes;
    std::vector<Mobility> mobility;

    [[nodiscard]] BatchBoxes view() const { return {boxes, mobility}; }
};

Box3 box_around(Vec3d centre, Vec3d half) { return {centre - half, centre + half}; }

/// Interval by interval, with no function of the library.
std::vector<BoxPair> every_pair(const Boxes& boxes) {
    const auto meet = [](double low, double high, double other_low, double other_high) {
        return low <= high && other_low <= other_high && !(low > other_high || other_low > high);
    };
    std::vector<BoxPair> pairs;
    for (std::uint32_t a = 0; a < boxes.boxes.size(); ++a) {
        for (std::uint32_t b = a + 1; b < boxes.boxes.size(); ++b) {
            const Box3& p = boxes.boxes[a];
            const Box3& q = boxes.boxes[b];
            if (meet(p.min.x, p.max.x, q.min.x, q.max.x) &&
                meet(p.min.y, p.max.y, q.min.y, q.max.y) &&
                meet(p.min.z, p.max.z, q.min.z, q.max.z) &&
                !(boxes.mobility[a] == Mobility::Stationary &&
                  boxes.mobility[b] == Mobility::Stationary)) {
                pairs.push_back({a, b});
            }
        }
    }
    return pairs;
}

struct Kind {
    std::string name;
    bool sparse = true; ///< however many there are, each overlaps few others
    std::function<Box3(Random&, std::size_t count)> make;
};

/// A coordinate of any size, negative too.
double any_size(Random& random) {
    return std::ldexp(random.uniform(-1, 1), random.integer(-900, 1000));
}

std::vector<Kind> kinds() {
    const auto spread = [](std::size_t count) { return 4 * std::cbrt(static_cast<double>(count)); };
    return {
        {"alike", true,
         [=](Random& random, std::size_t count) {
             const double side = spread(count);
             return box_around(random.in_box({}, {side, side, side}),
                               random.in_box({0.5, 0.5, 0.5}, {1, 1, 1}));
         }},
        {"of all sizes", true,
         [=](Random& random, std::size_t count) {
             const double side = 8 * spread(count);
             const double size = std::exp2(random.uniform(-6, 6));
             return box_around(random.in_box({}, {side, side, side}), Vec3d{1, 2, 0.5} * size);
         }},
        {"on a grid, sharing faces", false,
         [](Random& random, std::size_t) {
             const Vec3d corner{static_cast<double>(random.integer(-9, 9)),
                                static_cast<double>(random.integer(-9, 9)),
                                static_cast<double>(random.integer(-9, 9))};
             return Box3{corner, corner + Vec3d{1, 1, 1}};
         }},
        {"points, segments and flat boxes", false,
         [](Random& random, std::size_t) {
             const Vec3d corner{static_cast<double>(random.integer(0, 12)),
                                static_cast<double>(random.integer(0, 12)), 7};
             return Box3{corner, corner + Vec3d{static_cast<double>(random.integer(0, 1)),
                                                static_cast<double>(random.integer(0, 1)), 0}};
         }},
        {"in two clusters far apart", true,
         [=](Random& random, std::size_t count) {
             const double side = spread(count);
             const Vec3d far = Vec3d{1, -1, 1} * (random.integer(0, 1) * 1e9);
             return box_around(far + random.in_box({}, {side, side, side}), {1, 1, 1});
         }},
        {"mostly alike, some floors and walls", true,
         [=](Random& random, std::size_t count) {
             const double side = spread(count);
             Vec3d half{1, 1, 1};
             if (random.integer(0, 19) == 0) {
                 half[random.integer(0, 2)] = 1e6;
                 half[random.integer(0, 2)] = random.integer(0, 3) == 0 ? infinity : 50;
             }
             return box_around(random.in_box({}, {side, side, side}), half);
         }},
        {"of any exponent", false,
         [](Random& random, std::size_t) {
             const Vec3d p{any_size(random), any_size(random), any_size(random)};
             const Vec3d q{any_size(random), any_size(random), any_size(random)};
             return Box3{min(p, q), max(p, q)};
         }},
        {"some empty, some NaN", false,
         [](Random& random, std::size_t) {
             Box3 box = box_around(random.in_box({}, {9, 9, 9}), {1, 1, 1});
             const int kind = random.integer(0, 5);
             if (kind == 0) {
                 box = {};
             } else if (kind == 1) {
                 box.max[random.integer(0, 2)] = std::numeric_limits<double>::quiet_NaN();
             }
             return box;
         }},
        {"all infinite", false,
         [](Random& random, std::size_t) {
             const double at = random.integer(-2, 2);
             return Box3{{-infinity, at, -infinity}, {infinity, at, infinity}};
         }},
    };
}

Boxes make_boxes(const Kind& kind, std::size_t count, Random& random) {
    Boxes boxes;
    for (std::size_t i = 0; i < count; ++i) {
        boxes.boxes.push_back(kind.make(random, count));
        boxes.mobility.push_back(random.integer(0, 3) == 0 ? Mobility::Stationary
                                                           : Mobility::Moving);
    }
    return boxes;
}

TEST(BatchPairs, EqualEveryPairForBoxesOfAllKinds) {
    Random random(11);
    BatchPairs batch; // its buffers hold what the case before left
    for (const Kind& kind : kinds()) {
        std::size_t found = 0;
        for (std::size_t round = 0; round < scaled(12); ++round) {
            const std::size_t count = random.below(2) == 0 ? random.below(40) : random.below(900);
            const Boxes boxes = make_boxes(kind, count, random);
            const std::vector<BoxPair> expected = every_pair(boxes);
            const auto pairs = batch.find(boxes.view());
            ASSERT_TRUE(std::ranges::equal(pairs, expected)) << kind.name << ", " << count;
            found += pairs.size();
        }
        EXPECT_TRUE(found > 0 || !is_full_run()) << kind.name;
    }
}

TEST(BatchPairs, AreTheSameForAnyNumberOfThreads) {
    Random random(12);
    for (const Kind& kind : kinds()) {
        const Boxes boxes = make_boxes(kind, scaled(kind.sparse ? 9000 : 1000), random);
        BatchPairs alone;
        BatchPairs together;
        const auto expected = alone.find(boxes.view(), Context(1));
        for (const unsigned threads : {2U, 5U}) {
            EXPECT_TRUE(std::ranges::equal(together.find(boxes.view(), Context(threads)), expected))
                << kind.name;
        }
    }
}

TEST(BatchPairs, CompareFewBoxesWhereMostAreAlike) {
    Random random(13);
    const Boxes boxes = make_boxes(kinds().front(), 20000, random);
    BatchPairs batch;
    const std::size_t pairs = batch.find(boxes.view()).size();
    EXPECT_GT(pairs, 1000U);
    EXPECT_LT(batch.tests(), 100 * boxes.boxes.size());
}

TEST(BatchPairs, OfNoBoxesAreNone) {
    BatchPairs batch;
    EXPECT_TRUE(batch.find({}).empty());
}

TEST(RadixSort, SortsByItsBitsAndKeepsTheOrderOfEqualOnes) {
    Random random(14);
    for (const BitRange bits :
         {BitRange{0, 64}, BitRange{7, 13}, BitRange{60, 4}, BitRange{3, 0}}) {
        std::vector<std::uint64_t> numbers(scaled(100000));
        std::ranges::generate(numbers, [&] { return random.next(); });
        const auto key = [&](std::uint64_t number) {
            return bits.count == 0 ? 0 : (number >> bits.first) << (64 - bits.count);
        };
        std::vector<std::uint64_t> expected = numbers;
        std::ranges::stable_sort(expected, {}, key);
        std::vector<std::uint64_t> spare;
        radix_sort(numbers, spare, bits, Context(2));
        EXPECT_EQ(numbers, expected) << bits.first << ", " << bits.count;
    }
}

} // namespace
} // namespace impinge::tests
