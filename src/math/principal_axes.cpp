// SPDX-License-Identifier: Apache-2.0
#include "math/principal_axes.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace impinge::inline v0 {
namespace {

using Matrix = std::array<std::array<double, 3>, 3>;

/// Turns the plane of axes p and q so that the matrix has a zero at (p, q); `vectors` holds in its
/// columns where the axes point.
void annihilate(Matrix& m, Matrix& vectors, std::size_t p, std::size_t q) {
    if (m[p][q] == 0) {
        return;
    }
    const double half_difference = (m[q][q] - m[p][p]) / (2 * m[p][q]);
    const double root = std::sqrt(half_difference * half_difference + 1);
    const double tangent =
        half_difference >= 0 ? 1 / (half_difference + root) : 1 / (half_difference - root);
    const double cosine = 1 / std::sqrt(tangent * tangent + 1);
    const double sine = tangent * cosine;
    const auto turn = [&](double& at_p, double& at_q) {
        const double old_p = at_p;
        at_p = cosine * old_p - sine * at_q;
        at_q = sine * old_p + cosine * at_q;
    };
    for (std::size_t i = 0; i < 3; ++i) {
        turn(m[i][p], m[i][q]);
    }
    for (std::size_t i = 0; i < 3; ++i) {
        turn(m[p][i], m[q][i]);
        turn(vectors[i][p], vectors[i][q]);
    }
    m[p][q] = 0;
    m[q][p] = 0;
}

} // namespace

PrincipalAxes principal_axes(const SymmetricMatrix& matrix) {
    Matrix m{{{matrix.xx, matrix.xy, matrix.zx},
              {matrix.xy, matrix.yy, matrix.yz},
              {matrix.zx, matrix.yz, matrix.zz}}};
    Matrix vectors{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    constexpr int sweeps = 12; // converges quadratically; six would do
    for (int sweep = 0; sweep < sweeps; ++sweep) {
        annihilate(m, vectors, 0, 1);
        annihilate(m, vectors, 1, 2);
        annihilate(m, vectors, 2, 0);
    }
    std::array<std::size_t, 3> order{0, 1, 2};
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t i, std::size_t j) { return m[i][i] > m[j][j]; });
    PrincipalAxes result;
    for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t column = order[i];
        result.axes[i] = {vectors[0][column], vectors[1][column], vectors[2][column]};
        result.values[i] = m[column][column];
    }
    return result;
}

} // namespace impinge::inline v0
