// SPDX-License-Identifier: Apache-2.0
#include "imagespace/edge_rays/refinement/edge_refinement.hpp"

#include "imagespace/edge_rays/refinement/edge_nearness.hpp"
#include "imagespace/edge_rays/windows/edge_windows.hpp"
#include "imagespace/layers/layer_areas.hpp"

#include <algorithm>

namespace impinge::inline v0::imagespace {
namespace {

/// From 64 pixels across to 4096; the exact engine takes less time than the next look.
constexpr int most_looks = 7;
/// Pixels drawn in one look.
constexpr std::int64_t most_pixels = 1 << 20;
/// Fewer areas cost fewer draws.
constexpr std::size_t worth_joining = 2048;
/// Pixels that stay near although they shrink belong to bodies that reach round each other, or
/// touch.
constexpr double hopeless_share = 0.9;
constexpr int looks_before_hopeless = 3;

using Areas = std::vector<raster::PixelArea>;

std::int64_t pixels_of(const Areas& areas) {
    std::int64_t sum = 0;
    for (const raster::PixelArea& area : areas) {
        sum += std::int64_t{area.width} * area.height;
    }
    return sum;
}

raster::View showing(raster::View view, const raster::PixelArea& area) {
    view.shown = area;
    return view;
}

/// With a pixel more on every side, where there are any.
raster::PixelArea widened(const raster::PixelArea& area, const raster::View& view) {
    const int x = std::max(area.x - 1, 0);
    const int y = std::max(area.y - 1, 0);
    return {x, y, std::min(area.x + area.width + 1, view.width) - x,
            std::min(area.y + area.height + 1, view.height) - y};
}

raster::PixelArea doubled(const raster::PixelArea& area) {
    return {2 * area.x, 2 * area.y, 2 * area.width, 2 * area.height};
}

class CloserLooks {
  public:
    CloserLooks(const EdgeFrame& frame, const EdgeBody& a, const EdgeBody& b,
                double pixel_size_before)
        : frame_(frame), a_(a), b_(b), pixel_size_before_(pixel_size_before),
          view_(frame.view), areas_{shown_area(view_)} {}

    Expected<Looked> run() {
        while (looks_ < most_looks && !frame_.context.cancelled()) {
            const auto outcome = look();
            if (!outcome) {
                return outcome.error();
            }
            if (*outcome) {
                return Looked{**outcome, pixel_size(view_)};
            }
            halve_pixels();
        }
        return Looked{CloserLook::Undecided, pixel_size(view_)};
    }

  private:
    using Outcome = std::optional<CloserLook>;

    Expected<Outcome> look() {
        ++looks_;
        ++frame_.work.refinements;
        const auto near = find_near();
        if (!near) {
            return near.error();
        }
        if (!*near) {
            return Outcome(CloserLook::Undecided);
        }
        if ((*near)->empty()) {
            return Outcome(CloserLook::Apart);
        }
        LayerAreas areas = layer_areas(**near, {.most_added_pixels = worth_joining});
        areas_.clear();
        for (const LayerArea& area : areas.compact) {
            areas_.push_back(area.box);
        }
        const auto found = find_points();
        if (!found) {
            return found.error();
        }
        if (*found) {
            return Outcome(CloserLook::Found);
        }
        const bool hopeless = !areas.scattered.empty() || is_hopeless((*near)->size()) ||
                              4 * pixels_of(areas_) > most_pixels;
        return hopeless ? Outcome(CloserLook::Undecided) : Outcome();
    }

    /// In the whole window, by rows, then columns.
    Expected<std::optional<std::vector<PixelPlace>>> find_near() {
        std::vector<PixelPlace> all;
        for (const raster::PixelArea& area : areas_) {
            auto near = near_pixels(frame_, showing(view_, area), a_, b_);
            if (!near || !*near) {
                return near;
            }
            for (const PixelPlace& place : **near) {
                all.push_back({place.x + static_cast<std::uint32_t>(area.x),
                               place.y + static_cast<std::uint32_t>(area.y)});
            }
        }
        std::ranges::sort(all, {},
                          [](const PixelPlace& place) { return std::pair(place.y, place.x); });
        all.erase(std::unique(all.begin(), all.end()), all.end());
        return std::optional(std::move(all));
    }

    /// Edges are moved inward, so that bodies that only touch are not found: the exact engine is
    /// asked about them in the end.
    Expected<bool> find_points() {
        if (pixel_size(view_) > pixel_size_before_) {
            return false;
        }
        for (const raster::PixelArea& area : areas_) {
            const EdgeFrame frame{.device = frame_.device,
                                  .view = showing(view_, widened(area, view_)),
                                  .bodies = frame_.bodies,
                                  .edge_offset = -moved_pixels * pixel_size(view_),
                                  .context = frame_.context,
                                  .targets = frame_.targets,
                                  .work = frame_.work};
            const auto findings = look_at(frame, EdgeRayAlgorithm::Detect);
            if (!findings) {
                return findings.error();
            }
            if (findings->interference) {
                return true;
            }
        }
        return false;
    }

    bool is_hopeless(std::size_t near) {
        const auto left = static_cast<double>(near);
        const bool stays = left > hopeless_share * 4 * near_before_;
        near_before_ = left;
        return stays && looks_ >= looks_before_hopeless;
    }

    void halve_pixels() {
        view_.width *= 2;
        view_.height *= 2;
        for (raster::PixelArea& area : areas_) {
            area = doubled(area);
        }
    }

    const EdgeFrame& frame_;
    const EdgeBody& a_;
    const EdgeBody& b_;
    double pixel_size_before_;
    raster::View view_;
    Areas areas_;
    int looks_ = 0;
    double near_before_ = 0;
};

} // namespace

Expected<Looked> look_closer(const EdgeFrame& frame, const EdgeBody& a, const EdgeBody& b,
                             double pixel_size_before) {
    if (!frame.device.info().conservative) {
        return Looked{CloserLook::Undecided, pixel_size(frame.view)};
    }
    return CloserLooks(frame, a, b, pixel_size_before).run();
}

} // namespace impinge::inline v0::imagespace
