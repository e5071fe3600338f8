// SPDX-License-Identifier: Apache-2.0
#include "exact/verdict/cells/facets.hpp"

#include "base/disjoint_sets.hpp"
#include "exact/pairs/find_pairs.hpp"
#include "geometry/feature.hpp"
#include "geometry/triangle_contact.hpp"
#include "mesh/topology.hpp"
#include "mesh/weld.hpp"

#include <algorithm>

namespace impinge::inline v0 {
namespace {

/// Welded triangles with an area, and which triangle each one is.
struct Faces {
    std::vector<TriangleIndices> corners;
    std::vector<std::uint32_t> triangle;
};

Faces faces_of(const WorldMesh& mesh, const Context& context) {
    const auto welded = welded_triangles(mesh.triangles, weld_map(mesh.vertices, context), context);
    Faces faces;
    for (std::uint32_t index = 0; index < welded.size(); ++index) {
        if (!is_degenerate(mesh.triangle(index))) {
            faces.corners.push_back(welded[index]);
            faces.triangle.push_back(index);
        }
    }
    return faces;
}

std::vector<std::uint32_t> faces_at(const EdgeFaces& edge) {
    std::vector<std::uint32_t> faces;
    for (const auto& side : {edge.forward, edge.backward}) {
        for (const std::uint64_t entry : side) {
            faces.push_back(static_cast<std::uint32_t>(entry));
        }
    }
    return faces;
}

} // namespace

Facets::Facets(const WorldMesh& a, const WorldMesh& b, std::span<const TrianglePair> pairs,
               const Context& context)
    : a_(a), b_(b), has_line_(size(), 0), meets_other_body_(size(), 0), has_line_at_edge_(size()) {
    std::vector<FacetPair> meeting;
    const auto add = [&](FacetId first, FacetId second) {
        if (!context.cancelled() && !is_degenerate(triangle(first)) &&
            !is_degenerate(triangle(second))) {
            meeting.push_back({first, second});
        }
    };
    for (const TrianglePair& pair : pairs) {
        add(of_a(pair.a), of_b(pair.b));
    }
    pairs_of_both_ = meeting;
    for (const FacetPair& pair : meeting) {
        meets_other_body_[pair.first] = 1;
        meets_other_body_[pair.second] = 1;
    }
    for (const TrianglePair& pair : find_self_pairs(a, Stop::Never, context).pairs) {
        add(of_a(pair.a), of_a(pair.b));
    }
    for (const TrianglePair& pair : find_self_pairs(b, Stop::Never, context).pairs) {
        add(of_b(pair.a), of_b(pair.b));
    }
    if (context.cancelled()) {
        return;
    }
    list_meetings(meeting);
    add_contact_lines(meeting, context);
    add_mesh(a, of_a(0), context);
    add_mesh(b, of_b(0), context);
}

void Facets::list_meetings(std::span<const FacetPair> pairs) {
    met_ = {size(), [&](auto put) {
                for (const FacetPair& pair : pairs) {
                    put(pair.first, pair.second);
                    put(pair.second, pair.first);
                }
            }};
}

void Facets::add_contact_lines(std::span<const FacetPair> pairs, const Context& context) {
    for (const FacetPair& pair : pairs) {
        if (context.cancelled()) {
            return;
        }
        const Triangle s = triangle(pair.first);
        const Triangle t = triangle(pair.second);
        const TriangleContact contact = triangle_contact(s, t, Positions::Omitted);
        const auto corners = contact.points();
        if (corners.size() < 2) {
            continue;
        }
        has_line_[pair.first] = 1;
        has_line_[pair.second] = 1;
        mark_edges(pair, contact);
        if (corners.size() == 2 && contact.carrier_a == Feature::Face &&
            contact.carrier_b == Feature::Face) {
            // Either facet carries the line, and what cuts it meets both: fewer cut this one.
            const bool first = met_by(pair.first).size() <= met_by(pair.second).size();
            lines_.push_back({first ? pair.first : pair.second, contact_corner(s, t, corners[0]),
                              contact_corner(s, t, corners[1])});
        }
    }
}

/// A contact along an edge, and each side of a common area, runs along edges of the two facets.
void Facets::mark_edges(const FacetPair& pair, const TriangleContact& contact) {
    const auto corners = contact.points();
    const auto mark = [&](FacetId facet, Feature p, Feature q) {
        const Feature side = common_feature(p, q);
        if (is_edge(side)) {
            has_line_at_edge_[facet][static_cast<std::size_t>(corner_of(side))] = 1;
        }
    };
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const ContactPoint& next = corners[(i + 1) % corners.size()];
        mark(pair.first, corners[i].on_a, next.on_a);
        mark(pair.second, corners[i].on_b, next.on_b);
    }
}

void Facets::add_mesh(const WorldMesh& mesh, FacetId first, const Context& context) {
    const Faces faces = faces_of(mesh, context);
    if (context.cancelled()) {
        return;
    }
    const EdgeTable edges(faces.corners, mesh.vertices.size());
    const auto facet_of = [&](std::uint32_t face) { return first + faces.triangle[face]; };
    const auto has_line_at = [&](std::uint32_t face, const EdgeFaces& edge) {
        const TriangleIndices& f = faces.corners[face];
        std::size_t side = 0;
        while (f[(side + 2) % 3] == edge.smaller || f[(side + 2) % 3] == edge.larger) {
            ++side; // the corner opposite the edge is no end of it
        }
        return has_line_at_edge_[facet_of(face)][side] != 0;
    };
    edges.for_each_edge([&](const EdgeFaces& edge) {
        const auto around = faces_at(edge);
        const auto line = [&] {
            return FacetLine{facet_of(around[0]), WeightedPoint(mesh.vertices[edge.smaller]),
                             WeightedPoint(mesh.vertices[edge.larger])};
        };
        const bool branches = around.size() > 2;
        if (branches || std::any_of(around.begin(), around.end(),
                                    [&](std::uint32_t face) { return has_line_at(face, edge); })) {
            lines_.push_back(line());
        } else if (std::any_of(around.begin(), around.end(), [&](std::uint32_t face) {
                       return meets_other_body_[facet_of(face)] != 0;
                   })) {
            other_edges_.push_back(line());
        }
        for (const std::uint32_t face : around) {
            has_line_[facet_of(face)] |= branches ? 1 : 0;
        }
    });
    const auto is_free = [&](std::uint32_t face) { return has_line_[facet_of(face)] == 0; };
    DisjointSets pieces(faces.corners.size());
    edges.for_each_edge([&](const EdgeFaces& edge) {
        const auto around = faces_at(edge);
        if (around.size() == 2 && is_free(around[0]) && is_free(around[1])) {
            pieces.unite(around[0], around[1]);
        }
    });
    for (std::uint32_t face = 0; face < faces.corners.size(); ++face) {
        if (is_free(face) && pieces.root(face) == face) {
            free_pieces_.push_back(facet_of(face));
        }
    }
}

} // namespace impinge::inline v0
