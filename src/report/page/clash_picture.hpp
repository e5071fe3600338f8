// SPDX-License-Identifier: Apache-2.0
//
// A picture for each clash: both parts as glass, what they share in red, from the side where most
// of the contact is seen.
#pragma once

#include "impinge/expected.hpp"
#include "impinge/render.hpp"
#include "report/page/clash_view.hpp"

#include <map>
#include <memory>

namespace impinge::inline v0::report {

/// Keeps the parts on its device from one picture to the next.
class ClashPainter {
  public:
    static Expected<ClashPainter> open(const Report& report, const ReportGeometry& geometry);

    /// The direction from which small pictures of the parts show most of the contact.
    Expected<ClashView> choose_view(std::size_t clash);
    Expected<render::Picture> paint(std::size_t clash, const ClashView& view, int width,
                                    int height);

  private:
    ClashPainter(const Report& report, const ReportGeometry& geometry,
                 std::shared_ptr<raster::Device> device);
    Expected<std::shared_ptr<render::Shape>> shape_of(std::uint32_t part);
    /// Both parts in these colours, and what they share.
    Expected<render::PictureScene> scene_of(std::size_t clash, render::Colour colour_a,
                                            render::Colour colour_b, double inflation);

    const Report& report_;
    const ReportGeometry& geometry_;
    std::shared_ptr<raster::Device> device_;
    render::Renderer renderer_;
    std::map<const Mesh*, std::shared_ptr<render::Shape>> shapes_;
};

} // namespace impinge::inline v0::report
