// SPDX-License-Identifier: Apache-2.0
//
// Writes what collide() found: contact curves as OBJ lines, triangle pairs as CSV. Files appear
// whole or not at all (see write_file.hpp).
#pragma once

#include "impinge/collide.hpp"

#include <filesystem>
#include <span>
#include <string>

namespace impinge::inline v0 {

/// The contacts of two bodies, to be written under their names.
struct NamedContacts {
    std::string body_a;
    std::string body_b;
    std::span<const TrianglePair> pairs;
    std::span<const ContactCurve> curves;
};

/// Each pair of bodies is an object `o A|B`, each curve an `l` statement; the `l` of a closed curve
/// ends with the vertex it began with. Coordinates are exact: shortest text that reads back as the
/// same bits. The name must end in .obj.
Status write_curves(const std::filesystem::path& path, std::span<const NamedContacts> contacts);

/// Lines `body_a,body_b,triangle_a,triangle_b,kind` under a header line; triangles count from 0 in
/// the order of the file (polygons count as the triangles they were cut into), kind is `crossing`
/// or `touching`. Names with commas, quotes or line ends are quoted.
Status write_pairs(const std::filesystem::path& path, std::span<const NamedContacts> contacts);

std::string curves_obj(std::span<const NamedContacts> contacts);
std::string pairs_csv(std::span<const NamedContacts> contacts);

} // namespace impinge::inline v0
