// SPDX-License-Identifier: Apache-2.0
#include "exact/verdict/neighbourhood.hpp"

#include "geometry/projection.hpp"
#include "math/measures.hpp"
#include "predicates/exact_number.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>

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
    for (const std::uint32_t face : faces_at_edge(surface, edge.first, edge.second)) {
        TriangleIndices f = surface.face(face);
        while (f[2] == edge.first || f[2] == edge.second) {
            std::rotate(f.begin(), f.begin() + 1, f.end());
        }
        // A face that runs along the axis shows its front, the side of its normal, to the left.
        const bool along =
            (surface.position(f[0]) < surface.position(f[1])) == (axis.from < axis.to);
        planes.push_back({surface.position(f[2]), along ? -1 : 1});
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

std::vector<std::uint32_t> faces_at_edge(const SolidSurface& surface, std::uint32_t first,
                                         std::uint32_t second) {
    const bool first_has_fewer = surface.faces_at(first).size() <= surface.faces_at(second).size();
    const std::uint32_t other = first_has_fewer ? second : first;
    std::vector<std::uint32_t> faces;
    for (const std::uint32_t face : surface.faces_at(first_has_fewer ? first : second)) {
        const TriangleIndices f = surface.face(face);
        if (std::find(f.begin(), f.end(), other) != f.end()) {
            faces.push_back(face);
        }
    }
    return faces;
}

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

// --- around a vertex ---------------------------------------------------------------------------
//
// Seen from a vertex x, the solid is a region of the sphere of directions, bounded by the arcs of
// the faces at x. To learn where direction d lies we walk along the arc of a great circle from d to
// a direction m in the middle of some face, counting the faces passed on the way. The count is
// exact: every step is the sign of orient3d, and m, which is no vertex, enters as the sum of two
// corners. When the walk meets an edge of the region it says nothing, and another m is taken.

namespace {

std::vector<Arc> arcs_at(const SolidSurface& surface, std::uint32_t vertex) {
    std::vector<Arc> arcs;
    for (const std::uint32_t face : surface.faces_at(vertex)) {
        TriangleIndices f = surface.face(face);
        while (f[0] != vertex) {
            std::rotate(f.begin(), f.begin() + 1, f.end());
        }
        arcs.push_back({surface.position(f[1]), surface.position(f[2])});
    }
    return arcs;
}

bool lies_on(const Arc& arc, Vec3d x, Vec3d d) {
    if (orient3d(x, arc.p, arc.q, d) != 0) {
        return false;
    }
    const int axis = projection_axis(x, arc.p, arc.q);
    const Sign turn = orient_projected(x, arc.p, arc.q, axis);
    return turn * orient_projected(x, arc.p, d, axis) >= 0 &&
           turn * orient_projected(x, d, arc.q, axis) >= 0;
}

/// A direction inside an arc: weight_p * (p - x) + weight_q * (q - x).
struct Middle {
    const Arc* arc = nullptr;
    int weight_p = 1;
    int weight_q = 1;
};

/// Sign of weight_p * orient3d(a, b, c, p) + weight_q * orient3d(a, b, c, q).
Sign side_of_middle(Vec3d a, Vec3d b, Vec3d c, const Middle& m) {
    const Sign of_p = orient3d(a, b, c, m.arc->p);
    const Sign of_q = orient3d(a, b, c, m.arc->q);
    if (of_p == 0 || of_q == 0 || of_p == of_q) {
        return of_p != 0 ? of_p : of_q;
    }
    return (ExactNumber(m.weight_p) * exact_orient3d(a, b, c, m.arc->p) +
            ExactNumber(m.weight_q) * exact_orient3d(a, b, c, m.arc->q))
        .sign();
}

/// How the winding number changes where the walk from d to m passes the arc: +1 into the material,
/// -1 out of it, 0 if it does not pass; nothing if it meets an end of the arc or runs along it.
std::optional<int> step(const Arc& arc, Vec3d x, Vec3d d, const Middle& m) {
    const Sign d_side = orient3d(x, arc.p, arc.q, d);
    const Sign m_side = side_of_middle(x, arc.p, arc.q, m);
    if (d_side == 0 && m_side == 0) {
        return std::nullopt;
    }
    // With one end in the plane of the arc the walk meets that plane nowhere else; and neither end
    // lies on the arc itself: d was tested for it, and m belongs to another.
    if (d_side == m_side || d_side == 0 || m_side == 0) {
        return 0;
    }
    // Sides of the plane of the walk, det(d, m, .) = det(., d, m) = orient3d(x, ., d, m).
    const Sign p_side = side_of_middle(x, arc.p, d, m);
    const Sign q_side = side_of_middle(x, arc.q, d, m);
    if (p_side == 0 || q_side == 0) {
        return std::nullopt;
    }
    if (p_side == q_side) {
        return 0;
    }
    // The great circles meet in two opposite directions; only one of them is on both arcs.
    return p_side == -d_side ? d_side : 0;
}

/// Winding number at d, or nothing if the walk to m is not in general position.
std::optional<int> winding_by_walk(const std::vector<Arc>& arcs, Vec3d x, Vec3d d,
                                   const Middle& m) {
    const Sign arrival = orient3d(x, m.arc->p, m.arc->q, d);
    if (arrival == 0) {
        return std::nullopt;
    }
    int winding = arrival > 0 ? 0 : 1;
    for (const Arc& arc : arcs) {
        if (&arc == m.arc) {
            continue;
        }
        const auto change = step(arc, x, d, m);
        if (!change) {
            return std::nullopt;
        }
        winding -= *change;
    }
    return winding;
}

} // namespace

VertexSurroundings::VertexSurroundings(const SolidSurface& surface, std::uint32_t vertex)
    : vertex_(surface.position(vertex)), arcs_(arcs_at(surface, vertex)) {}

Where VertexSurroundings::locate(Vec3d target) const {
    const Vec3d x = vertex_;
    for (const Arc& arc : arcs_) {
        if (lies_on(arc, x, target)) {
            return Where::OnSurface;
        }
    }
    // Each other arc spoils at most a few middles of an arc, so among this many one is good, unless
    // the target lies in the plane of the arc; it cannot lie in the planes of all.
    const int weights = 4 * static_cast<int>(arcs_.size()) + 4;
    for (int weight = 1; weight <= weights; ++weight) {
        for (const Arc& arc : arcs_) {
            for (const Middle& m : {Middle{&arc, weight, 1}, Middle{&arc, 1, weight}}) {
                if (const auto winding = winding_by_walk(arcs_, x, target, m)) {
                    return *winding >= 1 ? Where::Inside : Where::Outside;
                }
            }
        }
    }
    return Where::OnSurface;
}

namespace {

/// Sign of direction . (p - x) if rounding cannot have changed it, else 0.
Sign certain_side(Vec3d direction, Vec3d x, Vec3d p) {
    const Vec3d d = p - x;
    const double sum = dot(direction, d);
    const double magnitude = dot(absolute(direction), absolute(d));
    const double error = magnitude * 0x1p-50 + 1e-290;
    return magnitude < 1e290 && std::abs(sum) > error ? (sum > 0 ? 1 : -1) : 0;
}

Vec3d scaled_direction(Vec3d d) {
    const double size = largest_magnitude(d);
    return size > 1e-290 && size < 1e290 ? d * (1 / size) : Vec3d{};
}

/// Towards the middle of the arcs.
Vec3d mean_direction(std::span<const Arc> arcs, Vec3d x) {
    Vec3d sum;
    for (const Arc& arc : arcs) {
        sum = sum + scaled_direction(arc.p - x);
    }
    return scaled_direction(sum);
}

bool all_on_side(std::span<const Arc> arcs, Vec3d direction, Vec3d x, Sign side) {
    return std::all_of(arcs.begin(), arcs.end(),
                       [&](const Arc& arc) { return certain_side(direction, x, arc.p) == side; });
}

} // namespace

bool VertexSurroundings::are_parted_from(const VertexSurroundings& other) const {
    const Vec3d direction =
        mean_direction(arcs_, vertex_) - mean_direction(other.arcs_, other.vertex_);
    return all_on_side(arcs_, direction, vertex_, 1) &&
           all_on_side(other.arcs_, direction, other.vertex_, -1);
}

} // namespace impinge::inline v0
