// SPDX-License-Identifier: Apache-2.0
//
// Small scenes seen straight from above: the window is the square from -1 to 1 in x and y, the eye
// looks along -z from z = 10.
#pragma once

#include "impinge/render.hpp"
#include "scenes/bumpy_sphere.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <memory>
#include <utility>
#include <vector>

namespace impinge::tests {

using namespace impinge::render;

/// Light of an sRGB value, by the definition of sRGB.
inline double light_of(std::uint8_t srgb) {
    const double v = srgb / 255.0;
    return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
}

inline double brightness(Colour c) {
    return 0.2126 * light_of(c.r) + 0.7152 * light_of(c.g) + 0.0722 * light_of(c.b);
}

inline int difference(Colour a, Colour b) {
    return std::max(
        {std::abs(a.r - b.r), std::abs(a.g - b.g), std::abs(a.b - b.b), std::abs(a.a - b.a)});
}

inline Mesh rectangle(Vec3d low, Vec3d high) {
    // In the plane of the lower corner, seen from above.
    return {{low, {high.x, low.y, low.z}, {high.x, high.y, low.z}, {low.x, high.y, low.z}},
            {{0, 1, 2}, {0, 2, 3}}};
}

/// A square around (0, 0, z).
inline Mesh plate(double z, double half_side) {
    return rectangle({-half_side, -half_side, z}, {half_side, half_side, z});
}

inline Mesh ball(double radius, std::size_t triangles = 4000) {
    return scenes::bumpy_sphere({.triangles = triangles, .radius = radius, .amplitude = 0});
}

inline raster::View from_above(int size) {
    return {.eye = {0, 0, 10}, .near = 0, .far = 20, .width = size, .height = size};
}

/// One light from the eye and nothing else, so that what faces the eye has the light of its colour
/// times a constant; no smoothing of edges.
inline RenderOptions plain(int size = 32) {
    RenderOptions options{.width = size, .height = size, .view = from_above(size), .samples = 1};
    options.light = {.key_from = {0, 0, 1},
                     .key = 0.8,
                     .fill = 0,
                     .sky = 0,
                     .rim = 0,
                     .highlight = 0,
                     .occlusion = 0,
                     .shadow = 0};
    options.background_top = options.background_bottom = {0, 0, 0, 255};
    options.slant_opacity = 0;
    options.outline = 0;
    return options;
}

/// A device with a renderer on it.
class Studio {
  public:
    explicit Studio(raster::DeviceKind kind = raster::DeviceKind::Software, Context context = {}) {
        auto made = raster::make_device(kind, {}, std::move(context));
        if (!made) {
            reason_ = made.error().message;
            return;
        }
        device_ = std::move(*made);
        renderer_ = std::make_unique<Renderer>(*device_);
    }

    [[nodiscard]] bool works() const { return renderer_ != nullptr; }
    [[nodiscard]] const std::string& reason() const { return reason_; }
    [[nodiscard]] Renderer& renderer() { return *renderer_; }

    PictureBody body(const Mesh& mesh, const Paint& paint = {}, const ShapeOptions& options = {}) {
        auto shape = renderer_->make_shape(mesh.view(), options);
        EXPECT_TRUE(shape) << (shape ? "" : shape.error().message);
        return {shape ? *shape : nullptr, {}, paint};
    }
    Frame frame(const PictureScene& scene, const RenderOptions& options,
                const Context& context = {}) {
        auto made = renderer_->render(scene, options, context);
        EXPECT_TRUE(made) << (made ? "" : made.error().message);
        return made ? std::move(*made) : Frame{};
    }
    Picture picture(const PictureScene& scene, const RenderOptions& options,
                    const Context& context = {}) {
        return frame(scene, options, context).picture;
    }
    std::string complaint(const PictureScene& scene, const RenderOptions& options) {
        const auto made = renderer_->render(scene, options);
        return made ? "" : made.error().message;
    }

  private:
    std::unique_ptr<raster::Device> device_;
    std::unique_ptr<Renderer> renderer_;
    std::string reason_;
};

inline Colour middle(const Picture& picture) {
    return picture.at(picture.width / 2, picture.height / 2);
}

} // namespace impinge::tests
