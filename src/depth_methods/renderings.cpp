// SPDX-License-Identifier: Apache-2.0
#include "depth_methods/renderings.hpp"

#include "depth_methods/masks.hpp"

namespace impinge::inline v0::imagespace {
namespace {

/// Whether every pixel holds a value of this kind.
template <typename Kind>
Expected<bool> holds_only(raster::Device& device, const raster::Target& target, Kind is_of_kind) {
    const auto pixels = device.stencil_histogram(target);
    if (!pixels) {
        return pixels.error();
    }
    for (std::size_t value = 0; value < pixels->size(); ++value) {
        if ((*pixels)[value] > 0 && !is_of_kind(static_cast<std::uint8_t>(value))) {
            return false;
        }
    }
    return true;
}

} // namespace

Status count_surfaces_of(const Frame& frame, const Side& side) {
    if (Status status = need_target(frame.device, frame.maps.b, frame.view); !status) {
        return status;
    }
    ++frame.log.draws;
    return count_surfaces(frame.device, *frame.maps.b, frame.view, side);
}

Expected<bool> is_a_pi_convex(const Frame& frame) {
    DepthMaps& maps = frame.maps;
    if (!maps.pi_convex) {
        auto found = holds_only(frame.device, *maps.near, [](std::uint8_t known) {
            return (known & (a_absent | a_pi_convex)) != 0;
        });
        if (!found) {
            return found;
        }
        maps.pi_convex = *found;
    }
    return *maps.pi_convex;
}

Expected<bool> is_b_pi_convex(const Frame& frame) {
    if (const Status status = count_surfaces_of(frame, frame.b); !status) {
        return status.error();
    }
    return holds_only(frame.device, *frame.maps.b,
                      [](std::uint8_t surfaces) { return surfaces == 0 || surfaces == 2; });
}

bool Renderings::stopped() {
    cancelled_ = cancelled_ || frame_.context.cancelled();
    return !status_ || cancelled_;
}

void Renderings::note(Status status) {
    if (status_) {
        status_ = std::move(status);
    }
}

void Renderings::draw(raster::Target& target, const raster::Pass& pass, const Side& side,
                      Faces faces, const raster::Target* reference) {
    raster::Pass one_side = pass;
    one_side.cull = cull_for(faces, side);
    note(frame_.device.draw(target, frame_.view, one_side,
                            {.geometry = side.geometry, .pose = side.pose}, reference));
    frame_.log.draws += faces == Faces::Entered ? 1 : 0;
}

void Renderings::lap(double& phase) {
    if (frame_.timing == Timing::ByPhase) {
        note(frame_.device.finish());
        phase += watch_.lap();
    }
}

void Renderings::draw_far_map() {
    DepthMaps& maps = frame_.maps;
    raster::Device& device = frame_.device;
    note(need_target(device, maps.far, frame_.view));
    note(status_ ? need_target(device, maps.near, frame_.view) : status_);
    if (!status_) {
        return;
    }
    note(device.clear(*maps.far, {.depth = 0.0F, .stencil = a_absent, .id_0 = {}, .id_1 = {}}));
    draw(*maps.far, far_map_of_entered(), frame_.a, Faces::Entered);
    draw(*maps.far, far_map_of_left(), frame_.a, Faces::Left);
    note(device.cover(*maps.far, 0, find_pi_convex()));
    note(device.cover(*maps.far, 1, replace_depth_unless(a_last_left)));
    note(device.copy(*maps.far, *maps.near, raster::Plane::Stencil));
}

void Renderings::far_map_of_a(std::uint8_t sc_begin) {
    if (stopped()) {
        return;
    }
    DepthMaps& maps = frame_.maps;
    if (maps.has_far) {
        note(frame_.device.copy(*maps.near, *maps.far, raster::Plane::Stencil));
    } else {
        draw_far_map();
    }
    if (!status_) {
        return;
    }
    note(frame_.device.cover(*maps.far, 0, begin_counting(sc_begin)));
    maps.has_far = status_.ok();
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
        draw(*maps.near, near_map_of_left(), frame_.a, Faces::Left);
        draw(*maps.near, near_map_of_entered(), frame_.a, Faces::Entered);
        note(frame_.device.cover(*maps.near, 0, replace_depth_unless(a_first_entered)));
    }
    maps.has_near = status_.ok();
    ++frame_.log.renderings;
}

void Renderings::render_b(Faces faces, const raster::Pass& pass) {
    if (!stopped()) {
        const bool against_near = pass.reference_compare != raster::Compare::Always;
        draw(*frame_.maps.far, pass, frame_.b, faces,
             against_near ? frame_.maps.near.get() : nullptr);
    }
}

void Renderings::first_surfaces_of_b() {
    if (stopped()) {
        return;
    }
    DepthMaps& maps = frame_.maps;
    raster::Device& device = frame_.device;
    note(need_target(device, maps.b, frame_.view));
    note(status_ ? device.copy(*maps.far, *maps.b, raster::Plane::Stencil) : status_);
    if (!status_) {
        return;
    }
    note(device.clear(*maps.b, {.depth = 1.0F, .stencil = {}, .id_0 = {}, .id_1 = {}}));
    draw(*maps.b, first_left(frame_.equal_depths), frame_.b, Faces::Left, maps.near.get());
    draw(*maps.b, entered_first(frame_.equal_depths), frame_.b, Faces::Entered, maps.near.get());
    note(device.copy(*maps.b, *maps.far, raster::Plane::Stencil));
}

void Renderings::on_masks(const raster::Pass& pass) {
    if (!stopped()) {
        note(frame_.device.cover(*frame_.maps.far, 0, pass));
    }
}

Expected<Histogram> Renderings::look(Phase phase) {
    lap(frame_.log.milliseconds.graphics);
    if (!status_) {
        return status_.error();
    }
    auto histogram = frame_.device.stencil_histogram(*frame_.maps.far);
    lap(frame_.log.milliseconds.inspection[static_cast<std::size_t>(phase)]);
    return histogram;
}

Expected<std::optional<Findings>> Renderings::after_first(Meaning meaning) {
    return unless_open(meaning, Phase::First);
}

Expected<std::optional<Findings>> Renderings::after_second(Meaning meaning) {
    return unless_open(meaning, Phase::Second);
}

Expected<std::optional<Findings>> Renderings::unless_open(Meaning meaning, Phase phase) {
    if (stopped()) {
        return !status_ ? Expected<std::optional<Findings>>(status_.error())
                        : std::optional(Findings{.partial = true});
    }
    if (frame_.inspection == Inspection::Deferred) {
        return std::optional<Findings>();
    }
    const auto histogram = look(phase);
    if (!histogram) {
        return histogram.error();
    }
    const Tally found = tally(*histogram, meaning);
    const bool enough = frame_.extent == Extent::FirstOverlap && found.overlapping() > 0;
    if (!enough && found.open > 0) {
        return std::optional<Findings>();
    }
    auto findings = conclude(*histogram, meaning, phase);
    if (!findings) {
        return findings.error();
    }
    return std::optional(std::move(*findings));
}

Expected<Findings> Renderings::at_the_end(Meaning meaning) {
    if (stopped()) {
        return !status_ ? Expected<Findings>(status_.error()) : Findings{.partial = true};
    }
    const auto histogram = look(Phase::Second);
    if (!histogram) {
        return histogram.error();
    }
    return conclude(*histogram, meaning, Phase::Second);
}

Expected<Findings> Renderings::conclude(const Histogram& histogram, Meaning meaning, Phase phase) {
    const Tally found = tally(histogram, meaning);
    Findings findings = findings_of(found);
    findings.covered_by_a = count_from(histogram, 0) - histogram[a_absent];
    findings.second_pass = phase == Phase::First ? found.open : seen_twice(histogram);
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
    auto read = !status_ ? status_.error() : frame_.device.read_stencil(target);
    if (!read) {
        note(read.error());
        return {};
    }
    return std::move(*read);
}

std::vector<std::uint8_t> Renderings::read_layers(const Side& side) {
    note(status_ ? count_surfaces_of(frame_, side) : status_);
    lap(frame_.log.milliseconds.graphics);
    return !status_ ? std::vector<std::uint8_t>{} : read_masks(*frame_.maps.b);
}

Expected<Findings> Renderings::read_cases(Findings findings, Meaning meaning) {
    const bool all = frame_.places == Places::WithLayers;
    const std::vector<std::uint8_t> masks = read_masks(*frame_.maps.far);
    if (all) {
        findings.layers_of_a = read_layers(frame_.a);
        findings.layers_of_b = read_layers(frame_.b);
    }
    if (!status_) {
        return status_.error();
    }
    findings.cases.resize(masks.size());
    findings.stages.resize(masks.size());
    for (std::size_t i = 0; i < masks.size(); ++i) {
        PixelCase c = meaning(masks[i]).value_or(PixelCase::LeftOver);
        if (all && c == PixelCase::A && findings.layers_of_b[i] == 0) {
            c = PixelCase::Empty;
        }
        findings.cases[i] = c;
        findings.stages[i] = stage_of(c);
    }
    count_cases(findings);
    return findings;
}

} // namespace impinge::inline v0::imagespace
