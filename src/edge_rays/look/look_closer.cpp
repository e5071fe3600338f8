// SPDX-License-Identifier: Apache-2.0
//
// What is drawn is off by roundings: corners by less than a step of the grid of 1/256 pixel and by
// what floats lose, so that a point both bodies have in common may be drawn in two neighbouring
// pixels and at two depths. One of the bodies is therefore drawn four times, moved by twice that
// much towards each corner of the pixel: together the four cover what the body could cover.
#include "edge_rays/look/look_closer.hpp"

#include "edge_rays/edge_windows.hpp"
#include "edge_rays/look/edge_look.hpp"
#include "imagespace/mask_passes.hpp"
#include "imagespace/pixel_areas.hpp"
#include "imagespace/projection/collision_zone.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace impinge::inline v0::imagespace {
namespace {

using raster::Compare;

constexpr std::uint8_t before_far_of_moved =
    1;                                      ///< where the still body begins before the other ends
constexpr std::uint8_t near_each_other = 2; ///< and the other way round

/// How far apart one point of the world may be drawn for two bodies.
struct Rounding {
    double pixels = 0;
    double depth = 0;
};

/// The largest coordinate in what is computed when the body is drawn, in the world.
double reach(const raster::View& view, const EdgeBody& body) {
    double largest = 0;
    for (const Vec3d& corner : corners_of(body.box)) {
        const Vec3d from_eye = corner - view.eye;
        largest = std::max({largest, std::abs(dot(view.axis_x, from_eye) - view.min_x),
                            std::abs(dot(view.axis_y, from_eye) - view.min_y),
                            std::abs(dot(view.axis_z, from_eye) - view.near)});
    }
    return largest;
}

/// A corner goes through some ten operations in floats, none with numbers more than a few times as
/// large as the reach; 2^-19 of it is more than twice what they can lose together. Half a step of
/// the grid is lost by either body.
Rounding rounding_of(const raster::View& view, const EdgeBody& a, const EdgeBody& b) {
    const double lost = (reach(view, a) + reach(view, b)) * 0x1p-19;
    return {.pixels = 1.0 / raster::subpixel_steps + lost * view.width / (view.max_x - view.min_x),
            .depth = lost / (view.far - view.near) + 0x1p-22};
}

/// Farthest surfaces, conservatively.
constexpr raster::Pass far_pass() {
    return {.coverage = raster::Coverage::Conservative,
            .depth = raster::DepthOf::Far,
            .depth_compare = Compare::Greater};
}

/// Sets the mark where it finds the one before and a surface begins before the stored depth.
/// Strictly: what lies wholly before or behind the depth range has the same depth 0 or 1.
constexpr raster::Pass near_pass(std::uint8_t expected, std::uint8_t mark) {
    raster::Pass pass = mask_pass({.compare = expected == 0 ? Compare::Always : Compare::Equal,
                                   .reference = static_cast<std::uint8_t>(expected | mark),
                                   .read = expected,
                                   .does = raster::StencilOp::Replace});
    pass.coverage = raster::Coverage::Conservative;
    pass.depth = raster::DepthOf::Near;
    pass.depth_compare = Compare::Less;
    return pass;
}

/// Views that show a body moved by as much towards each corner and along the rays.
std::array<raster::View, 4> moved_views(const raster::View& view, const Rounding& by,
                                        double along_rays) {
    std::array<raster::View, 4> views{view, view, view, view};
    const double x = by.pixels * (view.max_x - view.min_x) / view.width;
    const double y = by.pixels * (view.max_y - view.min_y) / view.height;
    const double z = along_rays * by.depth * (view.far - view.near);
    for (std::size_t i = 0; i < 4; ++i) {
        const double shift_x = (i & 1U) != 0 ? x : -x;
        const double shift_y = (i & 2U) != 0 ? y : -y;
        views[i].min_x += shift_x;
        views[i].max_x += shift_x;
        views[i].min_y += shift_y;
        views[i].max_y += shift_y;
        views[i].near -= z;
        views[i].far -= z;
    }
    return views;
}

class Nearness {
  public:
    Nearness(const EdgeFrame& frame, const raster::View& view, const EdgeBody& a, const EdgeBody& b)
        : frame_(frame), view_(view),
          moved_(a.mesh.triangle_count() <= b.mesh.triangle_count() ? a : b),
          still_(&moved_ == &a ? b : a), rounding_(rounding_of(view, a, b)) {}

    [[nodiscard]] bool pixels_too_small() const { return rounding_.pixels > 0.25; }

    Expected<std::vector<raster::Pixel>> find() {
        const raster::PixelArea shown = shown_area(view_);
        const auto marks = frame_.targets.get(0, shown.width, shown.height);
        const auto far = marks ? frame_.targets.get(1, shown.width, shown.height) : marks;
        if (!far) {
            return far.error();
        }
        raster::Device& device = frame_.device;
        const raster::Clear nothing{.depth = 0.0F, .id_0 = {}, .id_1 = {}};
        Status status = device.clear(**marks, nothing);
        status = status ? draw_moved(**marks, far_pass(), 1) : status;
        status = status ? draw(**marks, view_, near_pass(0, before_far_of_moved), still_) : status;
        status = status ? device.clear(**far, nothing) : status;
        status = status ? draw(**far, view_, far_pass(), still_) : status;
        status = status ? device.copy(**far, **marks, raster::Plane::Depth) : status;
        status = status ? draw_moved(**marks, near_pass(before_far_of_moved, near_each_other), -1)
                        : status;
        if (!status) {
            return status.error();
        }
        ++frame_.work.read_backs;
        return device.collect(
            **marks,
            {.compare = Compare::Equal, .reference = near_each_other, .mask = near_each_other});
    }

  private:
    Status draw(raster::Target& target, const raster::View& view, const raster::Pass& pass,
                const EdgeBody& body) const {
        ++frame_.work.draws;
        return frame_.device.draw(target, view, pass,
                                  raster::Draw{.geometry = body.geometry, .pose = body.pose});
    }
    Status draw_moved(raster::Target& target, const raster::Pass& pass, double along_rays) const {
        Status status;
        for (const raster::View& view : moved_views(view_, rounding_, along_rays)) {
            status = status ? draw(target, view, pass, moved_) : status;
        }
        return status;
    }

    const EdgeFrame& frame_;
    const raster::View& view_;
    const EdgeBody& moved_;
    const EdgeBody& still_;
    Rounding rounding_;
};

} // namespace

Expected<std::optional<std::vector<PixelPlace>>> near_pixels(const EdgeFrame& frame,
                                                             const raster::View& view,
                                                             const EdgeBody& a, const EdgeBody& b) {
    Nearness nearness(frame, view, a, b);
    if (nearness.pixels_too_small()) {
        return std::optional<std::vector<PixelPlace>>();
    }
    const auto pixels = nearness.find();
    if (!pixels) {
        return pixels.error();
    }
    std::vector<PixelPlace> places;
    for (const raster::Pixel& pixel : *pixels) {
        places.push_back({pixel.x, pixel.y});
    }
    return std::optional(std::move(places));
}

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
        PixelAreas areas = pixel_areas(**near, {.most_added_pixels = worth_joining});
        areas_.clear();
        for (const CompactArea& area : areas.compact) {
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
