// SPDX-License-Identifier: Apache-2.0
//
// A segment is a capsule of pixels: as wide as the line, with round ends.
#include "render/scene_lines.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace impinge::inline v0::render {
namespace {

/// Lines are taken nearer by so many pixels, and half their width.
constexpr double lift_pixels = 1.5;

/// The ends in the window of the picture, y upwards, with depths moved towards the eye.
struct WindowSegment {
    Vec3d a;
    Vec3d b;
};

/// Moved towards the eye by so many pixels of its distance.
Vec3d lifted(const raster::View& view, Vec3d world, double pixels) {
    const double side = (view.max_x - view.min_x) / view.width;
    if (view.projection == raster::Projection::Orthographic) {
        return world - view.axis_z * (side * pixels);
    }
    return world + (view.eye - world) * std::min(0.5, side * pixels);
}

/// Without the part that a perspective view cannot show; nothing if that is all.
std::optional<Segment> clipped(const raster::View& view, Segment segment) {
    if (!is_finite(segment[0]) || !is_finite(segment[1])) {
        return {};
    }
    if (view.projection == raster::Projection::Orthographic) {
        return segment;
    }
    const double least = view.near * 0.5;
    const double first = dot(view.axis_z, segment[0] - view.eye);
    const double second = dot(view.axis_z, segment[1] - view.eye);
    if (first < least && second < least) {
        return {};
    }
    if (first < least || second < least) {
        const Vec3d cut =
            segment[0] + (segment[1] - segment[0]) * ((least - first) / (second - first));
        segment[first < least ? 0 : 1] = cut;
    }
    return segment;
}

std::optional<WindowSegment> in_window(const raster::View& view, const Segment& segment,
                                       double lift) {
    const auto visible = clipped(view, segment);
    if (!visible) {
        return {};
    }
    return WindowSegment{raster::to_window(view, lifted(view, (*visible)[0], lift)),
                         raster::to_window(view, lifted(view, (*visible)[1], lift))};
}

struct Interval {
    int begin = 0;
    int end = 0;
};

/// Whole pixels whose centres lie within low..high, as far as there are pixels.
Interval pixels_within(double low, double high, int size) {
    return {static_cast<int>(std::clamp(std::ceil(low - 0.5), 0.0, static_cast<double>(size))),
            static_cast<int>(std::clamp(std::floor(high + 0.5), 0.0, static_cast<double>(size)))};
}

/// The columns of a row that a segment of some radius reaches.
Interval columns_at(const WindowSegment& segment, double row, double radius, int width) {
    const Vec3d along = segment.b - segment.a;
    double from = 0;
    double to = 1;
    if (along.y != 0) {
        const double first = (row - radius - segment.a.y) / along.y;
        const double last = (row + radius - segment.a.y) / along.y;
        from = std::clamp(std::min(first, last), 0.0, 1.0);
        to = std::clamp(std::max(first, last), 0.0, 1.0);
    }
    const double x0 = segment.a.x + along.x * from;
    const double x1 = segment.a.x + along.x * to;
    return pixels_within(std::min(x0, x1) - radius, std::max(x0, x1) + radius, width);
}

/// The part of a segment that is nearest to a place in the window, from 0 to 1.
double nearest_part(const WindowSegment& segment, double x, double y) {
    const Vec3d along = segment.b - segment.a;
    const double square = along.x * along.x + along.y * along.y;
    if (!(square > 0)) {
        return 0;
    }
    const double part = ((x - segment.a.x) * along.x + (y - segment.a.y) * along.y) / square;
    return std::clamp(part, 0.0, 1.0);
}

/// How many of a pixel's samples have nothing before the depth.
double visible_part(const Layer& layer, int samples, PixelPlace pixel, double depth) {
    int visible = 0;
    for (int y = pixel.y * samples; y < (pixel.y + 1) * samples; ++y) {
        for (int x = pixel.x * samples; x < (pixel.x + 1) * samples; ++x) {
            const std::size_t at = layer.index(x, y);
            visible += layer.bodies[at] == raster::no_id || depth <= layer.depths[at] ? 1 : 0;
        }
    }
    return static_cast<double>(visible) / (samples * samples);
}

class LinePlane {
  public:
    LinePlane(const Lines& lines, const Layer& layer, int samples)
        : lines_(lines), layer_(layer), samples_(samples), width_(layer.width / samples),
          height_(layer.height / samples),
          strength_(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_), 0),
          half_width_(std::max(1.0, lines.width_pixels) / 2) {}

    void add(const WindowSegment& segment) {
        const double radius = half_width_ + 0.5;
        const auto rows = pixels_within(std::min(segment.a.y, segment.b.y) - radius,
                                        std::max(segment.a.y, segment.b.y) + radius, height_);
        for (int y = rows.begin; y < rows.end; ++y) {
            const auto columns = columns_at(segment, y + 0.5, radius, width_);
            for (int x = columns.begin; x < columns.end; ++x) {
                add(segment, {x, y});
            }
        }
    }

    void blend_into(PixelPlane& plane) const {
        const Light3 light = to_light(lines_.colour);
        const double opacity = lines_.colour.a / 255.0 * std::min(1.0, lines_.width_pixels);
        for (int y = 0; y < height_; ++y) {
            for (int x = 0; x < width_; ++x) {
                const float part = strength_[index({x, y})] * static_cast<float>(opacity);
                if (part > 0) {
                    Veil& pixel = plane.at(x, height_ - 1 - y);
                    pixel = over({light * part, 1 - part}, pixel);
                }
            }
        }
    }

  private:
    [[nodiscard]] std::size_t index(PixelPlace pixel) const {
        return static_cast<std::size_t>(pixel.y) * static_cast<std::size_t>(width_) +
               static_cast<std::size_t>(pixel.x);
    }

    void add(const WindowSegment& segment, PixelPlace pixel) {
        const double part = nearest_part(segment, pixel.x + 0.5, pixel.y + 0.5);
        const Vec3d nearest = segment.a + (segment.b - segment.a) * part;
        const double distance = std::hypot(nearest.x - pixel.x - 0.5, nearest.y - pixel.y - 0.5);
        const double coverage = std::clamp(half_width_ + 0.5 - distance, 0.0, 1.0);
        float& strength = strength_[index(pixel)];
        if (coverage <= strength) {
            return;
        }
        const double visible = visible_part(layer_, samples_, pixel, nearest.z);
        const double shown = coverage * (visible + (1 - visible) * lines_.hidden_opacity);
        strength = std::max(strength, static_cast<float>(shown));
    }

    const Lines& lines_;
    const Layer& layer_;
    int samples_;
    int width_;
    int height_;
    std::vector<float> strength_; ///< the most that any segment gives; rows from the bottom
    double half_width_;
};

} // namespace

void draw_lines(PixelPlane& plane, const Lines& lines, const raster::View& view, const Layer& layer,
                int samples) {
    if (!(lines.width_pixels > 0)) {
        return;
    }
    LinePlane drawn(lines, layer, samples);
    for (const Segment& segment : lines.segments) {
        if (const auto visible = in_window(view, segment, lift_pixels + lines.width_pixels / 2)) {
            drawn.add(*visible);
        }
    }
    drawn.blend_into(plane);
}

} // namespace impinge::inline v0::render
