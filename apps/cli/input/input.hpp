// SPDX-License-Identifier: Apache-2.0
//
// From the arguments of a verb to bodies: mesh files, or a scene file, or both.
#pragma once

#include "input/loaded_body.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace impinge::cli {

class Progress;
class Verb;

struct Input {
    std::vector<std::string> files;
    bool weld = false;
    std::string split;               ///< "groups" or empty
    std::string unit;                ///< a symbol or name, or empty
    std::vector<std::string> ignore; ///< PATTERN or PATTERN:PATTERN each
    std::optional<double> deflection;
    std::optional<double> angular_deflection; ///< in degrees
    std::optional<double> cad_time;           ///< in seconds
    std::optional<double> cad_memory;         ///< in MiB

    [[nodiscard]] bool asks_for_cad() const {
        return deflection || angular_deflection || cad_time || cad_memory;
    }
};

/// --weld, --unit and how CAD files are read; what several verbs share.
void add_reading_options(Verb& verb, Input& input);

/// What they say of reading, over what was said before; for --unit see below.
Status apply_reading_options(const Input& input, ReadOptions& options);

/// --split groups.
void add_split_option(Verb& verb, Input& input);

/// What --unit cannot mean.
Error unknown_unit(const std::string& text);

/// --ignore, for verbs that look at pairs.
void add_ignore_option(Verb& verb, Input& input);

/// What is to be placed, and the folder its files are relative to.
struct DescribedInput {
    SceneDescription scene;
    std::filesystem::path folder;
};

/// From the names of files to a scene, with what --weld, --split and --unit say. Reads the scene
/// file, if there is one, and no mesh.
Expected<DescribedInput> describe_input(const Input& input);

struct LoadedScene {
    std::optional<LengthUnit> unit = {}; ///< of all coordinates and distances
    std::vector<LoadedBody> bodies = {};
    PairWishes wishes = {};
    PairTolerances tolerances = {};
    OpenMeshes open_meshes = OpenMeshes::UnfinishedSolids;
    /// Files that hold more than was made of them, in words; for a verb that could use it.
    std::vector<std::string> hints = {};
    double read_ms = 0;
    double diagnose_ms = 0;
};

/// The bodies of a scene, and what they were placed from.
struct PlacedInput {
    SceneDescription described;   ///< with a rule for each --ignore
    std::filesystem::path folder; ///< of the files that it names
    PlacedScene placed;
};

/// Reads every file. Warns of units that had to be guessed. Stops early, with what it has, when the
/// context is cancelled.
Expected<PlacedInput> place_input(const Input& input, const Context& context);

/// PATTERN or PATTERN:PATTERN of an option, * for the second one if it is not given; the colon of
/// "group:fixed" belongs to the pattern. Errors begin with the option.
Expected<PairPattern> pair_pattern(std::string_view option, const std::string& text);

/// What the scene wants of a pair.
PairWish wish_of(const PairWishes& wishes, std::uint32_t a, std::uint32_t b);

/// Every body of every file. Warns of units that had to be guessed and of sizes that look like
/// another unit. Stops early, with what it has, when the context is cancelled.
Expected<LoadedScene> load_scene(const Input& input, const Context& context);

/// One body for each file: what a file holds is taken as one mesh.
Expected<LoadedScene> load_files_as_bodies(const Input& input, const Context& context);

/// Two mesh files, or a scene file of two bodies; errors begin with the verb.
Expected<LoadedScene> load_two_bodies(std::string_view verb, const Input& input,
                                      const Context& context);

/// diagnose_bodies(), with the time it takes.
Status diagnose_scene(LoadedScene& scene, const Context& context);

/// Both, for each file.
Expected<LoadedScene> load_and_diagnose_files(const Input& input, const Context& context,
                                              Progress& progress);

/// An error of a query about the bodies of two files, with these before it.
Error about_both(const Input& input, const Error& error);

} // namespace impinge::cli
