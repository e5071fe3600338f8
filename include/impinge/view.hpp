// SPDX-License-Identifier: Apache-2.0
//
// From the world to the window of a frame buffer, and back.
//
//     impinge::Expected<impinge::raster::View> from_above(const impinge::Box3& box) {
//         return impinge::raster::orthographic_view({0, 0, -1}, box, 512, 512);
//     }
#pragma once

#include "impinge/standard.hpp"
#ifdef IMPINGE_HAS_CPP20

#include "impinge/expected.hpp"
#include "impinge/export.h"
#include "impinge/vec3.hpp"

#include <cstdint>
#include <span>

namespace impinge::inline v0::raster {

enum class Projection : std::uint8_t { Orthographic, Perspective };

/// Part of a window, in pixels from its lower left corner.
struct PixelArea {
    int x = 0;
    int y = 0;
    int width = 0;
    int height = 0;

    friend bool operator==(const PixelArea&, const PixelArea&) = default;
};

/// A camera with its window, as plain data. Build one with the functions below.
///
/// Window coordinates are in pixels: x to the right from 0 to `width`, y upwards from 0 to
/// `height`, so that the centre of pixel (i, j) lies at (i + 0.5, j + 0.5). Depth is 0 at distance
/// `near` and 1 at distance `far`, and affine in x and y over every plane. It is linear in the
/// distance for an orthographic view, (1 - near / distance) * far / (far - near) for a perspective
/// one.
struct View {
    Projection projection = Projection::Orthographic;
    Vec3d eye = {};         ///< distances are measured from here; the centre of a perspective view
    Vec3d axis_x{1, 0, 0};  ///< to the right; the three axes are orthonormal
    Vec3d axis_y{0, 1, 0};  ///< upwards
    Vec3d axis_z{0, 0, -1}; ///< into the picture: axis_x, axis_y and -axis_z are right-handed
    /// The window along axis_x and axis_y: in world units for an orthographic view, at distance 1
    /// for a perspective one.
    double min_x = -1;
    double max_x = 1;
    double min_y = -1;
    double max_y = 1;
    double near = 0; ///< positive for a perspective view
    double far = 1;
    int width = 1; ///< in pixels
    int height = 1;
    /// The part of the window that targets have pixels for; all of it if this is all zeros. What is
    /// drawn there is what the whole window would hold: on the software device bit for bit, on
    /// others with depths as near as the device's own rounding. What lies outside costs little, and
    /// the whole window may be larger than any target.
    PixelArea shown = {};

    friend bool operator==(const View&, const View&) = default;
};

/// Whether a pixel is as wide as it is high. The tighter window wastes fewer pixels.
enum class PixelShape : std::uint8_t { Square, Tight };

struct OrthographicOptions {
    Vec3d up{0, 0, 1}; ///< points upwards in the picture; replaced if along the direction
    PixelShape pixels = PixelShape::Square;
    double margin_pixels = 1; ///< left free on every side
};

/// Looks along `direction` (of any length but zero) at a window around the points, with the depth
/// range around them too. Points that span no width, height or depth get a small one. Fails on no
/// points, on what is not finite, and on a window without pixels.
IMPINGE_API Expected<View> orthographic_view(Vec3d direction, std::span<const Vec3d> points,
                                             int width, int height,
                                             const OrthographicOptions& options = {});
IMPINGE_API Expected<View> orthographic_view(Vec3d direction, const Box3& box, int width,
                                             int height, const OrthographicOptions& options = {});

struct PerspectiveOptions {
    Vec3d up{0, 0, 1};
    double vertical_angle_degrees = 30; ///< between the bottom and the top of the window
};

/// Looks from `eye` at `target`; what is nearer than `near` is clipped away.
IMPINGE_API Expected<View> perspective_view(Vec3d eye, Vec3d target, double near, double far,
                                            int width, int height,
                                            const PerspectiveOptions& options = {});

/// The part of the window that targets have pixels for.
constexpr PixelArea shown_area(const View& view) {
    return view.shown.width == 0 ? PixelArea{0, 0, view.width, view.height} : view.shown;
}

/// Window x and y in pixels (of the whole window), and depth (not clamped to 0..1).
IMPINGE_API Vec3d to_window(const View& view, Vec3d world);

/// The world point at window x, y and depth: undoes to_window() to rounding.
IMPINGE_API Vec3d to_world(const View& view, Vec3d window);

/// The larger side of a pixel in world units; of a perspective view, at distance `far`.
IMPINGE_API double pixel_size(const View& view);

/// Whether the numbers make sense: finite, a window with an area, far beyond near, near positive
/// for a perspective view, 1 to 2^24 pixels on a side, a shown part within. Devices refuse a view
/// whose numbers do not.
IMPINGE_API Status validate(const View& view);

} // namespace impinge::inline v0::raster

#endif // IMPINGE_HAS_CPP20
