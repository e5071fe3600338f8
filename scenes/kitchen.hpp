// SPDX-License-Identifier: Apache-2.0
//
// A fitted kitchen with all that lies about in one, in metres: x to the right along the back wall,
// y from the front to that wall, z up from the floor. About two hundred bodies, convex (boxes,
// jars, fruit), made of convex parts (chairs, cupboards, the table) and hollow (cups, pots, the
// sink). Bodies stand exactly on what carries them; nothing else touches and nothing crosses.
#pragma once

#include "impinge/mesh.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace impinge::scenes {

/// What a body is made of; says which kind of body of a World it is best added as.
enum class KitchenShape : std::uint8_t {
    Convex,
    Bricks, ///< the union of boxes that meet in faces or overlap
    Hollow, ///< concave
};

struct KitchenBody {
    std::string name;
    KitchenShape shape = KitchenShape::Convex;
    Mesh mesh;                ///< a solid of one part
    std::vector<Box3> bricks; ///< those it is the union of, if it is one
};

struct Kitchen {
    std::size_t triangles = 12'000; ///< of all bodies; the round ones get what the others leave
    std::uint64_t seed = 1;         ///< turns what is round about its own axis
};

std::vector<KitchenBody> kitchen(const Kitchen& wanted = {});

} // namespace impinge::scenes
