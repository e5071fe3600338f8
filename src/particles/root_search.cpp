// SPDX-License-Identifier: Apache-2.0
#include "particles/root_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace impinge::inline v0::particles {
namespace {

using Coefficients = RootSearch::Coefficients;

/// b[j] = sum of C(j, i) / C(n, i) c[i].
Coefficients bernstein(const Coefficients& c, std::size_t degree) {
    Coefficients b = c;
    // Divided by C(n, i), then summed as in Pascal's triangle.
    double binomial = 1;
    for (std::size_t i = 1; i <= degree; ++i) {
        binomial *= static_cast<double>(degree + 1 - i) / static_cast<double>(i);
        b[i] /= std::nearbyint(binomial);
    }
    for (std::size_t row = 1; row <= degree; ++row) {
        for (std::size_t j = degree; j >= row; --j) {
            b[j] += b[j - 1];
        }
    }
    return b;
}

// Not in the middle: what people make is symmetric, and then a root lies just there.
constexpr double split = 31.0 / 64;

} // namespace

RootSearch::RootSearch(const Coefficients& c, const Coefficients& error, std::size_t degree)
    : c_(c), degree_(degree) {
    double sum = 0;
    double errors = 0;
    for (std::size_t i = 0; i <= degree; ++i) {
        sum += std::fabs(c[i]);
        errors += error[i];
    }
    // Each of the sums below rounds some `degree` times a level; all terms are below `sum` and
    // Bernstein coefficients are mixtures of them.
    const auto n = static_cast<double>(degree);
    off_ = errors + sum * (n * (most_halvings + 4) * 0x1p-52);
    value_off_ = errors + sum * (n * 0x1p-51);
    if (!std::isfinite(sum + errors)) {
        off_ = value_off_ = std::numeric_limits<double>::infinity();
    }
    open_[count_++] = {bernstein(c, degree), 0, 1, 0};
}

double RootSearch::value(double s) const {
    double sum = c_[degree_];
    for (std::size_t i = degree_; i-- > 0;) {
        sum = sum * s + c_[i];
    }
    return sum;
}

FoundRoot RootSearch::next() {
    while (count_ > 0) {
        const Piece piece = open_[--count_];
        const auto begin = piece.b.begin();
        const auto end = begin + static_cast<std::ptrdiff_t>(degree_) + 1;
        const auto [least, largest] = std::minmax_element(begin, end);
        if (*least > off_ || *largest < -off_) {
            continue;
        }
        const double first = piece.b[0];
        const double last = piece.b[degree_];
        if (std::fabs(first) > off_ && std::fabs(last) > off_) {
            double least_step = std::numeric_limits<double>::infinity();
            double largest_step = -least_step;
            for (std::size_t i = 0; i < degree_; ++i) {
                least_step = std::min(least_step, piece.b[i + 1] - piece.b[i]);
                largest_step = std::max(largest_step, piece.b[i + 1] - piece.b[i]);
            }
            const bool monotone = least_step > 2 * off_ || largest_step < -2 * off_;
            if (monotone && (first > 0) == (last > 0)) {
                continue;
            }
            if (monotone) {
                return polished(piece);
            }
        }
        if (piece.depth == most_halvings || !(off_ < std::numeric_limits<double>::infinity())) {
            count_ = 0;
            return {FoundRoot::Kind::Unsure, 0};
        }
        // De Casteljau: `right` ends as the coefficients of the upper part.
        const double middle = piece.low + (piece.high - piece.low) * split;
        Piece left{{}, piece.low, middle, piece.depth + 1};
        Piece right{piece.b, middle, piece.high, piece.depth + 1};
        left.b[0] = right.b[0];
        for (std::size_t level = 1; level <= degree_; ++level) {
            for (std::size_t i = 0; i + level <= degree_; ++i) {
                right.b[i] = right.b[i] * (1 - split) + right.b[i + 1] * split;
            }
            left.b[level] = right.b[0];
        }
        open_[count_++] = right;
        open_[count_++] = left;
    }
    return {};
}

FoundRoot RootSearch::polished(const Piece& piece) const {
    double low = piece.low;
    double high = piece.high;
    const bool rising = piece.b[0] < 0;
    double s = low + (high - low) * (piece.b[0] / (piece.b[0] - piece.b[degree_]));
    for (int i = 0; i < 80; ++i) {
        double sum = c_[degree_];
        double slope = 0;
        for (std::size_t k = degree_; k-- > 0;) {
            slope = slope * s + sum;
            sum = sum * s + c_[k];
        }
        (sum < 0) == rising ? low = s : high = s;
        const double better = s - sum / slope;
        const double next = better > low && better < high ? better : 0.5 * (low + high);
        if (sum == 0 || std::fabs(next - s) <= 0x1p-51 * s || high - low <= 0x1p-51 * s) {
            s = sum == 0 ? s : next;
            break;
        }
        s = next;
    }
    // The signs on both sides say that the root is between; at the ends of the piece they are
    // known.
    const double before = s - root_precision;
    const double after = s + root_precision;
    const auto sign_at = [&](double at) {
        const double found = value(at);
        return found > value_off_ ? 1 : found < -value_off_ ? -1 : 0;
    };
    const int expected = rising ? -1 : 1;
    const bool sure = (before <= piece.low || sign_at(before) == expected) &&
                      (after >= piece.high || sign_at(after) == -expected);
    return {sure ? FoundRoot::Kind::One : FoundRoot::Kind::Unsure, s};
}

} // namespace impinge::inline v0::particles
