// SPDX-License-Identifier: Apache-2.0
#include "peeling/surface_layers.hpp"

#include <algorithm>
#include <utility>

namespace impinge::inline v0::imagespace {
namespace {

using raster::Compare;

/// Surfaces that floats put at the same place may differ by some of their last bits in depth.
constexpr double depth_rounding = 0x1p-22;
/// Clearing a target that is much larger than needed takes longer than making another.
constexpr std::size_t far_larger = 8;

/// One of the regions, while its layers are peeled.
class PeeledRegion {
  public:
    PeeledRegion(const RegionLook& look, const PeelingOptions& options)
        : look_(look), view_(depths_of_region(*look.region)),
          gap_(static_cast<float>(look.epsilon / (view_.far - view_.near) + depth_rounding)),
          last_before_(options.neighbours) {}

    /// Who is drawn: the farther body, the other one, the farther one, ...
    [[nodiscard]] bool draws_b(unsigned layer) const {
        return (layer % 2 == 0) == look_.region->b_is_farther;
    }
    [[nodiscard]] raster::Draw draw_of(bool of_b) const {
        const WorldBody& body = of_b ? *look_.b : *look_.a;
        return {.geometry = body.geometry, .pose = body.pose(), .query = nullptr};
    }
    /// Whether the other body's last surface before the layer is to be held against it.
    [[nodiscard]] bool wants_last_before(unsigned layer) const {
        return !look_.one_body() &&
               (layer == 0 || last_before_ == LayerNeighbours::LayersAndLastBefore);
    }
    [[nodiscard]] const raster::View& view() const { return view_; }
    [[nodiscard]] const raster::PixelArea& place() const { return look_.place; }
    [[nodiscard]] raster::CloseArea close() const { return {look_.place, gap_}; }

    /// As the device lists them; `swapped` if B's come first.
    void add(std::vector<raster::IdPair> pairs, bool swapped) {
        // Neighbouring pixels mostly show the same pair.
        pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
        std::sort(pairs.begin(), pairs.end());
        pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
        for (raster::IdPair& pair : pairs) {
            found.ids.push_back(swapped ? raster::IdPair{pair.other, pair.one} : pair);
        }
    }
    void sort() {
        std::sort(found.ids.begin(), found.ids.end());
        found.ids.erase(std::unique(found.ids.begin(), found.ids.end()), found.ids.end());
    }

    LayerPairs found;
    bool done = false; ///< there is no further layer

  private:
    RegionLook look_;
    raster::View view_;
    float gap_;
    LayerNeighbours last_before_;
};

class AlternatePeeling {
  public:
    AlternatePeeling(const AtlasLook& atlas, std::span<const RegionLook> regions) : atlas_(atlas) {
        for (const RegionLook& look : regions) {
            regions_.emplace_back(look, atlas.options);
        }
    }

    Expected<std::vector<LayerPairs>> run();

  private:
    /// In the part of a target that is the region's.
    [[nodiscard]] raster::Pass pass_in(const PeeledRegion& region) const {
        return {.ids = {atlas_.options.ids == TriangleIds::Unique
                            ? raster::IdSource::Triangle
                            : raster::IdSource::ProvokingVertex,
                        raster::IdSource::None},
                .area = region.place()};
    }
    /// Whether there is anything in the layer of some region.
    Expected<bool> peel(unsigned layer);
    Status draw_last_before(unsigned layer);
    /// Holds the layer against what another target has, in regions that `wanted` names.
    template <typename Wanted>
    Status take(const raster::Target& before, unsigned layer, Wanted wanted);
    Status pair(unsigned layer);

    const AtlasLook& atlas_;
    std::vector<PeeledRegion> regions_;
    Stopwatch watch_;
};

Expected<bool> AlternatePeeling::peel(unsigned layer) {
    raster::Device& device = atlas_.device;
    raster::Target& target = atlas_.targets.layer(layer);
    Status status = device.clear(target);
    for (std::size_t i = 0; i < regions_.size() && status; ++i) {
        PeeledRegion& region = regions_[i];
        if (region.done) {
            continue;
        }
        raster::Pass pass = pass_in(region);
        pass.reference_compare = Compare::Greater;
        raster::Draw draw = region.draw_of(region.draws_b(layer));
        draw.query = &atlas_.targets.query(i);
        status = device.reset(*draw.query);
        status = status ? device.draw(target, region.view(), pass, draw,
                                      &atlas_.targets.layer(layer + 1))
                        : status;
        ++region.found.draws;
    }
    if (!status) {
        return status.error();
    }
    bool anything = false;
    for (std::size_t i = 0; i < regions_.size(); ++i) {
        PeeledRegion& region = regions_[i];
        if (region.done) {
            continue;
        }
        const auto samples = device.result(atlas_.targets.query(i));
        if (!samples) {
            return samples.error();
        }
        region.done = *samples == 0;
        region.found.layers += region.done ? 0 : 1;
        anything = anything || !region.done;
    }
    atlas_.milliseconds.device += watch_.lap();
    return anything;
}

/// The other body's farthest surface that does not lie behind the layer.
Status AlternatePeeling::draw_last_before(unsigned layer) {
    Status status = atlas_.device.clear(atlas_.targets.before(), {.depth = 0.0F});
    for (PeeledRegion& region : regions_) {
        if (region.done || !status) {
            continue;
        }
        raster::Pass pass = pass_in(region);
        pass.depth_compare = Compare::Greater;
        pass.reference_compare = Compare::LessEqual;
        status = atlas_.device.draw(atlas_.targets.before(), region.view(), pass,
                                    region.draw_of(!region.draws_b(layer)),
                                    &atlas_.targets.layer(layer));
        ++region.found.draws;
    }
    atlas_.milliseconds.device += watch_.lap();
    return status;
}

template <typename Wanted>
Status AlternatePeeling::take(const raster::Target& before, unsigned layer, Wanted wanted) {
    std::vector<raster::CloseArea> areas;
    std::vector<PeeledRegion*> looked_at;
    for (PeeledRegion& region : regions_) {
        if (!region.done && wanted(region)) {
            areas.push_back(region.close());
            looked_at.push_back(&region);
        }
    }
    if (areas.empty()) {
        return {};
    }
    auto lists = atlas_.device.close_pairs(before, atlas_.targets.layer(layer), areas);
    if (!lists) {
        return lists.error();
    }
    for (std::size_t i = 0; i < looked_at.size(); ++i) {
        // What was before the layer belongs to the other body.
        looked_at[i]->add(std::move((*lists)[i]), !looked_at[i]->draws_b(layer));
    }
    atlas_.milliseconds.read_back += watch_.lap();
    return {};
}

Status AlternatePeeling::pair(unsigned layer) {
    Status status;
    if (layer > 0) {
        status = take(atlas_.targets.layer(layer + 1), layer, [](const auto&) { return true; });
    }
    const auto wanted = [&](const PeeledRegion& region) {
        return !region.done && region.wants_last_before(layer);
    };
    if (std::ranges::any_of(regions_, wanted)) {
        status = status ? draw_last_before(layer) : status;
        status = status ? take(atlas_.targets.before(), layer, wanted) : status;
    }
    return status;
}

Expected<std::vector<LayerPairs>> AlternatePeeling::run() {
    Status status =
        atlas_.targets.need(atlas_.device, atlas_.size[0], atlas_.size[1], regions_.size());
    // What lies before a region has depth 0 and is no layer.
    status = status ? atlas_.device.clear(atlas_.targets.layer(1), {.depth = 0.0F}) : status;
    for (unsigned layer = 0; status && !atlas_.context.cancelled(); ++layer) {
        const auto anything = peel(layer);
        if (!anything) {
            return anything.error();
        }
        if (!*anything) {
            break;
        }
        status = pair(layer);
    }
    if (!status) {
        return status.error();
    }
    std::vector<LayerPairs> found;
    for (PeeledRegion& region : regions_) {
        region.sort();
        found.push_back(std::move(region.found));
    }
    atlas_.milliseconds.read_back += watch_.lap();
    return found;
}

} // namespace

Status LayerTargets::need(raster::Device& device, int width, int height, std::size_t queries) {
    const auto pixels = [](int w, int h) {
        return static_cast<std::size_t>(w) * static_cast<std::size_t>(h);
    };
    const raster::Target* const first = targets_[0].get();
    const bool serves =
        first != nullptr && first->width() >= width && first->height() >= height &&
        pixels(first->width(), first->height()) <= far_larger * pixels(width, height);
    if (!serves || targets_[2] == nullptr) {
        targets_ = {}; // the old ones must not be in the way of the new ones' memory
        for (auto& target : targets_) {
            auto made = device.make_target(width, height);
            if (!made) {
                targets_ = {};
                return made.error();
            }
            target = std::move(*made);
        }
    }
    while (queries_.size() < queries) {
        auto made = device.make_query();
        if (!made) {
            return made.error();
        }
        queries_.push_back(std::move(*made));
    }
    return {};
}

double close_distance(const SharedRegion& region, double steepest_slope) {
    constexpr double root_of_two = 1.4142135623730951;
    return root_of_two * steepest_slope * raster::pixel_size(region.view) + 2 * region.drawn_error;
}

Expected<std::vector<LayerPairs>> close_surfaces(const AtlasLook& atlas,
                                                 std::span<const RegionLook> regions) {
    return AlternatePeeling(atlas, regions).run();
}

Expected<LayerPairs> close_surfaces(const PeelingTask& task, const SharedRegion& region,
                                    double epsilon) {
    const int width = region.view.width;
    const int height = region.view.height;
    const RegionLook look{&task.a, &task.b, &region, epsilon, {0, 0, width, height}};
    auto found = close_surfaces({.device = task.device,
                                 .options = task.options,
                                 .context = task.context,
                                 .targets = *task.targets,
                                 .size = {width, height},
                                 .milliseconds = task.report.milliseconds},
                                std::span(&look, 1));
    if (!found) {
        return found.error();
    }
    task.report.draws += found->front().draws;
    return std::move(found->front());
}

} // namespace impinge::inline v0::imagespace
