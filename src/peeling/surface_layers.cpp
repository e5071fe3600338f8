// SPDX-License-Identifier: Apache-2.0
#include "peeling/surface_layers.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace impinge::inline v0::imagespace {
namespace {

using raster::Compare;

/// Surfaces that floats put at the same place may differ by some of their last bits in depth.
constexpr double depth_rounding = 0x1p-22;

class AlternatePeeling {
  public:
    AlternatePeeling(const PeelingTask& task, const SharedRegion& region, double epsilon)
        : task_(task), region_(region), view_(depths_of_region(region)),
          gap_(static_cast<float>(epsilon / (view_.far - view_.near) + depth_rounding)) {}

    Expected<LayerPairs> run();

  private:
    /// Who is drawn: the farther body, the other one, the farther one, ...
    [[nodiscard]] bool draws_b(unsigned layer) const {
        return (layer % 2 == 0) == region_.b_is_farther;
    }
    [[nodiscard]] raster::Draw draw_of(bool of_b) const {
        const WorldBody& body = of_b ? task_.b : task_.a;
        return {.geometry = body.geometry, .pose = body.pose(), .query = nullptr};
    }
    [[nodiscard]] std::array<raster::IdSource, 2> ids() const {
        return {task_.options.ids == TriangleIds::Unique ? raster::IdSource::Triangle
                                                         : raster::IdSource::ProvokingVertex,
                raster::IdSource::None};
    }

    Status prepare();
    /// Whether there is anything in the layer.
    Expected<bool> peel(unsigned layer);
    Status draw_last_before(unsigned layer);
    Status take(const raster::Target& before, const raster::Target& layer, bool layer_is_of_b);
    Status pair(unsigned layer);

    const PeelingTask& task_;
    const SharedRegion& region_;
    raster::View view_;
    float gap_;
    std::array<std::unique_ptr<raster::Target>, 2> layers_;
    std::unique_ptr<raster::Target> before_; ///< the last surface before a layer
    std::unique_ptr<raster::Query> drawn_;
    LayerPairs found_;
    Stopwatch watch_;
};

Status AlternatePeeling::prepare() {
    for (auto* target : {&layers_[0], &layers_[1], &before_}) {
        auto made = task_.device.make_target(view_.width, view_.height);
        if (!made) {
            return made.error();
        }
        *target = std::move(*made);
    }
    auto query = task_.device.make_query();
    if (!query) {
        return query.error();
    }
    drawn_ = std::move(*query);
    // What lies before the region has depth 0 and is no layer.
    return task_.device.clear(*layers_[1], {.depth = 0.0F});
}

Expected<bool> AlternatePeeling::peel(unsigned layer) {
    raster::Target& target = *layers_[layer % 2];
    raster::Pass pass{.ids = ids(), .reference_compare = Compare::Greater};
    raster::Draw draw = draw_of(draws_b(layer));
    draw.query = drawn_.get();
    Status status = task_.device.reset(*drawn_);
    status = status ? task_.device.clear(target) : status;
    status = status ? task_.device.draw(target, view_, pass, draw, layers_[1 - layer % 2].get())
                    : status;
    if (!status) {
        return status.error();
    }
    ++task_.report.draws;
    const auto samples = task_.device.result(*drawn_);
    task_.report.milliseconds.device += watch_.lap();
    if (!samples) {
        return samples.error();
    }
    return *samples > 0;
}

/// The other body's farthest surface that does not lie behind the layer.
Status AlternatePeeling::draw_last_before(unsigned layer) {
    raster::Pass pass{
        .depth_compare = Compare::Greater, .ids = ids(), .reference_compare = Compare::LessEqual};
    Status status = task_.device.clear(*before_, {.depth = 0.0F});
    status = status ? task_.device.draw(*before_, view_, pass, draw_of(!draws_b(layer)),
                                        layers_[layer % 2].get())
                    : status;
    status = status ? task_.device.finish() : status;
    ++task_.report.draws;
    task_.report.milliseconds.device += watch_.lap();
    return status;
}

Status AlternatePeeling::take(const raster::Target& before, const raster::Target& layer,
                              bool layer_is_of_b) {
    auto pairs = layer_is_of_b ? task_.device.close_pairs(before, layer, gap_)
                               : task_.device.close_pairs(layer, before, gap_);
    if (!pairs) {
        return pairs.error();
    }
    // Neighbouring pixels mostly show the same pair.
    pairs->erase(std::unique(pairs->begin(), pairs->end()), pairs->end());
    std::sort(pairs->begin(), pairs->end());
    pairs->erase(std::unique(pairs->begin(), pairs->end()), pairs->end());
    found_.ids.insert(found_.ids.end(), pairs->begin(), pairs->end());
    task_.report.milliseconds.read_back += watch_.lap();
    return {};
}

Status AlternatePeeling::pair(unsigned layer) {
    const raster::Target& now = *layers_[layer % 2];
    Status status;
    if (layer > 0) {
        status = take(*layers_[1 - layer % 2], now, draws_b(layer));
    }
    const bool last_before =
        !task_.one_body() &&
        (layer == 0 || task_.options.neighbours == LayerNeighbours::LayersAndLastBefore);
    if (last_before) {
        status = status ? draw_last_before(layer) : status;
        status = status ? take(*before_, now, draws_b(layer)) : status;
    }
    return status;
}

Expected<LayerPairs> AlternatePeeling::run() {
    Status status = prepare();
    for (unsigned layer = 0; status && !task_.context.cancelled(); ++layer) {
        const auto anything = peel(layer);
        if (!anything) {
            return anything.error();
        }
        if (!*anything) {
            break;
        }
        ++found_.layers;
        status = pair(layer);
    }
    if (!status) {
        return status.error();
    }
    std::sort(found_.ids.begin(), found_.ids.end());
    found_.ids.erase(std::unique(found_.ids.begin(), found_.ids.end()), found_.ids.end());
    task_.report.milliseconds.read_back += watch_.lap();
    return std::move(found_);
}

} // namespace

double close_distance(const SharedRegion& region, double steepest_slope) {
    constexpr double root_of_two = 1.4142135623730951;
    return root_of_two * steepest_slope * raster::pixel_size(region.view) + 2 * region.drawn_error;
}

Expected<LayerPairs> close_surfaces(const PeelingTask& task, const SharedRegion& region,
                                    double epsilon) {
    return AlternatePeeling(task, region, epsilon).run();
}

} // namespace impinge::inline v0::imagespace
