// SPDX-License-Identifier: Apache-2.0
//
// Seeded pairs of polytopes in every position that is hard for closest features and verdicts:
// parallel, touching, coincident and nearly so, flat and needle-shaped, far away, of other scales.
#pragma once

#include "base/random.hpp"
#include "impinge/convex.hpp"
#include "tests/convex/convex_shapes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

namespace impinge::tests {

enum class PoseFamily : std::uint8_t {
    Anywhere,      ///< any turn, from deep in each other to a few sizes apart
    SmallGap,      ///< apart or overlapping along a random direction by 1e-12 to 0.1
    ParallelFaces, ///< two faces in parallel planes, a gap of either sign, or none
    ParallelEdges, ///< two edges parallel and near each other
    Aligned,       ///< quarter turns and offsets by eighths: features coincide exactly
    PointOnPoint,  ///< a point of a feature of B put on one of A
    NearlySo,      ///< PointOnPoint or ParallelFaces, then disturbed by 1e-16 to 1e-8
    Coincident,    ///< one shape twice in one place, disturbed by nothing or by 1e-16 to 1e-8
    Nested,        ///< B small, about A's centre
    Count
};

struct ConvexCase {
    PoseFamily family = PoseFamily::Anywhere;
    std::size_t shape_a = 0; ///< in ConvexPoses::shapes()
    std::size_t shape_b = 0;
    Rigid pose_a;
    Rigid pose_b;
};

/// Three orthonormal vectors, the first along n.
using Basis = std::array<Vec3d, 3>;

inline Vec3d unit_vector(Vec3d v) { return v * (1 / length(v)); }

inline Basis basis_along(Vec3d n, Vec3d hint) {
    const Vec3d first = unit_vector(n);
    const Vec3d third = unit_vector(cross(first, hint));
    return {first, cross(third, first), third};
}

/// The rotation that takes one basis to another.
inline Rigid turn_between(const Basis& from, const Basis& to) {
    const auto row = [&](int axis) {
        return from[0] * to[0][axis] + from[1] * to[1][axis] + from[2] * to[2][axis];
    };
    return {.row_x = row(0), .row_y = row(1), .row_z = row(2)};
}

class ConvexPoses {
  public:
    explicit ConvexPoses(std::uint64_t seed) : random_(seed), shapes_(convex_shapes()) {}

    [[nodiscard]] const std::vector<Polytope>& shapes() const { return shapes_; }

    ConvexCase next() {
        const auto families = static_cast<std::uint64_t>(PoseFamily::Count);
        return next(static_cast<PoseFamily>(random_.below(families)));
    }

    ConvexCase next(PoseFamily family) {
        ConvexCase made{.family = family,
                        .shape_a = random_.below(shapes_.size()),
                        .shape_b = random_.below(shapes_.size()),
                        .pose_a = {},
                        .pose_b = {}};
        place(made);
        if (family != PoseFamily::Aligned || random_.below(4) == 0) {
            move_both(made);
        }
        if (random_.below(2) == 0) {
            std::swap(made.shape_a, made.shape_b);
            std::swap(made.pose_a, made.pose_b);
        }
        return made;
    }

  private:
    const Polytope& a(const ConvexCase& made) const { return shapes_[made.shape_a]; }
    const Polytope& b(const ConvexCase& made) const { return shapes_[made.shape_b]; }

    Vec3d direction() {
        for (;;) {
            const Vec3d v = random_.in_box({-1, -1, -1}, {1, 1, 1});
            if (squared_length(v) > 0.01 && squared_length(v) < 1) {
                return unit_vector(v);
            }
        }
    }
    Rigid any_turn() {
        return turn_between(basis_along(direction(), direction()),
                            {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}});
    }
    /// From 10^low to 10^(high + 1), all powers equally likely.
    double magnitude(int low, int high) {
        double value = random_.uniform(1, 10);
        const int exponent = random_.integer(low, high);
        for (int i = exponent; i < 0; ++i) {
            value /= 10;
        }
        for (int i = 0; i < exponent; ++i) {
            value *= 10;
        }
        return value;
    }
    double signed_gap() {
        const std::uint64_t kind = random_.below(4);
        return kind == 0 ? 0 : kind == 1 ? -magnitude(-13, -2) : magnitude(-13, -2);
    }

    void place(ConvexCase& made) {
        switch (made.family) {
        case PoseFamily::Anywhere:
            return place_anywhere(made);
        case PoseFamily::SmallGap:
            made.pose_b = any_scale(any_turn());
            return part_vertices(made, direction(), signed_gap());
        case PoseFamily::ParallelFaces:
            return place_faces(made);
        case PoseFamily::ParallelEdges:
            return place_edges(made);
        case PoseFamily::Aligned:
            return place_aligned(made);
        case PoseFamily::PointOnPoint:
            return place_points(made);
        case PoseFamily::NearlySo:
            random_.below(2) == 0 ? place_points(made) : place_faces(made);
            return disturb(made);
        case PoseFamily::Coincident:
            made.shape_b = made.shape_a;
            return random_.below(4) == 0 ? void() : disturb(made);
        case PoseFamily::Nested:
            made.pose_b = any_turn();
            made.pose_b.scale = magnitude(-4, -2);
            made.pose_b.translation =
                a(made).centre() + direction() * (a(made).radius() * random_.uniform(0, 0.5));
            return;
        case PoseFamily::Count:
            return;
        }
    }

    Rigid any_scale(Rigid pose) {
        pose.scale = random_.below(3) == 0 ? magnitude(-2, 0) : 1;
        return pose;
    }

    void place_anywhere(ConvexCase& made) {
        made.pose_b = any_scale(any_turn());
        const double reach = a(made).radius() + b(made).radius() * made.pose_b.scale;
        made.pose_b.translation = direction() * (reach * random_.uniform(0, 2.5));
    }

    /// Moves B so that the bodies are apart by a gap along a direction.
    void part_along(ConvexCase& made, Vec3d d, double gap) const {
        double end_of_a = -1e300;
        double end_of_b = 1e300;
        for (const Vec3d& p : a(made).vertices()) {
            end_of_a = std::max(end_of_a, dot(d, p));
        }
        for (const Vec3d& p : b(made).vertices()) {
            end_of_b = std::min(end_of_b, dot(d, apply(made.pose_b, p)));
        }
        made.pose_b.translation = made.pose_b.translation + d * (end_of_a - end_of_b + gap);
    }

    /// The vertices that face each other along a direction, a gap apart along it.
    void part_vertices(ConvexCase& made, Vec3d d, double gap) const {
        const auto lower = [d](Vec3d p, Vec3d q) { return dot(d, p) < dot(d, q); };
        const auto vertices = a(made).vertices();
        const Vec3d end_of_a = *std::max_element(vertices.begin(), vertices.end(), lower);
        Vec3d end_of_b = apply(made.pose_b, b(made).vertices()[0]);
        for (const Vec3d& p : b(made).vertices()) {
            end_of_b = std::min(end_of_b, apply(made.pose_b, p), lower);
        }
        made.pose_b.translation = end_of_a - end_of_b + d * gap;
    }

    void place_faces(ConvexCase& made) {
        const auto face_a = static_cast<std::uint32_t>(random_.below(a(made).face_count()));
        const auto face_b = static_cast<std::uint32_t>(random_.below(b(made).face_count()));
        const Vec3d normal = a(made).face_normal(face_a);
        // Parallel sides of the faces as well, every second time.
        const Vec3d hint_a = random_.below(2) == 0 ? direction() : face_side(a(made), face_a);
        made.pose_b = any_scale(
            turn_between(basis_along(b(made).face_normal(face_b), face_side(b(made), face_b)),
                         basis_along(-normal, hint_a)));
        const Vec3d onto = point_of_face(a(made), face_a);
        made.pose_b.translation = onto - apply(made.pose_b, point_of_face(b(made), face_b));
        part_along(made, normal, signed_gap());
    }

    void place_edges(ConvexCase& made) {
        const auto edge_a = static_cast<std::uint32_t>(random_.below(a(made).edge_count()));
        const auto edge_b = static_cast<std::uint32_t>(random_.below(b(made).edge_count()));
        const auto ends_a = ends(a(made), edge_a);
        const auto ends_b = ends(b(made), edge_b);
        const Vec3d along = random_.below(2) == 0 ? ends_a[1] - ends_a[0] : ends_a[0] - ends_a[1];
        made.pose_b = any_scale(turn_between(basis_along(ends_b[1] - ends_b[0], direction()),
                                             basis_along(along, direction())));
        const Vec3d onto = between(ends_a, random_.uniform(-0.3, 1.3));
        made.pose_b.translation = onto - apply(made.pose_b, between(ends_b, random_.unit()));
        const Vec3d outward = unit_vector(between(ends_a, 0.5) - a(made).centre());
        made.pose_b.translation = made.pose_b.translation + outward * signed_gap();
        if (random_.below(2) == 0) {
            part_along(made, unit_vector(cross(along, direction())), signed_gap());
        }
    }

    void place_aligned(ConvexCase& made) {
        constexpr std::array<Vec3d, 3> axes{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
        made.pose_b = rotation_degrees(axes[random_.below(3)], 90.0 * random_.integer(0, 3));
        const int steps = random_.below(3) == 0 ? 4 : 16;
        made.pose_b.translation = Vec3d{eighths(steps), eighths(steps), eighths(steps)};
    }
    double eighths(int steps) { return random_.integer(-steps, steps) / 8.0; }

    /// A random point of a random feature of B on one of A, every second time facing each other.
    void place_points(ConvexCase& made) {
        const Vec3d onto = point_of_feature(a(made));
        const Vec3d point = point_of_feature(b(made));
        made.pose_b = any_turn();
        if (random_.below(2) == 0) {
            made.pose_b = turn_between(basis_along(point - b(made).centre(), direction()),
                                       basis_along(a(made).centre() - onto, direction()));
        }
        made.pose_b = any_scale(made.pose_b);
        made.pose_b.translation = onto - apply(made.pose_b, point);
    }

    void disturb(ConvexCase& made) {
        const double much = magnitude(-16, -8);
        const Rigid turn = random_.below(2) == 0 ? Rigid{} : rotation(direction(), much);
        Rigid pose = compose(made.pose_b, turn);
        pose.translation = pose.translation + direction() * (random_.below(3) == 0 ? 0 : much);
        made.pose_b = pose;
    }

    /// The same motion for both: nothing changes but rounding.
    void move_both(ConvexCase& made) {
        Rigid motion = random_.below(2) == 0 ? Rigid{} : any_turn();
        const std::uint64_t kind = random_.below(8);
        motion.translation = direction() * (kind == 0 ? 0 : kind == 1 ? magnitude(2, 6) : 1);
        motion.scale = random_.below(6) == 0 ? magnitude(-3, 2) : 1;
        made.pose_a = compose(motion, made.pose_a);
        made.pose_b = compose(motion, made.pose_b);
    }

    static std::array<Vec3d, 2> ends(const Polytope& shape, std::uint32_t edge) {
        const auto [tail, head] = shape.edge(edge);
        return {shape.vertices()[tail], shape.vertices()[head]};
    }
    static Vec3d between(const std::array<Vec3d, 2>& ends, double way) {
        return ends[0] + (ends[1] - ends[0]) * way;
    }
    static Vec3d face_side(const Polytope& shape, std::uint32_t face) {
        const auto corners = shape.face(face);
        return shape.vertices()[corners[1]] - shape.vertices()[corners[0]];
    }
    Vec3d point_of_face(const Polytope& shape, std::uint32_t face) {
        Vec3d sum;
        double weights = 0;
        for (const std::uint32_t corner : shape.face(face)) {
            const double weight = random_.unit();
            sum = sum + shape.vertices()[corner] * weight;
            weights += weight;
        }
        return sum * (1 / weights);
    }
    Vec3d point_of_feature(const Polytope& shape) {
        switch (random_.below(3)) {
        case 0:
            return shape.vertices()[random_.below(shape.vertex_count())];
        case 1: {
            const auto edge = static_cast<std::uint32_t>(random_.below(shape.edge_count()));
            return between(ends(shape, edge), random_.below(2) == 0 ? 0.5 : random_.unit());
        }
        default:
            return point_of_face(shape,
                                 static_cast<std::uint32_t>(random_.below(shape.face_count())));
        }
    }

    Random random_;
    std::vector<Polytope> shapes_;
};

} // namespace impinge::tests
