// SPDX-License-Identifier: Apache-2.0
//
// The hottest kernel of a frame. Scaling (by a positive number) and adding never turn the order of
// two numbers around, rounded or not, so the extremes are found before and only they are scaled
// and moved: the same bits as the box of apply() on all vertices.
#include "base/clones.hpp"
#include "convex/moving_box.hpp"

#include <cstring>
#include <limits>

namespace impinge::inline v0 {
namespace {

constexpr std::size_t lane_count = 4;
static_assert(PointColumns::lanes % lane_count == 0);

/// Comparisons and arithmetic lane by lane: gcc does not make vectors of std::min in a loop.
using Lanes [[gnu::vector_size(lane_count * sizeof(double))]] = double;

// By reference, since how vectors are passed depends on the processor compiled for.
[[gnu::always_inline]] inline void load(const double* column, Lanes& lanes) {
    std::memcpy(&lanes, column, sizeof lanes);
}
struct Lower {
    static void take(Lanes& so_far, const Lanes& other) {
        so_far = other < so_far ? other : so_far;
    }
};
struct Higher {
    static void take(Lanes& so_far, const Lanes& other) {
        so_far = other > so_far ? other : so_far;
    }
};

/// The extreme lane of x, of y and of z, in lanes 0, 1 and 2.
template <typename Extreme>
[[gnu::always_inline]] inline void gather(const Lanes& x, const Lanes& y, const Lanes& z,
                                          Lanes& extremes) {
    Lanes xy = __builtin_shufflevector(x, y, 0, 4, 2, 6);
    Extreme::take(xy, __builtin_shufflevector(x, y, 1, 5, 3, 7));
    Lanes zz = __builtin_shufflevector(z, z, 0, 4, 2, 6);
    Extreme::take(zz, __builtin_shufflevector(z, z, 1, 5, 3, 7));
    extremes = __builtin_shufflevector(xy, zz, 0, 1, 4, 5);
    Extreme::take(extremes, __builtin_shufflevector(xy, zz, 2, 3, 6, 7));
}

IMPINGE_CLONES void box_of_columns(const PointColumns& columns, const Rigid& pose, Box3& box) {
    const auto& [row_x, row_y, row_z, translation, scale] = pose;
    Lanes low_x = Lanes{} + std::numeric_limits<double>::infinity();
    Lanes low_y = low_x;
    Lanes low_z = low_x;
    Lanes high_x = -low_x;
    Lanes high_y = high_x;
    Lanes high_z = high_x;
    for (std::size_t i = 0; i < columns.count; i += lane_count) {
        Lanes x;
        Lanes y;
        Lanes z;
        load(columns.x.data() + i, x);
        load(columns.y.data() + i, y);
        load(columns.z.data() + i, z);
        const Lanes turned_x = row_x.x * x + row_x.y * y + row_x.z * z;
        const Lanes turned_y = row_y.x * x + row_y.y * y + row_y.z * z;
        const Lanes turned_z = row_z.x * x + row_z.y * y + row_z.z * z;
        Lower::take(low_x, turned_x);
        Lower::take(low_y, turned_y);
        Lower::take(low_z, turned_z);
        Higher::take(high_x, turned_x);
        Higher::take(high_y, turned_y);
        Higher::take(high_z, turned_z);
    }
    Lanes low;
    Lanes high;
    gather<Lower>(low_x, low_y, low_z, low);
    gather<Higher>(high_x, high_y, high_z, high);
    const Lanes offset{translation.x, translation.y, translation.z, 0};
    low = low * scale + offset;
    high = high * scale + offset;
    box = {{low[0], low[1], low[2]}, {high[0], high[1], high[2]}};
}

} // namespace

Box3 tight_box(const PolytopeData& polytope, const Rigid& pose) {
    Box3 box{};
    box_of_columns(polytope.vertex_columns, pose, box);
    return box;
}

} // namespace impinge::inline v0
