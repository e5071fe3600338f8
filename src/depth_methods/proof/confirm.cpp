// SPDX-License-Identifier: Apache-2.0
#include "depth_methods/proof/confirm.hpp"

#include "exact/result_hash.hpp"
#include "imagespace/pixel_layers.hpp"

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
    auto found = collide(a.body, b.body, {.detail = Detail::Pairs}, context);
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

namespace {

/// One proof is enough, and most pixels give one.
constexpr std::size_t most_pixels = 64;

/// That many at most, spread evenly over the list.
std::vector<PixelPlace> some_of(std::span<const PixelPlace> pixels) {
    const std::size_t count = std::min(pixels.size(), most_pixels);
    std::vector<PixelPlace> some;
    for (std::size_t i = 0; i < count; ++i) {
        some.push_back(pixels[i * pixels.size() / count]);
    }
    return some;
}

/// The pixels and their eight neighbours: where surfaces cross, the triangle of one body is often
/// seen at one pixel and that of the other at the next.
std::vector<PixelPlace> with_neighbours(std::span<const PixelPlace> pixels,
                                        const raster::PixelArea& area) {
    std::vector<PixelPlace> grown;
    grown.reserve(9 * pixels.size());
    const auto add = [&](std::int64_t x, std::int64_t y) {
        if (x >= 0 && y >= 0 && x < area.width && y < area.height) {
            grown.push_back({static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y)});
        }
    };
    for (const PixelPlace& pixel : pixels) {
        for (int dy = -1; dy <= 1; ++dy) {
            for (int dx = -1; dx <= 1; ++dx) {
                add(std::int64_t{pixel.x} + dx, std::int64_t{pixel.y} + dy);
            }
        }
    }
    std::sort(grown.begin(), grown.end(), [](const PixelPlace& p, const PixelPlace& q) {
        return p.y != q.y ? p.y < q.y : p.x < q.x;
    });
    grown.erase(std::unique(grown.begin(), grown.end()), grown.end());
    return grown;
}

struct Parts {
    MeshPart a;
    MeshPart b;
};

/// All triangles at the pixels.
Expected<Parts> parts_at(const Body& a, const Body& b, const raster::View& view,
                         std::span<const PixelPlace> pixels, const Context& context) {
    const auto seen = pixel_layers(view, {.mesh = a.mesh, .pose = a.pose},
                                   {.mesh = b.mesh, .pose = b.pose}, pixels, context);
    if (!seen) {
        return seen.error();
    }
    std::vector<std::uint32_t> of_a;
    std::vector<std::uint32_t> of_b;
    for (const Layer& layer : seen->layers.items()) {
        (layer.owner == Owner::A ? of_a : of_b).push_back(layer.triangle);
    }
    return Parts{part_of(a.mesh, std::move(of_a)), part_of(b.mesh, std::move(of_b))};
}

/// Asking about nearly everything is no cheaper than asking about everything.
bool are_small(const Parts& parts, const Body& a, const Body& b) {
    return 2 * (parts.a.triangles.size() + parts.b.triangles.size()) <
           a.mesh.triangle_count() + b.mesh.triangle_count();
}

} // namespace

Expected<std::optional<Interference>> crossing_at(const Body& a, const Body& b,
                                                  const raster::View& view,
                                                  std::span<const PixelPlace> overlapping,
                                                  const Context& context) {
    using Answer = std::optional<Interference>;
    const auto pixels = with_neighbours(some_of(overlapping), raster::shown_area(view));
    const auto parts = parts_at(a, b, view, pixels, context);
    if (!parts) {
        return parts.error();
    }
    if (!are_small(*parts, a, b)) {
        return Answer();
    }
    auto proof = collide_parts(placed(parts->a, a.pose), placed(parts->b, b.pose), context);
    if (!proof) {
        return proof.error();
    }
    return proof->verdict == Verdict::Crossing ? Answer(std::move(*proof)) : Answer();
}

Expected<Interference> confirm(const Body& a, const Body& b, const raster::View& view,
                               std::span<const PixelPlace> overlapping, const Context& context) {
    auto proof = crossing_at(a, b, view, overlapping, context);
    if (!proof) {
        return proof.error();
    }
    return *proof ? std::move(**proof) : collide(a, b, {.detail = Detail::Pairs}, context);
}

} // namespace impinge::inline v0::imagespace
