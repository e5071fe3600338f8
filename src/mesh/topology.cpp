// SPDX-License-Identifier: Apache-2.0
#include "mesh/topology.hpp"

#include "base/disjoint_sets.hpp"

#include <algorithm>

namespace impinge::inline v0 {
namespace {

std::uint64_t pack(std::uint64_t high, std::uint64_t low) { return high << 32 | low; }

std::uint32_t triangle_of(std::uint64_t entry) { return static_cast<std::uint32_t>(entry); }

} // namespace

EdgeTable::EdgeTable(std::span<const TriangleIndices> welded_triangles, std::size_t vertex_count)
    : keys_(2 * vertex_count,
            [&](auto put) {
                for (std::size_t index = 0; index < welded_triangles.size(); ++index) {
                    const TriangleIndices& corners = welded_triangles[index];
                    for (std::size_t i = 0; i < 3; ++i) {
                        const std::uint32_t from = corners[i];
                        const std::uint32_t to = corners[i == 2 ? 0 : i + 1];
                        if (from < to) {
                            put(2 * std::size_t{from}, pack(to, index));
                        } else if (to < from) {
                            put(2 * std::size_t{to} + 1, pack(from, index));
                        }
                    }
                }
            }),
      triangle_count_(welded_triangles.size()) {
    keys_.sort_each();
}

FaceCount count_faces(const EdgeFaces& edge) {
    // Entries of one edge are in the order of their triangles, and only a two-way triangle is
    // listed on both sides.
    std::size_t two_way = 0;
    auto backward = edge.backward.begin();
    for (const std::uint64_t entry : edge.forward) {
        while (backward != edge.backward.end() && *backward < entry) {
            ++backward;
        }
        two_way += backward != edge.backward.end() && *backward == entry ? 1 : 0;
    }
    return {edge.forward.size() - two_way, edge.backward.size() - two_way};
}

FaceCount count_faces(const EdgeFaces& edge, std::span<const std::uint8_t> marked) {
    const auto count = [&](std::span<const std::uint64_t> entries) {
        return static_cast<std::size_t>(
            std::count_if(entries.begin(), entries.end(),
                          [&](std::uint64_t entry) { return marked[triangle_of(entry)] != 0; }));
    };
    return {count(edge.forward), count(edge.backward)};
}

EdgeCensus edge_census(const EdgeTable& table) {
    EdgeCensus census;
    table.for_each_edge([&](const EdgeFaces& edge) {
        const FaceCount faces = count_faces(edge);
        census.open += is_open(faces) ? 1 : 0;
        census.non_manifold += is_non_manifold(faces) ? 1 : 0;
        census.misoriented += is_misoriented(faces) ? 1 : 0;
    });
    return census;
}

Components triangle_components(const EdgeTable& table) {
    DisjointSets sets(table.triangle_count());
    table.for_each_edge([&](const EdgeFaces& edge) {
        const std::uint32_t first =
            triangle_of(edge.forward.empty() ? edge.backward[0] : edge.forward[0]);
        for (const std::uint64_t entry : edge.forward) {
            sets.unite(first, triangle_of(entry));
        }
        for (const std::uint64_t entry : edge.backward) {
            sets.unite(first, triangle_of(entry));
        }
    });
    Components components{std::vector<std::uint32_t>(table.triangle_count()), 0};
    for (std::uint32_t triangle = 0; triangle < components.of_triangle.size(); ++triangle) {
        const std::uint32_t root = sets.root(triangle);
        components.of_triangle[triangle] = root == triangle
                                               ? static_cast<std::uint32_t>(components.count++)
                                               : components.of_triangle[root];
    }
    return components;
}

std::vector<std::uint8_t> balanced_components(const EdgeTable& table,
                                              const Components& components) {
    std::vector<std::uint8_t> balanced(components.count, 1);
    table.for_each_edge([&](const EdgeFaces& edge) {
        if (edge.forward.size() != edge.backward.size()) {
            const auto& faces = edge.forward.empty() ? edge.backward : edge.forward;
            balanced[components.of_triangle[triangle_of(faces[0])]] = 0;
        }
    });
    return balanced;
}

std::size_t count_duplicates(std::span<const TriangleIndices> welded_triangles,
                             std::size_t vertex_count) {
    Buckets<std::uint64_t> keys(vertex_count, [&](auto put) {
        for (TriangleIndices corners : welded_triangles) {
            std::sort(corners.begin(), corners.end());
            put(corners[0], pack(corners[1], corners[2]));
        }
    });
    keys.sort_each();
    std::size_t duplicates = 0;
    for (std::size_t bucket = 0; bucket < keys.size(); ++bucket) {
        const auto faces = keys[bucket];
        for (std::size_t i = 1; i < faces.size(); ++i) {
            duplicates += faces[i] == faces[i - 1] ? 1 : 0;
        }
    }
    return duplicates;
}

} // namespace impinge::inline v0
