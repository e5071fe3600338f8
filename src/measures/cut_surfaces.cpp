// SPDX-License-Identifier: Apache-2.0
#include "measures/cut_surfaces.hpp"

#include "base/parallel.hpp"
#include "base/sort_unique.hpp"
#include "geometry/exact_point.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>
#include <utility>

namespace impinge::inline v0 {
namespace {

constexpr std::size_t pairs_per_chunk = 256;

std::size_t place(Owner owner) { return static_cast<std::size_t>(owner); }

LocalEdge edge_between(std::uint32_t p, std::uint32_t q) {
    return {std::min(p, q), std::max(p, q)};
}

/// A passage, and whether the contact of the pair, as the rim of the first body's face runs, starts
/// there or ends.
struct EndOfContact {
    Owner owner = Owner::First; ///< of the edge
    Passage passage;
    bool is_start = false;
};

/// Both ends of the contact of two faces, if they have any.
struct FaceContact {
    std::array<std::uint32_t, 2> faces{};
    std::array<EndOfContact, 2> ends;
};

class ContactOfPair {
  public:
    ContactOfPair(const std::array<LocalSurface, 2>& surfaces,
                  const std::array<std::uint32_t, 2>& faces)
        : surfaces_(surfaces), faces_(faces) {}

    [[nodiscard]] std::optional<FaceContact> find() {
        for (const Owner owner : {Owner::First, Owner::Second}) {
            const Triangle own = shape(owner);
            const Triangle foreign = shape(other(owner));
            for (int i = 0; i < 3; ++i) {
                sides_[place(owner)][static_cast<std::size_t>(i)] =
                    shifted_side(owner, own[i], foreign);
            }
            const auto& sides = sides_[place(owner)];
            if (sides[0] != 0 && sides[0] == sides[1] && sides[1] == sides[2]) {
                return std::nullopt;
            }
        }
        for (const Owner owner : {Owner::First, Owner::Second}) {
            follow_edges(owner);
        }
        if (count_ == 0) {
            return std::nullopt;
        }
        if (count_ != 2 || contact_.ends[0].is_start == contact_.ends[1].is_start) {
            throw std::logic_error("faces meet in something that has no two ends");
        }
        contact_.faces = faces_;
        return contact_;
    }

  private:
    [[nodiscard]] Triangle shape(Owner owner) const {
        return surfaces_[place(owner)].shape(faces_[place(owner)]);
    }
    void follow_edges(Owner owner) {
        const TriangleIndices& corners = surfaces_[place(owner)].faces[faces_[place(owner)]];
        const auto& own = surfaces_[place(owner)].corners;
        const Triangle foreign = shape(other(owner));
        const auto& sides = sides_[place(owner)];
        for (std::size_t i = 0; i < 3; ++i) {
            const std::size_t next = (i + 1) % 3;
            const Sign way = shifted_passage(owner, own[corners[i]], own[corners[next]], sides[i],
                                             sides[next], foreign);
            if (way == 0) {
                continue;
            }
            if (count_ == 2) {
                throw std::logic_error("faces meet in something that has more than two ends");
            }
            // The rim of what lies in the other body follows the face's edge once that has entered
            // it, so that along the own face the contact ends there.
            const bool enters = way < 0;
            const bool ends_here = owner == Owner::First ? enters : !enters;
            contact_.ends[count_++] = {owner,
                                       {edge_between(corners[i], corners[next]),
                                        faces_[place(other(owner))],
                                        (corners[i] < corners[next]) == enters,
                                        {}},
                                       !ends_here};
        }
    }

    const std::array<LocalSurface, 2>& surfaces_;
    std::array<std::uint32_t, 2> faces_;
    std::array<std::array<Sign, 3>, 2> sides_{};
    FaceContact contact_;
    std::size_t count_ = 0;
};

/// How often the solid winds around points of `owner`, shifted as they are.
std::vector<int> windings_of_shifted(Owner owner, std::span<const Vec3d> points, const Solid& solid,
                                     const Context& context) {
    if (points.empty()) {
        return {};
    }
    const int outward = solid.normals == Normals::Outward ? 1 : -1;
    const std::vector<WeightedPoint> places(points.begin(), points.end());
    const std::vector<Surroundings> around = surroundings_in(solid.mesh, places, context);
    std::vector<int> windings(points.size());
    std::vector<std::size_t> on_surface;
    for (std::size_t i = 0; i < points.size(); ++i) {
        windings[i] = outward * around[i].winding;
        if (owner == Owner::Second && !around[i].holding.empty()) {
            on_surface.push_back(i);
        }
    }
    if (!on_surface.empty()) {
        // The neighbour on the other side: that of the opposite point in the solid turned over at
        // the origin, which turns its faces over, too.
        std::vector<Vec3d> opposite(solid.mesh.vertices.begin(), solid.mesh.vertices.end());
        std::transform(opposite.begin(), opposite.end(), opposite.begin(),
                       [](Vec3d p) { return -p; });
        std::vector<WeightedPoint> opposite_places;
        for (const std::size_t i : on_surface) {
            opposite_places.emplace_back(-points[i]);
        }
        const std::vector<Surroundings> turned_over =
            surroundings(opposite_places, opposite, solid.mesh.triangles, context);
        for (std::size_t i = 0; i < on_surface.size(); ++i) {
            windings[on_surface[i]] = -outward * turned_over[i].winding;
        }
    }
    return windings;
}

/// From a corner along an edge: how much the winding number changes on the way.
struct Way {
    std::uint32_t to = 0;
    int change = 0;
};

/// Of every corner. The passages are sorted by edges.
Buckets<Way> ways_along_edges(const LocalSurface& surface, std::span<const Passage> passages) {
    std::vector<LocalEdge> edges;
    edges.reserve(3 * surface.faces.size());
    for (const auto& [a, b, c] : surface.faces) {
        for (const LocalEdge edge : {edge_between(a, b), edge_between(b, c), edge_between(c, a)}) {
            edges.push_back(edge);
        }
    }
    sort_unique(edges);
    std::vector<int> changes(edges.size(), 0);
    std::size_t at = 0;
    for (std::size_t i = 0; i < edges.size(); ++i) {
        for (; at < passages.size() && passages[at].edge == edges[i]; ++at) {
            changes[i] += passages[at].enters ? 1 : -1;
        }
    }
    return {surface.corners.size(), [&](const auto& put) {
                for (std::size_t i = 0; i < edges.size(); ++i) {
                    put(edges[i].low, Way{edges[i].high, changes[i]});
                    put(edges[i].high, Way{edges[i].low, -changes[i]});
                }
            }};
}

/// -0 is 0.
Vec3d plain_zeros(Vec3d p) { return {p.x + 0.0, p.y + 0.0, p.z + 0.0}; }

} // namespace

LocalSurface local_surface(const Solid& solid, std::span<const std::uint32_t> triangles) {
    const WorldMesh& mesh = solid.mesh;
    LocalSurface surface;
    surface.corners.reserve(3 * triangles.size());
    for (const std::uint32_t index : triangles) {
        for (const std::uint32_t corner : mesh.triangles[index]) {
            surface.corners.push_back(plain_zeros(mesh.vertices[corner]));
        }
    }
    sort_unique(surface.corners);
    const auto number_of = [&](std::uint32_t vertex) {
        const Vec3d p = plain_zeros(mesh.vertices[vertex]);
        return static_cast<std::uint32_t>(
            std::lower_bound(surface.corners.begin(), surface.corners.end(), p) -
            surface.corners.begin());
    };
    surface.vertex.resize(surface.corners.size());
    struct Face {
        TriangleIndices corners;
        std::uint32_t triangle;
        auto operator<=>(const Face&) const = default;
    };
    std::vector<Face> faces;
    faces.reserve(triangles.size());
    for (const std::uint32_t index : triangles) {
        auto [a, b, c] = mesh.triangles[index];
        if (solid.normals == Normals::Inward) {
            std::swap(b, c);
        }
        TriangleIndices corners{number_of(a), number_of(b), number_of(c)};
        surface.vertex[corners[0]] = a;
        surface.vertex[corners[1]] = b;
        surface.vertex[corners[2]] = c;
        std::rotate(corners.begin(), std::min_element(corners.begin(), corners.end()),
                    corners.end());
        if (corners[0] != corners[1] && corners[1] != corners[2]) {
            faces.push_back({corners, index});
        }
    }
    std::sort(faces.begin(), faces.end());
    for (const Face& face : faces) {
        surface.faces.push_back(face.corners);
        surface.triangle.push_back(face.triangle);
    }
    return surface;
}

CutSurfaces::CutSurfaces(std::array<Solid, 2> solids, const std::array<LocalSurface, 2>& surfaces,
                         std::span<const std::array<std::uint32_t, 2>> pairs,
                         const Context& context)
    : surfaces_(surfaces) {
    corner_start_ = {0, static_cast<std::uint32_t>(surfaces_[0].corners.size())};
    passage_start_[0] = corner_start_[1] + static_cast<std::uint32_t>(surfaces_[1].corners.size());
    find_passages(pairs, context);
    for (const Owner owner : {Owner::First, Owner::Second}) {
        find_inside(owner, solids[place(other(owner))], context);
        order_along_edges(owner);
    }
}

void CutSurfaces::find_passages(std::span<const std::array<std::uint32_t, 2>> pairs,
                                const Context& context) {
    const std::vector<FaceContact> found =
        gather_chunks<FaceContact>(context, pairs.size(), pairs_per_chunk, [&](const Chunk& chunk) {
            std::vector<FaceContact> contacts;
            for (const auto& pair : pairs.subspan(chunk.begin, chunk.end - chunk.begin)) {
                if (const auto contact = ContactOfPair(surfaces_, pair).find()) {
                    contacts.push_back(*contact);
                }
            }
            return contacts;
        });
    for (const FaceContact& contact : found) {
        for (const EndOfContact& end : contact.ends) {
            passages_[place(end.owner)].push_back(end.passage);
        }
    }
    for (const Owner owner : {Owner::First, Owner::Second}) {
        auto& passages = passages_[place(owner)];
        sort_unique(passages);
        for_each_chunk(context, passages.size(), pairs_per_chunk, [&](const Chunk& chunk) {
            for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
                Passage& passage = passages[i];
                const auto& corners = surface(owner).corners;
                passage.point =
                    point_on_plane(corners[passage.edge.low], corners[passage.edge.high],
                                   surface(other(owner)).shape(passage.face));
            }
        });
        passage_start_[place(owner) + 1] =
            passage_start_[place(owner)] + static_cast<std::uint32_t>(passages.size());
    }
    const auto node_of = [&](const EndOfContact& end) {
        const auto& passages = passages_[place(end.owner)];
        return passage_start_[place(end.owner)] +
               static_cast<Node>(std::lower_bound(passages.begin(), passages.end(), end.passage) -
                                 passages.begin());
    };
    for (const Owner owner : {Owner::First, Owner::Second}) {
        contacts_[place(owner)] =
            Buckets<RimPiece>(surface(owner).faces.size(), [&](const auto& put) {
                for (const FaceContact& contact : found) {
                    const std::size_t start = contact.ends[0].is_start ? 0 : 1;
                    RimPiece piece{node_of(contact.ends[start]), node_of(contact.ends[1 - start]),
                                   true};
                    if (owner == Owner::Second) {
                        std::swap(piece.from, piece.to);
                    }
                    put(contact.faces[place(owner)], piece);
                }
            });
    }
}

void CutSurfaces::find_inside(Owner owner, const Solid& solid_of_other, const Context& context) {
    const LocalSurface& own = surface(owner);
    const Buckets<Way> ways = ways_along_edges(own, passages_[place(owner)]);
    const Box3& box = solid_of_other.mesh.box;
    constexpr int unknown = std::numeric_limits<int>::min();
    std::vector<int> winding(own.corners.size(), unknown); // less that of the first of its part
    std::vector<std::uint32_t> part_of(own.corners.size());
    std::vector<std::optional<int>> at_first;
    std::vector<std::uint32_t> unknown_parts;
    std::vector<Vec3d> asked;
    std::vector<std::uint32_t> connected;
    for (std::uint32_t start = 0; start < winding.size(); ++start) {
        if (winding[start] != unknown) {
            continue;
        }
        const auto part = static_cast<std::uint32_t>(at_first.size());
        std::optional<int>& first = at_first.emplace_back();
        connected.assign(1, start);
        winding[start] = 0;
        int lowest = 0;
        int highest = 0;
        for (std::size_t i = 0; i < connected.size(); ++i) {
            const std::uint32_t corner = connected[i];
            part_of[corner] = part;
            lowest = std::min(lowest, winding[corner]);
            highest = std::max(highest, winding[corner]);
            if (!contains(box, own.corners[corner])) {
                first = -winding[corner];
            }
            for (const Way& way : ways[corner]) {
                if (winding[way.to] == unknown) {
                    winding[way.to] = winding[corner] + way.change;
                    connected.push_back(way.to);
                }
            }
        }
        if (!first && lowest < highest) { // plain bodies have but 0 and 1
            first = -lowest;
        }
        if (!first) {
            unknown_parts.push_back(part);
            asked.push_back(own.corners[start]);
        }
    }
    const std::vector<int> answers = windings_of_shifted(owner, asked, solid_of_other, context);
    for (std::size_t i = 0; i < answers.size(); ++i) {
        at_first[unknown_parts[i]] = answers[i];
    }
    for (std::uint32_t corner = 0; corner < winding.size(); ++corner) {
        winding[corner] += at_first[part_of[corner]].value_or(0);
        is_plain_ = is_plain_ && (winding[corner] == 0 || winding[corner] == 1);
    }
    auto& inside = inside_[place(owner)];
    inside.resize(winding.size());
    std::transform(winding.begin(), winding.end(), inside.begin(),
                   [](int number) { return static_cast<std::uint8_t>(number > 0 ? 1 : 0); });
}

void CutSurfaces::order_along_edges(Owner owner) {
    const auto& passages = passages_[place(owner)];
    const auto& corners = surface(owner).corners;
    const Node first_passage = passage_start_[place(owner)];
    std::vector<std::uint32_t> order;
    for (std::size_t begin = 0; begin < passages.size();) {
        const LocalEdge edge = passages[begin].edge;
        std::size_t end = begin;
        order.clear();
        for (; end < passages.size() && passages[end].edge == edge; ++end) {
            order.push_back(static_cast<std::uint32_t>(end));
        }
        // Rounding keeps the order along an axis, but for points that it makes equal. Those are
        // taken as they fit: what lies between them is nothing.
        const Vec3d way = corners[edge.high] - corners[edge.low];
        int axis = 0;
        for (const int candidate : {1, 2}) {
            axis = std::abs(way[candidate]) > std::abs(way[axis]) ? candidate : axis;
        }
        const auto along = [&](std::uint32_t index) {
            return way[axis] > 0 ? passages[index].point[axis] : -passages[index].point[axis];
        };
        std::sort(order.begin(), order.end(), [&](std::uint32_t p, std::uint32_t q) {
            return along(p) != along(q) ? along(p) < along(q) : p < q;
        });
        cut_edges_[place(owner)].push_back(edge);
        auto& parts = cut_edge_parts_[place(owner)];
        cut_edge_start_[place(owner)].push_back(static_cast<std::uint32_t>(parts.size()));
        bool is_inside = inside_[place(owner)][edge.low] != 0;
        Node from = corner_node(owner, edge.low);
        for (std::size_t i = 0; i < order.size(); ++i) {
            std::size_t next = i;
            while (next < order.size() && along(order[next]) == along(order[i]) &&
                   passages[order[next]].enters == is_inside) {
                ++next;
            }
            if (next == order.size() || passages[order[next]].enters == is_inside) {
                is_plain_ = false;
                break;
            }
            std::swap(order[i], order[next]);
            const Node node = first_passage + order[i];
            if (is_inside) {
                parts.push_back({from, node, false});
            }
            from = node;
            is_inside = !is_inside;
        }
        if (is_inside) {
            parts.push_back({from, corner_node(owner, edge.high), false});
        }
        begin = end;
    }
    cut_edge_start_[place(owner)].push_back(
        static_cast<std::uint32_t>(cut_edge_parts_[place(owner)].size()));
}

Vec3d CutSurfaces::position(Node node) const {
    if (node < corner_start_[1]) {
        return surfaces_[0].corners[node];
    }
    if (node < passage_start_[0]) {
        return surfaces_[1].corners[node - corner_start_[1]];
    }
    return node < passage_start_[1] ? passages_[0][node - passage_start_[0]].point
                                    : passages_[1][node - passage_start_[1]].point;
}

void CutSurfaces::rim_of(Owner owner, std::uint32_t face, std::vector<RimPiece>& rim) const {
    const auto of_face = contacts_[place(owner)][face];
    rim.insert(rim.end(), of_face.begin(), of_face.end());
    const TriangleIndices& corners = surface(owner).faces[face];
    const auto& edges = cut_edges_[place(owner)];
    const auto& starts = cut_edge_start_[place(owner)];
    const auto& parts = cut_edge_parts_[place(owner)];
    for (std::size_t i = 0; i < 3; ++i) {
        const std::uint32_t p = corners[i];
        const std::uint32_t q = corners[(i + 1) % 3];
        const LocalEdge edge = edge_between(p, q);
        const auto cut = std::lower_bound(edges.begin(), edges.end(), edge);
        if (cut == edges.end() || *cut != edge) {
            if (inside_[place(owner)][p] != 0) {
                rim.push_back({corner_node(owner, p), corner_node(owner, q), false});
            }
            continue;
        }
        const auto index = static_cast<std::size_t>(cut - edges.begin());
        for (std::size_t part = starts[index]; part < starts[index + 1]; ++part) {
            rim.push_back(p < q ? parts[part] : RimPiece{parts[part].to, parts[part].from, false});
        }
    }
}

} // namespace impinge::inline v0
