// SPDX-License-Identifier: Apache-2.0
#include "exact/pairs/side_filter.hpp"

#include "base/clones.hpp"
#include "math/measures.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace impinge::inline v0 {
namespace {

constexpr unsigned below_bits = 3; // where they begin in SideBits
constexpr unsigned shared_bits = 6;

/// What rounding may do to the volume of a point and a triangle. A component of the normal is off
/// by less than 9 units of rounding (2^-53) times size^2, its product with a difference of
/// coordinates by less than 16 times size^2 * reach, their sum by less than 50 times. Twice that is
/// asked for; underflow is far below, for what lies between these bounds.
constexpr double rounding = 1.2e-14;
constexpr double smallest_size = 1e-50;
constexpr double largest_size = 1e50;
constexpr double smallest_bound = 1e-280;
constexpr double largest_bound = 1e280;

/// For all bits: whether the triangles surely have nothing in common but shared corners. So it is
/// if the corners of one are on one side of the other's plane, but for those that are shared: it
/// leaves the plane there, if it meets it at all.
constexpr auto settled_by_sides = [] {
    std::array<std::uint8_t, 512> table{};
    for (unsigned bits = 0; bits < table.size(); ++bits) {
        const unsigned above = bits & 7U;
        const unsigned below = bits >> below_bits & 7U;
        const unsigned shared = bits >> shared_bits & 7U;
        const bool one_side = (above == 0) != (below == 0);
        const unsigned in_doubt = ~(above | below) & 7U;
        table[bits] = one_side && (in_doubt & ~shared) == 0 ? 1 : 0;
    }
    return table;
}();

constexpr std::size_t candidate_lanes = 4;
using LaneDoubles [[gnu::vector_size(candidate_lanes * sizeof(double))]] = double;
using LaneBits [[gnu::vector_size(candidate_lanes * sizeof(std::int64_t))]] = std::int64_t;

/// What the kernels need to know.
struct FilterInput {
    const SideFilter::Plane* planes;
    const TriangleIndices* triangles_b;
    const Vec3d* vertices_b;
    double reach;
    std::int64_t shared_mask; ///< 0 where no corner is shared, whatever its index
};

/// By the sides of B's corners. Lanes beyond the last candidate repeat it.
IMPINGE_CLONES std::size_t filter_by_planes_of_a(const FilterInput& input, OpenCandidate* open,
                                                 std::size_t count) {
    const FilterInput in = input;
    const LaneBits none{};
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count; i += candidate_lanes) {
        const std::array<OpenCandidate, candidate_lanes> of{
            open[i], open[std::min(i + 1, count - 1)], open[std::min(i + 2, count - 1)],
            open[std::min(i + 3, count - 1)]};
        const SideFilter::Plane& f0 = in.planes[of[0].place];
        const SideFilter::Plane& f1 = in.planes[of[1].place];
        const SideFilter::Plane& f2 = in.planes[of[2].place];
        const SideFilter::Plane& f3 = in.planes[of[3].place];
        const TriangleIndices& t0 = in.triangles_b[of[0].b];
        const TriangleIndices& t1 = in.triangles_b[of[1].b];
        const TriangleIndices& t2 = in.triangles_b[of[2].b];
        const TriangleIndices& t3 = in.triangles_b[of[3].b];
        const Vec3d& o0 = f0.triangle.corners[0];
        const Vec3d& o1 = f1.triangle.corners[0];
        const Vec3d& o2 = f2.triangle.corners[0];
        const Vec3d& o3 = f3.triangle.corners[0];
        const LaneDoubles ox{o0.x, o1.x, o2.x, o3.x};
        const LaneDoubles oy{o0.y, o1.y, o2.y, o3.y};
        const LaneDoubles oz{o0.z, o1.z, o2.z, o3.z};
        const LaneDoubles nx{f0.normal.x, f1.normal.x, f2.normal.x, f3.normal.x};
        const LaneDoubles ny{f0.normal.y, f1.normal.y, f2.normal.y, f3.normal.y};
        const LaneDoubles nz{f0.normal.z, f1.normal.z, f2.normal.z, f3.normal.z};
        const LaneDoubles uncertain{f0.uncertain, f1.uncertain, f2.uncertain, f3.uncertain};
        const LaneBits a0{f0.corners[0], f1.corners[0], f2.corners[0], f3.corners[0]};
        const LaneBits a1{f0.corners[1], f1.corners[1], f2.corners[1], f3.corners[1]};
        const LaneBits a2{f0.corners[2], f1.corners[2], f2.corners[2], f3.corners[2]};
        LaneBits bits{};
        for (unsigned k = 0; k < 3; ++k) {
            const Vec3d& p0 = in.vertices_b[t0[k]];
            const Vec3d& p1 = in.vertices_b[t1[k]];
            const Vec3d& p2 = in.vertices_b[t2[k]];
            const Vec3d& p3 = in.vertices_b[t3[k]];
            const LaneDoubles x = LaneDoubles{p0.x, p1.x, p2.x, p3.x} - ox;
            const LaneDoubles y = LaneDoubles{p0.y, p1.y, p2.y, p3.y} - oy;
            const LaneDoubles z = LaneDoubles{p0.z, p1.z, p2.z, p3.z} - oz;
            const LaneDoubles volume = nx * x + ny * y + nz * z;
            const LaneBits index{t0[k], t1[k], t2[k], t3[k]};
            const LaneBits shared =
                ((index == a0) | (index == a1) | (index == a2)) & in.shared_mask;
            bits |= (volume > uncertain) & (none + (std::int64_t{1} << k));
            bits |= (volume < -uncertain) & (none + (std::int64_t{1} << (below_bits + k)));
            bits |= shared & (none + (std::int64_t{1} << (shared_bits + k)));
        }
        const std::size_t lanes = std::min(candidate_lanes, count - i);
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            const auto of_lane = static_cast<SideBits>(bits[lane]);
            open[kept] = of[lane];
            open[kept].corners_of_b = of_lane;
            kept += settled_by_sides[of_lane] ^ 1U;
        }
    }
    return kept;
}

/// In each lane. Inlined whatever the compiler thinks, and by reference: see model/box_tests.cpp.
[[gnu::always_inline]] inline void largest_magnitude(LaneDoubles& size, const LaneDoubles& ux,
                                                     const LaneDoubles& uy, const LaneDoubles& uz,
                                                     const LaneDoubles& vx, const LaneDoubles& vy,
                                                     const LaneDoubles& vz) {
    LaneDoubles highest = ux > uy ? ux : uy;
    LaneDoubles lowest = ux < uy ? ux : uy;
    highest = uz > highest ? uz : highest;
    lowest = uz < lowest ? uz : lowest;
    highest = vx > highest ? vx : highest;
    lowest = vx < lowest ? vx : lowest;
    highest = vy > highest ? vy : highest;
    lowest = vy < lowest ? vy : lowest;
    highest = vz > highest ? vz : highest;
    lowest = vz < lowest ? vz : lowest;
    size = highest > -lowest ? highest : -lowest;
}

/// By the sides of A's corners. Nothing is told by triangles of B beyond the bounds.
IMPINGE_CLONES std::size_t filter_by_planes_of_b(const FilterInput& input, OpenCandidate* open,
                                                 std::size_t count) {
    const FilterInput in = input;
    const LaneBits none{};
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count; i += candidate_lanes) {
        const std::array<OpenCandidate, candidate_lanes> of{
            open[i], open[std::min(i + 1, count - 1)], open[std::min(i + 2, count - 1)],
            open[std::min(i + 3, count - 1)]};
        const TriangleIndices& t0 = in.triangles_b[of[0].b];
        const TriangleIndices& t1 = in.triangles_b[of[1].b];
        const TriangleIndices& t2 = in.triangles_b[of[2].b];
        const TriangleIndices& t3 = in.triangles_b[of[3].b];
        const Vec3d& p0 = in.vertices_b[t0[0]];
        const Vec3d& p1 = in.vertices_b[t1[0]];
        const Vec3d& p2 = in.vertices_b[t2[0]];
        const Vec3d& p3 = in.vertices_b[t3[0]];
        const Vec3d& q0 = in.vertices_b[t0[1]];
        const Vec3d& q1 = in.vertices_b[t1[1]];
        const Vec3d& q2 = in.vertices_b[t2[1]];
        const Vec3d& q3 = in.vertices_b[t3[1]];
        const Vec3d& r0 = in.vertices_b[t0[2]];
        const Vec3d& r1 = in.vertices_b[t1[2]];
        const Vec3d& r2 = in.vertices_b[t2[2]];
        const Vec3d& r3 = in.vertices_b[t3[2]];
        const LaneDoubles px{p0.x, p1.x, p2.x, p3.x};
        const LaneDoubles py{p0.y, p1.y, p2.y, p3.y};
        const LaneDoubles pz{p0.z, p1.z, p2.z, p3.z};
        const LaneDoubles ux = LaneDoubles{q0.x, q1.x, q2.x, q3.x} - px;
        const LaneDoubles uy = LaneDoubles{q0.y, q1.y, q2.y, q3.y} - py;
        const LaneDoubles uz = LaneDoubles{q0.z, q1.z, q2.z, q3.z} - pz;
        const LaneDoubles vx = LaneDoubles{r0.x, r1.x, r2.x, r3.x} - px;
        const LaneDoubles vy = LaneDoubles{r0.y, r1.y, r2.y, r3.y} - py;
        const LaneDoubles vz = LaneDoubles{r0.z, r1.z, r2.z, r3.z} - pz;
        const LaneDoubles nx = uy * vz - uz * vy;
        const LaneDoubles ny = uz * vx - ux * vz;
        const LaneDoubles nz = ux * vy - uy * vx;
        LaneDoubles size;
        largest_magnitude(size, ux, uy, uz, vx, vy, vz);
        const LaneDoubles uncertain = rounding * (size * size * in.reach);
        const LaneBits told = (size > smallest_size) & (size < largest_size) &
                              (uncertain > smallest_bound) & (uncertain < largest_bound);
        const SideFilter::Plane& f0 = in.planes[of[0].place];
        const SideFilter::Plane& f1 = in.planes[of[1].place];
        const SideFilter::Plane& f2 = in.planes[of[2].place];
        const SideFilter::Plane& f3 = in.planes[of[3].place];
        const LaneBits b0{t0[0], t1[0], t2[0], t3[0]};
        const LaneBits b1{t0[1], t1[1], t2[1], t3[1]};
        const LaneBits b2{t0[2], t1[2], t2[2], t3[2]};
        LaneBits bits{};
        for (unsigned k = 0; k < 3; ++k) {
            const Vec3d& c0 = f0.triangle.corners[k];
            const Vec3d& c1 = f1.triangle.corners[k];
            const Vec3d& c2 = f2.triangle.corners[k];
            const Vec3d& c3 = f3.triangle.corners[k];
            const LaneDoubles x = LaneDoubles{c0.x, c1.x, c2.x, c3.x} - px;
            const LaneDoubles y = LaneDoubles{c0.y, c1.y, c2.y, c3.y} - py;
            const LaneDoubles z = LaneDoubles{c0.z, c1.z, c2.z, c3.z} - pz;
            const LaneDoubles volume = nx * x + ny * y + nz * z;
            const LaneBits index{f0.corners[k], f1.corners[k], f2.corners[k], f3.corners[k]};
            const LaneBits shared =
                ((index == b0) | (index == b1) | (index == b2)) & in.shared_mask;
            bits |= (volume > uncertain) & (none + (std::int64_t{1} << k));
            bits |= (volume < -uncertain) & (none + (std::int64_t{1} << (below_bits + k)));
            bits |= shared & (none + (std::int64_t{1} << (shared_bits + k)));
        }
        bits &= told;
        const std::size_t lanes = std::min(candidate_lanes, count - i);
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            const auto of_lane = static_cast<SideBits>(bits[lane]);
            open[kept] = of[lane];
            open[kept].corners_of_a = of_lane;
            kept += settled_by_sides[of_lane] ^ 1U;
        }
    }
    return kept;
}

} // namespace

PlaneFilter::PlaneFilter(const Triangle& triangle, double reach) : origin_(triangle[0]) {
    Vec3d u = triangle[1] - triangle[0];
    Vec3d v = triangle[2] - triangle[0];
    double size = std::max(largest_magnitude(u), largest_magnitude(v));
    if (!(size > smallest_size && size < largest_size)) {
        // By a power of two, which changes no sign and rounds nothing but what is far smaller.
        const double scale = std::ldexp(1.0, -std::clamp(std::ilogb(size), -1000, 1000));
        u = u * scale;
        v = v * scale;
        size = 2;
    }
    normal_ = cross(u, v);
    uncertain_ = rounding * (size * size * reach);
    const bool in_range = uncertain_ > smallest_bound && uncertain_ < largest_bound;
    if (!in_range) {
        uncertain_ = std::numeric_limits<double>::infinity();
    }
}

std::span<const OpenCandidate> SideFilter::open(std::span<const Candidate> pairs) {
    planes_.clear();
    open_.resize(std::max(open_.size(), pairs.size()));
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const std::uint32_t a = pairs[i].a;
        if (i == 0 || a != pairs[i - 1].a) {
            const Triangle triangle = a_.triangle(a);
            const PlaneFilter plane(triangle, reach_);
            planes_.push_back({triangle, plane.normal(), plane.uncertain(), a_.triangles[a]});
        }
        open_[i] = {a, pairs[i].b, 0, 0, static_cast<std::uint32_t>(planes_.size() - 1)};
    }
    const FilterInput input{planes_.data(), b_.triangles.data(), b_.vertices.data(), reach_,
                            common_ == Corners::Discounted ? -1 : 0};
    std::size_t count = filter_by_planes_of_a(input, open_.data(), pairs.size());
    count = filter_by_planes_of_b(input, open_.data(), count);
    return {open_.data(), count};
}

} // namespace impinge::inline v0
