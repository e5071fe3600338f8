// SPDX-License-Identifier: Apache-2.0
//
// A double and how far it may be from the number it stands for.
#pragma once

#include <cmath>
#include <limits>

namespace impinge::inline v0::particles {

struct Bounded {
    double value = 0;
    double error = 0;

    Bounded() = default;
    explicit Bounded(double exact) : value(exact) {}
    Bounded(double rounded, double off)
        // the sum of errors was rounded, too; what underflows is below the last term
        : value(rounded), error(off * (1 + 0x1p-50) + std::fabs(rounded) * 0x1p-52 +
                                std::numeric_limits<double>::min()) {}

    friend Bounded operator+(const Bounded& a, const Bounded& b) {
        return {a.value + b.value, a.error + b.error};
    }
    friend Bounded operator-(const Bounded& a, const Bounded& b) {
        return {a.value - b.value, a.error + b.error};
    }
    friend Bounded operator*(const Bounded& a, const Bounded& b) {
        return {a.value * b.value,
                std::fabs(a.value) * b.error + std::fabs(b.value) * a.error + a.error * b.error};
    }
};

} // namespace impinge::inline v0::particles
