// SPDX-License-Identifier: Apache-2.0
//
// Rays along the axis of a view, cast at a mesh as it is: corners in double precision, exact signs
// for what a ray meets. Shares nothing with the devices.
#pragma once

#include "impinge/collide.hpp"
#include "impinge/predicates.hpp"
#include "impinge/view.hpp"

#include <cstdint>
#include <vector>

namespace impinge::inline v0::imagespace {

class ViewRays {
  public:
    ViewRays(const raster::View& view, const MeshView& mesh, const Rigid& pose);

    /// Appends the depths (in world units from the near end of the view) at which the ray through a
    /// point of the window, in pixels, meets the surface, ascending. A ray through an edge meets
    /// exactly one of its two triangles if they lie on both sides of it, and both or none if they
    /// lie on one: for a closed surface the number is always even.
    void append_depths(Vec2d point, std::vector<double>& depths) const;

  private:
    /// Counter-clockwise in the window.
    struct Facet {
        std::uint32_t a = 0;
        std::uint32_t b = 0;
        std::uint32_t c = 0;
    };
    struct CellRange {
        std::size_t first = 0;
        std::size_t last = 0;
    };

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
    Vec2d low_;
    Vec2d high_;
    std::size_t columns_ = 1;
    std::size_t rows_ = 1;
    // The facets whose bounds meet a cell: cell_facets_[first_[cell]] up to first_[cell + 1].
    std::vector<std::size_t> first_;
    std::vector<std::uint32_t> cell_facets_;
};

} // namespace impinge::inline v0::imagespace
