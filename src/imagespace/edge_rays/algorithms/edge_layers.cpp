// SPDX-License-Identifier: Apache-2.0
#include "imagespace/edge_rays/algorithms/edge_layers.hpp"

#include "imagespace/edge_rays/algorithms/penetrable_bodies.hpp"

#include <algorithm>

namespace impinge::inline v0::imagespace {
namespace {

// The numbers of EdgeTargets::get().
constexpr std::size_t found_target = 2;
constexpr std::size_t single_target = 3;

} // namespace

EdgeLayers::EdgeLayers(const EdgeFrame& frame) : frame_(frame) {
    counts_fit_ =
        frame.bodies.size() < most_counted || most_bodies_around_a_point(frame) < most_counted;
    const std::size_t own = frame.own_body == OwnBody::Excluded ? 1 : 0;
    counts_may_cancel_ = frame.bodies.size() > own + 1 &&
                         std::ranges::any_of(frame.bodies, &EdgeBody::crosses_itself);
}

Expected<raster::Target*> EdgeLayers::target(std::size_t which) const {
    const raster::PixelArea shown = raster::shown_area(frame_.view);
    return frame_.targets.get(which, shown.width, shown.height);
}

Status EdgeLayers::clear_buffers() {
    const auto next = target(drawn_ % 2);
    const auto before = next ? target((drawn_ + 1) % 2) : next;
    const auto found = before ? target(found_target) : before;
    if (!found) {
        return found.error();
    }
    buffer_ = *next;
    before_ = *before;
    found_ = *found;
    if (drawn_ == 0) { // every point lies behind this
        if (Status status = frame_.device.clear(*before_, {.depth = 0.0F, .stencil = {}});
            !status) {
            return status;
        }
    }
    return frame_.device.clear(*buffer_, {.stencil = in_none});
}

Status EdgeLayers::draw_points(std::span<raster::Query* const> queries) {
    if (drawn_ > 0 && frame_.bodies.size() > 1) { // the first body is later than no other
        if (Status status =
                imagespace::draw_edges(frame_, frame_.bodies.subspan(1),
                                       {.target = *buffer_,
                                        .pass = edges_of_later_bodies(),
                                        .reference = before_,
                                        .queries = queries.empty() ? queries : queries.subspan(1)});
            !status) {
            return status;
        }
    }
    return imagespace::draw_edges(
        frame_, frame_.bodies,
        {.target = *buffer_, .pass = edges_behind(), .reference = before_, .queries = queries});
}

Status EdgeLayers::draw_edges() {
    if (drawn_ == 0) {
        auto queries = frame_.targets.queries(QueryUse::WholeLook, frame_.bodies.size());
        if (!queries) {
            return queries.error();
        }
        unseen_ = std::move(*queries);
        unseen_count_ = unseen_.size();
    }
    Status status = clear_buffers();
    status = status
                 ? draw_points(unseen_count_ > 0 ? std::span(unseen_) : std::span(unseen_).first(0))
                 : status;
    if (!status) {
        return status;
    }
    const auto points = frame_.device.count(*buffer_, any_edge_point);
    if (!points) {
        return points.error();
    }
    points_ = *points;
    anything_counted_ = true;
    if (points_ == 0) {
        return {};
    }
    ++drawn_;
    status = note_seen();
    return status ? frame_.device.copy(*buffer_, *found_, raster::Plane::Id0) : status;
}

Status EdgeLayers::note_seen() {
    for (raster::Query*& query : unseen_) {
        if (query != nullptr) {
            const auto samples = frame_.device.result(*query);
            if (!samples) {
                return samples.error();
            }
            if (*samples > 0) {
                query = nullptr;
                --unseen_count_;
            }
        }
    }
    return {};
}

raster::Pass EdgeLayers::without_own_body(const raster::Pass& pass) const {
    return frame_.own_body == OwnBody::Excluded ? of_other_bodies(pass) : pass;
}

Status EdgeLayers::count_faces() {
    if (points_ == 0) {
        return {};
    }
    return draw_faces(
        frame_, frame_.bodies,
        {.target = *buffer_, .pass = without_own_body(count_faces_before()), .reference = found_});
}

Status EdgeLayers::query_counts() {
    if (points_ == 0 || frame_.early_exit == EarlyExit::None) {
        return {};
    }
    const auto query = frame_.targets.queries(QueryUse::OneStep, 1);
    if (!query) {
        return query.error();
    }
    if (Status status = imagespace::draw_edges(frame_, frame_.bodies,
                                               {.target = *buffer_,
                                                .pass = edges_with_counts(),
                                                .reference = found_,
                                                .queries = *query});
        !status) {
        return status;
    }
    const auto samples = frame_.device.result(*query->front());
    if (!samples) {
        return samples.error();
    }
    anything_counted_ = *samples > 0;
    return {};
}

Expected<raster::Target*> EdgeLayers::prepare_single() {
    auto single = target(single_target);
    if (!single) {
        return single;
    }
    raster::Device& device = frame_.device;
    Status status = device.clear(**single, {.depth = {}, .stencil = in_none, .id_0 = {}});
    status = status ? device.copy(*buffer_, **single, raster::Plane::Depth) : status;
    status = status ? device.clear(*found_, {.depth = {}, .stencil = {}, .id_0 = {}}) : status;
    status = status ? device.cover(*found_, 1, mark_edge_points(), {.body = 0}, buffer_) : status;
    if (!status) {
        return status.error();
    }
    return single;
}

std::vector<std::uint32_t> EdgeLayers::seen() const {
    std::vector<std::uint32_t> indices;
    for (std::size_t i = 0; i < frame_.bodies.size(); ++i) {
        if (drawn_ > 0 && unseen_[i] == nullptr) {
            indices.push_back(frame_.bodies[i].index);
        }
    }
    return indices;
}

} // namespace impinge::inline v0::imagespace
