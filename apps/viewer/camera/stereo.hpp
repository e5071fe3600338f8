// SPDX-License-Identifier: Apache-2.0
//
// Pictures for two eyes. What lies as far away as the camera's target is at the same place in both;
// what is nearer stands farther to the right in the picture of the left eye.
#pragma once

#include "camera/orbit_camera.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace impinge::viewer {

enum class StereoMode : std::uint8_t {
    Off,
    SideBySide, ///< the left eye on the left: for glasses with two screens, or eyes set parallel
    Anaglyph,   ///< red for the left eye, green and blue for the right one
};
/// "off", "side-by-side", "anaglyph"
const char* to_string(StereoMode mode);
std::optional<StereoMode> stereo_mode_from_string(std::string_view name);

struct Stereo {
    StereoMode mode = StereoMode::Off;
    double eye_distance = 0; ///< in the unit of the scene; 0: a thirtieth of the way to the target

    friend bool operator==(const Stereo&, const Stereo&) = default;
};

/// What one eye sees, and where that is drawn.
struct EyePicture {
    raster::View view;
    raster::PixelArea area;
    bool red = true; ///< which channels it has
    bool green_and_blue = true;
};

/// The part of an area that one eye has.
WindowSize size_for_an_eye(const Stereo& stereo, WindowSize size);
/// One picture, or that of the left eye and that of the right one.
std::vector<EyePicture> eye_pictures(const OrbitCamera& camera, const Stereo& stereo,
                                     const Box3& box, const raster::PixelArea& area);
/// A view seen from so far to the right of where it is seen from. Both agree at the distance
/// `common` along the view.
raster::View view_from_beside(const raster::View& view, double to_the_right, double common);

} // namespace impinge::viewer
