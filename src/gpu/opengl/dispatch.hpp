// SPDX-License-Identifier: Apache-2.0
//
// What frames of meshes and of swarms share: workgroups, bindings, timestamps. All of it needs the
// context to be current.
#pragma once

#include "gpu/opengl/mesh_buffers.hpp"

#include <array>
#include <initializer_list>

namespace impinge::inline v0::gpu::opengl {

/// Threads of a workgroup.
inline constexpr std::size_t group_size = 256;

/// To the places that shaders name 0, 1, ...
inline void bind(std::initializer_list<GLuint> buffers) {
    glBindBuffersBase(GL_SHADER_STORAGE_BUFFER, 0, static_cast<GLsizei>(buffers.size()),
                      buffers.begin());
}

/// Times at the beginning of each of so many stages, and at the end of the last.
template <std::size_t stages> class Timestamps {
  public:
    Timestamps() = default; ///< of nothing
    static Timestamps make() {
        Timestamps made;
        for (raster::opengl::QueryObject& query : made.queries_) {
            GLuint name = 0;
            glCreateQueries(GL_TIMESTAMP, 1, &name);
            query = raster::opengl::QueryObject(name);
        }
        return made;
    }

    /// At a beginning, or the end (`stages`), if that is asked for.
    void note(std::size_t beginning, Timing timing) const {
        if (is_wanted(beginning, timing)) {
            glQueryCounter(queries_[beginning].get(), GL_TIMESTAMP);
        }
    }
    /// Milliseconds since the first; 0 of those that were not asked for. Waits.
    [[nodiscard]] std::array<double, stages + 1> read(Timing timing) const {
        std::array<double, stages + 1> since_first{};
        GLuint64 first = 0;
        for (std::size_t i = 0; i <= stages; ++i) {
            if (is_wanted(i, timing)) {
                GLuint64 at = 0;
                glGetQueryObjectui64v(queries_[i].get(), GL_QUERY_RESULT, &at);
                first = i == 0 ? at : first;
                since_first[i] = static_cast<double>(at - first) * 1e-6;
            }
        }
        return since_first;
    }

  private:
    static bool is_wanted(std::size_t beginning, Timing timing) {
        const bool outermost = beginning == 0 || beginning == stages;
        return timing == Timing::Stages || (timing == Timing::Total && outermost);
    }

    std::array<raster::opengl::QueryObject, stages + 1> queries_;
};

} // namespace impinge::inline v0::gpu::opengl
