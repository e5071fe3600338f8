// SPDX-License-Identifier: Apache-2.0
#include "exact/pairs/prove_pairs.hpp"

#include "base/stopwatch.hpp"
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

/// On which sides of a plane three points surely lie, one bit for each point.
struct SideBits {
    unsigned above;
    unsigned below;

    SideBits(const PlaneFilter& plane, const Vec3d& p, const Vec3d& q, const Vec3d& r) {
        const PlaneFilter::Certain of_p = plane.certain(p);
        const PlaneFilter::Certain of_q = plane.certain(q);
        const PlaneFilter::Certain of_r = plane.certain(r);
        above = unsigned{of_p.above} | unsigned{of_q.above} << 1 | unsigned{of_r.above} << 2;
        below = unsigned{of_p.below} | unsigned{of_q.below} << 1 | unsigned{of_r.below} << 2;
    }
    [[nodiscard]] bool one_side() const { return (above == 0) != (below == 0); }
    [[nodiscard]] unsigned in_doubt() const { return ~(above | below) & 7U; }
};

/// One bit for each corner of t that is a corner of s.
unsigned shared_corners(const TriangleIndices& t, const TriangleIndices& s) {
    const auto shared = [&](std::uint32_t corner) {
        return unsigned{corner == s[0]} | unsigned{corner == s[1]} | unsigned{corner == s[2]};
    };
    return shared(t[0]) | shared(t[1]) << 1 | shared(t[2]) << 2;
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
    : search_(search), context_(context), corners_{}, plane_({}, 0) {}

bool PairProver::wanted() const {
    return !search_.settled.load(std::memory_order_relaxed) && !context_.cancelled();
}

bool PairProver::take(std::span<const Candidate> pairs) {
    Stopwatch watch;
    bool first = true;
    for (std::size_t i = 0; i < pairs.size() && wanted(); ++i) {
        if (first || pairs[i].a != a_) {
            first = false;
            a_ = pairs[i].a;
            triangle_ = search_.meshes.a.triangle(a_);
            corners_ = search_.meshes.a.triangles[a_];
            plane_ = PlaneFilter(triangle_, search_.reach);
            size_ = largest_coordinate(triangle_);
        }
        prove(pairs[i]);
    }
    found.counters.candidate_pairs += pairs.size();
    found.milliseconds.prove += watch.lap();
    return wanted();
}

void PairProver::prove(const Candidate& pair) {
    const bool neighbours = search_.meshes.surfaces == Surfaces::One;
    const std::uint32_t a = search_.own.empty() ? pair.a : search_.own[pair.a];
    if (neighbours && a == pair.b) {
        return;
    }
    const PairKind kind = neighbours ? kind_of_neighbour(pair.b) : kind_of(pair.b);
    if (kind == PairKind::Apart) {
        return;
    }
    const bool swapped = neighbours && search_.own.empty() && pair.b < a;
    found.pairs.push_back(swapped ? TrianglePair{pair.b, a, kind} : TrianglePair{a, pair.b, kind});
    if (settles(kind, search_.stop)) {
        search_.settled.store(true, std::memory_order_relaxed);
    }
}

PairKind PairProver::kind_of(std::uint32_t b) {
    const WorldMesh& mesh = search_.meshes.b;
    const TriangleIndices& corners = mesh.triangles[b];
    const std::array<Sign, 3> sides_b = plane_.sides(
        mesh.vertices[corners[0]], mesh.vertices[corners[1]], mesh.vertices[corners[2]]);
    if (one_sided(sides_b)) {
        return PairKind::Apart;
    }
    const Triangle other = mesh.triangle(b);
    const std::array<Sign, 3> sides_a =
        PlaneFilter(other, search_.reach).sides(triangle_[0], triangle_[1], triangle_[2]);
    if (one_sided(sides_a)) {
        return PairKind::Apart;
    }
    const bool certain = count_of(sides_a, 0) + count_of(sides_b, 0) == 0;
    if (!certain && (surely_beside(triangle_, other) || surely_beside(other, triangle_))) {
        return PairKind::Apart;
    }
    return exact_kind(other, [&](const Triangle& s, const Triangle& t) {
        return certain ? classify_transversal(s, t, sides_a, sides_b) : classify_triangles(s, t);
    });
}

/// classify_neighbours, with most cases told by the filter alone.
PairKind PairProver::kind_of_neighbour(std::uint32_t b) {
    const WorldMesh& mesh = search_.meshes.b;
    const TriangleIndices& corners = mesh.triangles[b];
    const Vec3d& p = mesh.vertices[corners[0]];
    const Vec3d& q = mesh.vertices[corners[1]];
    const Vec3d& r = mesh.vertices[corners[2]];
    const SideBits bits_b(plane_, p, q, r);
    const unsigned shared_by_index = shared_corners(corners, corners_);
    // The rest of its corners on one side: it leaves the plane at what is shared, if anything.
    if (bits_b.one_side() && (bits_b.in_doubt() & ~shared_by_index) == 0) {
        return PairKind::Apart;
    }
    return kind_of_near_neighbour(mesh.triangle(b));
}

PairKind PairProver::kind_of_near_neighbour(const Triangle& other) const {
    const std::array<Sign, 3> sides_b = plane_.sides(other[0], other[1], other[2]);
    if (!rest_is_shared(other, sides_b, triangle_)) {
        return exact_kind(other, classify_neighbours);
    }
    if (all_on_one_side(sides_b)) {
        return PairKind::Apart;
    }
    const std::array<Sign, 3> sides_a =
        PlaneFilter(other, search_.reach).sides(triangle_[0], triangle_[1], triangle_[2]);
    if (one_sided(sides_a)) {
        return PairKind::Apart;
    }
    if (!rest_is_shared(triangle_, sides_a, other)) {
        return exact_kind(other, classify_neighbours);
    }
    if (all_on_one_side(sides_a)) {
        return PairKind::Apart;
    }
    const auto shared_a = count_of(sides_a, 0);
    const auto shared_b = count_of(sides_b, 0);
    if (shared_a == 1 && shared_b == 1) {
        return at_common_corner(sides_a, sides_b);
    }
    return exact_kind(other, [&](const Triangle& s, const Triangle& t) {
        return shared_a + shared_b == 0 ? classify_transversal(s, t, sides_a, sides_b)
                                        : classify_neighbours(s, t);
    });
}

/// Predicates take long where products of coordinates leave the range of doubles. Multiplied by a
/// power of two, small triangles lie as before.
template <typename Classify>
PairKind PairProver::exact_kind(const Triangle& other, Classify classify) const {
    const double size = std::max(size_, largest_coordinate(other));
    if (!(size < 1e-60 && size > 0)) {
        return classify(triangle_, other);
    }
    const int exponent = -std::ilogb(size);
    return classify(scaled(triangle_, exponent), scaled(other, exponent));
}

} // namespace impinge::inline v0
