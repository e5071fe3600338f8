// SPDX-License-Identifier: Apache-2.0
#include "base/no_throw.hpp"
#include "impinge/hierarchy.hpp"
#include "mesh/positions.hpp"
#include "mesh/topology.hpp"
#include "mesh/weld.hpp"

#include <algorithm>
#include <numeric>
#include <string>

namespace impinge::inline v0 {
namespace {

constexpr std::uint32_t no_part = ~std::uint32_t{0};

/// The triangles of each part, in order, with vertices of their own.
std::vector<Mesh> split(const MeshView& mesh, const Components& components) {
    std::vector<Mesh> parts(components.count);
    // A vertex may belong to several parts; those are done one after the other.
    std::vector<std::vector<std::uint32_t>> triangles_of(components.count);
    for (std::uint32_t triangle = 0; triangle < mesh.triangle_count(); ++triangle) {
        triangles_of[components.of_triangle[triangle]].push_back(triangle);
    }
    std::vector<std::uint32_t> number_of(mesh.vertex_count(), no_part);
    for (std::size_t part = 0; part < parts.size(); ++part) {
        for (const std::uint32_t triangle : triangles_of[part]) {
            TriangleIndices corners = mesh.triangles()[triangle];
            for (std::uint32_t& corner : corners) {
                if (number_of[corner] == no_part) {
                    number_of[corner] = static_cast<std::uint32_t>(parts[part].positions.size());
                    parts[part].positions.push_back(mesh.position(corner));
                }
                corner = number_of[corner];
            }
            parts[part].triangles.push_back(corners);
        }
        for (const std::uint32_t triangle : triangles_of[part]) {
            for (const std::uint32_t corner : mesh.triangles()[triangle]) {
                number_of[corner] = no_part;
            }
        }
    }
    return parts;
}

Expected<std::vector<Polytope>> convex_parts(const MeshView& mesh, const Components& components) {
    std::vector<Polytope> convex;
    for (const Mesh& part : split(mesh, components)) {
        auto polytope = Polytope::from_mesh(part.view());
        if (!polytope) {
            return Error{polytope.error().code, "part " + std::to_string(convex.size() + 1) +
                                                    " of " + std::to_string(components.count) +
                                                    " of the mesh: " + polytope.error().message};
        }
        convex.push_back(std::move(*polytope));
    }
    return convex;
}

/// Parts that lie flush on each other have positions in common, but seldom vertices; loose
/// triangles have only positions. So vertices come first.
Expected<std::vector<Polytope>> convex_parts(const MeshView& mesh) {
    const EdgeTable by_vertex(mesh.triangles(), mesh.vertex_count());
    auto found = convex_parts(mesh, triangle_components(by_vertex));
    if (found) {
        return found;
    }
    const auto welded = welded_triangles(mesh.triangles(), weld_map(gather_positions(mesh)));
    return convex_parts(mesh, triangle_components(EdgeTable(welded, mesh.vertex_count())));
}

/// Puts parts under a group, half of them under each of two groups of its own if there are more
/// than two.
class Halving {
  public:
    Halving(std::span<const Polytope> parts, Hierarchy& hierarchy)
        : parts_(parts), hierarchy_(hierarchy) {}

    Status place(std::span<std::uint32_t> chosen, PartId group) {
        if (chosen.size() <= 2) {
            for (const std::uint32_t part : chosen) {
                if (const auto added = hierarchy_.add_part(parts_[part], {}, group); !added) {
                    return added.error();
                }
            }
            return {};
        }
        sort_along_longest_side(chosen);
        const std::size_t half = chosen.size() / 2;
        for (const auto side : {chosen.first(half), chosen.subspan(half)}) {
            const auto below = side.size() == 1 ? group : hierarchy_.add_group(group);
            if (!below) {
                return below.error();
            }
            if (Status status = place(side, *below); !status) {
                return status;
            }
        }
        return {};
    }

  private:
    void sort_along_longest_side(std::span<std::uint32_t> chosen) const {
        Box3 centres;
        for (const std::uint32_t part : chosen) {
            centres = extend(centres, parts_[part].centre());
        }
        const Vec3d sides = extent(centres);
        const int axis = sides.x >= sides.y && sides.x >= sides.z ? 0 : sides.y >= sides.z ? 1 : 2;
        std::sort(chosen.begin(), chosen.end(), [&](std::uint32_t a, std::uint32_t b) {
            return std::pair(parts_[a].centre()[axis], a) < std::pair(parts_[b].centre()[axis], b);
        });
    }

    std::span<const Polytope> parts_;
    Hierarchy& hierarchy_;
};

} // namespace

Expected<Hierarchy> Hierarchy::from_mesh(const MeshView& mesh, NodeVolume volume) {
    return no_throw([&]() -> Expected<Hierarchy> {
        if (const Status status = validate(mesh); !status) {
            return status.error();
        }
        const auto parts = convex_parts(mesh);
        if (!parts) {
            return parts.error();
        }
        std::vector<std::uint32_t> all(parts->size());
        std::iota(all.begin(), all.end(), 0U);
        Hierarchy hierarchy(volume);
        if (const Status status = Halving(*parts, hierarchy).place(all, 0); !status) {
            return status.error();
        }
        return hierarchy;
    });
}

} // namespace impinge::inline v0
