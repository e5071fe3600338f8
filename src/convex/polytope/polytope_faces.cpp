// SPDX-License-Identifier: Apache-2.0
#include "convex/polytope/building.hpp"

#include "impinge/predicates.hpp"

#include <algorithm>

namespace impinge::inline v0 {
namespace {

constexpr std::uint32_t no_face = 0xFFFFFFFFu;

bool in_one_plane(const ClosedSurface& surface, std::uint32_t triangle, std::uint32_t other) {
    const TriangleIndices& plane = surface.triangles[triangle];
    const auto& p = surface.positions;
    return std::ranges::all_of(surface.triangles[other], [&](std::uint32_t corner) {
        return std::ranges::find(plane, corner) != plane.end() ||
               orient3d(p[plane[0]], p[plane[1]], p[plane[2]], p[corner]) == 0;
    });
}

/// The triangles face by face, faces in the order of their first triangles.
struct CoplanarGroups {
    std::vector<std::uint32_t> of_triangle;
    std::vector<std::uint32_t> first; ///< group g is at first[g] .. first[g + 1] of `members`
    std::vector<std::uint32_t> members;
};

CoplanarGroups coplanar_groups(const ClosedSurface& surface) {
    CoplanarGroups groups;
    groups.of_triangle.assign(surface.triangles.size(), no_face);
    for (std::uint32_t seed = 0; seed < surface.triangles.size(); ++seed) {
        if (groups.of_triangle[seed] != no_face) {
            continue;
        }
        const auto group = static_cast<std::uint32_t>(groups.first.size());
        groups.first.push_back(static_cast<std::uint32_t>(groups.members.size()));
        groups.of_triangle[seed] = group;
        groups.members.push_back(seed);
        for (std::size_t next = groups.first.back(); next < groups.members.size(); ++next) {
            for (const std::uint32_t neighbour : surface.neighbours[groups.members[next]]) {
                if (groups.of_triangle[neighbour] == no_face &&
                    in_one_plane(surface, seed, neighbour)) {
                    groups.of_triangle[neighbour] = group;
                    groups.members.push_back(neighbour);
                }
            }
        }
    }
    groups.first.push_back(static_cast<std::uint32_t>(groups.members.size()));
    return groups;
}

/// Calls visit(from, to) for the edges around a face, in no order.
template <typename Visit>
void for_each_border_edge(const ClosedSurface& surface, const CoplanarGroups& groups,
                          std::uint32_t group, Visit visit) {
    for (std::uint32_t i = groups.first[group]; i < groups.first[group + 1]; ++i) {
        const std::uint32_t member = groups.members[i];
        const TriangleIndices& triangle = surface.triangles[member];
        for (std::size_t side = 0; side < 3; ++side) {
            if (groups.of_triangle[surface.neighbours[member][side]] != group) {
                visit(triangle[side], triangle[(side + 1) % 3]);
            }
        }
    }
}

/// The number of each vertex among the corners, or no_face. Each face at a vertex leaves it once.
std::vector<std::uint32_t> numbered_corners(const ClosedSurface& surface,
                                            const CoplanarGroups& groups) {
    std::vector<std::uint32_t> faces_at(surface.positions.size(), 0);
    for (std::uint32_t group = 0; group + 1 < groups.first.size(); ++group) {
        for_each_border_edge(surface, groups, group,
                             [&](std::uint32_t from, std::uint32_t) { ++faces_at[from]; });
    }
    std::uint32_t count = 0;
    for (std::uint32_t& faces : faces_at) {
        faces = faces >= 3 ? count++ : no_face;
    }
    return faces_at;
}

void add_face(const ClosedSurface& surface, const CoplanarGroups& groups, std::uint32_t group,
              const std::vector<std::uint32_t>& numbers, std::vector<std::uint32_t>& after,
              PolytopeFaces& faces) {
    std::uint32_t start = no_face;
    for_each_border_edge(surface, groups, group, [&](std::uint32_t from, std::uint32_t to) {
        after[from] = to;
        if (start == no_face && numbers[from] != no_face) {
            start = from;
        }
    });
    faces.first.push_back(static_cast<std::uint32_t>(faces.corners.size()));
    std::uint32_t at = start;
    do {
        if (numbers[at] != no_face) {
            faces.corners.push_back(numbers[at]);
        }
        at = after[at];
    } while (at != start);
}

std::vector<TriangleIndices> fans(const PolytopeFaces& faces) {
    std::vector<TriangleIndices> triangles;
    for (std::size_t face = 0; face + 1 < faces.first.size(); ++face) {
        const std::uint32_t apex = faces.corners[faces.first[face]];
        for (std::uint32_t i = faces.first[face] + 1; i + 1 < faces.first[face + 1]; ++i) {
            triangles.push_back({apex, faces.corners[i], faces.corners[i + 1]});
        }
    }
    return triangles;
}

std::vector<TriangleIndices> renumbered(const std::vector<TriangleIndices>& triangles,
                                        const std::vector<std::uint32_t>& numbers) {
    std::vector<TriangleIndices> result;
    result.reserve(triangles.size());
    for (const auto& [a, b, c] : triangles) {
        result.push_back({numbers[a], numbers[b], numbers[c]});
    }
    return result;
}

} // namespace

PolytopeFaces polytope_faces(const ClosedSurface& surface) {
    const CoplanarGroups groups = coplanar_groups(surface);
    const std::vector<std::uint32_t> numbers = numbered_corners(surface, groups);
    PolytopeFaces faces;
    for (std::size_t vertex = 0; vertex < numbers.size(); ++vertex) {
        if (numbers[vertex] != no_face) {
            faces.vertices.push_back(surface.positions[vertex]);
        }
    }
    std::vector<std::uint32_t> after(numbers.size(), no_face);
    for (std::uint32_t group = 0; group + 1 < groups.first.size(); ++group) {
        add_face(surface, groups, group, numbers, after, faces);
    }
    faces.first.push_back(static_cast<std::uint32_t>(faces.corners.size()));
    // As many triangles as a sphere over the corners has: no other vertex was in use.
    const bool all_corners = surface.triangles.size() + 4 == 2 * faces.vertices.size();
    faces.triangles = all_corners ? renumbered(surface.triangles, numbers) : fans(faces);
    return faces;
}

} // namespace impinge::inline v0
