// SPDX-License-Identifier: Apache-2.0
#include "exact/pairs/quantised_mesh.hpp"

#include "base/clones.hpp"
#include "base/parallel.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstring>
#include <numeric>

namespace impinge::inline v0 {
namespace {

constexpr double last_step = above_region - below_region - 2; // both ends lie outside

/// A flat region, or one beyond the range of doubles, has a single code.
double steps_per_unit(double low, double high) {
    const double scale = last_step / (high - low);
    return std::isfinite(scale) ? scale : 0;
}

Code code_of(double x, double low, double high, double scale) {
    // 0 stands first: it is what remains of the infinity times zero that a point beyond the range
    // of doubles from the region makes.
    const double steps = std::min(last_step, std::max(0.0, (x - low) * scale));
    const int inside = below_region + 1 + static_cast<int>(steps);
    return static_cast<Code>(x < low ? below_region : x > high ? above_region : inside);
}

using Doubles [[gnu::vector_size(32)]] = double;
using Ints [[gnu::vector_size(16)]] = std::int32_t;

struct LanesOfRegion {
    Doubles low;
    Doubles high;
    Doubles scale;
};

/// code_of for x, y and z at once. Reads one number beyond each point.
IMPINGE_CLONES void codes_of_points(const Vec3d* points, std::size_t count,
                                    const LanesOfRegion& region, Codes* codes) {
    constexpr double last = last_step;
    constexpr Doubles none{0, 0, 0, 0};
    constexpr Doubles most{last, last, last, last};
    constexpr Doubles before{-1, -1, -1, -1};
    constexpr Doubles beyond{last + 1, last + 1, last + 1, last + 1};
    constexpr Ints first{below_region + 1, below_region + 1, below_region + 1, 0};
    constexpr Ints three{-1, -1, -1, 0};
    const LanesOfRegion lanes = region;
    for (std::size_t i = 0; i < count; ++i) {
        Doubles p;
        std::memcpy(&p, points + i, sizeof p);
        Doubles steps = (p - lanes.low) * lanes.scale;
        steps = steps > none ? steps : none;
        steps = steps < most ? steps : most;
        steps = p < lanes.low ? before : steps;
        steps = p > lanes.high ? beyond : steps;
        const Ints whole = (__builtin_convertvector(steps, Ints) & three) + first;
        codes[i] = __builtin_convertvector(whole, Codes);
    }
}

QuantisedTriangle box_of_codes(const Codes* corners, std::uint32_t index) {
    return {lowest(lowest(corners[0], corners[1]), corners[2]),
            highest(highest(corners[0], corners[1]), corners[2]), index, 0};
}

LanesOfRegion lanes_of(const Box3& region, Vec3d scale) {
    return {Doubles{region.min.x, region.min.y, region.min.z, 0},
            Doubles{region.max.x, region.max.y, region.max.z, 0},
            Doubles{scale.x, scale.y, scale.z, 0}};
}

} // namespace

Quantiser::Quantiser(const Box3& region)
    : region_(region), scale_{steps_per_unit(region.min.x, region.max.x),
                              steps_per_unit(region.min.y, region.max.y),
                              steps_per_unit(region.min.z, region.max.z)} {}

Codes Quantiser::operator()(Vec3d p) const {
    return Codes{code_of(p.x, region_.min.x, region_.max.x, scale_.x),
                 code_of(p.y, region_.min.y, region_.max.y, scale_.y),
                 code_of(p.z, region_.min.z, region_.max.z, scale_.z), 0};
}

void Quantiser::operator()(std::span<const Vec3d> points, Codes* codes) const {
    if (points.empty()) {
        return;
    }
    codes_of_points(points.data(), points.size() - 1, lanes_of(region_, scale_), codes);
    codes[points.size() - 1] = (*this)(points.back());
}

void Quantiser::operator()(const WorldMesh& mesh, std::span<const std::uint32_t> listed,
                           Codes* codes) const {
    constexpr std::size_t at_once = 64;
    std::array<Vec3d, 3 * at_once + 1> corners{}; // and one that is read beyond the last
    const LanesOfRegion lanes = lanes_of(region_, scale_);
    for (std::size_t begin = 0; begin < listed.size(); begin += at_once) {
        const std::size_t count = std::min(at_once, listed.size() - begin);
        for (std::size_t i = 0; i < count; ++i) {
            const TriangleIndices& t = mesh.triangles[listed[begin + i]];
            for (std::size_t k = 0; k < 3; ++k) {
                corners[3 * i + k] = mesh.vertices[t[k]];
            }
        }
        codes_of_points(corners.data(), 3 * count, lanes, codes + 3 * begin);
    }
}

Box3 Quantiser::box_of_codes(Codes low, Codes high) const {
    Box3 box = region_;
    for (int axis = 0; axis < 3; ++axis) {
        const double scale = scale_[axis];
        if (scale == 0) {
            continue;
        }
        // Half a step more on both sides, and some units in the last place of the coordinates: more
        // than all roundings on the way from a coordinate to its code and back.
        const double from = low[axis] - (below_region + 1) - 0.5;
        const double to = high[axis] - (below_region + 1) + 1.5;
        const double slack = 4 * std::numeric_limits<double>::epsilon() *
                             std::max(std::abs(region_.min[axis]), std::abs(region_.max[axis]));
        box.min[axis] = std::max(box.min[axis], region_.min[axis] + from / scale - slack);
        box.max[axis] = std::min(box.max[axis], region_.min[axis] + to / scale + slack);
    }
    return box;
}

namespace {

/// On which sides of the region a box surely lies: bits for before and behind it along each axis.
std::uint8_t sides_outside(const Box3& box, const Box3& region) {
    unsigned sides = 0;
    for (int axis = 0; axis < 3; ++axis) {
        sides |= (box.max[axis] < region.min[axis] ? 1U : 0U) << (2 * axis);
        sides |= (box.min[axis] > region.max[axis] ? 2U : 0U) << (2 * axis);
    }
    return static_cast<std::uint8_t>(sides);
}

/// The runs of vertices in which the indices of a span are.
struct VertexRuns {
    std::size_t begin;
    std::size_t end;

    explicit VertexRuns(const IndexSpan& span)
        : begin(span.first / vertices_per_run), end(span.last / vertices_per_run + 1) {}
    /// The mesh is in no order: nothing can be told from the runs.
    [[nodiscard]] bool too_many() const { return end - begin > 64; }
};

/// On which sides all of them lie.
unsigned common_sides(const std::uint8_t* sides, const VertexRuns& runs) {
    unsigned common = runs.too_many() ? 0 : 0xff;
    for (std::size_t run = runs.begin; run < runs.end && common != 0; ++run) {
        common &= sides[run];
    }
    return common;
}

} // namespace

QuantisedMesh::QuantisedMesh(const WorldMesh& mesh, const Quantiser& quantiser, Runs which,
                             const Context& context)
    : codes_(make_kept_array<Codes>(mesh.vertices.size())), triangles_(mesh.triangles) {
    const std::size_t vertex_runs = runs_of(mesh.vertices.size(), vertices_per_run);
    const auto needed = make_kept_array<std::uint8_t>(vertex_runs);
    const bool all = which == Runs::All || !mesh.runs.are_known();
    std::fill_n(needed.get(), vertex_runs, all ? 1 : 0);
    if (all) {
        runs_.resize(runs_of(triangles_.size(), triangles_per_run));
        std::iota(runs_.begin(), runs_.end(), 0U);
    } else {
        choose_runs(mesh, quantiser.region(), needed.get(), context);
    }
    const std::size_t per_chunk = runs_of(chunk_size_for(mesh.vertices.size()), vertices_per_run);
    for_each_chunk(context, vertex_runs, per_chunk, [&](const Chunk& chunk) {
        for (std::size_t begin = chunk.begin; begin < chunk.end; ++begin) {
            std::size_t end = begin;
            while (end < chunk.end && needed[end] != 0) {
                ++end;
            }
            const std::size_t first = std::min(begin * vertices_per_run, mesh.vertices.size());
            const std::size_t last = std::min(end * vertices_per_run, mesh.vertices.size());
            quantiser(mesh.vertices.subspan(first, last - first), codes_.get() + first);
            begin = end;
        }
    });
}

/// Lists the runs of triangles, and marks the runs of vertices that they need.
void QuantisedMesh::choose_runs(const WorldMesh& mesh, const Box3& region, std::uint8_t* needed,
                                const Context& context) {
    const std::size_t vertex_runs = runs_of(mesh.vertices.size(), vertices_per_run);
    const auto sides = make_kept_array<std::uint8_t>(vertex_runs);
    for (std::size_t run = 0; run < vertex_runs; ++run) {
        sides[run] = sides_outside(mesh.runs.boxes[run], region);
    }
    std::atomic<bool> no_order = false;
    const auto need = [&](const VertexRuns& runs) {
        if (runs.too_many()) {
            no_order.store(true, std::memory_order_relaxed);
            return;
        }
        for (std::size_t run = runs.begin; run < runs.end; ++run) {
            std::atomic_ref(needed[run]).store(1, std::memory_order_relaxed);
        }
    };
    const std::size_t triangle_runs = runs_of(triangles_.size(), triangles_per_run);
    runs_ = gather_chunks<std::uint32_t>(
        context, triangle_runs, runs_per_chunk(triangle_runs), [&](const Chunk& chunk) {
            std::vector<std::uint32_t> chosen;
            for (std::size_t run = chunk.begin; run < chunk.end; ++run) {
                const VertexRuns low(mesh.runs.corners[run].low);
                const VertexRuns high(mesh.runs.corners[run].high);
                const unsigned common = common_sides(sides.get(), low);
                if (common == 0 || (common & common_sides(sides.get(), high)) == 0) {
                    chosen.push_back(static_cast<std::uint32_t>(run));
                    need(low);
                    need(high);
                }
            }
            return chosen;
        });
    if (no_order) {
        std::fill_n(needed, vertex_runs, std::uint8_t{1});
    }
}

std::vector<QuantisedTriangle> cull(const WorldMesh& mesh, std::span<const std::uint32_t> listed,
                                    const Quantiser& quantiser, const Context& context) {
    return gather_chunks<QuantisedTriangle>(
        context, listed.size(), chunk_size_for(listed.size()), [&](const Chunk& chunk) {
            const std::size_t size = chunk.end - chunk.begin;
            const auto codes = make_kept_array<Codes>(3 * size);
            quantiser(mesh, listed.subspan(chunk.begin, size), codes.get());
            std::vector<QuantisedTriangle> kept(size);
            std::size_t count = 0;
            for (std::size_t i = 0; i < size; ++i) { // without a branch that cannot be foreseen
                kept[count] = box_of_codes(codes.get() + 3 * i, listed[chunk.begin + i]);
                count += reaches_region(kept[count]) ? 1 : 0;
            }
            kept.resize(count);
            return kept;
        });
}

std::vector<QuantisedTriangle> cull(const WorldMesh& mesh, const Box3& region,
                                    const Context& context) {
    const QuantisedMesh coded(mesh, Quantiser(region), QuantisedMesh::Runs::NearRegion, context);
    if (context.cancelled()) {
        return {}; // some codes were never written
    }
    const std::size_t runs = coded.run_count();
    return gather_chunks<QuantisedTriangle>(
        context, runs, runs_per_chunk(runs), [&](const Chunk& chunk) {
            std::vector<QuantisedTriangle> kept;
            for (std::size_t run = chunk.begin; run < chunk.end; ++run) {
                const auto [begin, end] = coded.run(run);
                for (std::size_t i = begin; i < end; ++i) {
                    const QuantisedTriangle triangle = coded[i];
                    if (reaches_region(triangle)) {
                        kept.push_back(triangle);
                    }
                }
            }
            return kept;
        });
}

} // namespace impinge::inline v0
