// SPDX-License-Identifier: Apache-2.0
//
// What is drawn is off by roundings: corners by less than a step of the grid of 1/256 pixel and by
// what floats lose, so that a point both bodies have in common may be drawn in two neighbouring
// pixels and at two depths. One of the bodies is therefore drawn four times, moved by twice that
// much towards each corner of the pixel: together the four cover what the body could cover.
#include "imagespace/edge_rays/refinement/edge_nearness.hpp"

#include "imagespace/masks.hpp"
#include "imagespace/projection/zone_corners.hpp"

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

} // namespace impinge::inline v0::imagespace
