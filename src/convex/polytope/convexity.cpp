// SPDX-License-Identifier: Apache-2.0
#include "convex/polytope/building.hpp"

#include "impinge/predicates.hpp"
#include "mesh/positions.hpp"
#include "mesh/topology.hpp"
#include "mesh/weld.hpp"

#include <algorithm>
#include <optional>
#include <string>

namespace impinge::inline v0 {
namespace {

constexpr std::uint32_t no_triangle = 0xFFFFFFFFu;

Error not_closed(const EdgeFaces& edge, std::string reason) {
    return {ErrorCode::InvalidArgument, "the edge of vertices " + std::to_string(edge.smaller) +
                                            " and " + std::to_string(edge.larger) + " " +
                                            std::move(reason)};
}

Error not_a_sphere(std::string reason) {
    return {ErrorCode::InvalidArgument, "the mesh " + std::move(reason)};
}

/// Triangles two of whose corners are one vertex add nothing to a surface.
void take_triangles(const MeshView& mesh, ClosedSurface& surface) {
    const auto welded = welded_triangles(mesh.triangles(), weld_map(surface.positions));
    for (std::size_t index = 0; index < welded.size(); ++index) {
        const auto& [a, b, c] = welded[index];
        if (a != b && b != c && c != a) {
            surface.triangles.push_back(welded[index]);
            surface.number_in_mesh.push_back(static_cast<std::uint32_t>(index));
        }
    }
}

void set_neighbour(ClosedSurface& surface, std::uint32_t triangle, std::uint32_t from,
                   std::uint32_t neighbour) {
    const TriangleIndices& corners = surface.triangles[triangle];
    const auto side = std::find(corners.begin(), corners.end(), from) - corners.begin();
    surface.neighbours[triangle][static_cast<std::size_t>(side)] = neighbour;
}

Status connect(const EdgeTable& edges, ClosedSurface& surface) {
    surface.neighbours.assign(surface.triangles.size(), {no_triangle, no_triangle, no_triangle});
    Status status;
    edges.for_each_edge([&](const EdgeFaces& edge) {
        const FaceCount faces{edge.forward.size(), edge.backward.size()};
        if (!status) {
            return;
        }
        if (is_open(faces)) {
            status = not_closed(edge, "is open");
        } else if (is_non_manifold(faces)) {
            status = not_closed(edge, "has more than two triangles");
        } else if (is_misoriented(faces)) {
            status = not_closed(edge, "has triangles of opposite orientation");
        } else {
            const auto forward = static_cast<std::uint32_t>(edge.forward[0]);
            const auto backward = static_cast<std::uint32_t>(edge.backward[0]);
            set_neighbour(surface, forward, edge.smaller, backward);
            set_neighbour(surface, backward, edge.larger, forward);
        }
    });
    return status;
}

std::size_t used_vertices(const ClosedSurface& surface) {
    std::vector<std::uint8_t> used(surface.positions.size(), 0);
    for (const TriangleIndices& triangle : surface.triangles) {
        for (const std::uint32_t corner : triangle) {
            used[corner] = 1;
        }
    }
    return static_cast<std::size_t>(std::count(used.begin(), used.end(), 1));
}

} // namespace

Expected<ClosedSurface> closed_surface(const MeshView& mesh) {
    if (Status status = validate(mesh); !status) {
        return status.error();
    }
    ClosedSurface surface;
    surface.positions = gather_positions(mesh);
    take_triangles(mesh, surface);
    if (surface.triangles.empty()) {
        return not_a_sphere("has no triangles");
    }
    const EdgeTable edges(surface.triangles, surface.positions.size());
    if (Status status = connect(edges, surface); !status) {
        return status.error();
    }
    if (const std::size_t parts = triangle_components(edges).count; parts > 1) {
        return not_a_sphere("has " + std::to_string(parts) + " parts");
    }
    // Euler: vertices - edges + faces = 2, each triangle having three halves of an edge.
    if (2 * used_vertices(surface) != surface.triangles.size() + 4) {
        return not_a_sphere("has handles, or parts that hang together at a vertex only");
    }
    return surface;
}

// --- caps --------------------------------------------------------------------------------------
//
// A triangle whose corners lie on one line, m between p and q, is a cap: a gap of no width closed
// where the triangle n on the other side of its long edge lacks the vertex m. Both are replaced:
//
//        d                        d
//       / \                      /|\      .
//      / n \         --->       / | \     .
//     p-----q                  /  |  \    .
//     p--m--q                 p---m---q

namespace {

class CapFlipper {
  public:
    explicit CapFlipper(ClosedSurface& surface) : surface_(surface) {}

    Status flip_all() {
        for (std::uint32_t triangle = 0; triangle < surface_.triangles.size(); ++triangle) {
            if (Status status = flip_from(triangle); !status) {
                return status;
            }
        }
        return {};
    }

  private:
    /// Caps on the way across longer and longer edges come first. Each flip makes a triangle with
    /// area of a cap, or two caps of shorter edges of two that share their longest: it ends.
    Status flip_from(std::uint32_t start) {
        std::vector<std::uint32_t> open{start};
        while (!open.empty()) {
            const std::uint32_t cap = open.back();
            const std::optional<std::size_t> middle = middle_corner(cap);
            if (!middle) {
                open.pop_back();
                continue;
            }
            const std::uint32_t beyond = surface_.neighbours[cap][(*middle + 1) % 3];
            const std::optional<std::size_t> its_middle = middle_corner(beyond);
            const bool beyond_first =
                its_middle && surface_.neighbours[beyond][(*its_middle + 1) % 3] != cap;
            if (!beyond_first && !flip(cap, *middle, beyond)) {
                return Error{ErrorCode::InvalidArgument,
                             "triangle " + std::to_string(surface_.number_in_mesh[cap]) +
                                 " has no area"};
            }
            open.push_back(beyond);
        }
        return {};
    }

    /// Which corner lies between the others; none if the triangle has an area.
    [[nodiscard]] std::optional<std::size_t> middle_corner(std::uint32_t triangle) const {
        const TriangleIndices& corners = surface_.triangles[triangle];
        const auto position = [&](std::size_t i) { return surface_.positions[corners[i]]; };
        if (!collinear(position(0), position(1), position(2))) {
            return std::nullopt;
        }
        std::array<std::size_t, 3> order{0, 1, 2}; // along a line, also that of coordinates
        std::sort(order.begin(), order.end(),
                  [&](std::size_t i, std::size_t j) { return position(i) < position(j); });
        return order[1];
    }

    [[nodiscard]] std::size_t place_of(std::uint32_t triangle, std::uint32_t corner) const {
        const TriangleIndices& corners = surface_.triangles[triangle];
        return static_cast<std::size_t>(std::find(corners.begin(), corners.end(), corner) -
                                        corners.begin());
    }

    bool flip(std::uint32_t cap, std::size_t middle, std::uint32_t beyond) {
        const std::uint32_t m = surface_.triangles[cap][middle];
        const std::uint32_t p = surface_.triangles[cap][(middle + 1) % 3];
        const std::uint32_t q = surface_.triangles[cap][(middle + 2) % 3];
        const std::size_t place_of_q = place_of(beyond, q);
        const std::uint32_t d = surface_.triangles[beyond][(place_of_q + 2) % 3];
        if (d == m) {
            return false;
        }
        const std::uint32_t across_mp = surface_.neighbours[cap][middle];
        const std::uint32_t across_qm = surface_.neighbours[cap][(middle + 2) % 3];
        const std::uint32_t across_pd = surface_.neighbours[beyond][(place_of_q + 1) % 3];
        const std::uint32_t across_dq = surface_.neighbours[beyond][(place_of_q + 2) % 3];
        surface_.triangles[cap] = {m, p, d};
        surface_.neighbours[cap] = {across_mp, across_pd, beyond};
        surface_.triangles[beyond] = {m, d, q};
        surface_.neighbours[beyond] = {cap, across_dq, across_qm};
        surface_.neighbours[across_pd][place_of(across_pd, d)] = cap;
        surface_.neighbours[across_qm][place_of(across_qm, m)] = beyond;
        return true;
    }

    ClosedSurface& surface_;
};

} // namespace

Status flip_caps(ClosedSurface& surface) { return CapFlipper(surface).flip_all(); }

// --- convexity ---------------------------------------------------------------------------------
//
// A closed surface bounds a convex solid if no edge is bent inwards, a point lies behind all
// triangles, and a ray from it through the middle of one triangle meets no other: else the surface
// might wind around the point more than once, as a pentagram does.

namespace {

Triangle corners_of(const ClosedSurface& surface, std::size_t triangle) {
    const auto& [a, b, c] = surface.triangles[triangle];
    return {{surface.positions[a], surface.positions[b], surface.positions[c]}};
}

Sign side_of(const Triangle& plane, Vec3d point) {
    return orient3d(plane[0], plane[1], plane[2], point);
}

Error not_convex(const ClosedSurface& surface, std::size_t triangle, std::string reason) {
    return {ErrorCode::InvalidArgument, "triangle " +
                                            std::to_string(surface.number_in_mesh[triangle]) + " " +
                                            std::move(reason)};
}

std::uint32_t opposite_corner(const TriangleIndices& triangle, std::uint32_t edge_from,
                              std::uint32_t edge_to) {
    return *std::find_if(triangle.begin(), triangle.end(), [&](std::uint32_t corner) {
        return corner != edge_from && corner != edge_to;
    });
}

Status check_edges(const ClosedSurface& surface) {
    for (std::size_t index = 0; index < surface.triangles.size(); ++index) {
        const TriangleIndices& triangle = surface.triangles[index];
        for (std::size_t side = 0; side < 3; ++side) {
            const std::uint32_t neighbour = surface.neighbours[index][side];
            if (neighbour < index) {
                continue;
            }
            const std::uint32_t beyond = opposite_corner(surface.triangles[neighbour],
                                                         triangle[side], triangle[(side + 1) % 3]);
            if (side_of(corners_of(surface, index), surface.positions[beyond]) > 0) {
                return not_convex(surface, index,
                                  "and triangle " +
                                      std::to_string(surface.number_in_mesh[neighbour]) +
                                      " are bent inwards at the edge they share");
            }
        }
    }
    return {};
}

Vec3d mean_of_corners(const ClosedSurface& surface) {
    const double weight = 1.0 / (3.0 * static_cast<double>(surface.triangles.size()));
    Vec3d mean;
    for (const TriangleIndices& triangle : surface.triangles) {
        for (const std::uint32_t corner : triangle) {
            mean = mean + surface.positions[corner] * weight;
        }
    }
    return mean;
}

Status check_behind_all(const ClosedSurface& surface, Vec3d inner) {
    for (std::size_t index = 0; index < surface.triangles.size(); ++index) {
        const Triangle triangle = corners_of(surface, index);
        if (side_of(triangle, inner) >= 0) {
            return not_convex(surface, index,
                              "does not face away from the middle of the mesh, which is not "
                              "convex, inside out, or too flat for doubles");
        }
    }
    return {};
}

/// How a ray from behind a triangle through `towards` meets it: +1 in its inside, 0 at its border.
Sign meets(const Triangle& triangle, Vec3d from, Vec3d towards) {
    Sign least = 1;
    for (int corner = 0; corner < 3; ++corner) {
        least =
            std::min(least, orient3d(from, towards, triangle[corner], triangle[(corner + 1) % 3]));
    }
    return least;
}

struct Ray {
    std::size_t triangle; ///< through whose inside it goes
    Vec3d towards;
};

std::optional<Ray> ray_through_some_triangle(const ClosedSurface& surface, Vec3d inner) {
    for (std::size_t index = 0; index < surface.triangles.size(); ++index) {
        const Triangle triangle = corners_of(surface, index);
        const Vec3d middle =
            triangle[0] * (1.0 / 3) + triangle[1] * (1.0 / 3) + triangle[2] * (1.0 / 3);
        if (meets(triangle, inner, middle) > 0) {
            return Ray{index, middle};
        }
    }
    return std::nullopt;
}

Status check_wound_once(const ClosedSurface& surface, Vec3d inner) {
    const std::optional<Ray> ray = ray_through_some_triangle(surface, inner);
    if (!ray) {
        return not_convex(surface, 0, "is too small for doubles, as are all others");
    }
    for (std::size_t index = 0; index < surface.triangles.size(); ++index) {
        if (index != ray->triangle && meets(corners_of(surface, index), inner, ray->towards) >= 0) {
            return not_convex(surface, index,
                              "covers triangle " +
                                  std::to_string(surface.number_in_mesh[ray->triangle]) +
                                  ", so the mesh winds around its middle more than once");
        }
    }
    return {};
}

} // namespace

Status check_convex(const ClosedSurface& surface) {
    if (Status status = check_edges(surface); !status) {
        return status;
    }
    const Vec3d inner = mean_of_corners(surface);
    if (Status status = check_behind_all(surface, inner); !status) {
        return status;
    }
    return check_wound_once(surface, inner);
}

} // namespace impinge::inline v0
