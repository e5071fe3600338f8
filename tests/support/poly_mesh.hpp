// SPDX-License-Identifier: Apache-2.0
//
// Bodies for tests as polygon faces, before anyone has chosen how to split them into triangles:
// one solid can then be presented in many triangulations that are equal as point sets.
#pragma once

#include "impinge/vec3.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace impinge::tests {

/// Corners of a planar, strictly convex face, counter-clockwise seen from outside.
using Loop = std::vector<std::uint32_t>;

struct PolyMesh {
    std::vector<Vec3d> positions;
    std::vector<Loop> faces;
};

/// Parts side by side in one body; vertices are not welded across parts.
inline PolyMesh joined(const std::vector<PolyMesh>& parts) {
    PolyMesh whole;
    for (const PolyMesh& part : parts) {
        const auto first = static_cast<std::uint32_t>(whole.positions.size());
        whole.positions.insert(whole.positions.end(), part.positions.begin(), part.positions.end());
        for (Loop face : part.faces) {
            for (std::uint32_t& corner : face) {
                corner += first;
            }
            whole.faces.push_back(std::move(face));
        }
    }
    return whole;
}

inline PolyMesh moved(PolyMesh mesh, Vec3d offset) {
    for (Vec3d& p : mesh.positions) {
        p = p + offset;
    }
    return mesh;
}

/// The same faces seen from the other side.
inline PolyMesh inside_out(PolyMesh mesh) {
    for (Loop& face : mesh.faces) {
        std::reverse(face.begin(), face.end());
    }
    return mesh;
}

inline PolyMesh with_cavity(const PolyMesh& outer, const PolyMesh& hole) {
    return joined({outer, inside_out(hole)});
}

/// The mesh without one of its faces: an open surface.
inline PolyMesh without_face(PolyMesh mesh, std::size_t face) {
    mesh.faces.erase(mesh.faces.begin() + static_cast<std::ptrdiff_t>(face));
    return mesh;
}

} // namespace impinge::tests
