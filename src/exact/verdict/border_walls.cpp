// SPDX-License-Identifier: Apache-2.0
#include "exact/verdict/judge.hpp"

#include "base/disjoint_sets.hpp"
#include "base/sort_unique.hpp"
#include "exact/pairs/find_pairs.hpp"
#include "geometry/triangle_contact.hpp"
#include "mesh/surroundings.hpp"

#include <algorithm>
#include <array>
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
                                          std::span<const std::uint32_t> faces) {
    std::vector<std::uint32_t> corners;
    for (const std::uint32_t face : faces) {
        const TriangleIndices f = surface.face(face);
        corners.insert(corners.end(), f.begin(), f.end());
    }
    sort_unique(corners);
    return corners;
}

/// One of the faces, which are in order, for each set of them that hangs together through common
/// edges.
std::vector<std::uint32_t> one_of_each_group(const SolidSurface& surface,
                                             std::span<const std::uint32_t> faces) {
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
    std::sort(sides.begin(), sides.end(),
              [](const FaceSide& p, const FaceSide& q) { return p.ends < q.ends; });
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
    const std::vector<std::uint32_t> chosen = one_of_each_group(surface, triangles);
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

bool is_plain_border(const Solid& solid, const SolidSurface& surface,
                     std::span<const std::uint32_t> triangles, const Context& context) {
    const auto corners = unique_corners(surface, triangles);
    return std::all_of(corners.begin(), corners.end(),
                       [&](std::uint32_t corner) { return is_one_fan(surface, corner); }) &&
           find_own_pairs(solid.mesh, triangles, Stop::AtFirstPair, context).pairs.empty() &&
           groups_are_border(solid, surface, triangles, context);
}

} // namespace impinge::inline v0
