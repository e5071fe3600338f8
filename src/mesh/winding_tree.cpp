// SPDX-License-Identifier: Apache-2.0
#include "mesh/winding_tree.hpp"

#include "math/measures.hpp"
#include "math/sine.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace impinge::inline v0 {

// With a, b, c from the point to the corners, tan(angle / 2) is det(a, b, c) over
// |a||b||c| + (a.b)|c| + (b.c)|a| + (c.a)|b|.
double solid_angle_in_spheres(const Triangle& triangle, Vec3d point) {
    Vec3d a = triangle[0] - point;
    Vec3d b = triangle[1] - point;
    Vec3d c = triangle[2] - point;
    // Differences of corners, not of a, b and c: they are right also where those nearly agree.
    Vec3d ab = triangle[1] - triangle[0];
    Vec3d ac = triangle[2] - triangle[0];
    const double size =
        std::max({largest_magnitude(a), largest_magnitude(b), largest_magnitude(c)});
    if (size == 0) {
        return 0;
    }
    constexpr double comfortably_large = 0x1p-100; // a product of six such lengths does not vanish
    if (size < comfortably_large) {
        const double factor = std::ldexp(1.0, -std::ilogb(size));
        for (Vec3d* v : {&a, &b, &c, &ab, &ac}) {
            *v = *v * factor;
        }
    }
    const double height = dot(a, cross(ab, ac));
    if (height == 0) {
        return 0;
    }
    const double length_a = length(a);
    const double length_b = length(b);
    const double length_c = length(c);
    const double width = length_a * length_b * length_c + dot(a, b) * length_c +
                         dot(b, c) * length_a + dot(c, a) * length_b;
    const double half_angle = angle_of({.sine = std::abs(height), .cosine = width});
    return (height > 0 ? half_angle : -half_angle) / (2 * std::numbers::pi);
}

namespace {

/// More than all that rounding does to a radius or an area.
constexpr double roundings = 1 + 0x1p-40;

std::vector<Box3> boxes_of(std::span<const Triangle> triangles) {
    std::vector<Box3> boxes;
    boxes.reserve(triangles.size());
    for (const Triangle& t : triangles) {
        boxes.push_back(box_of(t));
    }
    return boxes;
}

constexpr std::array<std::array<int, 2>, 6> pairs_of_axes = {
    {{0, 0}, {0, 1}, {0, 2}, {1, 1}, {1, 2}, {2, 2}}};

/// Adds the moments of a child whose centre stands `offset` from that of its parent.
void add_moved(WindingMoments& sum, const WindingMoments& child, Vec3d offset) {
    sum.zeroth = sum.zeroth + child.zeroth;
    for (int j = 0; j < 3; ++j) {
        const auto at = static_cast<std::size_t>(j);
        sum.first[at] = sum.first[at] + child.first[at] + child.zeroth * offset[j];
    }
    for (std::size_t jk = 0; jk < 6; ++jk) {
        const auto [j, k] = pairs_of_axes[jk];
        sum.second[jk] = sum.second[jk] + child.second[jk] +
                         child.first[static_cast<std::size_t>(k)] * offset[j] +
                         child.first[static_cast<std::size_t>(j)] * offset[k] +
                         child.zeroth * (offset[j] * offset[k]);
    }
}

/// Over a triangle with corners p, q, r from the centre, of area A, the integral of y_j is A/3
/// times the sum s of the corners, and that of y_j y_k is A/12 (p_j p_k + q_j q_k + r_j r_k + s_j
/// s_k).
void add_triangle(WindingMoments& sum, const Triangle& triangle, Vec3d area_vector, Vec3d centre) {
    const std::array<Vec3d, 3> corners = {triangle[0] - centre, triangle[1] - centre,
                                          triangle[2] - centre};
    const Vec3d s = corners[0] + corners[1] + corners[2];
    sum.zeroth = sum.zeroth + area_vector;
    for (int j = 0; j < 3; ++j) {
        const auto at = static_cast<std::size_t>(j);
        sum.first[at] = sum.first[at] + area_vector * (s[j] / 3);
    }
    for (std::size_t jk = 0; jk < 6; ++jk) {
        const auto [j, k] = pairs_of_axes[jk];
        double product = s[j] * s[k];
        for (const Vec3d& corner : corners) {
            product += corner[j] * corner[k];
        }
        sum.second[jk] = sum.second[jk] + area_vector * (product / 12);
    }
}

Vec3d area_vector_of(const Triangle& t) { return cross(t[1] - t[0], t[2] - t[0]) * 0.5; }

double largest_distance_in(const Box3& box, Vec3d from) {
    return length(max(max(box.max - from, from - box.min), Vec3d{}));
}

/// What the node's triangles look like from afar; d is from the point to the centre.
double expansion(const WindingMoments& moments, Vec3d d, double distance) {
    const auto& [zeroth, first, second] = moments;
    const double r2 = distance * distance;
    const double r3 = r2 * distance;
    const double dipole = dot(zeroth, d);
    // dF_i/dx_j = (delta_ij - 3 d_i d_j / R^2) / R^3
    const double trace = first[0].x + first[1].y + first[2].z;
    const double along = d.x * dot(first[0], d) + d.y * dot(first[1], d) + d.z * dot(first[2], d);
    const double linear = trace - 3 * along / r2;
    // d2F_i/dx_j dx_k = (-3 (delta_ij d_k + delta_ik d_j + delta_jk d_i) + 15 d_i d_j d_k / R^2) /
    // R^5
    const Vec3d& xx = second[0];
    const Vec3d& xy = second[1];
    const Vec3d& xz = second[2];
    const Vec3d& yy = second[3];
    const Vec3d& yz = second[4];
    const Vec3d& zz = second[5];
    const Vec3d mixed{xx.x + xy.y + xz.z, xy.x + yy.y + yz.z, xz.x + yz.y + zz.z};
    const double plain = 2 * dot(mixed, d) + dot(xx + yy + zz, d);
    const double cubic =
        d.x * d.x * dot(xx, d) + d.y * d.y * dot(yy, d) + d.z * d.z * dot(zz, d) +
        2 * (d.x * d.y * dot(xy, d) + d.x * d.z * dot(xz, d) + d.y * d.z * dot(yz, d));
    const double quadratic = 0.5 * (15 * cubic / r2 - 3 * plain) / r2;
    return (dipole + linear + quadratic) / (4 * std::numbers::pi * r3);
}

/// Whether what the expansion leaves out is at most `share` for each unit of area.
bool is_far_enough(const WindingNode& node, double distance, double share) {
    const double t = node.radius / distance;
    return t < 1 && t * t * t * (4 - 3 * t) <=
                        4 * std::numbers::pi * distance * distance * (1 - t) * (1 - t) * share;
}

} // namespace

WindingTree::WindingTree(std::span<const Triangle> triangles, const Context& context)
    : triangles_(triangles), boxes_(boxes_of(triangles), context), nodes_(boxes_.nodes().size()) {
    if (context.cancelled()) { // the boxes may be no tree
        nodes_.clear();
        return;
    }
    for (std::size_t node = nodes_.size(); node-- > 0;) { // children come after their parents
        sum_up(node);
    }
}

void WindingTree::sum_up(std::size_t index) {
    const BvhNode& box = boxes_.nodes()[index];
    WindingNode& node = nodes_[index];
    Vec3d weighted;
    const auto add_area = [&](double area, Vec3d at) {
        node.area += area;
        weighted = weighted + at * area;
    };
    const auto items = boxes_.items().subspan(box.first, box.count);
    for (const std::uint32_t item : items) {
        const Triangle& t = triangles_[item];
        add_area(length(area_vector_of(t)) * roundings, (t[0] + t[1] + t[2]) * (1.0 / 3));
    }
    if (!box.is_leaf()) {
        for (const WindingNode* child : {&nodes_[box.first], &nodes_[box.first + 1]}) {
            add_area(child->area, child->centre);
        }
    }
    node.centre = node.area > 0 ? weighted * (1 / node.area) : (box.box.min + box.box.max) * 0.5;
    node.radius = largest_distance_in(box.box, node.centre) * roundings;
    for (const std::uint32_t item : items) {
        const Triangle& t = triangles_[item];
        add_triangle(node.moments, t, area_vector_of(t), node.centre);
    }
    if (!box.is_leaf()) {
        for (const WindingNode* child : {&nodes_[box.first], &nodes_[box.first + 1]}) {
            add_moved(node.moments, child->moments, child->centre - node.centre);
        }
    }
}

double WindingTree::at(Vec3d point, double accuracy) const {
    if (nodes_.empty() || nodes_[0].area == 0) {
        return 0;
    }
    const double share = accuracy / (nodes_[0].area * roundings);
    std::array<std::uint32_t, Bvh::max_depth + 2> open{};
    std::size_t count = 0;
    open[count++] = 0;
    double sum = 0;
    while (count > 0) {
        const std::uint32_t index = open[--count];
        const WindingNode& node = nodes_[index];
        const Vec3d to_centre = node.centre - point;
        const double distance = length(to_centre);
        if (is_far_enough(node, distance, share)) {
            sum += expansion(node.moments, to_centre, distance);
            continue;
        }
        const BvhNode& box = boxes_.nodes()[index];
        for (const std::uint32_t item : boxes_.items().subspan(box.first, box.count)) {
            sum += solid_angle_in_spheres(triangles_[item], point);
        }
        if (!box.is_leaf()) {
            open[count++] = box.first + 1;
            open[count++] = box.first;
        }
    }
    return sum;
}

} // namespace impinge::inline v0
