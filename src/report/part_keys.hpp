// SPDX-License-Identifier: Apache-2.0
//
// What parts are called when runs are compared: by their names in the assembly, and where several
// share one, by where they stand among the others. The order of files and of parts in them, how
// parts are triangulated, and where the assembly as a whole stands have no part in it.
#pragma once

#include "impinge/mesh.hpp"
#include "impinge/rigid.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace impinge::inline v0::report {

/// The name without what impinge put in it to tell parts apart: "bolt#2" and "bolt" are one path,
/// and so are the parts "file/1" and "file/2", which have no name in the file.
std::string path_of_name(std::string_view name);

/// Where a part is, whatever its triangles: the centroid of its surface, and its area.
struct PartPlace {
    std::string path;
    Vec3d centre{};
    double area = 0;
};

PartPlace place_of(std::string path, const MeshView& mesh, const Rigid& pose);

/// The path where no other part has it; else PATH@1, PATH@2, ... in the order of their coordinates
/// in a frame of the largest parts that have a path of their own. Without three such parts that are
/// not in line, of their distances to those there are, then of the coordinates as they are.
std::vector<std::string> part_keys(std::span<const PartPlace> parts);

} // namespace impinge::inline v0::report
