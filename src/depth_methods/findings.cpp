// SPDX-License-Identifier: Apache-2.0
#include "depth_methods/findings.hpp"

#include "depth_methods/masks.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace impinge::inline v0::imagespace {
namespace {

std::uint64_t* count_of(PixelsByStage& pixels, Stage stage) {
    switch (stage) {
    case Stage::None:
        break;
    case Stage::Minmax:
        return &pixels.minmax;
    case Stage::Parity:
        return &pixels.parity;
    case Stage::ParityExchanged:
        return &pixels.parity_exchanged;
    case Stage::LayerOrder:
        return &pixels.layer_order;
    case Stage::Rays:
        return &pixels.rays;
    case Stage::LeftOver:
        return &pixels.left_over;
    }
    return nullptr;
}

void count(Findings& findings, PixelCase c, Stage stage, std::uint64_t pixels) {
    findings.overlapping += overlaps(c) ? pixels : 0;
    if (std::uint64_t* sum = count_of(findings.pixels, stage)) {
        *sum += pixels;
    }
}

} // namespace

Stage stage_of(PixelCase c) {
    switch (c) {
    case PixelCase::Empty:
        return Stage::None;
    case PixelCase::A:
    case PixelCase::BC:
        return Stage::Minmax;
    case PixelCase::D:
    case PixelCase::E:
    case PixelCase::F:
        return Stage::Parity;
    case PixelCase::LayersApart:
    case PixelCase::LayersOverlap:
        return Stage::LayerOrder;
    case PixelCase::LeftOver:
        break;
    }
    return Stage::LeftOver;
}

std::uint64_t count_from(const Histogram& histogram, std::uint8_t masks) {
    return std::accumulate(histogram.begin() + masks, histogram.end(), std::uint64_t{0});
}

std::uint64_t seen_twice(const Histogram& histogram) {
    return count_from(histogram, mask_sa) + histogram[settled_d] + histogram[settled_f] +
           histogram[settled_f | mask_sca];
}

Tally tally(const Histogram& histogram, Meaning meaning) {
    Tally result;
    for (std::size_t masks = 0; masks < histogram.size(); ++masks) {
        const auto found = meaning(static_cast<std::uint8_t>(masks));
        (found ? result.of[static_cast<std::size_t>(*found)] : result.open) += histogram[masks];
    }
    return result;
}

std::uint64_t Tally::overlapping() const { return findings_of(*this).overlapping; }

Findings findings_of(const Tally& tally) {
    Findings findings;
    for (std::size_t i = 0; i < tally.of.size(); ++i) {
        const auto c = static_cast<PixelCase>(i);
        count(findings, c, stage_of(c), tally.of[i]);
    }
    return findings;
}

void count_cases(Findings& findings) {
    findings.overlapping = 0;
    findings.pixels = {};
    for (std::size_t i = 0; i < findings.cases.size(); ++i) {
        count(findings, findings.cases[i], findings.stages[i], 1);
    }
}

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
