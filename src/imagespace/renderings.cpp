// SPDX-License-Identifier: Apache-2.0
#include "imagespace/renderings.hpp"

namespace impinge::inline v0::imagespace {
namespace {

constexpr std::uint8_t two_surfaces = 2;
constexpr std::uint8_t more_surfaces = 4;

} // namespace

bool Renderings::stopped() {
    cancelled_ = cancelled_ || frame_.context.cancelled();
    return failed_ || cancelled_;
}

void Renderings::note(Status status) {
    if (!failed_) {
        failed_ = std::move(status);
    }
}

void Renderings::draw(raster::Target& target, const raster::Pass& pass, const Side& side,
                      const raster::Target* reference) {
    note(frame_.device.draw(target, frame_.view, pass,
                            {.geometry = side.geometry, .pose = side.pose}, reference));
    ++frame_.log.draws;
}

void Renderings::lap(double& phase) {
    if (frame_.timing == Timing::ByPhase) {
        note(frame_.device.finish());
        phase += watch_.lap();
    }
}

void Renderings::far_map_of_a() {
    if (stopped()) {
        return;
    }
    DepthMaps& maps = frame_.maps;
    raster::Device& device = frame_.device;
    if (maps.has_far) {
        note(device.copy(*maps.near, *maps.far, raster::Plane::Stencil));
    } else {
        note(need_target(device, maps.far, frame_.view));
        note(failed_ ? failed_ : need_target(device, maps.near, frame_.view));
        if (failed_) {
            return;
        }
        note(device.clear(*maps.far, {.depth = 0.0F, .id_0 = {}, .id_1 = {}}));
        draw(*maps.far, imagespace::far_map_of_a(), frame_.a);
        note(device.copy(*maps.far, *maps.near, raster::Plane::Stencil));
    }
    note(device.cover(*maps.far, 0, surfaces_to_sa()));
    maps.has_far = !failed_;
    ++frame_.log.renderings;
}

void Renderings::near_map_of_a() {
    if (stopped()) {
        return;
    }
    DepthMaps& maps = frame_.maps;
    if (!maps.has_near) {
        note(frame_.device.clear(*maps.near,
                                 {.depth = 1.0F, .stencil = {}, .id_0 = {}, .id_1 = {}}));
        draw(*maps.near, imagespace::near_map_of_a(), frame_.a);
    }
    maps.has_near = !failed_;
    ++frame_.log.renderings;
}

void Renderings::render_b(const raster::Pass& pass) {
    if (!stopped()) {
        draw(*frame_.maps.far, pass, frame_.b);
    }
}

void Renderings::render_b_against_near_map(const raster::Pass& pass) {
    if (!stopped()) {
        draw(*frame_.maps.far, pass, frame_.b, frame_.maps.near.get());
    }
}

void Renderings::on_masks(const raster::Pass& pass) {
    if (!stopped()) {
        note(frame_.device.cover(*frame_.maps.far, 0, pass));
    }
}

Expected<Histogram> Renderings::look(Phase phase) {
    lap(frame_.log.milliseconds.graphics);
    if (failed_) {
        return *failed_;
    }
    auto histogram = frame_.device.stencil_histogram(*frame_.maps.far);
    lap(frame_.log.milliseconds.inspection[static_cast<std::size_t>(phase)]);
    return histogram;
}

Expected<std::optional<Findings>> Renderings::after_first(Meaning meaning) {
    if (stopped()) {
        return failed_ ? Expected<std::optional<Findings>>(*failed_)
                       : std::optional(Findings{.partial = true});
    }
    if (frame_.inspection == Inspection::Deferred) {
        return std::optional<Findings>();
    }
    const auto histogram = look(Phase::First);
    if (!histogram) {
        return histogram.error();
    }
    const Tally found = tally(*histogram, meaning, more_surfaces);
    const bool enough = frame_.extent == Extent::FirstOverlap && found.overlapping() > 0;
    if (!enough && found.open > 0) {
        return std::optional<Findings>();
    }
    auto findings = conclude(*histogram, meaning, Phase::First);
    if (!findings) {
        return findings.error();
    }
    findings->second_pass = found.open;
    return std::optional(std::move(*findings));
}

Expected<Findings> Renderings::at_the_end(Meaning meaning) {
    if (stopped()) {
        return failed_ ? Expected<Findings>(*failed_) : Findings{.partial = true};
    }
    const auto histogram = look(Phase::Second);
    if (!histogram) {
        return histogram.error();
    }
    auto findings = conclude(*histogram, meaning, Phase::Second);
    if (findings) {
        findings->second_pass = count_from(*histogram, mask_sa);
    }
    return findings;
}

Expected<Findings> Renderings::conclude(const Histogram& histogram, Meaning meaning, Phase phase) {
    Tally found = tally(histogram, meaning, more_surfaces);
    const bool hangs_on_a =
        tally(histogram, meaning, two_surfaces)[PixelCase::D] > 0 && found[PixelCase::LeftOver] > 0;
    if (hangs_on_a) {
        const auto pi_convex = is_a_pi_convex(frame_);
        if (!pi_convex) {
            return pi_convex.error();
        }
        if (*pi_convex) {
            found = tally(histogram, meaning, two_surfaces);
        }
    }
    Findings findings = findings_of(found);
    findings.covered_by_a = count_from(histogram, 1);
    const bool wanted = findings.overlapping > 0 ? frame_.places != Places::IfLeftOver
                                                 : findings.pixels.left_over > 0;
    if (wanted || frame_.places >= Places::Always) {
        auto read = read_cases(std::move(findings), meaning);
        lap(frame_.log.milliseconds.inspection[static_cast<std::size_t>(phase)]);
        return read;
    }
    return findings;
}

std::vector<std::uint8_t> Renderings::read_masks(const raster::Target& target) {
    auto read = failed_ ? *failed_ : frame_.device.read_stencil(target);
    if (!read) {
        note(read.error());
        return {};
    }
    return std::move(*read);
}

Expected<Findings> Renderings::read_cases(Findings findings, Meaning meaning) {
    const bool all = frame_.places == Places::WithLayers;
    if (all) {
        note(count_surfaces_of_b(frame_));
        lap(frame_.log.milliseconds.graphics);
        findings.layers_of_b = failed_ ? std::vector<std::uint8_t>{} : read_masks(*frame_.maps.b);
    }
    const std::vector<std::uint8_t> masks = read_masks(*frame_.maps.far);
    std::vector<std::uint8_t> layers_of_a = read_masks(*frame_.maps.near);
    if (failed_) {
        return *failed_;
    }
    findings.cases.resize(masks.size());
    findings.stages.resize(masks.size());
    for (std::size_t i = 0; i < masks.size(); ++i) {
        PixelCase c = meaning(masks[i], layers_of_a[i]).value_or(PixelCase::LeftOver);
        if (all && c == PixelCase::A && findings.layers_of_b[i] == 0) {
            c = PixelCase::Empty;
        }
        findings.cases[i] = c;
        findings.stages[i] = stage_of(c);
    }
    if (all) {
        findings.layers_of_a = std::move(layers_of_a);
    }
    count_cases(findings);
    return findings;
}

} // namespace impinge::inline v0::imagespace
