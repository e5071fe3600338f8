// SPDX-License-Identifier: Apache-2.0
#include "imagespace/proof/confirm_parts.hpp"

#include "exact/result_hash.hpp"

#include <algorithm>

namespace impinge::inline v0::imagespace {
namespace {

void sort_and_unite(std::vector<std::uint32_t>& numbers) {
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

} // namespace

MeshPart part_of(const MeshView& whole, std::vector<std::uint32_t> triangles) {
    sort_and_unite(triangles);
    std::vector<std::uint32_t> vertices;
    vertices.reserve(3 * triangles.size());
    for (const std::uint32_t triangle : triangles) {
        const TriangleIndices& corners = whole.triangles()[triangle];
        vertices.insert(vertices.end(), corners.begin(), corners.end());
    }
    sort_and_unite(vertices);
    const auto place = [&](std::uint32_t vertex) {
        return static_cast<std::uint32_t>(
            std::lower_bound(vertices.begin(), vertices.end(), vertex) - vertices.begin());
    };
    MeshPart part;
    for (const std::uint32_t vertex : vertices) {
        part.mesh.positions.push_back(whole.position(vertex));
    }
    for (const std::uint32_t triangle : triangles) {
        const TriangleIndices& corners = whole.triangles()[triangle];
        part.mesh.triangles.push_back({place(corners[0]), place(corners[1]), place(corners[2])});
    }
    part.triangles = std::move(triangles);
    return part;
}

Expected<Interference> collide_parts(const BodyPart& a, const BodyPart& b, const Context& context) {
    auto found = collide(a.body, b.body, {.detail = Detail::Pairs, .context = context});
    if (found) {
        // Ascending numbers keep the order of the pairs.
        for (TrianglePair& pair : found->pairs) {
            pair.a = a.triangles.empty() ? pair.a : a.triangles[pair.a];
            pair.b = b.triangles.empty() ? pair.b : b.triangles[pair.b];
        }
        found->hash = hash_of(*found);
    }
    return found;
}

} // namespace impinge::inline v0::imagespace
