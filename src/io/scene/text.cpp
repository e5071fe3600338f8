// SPDX-License-Identifier: Apache-2.0
//
// The text of a scene file, laid out for people: one line for each body and each rule.
#include "impinge/scene_file.hpp"
#include "io/scene/clash_rules.hpp"
#include "io/text_output.hpp"

#include <cmath>

namespace impinge::inline v0 {
namespace {

std::string number_text(double number) {
    if (!std::isfinite(number)) {
        return "null"; // JSON has no word for it, and the reader will say so
    }
    std::string out;
    append_number(out, number + 0.0); // -0 is no other pose than 0
    return out;
}

/// [a, b, ...] of texts that are values already.
std::string list_of(std::initializer_list<std::string> values) {
    return json_list({values.begin(), values.size()});
}

std::string vector_text(Vec3d v) {
    return list_of({number_text(v.x), number_text(v.y), number_text(v.z)});
}

std::string matrix_text(const Rigid& pose) {
    const auto row = [](Vec3d direction, double offset) {
        return list_of({number_text(direction.x), number_text(direction.y),
                        number_text(direction.z), number_text(offset)});
    };
    return list_of({row(pose.row_x, pose.translation.x), row(pose.row_y, pose.translation.y),
                    row(pose.row_z, pose.translation.z)});
}

std::string pose_text(const Rigid& pose) {
    JsonLine out;
    Rigid unturned = pose;
    unturned.translation = {};
    unturned.scale = 1;
    if (!is_identity(unturned) && pose.scale == 1) {
        out.add("matrix", matrix_text(pose));
        return out.text();
    }
    if (!is_identity(unturned)) {
        JsonLine rotation;
        rotation.add("matrix", list_of({vector_text(pose.row_x), vector_text(pose.row_y),
                                        vector_text(pose.row_z)}));
        out.add("rotation", rotation.text());
    }
    if (pose.translation != Vec3d{}) {
        out.add("translation", vector_text(pose.translation));
    }
    if (pose.scale != 1) {
        out.add("scale", number_text(pose.scale));
    }
    return out.text();
}

std::string body_text(const SceneBody& body) {
    JsonLine out;
    out.add("name", json_text(body.name));
    out.add_text("file", body.file);
    out.add_text("sample", body.sample);
    out.add_text("part", body.part);
    out.add_text("unit", body.unit ? to_string(*body.unit) : "");
    out.add_text("group", body.group);
    if (body.sample_triangles != 0) {
        out.add("triangles", std::to_string(body.sample_triangles));
    }
    if (body.sample_seed != 1) {
        out.add("seed", std::to_string(body.sample_seed));
    }
    if (body.read.weld == Weld::Equal) {
        out.add("weld", "true");
    }
    if (body.read.split == Split::Groups) {
        out.add("split", "\"groups\"");
    }
    if (body.read.cad.deflection > 0) {
        out.add("deflection", number_text(body.read.cad.deflection));
    }
    if (body.read.cad.angular_deflection_degrees != CadOptions{}.angular_deflection_degrees) {
        out.add("angular_deflection", number_text(body.read.cad.angular_deflection_degrees));
    }
    if (!is_identity(body.pose)) {
        out.add("pose", pose_text(body.pose));
    }
    return out.text();
}

std::string between_text(const PairPattern& between) {
    return list_of({json_text(between.a), json_text(between.b)});
}

std::string rule_text(const PairRule& rule) {
    JsonLine out;
    out.add("between", between_text(rule.between));
    out.add("check", rule.check ? "true" : "false");
    out.add_text("reason", rule.reason);
    return out.text();
}

std::string rule_text(const ClearanceRule& rule) {
    JsonLine out;
    out.add("between", between_text(rule.between));
    out.add("distance", number_text(rule.distance));
    return out.text();
}

std::string rule_text(const ToleranceRule& rule) {
    JsonLine out;
    out.add("between", between_text(rule.between));
    out.add("depth", number_text(rule.depth));
    return out.text();
}

std::string rule_text(const ClashRule& rule) {
    JsonLine out;
    out.add_text("name", rule.name);
    out.add("kind", json_text(to_string(rule.kind)));
    if (rule.severity != Severity::Error) {
        out.add("severity", json_text(to_string(rule.severity)));
    }
    if (rule.between != PairPattern{"*", "*"}) {
        out.add("between", between_text(rule.between));
    }
    if (!limit_field(rule.kind).empty()) {
        out.add(limit_field(rule.kind), number_text(rule.limit));
    }
    if (!rule.touching_counts) {
        out.add("touching", "false");
    }
    return out.text();
}

template <typename T>
std::string list_text(const std::vector<T>& list, std::string (*text)(const T&)) {
    std::string out;
    for (const T& entry : list) {
        out += out.empty() ? "[\n    " : ",\n    ";
        out += text(entry);
    }
    return out.empty() ? "[]" : out + "\n  ]";
}

} // namespace

std::string scene_text(const SceneDescription& scene) {
    std::string out = "{\n  \"format\": \"impinge-scene\",\n  \"format_version\": 1";
    if (scene.unit) {
        out += ",\n  \"unit\": " + json_text(to_string(*scene.unit));
    }
    out += ",\n  \"bodies\": " + list_text<SceneBody>(scene.bodies, body_text);
    if (!scene.pairs.empty()) {
        out += ",\n  \"pairs\": " + list_text<PairRule>(scene.pairs, rule_text);
    }
    if (!scene.clearances.empty()) {
        out += ",\n  \"clearances\": " + list_text<ClearanceRule>(scene.clearances, rule_text);
    }
    if (!scene.tolerances.empty()) {
        out += ",\n  \"tolerances\": " + list_text<ToleranceRule>(scene.tolerances, rule_text);
    }
    if (!scene.rules.empty()) {
        out += ",\n  \"rules\": " + list_text<ClashRule>(scene.rules, rule_text);
    }
    if (scene.open_meshes == OpenMeshes::Surfaces) {
        out += ",\n  \"open_meshes\": \"surfaces\"";
    }
    return out + "\n}\n";
}

} // namespace impinge::inline v0
