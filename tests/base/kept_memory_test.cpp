// SPDX-License-Identifier: Apache-2.0
#include "base/kept_memory.hpp"

#include "base/random.hpp"
#include "base/sanitized.hpp"
#include "tests/support/scale.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <thread>
#include <vector>

namespace impinge::tests {
namespace {

/// Written from end to end with something of its own, to be found again.
struct Written {
    KeptArray<std::uint64_t> items;
    std::size_t size = 0;
    std::uint64_t value = 0;

    Written(std::size_t count, std::uint64_t mark)
        : items(make_kept_array<std::uint64_t>(count)), size(count), value(mark) {
        std::fill_n(items.get(), size, value);
    }
    [[nodiscard]] bool is_whole() const {
        return std::all_of(items.get(), items.get() + size,
                           [&](std::uint64_t item) { return item == value; });
    }
};

/// Sizes around the limits of the classes, and any others.
std::size_t random_size(Random& random) {
    const std::size_t power = std::size_t{1} << random.below(18);
    const std::size_t size = random.below(2) == 0 ? power : power + power / 2;
    return random.below(2) == 0 ? random.below(300'000) : size + random.below(3);
}

std::size_t count_broken(std::uint64_t seed) {
    Random random(seed);
    std::vector<Written> arrays;
    std::size_t broken = 0;
    const std::size_t steps = scaled(400);
    for (std::size_t i = 0; i < steps; ++i) {
        arrays.emplace_back(random_size(random), random.next());
        if (arrays.size() > 12) {
            const auto which = static_cast<std::ptrdiff_t>(random.below(arrays.size()));
            broken += arrays[static_cast<std::size_t>(which)].is_whole() ? 0 : 1;
            arrays.erase(arrays.begin() + which);
        }
    }
    for (const Written& array : arrays) {
        broken += array.is_whole() ? 0 : 1;
    }
    return broken;
}

TEST(KeptMemory, ArraysInUseShareNothing) {
    std::vector<std::size_t> broken(4, 1);
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < broken.size(); ++t) {
        threads.emplace_back([&broken, t] { broken[t] = count_broken(t + 1); });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT_EQ(broken, std::vector<std::size_t>(4, 0));
}

TEST(KeptMemory, WhatIsGivenBackIsTakenAgain) {
#ifdef IMPINGE_SANITIZED
    GTEST_SKIP() << "sanitizers want memory of its own for every array";
#endif
    constexpr std::size_t size = 1'234'567; // nobody else asks for such arrays here
    const void* first = make_kept_array<std::uint64_t>(size).get();
    const auto second = make_kept_array<std::uint64_t>(size);
    EXPECT_EQ(first, second.get());
}

TEST(KeptMemory, AnArrayBeyondTheBoundIsNotKept) {
    const auto large = make_kept_array<std::uint8_t>(most_kept_bytes + 1);
    large[most_kept_bytes] = 1;
    EXPECT_EQ(large[most_kept_bytes], 1);
    EXPECT_THROW((void)make_kept_array<std::uint64_t>(std::numeric_limits<std::size_t>::max() / 4),
                 std::bad_alloc);
}

} // namespace
} // namespace impinge::tests
