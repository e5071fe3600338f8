// SPDX-License-Identifier: Apache-2.0
//
// Draws bodies and lines with OpenGL: one buffer for each mesh, one call for all bodies of a mesh.
// Poses are applied to the eye in double, so that a scene far from the origin does not tremble.
#pragma once

#include "draw/drawn_scene.hpp"
#include "impinge/expected.hpp"
#include "raster/opengl/gl_names.hpp"

#include <map>
#include <optional>
#include <vector>

namespace impinge::viewer {

struct Picked {
    std::uint32_t body = 0; ///< DrawnBody::number
    std::uint32_t triangle = 0;
    Vec3d point; ///< in the world
};

/// Everything here needs the context to be current that it was made in.
class SceneDrawing {
  public:
    static Expected<SceneDrawing> make();

    /// Into the frame buffer that is bound, whose depth it clears within the area.
    void draw(const DrawnScene& scene);
    /// What is drawn at a pixel of the window, from its upper left corner. Waits for the device.
    [[nodiscard]] std::optional<Picked> pick(const DrawnScene& scene, double x, double y);

  private:
    struct Shape {
        raster::opengl::Buffer vertices;
        raster::opengl::Buffer corners;
        raster::opengl::VertexArray arrays;
        GLsizei corner_count = 0;
        GLsizei coarse_count = 0; ///< of corners that stand behind them; 0: there is but one
        std::shared_ptr<const ShapeData> data; ///< keeps its address from being used again
    };
    struct Lines {
        raster::opengl::Buffer ends;
        GLsizei count = 0;
        Vec3d origin;
        std::shared_ptr<const Segments> segments;
    };
    struct Marked {
        raster::opengl::Buffer corners;
        GLsizei count = 0;
        std::shared_ptr<const std::vector<std::uint32_t>> triangles;
    };
    struct Numbers {
        raster::opengl::Buffer buffer;
        std::shared_ptr<const std::vector<float>> values;
    };
    struct Colours {
        raster::opengl::Texture texture;
        std::shared_ptr<const ColourRow> row;
    };
    /// What the shaders need of a body.
    struct Instance {
        std::array<std::array<float, 4>, 3> to_eye{};
        std::array<float, 4> colour{};
        std::array<std::uint32_t, 2> number{};
    };

    [[nodiscard]] static Instance instance_of(const DrawnBody& body, const raster::View& view);
    const Shape& shape_of(const std::shared_ptr<const ShapeData>& data);
    const Lines& lines_of(const std::shared_ptr<const Segments>& segments);
    const Marked& marked_of(const DrawnBody& body);
    const Numbers& numbers_of(const DrawnBody& body);
    const Colours& colours_of(const DrawnBody& body);
    void forget_unused(const DrawnScene& scene);
    static void set_view(GLuint program, const raster::View& view);
    void send_instances(std::span<const Instance> instances);
    void draw_instances(const Shape& shape, std::span<const Instance> instances);
    void draw_opaque(const DrawnScene& scene);
    void draw_draped(const DrawnScene& scene);
    void draw_opaque_one(const DrawnBody& body, const raster::View& view);
    void draw_transparent(const DrawnScene& scene);
    void draw_through(const DrawnScene& scene);
    void draw_marked(const DrawnScene& scene);
    void draw_edges(const DrawnScene& scene);
    enum class LinesToDraw { All, OnThrough };
    void draw_lines(const DrawnScene& scene, LinesToDraw which);
    void draw_segments(const Lines& lines, const DrawnScene& scene, render::Colour colour,
                       double width);

    raster::opengl::Program bodies_;
    raster::opengl::Program picking_;
    raster::opengl::Program lines_program_;
    raster::opengl::Program ground_;
    raster::opengl::VertexArray nothing_;
    raster::opengl::VertexArray line_arrays_;
    raster::opengl::Buffer instances_;
    bool coarse_ = false; ///< what is drawn now
    raster::opengl::Texture picked_number_;
    raster::opengl::Texture picked_depth_;
    raster::opengl::Framebuffer picked_;
    std::map<const ShapeData*, Shape> shapes_;
    std::map<const Segments*, Lines> lines_;
    std::map<const std::vector<std::uint32_t>*, Marked> marked_;
    std::map<const std::vector<float>*, Numbers> numbers_;
    std::map<const ColourRow*, Colours> colours_;
};

} // namespace impinge::viewer
