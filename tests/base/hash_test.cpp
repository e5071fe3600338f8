// SPDX-License-Identifier: Apache-2.0
//
// The digest is part of what users compare across machines, so its values are fixed here.
#include "base/hash.hpp"

#include <gtest/gtest.h>

#include <initializer_list>
#include <limits>

namespace impinge {
namespace {

std::uint64_t digest_of_words(std::initializer_list<std::uint64_t> words) {
    Hasher hasher;
    for (const std::uint64_t word : words) {
        hasher.add(word);
    }
    return hasher.digest();
}

template <typename T> std::uint64_t digest_of(T value) {
    Hasher hasher;
    hasher.add(value);
    return hasher.digest();
}

TEST(Hasher, DigestsNeverChange) {
    EXPECT_EQ(digest_of_words({}), 0x2545F4914F6CDD1Du);
    EXPECT_EQ(digest_of_words({0}), 0x78370140C1AB1441u);
    EXPECT_EQ(digest_of_words({1, 2, 3}), 0x96F5B4FBEF60B877u);
    EXPECT_EQ(digest_of(1.5), 0xBD4C2E00750A6E75u);
    EXPECT_EQ(digest_of(Vec3d{1, -2, 0.1}), 0xA15678E68FBEC665u);
}

TEST(Hasher, OrderMatters) { EXPECT_NE(digest_of_words({1, 2}), digest_of_words({2, 1})); }

TEST(Hasher, LengthMatters) {
    EXPECT_NE(digest_of_words({}), digest_of_words({0}));
    EXPECT_NE(digest_of_words({0}), digest_of_words({0, 0}));
}

TEST(Hasher, BothZerosHashAlike) { EXPECT_EQ(digest_of(0.0), digest_of(-0.0)); }

TEST(Hasher, NeighbouringDoublesHashApart) {
    EXPECT_NE(digest_of(1.0), digest_of(1.0 + std::numeric_limits<double>::epsilon()));
    EXPECT_NE(digest_of(0.0), digest_of(std::numeric_limits<double>::denorm_min()));
}

TEST(Hasher, APointIsItsCoordinatesInOrder) {
    Hasher hasher;
    hasher.add(1.0);
    hasher.add(2.0);
    hasher.add(3.0);
    EXPECT_EQ(digest_of(Vec3d{1, 2, 3}), hasher.digest());
    EXPECT_NE(digest_of(Vec3d{1, 2, 3}), digest_of(Vec3d{3, 2, 1}));
}

TEST(Hasher, EveryInputBitReachesTheDigest) {
    for (int bit = 0; bit < 64; ++bit) {
        EXPECT_NE(digest_of_words({0, 7}), digest_of_words({std::uint64_t{1} << bit, 7}))
            << "bit " << bit;
    }
}

} // namespace
} // namespace impinge
