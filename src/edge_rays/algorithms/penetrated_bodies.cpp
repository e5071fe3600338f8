// SPDX-License-Identifier: Apache-2.0
#include "edge_rays/algorithms/penetrated_bodies.hpp"

#include "edge_rays/algorithms/edge_algorithms.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <tuple>

namespace impinge::inline v0::imagespace {
namespace {

/// Depths of points may be off by as much.
constexpr double depth_slack = 0x1p-18;

/// Around what a drawn point may be, in the world: it lies anywhere in its pixel.
class PointBoxes {
  public:
    explicit PointBoxes(const raster::View& view) : view_(view), shown_(raster::shown_area(view)) {
        if (view.projection == raster::Projection::Orthographic) {
            const double slack = depth_slack * (view.far - view.near);
            const auto absolute = [](Vec3d v) { return max(v, -v); };
            half_ = absolute(view.axis_x) * (0.5 * (view.max_x - view.min_x) / view.width) +
                    absolute(view.axis_y) * (0.5 * (view.max_y - view.min_y) / view.height) +
                    absolute(view.axis_z) * slack;
        }
    }

    [[nodiscard]] Box3 of(const raster::Pixel& point) const {
        if (half_) { // all pixels have the same shape
            const Vec3d middle =
                raster::to_world(view_, {0.5 + point.x + shown_.x, 0.5 + point.y + shown_.y,
                                         static_cast<double>(point.depth)});
            return {middle - *half_, middle + *half_};
        }
        Box3 box;
        for (const double x : {0.0, 1.0}) {
            for (const double y : {0.0, 1.0}) {
                for (const double z : {-depth_slack, depth_slack}) {
                    const Vec3d corner{x + point.x + shown_.x, y + point.y + shown_.y,
                                       std::clamp(point.depth + z, 0.0, 1.0)};
                    box = extend(box, raster::to_world(view_, corner));
                }
            }
        }
        return box;
    }

  private:
    const raster::View& view_;
    raster::PixelArea shown_;
    std::optional<Vec3d> half_;
};

} // namespace

std::vector<EdgeBody> penetrable_bodies(const EdgeFrame& frame,
                                        std::span<const raster::Pixel> points) {
    std::map<std::uint32_t, Box3> penetrating;
    const PointBoxes boxes(frame.view);
    auto last = penetrating.end(); // neighbouring pixels mostly show the same body
    for (const raster::Pixel& point : points) {
        const std::uint32_t body = body_of_name(point.id_0);
        if (last == penetrating.end() || last->first != body) {
            last = penetrating.try_emplace(body).first;
        }
        last->second = united(last->second, boxes.of(point));
    }
    std::vector<EdgeBody> penetrable;
    for (const EdgeBody& body : frame.bodies) {
        const bool may_be_own = frame.own_body == OwnBody::OffsetEdges;
        const auto may_hold = [&](const auto& entry) {
            return (may_be_own || entry.first != body.index) &&
                   boxes_overlap(entry.second, body.box);
        };
        if (!body.open && std::ranges::any_of(penetrating, may_hold)) {
            penetrable.push_back(body);
        }
    }
    return penetrable;
}

std::size_t most_bodies_around_a_point(const EdgeFrame& frame) {
    std::vector<Box3> boxes;
    for (const EdgeBody& body : frame.bodies) {
        boxes.push_back(body.box);
    }
    // A point lies up to half a pixel beside its edge.
    const double margin = 2 * raster::pixel_size(frame.view);
    std::vector<std::size_t> partners(boxes.size(), 0);
    for (const BoxPair& pair : box_pairs(boxes, margin)) {
        ++partners[pair.a];
        ++partners[pair.b];
    }
    // The boxes of n bodies around a point of another overlap each other and that one's: n + 1
    // bodies have n partners or more.
    std::ranges::sort(partners, std::greater{});
    std::size_t bodies = 0;
    while (bodies + 1 < partners.size() && partners[bodies + 1] > bodies) {
        ++bodies;
    }
    return frame.own_body == OwnBody::OffsetEdges ? bodies + 1 : bodies;
}

namespace {

/// A point on the way to the names of the bodies around it.
struct OpenPoint {
    const raster::Pixel* pixel = nullptr;
    EdgeSample sample;
    int missing = 0; ///< bodies not named yet
};

std::vector<OpenPoint> open_points(const EdgeLayers& layers,
                                   std::span<const raster::Pixel> pixels) {
    std::vector<OpenPoint> points;
    points.reserve(pixels.size());
    for (const raster::Pixel& pixel : pixels) {
        points.push_back(
            {&pixel, sample_of(pixel, layers.layer()),
             layers.counts_tell() ? count_of(pixel.stencil) : std::numeric_limits<int>::max()});
    }
    return points;
}

/// The bodies that may be missing at some point: they come after those it has.
std::vector<EdgeBody> candidates(const EdgeFrame& frame, std::span<const OpenPoint> points) {
    std::vector<raster::Pixel> open;
    std::uint32_t first = raster::no_id;
    for (const OpenPoint& point : points) {
        if (point.missing > 0) {
            const std::vector<std::uint32_t>& named = point.sample.penetrated;
            first = std::min(first, named.empty() ? 0 : named.back() + 1);
            open.push_back(*point.pixel);
        }
    }
    std::vector<EdgeBody> bodies = penetrable_bodies(frame, open);
    std::erase_if(bodies, [&](const EdgeBody& body) { return body.index < first; });
    return bodies;
}

/// Passes #5 to #7 for each of the bodies, the last one first, so that `single` is left with the
/// first one around each point.
Status find_next_body(const EdgeLayers& layers, raster::Target& single,
                      std::span<const EdgeBody> bodies) {
    const auto pass_of = [&](const raster::Pass& pass) {
        return not_found_before(layers.without_own_body(pass));
    };
    const EdgeDraw count{
        .target = single, .pass = pass_of(count_faces_before()), .reference = &layers.found()};
    const EdgeDraw identify{
        .target = single, .pass = pass_of(faces_around_points()), .reference = &layers.found()};
    for (std::size_t i = bodies.size(); i-- > 0;) {
        Status status = draw_faces(layers.frame(), bodies.subspan(i, 1), count);
        status = status ? draw_faces(layers.frame(), bodies.subspan(i, 1), identify) : status;
        if (!status) {
            return status;
        }
    }
    return {};
}

/// Makes what a round found the limit of the next one.
Status turn_over(const EdgeLayers& layers, raster::Target& single) {
    raster::Device& device = layers.frame().device;
    Status status = device.copy(single, layers.found(), raster::Plane::Id1);
    return status ? device.clear(single, {.depth = {}, .stencil = {}, .id_0 = {}}) : status;
}

/// Both by rows, then columns. A point that a round found nothing for is done.
void note_bodies(std::span<const raster::Pixel> found, std::span<OpenPoint> points) {
    auto at = found.begin();
    for (OpenPoint& point : points) {
        const auto place = std::tie(point.sample.y, point.sample.x);
        while (at != found.end() && std::tie(at->y, at->x) < place) {
            ++at;
        }
        if (at != found.end() && std::tie(at->y, at->x) == place) {
            point.sample.penetrated.push_back(body_of_name(at->id_1));
            --point.missing;
        } else {
            point.missing = 0;
        }
    }
}

/// One more body for every point that has one.
Status name_next_body(const EdgeLayers& layers, raster::Target& single,
                      std::span<const EdgeBody> bodies, std::span<OpenPoint> points) {
    if (Status status = find_next_body(layers, single, bodies); !status) {
        return status;
    }
    const EdgeFrame& frame = layers.frame();
    ++frame.work.read_backs;
    const auto found = frame.device.collect(single, {.with_id_1 = true});
    if (!found) {
        return found.error();
    }
    note_bodies(*found, points);
    return turn_over(layers, single);
}

} // namespace

Expected<std::vector<EdgeSample>> penetrated_rounds(EdgeLayers& layers,
                                                    std::span<const raster::Pixel> pixels) {
    const EdgeFrame& frame = layers.frame();
    std::vector<OpenPoint> points = open_points(layers, pixels);
    const auto single = layers.prepare_single();
    if (!single) {
        return single.error();
    }
    for (auto bodies = candidates(frame, points); !bodies.empty();
         bodies = candidates(frame, points)) {
        if (Status status = name_next_body(layers, **single, bodies, points); !status) {
            return status.error();
        }
    }
    std::vector<EdgeSample> samples;
    for (OpenPoint& point : points) {
        if (!point.sample.penetrated.empty()) {
            const auto rounds = static_cast<unsigned>(point.sample.penetrated.size());
            frame.work.rounds = std::max(frame.work.rounds, rounds);
            samples.push_back(std::move(point.sample));
        }
    }
    return samples;
}

} // namespace impinge::inline v0::imagespace
