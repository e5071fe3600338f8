// SPDX-License-Identifier: Apache-2.0
#include "imagespace/clearance/clearance_view.hpp"

#include "imagespace/projection/zone_corners.hpp"

#include <array>
#include <cmath>

namespace impinge::inline v0::imagespace {
namespace {

/// Part of the window that is added to what must be seen.
constexpr double window_margin = 0.05;

struct Range {
    double min = std::numeric_limits<double>::infinity();
    double max = -std::numeric_limits<double>::infinity();

    void include(double value) {
        min = std::min(min, value);
        max = std::max(max, value);
    }
    [[nodiscard]] double size() const { return max - min; }
    [[nodiscard]] double middle() const { return min / 2 + max / 2; }
    void set_size(double size) {
        const double centre = middle();
        min = centre - size / 2;
        max = centre + size / 2;
    }
};

Range common(const Range& a, const Range& b) {
    return {std::max(a.min, b.min), std::min(a.max, b.max)};
}
Range whole(const Range& a, const Range& b) {
    return {std::min(a.min, b.min), std::max(a.max, b.max)};
}

Range along(Vec3d axis, std::span<const Vec3d> points, Vec3d from) {
    Range range;
    for (const Vec3d& point : points) {
        range.include(dot(axis, point - from));
    }
    return range;
}

struct Rectangle {
    Range x;
    Range y;
};

Rectangle seen(const raster::View& view, std::span<const Vec3d> points) {
    return {along(view.axis_x, points, view.eye), along(view.axis_y, points, view.eye)};
}

Rectangle window_of(const Rectangle& a, const Rectangle& b, ClearanceWindow window) {
    if (window == ClearanceWindow::OfA) {
        return a;
    }
    const Rectangle both{common(a.x, b.x), common(a.y, b.y)};
    return both.x.size() >= 0 && both.y.size() >= 0 ? both
                                                    : Rectangle{whole(a.x, b.x), whole(a.y, b.y)};
}

/// Square pixels, `resolution` along the longer side.
void set_window(raster::View& view, Rectangle shown, int resolution) {
    const double longer = std::max(shown.x.size(), shown.y.size());
    // Bodies that meet in a line or a point when seen from here get a window all the same.
    const double least = longer > 0 ? longer * 1e-3 : (view.far - view.near) * 1e-6;
    const double pixel = std::max(longer, least) * (1 + window_margin) / resolution;
    const auto fit = [&](Range& range, int& pixels) {
        const double wanted = std::max(range.size(), least) * (1 + window_margin);
        pixels = std::clamp(static_cast<int>(std::ceil(wanted / pixel - 1e-9)), 1, resolution);
        range.set_size(pixel * pixels);
    };
    fit(shown.x, view.width);
    fit(shown.y, view.height);
    view.min_x = shown.x.min;
    view.max_x = shown.x.max;
    view.min_y = shown.y.min;
    view.max_y = shown.y.max;
}

/// Of the axes of both boxes, the one along which they are farthest apart; from A to B.
Vec3d across_the_gap(const Placed& a, const Placed& b) {
    const std::array<Vec3d, 8> corners_a = corners_of(a.box, a.pose);
    const std::array<Vec3d, 8> corners_b = corners_of(b.box, b.pose);
    Vec3d best{0, 0, 1};
    double widest = -std::numeric_limits<double>::infinity();
    for (const Rigid* pose : {&a.pose, &b.pose}) {
        for (const Vec3d unit : {Vec3d{0, 0, 1}, Vec3d{0, 1, 0}, Vec3d{1, 0, 0}}) {
            const Vec3d turned = apply(*pose, unit) - pose->translation;
            const Vec3d axis = turned * (1 / length(turned));
            const Range range_a = along(axis, corners_a, {});
            const Range range_b = along(axis, corners_b, {});
            const double ahead = range_b.min - range_a.max;
            const double behind = range_a.min - range_b.max;
            if (std::max(ahead, behind) > widest) {
                widest = std::max(ahead, behind);
                best = ahead < behind ? -axis : axis;
            }
        }
    }
    return best;
}

} // namespace

std::vector<Vec3d> world_corners(const MeshView& mesh, const Rigid& pose) {
    std::vector<bool> used(mesh.vertex_count());
    for (const TriangleIndices& triangle : mesh.triangles()) {
        for (const std::uint32_t corner : triangle) {
            used[corner] = true;
        }
    }
    std::vector<Vec3d> corners;
    corners.reserve(used.size());
    for (std::size_t i = 0; i < used.size(); ++i) {
        if (used[i]) {
            corners.push_back(apply(pose, mesh.position(i)));
        }
    }
    return corners;
}

Box3 box_of(const MeshView& mesh) {
    Box3 box;
    for (const Vec3d& corner : world_corners(mesh, {})) {
        box = extend(box, corner);
    }
    return box;
}

DepthRange depths_of(const raster::View& view, std::span<const Vec3d> points) {
    const Range range = along(view.axis_z, points, view.eye);
    return {range.min, range.max};
}

ChosenDirection clearance_direction(const Body& a, const Body& b) {
    const Placed placed_a{box_of(a.mesh), a.pose};
    const Placed placed_b{box_of(b.mesh), b.pose};
    if (const auto zone = collision_zone(placed_a, placed_b)) {
        return {first_direction(*zone), zone};
    }
    return {across_the_gap(placed_a, placed_b), {}};
}

Expected<raster::View> clearance_view(const ClearanceViewOptions& options,
                                      std::span<const Vec3d> corners_a,
                                      std::span<const Vec3d> corners_b) {
    std::vector<Vec3d> all(corners_a.begin(), corners_a.end());
    all.insert(all.end(), corners_b.begin(), corners_b.end());
    auto view = raster::orthographic_view(options.direction, all, 1, 1);
    if (!view) {
        return view;
    }
    for (Vec3d* axis : {&view->axis_x, &view->axis_y, &view->axis_z}) {
        *axis = *axis + Vec3d{}; // no -0, which people would read
    }
    set_window(*view, window_of(seen(*view, corners_a), seen(*view, corners_b), options.window),
               options.resolution);
    if (const Status status = raster::validate(*view); !status) {
        return status.error();
    }
    return view;
}

} // namespace impinge::inline v0::imagespace
