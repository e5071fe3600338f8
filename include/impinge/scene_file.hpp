// SPDX-License-Identifier: Apache-2.0
//
// A scene file (scene.json) says which bodies stand where, which pairs to look at and how near they
// may come. One file drives the library, the command line and the viewer. Its manual is
// docs/scene.md, its schema docs/schema/scene.schema.json. Part of the library impinge::io.
//
//     impinge::Expected<impinge::PlacedScene> bodies_of(const std::filesystem::path& scene_json) {
//         const auto described = impinge::read_scene(scene_json);
//         if (!described) {
//             return described.error();
//         }
//         return impinge::place_scene(*described, scene_json.parent_path());
//     }
//
// Thread rule: safe to call from any number of threads at once.
#pragma once

#include "impinge/standard.hpp"
#ifdef IMPINGE_HAS_CPP20

#include "impinge/assembly.hpp"
#include "impinge/clash_rule.hpp"
#include "impinge/export.h"
#include "impinge/files.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace impinge::inline v0 {

/// A body as the file describes it: from a mesh file or from a sample, one of the two.
struct SceneBody {
    std::string name;
    std::string file;   ///< relative to the folder of the scene file
    std::string sample; ///< a scene of `impinge sample --list`
    /// Only parts of the file or sample that match this pattern; all if empty. If there are several
    /// they are called NAME/PART. A part without a name is called by its number, the second one of
    /// a name PART#2; the pattern may also be PART#1, or the name alone for all that have it.
    std::string part;
    Rigid pose;                     ///< in the unit of the scene, applied after the file's own pose
    std::optional<LengthUnit> unit; ///< of the file; its own or the scene's if absent
    std::string group;
    std::size_t sample_triangles = 0; ///< 0: the sample's default
    std::uint64_t sample_seed = 1;
    ReadOptions read;

    friend bool operator==(const SceneBody&, const SceneBody&) = default;
};

/// The last rule that matches a pair, either way round, decides; without one a pair is checked.
struct PairRule {
    PairPattern between;
    bool check = true;
    std::string reason{}; ///< why not, for people; may be empty

    friend bool operator==(const PairRule&, const PairRule&) = default;
};

/// The last one that matches decides; without one no clearance is wanted.
struct ClearanceRule {
    PairPattern between;
    double distance = 0; ///< in the unit of the scene, not negative

    friend bool operator==(const ClearanceRule&, const ClearanceRule&) = default;
};

/// The last one that matches decides; without one a crossing is a crossing, however shallow.
struct ToleranceRule {
    PairPattern between;
    double depth = 0; ///< in the unit of the scene, not negative

    friend bool operator==(const ToleranceRule&, const ToleranceRule&) = default;
};

struct SceneDescription {
    std::string source;             ///< the scene file, for messages; empty if there is none
    std::optional<LengthUnit> unit; ///< of poses, clearances, tolerances and all answers
    std::vector<SceneBody> bodies;
    std::vector<PairRule> pairs;
    std::vector<ClearanceRule> clearances;
    std::vector<ToleranceRule> tolerances;
    std::vector<ClashRule> rules;                          ///< what impinge/report.hpp looks for
    OpenMeshes open_meshes = OpenMeshes::UnfinishedSolids; ///< of all bodies

    friend bool operator==(const SceneDescription&, const SceneDescription&) = default;
};

/// From the text of a scene file; `name` stands for the file in messages, which read "FILE: PLACE:
/// reason", the place being a line and column or a field such as bodies[2].pose.matrix. A field
/// that is not known is an error, as are wrong types and duplicate names. Files are not looked for.
IMPINGE_API Expected<SceneDescription> parse_scene(std::string_view text,
                                                   const std::filesystem::path& name);
IMPINGE_API Expected<SceneDescription> read_scene(const std::filesystem::path& path);

/// Whether a file is meant as a scene: its name ends in .json.
IMPINGE_API bool is_scene_file(const std::filesystem::path& path);

/// A scene of mesh files, one body for each, as they lie: no poses, rules or units. Names are
/// short: the stem where that is unique, else the file name, else the whole path, and a number
/// behind it for a file named twice. Place it with an empty folder.
IMPINGE_API SceneDescription scene_of_files(std::span<const std::string> files);

/// The text of a scene file that reads back as the same description if that is a valid one. Bytes
/// that are not UTF-8 are replaced.
IMPINGE_API std::string scene_text(const SceneDescription& scene);

/// A body with its mesh, ready for queries. Its pose includes the conversion of units.
struct PlacedBody {
    std::string name; ///< unique in the scene
    std::string file; ///< where it came from: folder and file, or "sample:NAME"
    std::string group;
    std::shared_ptr<const Mesh> mesh; ///< shared by bodies made of the same part
    Rigid pose;
    std::size_t described = 0; ///< which of SceneDescription::bodies it is part of
    BodyFacts facts = {};      ///< its chord error in the unit of the scene
};

/// What a file says of itself that its bodies do not tell.
struct PlacedFile {
    std::string file; ///< as in PlacedBody
    /// Of its numbers, as a body of the description or the file states it; the scene's if absent.
    std::optional<LengthUnit> unit;
    std::size_t unsplit_groups = 0;        ///< as in FileBodies
    std::vector<std::string> remarks = {}; ///< as in FileBodies
};

/// How deep two bodies may cross and count as touching, if a rule says so; called with a < b.
using PairTolerances = std::function<std::optional<double>(std::uint32_t a, std::uint32_t b)>;

struct PlacedScene {
    bool partial = false; ///< cancelled: not all bodies were read
    /// The scene's; else the first that a body or its file states, in the order of the bodies.
    std::optional<LengthUnit> unit;
    std::vector<PlacedBody> bodies;
    /// Those that were read, one for each body of the description; samples are not listed.
    std::vector<PlacedFile> files;
    /// For check_all(): what the rules say of pairs of `bodies`.
    PairWishes wishes;
    PairTolerances tolerances; ///< empty if there are no such rules; overlap() tells depths
    OpenMeshes open_meshes = OpenMeshes::UnfinishedSolids; ///< for check_all(), as described
};

/// Reads every file once and makes the samples. Files are looked for relative to `folder`. A rule
/// that matches no body is an error, since a mistyped one would silently change what is checked.
IMPINGE_API Expected<PlacedScene> place_scene(const SceneDescription& scene,
                                              const std::filesystem::path& folder,
                                              const Context& context = {});

} // namespace impinge::inline v0

#endif // IMPINGE_HAS_CPP20
