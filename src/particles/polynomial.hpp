// SPDX-License-Identifier: Apache-2.0
//
// What a flight makes of the equation of a surface: a polynomial in time. Written once for numbers
// with a bound of their error and once more, by the same lines, for numbers without rounding.
#pragma once

#include "impinge/colliders.hpp"
#include "impinge/predicates.hpp"
#include "impinge/triangle.hpp"

#include <array>
#include <cstddef>

namespace impinge::inline v0::particles {

/// x + v t + a t² / 2 for 0 < t <= duration.
struct Flight {
    Vec3d position{};
    Vec3d velocity{};
    Vec3d acceleration{};
    double duration = 0;
};

inline bool is_plane(const QuadraticForm& f) {
    return f.xx == 0 && f.yy == 0 && f.zz == 0 && f.xy == 0 && f.xz == 0 && f.yz == 0;
}

inline Vec3d position_at(const Flight& flight, double t) {
    return flight.position + (flight.velocity + flight.acceleration * (0.5 * t)) * t;
}
inline Vec3d velocity_at(const Flight& flight, double t) {
    return flight.velocity + flight.acceleration * t;
}

/// Of a degree of at most 4; coefficient i belongs to t^i.
template <typename Number> using Polynomial = std::array<Number, 5>;

template <typename Number> struct Vector {
    Number x, y, z;

    friend Vector operator-(const Vector& a, const Vector& b) {
        return {a.x - b.x, a.y - b.y, a.z - b.z};
    }
    friend Number dot(const Vector& a, const Vector& b) {
        return a.x * b.x + a.y * b.y + a.z * b.z;
    }
    friend Vector cross(const Vector& a, const Vector& b) {
        return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
    }
};

template <typename Number> Vector<Number> exactly(Vec3d p) {
    return {Number(p.x), Number(p.y), Number(p.z)};
}

/// The coefficients of the flight: start, velocity, half the acceleration.
template <typename Number> struct Path {
    Vector<Number> x, v, a;

    explicit Path(const Flight& flight)
        : x(exactly<Number>(flight.position)), v(exactly<Number>(flight.velocity)),
          a(exactly<Number>(flight.acceleration * 0.5)) {}
};

/// normal · (path - point)
template <typename Number>
Polynomial<Number> along_plane(const Vector<Number>& normal, const Vector<Number>& point,
                               const Path<Number>& path) {
    return {dot(normal, path.x - point), dot(normal, path.v), dot(normal, path.a), Number(),
            Number()};
}

template <typename Number>
Polynomial<Number> along(const QuadraticForm& form, const Path<Number>& path) {
    const Vector<Number> linear{Number(form.x), Number(form.y), Number(form.z)};
    const auto twice = [](const Number& n) { return n + n; };
    if (is_plane(form)) {
        return {twice(dot(linear, path.x)) + Number(form.one), twice(dot(linear, path.v)),
                twice(dot(linear, path.a)), Number(), Number()};
    }
    const auto times = [&](const Vector<Number>& p) {
        return Vector<Number>{Number(form.xx) * p.x + Number(form.xy) * p.y + Number(form.xz) * p.z,
                              Number(form.xy) * p.x + Number(form.yy) * p.y + Number(form.yz) * p.z,
                              Number(form.xz) * p.x + Number(form.yz) * p.y +
                                  Number(form.zz) * p.z};
    };
    const Vector<Number> qx = times(path.x);
    const Vector<Number> qv = times(path.v);
    const Vector<Number> qa = times(path.a);
    return {dot(qx, path.x) + twice(dot(linear, path.x)) + Number(form.one),
            twice(dot(qx, path.v) + dot(linear, path.v)),
            dot(qv, path.v) + twice(dot(qx, path.a) + dot(linear, path.a)), twice(dot(qv, path.a)),
            dot(qa, path.a)};
}

/// Twice the signed area of the triangle (from, to, path) seen along an axis.
template <typename Number>
Polynomial<Number> along_edge(Vec3d from, Vec3d to, int axis, const Path<Number>& path) {
    const int u = (axis + 1) % 3;
    const int v = (axis + 2) % 3;
    const auto at = [](const Vector<Number>& p, int i) -> const Number& {
        return i == 0 ? p.x : i == 1 ? p.y : p.z;
    };
    const Number du = Number(to[u]) - Number(from[u]);
    const Number dv = Number(to[v]) - Number(from[v]);
    return {du * (at(path.x, v) - Number(from[v])) - dv * (at(path.x, u) - Number(from[u])),
            du * at(path.v, v) - dv * at(path.v, u), du * at(path.a, v) - dv * at(path.a, u),
            Number(), Number()};
}

} // namespace impinge::inline v0::particles
