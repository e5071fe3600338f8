// SPDX-License-Identifier: Apache-2.0
#include "base/sort_in_pieces.hpp"

#include "base/random.hpp"

#include <gtest/gtest.h>

namespace impinge::tests {
namespace {

struct Item {
    std::uint32_t key = 0;
    std::uint32_t place = 0;

    friend bool operator==(const Item&, const Item&) = default;
};

/// Many keys are equal.
std::vector<Item> random_items(std::size_t count) {
    Random random(count);
    std::vector<Item> items(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        items[i] = {static_cast<std::uint32_t>(random.below(count / 2 + 1)), i};
    }
    return items;
}

constexpr auto by_key = [](const Item& p, const Item& q) { return p.key < q.key; };
constexpr auto by_place = [](const Item& p, const Item& q) { return p.place < q.place; };

TEST(SortInPieces, SortsListsOfAnyLengthAlikeForAnyNumberOfThreads) {
    for (const std::size_t count : {0U, 1U, 65536U, 65537U, 131072U, 200000U, 327680U}) {
        const std::vector<Item> items = random_items(count);
        std::vector<Item> one = items;
        std::vector<Item> four = items;
        EXPECT_TRUE(sort_in_pieces(one, Context(1), by_key));
        EXPECT_TRUE(sort_in_pieces(four, Context(4), by_key));
        EXPECT_TRUE(std::is_sorted(one.begin(), one.end(), by_key)) << count;
        EXPECT_EQ(one, four) << count;
        std::sort(one.begin(), one.end(), by_place);
        EXPECT_EQ(one, items) << count;
    }
}

TEST(SortInPieces, LosesNothingWhenCancelled) {
    const std::vector<Item> items = random_items(300000);
    std::size_t compared = 0;
    for (const std::size_t after : {0U, 1000U, 4'000'000U, 5'500'000U}) {
        const Context context(1);
        std::vector<Item> list = items;
        std::size_t count = 0;
        const bool done = sort_in_pieces(list, context, [&](const Item& p, const Item& q) {
            if (++count == after) {
                context.cancel();
            }
            return p.key < q.key;
        });
        EXPECT_EQ(done, !context.cancelled());
        compared = std::max(compared, count);
        std::sort(list.begin(), list.end(), by_place);
        EXPECT_EQ(list, items);
    }
    EXPECT_GT(compared, 4'000'000U); // some were cancelled while pieces were merged
}

} // namespace
} // namespace impinge::tests
