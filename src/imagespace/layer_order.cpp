// SPDX-License-Identifier: Apache-2.0
#include "imagespace/layer_order.hpp"

#include "imagespace/layers/layer_peeling.hpp"

#include <algorithm>
#include <limits>

namespace impinge::inline v0::imagespace {
namespace {

std::size_t triangles_of(const Frame& frame) {
    return frame.a.mesh.triangle_count() + frame.b.mesh.triangle_count();
}

/// When peeling pays. Measured on one core of an AVX2 processor with combs of 12 layers and knots
/// of 6, 2,000 to 600,000 triangles, areas of 1 to 160,000 pixels (processor time, best of 5):
///
///     rays                   22 ns a triangle, once, and  40 ns a layer of a pixel
///     peeling, software       4 ns a triangle            1.8 ns a layer of a pixel | for every
///     peeling, Mesa          11 ns a triangle              8 ns a layer of a pixel | layer
///
/// So in the software device peeling is faster from a pixel for every 27 triangles (6 layers) or 7
/// (12 layers) on, and with Mesa never. On an H200 beside 16 cores, peeling overtakes rays between
/// 64 x 64 and 128 x 128 pixels (12 layers) or 256 x 256 (6 layers) with 20,000 and 160,000
/// triangles, earlier with 600,000: at 64 x 64 it takes 4.8, 5.9 and 10.3 ms against 2.6, 5.5 and
/// 14.8 ms.
LayerAreaOptions measured_options(const Frame& frame) {
    const raster::DeviceInfo& device = frame.device.info();
    const std::size_t triangles = triangles_of(frame);
    if (device.kind == raster::DeviceKind::Software) {
        return {.least_pixels = triangles / 8, .most_added_pixels = triangles / 4};
    }
    if (device.on_processor) {
        return {.least_pixels = std::numeric_limits<std::size_t>::max()};
    }
    return {.least_pixels = 4096, .most_added_pixels = std::size_t{1} << 18};
}

class LayerQuery {
  public:
    LayerQuery(const Frame& frame, std::span<const PixelPlace> pixels)
        : frame_(frame), pixels_(pixels), watch_(frame) {
        findings_.cases.assign(pixels.size(), PixelCase::LeftOver);
        findings_.stages.assign(pixels.size(), Stage::LeftOver);
    }

    // Both do nothing once enough is known.

    /// Adds those that rays have to settle to the list.
    Status peel_area(const LayerArea& area, std::vector<std::uint32_t>& for_rays);
    /// The places, ascending.
    Status cast_rays(std::span<const std::uint32_t> places);

    LayerFindings findings() && { return std::move(findings_); }

  private:
    enum class Answer : std::uint8_t { Apart, Overlap };

    [[nodiscard]] bool enough() const {
        return frame_.context.cancelled() ||
               (found_overlap_ && frame_.extent == Extent::FirstOverlap);
    }

    void settle(std::uint32_t place, Answer answer, Stage stage) {
        const bool overlap = answer == Answer::Overlap;
        findings_.cases[place] = overlap ? PixelCase::LayersOverlap : PixelCase::LayersApart;
        findings_.stages[place] = stage;
        found_overlap_ = found_overlap_ || overlap;
    }

    const Frame& frame_;
    std::span<const PixelPlace> pixels_;
    LayerWatch watch_;
    LayerFindings findings_;
    bool found_overlap_ = false;
};

Status LayerQuery::peel_area(const LayerArea& area, std::vector<std::uint32_t>& for_rays) {
    if (enough()) {
        return {};
    }
    const auto peeled = peel(frame_, area, pixels_, watch_);
    if (!peeled) {
        return peeled.error();
    }
    for (std::size_t i = 0; i < area.pixels.size(); ++i) {
        switch ((*peeled)[i]) {
        case Peeled::Open:
            break;
        case Peeled::Apart:
            settle(area.pixels[i], Answer::Apart, Stage::LayerOrder);
            break;
        case Peeled::Overlap:
            settle(area.pixels[i], Answer::Overlap, Stage::LayerOrder);
            break;
        case Peeled::ForRays:
            for_rays.push_back(area.pixels[i]);
            break;
        }
    }
    return {};
}

Status LayerQuery::cast_rays(std::span<const std::uint32_t> places) {
    if (places.empty() || enough()) {
        return {};
    }
    std::vector<PixelPlace> asked;
    for (const std::uint32_t place : places) {
        asked.push_back(pixels_[place]);
    }
    const auto layers = pixel_layers(frame_.view, frame_.a, frame_.b, asked, frame_.context);
    if (!layers) {
        return layers.error();
    }
    for (std::size_t i = 0; i < places.size(); ++i) {
        const bool overlap = layers_overlap(layers->at(i), frame_.equal_depths);
        settle(places[i], overlap ? Answer::Overlap : Answer::Apart, Stage::Rays);
    }
    return watch_.looked();
}

} // namespace

/// Measured with 110,000 triangles on the software device and two cores: a query of a session that
/// renders the exchanged bodies first, and one that casts rays at once (best of 18):
///
///     pixels left over                              rendered first   rays at once
///        22  jaws askew, all settled by exchange            6.0 ms         6.2 ms
///       148  jaws askew, 59 still left over                 7.8 ms         5.6 ms
///     1,019  teeth interlocked, nearly all left over        5.8 ms         2.7 ms
///     2,405  jaws askew, 952 left over                     46.6 ms        42.4 ms
///     4,110  teeth interlocked, nearly all left over       10.7 ms         5.1 ms
///
/// So even where the renderings settle everything they save little, and else they are in vain. Rays
/// alone took 2.3 ms for 32 pixels all over the window, 3.1 ms for 2,000 and 3.8 ms for 8,000.
bool few_enough_for_rays(const Frame& frame, std::uint64_t pixels) {
    constexpr std::uint64_t triangles_per_pixel = 32;
    return pixels * triangles_per_pixel < triangles_of(frame) &&
           pixels < measured_options(frame).least_pixels;
}

Expected<LayerFindings> layer_order(const Frame& frame, std::span<const PixelPlace> pixels) {
    return layer_order(frame, pixels, measured_options(frame));
}

Expected<LayerFindings> layer_order(const Frame& frame, std::span<const PixelPlace> pixels,
                                    const LayerAreaOptions& options) {
    const LayerAreas areas = layer_areas(pixels, options);
    LayerQuery query(frame, pixels);
    // Rays cost about as much as one drawing, peeling several: with luck they find an overlap
    // first.
    Status status = query.cast_rays(areas.scattered);
    std::vector<std::uint32_t> for_rays;
    for (const LayerArea& area : areas.compact) {
        status = status ? query.peel_area(area, for_rays) : status;
    }
    std::ranges::sort(for_rays);
    status = status ? query.cast_rays(for_rays) : status;
    if (!status) {
        return status.error();
    }
    return std::move(query).findings();
}

} // namespace impinge::inline v0::imagespace
