// SPDX-License-Identifier: Apache-2.0
//
// A mesh in buffers of OpenGL.
#pragma once

#include "raster/local_mesh.hpp"
#include "raster/opengl/gl_context.hpp"
#include "raster/opengl/gl_names.hpp"

#include <optional>

namespace impinge::inline v0::raster::opengl {

struct GeometryObjects {
    Buffer positions = make_buffer();
    Buffer triangles = make_buffer();
    Buffer normals = make_buffer();
    Buffer edges = make_buffer();
    VertexArray arrays = make_vertex_array();
};

class GlGeometry final : public Geometry {
  public:
    GlGeometry(std::shared_ptr<GlContext> context, Parts parts)
        : context_(std::move(context)), parts_(parts) {}
    ~GlGeometry() override;
    GlGeometry(const GlGeometry&) = delete;
    GlGeometry& operator=(const GlGeometry&) = delete;
    GlGeometry(GlGeometry&&) = delete;
    GlGeometry& operator=(GlGeometry&&) = delete;

    [[nodiscard]] const GlContext* context() const { return context_.get(); }
    [[nodiscard]] bool has_edges() const { return parts_ == Parts::TrianglesAndEdges; }
    [[nodiscard]] Vec3d origin() const { return local_.origin; }
    /// Around the positions, relative to the origin.
    [[nodiscard]] const Box3& box() const { return box_; }

    // All of these need the context to be current.
    Status set_mesh(const MeshView& mesh);
    Status set_positions(const MeshView& mesh);
    void bind() const;
    void draw_triangles() const;
    void draw_edges() const;

  private:
    void make_objects();
    void send_positions();

    std::shared_ptr<GlContext> context_;
    Parts parts_;
    LocalMesh local_;
    Box3 box_;
    std::optional<GeometryObjects> objects_;
};

} // namespace impinge::inline v0::raster::opengl
