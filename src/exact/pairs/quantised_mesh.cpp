// SPDX-License-Identifier: Apache-2.0
#include "exact/pairs/quantised_mesh.hpp"

#include "base/clones.hpp"
#include "base/parallel.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

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

QuantisedMesh::QuantisedMesh(const WorldMesh& mesh, const Quantiser& quantiser,
                             const Context& context)
    : codes_(make_kept_array<Codes>(mesh.vertices.size())), triangles_(mesh.triangles) {
    for_each_chunk(context, mesh.vertices.size(), chunk_size_for(mesh.vertices.size()),
                   [&](const Chunk& chunk) {
                       quantiser(mesh.vertices.subspan(chunk.begin, chunk.end - chunk.begin),
                                 codes_.get() + chunk.begin);
                   });
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
    const QuantisedMesh coded(mesh, Quantiser(region), context);
    if (context.cancelled()) {
        return {}; // some codes were never written
    }
    return gather_chunks<QuantisedTriangle>(
        context, coded.size(), chunk_size_for(coded.size()), [&](const Chunk& chunk) {
            std::vector<QuantisedTriangle> kept;
            for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
                if (reaches_region(coded[i])) {
                    kept.push_back(coded[i]);
                }
            }
            return kept;
        });
}

} // namespace impinge::inline v0
