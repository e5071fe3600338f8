// SPDX-License-Identifier: Apache-2.0
#include "imagespace/cascade.hpp"

#include "imagespace/layer_order.hpp"
#include "imagespace/renderings.hpp"

#include <algorithm>

namespace impinge::inline v0::imagespace {
namespace {

/// Areas grow to multiples of this, so that their targets can be kept.
constexpr int area_step = 64;

int width_of(const Frame& frame) { return shown_area(frame.view).width; }

std::vector<PixelPlace> left_over_pixels(const Findings& findings, int width) {
    std::vector<PixelPlace> pixels;
    for (std::size_t i = 0; i < findings.cases.size(); ++i) {
        if (findings.cases[i] == PixelCase::LeftOver) {
            pixels.push_back(place_of(i, width));
        }
    }
    return pixels;
}

/// Whether nothing more can be asked.
bool is_settled(const Frame& frame, const Findings& findings) {
    const bool known = frame.extent == Extent::FirstOverlap && findings.overlapping > 0;
    return findings.partial || known || findings.pixels.left_over == 0;
}

struct Span {
    int first = 0;
    int size = 0;
};

Span grown(std::uint32_t min, std::uint32_t max, int limit) {
    const int first = static_cast<int>(min) / area_step * area_step;
    const int end = std::min((static_cast<int>(max) / area_step + 1) * area_step, limit);
    return {first, end - first};
}

/// The part of the target that holds the pixels.
raster::PixelArea area_around(std::span<const PixelPlace> pixels, const raster::PixelArea& whole) {
    const auto [left, right] = std::ranges::minmax(pixels, {}, &PixelPlace::x);
    const auto [bottom, top] = std::ranges::minmax(pixels, {}, &PixelPlace::y);
    const Span x = grown(left.x, right.x, whole.width);
    const Span y = grown(bottom.y, top.y, whole.height);
    return {x.first, y.first, x.size, y.size};
}

/// What was left over in `findings` and settled in `part`.
void take_over(Findings& findings, const Findings& part, const raster::PixelArea& area, int width) {
    for (std::size_t i = 0; i < part.cases.size(); ++i) {
        const PixelPlace in_part = place_of(i, area.width);
        const std::size_t at = index_of({in_part.x + static_cast<std::uint32_t>(area.x),
                                         in_part.y + static_cast<std::uint32_t>(area.y)},
                                        width);
        const PixelCase c = part.cases[i];
        const bool settles = c != PixelCase::LeftOver && c != PixelCase::Empty;
        if (findings.cases[at] == PixelCase::LeftOver && settles) {
            findings.cases[at] = c;
            findings.stages[at] = Stage::ParityExchanged;
        }
    }
    count_cases(findings);
}

/// For the choice of roles in the next query.
Status examine_b(const Frame& part, Exchanged& exchanged) {
    const auto pi_convex = is_a_pi_convex(part);
    if (!pi_convex) {
        return pi_convex.error();
    }
    exchanged.b_pi_convex = *pi_convex;
    return {};
}

Status settle_exchanged(const Frame& frame, Findings& findings, Exchanged& exchanged) {
    const int width = width_of(frame);
    const auto pixels = left_over_pixels(findings, width);
    const raster::PixelArea area = area_around(pixels, shown_area(frame.view));
    exchanged.maps.forget();
    const Frame part{.device = frame.device,
                     .view = focused(frame.view, area),
                     .a = frame.b,
                     .b = frame.a,
                     .equal_depths = frame.equal_depths,
                     .inspection = frame.inspection,
                     .extent = frame.extent,
                     .places = Places::Always,
                     .timing = frame.timing,
                     .context = frame.context,
                     .maps = exchanged.maps,
                     .log = frame.log};
    const auto found = depth_parity(part);
    if (!found) {
        return found.error();
    }
    findings.partial = found->partial;
    take_over(findings, *found, area, width);
    return found->partial ? Status() : examine_b(part, exchanged);
}

/// Any count will do.
constexpr std::uint8_t no_b = sc_zero;

std::optional<PixelCase> covered_by_both(std::uint8_t masks) {
    const bool both = (masks & mask_sa) != 0 && (masks & mask_sc) != no_b;
    return both ? PixelCase::LeftOver : PixelCase::Empty;
}

Status settle_by_layers(const Frame& frame, Findings& findings) {
    const int width = width_of(frame);
    const auto pixels = left_over_pixels(findings, width);
    const auto found = layer_order(frame, pixels);
    if (!found) {
        return found.error();
    }
    for (std::size_t i = 0; i < pixels.size(); ++i) {
        const std::size_t at = index_of(pixels[i], width);
        findings.cases[at] = found->cases[i];
        findings.stages[at] = found->stages[i];
    }
    count_cases(findings);
    findings.partial = frame.context.cancelled();
    return {};
}

} // namespace

Expected<Findings> cascade(const Frame& frame, Exchanged& exchanged) {
    auto findings = depth_parity(frame);
    if (!findings || is_settled(frame, *findings)) {
        return findings;
    }
    if (!few_enough_for_rays(frame, findings->pixels.left_over)) {
        if (const Status status = settle_exchanged(frame, *findings, exchanged); !status) {
            return status.error();
        }
    }
    if (is_settled(frame, *findings)) {
        return findings;
    }
    if (const Status status = settle_by_layers(frame, *findings); !status) {
        return status.error();
    }
    return findings;
}

Expected<Findings> only_layer_order(const Frame& frame) {
    Renderings run(frame);
    run.far_map_of_a(no_b);
    run.render_b(Faces::Entered, count_up_from(no_b)); // and left as often
    auto findings = run.at_the_end(covered_by_both);
    if (!findings || is_settled(frame, *findings)) {
        return findings;
    }
    if (const Status status = settle_by_layers(frame, *findings); !status) {
        return status.error();
    }
    return findings;
}

} // namespace impinge::inline v0::imagespace
