// SPDX-License-Identifier: Apache-2.0
#include "edge_rays/look/edge_look.hpp"

#include "edge_rays/algorithms/unsound_bodies.hpp"

#include <algorithm>
#include <bit>
#include <tuple>

namespace impinge::inline v0::imagespace {
namespace {

void append_to(std::vector<std::uint32_t>& all, std::span<const std::uint32_t> more) {
    all.insert(all.end(), more.begin(), more.end());
}

using Algorithm = Status (*)(EdgeLayers&, EdgeFindings&);

Algorithm function_of(EdgeRayAlgorithm algorithm) {
    switch (algorithm) {
    case EdgeRayAlgorithm::Detect:
        return detect_interference;
    case EdgeRayAlgorithm::IdentifyPenetrating:
        return identify_penetrating;
    case EdgeRayAlgorithm::IdentifyWithoutStencil:
        return identify_without_stencil;
    case EdgeRayAlgorithm::IdentifyBoth:
        return identify_both;
    case EdgeRayAlgorithm::IdentifyByQueries:
        return identify_by_queries;
    }
    return identify_both;
}

void sort_and_unite(std::vector<std::uint32_t>& indices) {
    std::ranges::sort(indices);
    indices.erase(std::unique(indices.begin(), indices.end()), indices.end());
}

} // namespace

EdgeLook::EdgeLook(const EdgeFrame& frame, EdgeRayAlgorithm algorithm)
    : algorithm_(algorithm), frame_(frame), bodies_(frame.bodies), layers_(frame_) {
    frame_.bodies = bodies_.bodies();
}

void EdgeLook::note_points() const {
    EdgeRayWork& work = frame_.work;
    work.layers = std::max(work.layers, layers_.drawn());
    work.edge_points += layers_.points();
    work.hidden_points += layers_.drawn() > 1 ? layers_.points() : 0;
}

Status EdgeLook::name_whole_edges(std::size_t first_sample) {
    for (std::size_t i = first_sample; i < findings_.samples.size(); ++i) {
        EdgeSample& sample = findings_.samples[i];
        const auto edge = bodies_.whole_edge(sample.body, sample.edge);
        if (!edge) {
            return edge.error();
        }
        sample.edge = *edge;
    }
    return {};
}

Status EdgeLook::look_at_layer() {
    if (layers_.drawn() < done_before_) {
        return layers_.draw_edges();
    }
    const std::size_t samples = findings_.samples.size();
    Status status = function_of(algorithm_)(layers_, findings_);
    if (!status || layers_.points() == 0) {
        return status;
    }
    note_points();
    status = name_whole_edges(samples);
    if (status && layers_.counts_fit() && layers_.anything_counted()) {
        status = name_negative(layers_, findings_);
    }
    return status;
}

/// Whether there are points behind the first layer.
Status EdgeLook::look_for_hidden() {
    Status status = layers_.draw_edges();
    findings_.hidden_left = layers_.points() > 0;
    return status;
}

bool EdgeLook::runs_in_circles() const {
    std::size_t edges = 0;
    for (const EdgeBody& body : frame_.bodies) {
        edges += 3 * body.mesh.triangle_count();
    }
    return layers_.drawn() > edges;
}

bool EdgeLook::is_told() const {
    return findings_.interference && algorithm_ == EdgeRayAlgorithm::Detect;
}

Status EdgeLook::run() {
    while (!frame_.context.cancelled()) {
        if (frame_.hidden_points == HiddenPoints::Ignored && layers_.drawn() == 1) {
            return look_for_hidden();
        }
        Status status = look_at_layer();
        if (status && runs_in_circles()) {
            return Error{ErrorCode::Unsupported,
                         "edge rays: the device does not draw an edge at the same depth twice"};
        }
        if (!status || is_told() || layers_.points() == 0) {
            return status;
        }
        if (worth_narrowing()) {
            const auto finished = narrow();
            if (!finished) {
                return finished.error();
            }
            if (*finished) {
                return {};
            }
        } else if (points_then_ == 0) {
            points_then_ = layers_.points();
        }
    }
    findings_.partial = true;
    return {};
}

EdgeFindings EdgeLook::findings() && {
    for (const EdgeSample& sample : findings_.samples) {
        findings_.penetrating.push_back(sample.body);
        append_to(findings_.penetrated, sample.penetrated);
    }
    append_to(findings_.seen, layers_.seen());
    for (auto* bodies : {&findings_.penetrating, &findings_.penetrated, &findings_.seen}) {
        sort_and_unite(*bodies);
    }
    findings_.interference = findings_.interference || !findings_.penetrating.empty();
    const auto place = [](const EdgeSample& sample) {
        return std::tuple(sample.layer, sample.y, sample.x);
    };
    if (!std::ranges::is_sorted(findings_.samples, {}, place)) { // areas came one after the other
        std::ranges::sort(findings_.samples, {}, place);
    }
    return std::move(findings_);
}

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
std::vector<CompactArea> small_areas(const raster::View& view,
                                     std::span<const raster::Pixel> open) {
    const std::size_t window = pixels_of(raster::shown_area(view));
    if (window < least_pixels_cut || areas_pay * open.size() > window) {
        return {};
    }
    std::vector<PixelPlace> places;
    places.reserve(open.size());
    for (const raster::Pixel& pixel : open) {
        places.push_back({pixel.x, pixel.y});
    }
    PixelAreas areas = pixel_areas(places, {.most_added_pixels = window / share_added});
    std::size_t pixels = 0;
    for (const CompactArea& area : areas.compact) {
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
        const std::vector<CompactArea> areas = small_areas(frame_.view, *open);
        for (const CompactArea& area : areas) {
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

Status EdgeLook::look_at_area(const CompactArea& area, std::span<const raster::Pixel> open) {
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

namespace {

/// Whether the edges of some body are held against the faces of any.
bool anything_to_find(const EdgeFrame& frame) {
    const std::size_t fewest = frame.own_body == OwnBody::Excluded ? 2 : 1;
    const auto closed = [](const EdgeBody& body) { return !body.open; };
    return frame.bodies.size() >= fewest && std::ranges::any_of(frame.bodies, closed);
}

} // namespace

Expected<EdgeFindings> look_at(const EdgeFrame& frame, EdgeRayAlgorithm algorithm) {
    if (!anything_to_find(frame)) {
        return EdgeFindings{};
    }
    EdgeLook look(frame, algorithm);
    if (!look.counts_fit() && algorithm != EdgeRayAlgorithm::IdentifyBoth) {
        return Error{ErrorCode::Unsupported,
                     "edge rays: 128 bodies or more may lie around one point, which only the "
                     "algorithm that identifies both bodies can tell apart"};
    }
    if (Status status = look.run(); !status) {
        return status.error();
    }
    const bool may_cancel = look.counts_may_cancel() && algorithm != EdgeRayAlgorithm::IdentifyBoth;
    EdgeFindings findings = std::move(look).findings();
    findings.may_cancel = may_cancel;
    return findings;
}

} // namespace impinge::inline v0::imagespace
