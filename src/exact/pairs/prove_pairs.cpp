// SPDX-License-Identifier: Apache-2.0
#include "exact/pairs/prove_pairs.hpp"

#include "base/stopwatch.hpp"
#include "geometry/triangle_contact.hpp"
#include "math/measures.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace impinge::inline v0 {
namespace {

constexpr std::size_t pairs_at_once = 512;

bool settles(PairKind kind, Stop stop) {
    return stop == Stop::AtFirstPair ||
           (stop == Stop::AtFirstCrossing && kind == PairKind::Crossing);
}

std::ptrdiff_t count_of(const std::array<Sign, 3>& sides, Sign side) {
    return std::count(sides.begin(), sides.end(), side);
}

bool is_corner(const Triangle& t, Vec3d p) { return p == t[0] || p == t[1] || p == t[2]; }

/// Whether every corner whose side is not certain is a corner of the other triangle, by
/// coordinates, and so lies in its plane.
bool rest_is_shared(const Triangle& t, const std::array<Sign, 3>& sides, const Triangle& other) {
    for (int i = 0; i < 3; ++i) {
        if (sides[static_cast<std::size_t>(i)] == 0 && !is_corner(other, t[i])) {
            return false;
        }
    }
    return true;
}

bool all_on_one_side(const std::array<Sign, 3>& sides) {
    return (count_of(sides, 1) > 0) != (count_of(sides, -1) > 0);
}

/// Two triangles with one common corner, each with its other corners on both sides of the other's
/// plane. Each meets the common line of the planes in a segment that starts at the corner. With n
/// and m the normals and p, q two corners in their order after the common one, the first segment
/// runs along n x m if p lies on the positive side of m's plane, the second against it if q lies on
/// the positive side of n's.
PairKind at_common_corner(const std::array<Sign, 3>& sides_s, const std::array<Sign, 3>& sides_t) {
    const auto after_common = [](const std::array<Sign, 3>& sides) {
        const auto common =
            static_cast<std::size_t>(std::find(sides.begin(), sides.end(), 0) - sides.begin());
        return sides[(common + 1) % 3];
    };
    const bool same_way = after_common(sides_s) != after_common(sides_t);
    return same_way ? PairKind::Crossing : PairKind::Apart;
}

} // namespace

PlaneFilter::PlaneFilter(const Triangle& triangle, double reach) : origin_(triangle[0]) {
    Vec3d u = triangle[1] - triangle[0];
    Vec3d v = triangle[2] - triangle[0];
    double size = std::max(largest_magnitude(u), largest_magnitude(v));
    if (!(size > 1e-50 && size < 1e50)) {
        // By a power of two, which changes no sign and rounds nothing but what is far smaller.
        const double scale = std::ldexp(1.0, -std::clamp(std::ilogb(size), -1000, 1000));
        u = u * scale;
        v = v * scale;
        size = 2;
    }
    normal_ = cross(u, v);
    // A component of the normal is off by less than 9 units of rounding (2^-53) times size^2, its
    // product with a difference of coordinates by less than 16 times size^2 * reach, their sum by
    // less than 50 times. Twice that is asked for; underflow is far below.
    uncertain_ = 1.2e-14 * (size * size * reach);
    const bool in_range = uncertain_ > 1e-280 && uncertain_ < 1e280;
    if (!in_range) {
        uncertain_ = std::numeric_limits<double>::infinity();
    }
}

PairProver::PairProver(SharedSearch& search, const Context& context)
    : search_(search), context_(context), plane_({}, 0) {
    waiting_.reserve(2 * pairs_at_once);
}

bool PairProver::wanted() const {
    return !search_.settled.load(std::memory_order_relaxed) && !context_.cancelled();
}

bool PairProver::take(std::uint32_t a, std::span<const std::uint32_t> b) {
    for (const std::uint32_t index : b) {
        waiting_.push_back({a, index});
    }
    if (waiting_.size() >= pairs_at_once) {
        prove_waiting();
    }
    return wanted();
}

void PairProver::finish() { prove_waiting(); }

void PairProver::prove_waiting() {
    const bool neighbours = search_.meshes.surfaces == Surfaces::One;
    Stopwatch watch;
    std::uint32_t last_a = 0;
    bool first = true;
    for (const Candidate& pair : waiting_) {
        if (!wanted()) {
            break;
        }
        if (first || pair.a != last_a) {
            first = false;
            last_a = pair.a;
            triangle_ = search_.meshes.a.triangle(pair.a);
            plane_ = PlaneFilter(triangle_, search_.reach);
        }
        const std::uint32_t a = search_.own.empty() ? pair.a : search_.own[pair.a];
        if (neighbours && a == pair.b) {
            continue;
        }
        const PairKind kind = neighbours ? kind_of_neighbour(pair.b) : kind_of(pair.b);
        if (kind == PairKind::Apart) {
            continue;
        }
        const bool swapped = neighbours && search_.own.empty() && pair.b < a;
        found.pairs.push_back(swapped ? TrianglePair{pair.b, a, kind}
                                      : TrianglePair{a, pair.b, kind});
        if (settles(kind, search_.stop)) {
            search_.settled.store(true, std::memory_order_relaxed);
        }
    }
    found.counters.candidate_pairs += waiting_.size();
    waiting_.clear();
    found.milliseconds.prove += watch.lap();
}

PairKind PairProver::kind_of(std::uint32_t b) {
    const Triangle other = search_.meshes.b.triangle(b);
    return one_sided(plane_.sides(other)) ? PairKind::Apart : classify_triangles(triangle_, other);
}

/// classify_neighbours, with most cases told by the filter alone.
PairKind PairProver::kind_of_neighbour(std::uint32_t b) {
    const Triangle other = search_.meshes.b.triangle(b);
    const std::array<Sign, 3> sides_b = plane_.sides(other);
    if (one_sided(sides_b)) {
        return PairKind::Apart;
    }
    if (!rest_is_shared(other, sides_b, triangle_)) {
        return classify_neighbours(triangle_, other);
    }
    if (all_on_one_side(sides_b)) {
        return PairKind::Apart; // leaves the plane at what is shared
    }
    const std::array<Sign, 3> sides_a = PlaneFilter(other, search_.reach).sides(triangle_);
    if (!rest_is_shared(triangle_, sides_a, other)) {
        return classify_neighbours(triangle_, other);
    }
    if (all_on_one_side(sides_a)) {
        return PairKind::Apart;
    }
    if (count_of(sides_a, 0) == 1 && count_of(sides_b, 0) == 1) {
        return at_common_corner(sides_a, sides_b);
    }
    return classify_neighbours(triangle_, other);
}

} // namespace impinge::inline v0
