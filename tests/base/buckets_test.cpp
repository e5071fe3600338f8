// SPDX-License-Identifier: Apache-2.0
#include "base/buckets.hpp"

#include "base/disjoint_sets.hpp"
#include "base/random.hpp"

#include <gtest/gtest.h>

#include <map>

namespace impinge {
namespace {

struct Keyed {
    std::size_t key = 0;
    int item = 0;
};

std::vector<Keyed> random_items(std::uint64_t seed, std::size_t count, int keys) {
    Random random(seed);
    std::vector<Keyed> items(count);
    for (Keyed& keyed : items) {
        keyed = {static_cast<std::size_t>(random.integer(0, keys - 1)), random.integer(-99, 99)};
    }
    return items;
}

Buckets<int> grouped(const std::vector<Keyed>& items, std::size_t keys) {
    return {keys, [&](auto put) {
                for (const Keyed& keyed : items) {
                    put(keyed.key, keyed.item);
                }
            }};
}

TEST(Buckets, HoldWhatWasPutInItsOrder) {
    for (const int keys : {1, 2, 7, 100}) {
        const std::vector<Keyed> items = random_items(3, 200, keys);
        const Buckets<int> buckets = grouped(items, static_cast<std::size_t>(keys));
        std::map<std::size_t, std::vector<int>> expected;
        for (const Keyed& keyed : items) {
            expected[keyed.key].push_back(keyed.item);
        }
        ASSERT_EQ(buckets.size(), static_cast<std::size_t>(keys));
        EXPECT_EQ(buckets.items().size(), items.size());
        std::size_t place = 0;
        for (std::size_t key = 0; key < buckets.size(); ++key) {
            const auto bucket = buckets[key];
            EXPECT_EQ(std::vector<int>(bucket.begin(), bucket.end()), expected[key]);
            EXPECT_EQ(buckets.start(key), place);
            for (std::size_t i = 0; i < bucket.size(); ++i) {
                EXPECT_EQ(buckets.key_of(place++), key);
            }
        }
        EXPECT_EQ(buckets.start(buckets.size()), items.size());
    }
}

TEST(Buckets, AreSortedEachForItself) {
    Buckets<int> buckets = grouped(random_items(4, 500, 9), 9);
    buckets.sort_each();
    for (std::size_t key = 0; key < buckets.size(); ++key) {
        EXPECT_TRUE(std::is_sorted(buckets[key].begin(), buckets[key].end()));
    }
}

TEST(Buckets, MayBeEmpty) {
    EXPECT_EQ(Buckets<int>().size(), 0U);
    const Buckets<int> none = grouped({}, 3);
    EXPECT_EQ(none.size(), 3U);
    EXPECT_TRUE(none[2].empty());
    EXPECT_EQ(grouped({}, 0).size(), 0U);
}

TEST(DisjointSets, RootIsTheSmallestOfThoseUnited) {
    DisjointSets sets(8);
    sets.unite(7, 3);
    sets.unite(5, 7);
    sets.unite(2, 1);
    EXPECT_EQ(sets.root(7), 3U);
    EXPECT_EQ(sets.root(5), 3U);
    EXPECT_EQ(sets.root(2), 1U);
    EXPECT_EQ(sets.root(6), 6U);
    sets.unite(2, 5);
    EXPECT_EQ(sets.root(7), 1U);
}

} // namespace
} // namespace impinge
