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
            if (Status failed = stage_.device.clear(**target)) {
                return failed;
            }
        }
        return stage_.device.clear(*before_, {.depth = 0.0F});
    }

    /// Whether there was another layer.
    Expected<bool> draw_layer() {
        Status failed = stage_.device.clear(*layer_);
        for (const Pass& pass : {imagespace::edges_of_later_bodies(), imagespace::edges_behind()}) {
            failed = failed ? failed : draw(*layer_, pass, *before_);
        }
        if (failed) {
            return *failed;
        }
        const auto points = stage_.device.count(*layer_, imagespace::any_edge_point);
        if (!points) {
            return points.error();
        }
        return *points > 0;
    }

    /// Adds the points of the layer that lie in something and have none before them.
    Status keep_interfering() {
        Status failed = count(*layer_);
        failed = failed ? failed : stage_.device.copy(*layer_, *shown_, Plane::Stencil);
        Pass pass = imagespace::edges_behind();
        pass.stencil = {.compare = Compare::NotEqual, .reference = 0};
        pass.reference_compare = Compare::Equal;
        pass.reference_ids[0] = Compare::Equal;
        failed = failed ? failed : draw(*shown_, pass, *layer_);
        std::swap(layer_, before_);
        return failed;
    }

    DrawnTarget finish() {
        Status failed = stage_.device.clear(*shown_, {.depth = {}, .id_0 = {}, .id_1 = {}});
        failed = failed ? failed : count(*shown_);
        return failed ? DrawnTarget(*failed) : std::move(shown_);
    }

  private:
    Status draw(Target& target, const Pass& pass, const Target& reference) const {
        return stage_.device.draw(target, stage_.view, pass, stage_.draws, &reference);
    }
    /// The bodies around the points of a target, in its stencil plane.
    Status count(Target& target) {
        const Status failed = stage_.device.copy(target, *bodies_, Plane::Id0);
        return failed ? failed
                      : draw(target, imagespace::of_other_bodies(imagespace::count_faces_before()),
                             *bodies_);
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
    if (Status failed = points.make_targets()) {
        return *failed;
    }
    auto more = points.draw_layer();
    while (more && *more) {
        if (Status failed = points.keep_interfering()) {
            return *failed;
        }
        more = points.draw_layer();
    }
    return more ? points.finish() : DrawnTarget(more.error());
}

} // namespace impinge::cli
