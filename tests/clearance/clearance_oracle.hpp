// SPDX-License-Identifier: Apache-2.0
//
// The clearance of two solids along the ray through a pixel's centre, without a line of the
// library: triangles of the reference rasteriser, their planes in exact arithmetic, and the winding
// number of each body between any two surfaces.
#pragma once

#include "tests/imagespace/oracle.hpp"

#include <limits>

namespace impinge::tests {

/// 1 if the faces of the body look outward where it stands (in a mirror, perhaps), -1 if inward, by
/// the sign of its volume.
inline int outward_sign(const PlacedMesh& body) {
    double volume = 0;
    for (const auto& [i, j, k] : body.mesh.triangles) {
        const auto corner = [&](std::uint32_t v) {
            return apply(body.pose, body.mesh.positions[v]);
        };
        const Vec3d origin = corner(0);
        volume += dot(corner(i) - origin, cross(corner(j) - origin, corner(k) - origin));
    }
    return volume < 0 ? -1 : 1;
}

/// Both bodies at one pixel.
struct RayTruth {
    double clearance = std::numeric_limits<double>::quiet_NaN(); ///< in depths, 0 to 1
    double error = 0; ///< what the depths of OpenGL may change about it
    /// A body without thickness is here, or an edge passes so near that a device may see something
    /// else.
    bool flat = false;
    bool fragile = false;
    bool wound = false; ///< parity would give another answer
};

class ClearanceOracle {
  public:
    ClearanceOracle(const raster::View& view, const PlacedMesh& a, const PlacedMesh& b)
        : window_(view.width, view.height), hits_(window_.pixel_count()),
          near_edge_(hits_.size(), 0) {
        look_at(triangle_shapes(view, a.mesh, a.pose), 0, outward_sign(a));
        look_at(triangle_shapes(view, b.mesh, b.pose), 1, outward_sign(b));
    }

    [[nodiscard]] RayTruth at(std::size_t pixel) const {
        std::vector<Hit> hits = hits_[pixel];
        std::sort(hits.begin(), hits.end(),
                  [](const Hit& p, const Hit& q) { return p.depth < q.depth; });
        RayTruth truth = walk(hits, [](int count) { return count >= 1; });
        const double by_parity = walk(hits, [](int count) { return count % 2 != 0; }).clearance;
        truth.wound = !(by_parity == truth.clearance ||
                        (std::isnan(by_parity) && std::isnan(truth.clearance)));
        truth.fragile = near_edge_[pixel] != 0 || opposite_faces_are_close(hits);
        for (const Hit& hit : hits) {
            truth.error += hit.error;
        }
        return truth;
    }

  private:
    struct Hit {
        float depth = 0;
        float error = 0;
        int body = 0;
        int step = 0; ///< 1 where the ray enters
    };
    struct Segment {
        double begin = 0;
        double end = 0;
    };

    template <typename Inside> static RayTruth walk(const std::vector<Hit>& hits, Inside inside) {
        std::array<std::vector<Segment>, 2> segments;
        std::array<int, 2> count{};
        RayTruth truth;
        double common = 0;
        for (std::size_t i = 0; i < hits.size();) {
            std::size_t end = i;
            std::array<int, 2> before = count;
            std::array<bool, 2> enters{};
            std::array<bool, 2> leaves{};
            for (; end < hits.size() && hits[end].depth == hits[i].depth; ++end) {
                const auto body = static_cast<std::size_t>(hits[end].body);
                count[body] += hits[end].step;
                enters[body] = enters[body] || hits[end].step > 0;
                leaves[body] = leaves[body] || hits[end].step < 0;
            }
            for (std::size_t body = 0; body < 2; ++body) {
                truth.flat = truth.flat || (enters[body] && leaves[body] && !inside(before[body]) &&
                                            !inside(count[body]));
            }
            if (end < hits.size()) {
                const Segment here{hits[i].depth, hits[end].depth};
                for (std::size_t body = 0; body < 2; ++body) {
                    if (inside(count[body])) {
                        segments[body].push_back(here);
                    }
                }
                common += inside(count[0]) && inside(count[1]) ? here.end - here.begin : 0;
            }
            i = end;
        }
        if (segments[0].empty() || segments[1].empty()) {
            return truth;
        }
        truth.clearance = common > 0 ? -common : smallest_gap(segments[0], segments[1]);
        return truth;
    }
    static double smallest_gap(const std::vector<Segment>& a, const std::vector<Segment>& b) {
        double gap = std::numeric_limits<double>::infinity();
        for (const Segment& p : a) {
            for (const Segment& q : b) {
                gap = std::min(gap, std::max(p.begin - q.end, q.begin - p.end));
            }
        }
        return gap;
    }
    static bool opposite_faces_are_close(const std::vector<Hit>& hits) {
        for (const Hit& p : hits) {
            for (const Hit& q : hits) {
                if (p.body == q.body && p.step != q.step &&
                    std::abs(p.depth - q.depth) <= p.error + q.error) {
                    return true;
                }
            }
        }
        return false;
    }
    void look_at(const std::vector<Shape>& shapes, int body, int sign) {
        const ReferenceTolerance law = tolerance_of(raster::DeviceKind::OpenGl);
        for (const Shape& shape : shapes) {
            const PixelRange range = pixel_range(shape, window_.width, window_.height);
            const auto error = static_cast<float>(allowed_depth_error(law, shape, window_, 0, 0));
            const bool front = doubled_area(shape.corner[0], shape.corner[1], shape.corner[2]) > 0;
            for (int y = range.y_begin; y < range.y_end; ++y) {
                for (int x = range.x_begin; x < range.x_end; ++x) {
                    const std::size_t pixel = window_.index(x, y);
                    near_edge_[pixel] = near_edge_[pixel] != 0 || centre_near_edge(shape, x, y, 1);
                    if (covers_centre(shape, x, y)) {
                        hits_[pixel].push_back({clamped_depth(exact_depth(shape, x, y)), error,
                                                body, front ? sign : -sign});
                    }
                }
            }
        }
    }

    Planes window_; ///< only its size is looked at
    std::vector<std::vector<Hit>> hits_;
    std::vector<std::uint8_t> near_edge_;
};

} // namespace impinge::tests
