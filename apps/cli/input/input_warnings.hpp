// SPDX-License-Identifier: Apache-2.0
//
// What is probably a mistake about the files of a run, though it can be computed: units that were
// guessed, sizes that look like another unit, objects that were taken together.
#pragma once

#include "impinge/scene_file.hpp"
#include "input/loaded_body.hpp"

#include <span>
#include <string>
#include <vector>

namespace impinge::cli {

/// Files that state no unit beside others that do are taken to be in the unit of those, unless the
/// user says which. Nothing is said if the scene, one of its bodies or the command line has a unit.
std::vector<std::string> unit_warnings(const SceneDescription& described,
                                       const PlacedScene& placed);

/// Files whose contents would lie on each other if one were 25.4 or 1,000 times as large as it is,
/// measured from the origin as a change of unit does, and that are of like size then. Parts of very
/// different size alone are nothing unusual: their boxes do not come to lie on each other, or have
/// other proportions. Pairs of files that both state a unit are not suspected.
std::vector<std::string> size_warnings(std::span<const LoadedBody> bodies,
                                       std::span<const PlacedFile> files);

/// What could not be made use of: "part.step: 3 of 120 faces of 'plate' have no triangles".
std::vector<std::string> reading_warnings(std::span<const PlacedFile> files);

/// "two.obj holds 2 objects or groups, taken as one body; --split groups makes each a body"
std::vector<std::string> split_hints(std::span<const PlacedFile> files);

} // namespace impinge::cli
