// SPDX-License-Identifier: Apache-2.0
#include "camera/stereo.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace impinge::viewer {
namespace {

constexpr double usual_eye_distance = 1.0 / 30; // of the way to what is looked at

constexpr std::array<std::pair<StereoMode, const char*>, 3> names{
    {{StereoMode::Off, "off"},
     {StereoMode::SideBySide, "side-by-side"},
     {StereoMode::Anaglyph, "anaglyph"}}};

/// Parallel lines have no eye that could move: the camera goes around the target instead.
raster::View turned_view(raster::View view, double to_the_right, double common) {
    const double size = std::hypot(common, to_the_right);
    const double cosine = common / size;
    const double sine = to_the_right / size;
    const Vec3d target = view.eye + view.axis_z * common;
    const Vec3d right = view.axis_x;
    view.axis_x = right * cosine + view.axis_z * sine;
    view.axis_z = view.axis_z * cosine - right * sine;
    view.eye = target - view.axis_z * common;
    // What is seen at the sides comes nearer, or goes farther away.
    const double room = std::abs(sine) * (view.max_x - view.min_x) +
                        (1 - cosine) * (std::abs(view.near) + std::abs(view.far));
    view.near -= room;
    view.far += room;
    return view;
}

} // namespace

const char* to_string(StereoMode mode) {
    return std::ranges::find(names, mode, &std::pair<StereoMode, const char*>::first)->second;
}

std::optional<StereoMode> stereo_mode_from_string(std::string_view name) {
    for (const auto& [mode, known] : names) {
        if (name == known) {
            return mode;
        }
    }
    return {};
}

raster::View view_from_beside(const raster::View& view, double to_the_right, double common) {
    if (view.projection == raster::Projection::Orthographic) {
        return turned_view(view, to_the_right, common);
    }
    raster::View moved = view;
    moved.eye = view.eye + view.axis_x * to_the_right;
    moved.min_x -= to_the_right / common;
    moved.max_x -= to_the_right / common;
    return moved;
}

WindowSize size_for_an_eye(const Stereo& stereo, WindowSize size) {
    return stereo.mode == StereoMode::SideBySide
               ? WindowSize{std::max(1, size.width / 2), size.height}
               : size;
}

std::vector<EyePicture> eye_pictures(const OrbitCamera& camera, const Stereo& stereo,
                                     const Box3& box, const raster::PixelArea& area) {
    const WindowSize size = size_for_an_eye(stereo, {area.width, area.height});
    const raster::View middle = camera.view(size, box);
    if (stereo.mode == StereoMode::Off) {
        return {{middle, area}};
    }
    const double common = dot(camera.target() - camera.eye(), -camera.back());
    const double apart =
        stereo.eye_distance > 0 ? stereo.eye_distance : usual_eye_distance * common;
    EyePicture left{view_from_beside(middle, -apart / 2, common), area};
    EyePicture right{view_from_beside(middle, apart / 2, common), area};
    if (stereo.mode == StereoMode::Anaglyph) {
        left.green_and_blue = right.red = false;
    } else {
        left.area.width = right.area.width = size.width;
        right.area.x += size.width;
    }
    return {left, right};
}

} // namespace impinge::viewer
