// SPDX-License-Identifier: Apache-2.0
//
// The picture of figures 7 and 8 of Knott and Pai (2003). Edge points are looked at layer by layer,
// ordered by depth and then by body, as the edge rays do it (edge_passes.hpp): faces before a point
// count +1 if they face us and -1 if not, but not those of its own body.
#include "image_edge_interference.hpp"

#include "edge_rays/algorithms/edge_passes.hpp"

namespace impinge::cli {
namespace {

using raster::Compare;
using raster::Pass;
using raster::Plane;
using raster::Target;

class InterferingPoints {
  public:
    explicit InterferingPoints(const Stage& stage) : stage_(stage) {}

    Status make_targets() {
        for (auto* target : {&shown_, &layer_, &before_, &bodies_}) {
            auto made = stage_.device.make_target(stage_.view.width, stage_.view.height);
            if (!made) {
                return made.error();
            }
            *target = std::move(*made);
            if (Status status = stage_.device.clear(**target); !status) {
                return status;
            }
        }
        return stage_.device.clear(*before_, {.depth = 0.0F});
    }

    /// Whether there was another layer.
    Expected<bool> draw_layer() {
        Status status = stage_.device.clear(*layer_);
        for (const Pass& pass : {imagespace::edges_of_later_bodies(), imagespace::edges_behind()}) {
            status = status ? draw(*layer_, pass, *before_) : status;
        }
        if (!status) {
            return status.error();
        }
        const auto points = stage_.device.count(*layer_, imagespace::any_edge_point);
        if (!points) {
            return points.error();
        }
        return *points > 0;
    }

    /// Adds the points of the layer that lie in something and have none before them.
    Status keep_interfering() {
        Status status = count(*layer_);
        status = status ? stage_.device.copy(*layer_, *shown_, Plane::Stencil) : status;
        Pass pass = imagespace::edges_behind();
        pass.stencil = {.compare = Compare::NotEqual, .reference = 0};
        pass.reference_compare = Compare::Equal;
        pass.reference_ids[0] = Compare::Equal;
        status = status ? draw(*shown_, pass, *layer_) : status;
        std::swap(layer_, before_);
        return status;
    }

    DrawnTarget finish() {
        Status status = stage_.device.clear(*shown_, {.depth = {}, .id_0 = {}, .id_1 = {}});
        status = status ? count(*shown_) : status;
        return !status ? DrawnTarget(status.error()) : std::move(shown_);
    }

  private:
    Status draw(Target& target, const Pass& pass, const Target& reference) const {
        return stage_.device.draw(target, stage_.view, pass, stage_.draws, &reference);
    }
    /// The bodies around the points of a target, in its stencil plane.
    Status count(Target& target) {
        const Status status = stage_.device.copy(target, *bodies_, Plane::Id0);
        return status ? draw(target, imagespace::of_other_bodies(imagespace::count_faces_before()),
                             *bodies_)
                      : status;
    }

    const Stage& stage_;
    std::unique_ptr<Target> shown_;
    std::unique_ptr<Target> layer_;
    std::unique_ptr<Target> before_; ///< the layer before
    std::unique_ptr<Target> bodies_; ///< whose edges the points belong to
};

} // namespace

DrawnTarget draw_edge_interference(const Stage& stage) {
    InterferingPoints points(stage);
    if (Status status = points.make_targets(); !status) {
        return status.error();
    }
    auto more = points.draw_layer();
    while (more && *more) {
        if (Status status = points.keep_interfering(); !status) {
            return status.error();
        }
        more = points.draw_layer();
    }
    return more ? points.finish() : DrawnTarget(more.error());
}

} // namespace impinge::cli
