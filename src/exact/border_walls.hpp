// SPDX-License-Identifier: Apache-2.0
//
// Whether walls of a body are its border: material on one side, none on the other. A wall may also
// lie within the material (where parts of a body overlap, nest or lie flush on each other) and then
// bounds nothing.
#pragma once

#include "exact/solid_surface.hpp"

#include <cstdint>
#include <span>

namespace impinge::inline v0 {

/// Whether one of the crossing pairs proves the verdict Crossing: both triangles are border at a
/// point inside both. Tries a few. Needs no diagnosis: surfaces without an inside cross anyway, and
/// of a body whose normals are not what is said no triangle is border.
bool borders_cross(const Solid& a, const Solid& b, std::span<const TrianglePair> pairs,
                   const Context& context);

/// Whether the triangles named are border, and the surface is plain around them: it does not meet
/// itself there, every edge has two faces, every corner one fan of faces, and all of them have
/// an area. Then contacts there can be judged one by one.
bool is_plain_border(const Solid& solid, const SolidSurface& surface,
                     std::span<const std::uint32_t> triangles, const Context& context);

} // namespace impinge::inline v0
