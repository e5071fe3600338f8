// SPDX-License-Identifier: Apache-2.0
//
// Reading for the tests, and what they measure of meshes by themselves.
#pragma once

#include "impinge/cad.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>

namespace impinge::cad_test {

inline std::span<const char> span_of(const std::string& bytes) {
    return {bytes.data(), bytes.size()};
}

inline Expected<FileBodies> try_read(const std::string& bytes, const char* name,
                                     const CadOptions& cad = {}, const Context& context = {}) {
    enable_cad();
    return parse_bodies(span_of(bytes), name, {.cad = cad}, context);
}

inline FileBodies read(const std::string& bytes, const char* name, const CadOptions& cad = {}) {
    auto bodies = try_read(bytes, name, cad);
    EXPECT_TRUE(bodies) << bodies.error().message;
    return bodies ? std::move(*bodies) : FileBodies{};
}

/// Every directed edge of a triangle has its opposite in exactly one other triangle.
inline bool is_closed(const Mesh& mesh) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, int> edges;
    for (const TriangleIndices& t : mesh.triangles) {
        for (std::size_t k = 0; k < 3; ++k) {
            ++edges[{t[k], t[(k + 1) % 3]}];
        }
    }
    for (const auto& [edge, count] : edges) {
        const auto opposite = edges.find({edge.second, edge.first});
        if (count != 1 || opposite == edges.end() || opposite->second != 1) {
            return false;
        }
    }
    return !edges.empty();
}

inline double volume(const Mesh& mesh) {
    double six = 0;
    for (const auto& [a, b, c] : mesh.triangles) {
        six += dot(mesh.positions[a], cross(mesh.positions[b], mesh.positions[c]));
    }
    return six / 6;
}

inline double area(const Mesh& mesh) {
    double twice = 0;
    for (const auto& [a, b, c] : mesh.triangles) {
        twice += length(
            cross(mesh.positions[b] - mesh.positions[a], mesh.positions[c] - mesh.positions[a]));
    }
    return twice / 2;
}

} // namespace impinge::cad_test
