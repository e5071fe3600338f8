// SPDX-License-Identifier: Apache-2.0
#include "exact/around_edge.hpp"

#include "geometry/projection.hpp"

#include <algorithm>

namespace impinge::inline v0 {
namespace {

/// Order of directions around an axis, starting at a reference direction.
class AngularOrder {
  public:
    AngularOrder(const Axis& axis, Vec3d reference)
        : axis_(axis), reference_(reference),
          projection_(projection_axis(axis.from, axis.to, reference)) {}

    [[nodiscard]] bool before(Vec3d p, Vec3d q) const {
        const int quarter_p = quarter(p);
        const int quarter_q = quarter(q);
        return quarter_p != quarter_q ? quarter_p < quarter_q
                                      : quarter_p % 2 == 1 && turn(p, q) > 0;
    }
    [[nodiscard]] bool same(Vec3d p, Vec3d q) const { return !before(p, q) && !before(q, p); }

  private:
    [[nodiscard]] Sign turn(Vec3d p, Vec3d q) const { return orient3d(axis_.from, axis_.to, p, q); }
    [[nodiscard]] Sign side_in_plane(Vec3d p) const {
        return orient_projected(axis_.from, axis_.to, p, projection_);
    }
    /// 0: along the reference, 1: within the half turn after it, 2: opposite, 3: the other half.
    [[nodiscard]] int quarter(Vec3d p) const {
        const Sign s = turn(reference_, p);
        if (s != 0) {
            return s > 0 ? 1 : 3;
        }
        return side_in_plane(p) == side_in_plane(reference_) ? 0 : 2;
    }

    Axis axis_;
    Vec3d reference_;
    int projection_;
};

/// One solid's half planes in angular order.
class Sectors {
  public:
    Sectors(const AngularOrder& order, std::vector<HalfPlane> planes)
        : order_(order), planes_(std::move(planes)) {
        std::sort(planes_.begin(), planes_.end(), [this](const HalfPlane& p, const HalfPlane& q) {
            return order_.before(p.through, q.through);
        });
    }
    /// Whether the sector that begins right after the direction belongs to the solid. The last
    /// direction before it in which more faces lead into the solid than out of it, or the other way
    /// round, tells. Where there is none, all faces are walls between parts of the solid.
    [[nodiscard]] bool material_after(Vec3d direction) const {
        const auto next = std::upper_bound(planes_.begin(), planes_.end(), direction,
                                           [this](Vec3d value, const HalfPlane& plane) {
                                               return order_.before(value, plane.through);
                                           });
        const auto first = static_cast<std::size_t>(next - planes_.begin());
        for (std::size_t back = 1; back <= planes_.size(); ++back) {
            const std::size_t i = (first + planes_.size() - back) % planes_.size();
            if (const int change = change_at(planes_[i].through)) {
                return change > 0;
            }
        }
        return true;
    }
    [[nodiscard]] bool has_plane(Vec3d direction) const {
        return std::any_of(planes_.begin(), planes_.end(), [&](const HalfPlane& plane) {
            return order_.same(plane.through, direction);
        });
    }
    [[nodiscard]] const std::vector<HalfPlane>& planes() const { return planes_; }

  private:
    /// Faces that lead into the solid less those that lead out of it, in one direction.
    [[nodiscard]] int change_at(Vec3d direction) const {
        int change = 0;
        for (const HalfPlane& plane : planes_) {
            change += order_.same(plane.through, direction) ? plane.material : 0;
        }
        return change;
    }

    const AngularOrder& order_;
    std::vector<HalfPlane> planes_;
};

std::vector<HalfPlane> half_planes_at_edge(const SolidSurface& surface, const SurfaceFeature& edge,
                                           const Axis& axis) {
    std::vector<HalfPlane> planes;
    const auto vertices = surface.vertices();
    for (const std::uint32_t face : surface.faces_at(edge.first)) {
        TriangleIndices f = surface.faces()[face];
        if (std::find(f.begin(), f.end(), edge.second) == f.end()) {
            continue;
        }
        while (f[2] == edge.first || f[2] == edge.second) {
            std::rotate(f.begin(), f.begin() + 1, f.end());
        }
        // A face that runs along the axis shows its front, the side of its normal, to the left.
        const bool along = (vertices[f[0]] < vertices[f[1]]) == (axis.from < axis.to);
        planes.push_back({vertices[f[2]], along ? -1 : 1});
    }
    return planes;
}

std::vector<HalfPlane> half_planes_of_face(const Triangle& face, const Axis& axis) {
    const int projection = projection_axis(face[0], face[1], face[2]);
    const Sign turn = orient_projected(face[0], face[1], face[2], projection);
    std::vector<HalfPlane> planes;
    for (const Sign wanted : {1, -1}) {
        const auto* const corner =
            std::find_if(face.corners.begin(), face.corners.end(), [&](Vec3d p) {
                return turn * orient_projected(axis.from, axis.to, p, projection) == wanted;
            });
        planes.push_back({*corner, -wanted});
    }
    return planes;
}

} // namespace

std::vector<HalfPlane> half_planes(const SolidSurface& surface, const SurfaceFeature& feature,
                                   const Axis& axis) {
    return feature.kind == SurfaceFeatureKind::Edge
               ? half_planes_at_edge(surface, feature, axis)
               : half_planes_of_face(surface.triangle(feature.first), axis);
}

bool interiors_overlap_around(const Axis& axis, std::vector<HalfPlane> a,
                              std::vector<HalfPlane> b) {
    const AngularOrder order(axis, a.front().through);
    const Sectors in_a(order, std::move(a));
    const Sectors in_b(order, std::move(b));
    const auto common_sector_after = [&](const HalfPlane& plane) {
        return in_a.material_after(plane.through) && in_b.material_after(plane.through);
    };
    return std::any_of(in_a.planes().begin(), in_a.planes().end(), common_sector_after) ||
           std::any_of(in_b.planes().begin(), in_b.planes().end(), common_sector_after);
}

Where locate_around(const Axis& axis, std::vector<HalfPlane> planes, Vec3d target) {
    if (collinear(axis.from, axis.to, target)) {
        return Where::OnSurface;
    }
    const AngularOrder order(axis, planes.front().through);
    const Sectors sectors(order, std::move(planes));
    if (sectors.has_plane(target)) {
        return Where::OnSurface;
    }
    return sectors.material_after(target) ? Where::Inside : Where::Outside;
}

} // namespace impinge::inline v0
