// SPDX-License-Identifier: Apache-2.0
#include "imagespace/view_rays.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace impinge::inline v0::imagespace {
namespace {

Vec2d flat(Vec3d corner) { return {corner.x, corner.y}; }

/// Of the two triangles that see an edge from both sides, one owns it: the one that has it on its
/// left or, if it is level, above itself. The inside is on the left of the edge.
bool owns(Vec2d begin, Vec2d end) {
    return end.y < begin.y || (end.y == begin.y && end.x < begin.x);
}

bool is_inside(Vec2d begin, Vec2d end, Vec2d point) {
    const Sign side = orient2d(begin, end, point);
    return side > 0 || (side == 0 && owns(begin, end));
}

double cross(Vec2d u, Vec2d v) { return u.x * v.y - u.y * v.x; }
Vec2d operator-(Vec2d a, Vec2d b) { return {a.x - b.x, a.y - b.y}; }

/// Never decreases with the value, so that a point and the bounds around it find the same cells.
std::size_t cell(double value, double low, double high, std::size_t cells) {
    const double position = (value - low) / (high - low) * static_cast<double>(cells);
    if (!(position > 0)) {
        return 0;
    }
    return position >= static_cast<double>(cells) ? cells - 1 : static_cast<std::size_t>(position);
}

} // namespace

RayRegion window_of(const raster::View& view) {
    return {{0, 0}, {static_cast<double>(view.width), static_cast<double>(view.height)}};
}

ViewRays::ViewRays(const raster::View& view, const RayBody& body, const RayRegion& region) {
    corners_.reserve(body.mesh.vertex_count());
    double farthest = 0; // of the numbers that were rounded
    for (std::size_t i = 0; i < body.mesh.vertex_count(); ++i) {
        const Vec3d world = apply(body.pose, body.mesh.position(i));
        const Vec3d window = raster::to_window(view, world);
        corners_.push_back({window.x, window.y, dot(view.axis_z, world - view.eye)});
    }
    take_facets(body, region);
    for (const Facet& facet : facets_) {
        for (const std::uint32_t corner : {facet.a, facet.b, facet.c}) {
            const Vec3d world = apply(body.pose, body.mesh.position(corner));
            const Vec3d coordinates = max(max(world, -world), max(view.eye, -view.eye));
            farthest = std::max({farthest, coordinates.x, coordinates.y, coordinates.z});
        }
    }
    // Some ten roundings make a corner, and some ten more the depth between three of them.
    error_ = farthest * 0x1p-47;
    choose_grid();
    fill_cells();
}

void ViewRays::take_facets(const RayBody& body, const RayRegion& region) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    low_ = {infinity, infinity};
    high_ = {-infinity, -infinity};
    for (const auto& [a, b, c] : body.mesh.triangles()) {
        const Vec3d low = min(min(corners_[a], corners_[b]), corners_[c]);
        const Vec3d high = max(max(corners_[a], corners_[b]), corners_[c]);
        if (low.x > region.high.x || high.x < region.low.x || low.y > region.high.y ||
            high.y < region.low.y) {
            continue;
        }
        const Sign turn = orient2d(flat(corners_[a]), flat(corners_[b]), flat(corners_[c]));
        if (turn == 0) {
            continue; // seen edge on
        }
        const bool enters = (turn > 0) == (body.facing == Facing::Outward);
        facets_.push_back(turn > 0 ? Facet{a, b, c, enters} : Facet{a, c, b, enters});
        low_ = {std::min(low_.x, std::max(low.x, region.low.x)),
                std::min(low_.y, std::max(low.y, region.low.y))};
        high_ = {std::max(high_.x, std::min(high.x, region.high.x)),
                 std::max(high_.y, std::min(high.y, region.high.y))};
    }
}

/// About one cell for every two facets, but so many fewer that long thin facets do not fill too
/// many.
void ViewRays::choose_grid() {
    const double wide = high_.x - low_.x;
    const double tall = high_.y - low_.y;
    if (facets_.empty() || !(wide > 0 && tall > 0)) {
        return;
    }
    constexpr double most = 2048;
    const double cells = static_cast<double>(facets_.size()) / 2;
    const auto side = [&](double ratio) {
        return static_cast<std::size_t>(std::clamp(std::sqrt(cells * ratio), 1.0, most));
    };
    columns_ = side(wide / tall);
    rows_ = side(tall / wide);
    while (columns_ * rows_ > 1 && entries() > 16 * facets_.size()) {
        columns_ = (columns_ + 1) / 2;
        rows_ = (rows_ + 1) / 2;
    }
}

std::size_t ViewRays::entries() const {
    std::size_t sum = 0;
    for (const Facet& facet : facets_) {
        const CellRange x = columns(facet);
        const CellRange y = rows(facet);
        sum += (x.last - x.first + 1) * (y.last - y.first + 1);
    }
    return sum;
}

void ViewRays::fill_cells() {
    const auto for_each_entry = [&](auto visit) {
        for (std::uint32_t facet = 0; facet < facets_.size(); ++facet) {
            const CellRange x = columns(facets_[facet]);
            const CellRange y = rows(facets_[facet]);
            for (std::size_t j = y.first; j <= y.last; ++j) {
                for (std::size_t i = x.first; i <= x.last; ++i) {
                    visit(j * columns_ + i, facet);
                }
            }
        }
    };
    cell_facets_ = Buckets<std::uint32_t>(columns_ * rows_, for_each_entry);
}

std::size_t ViewRays::column(double x) const { return cell(x, low_.x, high_.x, columns_); }
std::size_t ViewRays::row(double y) const { return cell(y, low_.y, high_.y, rows_); }

ViewRays::CellRange ViewRays::columns(const Facet& facet) const {
    const std::array<double, 3> x{corners_[facet.a].x, corners_[facet.b].x, corners_[facet.c].x};
    const auto [low, high] = std::minmax_element(x.begin(), x.end());
    return {column(*low), column(*high)};
}

ViewRays::CellRange ViewRays::rows(const Facet& facet) const {
    const std::array<double, 3> y{corners_[facet.a].y, corners_[facet.b].y, corners_[facet.c].y};
    const auto [low, high] = std::minmax_element(y.begin(), y.end());
    return {row(*low), row(*high)};
}

bool ViewRays::covers(const Facet& facet, Vec2d point) const {
    const Vec2d a = flat(corners_[facet.a]);
    const Vec2d b = flat(corners_[facet.b]);
    const Vec2d c = flat(corners_[facet.c]);
    return point.x >= std::min({a.x, b.x, c.x}) && point.x <= std::max({a.x, b.x, c.x}) &&
           point.y >= std::min({a.y, b.y, c.y}) && point.y <= std::max({a.y, b.y, c.y}) &&
           is_inside(a, b, point) && is_inside(b, c, point) && is_inside(c, a, point);
}

double ViewRays::depth_at(const Facet& facet, Vec2d point) const {
    const Vec3d a = corners_[facet.a];
    const Vec3d b = corners_[facet.b];
    const Vec3d c = corners_[facet.c];
    const Vec2d to_a = flat(a) - point;
    const Vec2d to_b = flat(b) - point;
    const Vec2d to_c = flat(c) - point;
    const double of_a = std::max(0.0, cross(to_b, to_c));
    const double of_b = std::max(0.0, cross(to_c, to_a));
    const double of_c = std::max(0.0, cross(to_a, to_b));
    const double sum = of_a + of_b + of_c;
    if (!(sum > 0)) { // a needle too thin for doubles: any of its depths will do
        return a.z;
    }
    return a.z + (of_b * (b.z - a.z) + of_c * (c.z - a.z)) / sum;
}

void ViewRays::append_surfaces(Vec2d point, std::vector<RaySurface>& surfaces) const {
    if (!(point.x >= low_.x && point.x <= high_.x && point.y >= low_.y && point.y <= high_.y)) {
        return;
    }
    const std::size_t begin = surfaces.size();
    const std::size_t at = row(point.y) * columns_ + column(point.x);
    for (const std::uint32_t index : cell_facets_[at]) {
        const Facet& facet = facets_[index];
        if (covers(facet, point)) {
            surfaces.push_back({depth_at(facet, point), facet.enters});
        }
    }
    sort_surfaces(std::span(surfaces).subspan(begin));
}

} // namespace impinge::inline v0::imagespace
