// SPDX-License-Identifier: Apache-2.0
//
// From a place in the window and a triangle's number back to the surface: where it is, which way it
// faces, what colour it has.
#pragma once

#include "impinge/render.hpp"
#include "render/corner_normals.hpp"
#include "render/layers.hpp"
#include "render/linear_light.hpp"

#include <array>
#include <span>
#include <vector>

namespace impinge::inline v0::render {

/// A mesh as pictures need it: drawn by the device, looked up triangle by triangle when shading.
class Shape {
  public:
    std::unique_ptr<raster::Geometry> geometry;
    std::vector<Vec3d> positions;
    std::vector<TriangleIndices> triangles;
    std::vector<CornerNormals> normals; ///< empty if shaded flat
    ShapeOptions options;

    /// From the positions, if the shading wants them.
    void set_normals();
};

/// Adds every vertex of a triangle, where it stands in the world. Vertices may come more than once.
void append_world_points(const PictureBody& body, std::vector<Vec3d>& points);

struct SurfacePoint {
    Vec3d position;
    Vec3d normal; ///< of length 1, on the side of the eye
    Vec3d to_eye; ///< of length 1
    Light3 colour;
    float opacity = 1;
};

/// The bodies of a scene under a view, looked up by what a layer holds.
class Surfaces {
  public:
    Surfaces(std::span<const PictureBody> bodies, const raster::View& view);

    /// What is seen at window (x, y), which may lie a little beside the triangle.
    [[nodiscard]] SurfacePoint at(SurfaceId surface, double x, double y) const;

  private:
    struct Painted {
        const Shape* shape = nullptr;
        Rigid pose;
        Paint paint;
        Light3 colour;
        Light3 back;
        float opacity = 1;
        double side = 1; ///< -1 if the pose is a mirror, which turns triangles around
    };
    struct Ray {
        Vec3d start; ///< relative to the eye
        Vec3d direction;
    };

    enum class Side : std::uint8_t { Front, Back };
    /// The parts that the corners of a triangle have in one of its points.
    using Weights = std::array<double, 3>;

    [[nodiscard]] Ray ray(double x, double y) const;
    [[nodiscard]] static Light3 colour(const Painted& body, std::uint32_t triangle,
                                       const Weights& weights, Side side);

    std::vector<Painted> bodies_;
    raster::View view_;
};

} // namespace impinge::inline v0::render
