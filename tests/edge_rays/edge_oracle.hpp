// SPDX-License-Identifier: Apache-2.0
//
// Every edge point that a view shows and the bodies it lies in, in exact arithmetic and without a
// line of the library: edges and faces on the grid, depths of their planes rounded to floats, as
// the raster header promises them. A body contains a point if more of its front than of its back
// faces lie before the point, on the ray through the pixel's centre.
#pragma once

#include "tests/imagespace/oracle.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

namespace impinge::tests {

/// How the faces of a body are to be read.
enum class Faces : std::uint8_t {
    Outward,
    Inward,  ///< front and back exchanged
    Ignored, ///< nothing lies in the body
};

/// Whether the faces of a body count at points of its own edges.
enum class OwnFaces : std::uint8_t { Excluded, Counted };

struct OracleBody {
    const PlacedMesh* placed = nullptr;
    std::uint32_t index = 0; ///< what the oracle calls it
    Faces faces = Faces::Outward;
};

/// An edge point; several edges of a body at one pixel and depth are one point.
struct OraclePoint {
    float depth = 0;
    std::uint32_t body = 0;
    std::uint32_t edge = 0;                     ///< the first of them
    float error = 0;                            ///< that OpenGL may make
    std::vector<std::uint32_t> penetrated = {}; ///< ascending
    std::vector<std::uint32_t> negative = {};   ///< bodies with more back than front faces before
};

/// What one ray meets: points by depth and body, each once.
struct EdgeSight {
    std::vector<OraclePoint> points;
    /// OpenGL may see something else: an end or side of an edge or an edge of a face passes within
    /// 1/256 pixel of the centre, or two depths are nearer to each other than its law can tell
    /// apart.
    bool fragile = false;
};

/// As all_edge_shapes() without an offset, and without the normals one would need.
inline std::vector<Shape> unmoved_edge_shapes(const raster::View& view, const PlacedMesh& placed) {
    const LocalPositions local = local_positions(placed.mesh);
    const WindowMap map(view, placed.pose, local.origin);
    const std::vector<raster::EdgeIndices> edges = brute_force_edges(placed.mesh);
    std::vector<Shape> shapes;
    for (std::uint32_t e = 0; e < edges.size(); ++e) {
        std::vector<HomogeneousCorner> ends{map.of(local.positions[edges[e][0]]),
                                            map.of(local.positions[edges[e][1]])};
        if (map.clips()) {
            ends = clipped_at_near(ends);
        }
        if (ends.size() >= 2) {
            for (const Shape& shape : edge_shapes(on_grid(ends[0]), on_grid(ends[1]), e)) {
                shapes.push_back(shape);
            }
        }
    }
    return in_shown_part(view, std::move(shapes));
}

class EdgeOracle {
  public:
    EdgeOracle(const raster::View& view, std::span<const OracleBody> bodies,
               OwnFaces own_faces = OwnFaces::Excluded)
        : width_(shown_area(view).width), height_(shown_area(view).height),
          window_(width_, height_), sights_(window_.pixel_count()), hits_(sights_.size()) {
        for (const OracleBody& body : bodies) {
            add_edges(view, body);
        }
        std::for_each(sights_.begin(), sights_.end(), put_in_order);
        for (const OracleBody& body : bodies) {
            if (body.faces != Faces::Ignored) {
                add_faces(view, body);
            }
        }
        for (std::size_t pixel = 0; pixel < sights_.size(); ++pixel) {
            for (OraclePoint& point : sights_[pixel].points) {
                locate(point, pixel, bodies, own_faces);
            }
        }
    }

    [[nodiscard]] int width() const { return width_; }
    [[nodiscard]] int height() const { return height_; }
    /// Rows from the bottom.
    [[nodiscard]] std::span<const EdgeSight> sights() const { return sights_; }
    [[nodiscard]] const EdgeSight& at(int x, int y) const { return sights_[window_.index(x, y)]; }

  private:
    struct Hit {
        std::uint32_t body = 0;
        int step = 0; ///< into the body: 1, out of it: -1
        float depth = 0;
        float error = 0;
    };

    /// That of a shape, found when it is first asked for: most shapes cover few pixels or none.
    class DepthError {
      public:
        DepthError(const Shape& shape, const Planes& window) : shape_(shape), window_(window) {}
        float operator()() {
            if (error_ < 0) {
                const ReferenceTolerance law = tolerance_of(raster::DeviceKind::OpenGl);
                error_ = static_cast<float>(allowed_depth_error(law, shape_, window_, 0, 0));
            }
            return error_;
        }

      private:
        const Shape& shape_;
        const Planes& window_;
        float error_ = -1; ///< not known yet
    };

    static bool near_side(const GridCorner& centre, const GridCorner& from, const GridCorner& to) {
        const Integer across = doubled_area(from, to, centre);
        const Integer reach = std::abs(to.x - from.x) + std::abs(to.y - from.y);
        return across <= reach && across >= -reach && within_steps(centre, from, to, 1);
    }

    /// Calls visit(x, y, pixel) where the centre is no farther than a step from the shape's box.
    template <typename Visit> void for_pixels(const Shape& shape, Visit visit) {
        const auto& c = shape.corner;
        const auto [left, right] = std::minmax({c[0].x, c[1].x, c[2].x});
        const auto [low, high] = std::minmax({c[0].y, c[1].y, c[2].y});
        const PixelRange range = pixel_range(shape, width_, height_);
        for (int y = range.y_begin; y < range.y_end; ++y) {
            for (int x = range.x_begin; x < range.x_end; ++x) {
                const GridCorner centre = pixel_centre(x, y);
                if (centre.x >= left - 1 && centre.x <= right + 1 && centre.y >= low - 1 &&
                    centre.y <= high + 1) {
                    visit(x, y, window_.index(x, y));
                }
            }
        }
    }

    void add_edges(const raster::View& view, const OracleBody& body) {
        const std::vector<Shape> shapes = unmoved_edge_shapes(view, *body.placed);
        for (std::size_t i = 0; i < shapes.size(); ++i) {
            const Shape& shape = shapes[i];
            // Halves of a parallelogram come in turn; the diagonal between them is no side.
            const std::size_t side = i % 2;
            DepthError error(shape, window_);
            for_pixels(shape, [&](int x, int y, std::size_t pixel) {
                const auto& c = shape.corner;
                const GridCorner centre = pixel_centre(x, y);
                if (near_side(centre, c[side], c[side + 1]) ||
                    near_side(centre, c[side + 1], c[(side + 2) % 3])) {
                    sights_[pixel].fragile = true;
                }
                if (covers_centre(shape, x, y)) {
                    const float depth = clamped_depth(exact_depth(shape, x, y));
                    sights_[pixel].points.push_back({depth, body.index, shape.edge, error()});
                }
            });
        }
    }

    /// Depths outside the range, which were clamped to its ends, are no points.
    static void put_in_order(EdgeSight& sight) {
        std::vector<OraclePoint>& points = sight.points;
        const auto place = [](const OraclePoint& p) { return std::tie(p.depth, p.body, p.edge); };
        std::sort(points.begin(), points.end(),
                  [&](const OraclePoint& p, const OraclePoint& q) { return place(p) < place(q); });
        for (std::size_t i = 0; i < points.size(); ++i) {
            const OraclePoint& p = points[i];
            sight.fragile = sight.fragile || p.depth <= p.error || p.depth >= 1 - p.error;
            for (std::size_t j = i + 1; j < points.size(); ++j) {
                const OraclePoint& q = points[j];
                sight.fragile = sight.fragile || q.depth - p.depth <= p.error + q.error;
            }
        }
        std::erase_if(points, [](const OraclePoint& p) { return p.depth <= 0 || p.depth >= 1; });
        const auto same = [](const OraclePoint& p, const OraclePoint& q) {
            return p.depth == q.depth && p.body == q.body;
        };
        points.erase(std::unique(points.begin(), points.end(), same), points.end());
    }

    /// Only rays that meet an edge are asked about faces.
    void add_faces(const raster::View& view, const OracleBody& body) {
        const PlacedMesh& placed = *body.placed;
        for (const Shape& shape : triangle_shapes(view, placed.mesh, placed.pose)) {
            if (!has_area(shape)) {
                continue;
            }
            DepthError error(shape, window_);
            const bool into = is_front(shape) == (body.faces == Faces::Outward);
            for_pixels(shape, [&](int x, int y, std::size_t pixel) {
                EdgeSight& sight = sights_[pixel];
                if (sight.points.empty()) {
                    return;
                }
                const auto& c = shape.corner;
                const GridCorner centre = pixel_centre(x, y);
                if (near_side(centre, c[0], c[1]) || near_side(centre, c[1], c[2]) ||
                    near_side(centre, c[2], c[0])) {
                    sight.fragile = true;
                }
                if (covers_centre(shape, x, y)) {
                    const float depth = clamped_depth(exact_depth(shape, x, y));
                    hits_[pixel].push_back({body.index, into ? 1 : -1, depth, error()});
                }
            });
        }
    }

    void locate(OraclePoint& point, std::size_t pixel, std::span<const OracleBody> bodies,
                OwnFaces own_faces) {
        for (const OracleBody& body : bodies) {
            if (body.index == point.body && own_faces == OwnFaces::Excluded) {
                continue;
            }
            int inside = 0;
            for (const Hit& hit : hits_[pixel]) {
                if (hit.body != body.index) {
                    continue;
                }
                inside += hit.depth < point.depth ? hit.step : 0;
                if (std::abs(hit.depth - point.depth) <= hit.error + point.error) {
                    sights_[pixel].fragile = true;
                }
            }
            if (inside != 0) {
                (inside > 0 ? point.penetrated : point.negative).push_back(body.index);
            }
        }
    }

    int width_;
    int height_;
    Planes window_; ///< only its size is looked at
    std::vector<EdgeSight> sights_;
    std::vector<std::vector<Hit>> hits_;
};

} // namespace impinge::tests
