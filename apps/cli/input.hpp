// SPDX-License-Identifier: Apache-2.0
//
// From the arguments of a verb to bodies: mesh files, or a scene file, or both.
#pragma once

#include "loaded_body.hpp"

#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace impinge::cli {

struct Input {
    std::vector<std::string> files;
    bool weld = false;
    std::string split;               ///< "groups" or empty
    std::string unit;                ///< a symbol or name, or empty
    std::vector<std::string> ignore; ///< PATTERN or PATTERN:PATTERN each
};

/// --weld and --unit; what several verbs share.
void add_reading_options(CLI::App& verb, Input& input);

/// --ignore, for verbs that look at pairs.
void add_ignore_option(CLI::App& verb, Input& input);

struct LoadedScene {
    std::optional<LengthUnit> unit; ///< of all coordinates and distances
    std::vector<LoadedBody> bodies;
    PairWishes wishes;
    OpenMeshes open_meshes = OpenMeshes::UnfinishedSolids;
    /// Files that hold more than was made of them, in words; for a verb that could use it.
    std::vector<std::string> hints = {};
};

/// Every body of every file. Warns of units that had to be guessed and of sizes that look like
/// another unit. Stops early, with what it has, when the context is cancelled.
Expected<LoadedScene> load_scene(const Input& input, const Context& context);

/// One body for each file: what a file holds is taken as one mesh.
Expected<LoadedScene> load_files_as_bodies(const Input& input, const Context& context);

/// " mm", or nothing when no unit is known: to be put behind a number.
std::string unit_suffix(std::optional<LengthUnit> unit);

} // namespace impinge::cli
