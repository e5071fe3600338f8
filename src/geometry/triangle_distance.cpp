// SPDX-License-Identifier: Apache-2.0
//
// Closest points of two triangles: the nearest of 9 edge-edge and 6 corner-face candidates.
//
// Every candidate is a pair of points of the two triangles, and its distance is measured between
// those points, so no value lies below the true one by more than rounding. For none to lie above
// it, parameters come from projections against a direction made perpendicular first (Gram-Schmidt):
// for nearly parallel edges and slivers the parameter may then be off, but only along a direction
// in which the distance hardly changes. The plane spanned by the offset of a candidate bounds the
// distance from below; a candidate that meets its own bound ends the search.
#include "geometry/triangle_distance.hpp"

#include "math/measures.hpp"

#include <cmath>
#include <limits>
#include <utility>

namespace impinge::inline v0 {
namespace {

constexpr double rounding_step = 0x1p-53;
constexpr double infinity = std::numeric_limits<double>::infinity();
/// Squared lengths below this have no usable reciprocal; such an edge counts as a point.
constexpr double least_squared_length = 0x1p-960;

double at_least_zero_at_most_one(double x) { return x < 0 ? 0.0 : x > 1 ? 1.0 : x; }

double reciprocal_or_zero(double squared_length_of_edge) {
    return squared_length_of_edge >= least_squared_length ? 1 / squared_length_of_edge : 0;
}

struct Edge {
    Vec3d start;
    Vec3d along;
    double inverse_squared_length = 0;
};

/// A triangle relative to a point near it, in units.
struct LocalTriangle {
    std::array<Vec3d, 3> corners;
    std::array<Edge, 3> edges;
};

LocalTriangle make_local(const Triangle& triangle, Vec3d origin_in_units, double unit) {
    LocalTriangle local;
    for (std::size_t i = 0; i < 3; ++i) {
        local.corners[i] = triangle.corners[i] * unit - origin_in_units;
    }
    for (std::size_t i = 0; i < 3; ++i) {
        const Vec3d along = local.corners[(i + 1) % 3] - local.corners[i];
        local.edges[i] = {local.corners[i], along, reciprocal_or_zero(squared_length(along))};
    }
    return local;
}

/// Weights of the three corners, and what they stand for: one point of each triangle.
struct Candidate {
    double squared = infinity;
    Vec3d offset; ///< from the point of A to the point of B
    std::array<double, 3> weights_a{};
    std::array<double, 3> weights_b{};
};

struct EdgePoints {
    double s = 0; ///< on the edge of A
    double t = 0; ///< on the edge of B
    Vec3d offset;
};

EdgePoints closest_on_edges(const Edge& a, const Edge& b) {
    const Vec3d between = b.start - a.start;
    const Vec3d b_across = b.along - a.along * (dot(a.along, b.along) * a.inverse_squared_length);
    const Vec3d between_across =
        between - a.along * (dot(a.along, between) * a.inverse_squared_length);
    const double across = squared_length(b_across);
    double t = across > 0 ? at_least_zero_at_most_one(-dot(between_across, b_across) / across) : 0;
    const auto nearest_s = [&] {
        return at_least_zero_at_most_one(dot(a.along, between + b.along * t) *
                                         a.inverse_squared_length);
    };
    double s = nearest_s();
    // One more round: it ends the clamping cases and takes back what rounding did to t.
    t = at_least_zero_at_most_one(dot(b.along, a.along * s - between) * b.inverse_squared_length);
    s = nearest_s();
    return {s, t, between + b.along * t - a.along * s};
}

/// The plane of a triangle, spanned by its longest edge and what is perpendicular to it.
struct Face {
    std::size_t base = 0; ///< the corner at which the longest edge starts
    Vec3d origin;
    Vec3d longest;
    Vec3d other;
    Vec3d across; ///< `other` less its part along `longest`
    double inverse_longest = 0;
    double inverse_across = 0; ///< 0 if the triangle has no area
};

Face make_face(const LocalTriangle& triangle) {
    Face face;
    double longest = -1;
    for (std::size_t i = 0; i < 3; ++i) {
        const double squared = squared_length(triangle.edges[i].along);
        if (squared > longest) {
            longest = squared;
            face.base = i;
        }
    }
    const Edge& edge = triangle.edges[face.base];
    face.origin = edge.start;
    face.longest = edge.along;
    face.inverse_longest = edge.inverse_squared_length;
    face.other = triangle.corners[(face.base + 2) % 3] - edge.start;
    face.across =
        face.other - edge.along * (dot(edge.along, face.other) * edge.inverse_squared_length);
    face.inverse_across = reciprocal_or_zero(squared_length(face.across));
    return face;
}

struct FacePoint {
    bool inside = false; ///< the foot of the perpendicular lies in the triangle
    std::array<double, 3> weights{};
    Vec3d offset; ///< from the foot to the point
};

FacePoint project_on_face(const Face& face, Vec3d point) {
    const Vec3d from_origin = point - face.origin;
    const Vec3d from_edge =
        from_origin - face.longest * (dot(face.longest, from_origin) * face.inverse_longest);
    const double y = dot(from_edge, face.across) * face.inverse_across;
    if (face.inverse_across == 0 || y < 0 || y > 1) {
        return {};
    }
    const Vec3d rest = from_origin - face.other * y;
    const double x = dot(rest, face.longest) * face.inverse_longest;
    if (x < 0 || x + y > 1) {
        return {};
    }
    FacePoint foot{.inside = true, .offset = rest - face.longest * x};
    foot.weights[face.base] = 1 - x - y;
    foot.weights[(face.base + 1) % 3] = x;
    foot.weights[(face.base + 2) % 3] = y;
    return foot;
}

/// How far B lies beyond A along a direction, times the length of that direction. Divided by the
/// length it is a lower bound of the distance.
double separation_along(Vec3d direction, const LocalTriangle& a, const LocalTriangle& b) {
    const auto& [a0, a1, a2] = a.corners;
    const auto& [b0, b1, b2] = b.corners;
    const double end_of_a =
        std::max(dot(a0, direction), std::max(dot(a1, direction), dot(a2, direction)));
    const double start_of_b =
        std::min(dot(b0, direction), std::min(dot(b1, direction), dot(b2, direction)));
    return start_of_b - end_of_a;
}

class ClosestSearch {
  public:
    ClosestSearch(const LocalTriangle& a, const LocalTriangle& b) : a_(a), b_(b) {
        for (std::size_t i = 0; i < 3; ++i) {
            size_ = std::max(
                size_, std::max(largest_magnitude(a.corners[i]), largest_magnitude(b.corners[i])));
        }
    }

    void run() {
        if (!search_edges()) {
            search_faces();
        }
    }

    [[nodiscard]] const Candidate& best() const { return best_; }
    [[nodiscard]] double size() const { return size_; }

    /// Whether the separation is beyond doubt, rounding of the local coordinates included.
    [[nodiscard]] bool proved_apart() const {
        const double doubt = 2 * distance_error_steps * rounding_step * size_;
        return separation_ > doubt * std::sqrt(best_.squared);
    }

  private:
    bool search_edges() {
        for (std::size_t i = 0; i < 3; ++i) {
            for (std::size_t j = 0; j < 3; ++j) {
                const EdgePoints points = closest_on_edges(a_.edges[i], b_.edges[j]);
                if (improves(points.offset)) {
                    best_.weights_a = on_edge(i, points.s);
                    best_.weights_b = on_edge(j, points.t);
                    if (proved_closest()) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    void search_faces() {
        const Face face_a = make_face(a_);
        const Face face_b = make_face(b_);
        for (std::size_t i = 0; i < 3; ++i) {
            const FacePoint on_b = project_on_face(face_b, a_.corners[i]);
            if (on_b.inside && improves(-on_b.offset)) {
                best_.weights_a = at_corner(i);
                best_.weights_b = on_b.weights;
            }
            const FacePoint on_a = project_on_face(face_a, b_.corners[i]);
            if (on_a.inside && improves(on_a.offset)) {
                best_.weights_a = on_a.weights;
                best_.weights_b = at_corner(i);
            }
        }
        separation_ = separation_along(best_.offset, a_, b_);
    }

    bool improves(Vec3d offset) {
        const double squared = squared_length(offset);
        if (!(squared < best_.squared)) {
            return false;
        }
        best_.squared = squared;
        best_.offset = offset;
        return true;
    }

    bool proved_closest() {
        separation_ = separation_along(best_.offset, a_, b_);
        const double tolerance = 4 * rounding_step * size_;
        return best_.squared - separation_ <= tolerance * std::sqrt(best_.squared);
    }

    static std::array<double, 3> on_edge(std::size_t edge, double parameter) {
        std::array<double, 3> weights{};
        weights[edge] = 1 - parameter;
        weights[(edge + 1) % 3] = parameter;
        return weights;
    }
    static std::array<double, 3> at_corner(std::size_t corner) { return on_edge(corner, 0); }

    const LocalTriangle& a_;
    const LocalTriangle& b_;
    double size_ = 0; ///< the largest coordinate difference that entered
    double separation_ = 0;
    Candidate best_;
};

/// The closest pair of points, for triangles in their fixed order. `squared` is 0 exactly if they
/// intersect; the points then mean nothing.
Candidate closest_candidate(const Triangle& first, const Triangle& second, double unit) {
    const Vec3d origin_in_units = first[0] * unit;
    const LocalTriangle a = make_local(first, origin_in_units, unit);
    const LocalTriangle b = make_local(second, origin_in_units, unit);
    ClosestSearch search(a, b);
    search.run();
    Candidate best = search.best();
    if (!search.proved_apart()) {
        if (triangles_intersect(first, second)) {
            best.squared = 0;
        } else if (best.squared == 0) {
            const double step = rounding_step * search.size();
            best.squared = std::max(step * step, std::numeric_limits<double>::denorm_min());
        }
    }
    return best;
}

/// Starts at the corner with the largest weight, so that a corner comes out bit for bit.
Vec3d weighted_point(const Triangle& triangle, const std::array<double, 3>& weights, double unit) {
    std::size_t heaviest = 0;
    for (std::size_t i = 1; i < 3; ++i) {
        heaviest = weights[i] > weights[heaviest] ? i : heaviest;
    }
    const std::size_t next = (heaviest + 1) % 3;
    const std::size_t last = (heaviest + 2) % 3;
    if (weights[next] == 0 && weights[last] == 0) {
        return triangle.corners[heaviest];
    }
    const Vec3d start = triangle.corners[heaviest] * unit;
    const Vec3d shift = (triangle.corners[next] * unit - start) * weights[next] +
                        (triangle.corners[last] * unit - start) * weights[last];
    return (start + shift) * (1 / unit);
}

bool in_fixed_order(const Triangle& a, const Triangle& b) { return !(b.corners < a.corners); }

} // namespace

double magnitude(const Triangle& triangle) {
    return std::max(largest_magnitude(triangle[0]),
                    std::max(largest_magnitude(triangle[1]), largest_magnitude(triangle[2])));
}

double comfortable_unit(double magnitude) {
    if (magnitude == 0 || (magnitude >= 1e-100 && magnitude <= 1e100)) {
        return 1;
    }
    // Not to the full exponent: the reciprocal of the unit must be finite and normal, too.
    return std::ldexp(1.0, std::clamp(-std::ilogb(magnitude), -1000, 1000));
}

TriangleGap triangle_gap(const Triangle& a, const Triangle& b, double unit) {
    if (!in_fixed_order(a, b)) {
        const TriangleGap mirrored = triangle_gap(b, a, unit);
        return {mirrored.squared, -mirrored.direction};
    }
    const Candidate closest = closest_candidate(a, b, unit);
    return {closest.squared, closest.offset};
}

TriangleDistance closest_points(const Triangle& a, const Triangle& b, double unit) {
    if (!in_fixed_order(a, b)) {
        const TriangleDistance mirrored = closest_points(b, a, unit);
        return {mirrored.squared_distance, mirrored.point_b, mirrored.point_a};
    }
    const Candidate closest = closest_candidate(a, b, unit);
    if (closest.squared == 0) {
        const TriangleContact contact = triangle_contact(a, b);
        const Vec3d common = contact.points().front().position;
        return {0, common, common};
    }
    return {closest.squared, weighted_point(a, closest.weights_a, unit),
            weighted_point(b, closest.weights_b, unit)};
}

TriangleDistance triangle_distance(const Triangle& a, const Triangle& b) {
    const double unit = comfortable_unit(std::max(magnitude(a), magnitude(b)));
    TriangleDistance result = closest_points(a, b, unit);
    if (unit != 1 && result.squared_distance > 0) {
        result.squared_distance = std::clamp(result.squared_distance / unit / unit,
                                             std::numeric_limits<double>::denorm_min(),
                                             std::numeric_limits<double>::max());
    }
    return result;
}

} // namespace impinge::inline v0
