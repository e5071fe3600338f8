// SPDX-License-Identifier: Apache-2.0
//
// What CGAL says about two triangles. Its own do_intersect and intersection ask for triangles with
// an area; here one without is handed over as the segment or point it is.
#pragma once

#include "impinge/triangle.hpp"
#include "tests/agreement/nearest_double.hpp"

#include <CGAL/Exact_predicates_exact_constructions_kernel.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/intersections.h>

#include <algorithm>
#include <compare>
#include <variant>
#include <vector>

namespace impinge::tests {

using Filtered = CGAL::Exact_predicates_inexact_constructions_kernel;   ///< exact signs, fast
using Constructing = CGAL::Exact_predicates_exact_constructions_kernel; ///< exact points, slow

template <typename Kernel> typename Kernel::Point_3 to_cgal(Vec3d p) { return {p.x, p.y, p.z}; }

template <typename Kernel> typename Kernel::Triangle_3 to_cgal(const Triangle& t) {
    return {to_cgal<Kernel>(t[0]), to_cgal<Kernel>(t[1]), to_cgal<Kernel>(t[2])};
}

template <typename Kernel>
using Simplex =
    std::variant<typename Kernel::Point_3, typename Kernel::Segment_3, typename Kernel::Triangle_3>;

/// The set that the three corners span.
template <typename Kernel> Simplex<Kernel> spanned(const Triangle& t) {
    const auto triangle = to_cgal<Kernel>(t);
    if (!triangle.is_degenerate()) {
        return triangle;
    }
    const auto [first, last] = std::minmax_element(t.corners.begin(), t.corners.end());
    if (*first == *last) {
        return to_cgal<Kernel>(*first);
    }
    return typename Kernel::Segment_3(to_cgal<Kernel>(*first), to_cgal<Kernel>(*last));
}

inline bool cgal_intersects(const Triangle& a, const Triangle& b) {
    return std::visit([](const auto& p, const auto& q) { return CGAL::do_intersect(p, q); },
                      spanned<Filtered>(a), spanned<Filtered>(b));
}

/// A corner of the exact contact set, as impinge has to report it.
struct ReportedPoint {
    Vec3d position;
    Feature on_a = Feature::Face;
    Feature on_b = Feature::Face;

    friend auto operator<=>(const ReportedPoint&, const ReportedPoint&) = default;
};

/// The contact set by CGAL's exact constructions.
struct ExactContact {
    PairKind kind = PairKind::Apart;
    std::vector<ReportedPoint> points; ///< in order around the set, from anywhere, either way
    Feature carrier_a = Feature::Face;
    Feature carrier_b = Feature::Face;
};

using ExactPoint = Constructing::Point_3;

inline Vec3d rounded(const ExactPoint& p) {
    return {nearest_double(CGAL::exact(p.x())), nearest_double(CGAL::exact(p.y())),
            nearest_double(CGAL::exact(p.z()))};
}

/// The corners of whatever CGAL::intersection returned.
struct CornersOf {
    using result_type = std::vector<ExactPoint>;

    result_type operator()(const ExactPoint& p) const { return {p}; }
    result_type operator()(const Constructing::Segment_3& s) const {
        return {s.source(), s.target()};
    }
    result_type operator()(const Constructing::Triangle_3& t) const { return {t[0], t[1], t[2]}; }
    result_type operator()(const std::vector<ExactPoint>& polygon) const { return polygon; }
};

inline std::vector<ExactPoint> exact_corners(const Triangle& a, const Triangle& b) {
    return std::visit(
        [](const auto& p, const auto& q) {
            const auto common = CGAL::intersection(p, q);
            return common ? boost::apply_visitor(CornersOf{}, *common) : CornersOf::result_type{};
        },
        spanned<Constructing>(a), spanned<Constructing>(b));
}

/// Without points that are no corners: repeated ones, or between their neighbours on one line.
inline std::vector<ExactPoint> true_corners(const std::vector<ExactPoint>& polygon) {
    std::vector<ExactPoint> corners = polygon;
    for (std::size_t i = 0; corners.size() > 2 && i < corners.size();) {
        const std::size_t n = corners.size();
        if (CGAL::collinear(corners[(i + n - 1) % n], corners[i], corners[(i + 1) % n])) {
            corners.erase(corners.begin() + static_cast<std::ptrdiff_t>(i));
            i = 0;
        } else {
            ++i;
        }
    }
    return corners;
}

/// Whether the closed feature of a triangle holds a point known to lie in the closed triangle.
inline bool holds(const Constructing::Triangle_3& t, Feature feature, const ExactPoint& p) {
    if (feature == Feature::Face) {
        return true;
    }
    if (feature >= Feature::Vertex0) {
        return t[static_cast<int>(feature) - static_cast<int>(Feature::Vertex0)] == p;
    }
    const int edge = static_cast<int>(feature) - static_cast<int>(Feature::Edge0);
    return CGAL::collinear(t[edge], t[(edge + 1) % 3], p);
}

/// The smallest feature that holds all the points. The triangle must have an area.
inline Feature smallest_feature(const Constructing::Triangle_3& t,
                                const std::vector<ExactPoint>& points) {
    for (const Feature feature : {Feature::Vertex0, Feature::Vertex1, Feature::Vertex2,
                                  Feature::Edge0, Feature::Edge1, Feature::Edge2}) {
        if (std::all_of(points.begin(), points.end(),
                        [&](const ExactPoint& p) { return holds(t, feature, p); })) {
            return feature;
        }
    }
    return Feature::Face;
}

/// For triangles with an area. Two triangles in different planes cross if an inner point of their
/// common set lies on the border of neither.
inline PairKind kind_of(const Constructing::Triangle_3& a, const Constructing::Triangle_3& b,
                        const std::vector<ExactPoint>& common) {
    if (common.empty()) {
        return PairKind::Apart;
    }
    const bool same_plane = CGAL::coplanar(a[0], a[1], a[2], b[0]) &&
                            CGAL::coplanar(a[0], a[1], a[2], b[1]) &&
                            CGAL::coplanar(a[0], a[1], a[2], b[2]);
    const ExactPoint inner = CGAL::midpoint(common.front(), common.back());
    const bool interiors_meet = smallest_feature(a, {inner}) == Feature::Face &&
                                smallest_feature(b, {inner}) == Feature::Face;
    return !same_plane && interiors_meet ? PairKind::Crossing : PairKind::Touching;
}

/// Both triangles must have an area.
inline ExactContact exact_contact(const Triangle& a, const Triangle& b) {
    const auto ta = to_cgal<Constructing>(a);
    const auto tb = to_cgal<Constructing>(b);
    const std::vector<ExactPoint> corners = true_corners(exact_corners(a, b));
    ExactContact contact{.kind = kind_of(ta, tb, corners), .points = {}};
    for (const ExactPoint& p : corners) {
        contact.points.push_back(
            {rounded(p), smallest_feature(ta, {p}), smallest_feature(tb, {p})});
    }
    if (!corners.empty()) {
        contact.carrier_a = smallest_feature(ta, corners);
        contact.carrier_b = smallest_feature(tb, corners);
    }
    return contact;
}

} // namespace impinge::tests
