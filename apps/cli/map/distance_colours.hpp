// SPDX-License-Identifier: Apache-2.0
//
// The colours of signed distances: bands with fixed limits, as dentists read contacts off, or a
// scale that suits any pair of surfaces.
#pragma once

#include "impinge/picture.hpp"
#include "impinge/unit.hpp"
#include "map/map_colours.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace impinge::cli {

/// All distances below a limit and not below that of the band before.
struct ColourBand {
    double below_micrometres = 0;
    render::Colour colour;
};

/// What is farther than the last limit shows the surface as it is.
struct DistancePreset {
    std::string_view name;
    std::string_view meaning;
    double contact_micrometres = 0; ///< what is nearer counts as contact
    std::span<const ColourBand> bands;
};

const DistancePreset* find_preset(std::string_view name);
/// "occlusion, foil"
std::string preset_names();

/// Where the closest point lies on a border, and where nothing is near.
inline constexpr render::Colour beyond_border_colour{150, 150, 158};
inline constexpr render::Colour far_colour{236, 229, 213};

/// How distances are coloured, in the unit of the bodies.
class DistanceColours {
  public:
    DistanceColours(const DistancePreset& preset, LengthUnit unit);
    DistanceColours(const ClearanceScale& scale, std::string unit);

    [[nodiscard]] render::Colour of(double distance) const;
    [[nodiscard]] render::PixelSize bar_size() const;
    void draw_bar(render::Picture& picture, int x, int y) const;

  private:
    const DistancePreset* preset_ = nullptr;
    double per_micrometre_ = 1; ///< the unit
    ClearanceBar bar_;
};

} // namespace impinge::cli
