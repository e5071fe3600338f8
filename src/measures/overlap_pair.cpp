// SPDX-License-Identifier: Apache-2.0
#include "measures/overlap_pair.hpp"

#include "base/sort_unique.hpp"

#include <limits>
#include <numeric>
#include <utility>

namespace impinge::inline v0 {
namespace {

bool is_named_before(const LocalSurface& a, const LocalSurface& b) {
    return a.corners != b.corners ? a.corners < b.corners : a.faces < b.faces;
}

/// By what meets; if that is the same, by everything.
bool is_named_before(const Solid& a, const LocalSurface& met_a, const Solid& b,
                     const LocalSurface& met_b) {
    if (met_a.corners != met_b.corners || met_a.faces != met_b.faces) {
        return is_named_before(met_a, met_b);
    }
    if (a.mesh.box != b.mesh.box) {
        return std::pair(a.mesh.box.min, a.mesh.box.max) <
               std::pair(b.mesh.box.min, b.mesh.box.max);
    }
    const auto all_of = [](const Solid& solid) {
        std::vector<std::uint32_t> all(solid.mesh.triangles.size());
        std::iota(all.begin(), all.end(), std::uint32_t{0});
        return local_surface(solid, all);
    };
    return is_named_before(all_of(a), all_of(b));
}

} // namespace

OverlapPair overlap_pair(const Solid& a, const Solid& b, std::span<const TrianglePair> pairs) {
    std::array<std::vector<std::uint32_t>, 2> met;
    for (const TrianglePair& pair : pairs) {
        met[0].push_back(pair.a);
        met[1].push_back(pair.b);
    }
    sort_unique(met[0]);
    sort_unique(met[1]);
    std::array surfaces{local_surface(a, met[0]), local_surface(b, met[1])};
    const bool swapped = is_named_before(b, surfaces[1], a, surfaces[0]);
    if (swapped) {
        std::swap(met[0], met[1]);
        std::swap(surfaces[0], surfaces[1]);
    }
    OverlapPair result{swapped ? std::array{b, a} : std::array{a, b},
                       swapped,
                       {},
                       std::move(met),
                       std::move(surfaces)};
    result.meeting.reserve(pairs.size());
    for (const TrianglePair& pair : pairs) {
        result.meeting.push_back(swapped ? std::array{pair.b, pair.a} : std::array{pair.a, pair.b});
    }
    return result;
}

CutSurfaces cut_surfaces(const OverlapPair& pair, const Context& context) {
    constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
    const auto numbers_of = [&](std::size_t body) {
        std::vector<std::uint32_t> numbers(pair.solids.at(body).mesh.triangles.size(), none);
        const auto& from = pair.surfaces.at(body).triangle;
        for (std::uint32_t face = 0; face < from.size(); ++face) {
            numbers[from[face]] = face;
        }
        return numbers;
    };
    const std::array numbers{numbers_of(0), numbers_of(1)};
    std::vector<std::array<std::uint32_t, 2>> local;
    local.reserve(pair.meeting.size());
    for (const auto& [first, second] : pair.meeting) {
        const std::array faces{numbers[0][first], numbers[1][second]};
        if (faces[0] != none && faces[1] != none) { // faces with two equal corners have no part
            local.push_back(faces);
        }
    }
    return {pair.solids, pair.surfaces, local, context};
}

} // namespace impinge::inline v0
