// SPDX-License-Identifier: Apache-2.0
//
// Pictures of bodies: shaded surfaces, what lies inside seen through them, lines and labels. Drawn
// with a raster::Device and shaded from the ids and depths it leaves, so that a picture needs no
// graphics library of its own and looks the same on every device:
//
//     impinge::Expected<impinge::render::Frame> draw(impinge::raster::Device& device,
//                                                    const impinge::Mesh& mesh) {
//         impinge::render::Renderer renderer(device);
//         const auto shape = renderer.make_shape(mesh.view());
//         if (!shape) {
//             return shape.error();
//         }
//         return renderer.render({.bodies = {{.shape = *shape}}}, {.width = 1200, .height = 800});
//     }
//
// A picture does not depend on the number of threads.
#pragma once

#include "impinge/standard.hpp"
#ifdef IMPINGE_HAS_CPP20

#include "impinge/context.hpp"
#include "impinge/expected.hpp"
#include "impinge/export.h"
#include "impinge/mesh.hpp"
#include "impinge/picture.hpp"
#include "impinge/raster.hpp"
#include "impinge/rigid.hpp"
#include "impinge/view.hpp"

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace impinge::inline v0::render {

enum class Shading : std::uint8_t {
    Flat,   ///< every triangle shows
    Smooth, ///< normals run smoothly over edges that are no creases
};

struct ShapeOptions {
    Shading shading = Shading::Smooth;
    /// Edges where the surface turns by more than this stay sharp, as do those of one face, or of
    /// more than two.
    double crease_degrees = 35;
};

/// A mesh made ready for pictures: on a device, and in memory with its normals. Bodies may share
/// one. Outlives neither the renderer that made it nor its device, except to be destroyed.
class Shape;

/// What a body is painted with.
struct Paint {
    /// Its alpha is the opacity of the whole body: below 255, what lies behind or within is seen
    /// through it.
    Colour colour{176, 186, 198, 255};
    /// If not empty, one for each triangle or one for each vertex; they replace `colour` except
    /// for its alpha. With both, faces win. Must live until the picture is made.
    std::span<const Colour> face_colours = {};
    std::span<const Colour> vertex_colours = {};
    /// The colour of faces seen from behind, where a mesh is open; without one they look like the
    /// front. Its alpha is not looked at.
    std::optional<Colour> back = {};
};

struct PictureBody {
    std::shared_ptr<const Shape> shape;
    Rigid pose = {};
    Paint paint = {};
};

using Segment = std::array<Vec3d, 2>;

/// Segments in the world that look alike: curves, boxes, pairs of features. Drawn as one: where
/// they overlap, no darker.
struct Lines {
    std::vector<Segment> segments;
    Colour colour = black;
    double width_pixels = 2;
    /// How much is left of what lies behind an opaque body: 0 hides it, 1 draws it as if nothing
    /// were before it. Transparent bodies hide no lines.
    double hidden_opacity = 0;
};

/// Text at a point of the world, in front of everything. A point outside the window has none.
struct Label {
    std::string text;
    Vec3d point = {};
    TextStyle style = {};
};

struct PictureScene {
    std::vector<PictureBody> bodies = {};
    std::vector<Lines> lines = {};
    std::vector<Label> labels = {};
};

/// Where one looks from. The scene is framed by itself: the eye is moved until everything is just
/// inside the window.
struct Camera {
    raster::Projection projection = raster::Projection::Perspective;
    Vec3d from{0.55, -1, 0.5};        ///< from the scene to the eye, of any length but zero
    Vec3d up{0, 0, 1};                ///< upwards in the picture; replaced if along `from`
    double zoom = 1;                  ///< above 1 magnifies the middle, below 1 leaves room around
    std::optional<Vec3d> middle = {}; ///< comes to the middle of the window, if given
    double margin = 0.04; ///< left free on every side, as a part of the window's smaller side
    double vertical_angle_degrees = 24; ///< of a perspective view
};

/// The view that shows all points as the camera wants it. Fails on no points, and on what is not
/// finite.
IMPINGE_API Expected<raster::View> frame_points(const Camera& camera, std::span<const Vec3d> points,
                                                int width, int height);

/// Light, in axes of the picture: to the right, upwards, towards the eye. Strengths are relative to
/// a white surface that faces the light.
struct Light {
    Vec3d key_from{-0.5, 0.8, 0.8};
    double key = 0.56;
    Vec3d fill_from{0.7, -0.05, 0.8};
    double fill = 0.26;
    double sky = 0.46;       ///< from all sides, more from above than from below
    double rim = 0.25;       ///< on surfaces that turn away from the eye
    double highlight = 0.16; ///< mirrored key light
    double occlusion = 0.65; ///< darkening of corners and clefts, 0 to 1
    double shadow = 0.45;    ///< how much of the key light a shadow takes away, 0 to 1
};

struct RenderOptions {
    int width = 1200;
    int height = 800;
    Camera camera = {};
    /// Instead of the camera. Its width and height must be those above.
    std::optional<raster::View> view = {};
    Light light = {};
    Colour background_top{250, 251, 253, 255};
    Colour background_bottom{222, 227, 233, 255};
    int samples = 3; ///< per pixel and direction, 1 to 8; 3 means nine of them
    /// So many surfaces one behind the other show through transparent bodies; those behind are
    /// left out, and Frame::layers_left_out says so.
    int max_layers = 16;
    /// Transparent surfaces seen at a slant cover more, as glass does; 0 switches it off.
    double slant_opacity = 0.45;
    double outline = 0.35; ///< darkness of the lines where bodies end or begin, 0 to 1
};

struct Frame {
    Picture picture;
    raster::View view;            ///< that of the picture, for drawing on top of it
    int layers = 0;               ///< transparent surfaces one behind the other that were drawn
    bool layers_left_out = false; ///< there were more than max_layers
    bool partial = false;         ///< cancelled: the picture is unfinished
};

/// Where a point of the world stands in the picture: x to the right, y downwards, in pixels.
IMPINGE_API PixelPoint to_picture(const raster::View& view, Vec3d world);

/// Keeps what can be kept from one picture to the next: shapes on the device, and its targets.
/// May be used from any thread, by one at a time, like its device.
class IMPINGE_API Renderer {
  public:
    /// The device must outlive the renderer.
    explicit Renderer(raster::Device& device);
    ~Renderer();
    Renderer(Renderer&&) noexcept;
    Renderer& operator=(Renderer&&) noexcept;

    /// Copies the mesh. Linear in its size apart from a sort. Fails on what validate() refuses.
    Expected<std::shared_ptr<Shape>> make_shape(const MeshView& mesh,
                                                const ShapeOptions& options = {});
    /// New positions for the same triangles.
    Status update_positions(Shape& shape, const MeshView& mesh);

    /// A scene without points is the background alone. Surfaces that coincide show one of the two,
    /// which may change from sample to sample.
    Expected<Frame> render(const PictureScene& scene, const RenderOptions& options = {},
                           const Context& context = {});

  private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace impinge::inline v0::render

#endif // IMPINGE_HAS_CPP20
