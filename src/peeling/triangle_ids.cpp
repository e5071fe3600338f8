// SPDX-License-Identifier: Apache-2.0
#include "peeling/triangle_ids.hpp"

#include "base/buckets.hpp"
#include "imagespace/conservative/candidate_pairs.hpp"

#include <algorithm>

namespace impinge::inline v0::imagespace {
namespace {

/// The triangles with each last vertex.
Buckets<std::uint32_t> fans_of(const WorldMesh& mesh) {
    return {mesh.vertices.size(), [&](const auto& put) {
                for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
                    put(mesh.triangles[i][2], static_cast<std::uint32_t>(i));
                }
            }};
}

/// Of two fans of one body, or of two bodies.
void add_pairs(std::span<const std::uint32_t> of_a, std::span<const std::uint32_t> of_b,
               bool one_body, std::vector<Candidate>& candidates) {
    for (const std::uint32_t a : of_a) {
        for (const std::uint32_t b : of_b) {
            if (!one_body) {
                candidates.push_back({a, b});
            } else if (a != b) {
                candidates.push_back({std::min(a, b), std::max(a, b)});
            }
        }
    }
}

} // namespace

std::vector<Candidate> triangles_of(std::span<const raster::IdPair> ids, TriangleIds meaning,
                                    const WorldMesh& a, const WorldMesh& b) {
    const bool one_body = &a == &b;
    std::vector<Candidate> candidates;
    candidates.reserve(ids.size());
    if (ids.empty()) {
        return candidates;
    }
    if (meaning == TriangleIds::Unique) {
        for (const raster::IdPair& pair : ids) {
            add_pairs({&pair.one, 1}, {&pair.other, 1}, one_body, candidates);
        }
    } else {
        const Buckets<std::uint32_t> fans_a = fans_of(a);
        const Buckets<std::uint32_t> fans_b = one_body ? Buckets<std::uint32_t>() : fans_of(b);
        for (const raster::IdPair& pair : ids) {
            add_pairs(fans_a[pair.one], (one_body ? fans_a : fans_b)[pair.other], one_body,
                      candidates);
        }
    }
    sort_candidates(candidates);
    return candidates;
}

} // namespace impinge::inline v0::imagespace
