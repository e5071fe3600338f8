// SPDX-License-Identifier: Apache-2.0
//
// Which depths each triangle of a body spans over the square of each pixel it touches; rather more
// than less. Window coordinates in pixels, depths in world units from the eye.
#pragma once

#include "imagespace/view_rays.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace impinge::inline v0::imagespace {

struct RowRange {
    int begin = 0;
    int end = 0; ///< not included
};

/// A body in window coordinates, or those triangles of it that matter.
struct SpannedBody {
    std::vector<Vec3d> corners;
    std::vector<TriangleIndices> triangles;
    int width = 0; ///< of the window

    SpannedBody(const raster::View& view, const RayBody& body,
                std::vector<TriangleIndices> chosen_triangles);
};

/// One triangle over the pixels of the window.
class TriangleSpans {
  public:
    TriangleSpans(const SpannedBody& body, const TriangleIndices& triangle);

    /// Whether it can touch pixels of the window in these rows.
    [[nodiscard]] bool touches(const RowRange& rows) const {
        return min_.y - reach_ <= rows.end && max_.y + reach_ >= rows.begin &&
               min_.x - reach_ <= width_ && max_.x + reach_ >= 0;
    }
    [[nodiscard]] RowRange rows_within(const RowRange& rows) const {
        return {std::max(rows.begin, pixel_from(min_.y, rows.begin, rows.end)),
                std::min(rows.end, pixel_to(max_.y, rows.begin, rows.end) + 1)};
    }
    /// The pixels of a row that it touches.
    [[nodiscard]] RowRange pixels_of_row(int y) const;

    struct Depths {
        double min = 0;
        double max = 0;
    };
    [[nodiscard]] Depths over(int x, int y) const;

  private:
    [[nodiscard]] int pixel_from(double low, int first, int last) const {
        return static_cast<int>(std::clamp(std::ceil(low - reach_ - 1), static_cast<double>(first),
                                           static_cast<double>(last)));
    }
    [[nodiscard]] int pixel_to(double high, int first, int last) const {
        return static_cast<int>(std::clamp(std::floor(high + reach_), first - 1.0, last - 1.0));
    }
    void find_slopes();

    std::array<Vec3d, 3> corners_;
    Vec3d min_;
    Vec3d max_;
    double reach_ = 0; ///< squares are taken larger by this on each side, for rounding
    int width_ = 0;
    bool has_slopes_ = false; ///< else all of its depths are taken everywhere
    double slope_x_ = 0;
    double slope_y_ = 0;
};

/// Calls visit(x, y, lowest, highest) for every triangle and every pixel of these rows for which
/// wanted(x, y).
template <typename Wanted, typename Visit>
void for_each_span(const SpannedBody& body, const RowRange& rows, Wanted wanted, Visit visit) {
    for (const TriangleIndices& indices : body.triangles) {
        const double low = std::min(
            {body.corners[indices[0]].y, body.corners[indices[1]].y, body.corners[indices[2]].y});
        const double high = std::max(
            {body.corners[indices[0]].y, body.corners[indices[1]].y, body.corners[indices[2]].y});
        if (low - 1 > rows.end || high + 1 < rows.begin) {
            continue;
        }
        const TriangleSpans triangle(body, indices);
        if (!triangle.touches(rows)) {
            continue;
        }
        const RowRange touched = triangle.rows_within(rows);
        for (int y = touched.begin; y < touched.end; ++y) {
            const RowRange pixels = triangle.pixels_of_row(y);
            for (int x = pixels.begin; x < pixels.end; ++x) {
                if (wanted(x, y)) {
                    const TriangleSpans::Depths depths = triangle.over(x, y);
                    visit(x, y, depths.min, depths.max);
                }
            }
        }
    }
}

} // namespace impinge::inline v0::imagespace
