// SPDX-License-Identifier: Apache-2.0
//
// Less and less to draw: parts of bodies, then areas of the window.
#include "imagespace/edge_rays/algorithms/negative_counts.hpp"
#include "imagespace/edge_rays/look/edge_look.hpp"

#include <bit>

namespace impinge::inline v0::imagespace {
namespace {

/// Finding out what can be left out takes about as long as drawing so many triangles.
constexpr std::size_t triangles_worth_narrowing = 16'384;
/// After so many layers, and every doubling of them, it is tried in any case.
constexpr unsigned layers_worth_narrowing = 16;
/// Areas pay if they are smaller than the window by this factor: their first layers are drawn once
/// more, to get behind them.
constexpr std::size_t areas_pay = 8;
/// Windows with fewer pixels are looked at whole.
constexpr std::size_t least_pixels_cut = 256;
/// Two areas are joined if that adds at most this share of the window.
constexpr std::size_t share_added = 64;

std::size_t pixels_of(const raster::PixelArea& area) {
    return static_cast<std::size_t>(area.width) * static_cast<std::size_t>(area.height);
}

/// Whether areas show the very depths of the whole window, so that layers keep their numbers.
bool areas_show_the_same(const raster::Device& device) {
    return device.info().kind == raster::DeviceKind::Software;
}

/// Where the open pixels are, if that is little of the window; else nothing.
std::vector<LayerArea> small_areas(const raster::View& view, std::span<const raster::Pixel> open) {
    const std::size_t window = pixels_of(raster::shown_area(view));
    if (window < least_pixels_cut || areas_pay * open.size() > window) {
        return {};
    }
    std::vector<PixelPlace> places;
    places.reserve(open.size());
    for (const raster::Pixel& pixel : open) {
        places.push_back({pixel.x, pixel.y});
    }
    LayerAreas areas = layer_areas(places, {.most_added_pixels = window / share_added});
    std::size_t pixels = 0;
    for (const LayerArea& area : areas.compact) {
        pixels += pixels_of(area.box);
    }
    if (!areas.scattered.empty() || areas_pay * pixels > window) {
        return {};
    }
    return std::move(areas.compact);
}

} // namespace

EdgeLook::EdgeLook(const EdgeLook& whole, EdgeTargets& targets, const raster::PixelArea& area)
    : algorithm_(whole.algorithm_), frame_{.device = whole.frame_.device,
                                           .view = focused(whole.frame_.view, area),
                                           .bodies = whole.frame_.bodies,
                                           .own_body = whole.frame_.own_body,
                                           .edge_offset = whole.frame_.edge_offset,
                                           .hidden_points = whole.frame_.hidden_points,
                                           .early_exit = whole.frame_.early_exit,
                                           .context = whole.frame_.context,
                                           .targets = targets,
                                           .work = whole.frame_.work},
      bodies_(whole.bodies_), layers_(frame_), done_before_(whole.layers_.drawn()) {
    frame_.bodies = bodies_.bodies();
}

bool EdgeLook::worth_narrowing() const {
    const unsigned drawn = layers_.drawn();
    if (drawn <= done_before_ || frame_.hidden_points == HiddenPoints::Ignored) {
        return false;
    }
    const bool is_area = done_before_ > 0;
    const bool fewer_points = drawn > 1 && 4 * layers_.points() <= 3 * points_then_;
    const bool far_fewer_points = 4 * layers_.points() <= points_then_;
    return (fewer_points && bodies_.cost() >= triangles_worth_narrowing) ||
           (far_fewer_points && is_area) ||
           (drawn >= layers_worth_narrowing && std::has_single_bit(drawn));
}

Expected<bool> EdgeLook::narrow() {
    points_then_ = layers_.points();
    ++frame_.work.read_backs;
    const auto open = frame_.device.collect(layers_.buffer(), any_edge_point);
    if (!open) {
        return open.error();
    }
    if (areas_show_the_same(frame_.device)) {
        const std::vector<LayerArea> areas = small_areas(frame_.view, *open);
        for (const LayerArea& area : areas) {
            if (Status status = is_told() ? Status() : look_at_area(area, *open); !status) {
                return status.error();
            }
        }
        if (!areas.empty()) {
            return true;
        }
    }
    const OpenPixels pixels(frame_.view, *open, frame_.edge_offset);
    if (Status status = bodies_.keep(frame_.device, pixels); !status) {
        return status.error();
    }
    return false;
}

Status EdgeLook::look_at_area(const LayerArea& area, std::span<const raster::Pixel> open) {
    EdgeTargets targets(frame_.device);
    EdgeLook look(*this, targets, area.box);
    std::vector<raster::Pixel> pixels;
    for (const std::uint32_t place : area.pixels) {
        raster::Pixel pixel = open[place];
        pixel.x -= static_cast<std::uint32_t>(area.box.x);
        pixel.y -= static_cast<std::uint32_t>(area.box.y);
        pixels.push_back(pixel);
    }
    look.points_then_ = pixels.size();
    Status status =
        look.bodies_.keep(frame_.device, OpenPixels(look.frame_.view, pixels, frame_.edge_offset));
    status = status ? look.run() : status;
    if (!status) {
        return status;
    }
    EdgeFindings more = std::move(look).findings();
    for (EdgeSample& sample : more.samples) {
        sample.x += static_cast<std::uint32_t>(area.box.x);
        sample.y += static_cast<std::uint32_t>(area.box.y);
        findings_.samples.push_back(std::move(sample));
    }
    append_to(findings_.penetrating, more.penetrating);
    append_to(findings_.penetrated, more.penetrated);
    append_to(findings_.seen, more.seen);
    findings_.interference = findings_.interference || more.interference;
    findings_.partial = findings_.partial || more.partial;
    for (const UnsoundBody& body : more.negative) {
        add_negative(findings_.negative, body.body, body.rays);
    }
    return {};
}

} // namespace impinge::inline v0::imagespace
