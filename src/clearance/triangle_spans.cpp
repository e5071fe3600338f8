// SPDX-License-Identifier: Apache-2.0
#include "clearance/triangle_spans.hpp"

namespace impinge::inline v0::imagespace {

SpannedBody::SpannedBody(const raster::View& view, const RayBody& body,
                         std::vector<TriangleIndices> chosen_triangles)
    : triangles(std::move(chosen_triangles)), width(view.width) {
    corners.reserve(body.mesh.vertex_count());
    for (std::size_t i = 0; i < body.mesh.vertex_count(); ++i) {
        const Vec3d world = apply(body.pose, body.mesh.position(i));
        const Vec3d window = raster::to_window(view, world);
        corners.push_back({window.x, window.y, dot(view.axis_z, world - view.eye)});
    }
}

TriangleSpans::TriangleSpans(const SpannedBody& body, const TriangleIndices& triangle)
    : corners_{body.corners[triangle[0]], body.corners[triangle[1]], body.corners[triangle[2]]},
      min_(min(min(corners_[0], corners_[1]), corners_[2])),
      max_(max(max(corners_[0], corners_[1]), corners_[2])), width_(body.width) {
    constexpr double rounding = 0x1p-40;
    reach_ = rounding * std::max({std::abs(min_.x), std::abs(min_.y), std::abs(max_.x),
                                  std::abs(max_.y), static_cast<double>(body.width)});
    find_slopes();
}

void TriangleSpans::find_slopes() {
    const Vec3d u = corners_[1] - corners_[0];
    const Vec3d v = corners_[2] - corners_[0];
    const double area = u.x * v.y - u.y * v.x;
    const double size = (max_.x - min_.x) + (max_.y - min_.y);
    // With k = size^2 / area, rounding changes a depth found from the slopes by up to 8 k^2 2^-53
    // of the triangle's range: 2^-18 of it for the thinnest needle that is treated so.
    has_slopes_ = std::abs(area) > size * size * 0x1p-16;
    if (has_slopes_) {
        slope_x_ = (u.z * v.y - v.z * u.y) / area;
        slope_y_ = (u.x * v.z - v.x * u.z) / area;
    }
}

RowRange TriangleSpans::pixels_of_row(int y) const {
    const double low = y - reach_;
    const double high = y + 1 + reach_;
    double min_x = std::numeric_limits<double>::infinity();
    double max_x = -min_x;
    const auto include = [&](double x) {
        min_x = std::min(min_x, x);
        max_x = std::max(max_x, x);
    };
    for (std::size_t i = 0; i < 3; ++i) {
        const Vec3d& from = corners_[i];
        const Vec3d& to = corners_[(i + 1) % 3];
        if (from.y >= low && from.y <= high) {
            include(from.x);
        }
        for (const double border : {low, high}) {
            if ((from.y < border) != (to.y < border)) {
                include(from.x + (to.x - from.x) * ((border - from.y) / (to.y - from.y)));
            }
        }
    }
    if (!(min_x <= max_x)) {
        return {};
    }
    return {pixel_from(min_x, 0, width_), pixel_to(max_x, 0, width_) + 1};
}

TriangleSpans::Depths TriangleSpans::over(int x, int y) const {
    Depths depths{min_.z, max_.z};
    if (has_slopes_) {
        // The plane over the part of the square within the triangle's bounds.
        const double low_x = std::max(x - reach_, min_.x) - corners_[0].x;
        const double high_x = std::min(x + 1 + reach_, max_.x) - corners_[0].x;
        const double low_y = std::max(y - reach_, min_.y) - corners_[0].y;
        const double high_y = std::min(y + 1 + reach_, max_.y) - corners_[0].y;
        const double lowest = corners_[0].z + std::min(low_x * slope_x_, high_x * slope_x_) +
                              std::min(low_y * slope_y_, high_y * slope_y_);
        const double highest = corners_[0].z + std::max(low_x * slope_x_, high_x * slope_x_) +
                               std::max(low_y * slope_y_, high_y * slope_y_);
        const double slack = (max_.z - min_.z) * 0x1p-16; // see find_slopes()
        depths.min = std::max(depths.min, lowest - slack);
        depths.max = std::min(depths.max, highest + slack);
    }
    return {depths.min, std::max(depths.min, depths.max)};
}

} // namespace impinge::inline v0::imagespace
