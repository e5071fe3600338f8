// SPDX-License-Identifier: Apache-2.0
//
// What the compiler must not do to floating-point code; a build that fails here gives wrong answers
// elsewhere.
#include <gtest/gtest.h>

namespace impinge::tests {
namespace {

struct Pair {
    double first;
    double second;
};

void narrow_and_widen(Pair* out, const double* in) {
    *out = {static_cast<double>(static_cast<float>(in[0])),
            static_cast<double>(static_cast<float>(in[1]))};
}

double multiply_and_subtract(double a, double b, double c) { return a * b - c; }

/// The function, but the compiler cannot know which: it must run as compiled, not be evaluated.
template <typename Function> Function* hidden(Function* function) {
    Function* volatile place = function;
    return place;
}

TEST(Rounding, NarrowingToFloatRounds) {
    const double in[2] = {0.1, 0.2};
    Pair out{};
    hidden(narrow_and_widen)(&out, in);
    EXPECT_EQ(out.first, 0x1.99999ap-4);
    EXPECT_EQ(out.second, 0x1.99999ap-3);
}

TEST(Rounding, ProductsAreRoundedBeforeTheyAreSubtracted) {
    const double a = 1 + 0x1p-30;
    EXPECT_EQ(hidden(multiply_and_subtract)(a, a, 1 + 0x1p-29), 0);
}

} // namespace
} // namespace impinge::tests
