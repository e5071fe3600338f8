// SPDX-License-Identifier: Apache-2.0
//
// Seen from a vertex x, the solid is a region of the sphere of directions, bounded by the arcs of
// the faces at x. To learn where direction d lies we walk along the arc of a great circle from d to
// a direction m in the middle of some face, counting the faces passed on the way. The count is
// exact: every step is the sign of orient3d, and m, which is no vertex, enters as the sum of two
// corners. When the walk meets an edge of the region it says nothing, and another m is taken.
#include "exact/around_vertex.hpp"

#include "geometry/projection.hpp"
#include "predicates/exact_number.hpp"

#include <array>
#include <optional>

namespace impinge::inline v0 {
namespace {

/// A face at x as the arc from p to q, material to the right when seen from outside.
struct Arc {
    Vec3d p;
    Vec3d q;
};

std::vector<Arc> arcs_at(const SolidSurface& surface, std::uint32_t vertex) {
    std::vector<Arc> arcs;
    for (const std::uint32_t face : surface.faces_at(vertex)) {
        TriangleIndices f = surface.faces()[face];
        while (f[0] != vertex) {
            std::rotate(f.begin(), f.begin() + 1, f.end());
        }
        arcs.push_back({surface.vertices()[f[1]], surface.vertices()[f[2]]});
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

Where locate_around_vertex(const SolidSurface& surface, std::uint32_t vertex, Vec3d target) {
    const Vec3d x = surface.vertices()[vertex];
    const std::vector<Arc> arcs = arcs_at(surface, vertex);
    for (const Arc& arc : arcs) {
        if (lies_on(arc, x, target)) {
            return Where::OnSurface;
        }
    }
    // Each other arc spoils at most a few middles of an arc, so among this many one is good, unless
    // the target lies in the plane of the arc; it cannot lie in the planes of all.
    const int weights = 4 * static_cast<int>(arcs.size()) + 4;
    for (int weight = 1; weight <= weights; ++weight) {
        for (const Arc& arc : arcs) {
            for (const Middle& m : {Middle{&arc, weight, 1}, Middle{&arc, 1, weight}}) {
                if (const auto winding = winding_by_walk(arcs, x, target, m)) {
                    return *winding >= 1 ? Where::Inside : Where::Outside;
                }
            }
        }
    }
    return Where::OnSurface;
}

} // namespace impinge::inline v0
