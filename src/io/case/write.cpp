// SPDX-License-Identifier: Apache-2.0
#include "io/byte_order.hpp"
#include "io/case/file.hpp"
#include "io/case/layout.hpp"

#include <nlohmann/json.hpp>

namespace impinge::inline v0 {
namespace {

using Json = nlohmann::ordered_json;

/// The reader refuses what would upset a terminal.
std::string readable(std::string text) {
    for (char& c : text) {
        const auto code = static_cast<unsigned char>(c);
        c = code < 0x20 || code == 0x7F ? '?' : c;
    }
    return text;
}

Json described(const CaseBody& body) {
    Json out;
    out["name"] = readable(body.name);
    if (!body.file.empty()) {
        out["file"] = readable(body.file);
    }
    if (!body.group.empty()) {
        out["group"] = readable(body.group);
    }
    out["mesh"] = body.mesh;
    return out;
}

std::string header(const Case& recorded) {
    Json out;
    out["format"] = case_format;
    out["format_version"] = case_format_version;
    out["impinge_version"] = recorded.impinge_version;
    if (recorded.unit) {
        out["unit"] = symbol(*recorded.unit);
    }
    out["detail"] = recorded.detail == Detail::Curves ? "curves" : "pairs";
    out["touching_counts"] = recorded.touching_counts;
    if (recorded.open_meshes == OpenMeshes::Surfaces) {
        out["open_meshes_are_surfaces"] = true;
    }
    if (recorded.answer) {
        out["answer"] = hash_text(*recorded.answer);
    }
    out["meshes"] = Json::array();
    for (const auto& mesh : recorded.meshes) {
        out["meshes"].push_back(
            {{"vertices", mesh->positions.size()}, {"triangles", mesh->triangles.size()}});
    }
    out["bodies"] = Json::array();
    for (const CaseBody& body : recorded.bodies) {
        out["bodies"].push_back(described(body));
    }
    out["wish_runs"] = recorded.wishes.size();
    return out.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

void append(std::string& out, Vec3d p) {
    append_little(out, p.x);
    append_little(out, p.y);
    append_little(out, p.z);
}

void append(std::string& out, const Rigid& pose) {
    append(out, pose.row_x);
    append(out, pose.row_y);
    append(out, pose.row_z);
    append(out, pose.translation);
    append_little(out, pose.scale);
}

} // namespace

std::string case_bytes(const Case& recorded) {
    std::string out = header(recorded);
    for (const auto& mesh : recorded.meshes) {
        for (const Vec3d& position : mesh->positions) {
            append(out, position);
        }
        for (const TriangleIndices& triangle : mesh->triangles) {
            for (const std::uint32_t corner : triangle) {
                append_little(out, corner);
            }
        }
    }
    for (const CaseBody& body : recorded.bodies) {
        append(out, body.pose);
    }
    for (const WishRun& run : recorded.wishes) {
        append_little(out, run.pairs);
        append_little(out, run.wish.check ? run.wish.clearance : not_checked);
    }
    return out;
}

} // namespace impinge::inline v0
