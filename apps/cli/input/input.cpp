// SPDX-License-Identifier: Apache-2.0
#include "input/input.hpp"

#include "arguments/values.hpp"
#include "arguments/verb.hpp"
#include "input/input_warnings.hpp"
#include "io/scene/fields.hpp"
#include "io/scene/rules.hpp"
#include "output/console.hpp"
#include "output/progress.hpp"
#include "output/stopwatch.hpp"
#include "output/text.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fmt/core.h>
#include <limits>
#include <set>

namespace impinge::cli {
namespace {

/// Adds the mesh files to a scene that was read from a file: under names it does not use yet.
void add_files(DescribedInput& described, std::span<const std::string> files) {
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

Expected<DescribedInput> describe(const Input& input) {
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
        return DescribedInput{scene_of_files(meshes), {}};
    }
    auto scene = read_scene(scene_file);
    if (!scene) {
        return scene.error();
    }
    DescribedInput described{std::move(*scene), std::filesystem::path(scene_file).parent_path()};
    add_files(described, meshes);
    return described;
}

Status apply_options(const Input& input, SceneDescription& scene) {
    for (SceneBody& body : scene.bodies) {
        if (Status status = apply_reading_options(input, body.read); !status) {
            return status;
        }
    }
    if (input.unit.empty()) {
        return {};
    }
    const auto unit = length_unit_from_string(input.unit);
    if (!unit) {
        return unknown_unit(input.unit);
    }
    if (scene.unit && scene.unit != unit) {
        return usage_error("--unit: the scene file says " + std::string(to_string(*scene.unit)));
    }
    scene.unit = unit;
    return {};
}

Error unusable_rule(std::string_view option, const std::string& text, const std::string& why) {
    return usage_error(fmt::format("{}: '{}' {}", option, printable(text), why));
}

/// Where the pattern ends that begins the text.
std::size_t end_of_pattern(std::string_view text) {
    const std::size_t from = text.starts_with(group_prefix) ? group_prefix.size() : 0;
    return std::min(text.find(':', from), text.size());
}

/// Who is on each side of a rule.
struct Sides {
    std::vector<bool> a;
    std::vector<bool> b;
};

Expected<std::vector<bool>> meant_by(const std::string& pattern, const SceneDescription& described,
                                     const PlacedScene& placed, const Context& context) {
    std::vector<bool> meant;
    bool any = false;
    for (const PlacedBody& body : placed.bodies) {
        meant.push_back(is_meant(described, body, pattern));
        any |= meant.back();
    }
    if (!any && !context.cancelled()) {
        const bool group = pattern.starts_with(group_prefix);
        return unusable_rule("--ignore", pattern,
                             fmt::format("matches no {}", group ? "group" : "body"));
    }
    return meant;
}

/// --ignore: pairs that a rule means are not looked at, whatever the scene file says of them. A
/// pattern that means nobody is an error, as in a scene file: a mistyped one must not change
/// silently what is checked. Not so if not all bodies could be read.
Status ignore_pairs(std::span<const std::string> rules, const SceneDescription& described,
                    PlacedScene& placed, const Context& context) {
    if (rules.empty()) {
        return {};
    }
    auto sides = std::make_shared<std::vector<Sides>>();
    for (const std::string& rule : rules) {
        const auto pair = pair_pattern("--ignore", rule);
        if (!pair) {
            return pair.error();
        }
        auto a = meant_by(pair->a, described, placed, context);
        auto b = meant_by(pair->b, described, placed, context);
        if (!a || !b) {
            return a ? b.error() : a.error();
        }
        sides->push_back({std::move(*a), std::move(*b)});
    }
    const PairWishes before = placed.wishes;
    placed.wishes.of = [before, sides](std::uint32_t a, std::uint32_t b) {
        for (const Sides& side : *sides) {
            if ((side.a[a] && side.b[b]) || (side.a[b] && side.b[a])) {
                return PairWish{.check = false};
            }
        }
        return wish_of(before, a, b);
    };
    return {};
}

void warn_all(std::span<const std::string> warnings) {
    for (const std::string& warning : warnings) {
        warn(warning);
    }
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
Expected<LoadedBody> join(std::span<const PlacedBody> bodies, std::string name,
                          const Context& context) {
    if (bodies.size() == 1) {
        PlacedBody body = bodies.front();
        body.name = std::move(name);
        return loaded(std::move(body), context);
    }
    auto joined = std::make_shared<Mesh>();
    BodyFacts facts;
    for (const PlacedBody& body : bodies) {
        facts.chord_error = std::max(facts.chord_error, body.facts.chord_error);
        if (Status status = append(*joined, body); !status) {
            return status.error();
        }
    }
    return loaded(
        {std::move(name), bodies.front().file, {}, std::move(joined), {}, 0, std::move(facts)},
        context);
}

} // namespace

/// What stands on both sides of the colon; `*` where there is none.
Expected<PairPattern> pair_pattern(std::string_view option, const std::string& text) {
    const std::size_t end = end_of_pattern(text);
    const std::string first = text.substr(0, end);
    if (end == text.size()) {
        return PairPattern{first, "*"};
    }
    const std::string second = text.substr(end + 1);
    if (first.empty() || second.empty()) {
        return unusable_rule(option, text, "needs a pattern on both sides of the colon");
    }
    if (end_of_pattern(second) != second.size()) {
        return unusable_rule(option, text,
                             "has more than two patterns; ? stands for a colon in a name");
    }
    return PairPattern{first, second};
}

Expected<DescribedInput> describe_input(const Input& input) {
    auto described = describe(input);
    if (described) {
        if (Status status = apply_options(input, described->scene); !status) {
            return status.error();
        }
    }
    return described;
}

Error unknown_unit(const std::string& text) {
    return usage_error("--unit: '" + text + "' is none of um, mm, cm, m, in, ft");
}

Status apply_reading_options(const Input& input, ReadOptions& options) {
    constexpr double mebibyte = 1 << 20;
    constexpr double most_mebibytes = 1e9;
    options.weld = input.weld ? Weld::Equal : options.weld;
    options.split = input.split == "groups" ? Split::Groups : options.split;
    CadOptions& cad = options.cad;
    if (input.deflection) {
        cad.deflection = *input.deflection;
        cad.deflection_unit = length_unit_from_string(input.unit);
        if (!(cad.deflection > 0) || !std::isfinite(cad.deflection)) {
            return usage_error("--deflection: must be a finite number greater than 0");
        }
    }
    cad.angular_deflection_degrees =
        input.angular_deflection.value_or(cad.angular_deflection_degrees);
    if (!(cad.angular_deflection_degrees > 0 && cad.angular_deflection_degrees <= 90)) {
        return usage_error("--angular-deflection: must be greater than 0 and at most 90 degrees");
    }
    cad.time_limit_seconds = input.cad_time.value_or(cad.time_limit_seconds);
    if (!(cad.time_limit_seconds > 0)) {
        return usage_error("--cad-time: must be greater than 0");
    }
    if (input.cad_memory) {
        if (!(*input.cad_memory > 0 && *input.cad_memory <= most_mebibytes)) {
            return usage_error("--cad-memory: must be greater than 0 and at most a billion");
        }
        cad.memory_limit = static_cast<std::uint64_t>(*input.cad_memory * mebibyte);
    }
    return {};
}

void add_reading_options(Verb& verb, Input& input) {
    verb.flag("--weld", &input.weld, "Make vertices with equal coordinates one, in every format");
    verb.option("--unit", &input.unit, "UNIT",
                "The unit of files that state none, and of all answers: um, mm, cm, m, in, ft")
        .suggests("um, mm, cm, m, in, ft");
    verb.heading("CAD files (STEP, IGES, BREP)");
    verb.option("--deflection", &input.deflection, "LENGTH",
                "How far triangles may lie from curved surfaces, in the unit of --unit, else of "
                "the file; a thousandth of each solid's diagonal if not given");
    verb.option("--angular-deflection", &input.angular_deflection, "DEGREES",
                "The largest angle between neighbouring triangles along a curve; 12 if not given");
    verb.option("--cad-time", &input.cad_time, "SECONDS",
                "Refuse a file that takes longer to read; 120 if not given");
    verb.option("--cad-memory", &input.cad_memory, "MIB",
                "Refuse a file that takes more memory to read; 4096 if not given");
    verb.heading("");
}

void add_split_option(Verb& verb, Input& input) {
    verb.option("--split", &input.split, "groups", "Each group or object of an OBJ file is a body")
        .one_of({"groups"});
}

void add_ignore_option(Verb& verb, Input& input) {
    verb.option("--ignore", &input.ignore, "PATTERN[:PATTERN]",
                "Do not look at pairs of bodies that these patterns mean (bolt*:housing), or at "
                "any pair with a body that the one pattern means; may be given several times")
        .one_value_each();
}

PairWish wish_of(const PairWishes& wishes, std::uint32_t a, std::uint32_t b) {
    return wishes.of ? wishes.of(a, b) : PairWish{true, wishes.largest_clearance};
}

Expected<PlacedInput> place_input(const Input& input, const Context& context) {
    auto described = describe_input(input);
    if (!described) {
        return described.error();
    }
    auto placed = place_scene(described->scene, described->folder, context);
    if (!placed) {
        return placed.error();
    }
    if (Status status = ignore_pairs(input.ignore, described->scene, *placed, context); !status) {
        return status.error();
    }
    warn_all(reading_warnings(placed->files));
    warn_all(unit_warnings(described->scene, *placed));
    for (const std::string& rule : input.ignore) {
        described->scene.pairs.push_back(
            {*pair_pattern("--ignore", rule), false, "--ignore " + rule});
    }
    return PlacedInput{std::move(described->scene), std::move(described->folder),
                       std::move(*placed)};
}

Expected<LoadedScene> load_scene(const Input& input, const Context& context) {
    const Stopwatch watch;
    auto all = place_input(input, context);
    if (!all) {
        return all.error();
    }
    PlacedScene* const placed = &all->placed;
    LoadedScene scene{.unit = placed->unit,
                      .bodies = {},
                      .wishes = std::move(placed->wishes),
                      .tolerances = std::move(placed->tolerances),
                      .open_meshes = placed->open_meshes,
                      .hints = split_hints(placed->files)};
    scene.bodies.reserve(placed->bodies.size());
    for (PlacedBody& body : placed->bodies) {
        scene.bodies.push_back(loaded(std::move(body), context));
    }
    warn_all(size_warnings(scene.bodies, placed->files));
    scene.read_ms = watch.milliseconds();
    return scene;
}

Expected<LoadedScene> load_files_as_bodies(const Input& input, const Context& context) {
    const Stopwatch watch;
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
    warn_all(reading_warnings(placed->files));
    warn_all(unit_warnings(described, *placed));
    LoadedScene scene{.unit = placed->unit, .bodies = {}, .wishes = {}};
    const std::span<const PlacedBody> bodies(placed->bodies);
    for (std::size_t begin = 0, end = 0; begin < bodies.size(); begin = end) {
        const std::size_t described_as = bodies[begin].described;
        while (end < bodies.size() && bodies[end].described == described_as) {
            ++end;
        }
        auto body =
            join(bodies.subspan(begin, end - begin), files.bodies[described_as].name, context);
        if (!body) {
            return body.error();
        }
        scene.bodies.push_back(std::move(*body));
    }
    warn_all(size_warnings(scene.bodies, placed->files));
    scene.read_ms = watch.milliseconds();
    return scene;
}

Status diagnose_scene(LoadedScene& scene, const Context& context) {
    const Stopwatch watch;
    Status status = diagnose_bodies(scene.bodies, Told::Everything, context);
    scene.diagnose_ms = watch.milliseconds();
    return status;
}

Expected<LoadedScene> load_two_bodies(std::string_view verb, const Input& input,
                                      const Context& context) {
    const bool is_scene = input.files.size() == 1 && is_scene_file(input.files.front());
    auto scene = is_scene ? load_scene(input, context) : load_files_as_bodies(input, context);
    if (scene && scene->bodies.size() != 2 && !context.cancelled()) {
        return usage_error(fmt::format(
            "{}: needs two bodies, and there {}", verb,
            scene->bodies.size() == 1 ? "is one" : fmt::format("are {}", scene->bodies.size())));
    }
    return scene;
}

Expected<LoadedScene> load_and_diagnose_files(const Input& input, const Context& context,
                                              Progress& progress) {
    auto scene = load_files_as_bodies(input, progress.phase("reading", context));
    if (!scene) {
        return scene;
    }
    if (Status status = diagnose_scene(*scene, progress.phase("diagnosing", context)); !status) {
        return status.error();
    }
    return scene;
}

Error about_both(const Input& input, const Error& error) {
    return {error.code,
            fmt::format("{} and {}: {}", input.files[0], input.files[1], error.message)};
}

} // namespace impinge::cli
