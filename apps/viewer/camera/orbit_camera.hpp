// SPDX-License-Identifier: Apache-2.0
//
// A camera that goes around a point.
#pragma once

#include "impinge/render.hpp"
#include "impinge/view.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace impinge::viewer {

struct WindowSize {
    int width = 1;
    int height = 1;
};

class OrbitCamera {
  public:
    /// Looks at all of the box as a picture with this camera would.
    void frame(const render::Camera& camera, const Box3& box, WindowSize size);
    /// The same direction, with all of the box in the window.
    void frame_again(const Box3& box, WindowSize size);
    /// From a direction, with all of the box in the window.
    void look_from(Vec3d from, const Box3& box, WindowSize size);

    // In pixels of a window.
    void orbit(double right, double down);
    void pan(double right, double down, WindowSize size);
    /// Above 1 comes nearer. A point under the mouse stays there, if given.
    void zoom(double factor, std::optional<Vec3d> towards = {});
    /// Eye and target turn about a point, around what points upwards, and go on from there.
    void walk(Vec3d step, Vec3d about, double turn_radians);
    /// That point comes to the middle of the window.
    void centre(Vec3d point);
    void set_orthographic(bool orthographic) { orthographic_ = orthographic; }
    [[nodiscard]] bool orthographic() const { return orthographic_; }

    /// The view of a window, with a depth range around the box.
    [[nodiscard]] raster::View view(WindowSize size, const Box3& box) const;
    [[nodiscard]] Vec3d eye() const { return target_ + back_ * distance_; }
    [[nodiscard]] Vec3d target() const { return target_; }
    [[nodiscard]] Vec3d back() const { return back_; }
    /// The size of a pixel at the distance of the target.
    [[nodiscard]] double pixel(WindowSize size) const;

    /// "eye x,y,z,target x,y,z,up x,y,z" as nine numbers, and back.
    [[nodiscard]] std::string text() const;
    bool set_text(std::string_view text);

  private:
    void turn(Vec3d axis, double angle);
    void look_along(Vec3d back, Vec3d up);

    Vec3d target_;
    Vec3d right_{1, 0, 0};
    Vec3d up_{0, 0, 1};
    Vec3d back_{0, -1, 0}; ///< from the target to the eye
    Vec3d world_up_{0, 0, 1};
    double distance_ = 10;
    double angle_degrees_ = 24; ///< between the lower and the upper side of the window
    bool orthographic_ = false;
};

} // namespace impinge::viewer
