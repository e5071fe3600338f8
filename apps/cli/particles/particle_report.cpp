// SPDX-License-Identifier: Apache-2.0
#include "particles/particle_report.hpp"

#include "output/json_report.hpp"
#include "output/text.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace impinge::cli {
namespace {

const char* shape_word(const Collider& collider) {
    if (std::holds_alternative<Mesh>(collider.shape)) {
        return "mesh";
    }
    if (std::holds_alternative<Blend>(collider.shape)) {
        return "blend";
    }
    const QuadraticForm& f = std::get<ImplicitSurface>(collider.shape).form;
    const bool flat = f.xx == 0 && f.yy == 0 && f.zz == 0 && f.xy == 0 && f.xz == 0 && f.yz == 0;
    return flat ? "plane" : "quadric";
}

std::string colliders_table(const ParticleRequest& request, const ParticleReport& report) {
    TextTable table({{"collider"},
                     {"shape"},
                     {"response"},
                     {"impacts", Align::Right},
                     {"first s", Align::Right},
                     {"strongest m/s", Align::Right}});
    for (std::size_t i = 0; i < report.colliders.size(); ++i) {
        const Collider& collider = request.scene.colliders[i];
        const ColliderImpacts& sum = report.colliders[i];
        const bool hit = sum.count > 0;
        table.add({printable(collider.name), shape_word(collider), to_string(collider.response),
                   std::to_string(sum.count), hit ? fmt::format("{:.3f}", sum.first) : "",
                   hit ? fmt::format("{:.2f}", sum.strongest) : ""});
    }
    return table.text();
}

Json json_collider(const Collider& collider, const ColliderImpacts& sum) {
    const bool hit = sum.count > 0;
    const auto if_hit = [hit](double value) { return hit ? Json(value) : Json(nullptr); };
    Json out;
    out["name"] = collider.name;
    out["shape"] = shape_word(collider);
    out["chart"] = to_string(chart_of(collider).kind);
    out["response"] = to_string(collider.response);
    out["impacts"] = sum.count;
    out["first"] = if_hit(sum.first);
    out["last"] = if_hit(sum.last);
    out["strongest"] = if_hit(sum.strongest);
    out["normal_speed_sum"] = sum.sum;
    return out;
}

Json json_share(const std::optional<DeviceShare>& share) {
    if (!share) {
        return nullptr;
    }
    Json out;
    out["by_device"] = share->by_device;
    out["by_processor"] = share->by_processor;
    out["device_seconds"] = share->device_seconds;
    out["processor_alone"] =
        share->processor_alone.empty() ? Json(nullptr) : Json(share->processor_alone);
    return out;
}

} // namespace

std::string particles_text(const ParticleRequest& request, const ParticleReport& report) {
    const auto pictures =
        static_cast<std::size_t>(std::count_if(report.frames.begin(), report.frames.end(),
                                               [](const auto& f) { return !f.picture.empty(); }));
    std::string out = fmt::format("{}, {}, {:g} s{}\n", printable(request.scene.what),
                                  counted(report.particles, "particle", "particles"),
                                  request.seconds, report.partial ? " (interrupted)" : "");
    if (report.partial) {
        return out;
    }
    out += "\n" + colliders_table(request, report) + "\n";
    out += fmt::format("impacts      {} (hash {})\n", report.impacts, json_hash(report.hash));
    if (report.share) {
        out += fmt::format(
            "device       {} of {} lives decided by {}{}\n", report.share->by_device,
            report.share->by_device + report.share->by_processor, raster::to_string(request.device),
            report.share->processor_alone.empty() ? std::string()
                                                  : ": " + report.share->processor_alone);
    }
    if (report.flight_error_bound > 0) {
        out += std::isfinite(report.flight_error_bound)
                   ? fmt::format("flight error at most {:.2g}\n", report.flight_error_bound)
                   : fmt::format("flight error {:.2g}, estimated\n", report.flight_error);
    }
    if (report.cut_short > 0) {
        out += fmt::format("cut short    {}: too many bounces\n",
                           counted(report.cut_short, "life", "lives"));
    }
    if (!request.folder.empty()) {
        out += fmt::format(
            "written      {} and {} in {}\n", counted(pictures, "picture", "pictures"),
            counted(report.files.size(), "other file", "other files"), printable(request.folder));
    }
    out += fmt::format("time         {:.1f} s: impacts {:.1f} s", report.total_ms / 1000,
                       report.impacts_ms / 1000);
    if (report.pictures_ms > 0) {
        out += fmt::format(", pictures {:.1f} s", report.pictures_ms / 1000);
    }
    if (report.sound_ms > 0) {
        out += fmt::format(", sound {:.1f} s", report.sound_ms / 1000);
    }
    return out + "\n";
}

std::string particles_json(const ParticleRequest& request, const ParticleReport& report) {
    Json out = json_document("particles");
    out["partial"] = report.partial;
    out["scene"] = request.source;
    out["device"] = raster::to_string(request.device);
    out["device_share"] = json_share(report.share);
    out["particles"] = report.particles;
    out["seconds"] = request.seconds;
    out["frames_per_second"] = request.rate;
    out["impact_count"] = report.impacts;
    out["flight_error"] = report.flight_error;
    out["flight_error_bound"] =
        std::isfinite(report.flight_error_bound) ? Json(report.flight_error_bound) : Json(nullptr);
    out["cut_short"] = report.cut_short;
    out["hash"] = json_hash(report.hash);
    out["colliders"] = Json::array();
    for (std::size_t i = 0; i < report.colliders.size(); ++i) {
        out["colliders"].push_back(json_collider(request.scene.colliders[i], report.colliders[i]));
    }
    out["frames"] = Json::array();
    for (const ParticleFrame& frame : report.frames) {
        Json entry;
        entry["time"] = frame.time;
        entry["impacts"] = frame.impacts;
        entry["picture"] = json_file(frame.picture);
        out["frames"].push_back(std::move(entry));
    }
    out["files"] = report.files;
    out["timings_ms"] = {{"impacts", report.impacts_ms},
                         {"pictures", report.pictures_ms},
                         {"sound", report.sound_ms},
                         {"total", report.total_ms}};
    return json_text(out);
}

} // namespace impinge::cli
