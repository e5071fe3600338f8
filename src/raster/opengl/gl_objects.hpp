// SPDX-License-Identifier: Apache-2.0
//
// What a device makes for its user, in OpenGL: meshes in buffers, the four planes of a target as
// textures, queries.
#pragma once

#include "raster/local_mesh.hpp"
#include "raster/opengl/gl_context.hpp"
#include "raster/opengl/gl_names.hpp"

#include <array>
#include <optional>
#include <vector>

namespace impinge::inline v0::raster::opengl {

struct GeometryObjects {
    Buffer positions = make_buffer();
    Buffer triangles = make_buffer();
    Buffer normals = make_buffer();
    Buffer edges = make_buffer();
    VertexArray arrays = make_vertex_array();
};

/// A mesh in buffers of OpenGL.
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

/// Which id planes a frame buffer writes, one bit for each.
using PlaneMask = unsigned;
inline constexpr PlaneMask no_plane = 0;
inline constexpr PlaneMask both_planes = 3;

/// The four planes as textures.
class GlTarget final : public Target {
  public:
    GlTarget(std::shared_ptr<GlContext> context, int width, int height)
        : context_(std::move(context)), width_(width), height_(height) {}
    ~GlTarget() override;
    GlTarget(const GlTarget&) = delete;
    GlTarget& operator=(const GlTarget&) = delete;
    GlTarget(GlTarget&&) = delete;
    GlTarget& operator=(GlTarget&&) = delete;

    [[nodiscard]] int width() const override { return width_; }
    [[nodiscard]] int height() const override { return height_; }
    [[nodiscard]] const GlContext* context() const { return context_.get(); }

    // All of these need the context to be current.
    Status allocate();
    /// Depth, stencil and only the id planes of the mask, so that the others cannot change.
    [[nodiscard]] GLuint framebuffer(PlaneMask mask) const {
        return objects_->framebuffers[mask].get();
    }
    [[nodiscard]] GLuint depth_texture() const { return objects_->depth_stencil.get(); }
    /// The same memory, read as stencil.
    [[nodiscard]] GLuint stencil_texture() const { return objects_->stencil_view.get(); }
    [[nodiscard]] GLuint id_texture(std::size_t plane) const { return objects_->ids[plane].get(); }

  private:
    struct Objects {
        Texture depth_stencil;
        Texture stencil_view;
        std::array<Texture, 2> ids;
        std::array<Framebuffer, 4> framebuffers;
    };

    void make_textures();
    Status make_framebuffers();

    std::shared_ptr<GlContext> context_;
    int width_;
    int height_;
    std::optional<Objects> objects_;
};

/// A sum over many queries of OpenGL, each of which covers a run of draws.
class GlQuery final : public Query {
  public:
    GlQuery(std::shared_ptr<GlContext> context, QueryKind kind)
        : context_(std::move(context)),
          target_(kind == QueryKind::Samples ? GL_SAMPLES_PASSED : GL_TIME_ELAPSED) {}
    ~GlQuery() override;
    GlQuery(const GlQuery&) = delete;
    GlQuery& operator=(const GlQuery&) = delete;
    GlQuery(GlQuery&&) = delete;
    GlQuery& operator=(GlQuery&&) = delete;

    [[nodiscard]] const GlContext* context() const { return context_.get(); }

    // All of these need the context to be current.
    void begin();
    void end() const { glEndQuery(target_); }
    [[nodiscard]] bool is_available() const;
    /// Waits for what is not there yet.
    std::uint64_t sum();
    void reset();

  private:
    std::shared_ptr<GlContext> context_;
    GLenum target_;
    std::vector<QueryObject> objects_; ///< kept for the next use
    std::size_t open_ = 0;             ///< of them, those not yet in the sum
    std::uint64_t sum_ = 0;
};

/// Begins and ends queries where the draws change from one to another.
class QueryRun {
  public:
    QueryRun() = default;
    ~QueryRun() { change_to(nullptr); }
    QueryRun(const QueryRun&) = delete;
    QueryRun& operator=(const QueryRun&) = delete;
    QueryRun(QueryRun&&) = delete;
    QueryRun& operator=(QueryRun&&) = delete;

    void change_to(GlQuery* next);

  private:
    GlQuery* current_ = nullptr;
};

} // namespace impinge::inline v0::raster::opengl
