// SPDX-License-Identifier: Apache-2.0
#include "scenes/comb.hpp"

#include "scenes/assembly.hpp"
#include "scenes/brick_solid.hpp"

#include <array>
#include <utility>
#include <vector>

namespace impinge::scenes {
namespace {

/// The same body seen from the other side: half a turn about the vertical line through x and y.
Mesh turned_about(Mesh mesh, double x, double y) {
    for (Vec3d& position : mesh.positions) {
        position = {2 * x - position.x, 2 * y - position.y, position.z};
    }
    return mesh;
}

} // namespace

Mesh comb(const Comb& shape) {
    std::vector<Box3> bricks;
    double low = 0;
    for (int plate = 0; plate < shape.plates; ++plate) {
        const double high = low + shape.plate_thickness;
        bricks.push_back({{0, 0, low}, {shape.length, shape.width, high}});
        low = high + shape.gap;
    }
    if (shape.back_thickness > 0) {
        bricks.push_back({{-shape.back_thickness, 0, 0}, {0, shape.width, bricks.back().max.z}});
    }
    return union_of_bricks(bricks, shape.triangles);
}

CombPair interlocked_combs(int plates, std::size_t triangles) {
    constexpr double period = 0.5; // of one comb; plates and the gaps between them are an eighth
    const Comb shape{.plates = plates,
                     .plate_thickness = period / 4,
                     .gap = period * 3 / 4,
                     .triangles = triangles / 2};
    // The plates of b end half a unit before the back of a.
    const Mesh first = comb(shape);
    const Mesh second = turned_about(first, shape.length / 2 + 0.25, shape.width / 2 + 0.25);
    return {first, moved(second, {0, 0, period / 2})};
}

CombPair plate_in_comb(std::size_t triangles) {
    const std::array plate{Box3{{0.5, -0.5, 0.875}, {5, 3.5, 1.125}}};
    // The thick plate draws the middle of the comb to its side: who looks from the plate towards
    // the comb has two plates before it.
    const std::array teeth{Box3{{0, 0, 0}, {4, 4, 0.25}}, Box3{{0, 0, 0.5}, {4, 4, 0.75}},
                           Box3{{0, 0, 1.25}, {4, 4, 2.5}}, Box3{{-0.5, 0, 0}, {0, 4, 2.5}}};
    const std::size_t of_plate = triangles * 9 / 16;
    return {union_of_bricks(plate, of_plate), union_of_bricks(teeth, triangles - of_plate)};
}

CombPair crossed_hooks(std::size_t triangles) {
    // Seen from above (low and high arms):   b b b
    //                                        H   L
    //                                        a   a
    const std::array bricks{Box3{{0, 0, 0}, {4, 1, 1}}, Box3{{0, 1, 0}, {1.5, 4, 0.375}},
                            Box3{{2.5, 1, 0.625}, {4, 4, 1}}};
    const Mesh a = union_of_bricks(bricks, triangles / 2);
    return {a, turned_about(a, 2, 2.625)};
}

} // namespace impinge::scenes
