// SPDX-License-Identifier: Apache-2.0
#include "exact/pairs/flush_parts.hpp"

#include "geometry/projection.hpp"
#include "geometry/triangle_contact.hpp"

#include <algorithm>

namespace impinge::inline v0 {
namespace {

constexpr std::size_t pairs_sampled = 64;

/// A place in a list of so many, as good as random.
std::size_t mixed_place(std::size_t number, std::size_t size) {
    const std::uint64_t mixed = (std::uint64_t{number} + 1) * 0x9E3779B97F4A7C15U;
    return static_cast<std::size_t>((mixed >> 32U) * std::uint64_t{size} >> 32U);
}

/// Tells of two boxes whether what is in them has an area in common.
class FlushTest {
  public:
    FlushTest(const Meshes& meshes, const BoxLists& boxes) : meshes_(meshes), boxes_(boxes) {}

    [[nodiscard]] bool operator()(std::size_t a, std::size_t b) const {
        const QuantisedTriangle& s = boxes_.a[a];
        const QuantisedTriangle& t = boxes_.b[b];
        return all_at_most(s.low, t.high) && all_at_most(t.low, s.high) &&
               coplanar_areas_overlap(meshes_.a.triangle(s.index), meshes_.b.triangle(t.index));
    }

  private:
    const Meshes& meshes_;
    const BoxLists& boxes_;
};

std::size_t hits_of_sample(const FlushTest& are_flush, const BoxLists& boxes) {
    std::size_t hits = 0;
    for (std::size_t i = 0; i < pairs_sampled; ++i) {
        const std::size_t a = mixed_place(2 * i, boxes.a.size());
        hits += are_flush(a, mixed_place(2 * i + 1, boxes.b.size())) ? 1 : 0;
    }
    return hits;
}

} // namespace

std::optional<Triangle> common_plane(const Meshes& meshes, const BoxLists& boxes) {
    constexpr std::size_t tried = 6;
    for (std::size_t i = 0; i < tried; ++i) {
        const std::size_t at = (2 * i + 1) * boxes.a.size() / (2 * tried);
        const Triangle s = meshes.a.triangle(boxes.a[at].index);
        std::size_t found = 0;
        for (std::size_t j = 0; j < tried; ++j) {
            const std::size_t other = (2 * j + 1) * boxes.b.size() / (2 * tried);
            const Triangle t = meshes.b.triangle(boxes.b[other].index);
            found += all_zero(plane_sides(s, t)) ? 1 : 0;
        }
        if (found > 1 && projection_axis(s[0], s[1], s[2]) >= 0) {
            return s;
        }
    }
    return std::nullopt;
}

Sign side_in_plane(const Triangle& plane, const Triangle& triangle) {
    return all_zero(plane_sides(plane, triangle)) ? normals_agree(plane, triangle) : 0;
}

std::optional<FlushPairs> some_flush_pairs(const Meshes& meshes, const BoxLists& boxes) {
    const FlushTest are_flush(meshes, boxes);
    const std::size_t hits = hits_of_sample(are_flush, boxes);
    if (hits < 2) {
        return std::nullopt;
    }
    // Of most triangles four partners at least are among so many, if all have equally many.
    const std::size_t tries = 4 * pairs_sampled / hits;
    FlushPairs found{{},
                     std::vector<std::uint8_t>(boxes.a.size(), 0),
                     std::vector<std::uint8_t>(boxes.b.size(), 0)};
    const auto take = [&](std::size_t a, std::size_t b) {
        const bool flush = are_flush(a, b);
        if (flush) {
            found.met_a[a] = found.met_b[b] = 1;
            found.pairs.push_back({boxes.a[a].index, boxes.b[b].index});
        }
        return flush;
    };
    for (std::size_t a = 0; a < boxes.a.size(); ++a) {
        for (std::size_t i = 0; i < tries && !take(a, mixed_place(a * tries + i, boxes.b.size()));
             ++i) {
        }
    }
    for (std::size_t b = 0; b < boxes.b.size(); ++b) {
        for (std::size_t i = 0; i < tries && found.met_b[b] == 0; ++i) {
            take(mixed_place(b * tries + i, boxes.a.size()), b);
        }
    }
    return found;
}

} // namespace impinge::inline v0
