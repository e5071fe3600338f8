// SPDX-License-Identifier: Apache-2.0
#include "impinge/defects.hpp"

#include "base/enum_names.hpp"
#include "mesh/diagnosis.hpp"
#include "mesh/edge_causes.hpp"
#include "mesh/positions.hpp"

#include <algorithm>
#include <numeric>

namespace impinge::inline v0 {
namespace {

std::uint32_t narrow(std::size_t index) { return static_cast<std::uint32_t>(index); }

/// Counts all that it is told, keeps as many of a kind as are wanted.
class DefectList {
  public:
    DefectList(const MeshView& mesh, std::size_t limit) : mesh_(mesh), limit_(limit) {}

    /// `triangles()` is called only for a defect that is kept.
    template <typename Triangles>
    void add(DefectKind kind, std::vector<std::uint32_t> vertices, Triangles triangles) {
        if (defects_.totals[static_cast<std::size_t>(kind)]++ >= limit_) {
            return;
        }
        Defect defect{kind, triangles(), std::move(vertices), {}};
        for (const std::uint32_t vertex : defect.vertices) {
            if (kind != DefectKind::IndexOutOfRange) {
                defect.positions.push_back(mesh_.position(vertex));
            }
        }
        defects_.list.push_back(std::move(defect));
    }
    void add_face(DefectKind kind, std::uint32_t face, std::vector<std::uint32_t> triangles) {
        const TriangleIndices& corners = mesh_.triangles()[face];
        add(kind, {corners.begin(), corners.end()}, [&] { return std::move(triangles); });
    }

    Defects take() { return std::move(defects_); }

  private:
    MeshView mesh_;
    std::size_t limit_;
    Defects defects_;
};

void add_bad_indices(const MeshView& mesh, DefectList& list) {
    for (std::uint32_t index = 0; index < mesh.triangle_count(); ++index) {
        const TriangleIndices& corners = mesh.triangles()[index];
        if (*std::max_element(corners.begin(), corners.end()) >= mesh.vertex_count()) {
            list.add_face(DefectKind::IndexOutOfRange, index, {index});
        }
    }
}

/// The triangles that use each of the given vertices, which are in increasing order.
std::vector<std::vector<std::uint32_t>> users_of(std::span<const std::uint32_t> vertices,
                                                 const MeshView& mesh) {
    std::vector<std::vector<std::uint32_t>> users(vertices.size());
    for (std::uint32_t index = 0; index < mesh.triangle_count(); ++index) {
        for (const std::uint32_t corner : mesh.triangles()[index]) {
            const auto at = std::lower_bound(vertices.begin(), vertices.end(), corner);
            if (at != vertices.end() && *at == corner) {
                auto& of_vertex = users[static_cast<std::size_t>(at - vertices.begin())];
                if (of_vertex.empty() || of_vertex.back() != index) {
                    of_vertex.push_back(index);
                }
            }
        }
    }
    return users;
}

void add_non_finite(const MeshView& mesh, DefectList& list) {
    std::vector<std::uint32_t> vertices;
    for (std::size_t vertex = 0; vertex < mesh.vertex_count(); ++vertex) {
        if (!is_finite(mesh.position(vertex))) {
            vertices.push_back(narrow(vertex));
        }
    }
    auto users = users_of(vertices, mesh);
    for (std::size_t i = 0; i < vertices.size(); ++i) {
        list.add(DefectKind::NonFiniteVertex, {vertices[i]}, [&] { return std::move(users[i]); });
    }
}

/// The faces of an edge: the triangles listed on one side of it only.
std::vector<std::uint32_t> faces_of(const EdgeFaces& edge) {
    std::vector<std::uint64_t> faces;
    std::set_symmetric_difference(edge.forward.begin(), edge.forward.end(), edge.backward.begin(),
                                  edge.backward.end(), std::back_inserter(faces));
    std::vector<std::uint32_t> triangles(faces.size());
    std::transform(faces.begin(), faces.end(), triangles.begin(),
                   [](std::uint64_t entry) { return static_cast<std::uint32_t>(entry); });
    return triangles;
}

/// What is wrong with an edge of so many faces that keeps the mesh from being a solid.
enum class EdgeFault : std::uint8_t { None, Open, Misoriented };
EdgeFault fault_of(const EdgeFaces& edge) {
    const FaceCount faces = count_faces(edge);
    return is_open(faces)          ? EdgeFault::Open
           : is_misoriented(faces) ? EdgeFault::Misoriented
                                   : EdgeFault::None;
}

/// Those with one fault: first all that have no known cause, then those that have it.
struct EdgeKinds {
    EdgeFault fault;
    DefectKind plain;
    DefectKind caused;
};

void add_faulty_edges(const ExaminedMesh& examined, const EdgeKinds& kinds,
                      const std::vector<std::uint8_t>& caused, DefectList& list) {
    for (const std::uint8_t wanted : {std::uint8_t{0}, std::uint8_t{1}}) {
        std::size_t index = 0;
        examined.edges.for_each_edge([&](const EdgeFaces& edge) {
            if (fault_of(edge) == kinds.fault && caused[index++] == wanted) {
                list.add(wanted == 0 ? kinds.plain : kinds.caused, {edge.smaller, edge.larger},
                         [&] { return faces_of(edge); });
            }
        });
    }
}

void add_open_edges(const ExaminedMesh& examined, DefectList& list) {
    if (examined.edge_census.open == 0) {
        return;
    }
    std::vector<OpenEdge> edges;
    examined.edges.for_each_edge([&](const EdgeFaces& edge) {
        if (fault_of(edge) == EdgeFault::Open) {
            edges.push_back({edge.smaller, edge.larger});
        }
    });
    add_faulty_edges(examined, {EdgeFault::Open, DefectKind::OpenEdge, DefectKind::TJunctionEdge},
                     at_t_junctions(edges, examined.positions), list);
}

void add_misoriented_edges(const ExaminedMesh& examined, DefectList& list) {
    if (examined.edge_census.misoriented == 0) {
        return;
    }
    const std::vector<std::uint8_t> kept = faces_without_duplicates(examined.triangles);
    std::vector<std::uint8_t> caused;
    examined.edges.for_each_edge([&](const EdgeFaces& edge) {
        if (fault_of(edge) == EdgeFault::Misoriented) {
            caused.push_back(is_misoriented(count_faces(edge, kept)) ? 0 : 1);
        }
    });
    add_faulty_edges(
        examined,
        {EdgeFault::Misoriented, DefectKind::MisorientedEdge, DefectKind::DuplicateFaceEdge},
        caused, list);
}

void add_non_manifold_edges(const ExaminedMesh& examined, DefectList& list) {
    examined.edges.for_each_edge([&](const EdgeFaces& edge) {
        if (is_non_manifold(count_faces(edge))) {
            list.add(DefectKind::NonManifoldEdge, {edge.smaller, edge.larger},
                     [&] { return faces_of(edge); });
        }
    });
}

void add_parts(const ExaminedMesh& examined, const MeshView& mesh, DefectKind kind,
               const std::vector<std::uint32_t>& meant, DefectList& list) {
    constexpr std::size_t none = ~std::size_t{0};
    std::vector<std::size_t> place(examined.components.count, none);
    for (std::size_t i = 0; i < meant.size(); ++i) {
        place[meant[i]] = i;
    }
    std::vector<std::vector<std::uint32_t>> triangles(meant.size());
    for (std::size_t index = 0; index < mesh.triangle_count() && !meant.empty(); ++index) {
        const std::size_t part = place[examined.components.of(index)];
        if (part != none) {
            triangles[part].push_back(narrow(index));
        }
    }
    for (auto& part : triangles) {
        const std::uint32_t first = part.front();
        list.add_face(kind, first, std::move(part));
    }
}

void add_duplicates(const ExaminedMesh& examined, DefectList& list) {
    const auto sorted = [&](std::uint32_t triangle) {
        TriangleIndices corners = examined.triangles[triangle];
        std::sort(corners.begin(), corners.end());
        return corners;
    };
    std::vector<std::uint32_t> order(examined.triangles.size());
    std::iota(order.begin(), order.end(), std::uint32_t{0});
    std::sort(order.begin(), order.end(), [&](std::uint32_t left, std::uint32_t right) {
        return std::pair(sorted(left), left) < std::pair(sorted(right), right);
    });
    std::vector<std::pair<std::uint32_t, std::uint32_t>> found; // the duplicate, and the first
    std::size_t first = 0;
    for (std::size_t i = 1; i < order.size(); ++i) {
        if (sorted(order[i]) == sorted(order[first])) {
            found.emplace_back(order[i], order[first]);
        } else {
            first = i;
        }
    }
    std::sort(found.begin(), found.end());
    for (const auto& [duplicate, original] : found) {
        list.add_face(DefectKind::DuplicateFace, duplicate, {original, duplicate});
    }
}

} // namespace

Defects list_defects(const MeshView& mesh, const DefectOptions& options, const Context& context) {
    if (!check_layout(mesh)) {
        return {};
    }
    DefectList list(mesh, options.limit_per_kind);
    if (!validate(mesh)) {
        add_bad_indices(mesh, list);
        add_non_finite(mesh, list);
        return list.take();
    }
    const ExaminedMesh examined = examine_mesh(mesh, context.threads());
    add_open_edges(examined, list);
    add_misoriented_edges(examined, list);
    add_parts(examined, mesh, DefectKind::InsideOutComponent, examined.shells.inside_out, list);
    add_non_manifold_edges(examined, list);
    for (const std::uint32_t face :
         degenerate_faces(examined.positions, examined.triangles, Context(context.threads()))) {
        list.add_face(DefectKind::DegenerateFace, face, {face});
    }
    add_duplicates(examined, list);
    add_parts(examined, mesh, DefectKind::RedundantComponent, examined.shells.redundant, list);
    return list.take();
}

const char* to_string(DefectKind kind) {
    constexpr std::array<const char*, defect_kind_count> names = {
        "index_out_of_range",   "non_finite_vertex",  "open_edge",
        "t_junction_edge",      "misoriented_edge",   "duplicate_face_edge",
        "inside_out_component", "non_manifold_edge",  "degenerate_face",
        "duplicate_face",       "redundant_component"};
    return name_in(names, kind);
}

} // namespace impinge::inline v0
