// SPDX-License-Identifier: Apache-2.0
#include "imagespace/projection/item_buffer.hpp"

namespace impinge::inline v0::imagespace {
namespace {

Expected<Items> draw_items(raster::Device& device, raster::Target& target, const raster::View& view,
                           const Side& side, End end) {
    const bool nearest = end == End::Nearest;
    const raster::Pass pass{.depth_compare = nearest ? raster::Compare::LessEqual
                                                     : raster::Compare::GreaterEqual,
                            .ids = {raster::IdSource::Triangle, raster::IdSource::None}};
    if (const Status status = device.clear(target, {.depth = nearest ? 1.0F : 0.0F}); !status) {
        return status.error();
    }
    if (const Status status =
            device.draw(target, view, pass, {.geometry = side.geometry, .pose = side.pose});
        !status) {
        return status.error();
    }
    auto triangles = device.read_ids(target, 0);
    if (!triangles) {
        return triangles.error();
    }
    auto depths = device.read_depth(target);
    if (!depths) {
        return depths.error();
    }
    return Items{std::move(*triangles), std::move(*depths)};
}

} // namespace

Expected<Ends> draw_ends(raster::Device& device, const raster::View& view, const Side& a,
                         const Side& b) {
    auto target = device.make_target(view.width, view.height);
    if (!target) {
        return target.error();
    }
    Ends ends;
    struct Wanted {
        const Side& side;
        End end;
        Items& items;
    };
    for (const Wanted& wanted :
         {Wanted{a, End::Nearest, ends.nearest_a}, Wanted{a, End::Farthest, ends.farthest_a},
          Wanted{b, End::Nearest, ends.nearest_b}, Wanted{b, End::Farthest, ends.farthest_b}}) {
        auto items = draw_items(device, **target, view, wanted.side, wanted.end);
        if (!items) {
            return items.error();
        }
        wanted.items = std::move(*items);
    }
    return ends;
}

} // namespace impinge::inline v0::imagespace
