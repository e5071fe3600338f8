// SPDX-License-Identifier: Apache-2.0
#include "exact/mesh_runs.hpp"

#include "base/clones.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>

namespace impinge::inline v0 {
namespace {

using RunDoubles [[gnu::vector_size(32)]] = double;

/// Four points at a time fill three registers, in which the coordinates follow each other as in
/// memory: x y z x, y z x y, z x y z. Says whether all are finite: the sum of x - x is NaN if not.
IMPINGE_CLONES bool box_whole_runs(const double* coordinates, std::size_t runs, Box3* boxes) {
    constexpr double endless = std::numeric_limits<double>::infinity();
    constexpr RunDoubles all_endless{endless, endless, endless, endless};
    std::array<RunDoubles, 3> not_a_number{}; // three sums do not wait for each other
    for (std::size_t run = 0; run < runs; ++run) {
        std::array<RunDoubles, 3> low{all_endless, all_endless, all_endless};
        std::array<RunDoubles, 3> high{-all_endless, -all_endless, -all_endless};
        for (std::size_t i = 0; i < vertices_per_run / 4; ++i, coordinates += 12) {
            for (std::size_t k = 0; k < 3; ++k) {
                RunDoubles values;
                std::memcpy(&values, coordinates + 4 * k, sizeof values);
                low[k] = values < low[k] ? values : low[k];
                high[k] = values > high[k] ? values : high[k];
                not_a_number[k] += values - values;
            }
        }
        // Of the lowest, and of the negated highest, x y z x in all registers, then in one.
        std::array<RunDoubles, 6> lanes{low[0], low[1], low[2], -high[0], -high[1], -high[2]};
        for (std::size_t k = 0; k < 6; k += 3) {
            RunDoubles& first = lanes[k];
            RunDoubles other = __builtin_shufflevector(first, first, 3, 1, 2, 3);
            first = first < other ? first : other;
            other = __builtin_shufflevector(lanes[k + 1], lanes[k + 1], 2, 0, 1, 2);
            first = first < other ? first : other;
            other = __builtin_shufflevector(lanes[k + 1], lanes[k + 1], 2, 3, 1, 2);
            first = first < other ? first : other;
            other = __builtin_shufflevector(lanes[k + 2], lanes[k + 2], 1, 2, 0, 1);
            first = first < other ? first : other;
            other = __builtin_shufflevector(lanes[k + 2], lanes[k + 2], 1, 2, 3, 1);
            first = first < other ? first : other;
        }
        boxes[run] = {{lanes[0][0], lanes[0][1], lanes[0][2]},
                      {-lanes[3][0], -lanes[3][1], -lanes[3][2]}};
    }
    const RunDoubles sum = not_a_number[0] + not_a_number[1] + not_a_number[2];
    return sum[0] + sum[1] + sum[2] + sum[3] == 0;
}

constexpr std::size_t index_lanes = 8;
using RunIndices [[gnu::vector_size(index_lanes * sizeof(std::uint32_t))]] = std::uint32_t;

IMPINGE_CLONES void span_whole_runs(const std::uint32_t* indices, std::size_t runs,
                                    RunCorners* corners) {
    constexpr std::size_t per_run = 3 * triangles_per_run;
    static_assert(per_run % index_lanes == 0);
    constexpr std::uint32_t close = 2 * vertices_per_run;
    constexpr RunIndices zero{};
    for (std::size_t run = 0; run < runs; ++run, indices += per_run) {
        RunIndices values;
        std::memcpy(&values, indices, sizeof values);
        RunIndices least = values;
        RunIndices most = values;
        for (std::size_t i = index_lanes; i < per_run; i += index_lanes) {
            std::memcpy(&values, indices + i, sizeof values);
            least = values < least ? values : least;
            most = values > most ? values : most;
        }
        std::array<RunIndices, 2> ends{least, ~most};
        for (RunIndices& end : ends) {
            RunIndices other = __builtin_shufflevector(end, end, 4, 5, 6, 7, 0, 1, 2, 3);
            end = end < other ? end : other;
            other = __builtin_shufflevector(end, end, 2, 3, 0, 1, 6, 7, 4, 5);
            end = end < other ? end : other;
            other = __builtin_shufflevector(end, end, 1, 0, 3, 2, 5, 4, 7, 6);
            end = end < other ? end : other;
        }
        const std::uint32_t first = ends[0][0];
        const std::uint32_t last = ~ends[1][0];
        if (last - first < close) {
            corners[run] = {{first, last}, {first, last}};
            continue;
        }
        // Parted in the middle; where corners lie in two rows, the gap between them is there.
        const RunIndices middle = zero + (first + (last - first) / 2);
        RunIndices last_low = zero + first;
        RunIndices first_high = zero + last;
        for (std::size_t i = 0; i < per_run; i += index_lanes) {
            std::memcpy(&values, indices + i, sizeof values);
            const RunIndices low = values > middle ? zero : values;
            const RunIndices high = values > middle ? values : ~zero;
            last_low = low > last_low ? low : last_low;
            first_high = high < first_high ? high : first_high;
        }
        ends = {first_high, ~last_low};
        for (RunIndices& end : ends) {
            RunIndices other = __builtin_shufflevector(end, end, 4, 5, 6, 7, 0, 1, 2, 3);
            end = end < other ? end : other;
            other = __builtin_shufflevector(end, end, 2, 3, 0, 1, 6, 7, 4, 5);
            end = end < other ? end : other;
            other = __builtin_shufflevector(end, end, 1, 0, 3, 2, 5, 4, 7, 6);
            end = end < other ? end : other;
        }
        corners[run] = {{first, ~ends[1][0]}, {ends[0][0], last}};
    }
}

} // namespace

bool box_runs(std::span<const Vec3d> vertices, Box3* boxes) {
    const std::size_t whole = vertices.size() / vertices_per_run;
    const auto* coordinates = reinterpret_cast<const double*>(vertices.data());
    bool finite = box_whole_runs(coordinates, whole, boxes);
    if (whole * vertices_per_run < vertices.size()) {
        boxes[whole] = Box3{};
        for (const Vec3d& p : vertices.subspan(whole * vertices_per_run)) {
            boxes[whole] = extend(boxes[whole], p);
            finite = finite && is_finite(p);
        }
    }
    return finite;
}

void span_runs(std::span<const TriangleIndices> triangles, RunCorners* corners) {
    const std::size_t whole = triangles.size() / triangles_per_run;
    if (whole > 0) {
        span_whole_runs(triangles.front().data(), whole, corners);
    }
    const auto rest = triangles.subspan(whole * triangles_per_run);
    if (!rest.empty()) {
        IndexSpan span{rest[0][0], rest[0][0]};
        for (const TriangleIndices& t : rest) {
            span.first = std::min({span.first, t[0], t[1], t[2]});
            span.last = std::max({span.last, t[0], t[1], t[2]});
        }
        corners[whole] = {span, span};
    }
}

} // namespace impinge::inline v0
