// SPDX-License-Identifier: Apache-2.0
//
// From the description of a scene to bodies with meshes: sources, then parts, then names and poses,
// then rules.
#include "base/no_throw.hpp"
#include "impinge/scene_file.hpp"
#include "io/parse_failure.hpp"
#include "io/scene/rules.hpp"
#include "io/scene/sources.hpp"
#include "io/text_cursor.hpp"

#include <cmath>
#include <new>
#include <unordered_set>

namespace impinge::inline v0 {
namespace {

[[noreturn]] void fail_at_field(std::size_t body, std::string_view field, std::string reason) {
    throw ParseFailure{ErrorCode::InvalidArgument,
                       "bodies[" + std::to_string(body) + "]." + std::string(field),
                       std::move(reason)};
}

void check_length(double length, std::string_view list, std::size_t rule, std::string_view field) {
    if (!(length >= 0) || !std::isfinite(length)) {
        throw ParseFailure{ErrorCode::InvalidArgument,
                           std::string(list) + "[" + std::to_string(rule) + "]." +
                               std::string(field),
                           "must be finite and not negative"};
    }
}

/// What a description made by hand can get wrong; a parsed one has been looked at already.
void check_description(const SceneDescription& scene) {
    std::unordered_set<std::string_view> names;
    for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
        const SceneBody& body = scene.bodies[i];
        if (body.name.empty() || !names.insert(body.name).second) {
            fail_at_field(i, "name", in_quotes(body.name) + " is empty or used twice");
        }
        if (body.file.empty() == body.sample.empty()) {
            fail_at_field(i, "file", "needs a file or a sample, and not both");
        }
        if (!(body.pose.scale > 0) || !std::isfinite(body.pose.scale)) {
            fail_at_field(i, "pose.scale", "must be greater than 0");
        }
    }
    for (std::size_t i = 0; i < scene.clearances.size(); ++i) {
        check_length(scene.clearances[i].distance, "clearances", i, "distance");
    }
    for (std::size_t i = 0; i < scene.tolerances.size(); ++i) {
        check_length(scene.tolerances[i].depth, "tolerances", i, "depth");
    }
}

std::optional<LengthUnit> unit_of_body(const SceneBody& body, const SceneSource& source) {
    return body.unit ? body.unit : source.content.unit;
}

std::optional<LengthUnit> unit_of_scene(const SceneDescription& scene, const SceneSources& loaded) {
    std::optional<LengthUnit> unit = scene.unit;
    for (std::size_t i = 0; i < scene.bodies.size() && !unit; ++i) {
        const auto& source = loaded.sources[loaded.of_body[i]];
        unit = source ? unit_of_body(scene.bodies[i], *source) : std::nullopt;
    }
    return unit;
}

/// "it has A, B, C" for a message about a part that is not there.
std::string listed(std::span<const PartName> parts) {
    constexpr std::size_t most = 5;
    std::string out = "it has ";
    for (std::size_t i = 0; i < std::min(parts.size(), most); ++i) {
        out += (i == 0 ? "" : ", ") + in_quotes(parts[i].label);
    }
    return out + (parts.size() > most ? ", ..." : "");
}

std::vector<std::size_t> chosen_parts(const SceneDescription& scene, std::size_t body,
                                      const SceneSource& source) {
    const std::string& pattern = scene.bodies[body].part;
    std::vector<std::size_t> chosen;
    for (std::size_t i = 0; i < source.parts.size(); ++i) {
        if (pattern.empty() || source.parts[i].is_meant_by(pattern)) {
            chosen.push_back(i);
        }
    }
    if (chosen.empty()) {
        fail_at_field(body, "part",
                      in_quotes(pattern) + " matches no part of " + source.label + "; " +
                          listed(source.parts));
    }
    return chosen;
}

/// Names of the scene come first; a part whose full name is taken gets a number.
class PlacedNames {
  public:
    explicit PlacedNames(const SceneDescription& scene) {
        for (const SceneBody& body : scene.bodies) {
            taken_.insert(body.name);
        }
    }
    std::string of_part(const std::string& body, const std::string& part) {
        const std::string wanted = body + "/" + part;
        std::string name = wanted;
        for (int number = 2; !taken_.insert(name).second; ++number) {
            name = wanted + "#" + std::to_string(number);
        }
        return name;
    }

  private:
    std::unordered_set<std::string> taken_;
};

/// All parts of one body of the description.
void place_body(const SceneDescription& scene, std::size_t index, const SceneSource& source,
                PlacedNames& names, PlacedScene& placed) {
    const SceneBody& body = scene.bodies[index];
    const auto unit = unit_of_body(body, source);
    const double factor = unit && placed.unit ? conversion(*unit, *placed.unit) : 1;
    const std::vector<std::size_t> parts = chosen_parts(scene, index, source);
    for (const std::size_t part : parts) {
        const FileBody& file_body = source.content.bodies[part];
        const Rigid pose = compose(body.pose, compose({.scale = factor}, file_body.pose));
        BodyFacts facts = file_body.facts;
        facts.chord_error *= pose.scale;
        placed.bodies.push_back({.name = parts.size() == 1
                                             ? body.name
                                             : names.of_part(body.name, source.parts[part].label),
                                 .file = source.label,
                                 .group = body.group,
                                 .mesh = file_body.mesh,
                                 .pose = pose,
                                 .described = index,
                                 .facts = std::move(facts)});
    }
}

PlacedScene place(const SceneDescription& scene, const SceneSources& loaded) {
    PlacedScene placed;
    placed.unit = unit_of_scene(scene, loaded);
    PlacedNames names(scene);
    BodiesAre bodies_are = BodiesAre::All;
    for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
        if (const auto& source = loaded.sources[loaded.of_body[i]]) {
            place_body(scene, i, *source, names, placed);
            if (scene.bodies[i].sample.empty()) {
                placed.files.push_back({source->label, unit_of_body(scene.bodies[i], *source),
                                        source->content.unsplit_groups, source->content.remarks});
            }
        } else {
            bodies_are = BodiesAre::Some;
            placed.partial = true;
        }
    }
    placed.wishes = compile_rules(scene, placed.bodies, bodies_are);
    placed.tolerances = compile_tolerances(scene, placed.bodies, bodies_are);
    placed.open_meshes = scene.open_meshes;
    return placed;
}

} // namespace

Expected<PlacedScene> place_scene(const SceneDescription& scene,
                                  const std::filesystem::path& folder, const Context& context) {
    return no_throw([&]() -> Expected<PlacedScene> {
        try {
            check_description(scene);
            const auto loaded = load_sources(scene, folder, context);
            return loaded ? place(scene, *loaded) : Expected<PlacedScene>(loaded.error());
        } catch (const ParseFailure& failure) {
            const std::string source = scene.source.empty() ? "" : scene.source + ": ";
            return Error{failure.code, source + failure.place + ": " + failure.reason};
        } catch (const std::bad_alloc&) {
            return Error{ErrorCode::OutOfMemory, "not enough memory for the scene"};
        }
    });
}

} // namespace impinge::inline v0
