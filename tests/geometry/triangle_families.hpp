// SPDX-License-Identifier: Apache-2.0
//
// Pairs of triangles for fuzzing: generic ones, and families in which coplanar, touching, shared,
// nearly touching and degenerate cases are common rather than impossible.
#pragma once

#include "base/random.hpp"
#include "impinge/triangle.hpp"

#include <cmath>
#include <utility>

namespace impinge::tests {

struct TwoTriangles {
    Triangle a;
    Triangle b;
};

template <typename MakePoint> Triangle triangle_of(MakePoint make_point) {
    const Vec3d p = make_point();
    const Vec3d q = make_point();
    return {{p, q, make_point()}};
}

template <typename Change> Triangle changed(const Triangle& t, Change change) {
    return {{change(t[0]), change(t[1]), change(t[2])}};
}

/// Corners in another order: any of the six.
inline Triangle shuffled(Random& random, Triangle t) {
    for (std::size_t i = 2; i > 0; --i) {
        std::swap(t.corners[i], t.corners[random.below(i + 1)]);
    }
    return t;
}

inline Vec3d grid_point(Random& random, int k) {
    const int x = random.integer(0, k);
    const int y = random.integer(0, k);
    return Vec3d{static_cast<double>(x), static_cast<double>(y),
                 static_cast<double>(random.integer(0, k))};
}

/// At most one rounding step per coordinate.
inline Vec3d nudged(Random& random, Vec3d p) {
    for (int axis = 0; axis < 3; ++axis) {
        const int step = random.integer(-1, 1);
        p[axis] = step == 0 ? p[axis] : std::nextafter(p[axis], step * HUGE_VAL);
    }
    return p;
}

/// A point of the triangle, to rounding: inside, on an edge or a corner.
inline Vec3d point_near(Random& random, const Triangle& t) {
    const double s = random.unit();
    const double u = random.below(3) == 0 ? 0 : random.unit() * (1 - s);
    return t[0] + ((t[1] - t[0]) * s + (t[2] - t[0]) * u);
}

/// Two large triangles in one small box: they cross in about a third of the cases.
inline TwoTriangles random_in_box(Random& random) {
    const auto in_box = [&] { return random.in_box({-1, -1, -1}, {1, 1, 1}); };
    const Triangle a = triangle_of(in_box);
    const double size = random.uniform(0.2, 2);
    const Vec3d centre = (a[0] + a[1] + a[2]) * (1.0 / 3);
    return {a, triangle_of([&] { return centre + in_box() * size; })};
}

inline TwoTriangles on_grid(Random& random, int k) {
    const auto point = [&] { return grid_point(random, k); };
    const Triangle a = triangle_of(point);
    return {a, triangle_of(point)};
}

/// The whole grid on a shear and a scale that keep coordinates exact, so that planes are not
/// axis-aligned and products need all their bits.
inline TwoTriangles on_sheared_grid(Random& random) {
    const TwoTriangles pair = on_grid(random, random.integer(2, 5));
    const double s = random.integer(-2000, 2000) * 0x1p-20;
    const double t = random.integer(-2000, 2000) * 0x1p-16;
    const double w = random.integer(-2000, 2000) * 0x1p-11;
    const Vec3d shift = Vec3d{s, t, w} * 0x1p-8;
    const auto shear = [&](Vec3d p) {
        return Vec3d{p.x + s * p.y + t * p.z, p.y + w * p.z + s * p.x, p.z + t * p.x} + shift;
    };
    return {changed(pair.a, shear), changed(pair.b, shear)};
}

/// Both in one plane through dyadic points that is parallel to no axis.
inline TwoTriangles coplanar(Random& random) {
    const auto dyadic = [&](int bits) {
        const int limit = 1 << bits;
        const Vec3d p{static_cast<double>(random.integer(-limit, limit)),
                      static_cast<double>(random.integer(-limit, limit)),
                      static_cast<double>(random.integer(-limit, limit))};
        return p * std::ldexp(1.0, -bits);
    };
    const Vec3d origin = dyadic(20);
    const Vec3d u = dyadic(random.integer(1, 15));
    const Vec3d v = dyadic(random.integer(1, 15));
    const int k = random.integer(3, 12);
    const auto in_plane = [&] {
        const double i = random.integer(0, k);
        const double j = random.integer(0, k);
        return origin + (u * i + v * j);
    };
    const Triangle a = triangle_of(in_plane);
    const Vec3d shift = u * static_cast<double>(random.integer(0, k / 2));
    return {a, changed(triangle_of(in_plane), [&](Vec3d p) { return p + shift; })};
}

/// Triangles of one mesh: a common corner, exact in every coordinate.
inline TwoTriangles sharing_a_corner(Random& random) {
    TwoTriangles pair = random.below(2) == 0 ? random_in_box(random) : on_grid(random, 5);
    pair.b.corners[0] = pair.a.corners[random.below(3)];
    return {shuffled(random, pair.a), shuffled(random, pair.b)};
}

inline TwoTriangles sharing_an_edge(Random& random) {
    TwoTriangles pair = random.below(2) == 0 ? random_in_box(random) : on_grid(random, 5);
    pair.b.corners[0] = pair.a.corners[0];
    pair.b.corners[1] = pair.a.corners[1];
    return {shuffled(random, pair.a), shuffled(random, pair.b)};
}

/// A corner of B lies on A or one rounding step beside it, B being on one side of that point.
inline TwoTriangles nearly_touching(Random& random) {
    TwoTriangles pair = random_in_box(random);
    const Vec3d contact = nudged(random, point_near(random, pair.a));
    const Vec3d normal = cross(pair.a[1] - pair.a[0], pair.a[2] - pair.a[0]);
    pair.b.corners[0] = contact;
    for (std::size_t corner : {1U, 2U}) {
        const Vec3d away = pair.b.corners[corner] - contact;
        const double height = dot(away, normal) / squared_length(normal);
        const double wanted = random.below(8) == 0 ? 0.0 : std::fabs(height);
        pair.b.corners[corner] = contact + (away + normal * (wanted - height));
    }
    return {shuffled(random, pair.a), shuffled(random, pair.b)};
}

/// An edge of B runs along an edge of A or crosses it, to rounding.
inline TwoTriangles edge_near_edge(Random& random) {
    TwoTriangles pair = random_in_box(random);
    const auto on_edge = [&] {
        return pair.a[0] + (pair.a[1] - pair.a[0]) * random.uniform(-0.5, 1.5);
    };
    const Vec3d contact = on_edge();
    if (random.below(2) == 0) {
        pair.b.corners[0] = nudged(random, contact);
        pair.b.corners[1] = nudged(random, on_edge());
    } else {
        const Vec3d reach = pair.b[1] - contact;
        pair.b.corners[1] = contact + reach;
        pair.b.corners[0] = nudged(random, contact - reach * random.unit());
    }
    return {shuffled(random, pair.a), shuffled(random, pair.b)};
}

/// Needles: the third corner within a few rounding steps of the opposite edge.
inline TwoTriangles slivers(Random& random) {
    TwoTriangles pair = random_in_box(random);
    const auto flatten = [&](Triangle& t) {
        t.corners[2] = t[0] + (t[1] - t[0]) * random.unit();
        for (int steps = random.integer(0, 3); steps > 0; --steps) {
            t.corners[2] = nudged(random, t.corners[2]);
        }
    };
    flatten(pair.b);
    if (random.below(2) == 0) {
        flatten(pair.a);
    }
    // Needles in space hardly ever meet: put B's near A, through it or with its tip on it.
    if (random.below(4) != 0) {
        const Vec3d from = random.below(2) == 0 ? point_near(random, pair.b) : pair.b[0];
        const Vec3d target = point_near(random, pair.a);
        pair.b = changed(pair.b, [&](Vec3d p) { return p - from + target; });
    }
    return {shuffled(random, pair.a), shuffled(random, pair.b)};
}

/// B is a few rounding steps small and lies on A or beside it, so that contact points fall between
/// neighbouring doubles, often halfway.
inline TwoTriangles tiny_on_large(Random& random) {
    TwoTriangles pair = random.below(2) == 0 ? random_in_box(random) : on_grid(random, 4);
    const Vec3d centre = random.below(3) != 0
                             ? point_near(random, pair.a)
                             : (pair.a[0] + pair.a[1]) * 0.5 + (pair.a[2] - pair.a[0]) * 0.125;
    pair.b = triangle_of([&] {
        Vec3d p = centre;
        for (int steps = random.integer(1, 6); steps > 0; --steps) {
            p = nudged(random, p);
        }
        return p;
    });
    return pair;
}

/// At least one of the two has no area: corners on one line or equal.
inline TwoTriangles degenerate(Random& random) {
    TwoTriangles pair = on_grid(random, random.integer(2, 4));
    const auto flatten = [&](Triangle& t) {
        const std::uint64_t kind = random.below(5);
        if (kind == 0) {
            t.corners[1] = t.corners[2] = t.corners[0];
        } else if (kind == 1) {
            t.corners[1] = t.corners[0];
        } else {
            // The midpoint of two grid points is exact; so is the mirror image of one.
            t.corners[2] = kind == 2 ? t[1] * 2.0 - t[0] : (t[0] + t[1]) * 0.5;
        }
        t = shuffled(random, t);
    };
    const std::uint64_t which = random.below(3);
    if (which != 0) {
        flatten(pair.a);
    }
    if (which != 1) {
        flatten(pair.b);
    }
    if (random.below(3) != 0) {
        const auto tilt = [](Vec3d p) { return Vec3d{p.x + 0.25 * p.y, p.y - 0.5 * p.z, p.z}; };
        pair = {changed(pair.a, tilt), changed(pair.b, tilt)};
    }
    if (random.below(2) == 0) { // points and segments rarely meet: let a corner of one be on both
        const Vec3d shift = pair.a[random.integer(0, 2)] - pair.b[random.integer(0, 2)];
        pair.b = changed(pair.b, [&](Vec3d p) { return p + shift; });
    }
    return pair;
}

/// Every family above, one after the other.
inline TwoTriangles any_family(Random& random) {
    switch (random.below(10)) {
    case 0:
        return random_in_box(random);
    case 1:
        return on_grid(random, random.integer(2, 6));
    case 2:
        return on_sheared_grid(random);
    case 3:
        return coplanar(random);
    case 4:
        return sharing_a_corner(random);
    case 5:
        return sharing_an_edge(random);
    case 6:
        return nearly_touching(random);
    case 7:
        return edge_near_edge(random);
    case 8:
        return slivers(random);
    default:
        return degenerate(random);
    }
}

inline TwoTriangles scaled_by(const TwoTriangles& pair, double factor) {
    const auto scale = [&](Vec3d p) { return p * factor; };
    return {changed(pair.a, scale), changed(pair.b, scale)};
}

inline TwoTriangles moved_by(const TwoTriangles& pair, Vec3d offset) {
    const auto move = [&](Vec3d p) { return p + offset; };
    return {changed(pair.a, move), changed(pair.b, move)};
}

} // namespace impinge::tests
