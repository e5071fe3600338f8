// SPDX-License-Identifier: Apache-2.0
//
// Some triangles of a body as a body of their own, for the exact engine.
#pragma once

#include "impinge/collide.hpp"

#include <span>
#include <vector>

namespace impinge::inline v0::imagespace {

struct MeshPart {
    Mesh mesh;                            ///< only the vertices that are used
    std::vector<std::uint32_t> triangles; ///< their numbers in the whole mesh, ascending
};

/// The triangles may come in any order and more than once.
MeshPart part_of(const MeshView& whole, std::vector<std::uint32_t> triangles);

/// A body that may be a part of another.
struct BodyPart {
    Body body;
    std::span<const std::uint32_t> triangles; ///< their numbers in the whole; none if it is whole
};
inline BodyPart placed(const MeshPart& part, const Rigid& pose) {
    return {{part.mesh.view(), pose}, part.triangles};
}

/// How the parts meet, with every triangle pair, numbered as in the whole bodies. The vertices are
/// placed by the same operations as those of the whole bodies, so that every pair is, bit for bit,
/// one that collide() finds there.
Expected<Interference> collide_parts(const BodyPart& a, const BodyPart& b, const Context& context);

} // namespace impinge::inline v0::imagespace
