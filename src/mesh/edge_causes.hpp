// SPDX-License-Identifier: Apache-2.0
//
// Why an edge is open or misoriented, where that can be told: it decides what is to be done.
#pragma once

#include "impinge/mesh.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace impinge::inline v0 {

/// The vertices at the ends, welded.
struct OpenEdge {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
};

/// For each edge 1 if it runs along another of them, within the rounding of single precision, and
/// an end of one lies inside the other. A microsecond or so for each. Advice, not proof: a crack
/// that is narrower than that rounding counts as closed.
std::vector<std::uint8_t> at_t_junctions(std::span<const OpenEdge> edges,
                                         std::span<const Vec3d> positions);

/// Marks one of all triangles with the same three corners: one of those that are in the majority if
/// some face one way and some the other, none if there are as many of both. Triangles two of whose
/// corners are welded are not marked.
std::vector<std::uint8_t>
faces_without_duplicates(std::span<const TriangleIndices> welded_triangles);

} // namespace impinge::inline v0
