// SPDX-License-Identifier: Apache-2.0
//
// From polygon faces to triangles, in as many ways as a seed can choose: other diagonals, edges
// split at exact midpoints, triangles without area added where repaired files have them, triangles
// and vertices in another order. The point set never changes.
#pragma once

#include "base/hash.hpp"
#include "base/random.hpp"
#include "impinge/mesh.hpp"
#include "tests/support/exact_arithmetic.hpp"
#include "tests/support/poly_mesh.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

namespace impinge::tests {

enum class Splits : std::uint8_t { None, Some, All };

/// Triangles of zero area that leave a closed mesh closed.
enum class Extras : std::uint8_t {
    None,
    Caps,   ///< an edge split for one of its two triangles, the gap closed by a collinear triangle
    Points, ///< triangles with two or three equal corners
};

enum class Order : std::uint8_t { AsBuilt, Shuffled };

struct Meshing {
    std::uint64_t seed = 0; ///< 0: every face is a fan around its first corner
    Splits splits = Splits::None;
    Extras extras = Extras::None;
    Order order = Order::AsBuilt;
};

inline Mesh fanned(const PolyMesh& polygons, std::uint64_t seed) {
    Random random(seed);
    Mesh mesh{polygons.positions, {}};
    for (const Loop& face : polygons.faces) {
        const std::size_t count = face.size();
        const std::size_t hub = seed == 0 ? 0 : random.below(count);
        for (std::size_t i = 1; i + 1 < count; ++i) {
            mesh.triangles.push_back(
                {face[hub], face[(hub + i) % count], face[(hub + i + 1) % count]});
        }
    }
    return mesh;
}

/// Decides by position, so that both triangles of an edge agree even if they share no index.
inline bool splits_edge(Vec3d p, Vec3d q, const Meshing& meshing) {
    if (meshing.splits != Splits::Some) {
        return meshing.splits == Splits::All;
    }
    Hasher hasher;
    hasher.add(meshing.seed);
    hasher.add(std::min(p, q));
    hasher.add(std::max(p, q));
    return (hasher.digest() & 1) != 0;
}

/// Splits one triangle along the midpoints it has; `middles` belongs to edges 01, 12, 20.
inline void split_triangle(const TriangleIndices& t,
                           const std::array<std::optional<std::uint32_t>, 3>& middles,
                           std::vector<TriangleIndices>& out) {
    const int count =
        int{middles[0].has_value()} + int{middles[1].has_value()} + int{middles[2].has_value()};
    // Turned so that the pattern below starts at edge k: the one that differs from its neighbours.
    std::size_t k = 0;
    while ((count == 1 && !middles[k]) || (count == 2 && middles[(k + 2) % 3])) {
        ++k;
    }
    const auto corner = [&](std::size_t i) { return t[(k + i) % 3]; };
    const auto middle = [&](std::size_t i) { return *middles[(k + i) % 3]; };
    if (count == 0) {
        out.push_back(t);
    } else if (count == 1) {
        out.push_back({corner(0), middle(0), corner(2)});
        out.push_back({middle(0), corner(1), corner(2)});
    } else if (count == 2) {
        out.push_back({corner(1), middle(1), middle(0)});
        out.push_back({corner(0), middle(0), middle(1)});
        out.push_back({corner(0), middle(1), corner(2)});
    } else {
        out.push_back({corner(0), middle(0), middle(2)});
        out.push_back({corner(1), middle(1), middle(0)});
        out.push_back({corner(2), middle(2), middle(1)});
        out.push_back({middle(0), middle(1), middle(2)});
    }
}

inline Mesh split(const Mesh& mesh, const Meshing& meshing) {
    Mesh result{mesh.positions, {}};
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::optional<std::uint32_t>> middles;
    const auto middle_of = [&](std::uint32_t i, std::uint32_t j) {
        const auto [place, is_new] = middles.try_emplace({std::min(i, j), std::max(i, j)});
        const Vec3d p = std::min(mesh.positions[i], mesh.positions[j]);
        const Vec3d q = std::max(mesh.positions[i], mesh.positions[j]);
        if (is_new && splits_edge(p, q, meshing)) {
            if (const std::optional<Vec3d> middle = exact_midpoint(p, q)) {
                place->second = static_cast<std::uint32_t>(result.positions.size());
                result.positions.push_back(*middle);
            }
        }
        return place->second;
    };
    for (const TriangleIndices& t : mesh.triangles) {
        split_triangle(t, {middle_of(t[0], t[1]), middle_of(t[1], t[2]), middle_of(t[2], t[0])},
                       result.triangles);
    }
    return result;
}

/// Every third triangle gets a vertex in the middle of its first edge that its neighbour lacks.
inline void add_caps(Mesh& mesh) {
    for (std::size_t i = 0, count = mesh.triangles.size(); i < count; i += 3) {
        const auto [a, b, c] = mesh.triangles[i];
        const auto middle = exact_midpoint(mesh.positions[a], mesh.positions[b]);
        if (!middle) {
            continue;
        }
        const auto m = static_cast<std::uint32_t>(mesh.positions.size());
        mesh.positions.push_back(*middle);
        mesh.triangles[i] = {a, m, c};
        mesh.triangles.push_back({m, b, c});
        mesh.triangles.push_back({a, b, m});
    }
}

inline void add_points(Mesh& mesh) {
    for (std::size_t i = 0, count = mesh.triangles.size(); i < count; i += 4) {
        const auto [a, b, c] = mesh.triangles[i];
        const auto twin = static_cast<std::uint32_t>(mesh.positions.size());
        const Vec3d position_b = mesh.positions[b];
        mesh.positions.push_back(position_b);
        mesh.triangles.push_back({a, b, twin});
        mesh.triangles.push_back({c, c, c});
    }
}

/// Random order of triangles, first corners and vertex numbers.
inline Mesh shuffled(const Mesh& mesh, std::uint64_t seed) {
    Random random(seed ^ 0x5EED);
    const auto permutation = [&](std::size_t count) {
        std::vector<std::uint32_t> places(count);
        std::iota(places.begin(), places.end(), 0U);
        for (std::size_t i = count; i > 1; --i) {
            std::swap(places[i - 1], places[random.below(i)]);
        }
        return places;
    };
    const std::vector<std::uint32_t> vertex_to = permutation(mesh.positions.size());
    const std::vector<std::uint32_t> triangle_to = permutation(mesh.triangles.size());
    Mesh result{std::vector<Vec3d>(mesh.positions.size()),
                std::vector<TriangleIndices>(mesh.triangles.size())};
    for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
        result.positions[vertex_to[v]] = mesh.positions[v];
    }
    for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
        const std::size_t turn = random.below(3);
        for (std::size_t k = 0; k < 3; ++k) {
            result.triangles[triangle_to[i]][k] = vertex_to[mesh.triangles[i][(k + turn) % 3]];
        }
    }
    return result;
}

inline Mesh meshed(const PolyMesh& polygons, const Meshing& meshing = {}) {
    Mesh mesh = fanned(polygons, meshing.seed);
    if (meshing.splits != Splits::None) {
        mesh = split(mesh, meshing);
    }
    if (meshing.extras == Extras::Caps) {
        add_caps(mesh);
    } else if (meshing.extras == Extras::Points) {
        add_points(mesh);
    }
    return meshing.order == Order::Shuffled ? shuffled(mesh, meshing.seed) : mesh;
}

} // namespace impinge::tests
