// SPDX-License-Identifier: Apache-2.0
#include "picture_json.hpp"

#include "check_report.hpp"

#include <fmt/format.h>

namespace impinge::cli {
namespace {

Json shown_json(std::span<const ShownBody> shown) {
    Json out = Json::array();
    for (const ShownBody& body : shown) {
        const render::Colour c = body.colour;
        out.push_back({{"state", to_string(body.state)},
                       {"colour", fmt::format("#{:02x}{:02x}{:02x}", c.r, c.g, c.b)},
                       {"opacity", c.a / 255.0},
                       {"label", body.label ? Json(*body.label) : Json(nullptr)}});
    }
    return out;
}

Json camera_json(const raster::View& view) {
    Json out;
    out["projection"] =
        view.projection == raster::Projection::Perspective ? "perspective" : "orthographic";
    out["eye"] = json_point(view.eye);
    out["direction"] = json_point(view.axis_z);
    out["up"] = json_point(view.axis_y);
    return out;
}

Json counts_or_null(const PictureReport& report) {
    return report.checked == Checked::Yes ? json_counts(count_verdicts(report.examination))
                                          : Json(nullptr);
}

Json curve_count_or_null(const PictureReport& report) {
    if (report.checked == Checked::No || report.examination.detail != Detail::Curves) {
        return nullptr;
    }
    std::size_t count = 0;
    for (const AssemblyPair& pair : report.examination.answer.pairs) {
        count += pair.interference.curves.size();
    }
    return count;
}

} // namespace

Json picture_json(const PictureReport& report, const PictureOptions& options) {
    Json out = json_document("picture");
    out["partial"] = false; // an interrupted picture is not written
    out["file"] = options.picture_file;
    out["width"] = report.frame.picture.width;
    out["height"] = report.frame.picture.height;
    out["samples"] = options.samples;
    out["device"] = raster::name_of(report.device.kind);
    out["runs_on"] = report.device.name;
    out["camera"] = camera_json(report.frame.view);
    out["unit"] = json_unit(report.examination.unit);
    out["bodies"] = json_bodies(report.examination.bodies);
    out["shown"] = shown_json(report.shown);
    out["checked"] = report.checked == Checked::Yes;
    out["method"] = report.checked == Checked::Yes ? Json(options.method) : Json(nullptr);
    out["counts"] = counts_or_null(report);
    out["curves"] = curve_count_or_null(report);
    out["layers"] = report.frame.layers;
    out["layers_left_out"] = report.frame.layers_left_out;
    out["timings_ms"] = {{"read", report.examination.read_ms},
                         {"diagnose", report.examination.diagnose_ms},
                         {"collide", report.examination.collide_ms},
                         {"draw", report.draw_ms},
                         {"write", report.write_ms},
                         {"total", report.total_ms}};
    return out;
}

} // namespace impinge::cli
