// SPDX-License-Identifier: Apache-2.0
#include "compare/compare_report.hpp"

#include "input/input.hpp"
#include "output/json_report.hpp"
#include "output/progress.hpp"
#include "output/stopwatch.hpp"
#include "output/text.hpp"
#include "sampled/edge_rays.hpp"
#include "sampled/sampled_json.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace impinge::cli {
namespace {

std::string verdict_text(Verdict verdict) { return coloured(to_string(verdict), verdict); }

std::string agreement_text(const Comparison& comparison) {
    if (comparison.sampled.could_not_tell()) {
        return "the method could not tell";
    }
    if (comparison.missed()) {
        return "missed: they interfere, and the method does not see it";
    }
    return comparison.invented() ? "invented: they do not interfere, and the method says so"
                                 : "agree";
}

/// Those of the first view looked along; null if nothing had to be drawn.
void add_view(Json& out, const std::vector<raster::View>& views) {
    for (const char* field : {"direction", "width", "height", "pixel_size"}) {
        out[field] = nullptr;
    }
    if (!views.empty()) {
        out["direction"] = json_direction(views.front());
        out["width"] = views.front().width;
        out["height"] = views.front().height;
        out["pixel_size"] = raster::pixel_size(views.front());
    }
    out["views"] = views.size();
}

std::string refinement_line(const imagespace::RefinementReport& report) {
    return report.open_pixels == 0
               ? "refined       no pixel had to be searched\n"
               : fmt::format("refined       {} searched, {} proved or dismissed\n",
                             counted(report.open_pixels, "pixel", "pixels"),
                             counted(report.candidates, "candidate", "candidates"));
}

std::string depth_lines(const Comparison& comparison) {
    const MethodAnswer& sampled = comparison.sampled;
    return fmt::format("renderings    {}, bodies drawn {}\n", sampled.renderings,
                       counted(sampled.draws, "time", "times")) +
           fmt::format("settled by    {}\n", stage_pixels_text(sampled.pixels_by_stage)) +
           fmt::format("overlapping   {}\n",
                       counted(sampled.overlapping_pixels, "pixel", "pixels")) +
           (sampled.refinement ? refinement_line(*sampled.refinement) : "");
}

std::string peeling_lines(const Comparison& comparison) {
    const imagespace::PeelingReport& report = *comparison.sampled.peeling;
    const auto& pairs = comparison.sampled.interference.pairs;
    return fmt::format("triangles     {} that meet, of {}\n",
                       counted(pairs.size(), "pair", "pairs"),
                       counted(report.candidates, "candidate", "candidates")) +
           (report.layers > 0 ? fmt::format("peeled        {} in {}, closer than {:.4g}{}\n",
                                            counted(report.layers, "layer", "layers"),
                                            counted(report.stages, "stage", "stages"),
                                            report.epsilon, unit_suffix(comparison.two.scene.unit))
                              : "") +
           fmt::format("time          boxes {:.3g}, device {:.3g}, read back {:.3g}, proof {:.3g} "
                       "ms\n",
                       report.milliseconds.boxes, report.milliseconds.device,
                       report.milliseconds.read_back, report.milliseconds.proof);
}

std::string edge_ray_lines(const Comparison& comparison) {
    const imagespace::EdgeRays& rays = *comparison.edge_rays;
    const EdgeRayShare& share = *comparison.sampled.edge_rays;
    std::string out = fmt::format("edge points   {}\n", edge_points_text(share));
    if (comparison.request.edge_rays.localisation == imagespace::Localisation::Crossings) {
        out += fmt::format("crossings     {}\n", share.crossings.size());
    }
    return out +
           fmt::format("decided by    {}\n",
                       rays.pairs.empty() ? "boxes" : to_string(share.decided_by)) +
           fmt::format("looked at     {} in {}, bodies drawn {}\n",
                       counted(rays.work.edge_points, "edge point", "edge points"),
                       counted(rays.work.layers, "layer", "layers"),
                       counted(rays.work.draws, "time", "times")) +
           unsound_notes(rays, comparison.two.scene.bodies);
}

/// What one kind of method counts and the other does not is null.
void add_counts(Json& out, const Comparison& comparison) {
    const MethodAnswer& sampled = comparison.sampled;
    for (const char* field :
         {"pixels_by_stage", "overlapping_pixels", "renderings", "edge_points_a", "edge_points_b",
          "decided_by", "crossings", "edge_rays", "peeling"}) {
        out[field] = nullptr;
    }
    out["draws"] = comparison.edge_rays ? comparison.edge_rays->work.draws : sampled.draws;
    if (sampled.peeling) {
        out["peeling"] = json_peeling(*sampled.peeling, sampled.interference);
        return;
    }
    if (!comparison.edge_rays) {
        out["pixels_by_stage"] = json_stage_pixels(sampled.pixels_by_stage);
        out["overlapping_pixels"] = sampled.overlapping_pixels;
        out["renderings"] = sampled.renderings;
        return;
    }
    const imagespace::EdgeRayOptions& asked = comparison.request.edge_rays;
    add_edge_ray_share(out, *sampled.edge_rays, asked);
    out["edge_rays"] = json_edge_rays(*comparison.edge_rays, asked.algorithm);
}

} // namespace

bool interferes(const Interference& answer, Touch touch) {
    return answer.verdict == Verdict::Touching ? touch == Touch::Counts
                                               : answer.verdict != Verdict::Apart;
}

Status ask_exact(ExactlyCompared& compared, const Context& context, Progress& progress) {
    const Stopwatch watch;
    auto exact = collide(compared.scene.bodies[0].body(), compared.scene.bodies[1].body(), {},
                         progress.phase("checking", context));
    if (!exact) {
        return exact.error();
    }
    compared.exact_ms = watch.milliseconds();
    compared.exact = std::move(*exact);
    return {};
}

bool Comparison::exact_interferes() const {
    return interferes(two.exact, request.touching_counts ? Touch::Counts : Touch::IsNothing);
}

bool Comparison::sampled_interferes() const {
    return interferes(sampled.interference,
                      request.touching_counts ? Touch::Counts : Touch::IsNothing);
}

std::string comparison_facts(const Comparison& comparison) {
    if (comparison.sampled.views.empty()) {
        return "nothing had to be drawn: their bounding volumes do not meet";
    }
    const raster::View& view = comparison.sampled.views.front();
    const Vec3d along = view.axis_z + Vec3d{}; // no negative zeros
    const std::size_t views = comparison.sampled.views.size();
    return fmt::format("{} x {} pixels of {:.4g}{}, looking along ({:.3g}, {:.3g}, {:.3g}){}, "
                       "drawn by {}",
                       view.width, view.height, raster::pixel_size(view),
                       unit_suffix(comparison.two.scene.unit), along.x, along.y, along.z,
                       views > 1 ? fmt::format(" in the first of {} views", views) : "",
                       raster::to_string(comparison.request.device));
}

std::string comparison_text(const Comparison& comparison) {
    const MethodAnswer& sampled = comparison.sampled;
    std::string out = fmt::format(
        "{:<13} {}  ({}, {:.3g} ms)\n", comparison.request.method->name,
        sampled.could_not_tell() ? "could not tell" : verdict_text(sampled.interference.verdict),
        to_string(sampled.interference.certainty), comparison.method_ms);
    out += fmt::format("exact         {}  (exact, {:.3g} ms)\n",
                       verdict_text(comparison.two.exact.verdict), comparison.two.exact_ms);
    out += fmt::format("comparison    {}\n", agreement_text(comparison));
    out += fmt::format("view          {}\n", comparison_facts(comparison));
    return out + (comparison.edge_rays         ? edge_ray_lines(comparison)
                  : comparison.sampled.peeling ? peeling_lines(comparison)
                                               : depth_lines(comparison));
}

std::string comparison_json(const Comparison& comparison) {
    const MethodAnswer& sampled = comparison.sampled;
    Json out = json_document("compare");
    out["partial"] = false; // an interrupted one writes nothing
    out["unit"] = json_unit(comparison.two.scene.unit);
    out["bodies"] = json_bodies(comparison.two.scene.bodies);
    out["method"] = comparison.request.method->name;
    out["device"] = raster::to_string(comparison.request.device);
    out["runs_on"] = comparison.runs_on;
    out["resolution"] = comparison.request.options.resolution;
    out["extent"] = comparison.request.options.extent == imagespace::Extent::AllPixels
                        ? "all_pixels"
                        : "first_overlap";
    out["touching_counts"] = comparison.request.touching_counts;
    out["verdict"] = nullptr;
    if (!sampled.could_not_tell()) {
        out["verdict"] = to_string(sampled.interference.verdict);
    }
    out["certainty"] = to_string(sampled.interference.certainty);
    out["settled"] = sampled.settled;
    out["exact_verdict"] = to_string(comparison.two.exact.verdict);
    out["missed"] = comparison.missed();
    out["invented"] = comparison.invented();
    add_counts(out, comparison);
    add_view(out, sampled.views);
    out["picture"] = json_file(comparison.picture_file);
    out["hash"] = json_hash(hash_of(sampled));
    out["timings_ms"] = {{"read", comparison.two.scene.read_ms},
                         {"diagnose", comparison.two.scene.diagnose_ms},
                         {"method", comparison.method_ms},
                         {"exact", comparison.two.exact_ms},
                         {"total", comparison.total_ms}};
    return json_text(out);
}

} // namespace impinge::cli
