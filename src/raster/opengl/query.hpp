// SPDX-License-Identifier: Apache-2.0
//
// A sum over many queries of OpenGL, each of which covers a run of draws.
#pragma once

#include "raster/opengl/gl_context.hpp"
#include "raster/opengl/gl_names.hpp"

#include <optional>
#include <vector>

namespace impinge::inline v0::raster::opengl {

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
