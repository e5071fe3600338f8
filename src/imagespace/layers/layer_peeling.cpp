// SPDX-License-Identifier: Apache-2.0
#include "imagespace/layers/layer_peeling.hpp"

#include "imagespace/layers/pixel_layers.hpp"
#include "imagespace/masks.hpp"

#include <algorithm>

namespace impinge::inline v0::imagespace {
namespace {

using raster::Compare;
using raster::StencilOp;

/// The nearest of what lies behind the layer before. Who owns it, and whether the ray enters there,
/// become two bits; `code` is the reference, repeated for every place in a word.
raster::Pass layer_pass(unsigned code, unsigned layer) {
    constexpr unsigned everywhere = 0x55;
    const unsigned place = layer % CodeWords::layers / 2 * bits_per_layer;
    const raster::StencilOps replace{.passes = StencilOp::Replace};
    raster::Pass pass;
    pass.stencil = {.reference = static_cast<std::uint8_t>(code * everywhere),
                    .write_mask = static_cast<std::uint8_t>((code_of_b | code_entered) << place),
                    .front = replace,
                    .back = replace};
    pass.reference_compare = layer == 0 ? Compare::Always : Compare::Greater;
    return pass;
}

/// A's layers, whose codes are the reference and zero: one draw is enough.
raster::Pass layer_pass_of_a(const Side& a, unsigned layer) {
    raster::Pass pass = layer_pass(code_entered, layer);
    (a.inside_out ? pass.stencil.front : pass.stencil.back).passes = StencilOp::Zero;
    return pass;
}

raster::Pass layer_pass_of_b(const Side& b, Faces faces, unsigned layer) {
    raster::Pass pass =
        layer_pass(faces == Faces::Entered ? code_of_b | code_entered : code_of_b, layer);
    pass.cull = cull_for(faces, b);
    return pass;
}

/// Takes one off the count of every pixel that has the layer in the reference target.
raster::Pass discount_pass() {
    raster::Pass pass = mask_pass({.does = StencilOp::Decrement});
    pass.reference_compare = Compare::Greater;
    return pass;
}

/// What is known of a pixel on the way.
struct PixelState {
    std::size_t index = 0; ///< in the planes of the area
    unsigned layers = 0;
    LayerCodes codes = {};
    Peeled peeled = Peeled::Open;
};

class Peeling {
  public:
    Peeling(const Frame& frame, const LayerArea& area, LayerWatch& watch)
        : frame_(frame), box_(area.box), view_(focused(frame.view, area.box)), watch_(watch) {}

    Expected<std::vector<Peeled>> run(const LayerArea& area, std::span<const PixelPlace> places);

  private:
    using Plane = std::vector<std::uint8_t>;

    Status prepare();
    Status count_layers();
    Status peel_layer(unsigned layer);
    Status look(unsigned layers_done);
    /// Whether looking now may save renderings.
    [[nodiscard]] bool worth_a_look(unsigned layers_done) const;
    [[nodiscard]] bool enough() const;
    [[nodiscard]] unsigned deepest() const;
    Status draw(raster::Target& target, const raster::Pass& pass, const Side& side,
                const raster::Target* reference);
    Expected<Plane> read(const raster::Target& target) {
        return frame_.device.read_stencil(target);
    }

    const Frame& frame_;
    raster::PixelArea box_;
    raster::View view_;
    LayerWatch& watch_;
    std::unique_ptr<raster::Target> counts_; ///< layers not yet peeled
    std::array<std::unique_ptr<raster::Target>, 2> layers_;
    std::vector<PixelState> states_;
    bool found_overlap_ = false;
};

Status Peeling::prepare() {
    for (auto* target : {&counts_, &layers_.front(), &layers_.back()}) {
        auto made = frame_.device.make_target(box_.width, box_.height);
        if (!made) {
            return made.error();
        }
        *target = std::move(*made);
    }
    return {};
}

Status Peeling::draw(raster::Target& target, const raster::Pass& pass, const Side& side,
                     const raster::Target* reference) {
    return frame_.device.draw(target, view_, pass, {.geometry = side.geometry, .pose = side.pose},
                              reference);
}

Status Peeling::count_layers() {
    Status status = frame_.device.clear(*counts_, {.depth = {}, .id_0 = {}, .id_1 = {}});
    for (const Side* side : {&frame_.a, &frame_.b}) {
        status = status ? draw(*counts_, count_surfaces(), *side, nullptr) : status;
    }
    frame_.log.draws += 2;
    ++frame_.log.renderings;
    status = status ? watch_.drew() : status;
    if (!status) {
        return status;
    }
    const auto counts = read(*counts_);
    if (!counts) {
        return counts.error();
    }
    for (PixelState& state : states_) {
        state.layers = (*counts)[state.index];
        if (state.layers == 0) {
            state.peeled = Peeled::Apart;
        } else if (state.layers % 2 != 0) { // so is 255, where the counter stops
            state.peeled = Peeled::ForRays;
        }
    }
    return watch_.looked();
}

Status Peeling::peel_layer(unsigned layer) {
    raster::Target& target = *layers_[layer % 2];
    const raster::Target* const before = layer == 0 ? nullptr : layers_[1 - layer % 2].get();
    raster::Clear clear{.stencil = {}, .id_0 = {}, .id_1 = {}};
    if (layer % CodeWords::layers < 2) {
        clear.stencil = std::uint8_t{0};
    }
    Status status = frame_.device.clear(target, clear);
    status = status ? draw(target, layer_pass_of_a(frame_.a, layer), frame_.a, before) : status;
    for (const Faces faces : {Faces::Entered, Faces::Left}) {
        status = status ? draw(target, layer_pass_of_b(frame_.b, faces, layer), frame_.b, before)
                        : status;
    }
    frame_.log.draws += 2;
    ++frame_.log.renderings;
    return status ? frame_.device.cover(*counts_, 1, discount_pass(), {}, &target) : status;
}

Status Peeling::look(unsigned layers_done) {
    if (Status status = watch_.drew(); !status) {
        return status;
    }
    const auto even = read(*layers_[0]);
    const auto odd = even ? read(*layers_[1]) : even;
    const auto missing = odd ? read(*counts_) : odd;
    if (!missing) {
        return missing.error();
    }
    const bool full = layers_done % CodeWords::layers == 0;
    const unsigned words_begin = (layers_done - 1) / CodeWords::layers * CodeWords::layers;
    for (PixelState& state : states_) {
        const bool finished = state.layers <= layers_done;
        if (state.peeled != Peeled::Open || (!finished && !full)) {
            continue;
        }
        const unsigned last = std::min(state.layers, words_begin + CodeWords::layers);
        state.codes.take({(*even)[state.index], (*odd)[state.index]}, last - words_begin);
        if (finished) {
            const bool told_apart = (*missing)[state.index] == 0 && state.codes.balanced();
            state.peeled = !told_apart           ? Peeled::ForRays
                           : state.codes.overlap ? Peeled::Overlap
                                                 : Peeled::Apart;
            found_overlap_ = found_overlap_ || state.peeled == Peeled::Overlap;
        }
    }
    return watch_.looked();
}

bool Peeling::worth_a_look(unsigned layers_done) const {
    if (layers_done == deepest() || layers_done % CodeWords::layers == 0) {
        return true;
    }
    if (frame_.extent != Extent::FirstOverlap || frame_.inspection == Inspection::Deferred) {
        return false;
    }
    const auto open = [](const PixelState& state) { return state.peeled == Peeled::Open; };
    const auto finished = [&](const PixelState& state) {
        return open(state) && state.layers <= layers_done;
    };
    return 2 * std::ranges::count_if(states_, finished) >= std::ranges::count_if(states_, open);
}

bool Peeling::enough() const {
    return frame_.context.cancelled() || (found_overlap_ && frame_.extent == Extent::FirstOverlap);
}

unsigned Peeling::deepest() const {
    unsigned layers = 0;
    for (const PixelState& state : states_) {
        layers = std::max(layers, state.peeled == Peeled::Open ? state.layers : 0);
    }
    return layers;
}

Expected<std::vector<Peeled>> Peeling::run(const LayerArea& area,
                                           std::span<const PixelPlace> places) {
    for (const std::uint32_t place : area.pixels) {
        const std::size_t x = places[place].x - static_cast<std::size_t>(box_.x);
        const std::size_t y = places[place].y - static_cast<std::size_t>(box_.y);
        states_.push_back({.index = y * static_cast<std::size_t>(box_.width) + x});
    }
    Status status = prepare();
    status = status ? count_layers() : status;
    const unsigned last = deepest();
    for (unsigned layer = 0; layer < last && status && !enough(); ++layer) {
        status = peel_layer(layer);
        if (status && worth_a_look(layer + 1)) {
            status = look(layer + 1);
        }
    }
    if (!status) {
        return status.error();
    }
    std::vector<Peeled> peeled;
    for (const PixelState& state : states_) {
        peeled.push_back(state.peeled);
    }
    return peeled;
}

} // namespace

Expected<std::vector<Peeled>> peel(const Frame& frame, const LayerArea& area,
                                   std::span<const PixelPlace> places, LayerWatch& watch) {
    return Peeling(frame, area, watch).run(area, places);
}

} // namespace impinge::inline v0::imagespace
