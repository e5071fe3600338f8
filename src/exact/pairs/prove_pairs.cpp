// SPDX-License-Identifier: Apache-2.0
#include "exact/pairs/prove_pairs.hpp"

#include "base/stopwatch.hpp"
#include "geometry/bvh.hpp"
#include "geometry/triangle_contact.hpp"
#include "math/measures.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace impinge::inline v0 {
namespace {

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

/// Whether a plane across the direction lies between the triangles by more than rounding can tell.
bool surely_parted_along(Vec3d direction, const Triangle& s, const Triangle& t) {
    double highest_of_s = -std::numeric_limits<double>::infinity();
    double lowest_of_t = std::numeric_limits<double>::infinity();
    double magnitude = 0;
    for (int i = 0; i < 3; ++i) {
        const Vec3d p = s[i] - s[0];
        const Vec3d q = t[i] - s[0];
        highest_of_s = std::max(highest_of_s, dot(direction, p));
        lowest_of_t = std::min(lowest_of_t, dot(direction, q));
        magnitude += dot(absolute(direction), max(absolute(p), absolute(q)));
    }
    // Each place is off by five roundings of the magnitude at most; six times that of both is asked
    // for. What is beyond the range of doubles makes a magnitude that is too large or no number.
    return lowest_of_t - highest_of_s > 0x1p-47 * magnitude + 1e-280 && magnitude < 1e280;
}

/// Whether some edge of s has it on one side and t on the other, seen along the normal of s: tells
/// triangles apart that lie in one plane, or nearly so, without exact numbers.
bool surely_beside(const Triangle& s, const Triangle& t) {
    const Vec3d normal = cross(s[1] - s[0], s[2] - s[0]);
    for (int i = 0; i < 3; ++i) {
        if (surely_parted_along(cross(s[(i + 1) % 3] - s[i], normal), s, t)) {
            return true;
        }
    }
    return false;
}

double largest_coordinate(const Triangle& t) {
    return std::max({largest_magnitude(t[0]), largest_magnitude(t[1]), largest_magnitude(t[2])});
}

/// Times 2^exponent, in two steps: it may be more than the largest double.
Triangle scaled(const Triangle& t, int exponent) {
    const double first = std::ldexp(1.0, exponent / 2);
    const double second = std::ldexp(1.0, exponent - exponent / 2);
    return {{t[0] * first * second, t[1] * first * second, t[2] * first * second}};
}

/// Predicates take long where products of coordinates leave the range of doubles. Multiplied by a
/// power of two, small triangles lie as before.
template <typename Classify>
PairKind exact_kind(const Triangle& s, const Triangle& t, Classify classify) {
    const double size = std::max(largest_coordinate(s), largest_coordinate(t));
    if (!(size < 1e-60 && size > 0)) {
        return classify(s, t);
    }
    const int exponent = -std::ilogb(size);
    return classify(scaled(s, exponent), scaled(t, exponent));
}

/// Two triangles and on which sides of each other's plane their corners surely lie.
struct Sided {
    const Triangle& s;
    const Triangle& t;
    std::array<Sign, 3> of_s;
    std::array<Sign, 3> of_t;
};

/// Of two surfaces.
PairKind kind_of(const Sided& pair) {
    if (one_sided(pair.of_s)) {
        return PairKind::Apart;
    }
    const bool certain = count_of(pair.of_s, 0) + count_of(pair.of_t, 0) == 0;
    if (!certain && (surely_beside(pair.s, pair.t) || surely_beside(pair.t, pair.s))) {
        return PairKind::Apart;
    }
    return exact_kind(pair.s, pair.t, [&](const Triangle& s, const Triangle& t) {
        return certain ? classify_transversal(s, t, pair.of_s, pair.of_t)
                       : classify_triangles(s, t);
    });
}

/// classify_neighbours, with most cases told by the sides alone.
PairKind kind_of_neighbours(const Sided& pair) {
    if (!rest_is_shared(pair.t, pair.of_t, pair.s)) {
        return exact_kind(pair.s, pair.t, classify_neighbours);
    }
    if (all_on_one_side(pair.of_t) || one_sided(pair.of_s)) {
        return PairKind::Apart;
    }
    if (!rest_is_shared(pair.s, pair.of_s, pair.t)) {
        return exact_kind(pair.s, pair.t, classify_neighbours);
    }
    if (all_on_one_side(pair.of_s)) {
        return PairKind::Apart;
    }
    const auto shared_s = count_of(pair.of_s, 0);
    const auto shared_t = count_of(pair.of_t, 0);
    if (shared_s == 1 && shared_t == 1) {
        return at_common_corner(pair.of_s, pair.of_t);
    }
    return exact_kind(pair.s, pair.t, [&](const Triangle& s, const Triangle& t) {
        return shared_s + shared_t == 0 ? classify_transversal(s, t, pair.of_s, pair.of_t)
                                        : classify_neighbours(s, t);
    });
}

} // namespace

PairKind kind_of_pair(const Triangle& s, const Triangle& t, Surfaces surfaces) {
    const double reach = longest_side(united(box_of(s), box_of(t)));
    const Sided pair{s, t, PlaneFilter(t, reach).sides(s), PlaneFilter(s, reach).sides(t)};
    if (surfaces == Surfaces::One) {
        return kind_of_neighbours(pair);
    }
    return one_sided(pair.of_t) ? PairKind::Apart : kind_of(pair);
}

PairProver::PairProver(SharedSearch& search, const Context& context)
    : search_(search), context_(context),
      filter_(search.meshes.a, search.meshes.b,
              search.meshes.surfaces == Surfaces::One ? SideFilter::Corners::Discounted
                                                      : SideFilter::Corners::Counted,
              search.reach) {}

bool PairProver::wanted() const {
    return !search_.settled.load(std::memory_order_relaxed) && !context_.cancelled();
}

bool PairProver::take(std::span<const Candidate> pairs) {
    constexpr std::size_t at_once = 256; // few enough to stay in the nearest cache
    Stopwatch watch;
    for (std::size_t begin = 0; begin < pairs.size() && wanted(); begin += at_once) {
        const auto some = pairs.subspan(begin, std::min(at_once, pairs.size() - begin));
        for (const OpenCandidate& candidate : filter_.open(some)) {
            if (!wanted()) {
                break;
            }
            prove(candidate);
        }
    }
    found.counters.candidate_pairs += pairs.size();
    found.milliseconds.prove += watch.lap();
    return wanted();
}

void PairProver::prove(const OpenCandidate& candidate) {
    const bool neighbours = search_.meshes.surfaces == Surfaces::One;
    const std::uint32_t a = search_.own.empty() ? candidate.a : search_.own[candidate.a];
    const std::uint32_t b = candidate.b;
    if (neighbours && a == b) {
        return;
    }
    const Triangle& of_a = filter_.triangle_of_a(candidate);
    const Triangle of_b = search_.meshes.b.triangle(b);
    std::array<Sign, 3> sides_a = sides_of(candidate.corners_of_a);
    if (all_zero(sides_a)) { // of the range of numbers, perhaps
        sides_a = PlaneFilter(of_b, search_.reach).sides(of_a);
    }
    const Sided pair{of_a, of_b, sides_a, sides_of(candidate.corners_of_b)};
    const PairKind kind = neighbours ? kind_of_neighbours(pair) : kind_of(pair);
    if (kind == PairKind::Apart) {
        return;
    }
    const bool swapped = neighbours && search_.own.empty() && b < a;
    found.pairs.push_back(swapped ? TrianglePair{b, a, kind} : TrianglePair{a, b, kind});
    if (settles(kind, search_.stop)) {
        search_.settled.store(true, std::memory_order_relaxed);
    }
}

} // namespace impinge::inline v0
