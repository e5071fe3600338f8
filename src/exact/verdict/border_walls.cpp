// SPDX-License-Identifier: Apache-2.0
#include "exact/verdict/judge.hpp"

#include "base/disjoint_sets.hpp"
#include "base/parallel.hpp"
#include "base/sort_in_pieces.hpp"
#include "exact/pairs/find_pairs.hpp"
#include "exact/verdict/crossing_points.hpp"
#include "geometry/triangle_contact.hpp"
#include "math/measures.hpp"
#include "mesh/along_ray.hpp"
#include "mesh/surroundings.hpp"
#include "mesh/winding.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

namespace impinge::inline v0 {
namespace {

/// How often the mesh winds around the front of a triangle at a point in its interior (it winds
/// around its back once more); nothing if another triangle holds the point, too.
std::optional<int> front_winding(const WorldMesh& mesh, std::uint32_t triangle,
                                 const Surroundings& around) {
    if (around.holding != std::vector{triangle}) {
        return std::nullopt;
    }
    return side_of_neighbour(mesh.triangle(triangle)) > 0 ? around.winding : around.winding - 1;
}

/// The border has 0 turns outside and 1 inside, for normals that point outwards.
int border_winding(const Solid& solid) { return solid.normals == Normals::Outward ? 0 : -1; }

/// The middle of the segment in which two crossing triangles meet.
WeightedPoint middle_of_contact(const Triangle& s, const Triangle& t) {
    const TriangleContact contact = triangle_contact(s, t, Positions::Omitted);
    const auto ends = contact.points();
    return midpoint(contact_corner(s, t, ends[0]), contact_corner(s, t, ends[1]));
}

WeightedPoint centre(const Triangle& t) {
    return WeightedPoint::between(midpoint(WeightedPoint(t[0]), WeightedPoint(t[1])),
                                  ExactNumber(2.0), WeightedPoint(t[2]), ExactNumber(1.0));
}

bool has_area(const SolidSurface& surface, std::uint32_t face) {
    return !is_degenerate(surface.triangle(face));
}

/// The edge opposite a corner of a face, as the face runs through it.
struct LinkEdge {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
};

/// Whether the faces at the vertex form one fan: each leads on to the next, once around.
bool is_one_fan(const SolidSurface& surface, std::uint32_t vertex) {
    std::vector<LinkEdge> link;
    for (const std::uint32_t face : surface.faces_at(vertex)) {
        TriangleIndices f = surface.face(face);
        while (f[0] != vertex) {
            std::rotate(f.begin(), f.begin() + 1, f.end());
        }
        if (!has_area(surface, face)) {
            return false;
        }
        link.push_back({f[1], f[2]});
    }
    std::sort(link.begin(), link.end(),
              [](const LinkEdge& p, const LinkEdge& q) { return p.from < q.from; });
    const auto leaving = [&](std::uint32_t from) {
        return std::lower_bound(
            link.begin(), link.end(), from,
            [](const LinkEdge& edge, std::uint32_t v) { return edge.from < v; });
    };
    for (std::size_t i = 1; i < link.size(); ++i) {
        if (link[i - 1].from == link[i].from) {
            return false;
        }
    }
    const std::uint32_t start = link.front().from;
    std::uint32_t at = start;
    std::size_t steps = 0;
    do {
        const auto step = leaving(at);
        if (step == link.end() || step->from != at) {
            return false;
        }
        at = step->to;
        ++steps;
    } while (at != start && steps <= link.size());
    return steps == link.size();
}

std::vector<std::uint32_t> unique_corners(const SolidSurface& surface,
                                          std::span<const std::uint32_t> faces,
                                          const Context& context) {
    std::vector<std::uint32_t> corners;
    for (const std::uint32_t face : faces) {
        const TriangleIndices f = surface.face(face);
        corners.insert(corners.end(), f.begin(), f.end());
    }
    sort_in_pieces(corners, context);
    corners.erase(std::unique(corners.begin(), corners.end()), corners.end());
    return corners;
}

/// One of the faces, which are in order, for each set of them that hangs together through common
/// edges. Means nothing once the context is cancelled.
std::vector<std::uint32_t> one_of_each_group(const SolidSurface& surface,
                                             std::span<const std::uint32_t> faces,
                                             const Context& context) {
    struct FaceSide {
        std::array<std::uint32_t, 2> ends{};
        std::uint32_t face = 0; ///< its place among the faces
    };
    std::vector<FaceSide> sides;
    for (std::uint32_t place = 0; place < faces.size(); ++place) {
        const TriangleIndices f = surface.face(faces[place]);
        for (std::size_t i = 0; i < 3; ++i) {
            const auto [low, high] = std::minmax(f[i], f[(i + 1) % 3]);
            sides.push_back({{low, high}, place});
        }
    }
    const auto by_ends = [](const FaceSide& p, const FaceSide& q) { return p.ends < q.ends; };
    if (!sort_in_pieces(sides, context, by_ends)) {
        return {};
    }
    DisjointSets groups(faces.size());
    for (std::size_t i = 1; i < sides.size(); ++i) {
        if (sides[i].ends == sides[i - 1].ends) {
            groups.unite(sides[i].face, sides[i - 1].face);
        }
    }
    std::vector<std::uint32_t> found;
    for (std::uint32_t place = 0; place < faces.size(); ++place) {
        if (groups.root(place) == place) {
            found.push_back(faces[place]);
        }
    }
    return found;
}

bool groups_are_border(const Solid& solid, const SolidSurface& surface,
                       std::span<const std::uint32_t> triangles, const Context& context) {
    const std::vector<std::uint32_t> chosen = one_of_each_group(surface, triangles, context);
    std::vector<WeightedPoint> points;
    for (const std::uint32_t triangle : chosen) {
        points.push_back(centre(solid.mesh.triangle(triangle)));
    }
    const auto surrounding = surroundings_in(solid.mesh, points, context);
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        if (front_winding(solid.mesh, chosen[i], surrounding[i]) != border_winding(solid)) {
            return false;
        }
    }
    return true;
}

} // namespace

namespace {

/// Some of the crossing pairs, spread over all.
std::vector<TrianglePair> some_crossing(std::span<const TrianglePair> pairs, std::size_t most) {
    std::vector<TrianglePair> crossing;
    std::copy_if(pairs.begin(), pairs.end(), std::back_inserter(crossing),
                 [](const TrianglePair& pair) { return pair.kind == PairKind::Crossing; });
    const std::size_t count = std::min(most, crossing.size());
    for (std::size_t i = 0; i < count; ++i) {
        crossing[i] = crossing[i * crossing.size() / count];
    }
    crossing.resize(count);
    return crossing;
}

struct CrossingPoint {
    TrianglePair pair;
    WeightedPoint point;
};

/// Drops the points at which the triangle of one side is not border.
void keep_border(const Solid& solid, std::uint32_t TrianglePair::*side,
                 std::vector<CrossingPoint>& crossings, const Context& context) {
    std::vector<WeightedPoint> points;
    for (const CrossingPoint& crossing : crossings) {
        points.push_back(crossing.point);
    }
    const auto surrounding = surroundings_in(solid.mesh, points, context);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < crossings.size(); ++i) {
        if (front_winding(solid.mesh, crossings[i].pair.*side, surrounding[i]) ==
            border_winding(solid)) {
            std::swap(crossings[kept++], crossings[i]);
        }
    }
    crossings.erase(crossings.begin() + static_cast<std::ptrdiff_t>(kept), crossings.end());
}

} // namespace

bool borders_cross(const Solid& a, const Solid& b, std::span<const TrianglePair> pairs,
                   std::size_t tries, const Context& context) {
    std::vector<CrossingPoint> crossings;
    for (const TrianglePair& pair : some_crossing(pairs, tries)) {
        crossings.push_back(
            {pair, middle_of_contact(a.mesh.triangle(pair.a), b.mesh.triangle(pair.b))});
    }
    keep_border(a, &TrianglePair::a, crossings, context);
    if (!crossings.empty()) {
        keep_border(b, &TrianglePair::b, crossings, context);
    }
    return !crossings.empty() && !context.cancelled(); // which would have cut the counting short
}

// --- one pair, with what culling knows -----------------------------------------------------------
//
// In the common part of the bodies' boxes, going in some direction leaves the box of a body where
// that common part ends. A ray in that direction meets no triangle of the body but those that reach
// into the common part, and culling has their boxes in one list. Only a box that surrounds the
// other on all six sides has no such direction.

namespace {

/// Directions along the axes, as rotations that take them to +x: exact, since coordinates only
/// change places and signs.
struct AxisDirection {
    int axis = 0;
    bool backwards = false;

    [[nodiscard]] Vec3d turned(Vec3d p) const {
        const Vec3d q{p[axis], p[(axis + 1) % 3], p[(axis + 2) % 3]};
        return backwards ? Vec3d{-q.x, -q.y, q.z} : q;
    }
    [[nodiscard]] Triangle turned(const Triangle& t) const {
        return {{turned(t[0]), turned(t[1]), turned(t[2])}};
    }
};

/// The shortest way out of a body's box on which nothing of the body lies outside the region.
std::optional<AxisDirection> way_out(const Box3& body, const Box3& region, Vec3d from) {
    std::optional<AxisDirection> best;
    double shortest = std::numeric_limits<double>::infinity();
    const auto offer = [&](AxisDirection direction, double way) {
        if (!best || way < shortest) {
            best = direction;
            shortest = way;
        }
    };
    for (int axis = 0; axis < 3; ++axis) {
        if (body.max[axis] <= region.max[axis]) {
            offer({axis, false}, region.max[axis] - from[axis]);
        }
        if (body.min[axis] >= region.min[axis]) {
            offer({axis, true}, from[axis] - region.min[axis]);
        }
    }
    return best;
}

/// A mesh as far as rays from one place may meet it, turned so that they run towards +x.
struct TurnedPart {
    AxisDirection direction;
    std::vector<std::uint32_t> numbers; ///< of its triangles in the mesh, in order
    std::vector<Vec3d> corners;
    std::vector<TriangleIndices> triangles;

    void add(const WorldMesh& mesh) {
        for (const std::uint32_t number : numbers) {
            const Triangle turned = direction.turned(mesh.triangle(number));
            const auto first = static_cast<std::uint32_t>(corners.size());
            corners.insert(corners.end(), turned.corners.begin(), turned.corners.end());
            triangles.push_back({first, first + 1, first + 2});
        }
    }
};

/// Those whose boxes a ray in the direction may meet from a point in the box, in order.
std::vector<std::uint32_t> boxes_on_ray(const RegionTriangles& in_region,
                                        const Quantiser& quantiser, const Box3& from,
                                        AxisDirection direction, const Context& context) {
    Codes low = quantiser(from.min);
    Codes high = quantiser(from.max);
    if (direction.backwards) {
        low[direction.axis] = below_region;
    } else {
        high[direction.axis] = above_region;
    }
    auto found = in_region.between(low, high, context);
    std::sort(found.begin(), found.end());
    return found;
}

/// For rays from points of the region in the box.
TurnedPart part_on_ray(const WorldMesh& mesh, const RegionTriangles& in_region,
                       const Quantiser& quantiser, const Box3& from, const Context& context) {
    TurnedPart part;
    if (const auto out = way_out(mesh.box, quantiser.region(), centre(from))) {
        part.direction = *out;
        part.numbers = boxes_on_ray(in_region, quantiser, from, *out, context);
    } else {
        part.numbers = triangles_along_ray(from, mesh.vertices, mesh.triangles, context);
    }
    part.add(mesh);
    return part;
}

int winding_of_material(const Solid& solid) { return solid.normals == Normals::Outward ? 1 : -1; }

/// Whether the point lies in the material of the solid, or outside, and not on its surface: neither
/// in several layers of material nor in what is wound the other way.
bool is_plainly(bool inside, Vec3d point, const Solid& solid, const TurnedPart& part) {
    return winding_number(part.direction.turned(point), part.corners, part.triangles) ==
           (inside ? winding_of_material(solid) : 0);
}

/// One side of a pair of triangles that cross.
struct CrossingWall {
    const Solid& solid;
    std::uint32_t triangle = 0;
    const Triangle& s; ///< of both sides, in the order of the pair
    const Triangle& t;
};

/// Whether the wall is border at the middle of the contact.
bool is_border(const CrossingWall& wall, const TurnedPart& part) {
    const auto own = std::lower_bound(part.numbers.begin(), part.numbers.end(), wall.triangle);
    if (own == part.numbers.end() || *own != wall.triangle) {
        return false;
    }
    WorldMesh mesh;
    mesh.vertices = part.corners;
    mesh.triangles = part.triangles;
    const WeightedPoint point =
        middle_of_contact(part.direction.turned(wall.s), part.direction.turned(wall.t));
    const auto place = static_cast<std::uint32_t>(own - part.numbers.begin());
    return front_winding(mesh, place, surroundings_in(mesh, {&point, 1}, Context(1)).front()) ==
           border_winding(wall.solid);
}

/// Two solids and the part of space that is common to their boxes.
struct MetSolids {
    const Solid& a;
    const Solid& b;
    const CommonRegion& region;

    [[nodiscard]] TurnedPart part_of_a(const Box3& from, const Context& context) const {
        return part_on_ray(a.mesh, region.a, region.quantiser, from, context);
    }
    [[nodiscard]] TurnedPart part_of_b(const Box3& from, const Context& context) const {
        return part_on_ray(b.mesh, region.b, region.quantiser, from, context);
    }
};

/// By points beside the contact, rounded: in a few microseconds, for nearly all that cross.
bool points_prove_crossing(const MetSolids& met, const Triangle& s, const Triangle& t,
                           const Context& context) {
    const auto points = points_beside_crossing(s, met.a.normals, t, met.b.normals);
    if (!points) {
        return false;
    }
    const auto& [middle, in_both, in_a, in_b] = *points;
    const Box3 from = extend(extend(extend(Box3{}, in_both), in_a), in_b);
    const Box3& region = met.region.quantiser.region();
    if (!contains(region, from.min) || !contains(region, from.max)) {
        return false; // rays from outside the region may meet anything
    }
    const TurnedPart of_a = met.part_of_a(from, context);
    if (!is_plainly(true, in_both, met.a, of_a) || !is_plainly(true, in_a, met.a, of_a) ||
        !is_plainly(false, in_b, met.a, of_a)) {
        return false;
    }
    const TurnedPart of_b = met.part_of_b(from, context);
    return is_plainly(true, in_both, met.b, of_b) && is_plainly(false, in_a, met.b, of_b) &&
           is_plainly(true, in_b, met.b, of_b);
}

/// At the exact middle of the contact, where no rounding gets in the way.
bool borders_prove_crossing(const MetSolids& met, const TrianglePair& pair, const Triangle& s,
                            const Triangle& t, const Context& context) {
    const Box3 from = middle_of_contact(s, t).box();
    return is_border({met.a, pair.a, s, t}, met.part_of_a(from, context)) &&
           is_border({met.b, pair.b, s, t}, met.part_of_b(from, context));
}

} // namespace

bool first_crossing_is_of_borders(const Solid& a, const Solid& b, const FoundPairs& found,
                                  const Context& context) {
    if (!found.region) {
        return borders_cross(a, b, found.pairs, 1, context);
    }
    const auto pair =
        std::find_if(found.pairs.begin(), found.pairs.end(),
                     [](const TrianglePair& p) { return p.kind == PairKind::Crossing; });
    if (pair == found.pairs.end()) {
        return false;
    }
    const Triangle s = a.mesh.triangle(pair->a);
    const Triangle t = b.mesh.triangle(pair->b);
    const MetSolids met{a, b, *found.region};
    return (points_prove_crossing(met, s, t, context) ||
            borders_prove_crossing(met, *pair, s, t, context)) &&
           !context.cancelled(); // which would have cut the counting short
}

bool is_plain_border(const Solid& solid, const SolidSurface& surface,
                     std::span<const std::uint32_t> triangles, const Context& context) {
    const auto corners = unique_corners(surface, triangles, context);
    return std::all_of(corners.begin(), corners.end(),
                       [&](std::uint32_t corner) {
                           return !context.cancelled() && is_one_fan(surface, corner);
                       }) &&
           find_own_pairs(solid.mesh, triangles, Stop::AtFirstPair, context).pairs.empty() &&
           groups_are_border(solid, surface, triangles, context);
}

} // namespace impinge::inline v0
