// SPDX-License-Identifier: Apache-2.0
#include "imagespace/clearance/clearance_pixels.hpp"

#include "base/parallel.hpp"
#include "imagespace/clearance/clearance_ray.hpp"
#include "imagespace/layers/pixel_layers.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace impinge::inline v0::imagespace {
namespace {

/// The two depths between the bodies in a pixel, if the outermost ones tell.
struct Outermost {
    double begin = 0; ///< where the second body begins
    double end = 0;   ///< where the first body ends
};

/// Inner layers do not matter to bodies that lie one before the other, as long as the outer ones
/// are where the bodies begin and end.
std::optional<Outermost> outermost(const ClearanceScene& scene, std::size_t pixel) {
    const LayerMaps& a = scene.maps_a;
    const LayerMaps& b = scene.maps_b;
    const Outermost depths{std::max(a.nearest[pixel], b.nearest[pixel]),
                           std::min(a.farthest[pixel], b.farthest[pixel])};
    const bool a_is_whole = a.begins_at_nearest(pixel) && a.ends_at_farthest(pixel);
    const bool b_is_whole = b.begins_at_nearest(pixel) && b.ends_at_farthest(pixel);
    const bool two_intervals = a.layers[pixel] == 2 && b.layers[pixel] == 2;
    const bool told = a_is_whole && b_is_whole && (depths.begin >= depths.end || two_intervals);
    return told ? std::optional(depths) : std::nullopt;
}

/// The pieces of one body.
void take_pieces(std::span<const Layer> layers, Owner owner, Facing facing,
                 std::vector<RayPiece>& pieces) {
    std::vector<RaySurface> surfaces;
    for (const Layer& layer : layers) {
        if (layer.owner == owner) {
            surfaces.push_back({layer.depth, layer.front == (facing == Facing::Outward)});
        }
    }
    sort_surfaces(surfaces);
    pieces.clear();
    append_pieces(surfaces, pieces);
}

Status settle_by_layers(const ClearanceScene& scene, std::span<const PixelPlace> places,
                        PixelClearances& out, const Context& context) {
    const auto layers = pixel_layers(scene.view, scene.a, scene.b, places, context);
    if (!layers) {
        return layers.error();
    }
    const double range = scene.view.far - scene.view.near;
    std::vector<RayPiece> of_a;
    std::vector<RayPiece> of_b;
    for (std::size_t i = 0; i < places.size(); ++i) {
        take_pieces(layers->at(i), Owner::A, scene.facing_a, of_a);
        take_pieces(layers->at(i), Owner::B, scene.facing_b, of_b);
        // There may be none: devices may disagree where an edge comes very near to the centre.
        const RayClearance found = ray_clearance(of_a, of_b);
        const std::size_t pixel = index_of(places[i], scene.view.width);
        out.clearance[pixel] = static_cast<float>(found.clearance * range);
        out.at[pixel] = found.at;
    }
    return {};
}

ClearanceClass class_of(std::uint8_t bodies, double clearance, double tolerance) {
    if (!std::isnan(clearance)) {
        return clearance > tolerance    ? ClearanceClass::Gap
               : clearance < -tolerance ? ClearanceClass::Overlap
                                        : ClearanceClass::Contact;
    }
    return (bodies & shows_a) != 0   ? ClearanceClass::OnlyA
           : (bodies & shows_b) != 0 ? ClearanceClass::OnlyB
                                     : ClearanceClass::Empty;
}

void count(ClearancePixels& pixels, ClearanceClass c) {
    pixels.a_only += c == ClearanceClass::OnlyA ? 1 : 0;
    pixels.b_only += c == ClearanceClass::OnlyB ? 1 : 0;
    pixels.gap += c == ClearanceClass::Gap ? 1 : 0;
    pixels.contact += c == ClearanceClass::Contact ? 1 : 0;
    pixels.overlap += c == ClearanceClass::Overlap ? 1 : 0;
    pixels.both = pixels.gap + pixels.contact + pixels.overlap;
}

Vec3d point_at(const raster::View& view, std::size_t pixel, double depth) {
    const PixelPlace place = place_of(pixel, view.width);
    return raster::to_world(view, {place.x + 0.5, place.y + 0.5, depth});
}

} // namespace

PixelClearances::PixelClearances(std::size_t pixels)
    : clearance(pixels, std::numeric_limits<float>::quiet_NaN()), at(pixels), bodies(pixels) {}

Expected<PixelClearances> pixel_clearances(const ClearanceScene& scene, const Context& context) {
    const std::size_t count = scene.maps_a.layers.size();
    const double range = scene.view.far - scene.view.near;
    PixelClearances out(count);
    std::vector<PixelPlace> left;
    for (std::size_t pixel = 0; pixel < count; ++pixel) {
        const bool a_is_here = scene.maps_a.layers[pixel] > 0;
        const bool b_is_here = scene.maps_b.layers[pixel] > 0;
        out.bodies[pixel] =
            static_cast<std::uint8_t>((a_is_here ? shows_a : 0) | (b_is_here ? shows_b : 0));
        if (!a_is_here || !b_is_here) {
            continue;
        }
        if (const auto depths = outermost(scene, pixel)) {
            out.clearance[pixel] = static_cast<float>((depths->begin - depths->end) * range);
            out.at[pixel] = (depths->begin + depths->end) / 2;
        } else {
            left.push_back(place_of(pixel, scene.view.width));
        }
    }
    out.by_layers = left.size();
    if (!left.empty()) {
        if (Status status = settle_by_layers(scene, left, out, context); !status) {
            return status.error();
        }
    }
    return out;
}

PixelClearances pixel_clearances_by_rays(const raster::View& view, const ViewRays& a,
                                         const ViewRays& b, const Context& context) {
    const auto width = static_cast<std::size_t>(view.width);
    const auto height = static_cast<std::size_t>(view.height);
    PixelClearances out(width * height);
    for_each_chunk(context, height, 4, [&](const Chunk& rows) {
        PieceFinder pieces_a(a);
        PieceFinder pieces_b(b);
        for (std::size_t pixel = rows.begin * width; pixel < rows.end * width; ++pixel) {
            const PixelPlace place = place_of(pixel, view.width);
            const Vec2d centre{place.x + 0.5, place.y + 0.5};
            const auto of_a = pieces_a.at(centre);
            const auto of_b = pieces_b.at(centre);
            const RayClearance found = ray_clearance(of_a, of_b);
            out.bodies[pixel] = static_cast<std::uint8_t>((of_a.empty() ? 0 : shows_a) |
                                                          (of_b.empty() ? 0 : shows_b));
            out.clearance[pixel] = static_cast<float>(found.clearance);
            out.at[pixel] = (found.at - view.near) / (view.far - view.near);
        }
    });
    out.by_layers = static_cast<std::uint64_t>(std::ranges::count(out.bodies, shows_a | shows_b));
    return out;
}

ClearanceMap summed_up(const raster::View& view, PixelClearances pixels, double tolerance) {
    ClearanceMap map{.view = view,
                     .pixel_size = raster::pixel_size(view),
                     .pixel_area = (view.max_x - view.min_x) / view.width *
                                   ((view.max_y - view.min_y) / view.height),
                     .tolerance = tolerance,
                     .clearance = std::move(pixels.clearance),
                     .classes = std::vector<ClearanceClass>(pixels.bodies.size()),
                     .statistics = {},
                     .pixels_by_layers = pixels.by_layers};
    ClearanceStatistics& statistics = map.statistics;
    double thickness = 0;
    for (std::size_t pixel = 0; pixel < map.classes.size(); ++pixel) {
        const double clearance = map.clearance[pixel];
        map.classes[pixel] = class_of(pixels.bodies[pixel], clearance, tolerance);
        count(statistics.pixels, map.classes[pixel]);
        if (clearance >= 0 && !(statistics.smallest_gap <= clearance && statistics.smallest_gap)) {
            statistics.smallest_gap = clearance;
            statistics.smallest_gap_at = point_at(view, pixel, pixels.at[pixel]);
        }
        if (-clearance > statistics.deepest_overlap) {
            statistics.deepest_overlap = -clearance;
            statistics.deepest_overlap_at = point_at(view, pixel, pixels.at[pixel]);
        }
        thickness += clearance < 0 ? -clearance : 0;
        statistics.pixels.overlapping += clearance < 0 ? 1 : 0;
    }
    statistics.contact_area = static_cast<double>(statistics.pixels.contact) * map.pixel_area;
    statistics.overlap_volume = thickness * map.pixel_area;
    return map;
}

} // namespace impinge::inline v0::imagespace
