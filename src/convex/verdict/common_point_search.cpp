// SPDX-License-Identifier: Apache-2.0
#include "convex/verdict/common_point_search.hpp"

#include "convex/support.hpp"

#include <limits>

namespace impinge::inline v0 {
namespace {

constexpr int most_steps = 200;
/// A row that the entering one holds no more of does not leave: dividing by that would leave
/// nothing but rounding.
constexpr double least_share = 0x1p-30;

/// A regular tetrahedron: normals sum to 0, products of two different ones are -1/3.
constexpr double third_root = 0.57735026918962576;
constexpr std::array<Vec3d, 4> tetrahedron{{{third_root, third_root, third_root},
                                            {third_root, -third_root, -third_root},
                                            {-third_root, third_root, -third_root},
                                            {-third_root, -third_root, third_root}}};

// Names of planes: odd ones are A's, even ones B's, the last four those of a tetrahedron around A,
// which are as good as A's own. 0 is none.
constexpr std::uint32_t first_around_a = 0xFFFFFFF8;
constexpr std::uint32_t name_in_a(std::uint32_t face) { return 2 * face + 1; }
constexpr std::uint32_t name_in_b(std::uint32_t face) { return 2 * face + 2; }
constexpr std::uint32_t name_around_a(std::size_t side) {
    return first_around_a + 2 * static_cast<std::uint32_t>(side) + 1;
}
constexpr bool is_of_a(std::uint32_t name) { return name % 2 == 1; }

} // namespace

CommonPointSearch::CommonPointSearch(const ConvexPair& pair, const Planes& last, double tolerance)
    : pair_(pair), relative_(relative_pose(pair.pose_a, pair.pose_b)),
      growth_(pair.pose_b.scale / pair.pose_a.scale), tolerance_(tolerance) {
    if (!begin_from(last)) {
        begin_around_a();
    }
    find_entering();
}

void CommonPointSearch::begin_around_a() {
    for (std::size_t i = 0; i < 4; ++i) {
        active_[i] = plane_called(name_around_a(i));
        inverse_[i] = {tetrahedron[i] * 0.75, 0.25};
    }
    solution_ = {pair_.a.centre, pair_.a.radius};
}

/// The plane of that name; a name of 0 if these bodies have none such.
CommonPointSearch::Plane CommonPointSearch::plane_called(std::uint32_t name) const {
    if (name > first_around_a) {
        const Vec3d n = tetrahedron[(name - first_around_a) / 2];
        return {n, dot(n, pair_.a.centre) + pair_.a.radius, name};
    }
    const std::uint32_t face = (name - 1) / 2;
    if (name == 0 || face >= (is_of_a(name) ? pair_.a : pair_.b).planes.size()) {
        return {};
    }
    if (is_of_a(name)) {
        return {pair_.a.planes[face].normal, pair_.a.planes[face].offset, name};
    }
    const Vec3d normal = relative_.b_to_a.turned(pair_.b.planes[face].normal) * (1 / growth_);
    return {normal, growth_ * pair_.b.planes[face].offset + dot(normal, relative_.b_to_a.offset),
            name};
}

bool CommonPointSearch::begin_from(const Planes& last) {
    for (std::size_t i = 0; i < 4; ++i) {
        active_[i] = plane_called(last[i]);
        if (active_[i].name == 0) {
            return false;
        }
    }
    if (!invert()) {
        return false;
    }
    for (std::size_t i = 0; i < 4; ++i) {
        solution_ = solution_.less(inverse_[i], -active_[i].offset);
    }
    return true;
}

/// False if the planes hold no point: nearly parallel to a line, or with a weight below 0.
bool CommonPointSearch::invert() {
    const Vec3d n = active_[3].normal;
    const Vec3d p = active_[0].normal - n;
    const Vec3d q = active_[1].normal - n;
    const Vec3d r = active_[2].normal - n;
    const Vec3d qr = cross(q, r);
    const double determinant = dot(p, qr);
    if (!(std::abs(determinant) > 1e-6)) {
        return false;
    }
    const double scale = 1 / determinant;
    const std::array<Vec3d, 3> columns{qr * scale, cross(r, p) * scale, cross(p, q) * scale};
    inverse_[3] = {-(columns[0] + columns[1] + columns[2]), 1};
    bool holds = true;
    for (std::size_t i = 0; i < 3; ++i) {
        inverse_[i] = {columns[i], -dot(n, columns[i])};
        inverse_[3].last -= inverse_[i].last;
        holds = holds && inverse_[i].last >= 0;
    }
    return holds && inverse_[3].last >= 0;
}

CommonPointSearch::Planes CommonPointSearch::planes() const {
    return {active_[0].name, active_[1].name, active_[2].name, active_[3].name};
}

Vec3d CommonPointSearch::direction() const {
    Vec3d sum;
    for (std::size_t i = 0; i < 4; ++i) {
        sum = sum + active_[i].normal * (is_of_a(active_[i].name) ? inverse_[i].last : 0);
    }
    return sum;
}

void CommonPointSearch::find_entering() {
    const Highest in_a = highest_plane(pair_.a, solution_.vector);
    const Highest in_b = highest_plane(pair_.b, relative_.a_to_b(solution_.vector));
    const double height_b = in_b.value * growth_;
    const bool from_a = in_a.value >= height_b;
    entering_.above = (from_a ? in_a.value : height_b) + solution_.last;
    entering_.plane = plane_called(from_a ? name_in_a(in_a.index) : name_in_b(in_b.index));
}

/// The active plane whose weight is used up first when the entering one takes its share.
std::size_t CommonPointSearch::leaving_for(const std::array<double, 4>& share) const {
    std::size_t leaving = 4;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < 4; ++i) {
        if (share[i] > least_share && inverse_[i].last < least * share[i]) {
            least = inverse_[i].last / share[i];
            leaving = i;
        }
    }
    return leaving;
}

bool CommonPointSearch::advance() {
    if (!(entering_.above > tolerance_) || ++steps_ > most_steps) {
        return false;
    }
    std::array<double, 4> share; // of the active rows in the entering one
    for (std::size_t i = 0; i < 4; ++i) {
        share[i] = dot(entering_.plane.normal, inverse_[i].vector) + inverse_[i].last;
    }
    const std::size_t leaving = leaving_for(share);
    if (leaving == 4) {
        return false;
    }
    const Vec4 column = inverse_[leaving].times(1 / share[leaving]);
    for (std::size_t i = 0; i < 4; ++i) {
        inverse_[i] = inverse_[i].less(column, share[i]);
    }
    inverse_[leaving] = column;
    solution_ = solution_.less(column, entering_.above);
    active_[leaving] = entering_.plane;
    find_entering();
    return true;
}

} // namespace impinge::inline v0
