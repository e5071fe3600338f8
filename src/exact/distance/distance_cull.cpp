// SPDX-License-Identifier: Apache-2.0
//
// Dropping what is too far, in linear time: a triangle against a plane or the box of the other
// body, then against a grid of bits in which the other body's triangles are marked and every mark
// is widened by the distance that counts. What is dropped is provably farther; what stays need not
// be near.
#include "base/parallel.hpp"
#include "exact/distance/cell_marks.hpp"
#include "exact/distance/distance_search.hpp"
#include "exact/pairs/quantised_mesh.hpp"
#include "exact/pairs/triangle_blocks.hpp"
#include "geometry/bvh.hpp"
#include "math/measures.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace impinge::inline v0 {
namespace {

constexpr std::size_t boxes_per_chunk = 8192;

struct BoxedTriangle {
    Box3 box;
    std::uint32_t triangle = 0;
};
using BoxedTriangles = std::vector<BoxedTriangle>;

Box3 united_boxes(const BoxedTriangles& list) {
    Box3 box;
    for (const BoxedTriangle& item : list) {
        box = united(box, item.box);
    }
    return box;
}

/// Contains every point within `reach` of the box, whatever rounding does.
Box3 surely_grown(const Box3& box, double reach) {
    constexpr double endless = std::numeric_limits<double>::infinity();
    Box3 result = grown(box, reach);
    for (int axis = 0; axis < 3; ++axis) {
        result.min[axis] = std::nextafter(result.min[axis], -endless);
        result.max[axis] = std::nextafter(result.max[axis], endless);
    }
    return result;
}

struct Limits {
    double unit = 1;
    double reach = 0; ///< in units
    double squared = 0;
};

std::vector<std::uint32_t> near_region(const WorldMesh& mesh, const Box3& region,
                                       const Context& context) {
    std::vector<std::uint32_t> near;
    for (const QuantisedTriangle& triangle : cull(mesh, region, context)) {
        near.push_back(triangle.index);
    }
    return near;
}

/// How far the vertices of a mesh reach along a direction, in units times its length.
struct Heights {
    std::vector<double> of_vertices;
    double lowest = std::numeric_limits<double>::infinity();
    double highest = -std::numeric_limits<double>::infinity();
};

Heights heights_along(Vec3d direction, const WorldMesh& mesh, Vec3d origin_in_units, double unit,
                      const Context& context) {
    Heights heights;
    heights.of_vertices.resize(mesh.vertices.size());
    for_each_chunk(context, mesh.vertices.size(), boxes_per_chunk, [&](const Chunk& chunk) {
        for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
            heights.of_vertices[i] = dot(mesh.vertices[i] * unit - origin_in_units, direction);
        }
    });
    for (const double height : heights.of_vertices) {
        heights.lowest = std::min(heights.lowest, height);
        heights.highest = std::max(heights.highest, height);
    }
    return heights;
}

template <typename Near>
std::vector<std::uint32_t> with_a_corner(const WorldMesh& mesh, const Heights& heights,
                                         const Context& context, Near near) {
    return gather_chunks<std::uint32_t>(
        context, mesh.triangles.size(), boxes_per_chunk, [&](const Chunk& chunk) {
            std::vector<std::uint32_t> found;
            for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
                const TriangleIndices& t = mesh.triangles[i];
                if (near(heights.of_vertices[t[0]]) || near(heights.of_vertices[t[1]]) ||
                    near(heights.of_vertices[t[2]])) {
                    found.push_back(static_cast<std::uint32_t>(i));
                }
            }
            return found;
        });
}

std::vector<std::uint32_t> sorted(std::vector<std::uint32_t> triangles) {
    std::sort(triangles.begin(), triangles.end());
    return triangles;
}

struct TriangleLists {
    std::vector<std::uint32_t> first;
    std::vector<std::uint32_t> second;
};

/// For meshes that are asked about again and again: those near the box of the other body, where
/// that spares looking at all. What is asked about all vertices below is not.
std::optional<TriangleLists> near_box_of_other(const DistanceQuery& query, const Limits& limits,
                                               const Context& context) {
    const double reach = limits.reach / limits.unit;
    const Box3 of_first = surely_grown(query.first.box, reach);
    const Box3 of_second = surely_grown(query.second.box, reach);
    auto first = triangles_reaching(query.first, of_second, context);
    auto second = triangles_reaching(query.second, of_first, context);
    if (!first && !second) {
        return std::nullopt;
    }
    return TriangleLists{
        first ? sorted(std::move(*first)) : near_region(query.first, of_second, context),
        second ? sorted(std::move(*second)) : near_region(query.second, of_first, context)};
}

/// Where a plane parts the bodies, only what is near that plane can be near the other body. Else
/// what is near its box.
TriangleLists near_other_body(const DistanceQuery& query, Vec3d direction, const Limits& limits,
                              const Context& context) {
    if (auto near = near_box_of_other(query, limits, context)) {
        return std::move(*near);
    }
    const Vec3d origin = query.first.box.min * query.unit;
    const Heights first = heights_along(direction, query.first, origin, query.unit, context);
    const Heights second = heights_along(direction, query.second, origin, query.unit, context);
    if (!(second.lowest > first.highest)) {
        const double reach = limits.reach / limits.unit;
        return {near_region(query.first, surely_grown(query.second.box, reach), context),
                near_region(query.second, surely_grown(query.first.box, reach), context)};
    }
    // The limit holds one slack already; the other is for rounding in the heights.
    const double reach = (limits.reach + query.slack) * length(direction);
    return {with_a_corner(query.first, first, context,
                          [&](double height) { return height >= second.lowest - reach; }),
            with_a_corner(query.second, second, context,
                          [&](double height) { return height <= first.highest + reach; })};
}

BoxedTriangles boxed_near(const Box3& other, const WorldMesh& mesh,
                          const std::vector<std::uint32_t>& triangles, const Limits& limits,
                          const Context& context) {
    const Box3 other_in_units{other.min * limits.unit, other.max * limits.unit};
    return gather_chunks<BoxedTriangle>(
        context, triangles.size(), boxes_per_chunk, [&](const Chunk& chunk) {
            BoxedTriangles near;
            near.reserve(chunk.end - chunk.begin);
            for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
                const Box3 box = box_of(mesh.triangle(triangles[i]));
                const Box3 in_units{box.min * limits.unit, box.max * limits.unit};
                if (squared_distance(in_units, other_in_units) <= limits.squared) {
                    near.push_back({in_units, triangles[i]});
                }
            }
            return near;
        });
}

template <typename Keep>
BoxedTriangles filtered(const BoxedTriangles& list, const Context& context, Keep keep) {
    return gather_chunks<BoxedTriangle>(context, list.size(), boxes_per_chunk,
                                        [&](const Chunk& chunk) {
                                            BoxedTriangles kept;
                                            for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
                                                if (keep(list[i].box)) {
                                                    kept.push_back(list[i]);
                                                }
                                            }
                                            return kept;
                                        });
}

CellMarks widened_marks(const CellGrid& grid, const BoxedTriangles& list, int cells,
                        const Context& context) {
    std::vector<CellMarks> parts(chunk_count(list.size(), boxes_per_chunk), CellMarks(grid));
    for_each_chunk(context, list.size(), boxes_per_chunk, [&](const Chunk& chunk) {
        for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
            parts[chunk.index].add(list[i].box);
        }
    });
    CellMarks all(grid);
    for (const CellMarks& part : parts) {
        all.unite(part);
    }
    all.widen(cells);
    return all;
}

double mean_size(const BoxedTriangles& list) {
    double sum = 0;
    for (const BoxedTriangle& item : list) {
        sum += longest_side(item.box);
    }
    return sum / static_cast<double>(list.size());
}

struct BoxedPair {
    BoxedTriangles first;
    BoxedTriangles second;

    [[nodiscard]] std::size_t size() const { return first.size() + second.size(); }
};

/// Cells no smaller than the triangles, or marking would cost more than it saves.
BoxedPair near_marks(const BoxedPair& pair, double reach, const Context& context) {
    const Box3 region = intersection(surely_grown(united_boxes(pair.first), reach),
                                     surely_grown(united_boxes(pair.second), reach));
    const double cell = std::max({longest_side(region) / CellGrid::most_cells,
                                  mean_size(pair.first), mean_size(pair.second)});
    if (!(cell > 0) || !std::isfinite(1 / cell)) {
        return pair;
    }
    const CellGrid grid(region, cell);
    const int cells = grid.cells_within(reach);
    BoxedPair kept;
    const CellMarks first = widened_marks(grid, pair.first, cells, context);
    kept.second = filtered(pair.second, context, [&](const Box3& box) { return first.meet(box); });
    const CellMarks second = widened_marks(grid, kept.second, cells, context);
    kept.first = filtered(pair.first, context, [&](const Box3& box) { return second.meet(box); });
    return kept;
}

SurvivingTriangles unpacked(const BoxedTriangles& list) {
    SurvivingTriangles survivors;
    survivors.triangles.reserve(list.size());
    survivors.boxes.reserve(list.size());
    for (const BoxedTriangle& item : list) {
        survivors.triangles.push_back(item.triangle);
        survivors.boxes.push_back(item.box);
    }
    return survivors;
}

} // namespace

SurvivorPair cull_far(const DistanceQuery& query, Vec3d direction, double limit,
                      const Context& context) {
    constexpr std::size_t small_enough = 2000;
    constexpr int most_rounds = 3;
    const Limits limits{query.unit, std::sqrt(limit) * (1 + 0x1p-50), limit};
    const TriangleLists near = near_other_body(query, direction, limits, context);
    BoxedPair pair{boxed_near(query.second.box, query.first, near.first, limits, context),
                   boxed_near(query.first.box, query.second, near.second, limits, context)};
    for (int round = 0; round < most_rounds && pair.size() > small_enough; ++round) {
        if (pair.first.empty() || pair.second.empty() || context.cancelled()) {
            break;
        }
        const std::size_t before = pair.size();
        pair = near_marks(pair, limits.reach, context);
        if (pair.size() > before / 2) {
            break;
        }
    }
    return {unpacked(pair.first), unpacked(pair.second)};
}

} // namespace impinge::inline v0
