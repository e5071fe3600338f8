// SPDX-License-Identifier: Apache-2.0
//
// A closed surface bounds a convex solid if no edge is bent inwards, a point lies behind all
// triangles, and a ray from it through the middle of one triangle meets no other: else the surface
// might wind around the point more than once, as a pentagram does.
#include "convex/polytope/convexity.hpp"

#include "impinge/predicates.hpp"

#include <algorithm>
#include <optional>
#include <string>

namespace impinge::inline v0 {
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
