// SPDX-License-Identifier: Apache-2.0
//
// Points, vectors and axis-aligned boxes: plain aggregates and free functions, no SIMD inside.
//
//     impinge::Box3 box_of(impinge::Vec3d a, impinge::Vec3d b) {
//         return extend(extend(impinge::Box3{}, a), b);
//     }
//     bool meet(const impinge::Box3& a, const impinge::Box3& b) { return boxes_overlap(a, b); }
#pragma once

#include "impinge/standard.hpp"
#ifdef IMPINGE_HAS_CPP20

#include <algorithm>
#include <cmath>
#include <compare>
#include <limits>

namespace impinge::inline v0 {

/// A point or a vector; which one is said by the name of the variable.
/// The default ordering is lexicographic (x, then y, then z) and is used wherever an answer needs
/// an order that does not depend on which body was named first.
template <typename T> struct Vec3 {
    T x{};
    T y{};
    T z{};

    constexpr T operator[](int axis) const { return axis == 0 ? x : axis == 1 ? y : z; }
    constexpr T& operator[](int axis) { return axis == 0 ? x : axis == 1 ? y : z; }

    friend constexpr auto operator<=>(const Vec3&, const Vec3&) = default;
    friend constexpr Vec3 operator+(Vec3 a, Vec3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
    friend constexpr Vec3 operator-(Vec3 a, Vec3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
    friend constexpr Vec3 operator-(Vec3 a) { return {-a.x, -a.y, -a.z}; }
    friend constexpr Vec3 operator*(Vec3 a, T s) { return {a.x * s, a.y * s, a.z * s}; }
    friend constexpr Vec3 operator*(T s, Vec3 a) { return a * s; }
};

using Vec3f = Vec3<float>;
using Vec3d = Vec3<double>;

template <typename T> constexpr T dot(Vec3<T> a, Vec3<T> b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <typename T> constexpr Vec3<T> cross(Vec3<T> a, Vec3<T> b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
template <typename T> constexpr T squared_length(Vec3<T> a) { return dot(a, a); }
template <typename T> T length(Vec3<T> a) { return std::sqrt(dot(a, a)); }
template <typename T> constexpr Vec3<T> min(Vec3<T> a, Vec3<T> b) {
    return {std::min(a.x, b.x), std::min(a.y, b.y), std::min(a.z, b.z)};
}
template <typename T> constexpr Vec3<T> max(Vec3<T> a, Vec3<T> b) {
    return {std::max(a.x, b.x), std::max(a.y, b.y), std::max(a.z, b.z)};
}
inline bool is_finite(Vec3d p) {
    return std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z);
}

/// A closed axis-aligned box. The default box is empty (min above max) and absorbs nothing:
/// `extend(empty, p)` is the box of p alone.
struct Box3 {
    Vec3d min{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity(),
              std::numeric_limits<double>::infinity()};
    Vec3d max{-std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(),
              -std::numeric_limits<double>::infinity()};

    friend constexpr bool operator==(const Box3&, const Box3&) = default;
};

constexpr bool is_empty(const Box3& box) {
    return !(box.min.x <= box.max.x && box.min.y <= box.max.y && box.min.z <= box.max.z);
}
constexpr Box3 extend(const Box3& box, Vec3d point) {
    return {min(box.min, point), max(box.max, point)};
}
constexpr Box3 united(const Box3& a, const Box3& b) {
    return {min(a.min, b.min), max(a.max, b.max)};
}
constexpr Box3 intersection(const Box3& a, const Box3& b) {
    return {max(a.min, b.min), min(a.max, b.max)};
}
/// Closed boxes: sharing a face, an edge or a corner is an overlap.
constexpr bool boxes_overlap(const Box3& a, const Box3& b) {
    return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y &&
           a.min.z <= b.max.z && b.min.z <= a.max.z;
}
constexpr bool contains(const Box3& box, Vec3d p) {
    return box.min.x <= p.x && p.x <= box.max.x && box.min.y <= p.y && p.y <= box.max.y &&
           box.min.z <= p.z && p.z <= box.max.z;
}
constexpr Vec3d extent(const Box3& box) { return box.max - box.min; }

} // namespace impinge::inline v0

#endif // IMPINGE_HAS_CPP20
