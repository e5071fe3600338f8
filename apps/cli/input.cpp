// SPDX-License-Identifier: Apache-2.0
#include "input.hpp"

#include "console.hpp"
#include "ignored_pairs.hpp"
#include "input_warnings.hpp"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <fmt/format.h>
#include <limits>
#include <set>

namespace impinge::cli {
namespace {

Error usage_error(std::string message) { return {ErrorCode::InvalidArgument, std::move(message)}; }

/// What is to be placed, and the folder its files are relative to.
struct Described {
    SceneDescription scene;
    std::filesystem::path folder;
};

/// Adds the mesh files to a scene that was read from a file: under names it does not use yet.
void add_files(Described& described, std::span<const std::string> files) {
    std::set<std::string> taken;
    for (const SceneBody& body : described.scene.bodies) {
        taken.insert(body.name);
    }
    for (SceneBody& body : scene_of_files(files).bodies) {
        const std::string name = body.name;
        for (int number = 2; !taken.insert(body.name).second; ++number) {
            body.name = name + "#" + std::to_string(number);
        }
        body.file = std::filesystem::absolute(body.file).string();
        described.scene.bodies.push_back(std::move(body));
    }
}

Expected<Described> describe(const Input& input) {
    std::vector<std::string> meshes;
    std::string scene_file;
    for (const std::string& file : input.files) {
        if (!is_scene_file(file)) {
            meshes.push_back(file);
        } else if (scene_file.empty()) {
            scene_file = file;
        } else {
            return usage_error(
                fmt::format("{}: only one scene file at a time, after {}", file, scene_file));
        }
    }
    if (scene_file.empty()) {
        return Described{scene_of_files(meshes), {}};
    }
    auto scene = read_scene(scene_file);
    if (!scene) {
        return scene.error();
    }
    Described described{std::move(*scene), std::filesystem::path(scene_file).parent_path()};
    add_files(described, meshes);
    return described;
}

Status apply_options(const Input& input, SceneDescription& scene) {
    for (SceneBody& body : scene.bodies) {
        body.read.weld = input.weld ? Weld::Equal : body.read.weld;
        body.read.split = input.split == "groups" ? Split::Groups : body.read.split;
    }
    if (input.unit.empty()) {
        return {};
    }
    const auto unit = unit_from_text(input.unit);
    if (!unit) {
        return usage_error("--unit: '" + input.unit + "' is none of um, mm, cm, m, in, ft");
    }
    if (scene.unit && scene.unit != unit) {
        return usage_error("--unit: the scene file says " + std::string(symbol(*scene.unit)));
    }
    scene.unit = unit;
    return {};
}

void warn_all(std::span<const std::string> warnings) {
    for (const std::string& warning : warnings) {
        warn(warning);
    }
}

Expected<PlacedScene> place(const Input& input, const Context& context) {
    auto described = describe(input);
    if (!described) {
        return described.error();
    }
    if (Status status = apply_options(input, described->scene); !status) {
        return status.error();
    }
    auto placed = place_scene(described->scene, described->folder, context);
    if (!placed) {
        return placed;
    }
    if (Status status = ignore_pairs(input.ignore, described->scene, *placed, context); !status) {
        return status.error();
    }
    warn_all(unit_warnings(described->scene, *placed));
    return placed;
}

/// Puts a body behind another one, in world coordinates.
Status append(Mesh& joined, const PlacedBody& body) {
    const std::size_t offset = joined.positions.size();
    if (offset + body.mesh->positions.size() > std::numeric_limits<std::uint32_t>::max()) {
        return Error{ErrorCode::Unsupported,
                     body.file + ": has more than 4294967295 vertices as one mesh"};
    }
    for (const Vec3d& position : body.mesh->positions) {
        joined.positions.push_back(apply(body.pose, position));
    }
    const auto first = static_cast<std::uint32_t>(offset);
    for (const TriangleIndices& t : body.mesh->triangles) {
        joined.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
    }
    return {};
}

/// The bodies of one file, which follow each other, as one.
Expected<LoadedBody> join(std::span<const PlacedBody> bodies, std::string name) {
    if (bodies.size() == 1) {
        PlacedBody body = bodies.front();
        body.name = std::move(name);
        return loaded(std::move(body));
    }
    auto joined = std::make_shared<Mesh>();
    for (const PlacedBody& body : bodies) {
        if (Status status = append(*joined, body); !status) {
            return status.error();
        }
    }
    return loaded({std::move(name), bodies.front().file, {}, std::move(joined), {}, 0});
}

} // namespace

void add_reading_options(CLI::App& verb, Input& input) {
    verb.add_flag("--weld", input.weld,
                  "Make vertices with equal coordinates one, in every format");
    verb.add_option("--unit", input.unit,
                    "The unit of files that state none, and of all answers: um, mm, cm, m, in, ft")
        ->type_name("UNIT");
}

void add_ignore_option(CLI::App& verb, Input& input) {
    verb.add_option(
            "--ignore", input.ignore,
            "Do not look at pairs of bodies that these patterns mean (bolt*:housing), or at "
            "any pair with a body that the one pattern means; may be given several times")
        ->type_name("PATTERN[:PATTERN]")
        ->allow_extra_args(false);
}

Expected<LoadedScene> load_scene(const Input& input, const Context& context) {
    auto placed = place(input, context);
    if (!placed) {
        return placed.error();
    }
    LoadedScene scene{placed->unit,
                      {},
                      std::move(placed->wishes),
                      placed->open_meshes,
                      split_hints(placed->files)};
    scene.bodies.reserve(placed->bodies.size());
    for (PlacedBody& body : placed->bodies) {
        scene.bodies.push_back(loaded(std::move(body)));
    }
    warn_all(size_warnings(scene.bodies, placed->files));
    return scene;
}

Expected<LoadedScene> load_files_as_bodies(const Input& input, const Context& context) {
    for (const std::string& file : input.files) {
        if (is_scene_file(file)) {
            return usage_error(file + ": is a scene file, and here only mesh files are taken");
        }
    }
    const SceneDescription files = scene_of_files(input.files);
    SceneDescription described = files;
    if (Status status = apply_options(input, described); !status) {
        return status.error();
    }
    auto placed = place_scene(described, {}, context);
    if (!placed) {
        return placed.error();
    }
    warn_all(unit_warnings(described, *placed));
    LoadedScene scene{placed->unit, {}, {}};
    const std::span<const PlacedBody> bodies(placed->bodies);
    for (std::size_t begin = 0, end = 0; begin < bodies.size(); begin = end) {
        const std::size_t described_as = bodies[begin].described;
        while (end < bodies.size() && bodies[end].described == described_as) {
            ++end;
        }
        auto body = join(bodies.subspan(begin, end - begin), files.bodies[described_as].name);
        if (!body) {
            return body.error();
        }
        scene.bodies.push_back(std::move(*body));
    }
    warn_all(size_warnings(scene.bodies, placed->files));
    return scene;
}

std::string unit_suffix(std::optional<LengthUnit> unit) {
    return unit ? std::string(" ") + symbol(*unit) : "";
}

} // namespace impinge::cli
