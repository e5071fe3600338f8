// SPDX-License-Identifier: Apache-2.0
#include "imagespace/clearance/clearance_pixels.hpp"

#include "imagespace/clearance/clearance_ray.hpp"
#include "imagespace/layers/pixel_layers.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace impinge::inline v0::imagespace {
namespace {

/// The two outermost depths of both bodies in a pixel.
struct Outermost {
    double begin = 0; ///< where the second body begins
    double end = 0;   ///< where the first body ends
};

Outermost outermost(const ClearanceScene& scene, std::size_t pixel) {
    return {std::max(scene.maps_a.nearest[pixel], scene.maps_b.nearest[pixel]),
            std::min(scene.maps_a.farthest[pixel], scene.maps_b.farthest[pixel])};
}

/// Whether the outermost depths tell the clearance: inner layers do not matter to bodies that lie
/// one before the other.
bool is_told_by(const Outermost& depths, const ClearanceScene& scene, std::size_t pixel) {
    return depths.begin >= depths.end ||
           (scene.maps_a.layers[pixel] == 2 && scene.maps_b.layers[pixel] == 2);
}

Status settle_by_layers(const ClearanceScene& scene, std::span<const PixelPlace> places,
                        PixelClearances& out, const Context& context) {
    const auto layers = pixel_layers(scene.view, scene.a, scene.b, places, context);
    if (!layers) {
        return layers.error();
    }
    const double range = scene.view.far - scene.view.near;
    const auto width = static_cast<std::size_t>(scene.view.width);
    std::vector<double> of_a;
    std::vector<double> of_b;
    for (std::size_t i = 0; i < places.size(); ++i) {
        of_a.clear();
        of_b.clear();
        for (const Layer& layer : layers->at(i)) {
            (layer.owner == Owner::A ? of_a : of_b).push_back(layer.depth);
        }
        if (of_a.size() < 2 || of_b.size() < 2) {
            continue; // devices may disagree where an edge comes very near to the centre
        }
        const RayClearance found = ray_clearance(of_a, of_b);
        const std::size_t pixel = places[i].y * width + places[i].x;
        out.clearance[pixel] = static_cast<float>(found.clearance * range);
        out.at[pixel] = static_cast<float>(found.at);
    }
    return {};
}

ClearanceClass class_of(const ClearanceScene& scene, std::size_t pixel, double clearance,
                        double tolerance) {
    if (!std::isnan(clearance)) {
        return clearance > tolerance    ? ClearanceClass::Gap
               : clearance < -tolerance ? ClearanceClass::Overlap
                                        : ClearanceClass::Contact;
    }
    return scene.maps_a.layers[pixel] > 0   ? ClearanceClass::OnlyA
           : scene.maps_b.layers[pixel] > 0 ? ClearanceClass::OnlyB
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

Vec3d place_of(const raster::View& view, std::size_t pixel, double depth) {
    const auto width = static_cast<std::size_t>(view.width);
    const std::size_t column = pixel % width;
    const std::size_t row = pixel / width;
    return raster::to_world(
        view, {static_cast<double>(column) + 0.5, static_cast<double>(row) + 0.5, depth});
}

} // namespace

Expected<PixelClearances> pixel_clearances(const ClearanceScene& scene, const Context& context) {
    const std::size_t count = scene.maps_a.layers.size();
    const double range = scene.view.far - scene.view.near;
    PixelClearances out{std::vector<float>(count, std::numeric_limits<float>::quiet_NaN()),
                        std::vector<float>(count), 0};
    std::vector<PixelPlace> left;
    for (std::size_t pixel = 0; pixel < count; ++pixel) {
        if (scene.maps_a.layers[pixel] == 0 || scene.maps_b.layers[pixel] == 0) {
            continue;
        }
        const Outermost depths = outermost(scene, pixel);
        if (is_told_by(depths, scene, pixel)) {
            out.clearance[pixel] = static_cast<float>((depths.begin - depths.end) * range);
            out.at[pixel] = static_cast<float>((depths.begin + depths.end) / 2);
        } else {
            const auto width = static_cast<std::size_t>(scene.view.width);
            left.push_back({static_cast<std::uint32_t>(pixel % width),
                            static_cast<std::uint32_t>(pixel / width)});
        }
    }
    out.by_layers = left.size();
    if (!left.empty()) {
        if (Status failed = settle_by_layers(scene, left, out, context)) {
            return *failed;
        }
    }
    return out;
}

ClearanceMap summed_up(const ClearanceScene& scene, PixelClearances pixels, double tolerance) {
    const raster::View& view = scene.view;
    ClearanceMap map{.view = view,
                     .pixel_size = raster::pixel_size(view),
                     .pixel_area = (view.max_x - view.min_x) / view.width *
                                   ((view.max_y - view.min_y) / view.height),
                     .tolerance = tolerance,
                     .clearance = std::move(pixels.clearance),
                     .classes = std::vector<ClearanceClass>(scene.maps_a.layers.size()),
                     .statistics = {},
                     .pixels_by_layers = pixels.by_layers};
    ClearanceStatistics& statistics = map.statistics;
    double thickness = 0;
    for (std::size_t pixel = 0; pixel < map.classes.size(); ++pixel) {
        const double clearance = map.clearance[pixel];
        map.classes[pixel] = class_of(scene, pixel, clearance, tolerance);
        count(statistics.pixels, map.classes[pixel]);
        if (clearance >= 0 && !(statistics.smallest_gap <= clearance && statistics.smallest_gap)) {
            statistics.smallest_gap = clearance;
            statistics.smallest_gap_at = place_of(view, pixel, pixels.at[pixel]);
        }
        if (-clearance > statistics.deepest_overlap) {
            statistics.deepest_overlap = -clearance;
            statistics.deepest_overlap_at = place_of(view, pixel, pixels.at[pixel]);
        }
        thickness += clearance < 0 ? -clearance : 0;
    }
    statistics.contact_area = static_cast<double>(statistics.pixels.contact) * map.pixel_area;
    statistics.overlap_volume = thickness * map.pixel_area;
    return map;
}

} // namespace impinge::inline v0::imagespace
