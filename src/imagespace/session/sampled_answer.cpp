// SPDX-License-Identifier: Apache-2.0
#include "imagespace/session/sampled_answer.hpp"

#include <algorithm>
#include <utility>

namespace impinge::inline v0::imagespace {
namespace {

void add(PixelsByStage& sum, const PixelsByStage& pixels) {
    sum.minmax += pixels.minmax;
    sum.parity += pixels.parity;
    sum.parity_exchanged += pixels.parity_exchanged;
    sum.layer_order += pixels.layer_order;
    sum.rays += pixels.rays;
    sum.left_over += pixels.left_over;
}

void add(PhaseTimes& sum, const PhaseTimes& times) {
    sum.graphics += times.graphics;
    for (std::size_t i = 0; i < sum.inspection.size(); ++i) {
        sum.inspection[i] += times.inspection[i];
    }
}

PixelMap map_of(Findings findings, const raster::View& view) {
    return {.view = view,
            .cases = std::move(findings.cases),
            .stages = std::move(findings.stages),
            .layers_a = std::move(findings.layers_of_a),
            .layers_b = std::move(findings.layers_of_b)};
}

} // namespace

std::vector<PixelPlace> overlapping_places(const Findings& findings, int width) {
    std::vector<PixelPlace> places;
    for (std::size_t i = 0; i < findings.cases.size(); ++i) {
        if (overlaps(findings.cases[i])) {
            places.push_back(place_of(i, width));
        }
    }
    return places;
}

void add_passes(Sampled& result, const PassLog& log) {
    result.renderings = std::max(result.renderings, log.renderings);
    result.draws += log.draws;
    add(result.milliseconds, log.milliseconds);
}

void add_findings(Sampled& result, Findings findings, const raster::View& view) {
    result.overlapping_pixels += findings.overlapping;
    add(result.pixels, findings.pixels);
    result.interference.partial = result.interference.partial || findings.partial;
    result.interference.pixel_size = std::max(result.interference.pixel_size, pixel_size(view));
    if (result.views.empty() && !findings.layers_of_b.empty()) {
        result.map = map_of(std::move(findings), view);
        result.map->exchanged = result.exchanged;
        if (result.exchanged) {
            std::swap(result.map->layers_a, result.map->layers_b);
        }
    }
    result.views.push_back(view);
}

void judge(Sampled& result) {
    const bool overlap = result.overlapping_pixels > 0;
    result.interference.verdict = overlap ? Verdict::Crossing : Verdict::Apart;
    result.settled = overlap || (result.pixels.left_over == 0 && !result.interference.partial);
}

} // namespace impinge::inline v0::imagespace
