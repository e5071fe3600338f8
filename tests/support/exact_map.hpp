// SPDX-License-Identifier: Apache-2.0
//
// Motions that change no bit of the truth: integer matrices, powers of two and representable
// translations, applied only where every result is exact. Verdicts are invariant under them.
#pragma once

#include "base/random.hpp"
#include "tests/support/complexes.hpp"
#include "tests/support/exact_arithmetic.hpp"
#include "tests/support/poly_mesh.hpp"

#include <array>
#include <optional>
#include <vector>

namespace impinge::tests {

using IntegerMatrix = std::array<std::array<int, 3>, 3>;

inline constexpr IntegerMatrix identity_matrix{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

constexpr int determinant(const IntegerMatrix& m) {
    return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
           m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
           m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}

/// image = 2^exponent * (matrix * point) + translation
struct ExactMap {
    IntegerMatrix matrix = identity_matrix;
    int exponent = 0;
    Vec3d translation{0, 0, 0};
};

inline std::optional<double> exact_row(const std::array<int, 3>& row, Vec3d p) {
    std::optional<double> sum = 0.0;
    for (std::size_t k = 0; sum && k < 3; ++k) {
        const auto term = exact_product(row[k], p[static_cast<int>(k)]);
        sum = term ? exact_sum(*sum, *term) : std::nullopt;
    }
    return sum;
}

inline std::optional<Vec3d> image(const ExactMap& map, Vec3d p) {
    Vec3d result;
    for (int axis = 0; axis < 3; ++axis) {
        const auto turned = exact_row(map.matrix[static_cast<std::size_t>(axis)], p);
        const auto grown = turned ? exact_scaled(*turned, map.exponent) : std::nullopt;
        const auto moved = grown ? exact_sum(*grown, map.translation[axis]) : std::nullopt;
        if (!moved) {
            return std::nullopt;
        }
        result[axis] = *moved;
    }
    return result;
}

/// The mapped body, faces turned round if the map mirrors; nothing if any coordinate would round.
inline std::optional<PolyMesh> image(const ExactMap& map, const PolyMesh& mesh) {
    PolyMesh result = determinant(map.matrix) < 0 ? inside_out(mesh) : mesh;
    for (Vec3d& p : result.positions) {
        const auto q = image(map, p);
        if (!q) {
            return std::nullopt;
        }
        p = *q;
    }
    return result;
}

/// The 24 rotations of a cube, then its 24 mirror images.
inline std::vector<IntegerMatrix> cube_symmetries() {
    std::vector<IntegerMatrix> rotations;
    std::vector<IntegerMatrix> mirrors;
    for (const AxisOrder& order : axis_orders) {
        for (unsigned signs = 0; signs < 8; ++signs) {
            IntegerMatrix matrix{};
            for (std::size_t row = 0; row < 3; ++row) {
                matrix[row][static_cast<std::size_t>(order.axes[row])] =
                    (signs >> row & 1) != 0 ? -1 : 1;
            }
            (determinant(matrix) > 0 ? rotations : mirrors).push_back(matrix);
        }
    }
    rotations.insert(rotations.end(), mirrors.begin(), mirrors.end());
    return rotations;
}

/// An invertible matrix of small integers: shears and stretches space, keeps flat things flat.
inline IntegerMatrix random_matrix(Random& random, int largest) {
    IntegerMatrix matrix{};
    while (determinant(matrix) == 0) {
        for (auto& row : matrix) {
            for (int& entry : row) {
                entry = random.integer(-largest, largest);
            }
        }
    }
    return matrix;
}

} // namespace impinge::tests
