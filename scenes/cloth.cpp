// SPDX-License-Identifier: Apache-2.0
//
// Across the folds the sheet follows x = w sin u, z = h (u - k sin 2u): waves for small k, and
// loops like a ribbon laid in bows for larger, which come to touch and then cross.
#include "scenes/cloth.hpp"

#include "base/random.hpp"
#include "math/sine.hpp"
#include "scenes/assembly.hpp"

#include <array>
#include <numbers>

namespace impinge::scenes {
namespace {

using std::numbers::pi;

struct Wrinkle {
    double along = 0;  ///< radians from end to end of the sheet
    double across = 0; ///< radians from side to side
    double phase = 0;
};

using Wrinkles = std::array<Wrinkle, 5>;

Wrinkles random_wrinkles(std::uint64_t seed) {
    Random random(seed);
    Wrinkles wrinkles;
    for (Wrinkle& wrinkle : wrinkles) {
        wrinkle.along = random.uniform(10, 50);
        wrinkle.across = random.uniform(5, 30);
        wrinkle.phase = random.uniform(0, 2 * pi);
    }
    return wrinkles;
}

double wrinkle_height(const Wrinkles& wrinkles, double along, double across) {
    double sum = 0;
    for (const Wrinkle& wrinkle : wrinkles) {
        sum += sine_cosine(wrinkle.along * along + wrinkle.across * across + wrinkle.phase).sine;
    }
    return sum / static_cast<double>(wrinkles.size());
}

} // namespace

Mesh folded_cloth(const FoldedCloth& shape) {
    const Wrinkles wrinkles = random_wrinkles(shape.seed);
    const double turns = pi * shape.folds;
    const double length = 2 * shape.width * shape.folds;
    const auto [rows, columns] = grid_size(shape.triangles, length / shape.depth,
                                           {24 * static_cast<std::uint32_t>(shape.folds), 3});
    Mesh mesh;
    for (std::uint32_t row = 0; row <= rows; ++row) {
        const double along = static_cast<double>(row) / rows;
        const double u = turns * along;
        const double x = shape.width / 2 * sine_cosine(u).sine;
        const double z = shape.spacing / pi * (u - shape.swelling * sine_cosine(2 * u).sine);
        for (std::uint32_t column = 0; column <= columns; ++column) {
            const double across = static_cast<double>(column) / columns;
            const double lift = shape.wrinkles * wrinkle_height(wrinkles, along, across);
            mesh.positions.push_back({x, shape.depth * across, z + lift});
        }
    }
    for (std::uint32_t row = 0; row < rows; ++row) {
        for (std::uint32_t column = 0; column < columns; ++column) {
            const std::uint32_t at = row * (columns + 1) + column;
            const std::uint32_t next = at + columns + 1;
            mesh.triangles.push_back({at, at + 1, next + 1});
            mesh.triangles.push_back({at, next + 1, next});
        }
    }
    return mesh;
}

} // namespace impinge::scenes
