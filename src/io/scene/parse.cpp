// SPDX-License-Identifier: Apache-2.0
//
// From the text of a scene file to its description. docs/schema/scene.schema.json says the same in
// the words of JSON Schema.
#include "base/no_throw.hpp"
#include "impinge/scene_file.hpp"
#include "io/file_bytes.hpp"
#include "io/parse_failure.hpp"
#include "io/scene/clash_rules.hpp"
#include "io/scene/fields.hpp"
#include "io/scene/poses.hpp"
#include "io/text_cursor.hpp"

#include <unordered_map>

namespace impinge::inline v0 {
namespace {

constexpr std::array<std::string_view, 10> scene_fields = {
    "$schema", "format", "format_version", "unit",       "bodies",
    "pairs",   "rules",  "clearances",     "tolerances", "open_meshes"};
constexpr std::array<std::string_view, 13> body_fields = {"name",
                                                          "file",
                                                          "sample",
                                                          "part",
                                                          "pose",
                                                          "unit",
                                                          "group",
                                                          "triangles",
                                                          "seed",
                                                          "weld",
                                                          "split",
                                                          "deflection",
                                                          "angular_deflection"};
constexpr std::array<std::string_view, 3> pair_fields = {"between", "check", "reason"};
constexpr std::array<std::string_view, 2> clearance_fields = {"between", "distance"};
constexpr std::array<std::string_view, 2> tolerance_fields = {"between", "depth"};

std::string body_name(const Fields& body) {
    const PlacedValue value = body.need("name");
    std::string name = text_of(value, longest_name);
    if (name.starts_with(group_prefix)) {
        value.fail("must not begin with 'group:', which rules use for groups");
    }
    return name;
}

ReadOptions read_options(const Fields& body) {
    ReadOptions options;
    if (const auto weld = body.find("weld")) {
        options.weld = truth_of(*weld) ? Weld::Equal : Weld::AsFormat;
    }
    if (const auto split = body.find("split")) {
        const std::string text = text_of(*split, longest_name);
        if (text != "groups" && text != "format") {
            split->fail("must be 'format' or 'groups'");
        }
        options.split = text == "groups" ? Split::Groups : Split::AsFormat;
    }
    if (const auto deflection = body.find("deflection")) {
        options.cad.deflection = number_of(*deflection);
        if (!(options.cad.deflection > 0)) {
            deflection->fail("must be greater than 0");
        }
    }
    if (const auto angle = body.find("angular_deflection")) {
        options.cad.angular_deflection_degrees = number_of(*angle);
        if (!(options.cad.angular_deflection_degrees > 0) ||
            options.cad.angular_deflection_degrees > 90) {
            angle->fail("must be greater than 0 and at most 90");
        }
    }
    return options;
}

void check_source(const Fields& body) {
    if (body.has("file") == body.has("sample")) {
        body.fail(body.has("file") ? "has both a file and a sample" : "needs a file or a sample");
    }
    for (const std::string_view field : {"weld", "split", "deflection", "angular_deflection"}) {
        if (body.has("sample") && body.has(field)) {
            body.need(field).fail("is for files: a sample has nothing to read");
        }
    }
    for (const std::string_view field : {"triangles", "seed"}) {
        if (body.has("file") && body.has(field)) {
            body.need(field).fail("is for samples: a file has its own triangles");
        }
    }
}

SceneBody body_of(const PlacedValue& value) {
    const Fields fields(value, body_fields);
    check_source(fields);
    SceneBody body;
    body.name = body_name(fields);
    body.file = optional_text(fields, "file", longest_path);
    body.sample = optional_text(fields, "sample", longest_name);
    body.part = optional_text(fields, "part", longest_name);
    body.group = optional_text(fields, "group", longest_name);
    body.unit = unit_in(fields);
    body.read = read_options(fields);
    body.pose = pose_in(fields, "pose");
    if (const auto triangles = fields.find("triangles")) {
        body.sample_triangles = whole_of(*triangles);
    }
    if (const auto seed = fields.find("seed")) {
        body.sample_seed = whole_of(*seed);
    }
    return body;
}

PairRule pair_rule_of(const PlacedValue& value) {
    const Fields fields(value, pair_fields);
    return {between_of(fields), truth_of(fields.need("check")),
            optional_text(fields, "reason", longest_name)};
}

double length_of(const PlacedValue& value) {
    const double length = number_of(value) + 0.0; // no -0
    if (length < 0) {
        value.fail("must not be negative");
    }
    return length;
}

ClearanceRule clearance_rule_of(const PlacedValue& value) {
    const Fields fields(value, clearance_fields);
    return {between_of(fields), length_of(fields.need("distance"))};
}

ToleranceRule tolerance_rule_of(const PlacedValue& value) {
    const Fields fields(value, tolerance_fields);
    return {between_of(fields), length_of(fields.need("depth"))};
}

template <typename T>
std::vector<T> list_in(const Fields& scene, std::string_view name, std::size_t most,
                       T (*read)(const PlacedValue&)) {
    std::vector<T> list;
    if (const auto value = scene.find(name)) {
        for (const PlacedValue& item : items_of(*value, most)) {
            list.push_back(read(item));
        }
    }
    return list;
}

void check_names(const PlacedValue& place, const std::vector<SceneBody>& bodies) {
    std::unordered_map<std::string_view, std::size_t> first;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const auto [known, is_new] = first.emplace(bodies[i].name, i);
        if (!is_new) {
            PlacedValue{place.value, "bodies[" + std::to_string(i) + "].name"}.fail(
                in_quotes(bodies[i].name) + " is already the name of bodies[" +
                std::to_string(known->second) + "]");
        }
    }
}

OpenMeshes open_meshes_in(const Fields& fields) {
    const auto value = fields.find("open_meshes");
    if (!value) {
        return OpenMeshes::UnfinishedSolids;
    }
    const std::string text = text_of(*value, longest_name);
    if (text != "surfaces" && text != "unfinished_solids") {
        value->fail(in_quotes(text) + " is neither surfaces nor unfinished_solids");
    }
    return text == "surfaces" ? OpenMeshes::Surfaces : OpenMeshes::UnfinishedSolids;
}

SceneDescription scene_of(const PlacedValue& root) {
    const Fields fields(root, scene_fields);
    check_head(fields, "impinge-scene");
    SceneDescription scene;
    scene.unit = unit_in(fields);
    const PlacedValue bodies = fields.need("bodies");
    scene.bodies = list_in(fields, "bodies", most_bodies, body_of);
    if (scene.bodies.empty()) {
        bodies.fail("needs at least one body");
    }
    for (SceneBody& body : scene.bodies) {
        if (body.read.cad.deflection > 0) {
            body.read.cad.deflection_unit = scene.unit;
        }
    }
    check_names(bodies, scene.bodies);
    scene.pairs = list_in(fields, "pairs", most_rules, pair_rule_of);
    scene.clearances = list_in(fields, "clearances", most_rules, clearance_rule_of);
    scene.tolerances = list_in(fields, "tolerances", most_rules, tolerance_rule_of);
    scene.rules = list_in(fields, "rules", most_rules, clash_rule_of);
    scene.open_meshes = open_meshes_in(fields);
    return scene;
}

} // namespace

Expected<SceneDescription> parse_scene(std::string_view text, const std::filesystem::path& name) {
    return no_throw([&]() -> Expected<SceneDescription> {
        return or_error<SceneDescription>(name, [&] {
            const JsonTree tree = parse_json(text);
            SceneDescription scene = scene_of({tree.root(), {}});
            scene.source = name.string();
            return scene;
        });
    });
}

Expected<SceneDescription> read_scene(const std::filesystem::path& path) {
    return no_throw([&]() -> Expected<SceneDescription> {
        const auto bytes = read_file_bytes(path);
        if (!bytes) {
            return bytes.error();
        }
        return parse_scene({bytes->view().data(), bytes->view().size()}, path);
    });
}

bool is_scene_file(const std::filesystem::path& path) {
    std::string extension = path.extension().string();
    for (char& c : extension) {
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return extension == ".json";
}

} // namespace impinge::inline v0
