// SPDX-License-Identifier: Apache-2.0
#include "imagespace/edge_rays/algorithms/penetrable_bodies.hpp"

#include <algorithm>
#include <functional>
#include <map>

namespace impinge::inline v0::imagespace {
namespace {

/// Depths of points may be off by as much.
constexpr double depth_slack = 0x1p-18;

/// Around what the drawn point may be, in the world: it lies anywhere in its pixel.
Box3 box_of(const raster::View& view, const raster::Pixel& point) {
    const raster::PixelArea shown = raster::shown_area(view);
    Box3 box;
    for (const double x : {0.0, 1.0}) {
        for (const double y : {0.0, 1.0}) {
            for (const double z : {-depth_slack, depth_slack}) {
                const Vec3d corner{x + point.x + shown.x, y + point.y + shown.y,
                                   std::clamp(point.depth + z, 0.0, 1.0)};
                box = extend(box, raster::to_world(view, corner));
            }
        }
    }
    return box;
}

} // namespace

std::vector<EdgeBody> penetrable_bodies(const EdgeFrame& frame,
                                        std::span<const raster::Pixel> points) {
    std::map<std::uint32_t, Box3> penetrating;
    for (const raster::Pixel& point : points) {
        Box3& box = penetrating[body_of_name(point.id_0)];
        box = united(box, box_of(frame.view, point));
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

} // namespace impinge::inline v0::imagespace
