// SPDX-License-Identifier: Apache-2.0
//
// What the compiler must not do to floating-point code; a build that fails here gives wrong answers
// elsewhere.
#include "impinge/vec3.hpp"

#include <gtest/gtest.h>

namespace impinge::tests {
namespace {

__attribute__((noinline)) void narrow_and_widen(Vec3d& out, const Vec3d& in) {
    out = {static_cast<double>(static_cast<float>(in.x)),
           static_cast<double>(static_cast<float>(in.y)),
           static_cast<double>(static_cast<float>(in.z))};
}

__attribute__((noinline)) double multiply_and_subtract(double a, double b, double c) {
    return a * b - c;
}

TEST(Rounding, NarrowingToFloatRounds) {
    Vec3d out;
    narrow_and_widen(out, {0.1, 0.2, 0.3});
    EXPECT_EQ(out, (Vec3d{0x1.99999ap-4, 0x1.99999ap-3, 0x1.333334p-2}));
}

TEST(Rounding, ProductsAreRoundedBeforeTheyAreSubtracted) {
    const double a = 1 + 0x1p-30;
    EXPECT_EQ(multiply_and_subtract(a, a, 1 + 0x1p-29), 0);
}

} // namespace
} // namespace impinge::tests
