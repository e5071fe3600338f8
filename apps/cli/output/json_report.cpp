// SPDX-License-Identifier: Apache-2.0
#include "output/json_report.hpp"

#include "output/console.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace impinge::cli {
namespace {

/// Raised when a field changes its meaning or goes away; new fields may come without it.
constexpr int format_version = 1;

/// The rows of a 4 x 4 matrix, as a scene file has it; null where nothing was moved.
Json json_pose(const Rigid& pose) {
    if (is_identity(pose)) {
        return nullptr;
    }
    Json out = Json::array();
    for (int row = 0; row < 3; ++row) {
        const Vec3d r = (row == 0 ? pose.row_x : row == 1 ? pose.row_y : pose.row_z) * pose.scale;
        out.push_back({r.x, r.y, r.z, pose.translation[row]});
    }
    out.push_back({0, 0, 0, 1});
    return out;
}

/// What a CAD file says of a body; null where the file holds triangles.
void add_facts(Json& out, const BodyFacts& facts) {
    const bool tessellated = facts.kind != BodyKind::Mesh;
    out["kind"] = to_string(facts.kind);
    out["part"] = tessellated ? Json(facts.part) : Json(nullptr);
    out["colour"] = nullptr;
    if (facts.colour) {
        const auto [red, green, blue] = *facts.colour;
        out["colour"] = fmt::format("#{:02x}{:02x}{:02x}", red, green, blue);
    }
    out["chord_error"] = facts.chord_error > 0 || tessellated ? Json(facts.chord_error) : nullptr;
}

Json json_body(const LoadedBody& body) {
    Json out;
    out["name"] = body.name;
    out["file"] = body.file;
    out["group"] = nullptr;
    if (!body.group.empty()) {
        out["group"] = body.group;
    }
    out["pose"] = json_pose(body.pose);
    add_facts(out, body.facts);
    out["vertices"] = body.mesh->positions.size();
    out["triangles"] = body.mesh->triangles.size();
    out["solid"] = nullptr;
    out["components"] = nullptr;
    out["diagnosis"] = Json::array();
    if (body.diagnosis) {
        out["solid"] = body.diagnosis->solid();
        out["components"] = body.diagnosis->components;
        out["diagnosis"] = body.diagnosis->remarks();
    }
    out["box"] = {{"min", json_point(body.box.min)}, {"max", json_point(body.box.max)}};
    return out;
}

} // namespace

Json json_document(std::string_view verb) {
    Json out;
    out["format"] = fmt::format("impinge-{}", verb);
    out["format_version"] = format_version;
    out["impinge_version"] = IMPINGE_VERSION;
    out["warnings"] = warnings_given();
    return out;
}

std::string json_text(const Json& document) {
    // File names need not be UTF-8; JSON has to be.
    return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Json json_bodies(std::span<const LoadedBody> bodies) {
    Json out = Json::array();
    for (const LoadedBody& body : bodies) {
        out.push_back(json_body(body));
    }
    return out;
}

Json json_point(Vec3d point) { return Json::array({point.x, point.y, point.z}); }

Json json_unit(std::optional<LengthUnit> unit) {
    return unit ? Json(to_string(*unit)) : Json(nullptr);
}

Json json_stages(const StageTimes& times) {
    return {{"world", times.world},  {"cull", times.cull},   {"bin", times.bin},
            {"match", times.match},  {"prove", times.prove}, {"judge", times.judge},
            {"curves", times.curves}};
}

Json json_optional(std::optional<double> number) { return number ? Json(*number) : Json(); }

Json json_words(const std::string& words) { return words.empty() ? Json(nullptr) : Json(words); }

Json json_file(const std::string& file) { return json_words(file); }

std::string json_hash(std::uint64_t hash) { return fmt::format("{:016x}", hash); }

} // namespace impinge::cli
