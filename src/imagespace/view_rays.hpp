// SPDX-License-Identifier: Apache-2.0
//
// Rays along the axis of a view, cast at a mesh as it is: corners in double precision, exact signs
// for what a ray meets. Shares nothing with the devices.
//
// From the surfaces a ray meets to the stretches that lie inside the solid: inside is where the
// winding number is at least one, as for the exact engine. What enters counts up, what leaves
// counts down, so that parts of one body may overlap, nest or have their faces twice.
#pragma once

#include "base/buckets.hpp"
#include "imagespace/solid_body.hpp"
#include "impinge/predicates.hpp"
#include "impinge/view.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace impinge::inline v0::imagespace {

/// A place where a ray meets a surface.
struct RaySurface {
    double depth = 0;
    bool enters = false; ///< else it leaves
};

/// A stretch of the ray inside the body; flat if both ends are equal.
struct RayPiece {
    double begin = 0;
    double end = 0;

    friend bool operator==(const RayPiece&, const RayPiece&) = default;
};

/// By depth; at one depth first what enters, so that parts that touch are one piece and a body
/// without thickness is a flat one.
inline void sort_surfaces(std::span<RaySurface> surfaces) {
    std::ranges::sort(surfaces, [](const RaySurface& p, const RaySurface& q) {
        return p.depth != q.depth ? p.depth < q.depth : p.enters && !q.enters;
    });
}

/// Appends the pieces, in order and disjoint. The surfaces are sorted.
inline void append_pieces(std::span<const RaySurface> surfaces, std::vector<RayPiece>& pieces) {
    int winding = 0;
    double begin = 0;
    for (const RaySurface& surface : surfaces) {
        const int before = winding;
        winding += surface.enters ? 1 : -1;
        if (before == 0 && winding == 1) {
            begin = surface.depth;
        } else if (before == 1 && winding == 0) {
            pieces.push_back({begin, surface.depth});
        }
    }
}

/// A body where it stands.
struct RayBody {
    MeshView mesh;
    Rigid pose;
    Facing facing = Facing::Outward;
};

/// A part of the plane of the window, in pixels; all of it by default.
struct RayRegion {
    Vec2d low{-std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
    Vec2d high{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
};
RayRegion window_of(const raster::View& view);

class ViewRays {
  public:
    /// Rays will be cast through the region only: what lies beside it is left out.
    ViewRays(const raster::View& view, const RayBody& body, const RayRegion& region = {});

    /// Appends where the ray through a point of the window, in pixels, meets the surface, in the
    /// order of sort_surfaces(). Depths are distances from the eye along the axis, in world units.
    /// A ray through an edge meets exactly one of its two triangles if they lie on both sides of
    /// it, and both or none if they lie on one: a closed surface is entered as often as left.
    void append_surfaces(Vec2d point, std::vector<RaySurface>& surfaces) const;

    /// No surface lies farther than this from where a ray finds it: what rounding to doubles does
    /// to the corners and on the way from them.
    [[nodiscard]] double error() const { return error_; }

  private:
    /// Counter-clockwise in the window.
    struct Facet {
        std::uint32_t a = 0;
        std::uint32_t b = 0;
        std::uint32_t c = 0;
        bool enters = false;
    };
    struct CellRange {
        std::size_t first = 0;
        std::size_t last = 0;
    };

    void take_facets(const RayBody& body, const RayRegion& region);
    void choose_grid();
    [[nodiscard]] std::size_t entries() const;
    void fill_cells();
    [[nodiscard]] std::size_t column(double x) const;
    [[nodiscard]] std::size_t row(double y) const;
    [[nodiscard]] CellRange columns(const Facet& facet) const;
    [[nodiscard]] CellRange rows(const Facet& facet) const;
    [[nodiscard]] bool covers(const Facet& facet, Vec2d point) const;
    [[nodiscard]] double depth_at(const Facet& facet, Vec2d point) const;

    std::vector<Vec3d> corners_; // window x and y, depth in world units
    std::vector<Facet> facets_;
    double error_ = 0;
    Vec2d low_;
    Vec2d high_;
    std::size_t columns_ = 1;
    std::size_t rows_ = 1;
    Buckets<std::uint32_t> cell_facets_; ///< those whose bounds meet a cell
};

/// Casts rays at one body and keeps its memory from ray to ray.
class PieceFinder {
  public:
    explicit PieceFinder(const ViewRays& rays) : rays_(&rays) {}

    /// Valid until the next call.
    std::span<const RayPiece> at(Vec2d point) {
        surfaces_.clear();
        pieces_.clear();
        rays_->append_surfaces(point, surfaces_);
        append_pieces(surfaces_, pieces_);
        return pieces_;
    }
    /// How many surfaces the last ray met.
    [[nodiscard]] std::size_t layers() const { return surfaces_.size(); }

  private:
    const ViewRays* rays_;
    std::vector<RaySurface> surfaces_;
    std::vector<RayPiece> pieces_;
};

} // namespace impinge::inline v0::imagespace
