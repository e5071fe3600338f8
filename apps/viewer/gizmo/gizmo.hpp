// SPDX-License-Identifier: Apache-2.0
//
// Handles with which a body is moved and turned by mouse: arrows along three axes, squares in the
// planes between them, and rings about them. What it looks like is told as lines on the screen; it
// draws nothing itself.
#pragma once

#include "impinge/render.hpp"
#include "impinge/rigid.hpp"
#include "impinge/view.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace impinge::viewer {

/// In pixels from the upper left corner of the view.
struct ScreenPoint {
    double x = 0;
    double y = 0;
};

struct PickRay {
    Vec3d origin;
    Vec3d direction; ///< of length 1, into the picture
};

PickRay ray_through(const raster::View& view, ScreenPoint at);
ScreenPoint to_screen(const raster::View& view, Vec3d world);

enum class GizmoMode : std::uint8_t { Move, Turn };

enum class Handle : std::uint8_t {
    MoveX,
    MoveY,
    MoveZ,
    PlaneX, ///< moves in the plane across x
    PlaneY,
    PlaneZ,
    TurnX,
    TurnY,
    TurnZ,
    Screen, ///< moves in the plane of the window: the body itself is dragged
};
/// "x", "y", "z" to move, "yz", "xz", "xy", "turn-x" ...; for scripts.
std::optional<Handle> handle_from_string(std::string_view name);

/// Where the handles are and which way they point.
struct GizmoPlace {
    raster::View view;
    Vec3d centre;
    std::array<Vec3d, 3> axes{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    double size_pixels = 90;
};

/// What is drawn of a handle. Where `closed`, it is an area.
struct HandleLine {
    Handle handle = Handle::MoveX;
    std::vector<ScreenPoint> points;
    bool closed = false;
};

std::vector<HandleLine> handle_lines(const GizmoPlace& place, GizmoMode mode);
/// The handle under the mouse; those in front of others first.
std::optional<Handle> handle_at(const GizmoPlace& place, GizmoMode mode, ScreenPoint at,
                                double reach_pixels);
/// Where a script takes hold of a handle.
std::optional<ScreenPoint> grip_of(const GizmoPlace& place, GizmoMode mode, Handle handle);

struct Snapping {
    double length = 0; ///< steps of movements; 0: none
    double angle_radians = 0;
};

/// One movement of a handle, from where it was taken hold of.
class GizmoDrag {
  public:
    GizmoDrag(const GizmoPlace& place, Handle handle, ScreenPoint start, const Rigid& pose);

    /// The pose for a place of the mouse; the last one where the mouse says nothing (a plane that
    /// is seen along itself).
    Rigid pose_at(ScreenPoint at, const Snapping& snapping);
    [[nodiscard]] Handle handle() const { return handle_; }
    /// Of the movement so far: along the axis, or how far in all; degrees of a turn.
    [[nodiscard]] double amount() const { return amount_; }

  private:
    [[nodiscard]] std::optional<Vec3d> point_at(ScreenPoint at) const;
    [[nodiscard]] std::optional<double> angle_at(ScreenPoint at) const;
    [[nodiscard]] Vec3d plane_normal() const;

    GizmoPlace place_;
    Handle handle_;
    Rigid start_pose_;
    Rigid last_;
    std::optional<Vec3d> start_point_;
    std::optional<double> start_angle_;
    double amount_ = 0;
};

} // namespace impinge::viewer
