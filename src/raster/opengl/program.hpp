// SPDX-License-Identifier: Apache-2.0
//
// A pass as OpenGL sees it: programs, compiled when first needed and kept by what distinguishes
// them, and state.
#pragma once

#include "impinge/raster.hpp"
#include "raster/opengl/driver_habits.hpp"
#include "raster/opengl/gl_names.hpp"

#include <compare>
#include <map>
#include <string>

namespace impinge::inline v0::raster::opengl {

enum class Shape : std::uint8_t {
    Triangles,        ///< all in front of the near plane
    ClippedTriangles, ///< of a perspective view, some perhaps behind it
    ConservativeTriangles,
    Edges,
    WholeTarget,
};

/// Whether the rasteriser of the GPU is conservative itself.
enum class ConservativeRaster : std::uint8_t { BySoftware, ByHardware };

/// What changes the text of a shader; everything else is a uniform or state.
struct ProgramKey {
    Shape shape = Shape::Triangles;
    Projection projection = Projection::Orthographic;
    DepthOf depth = DepthOf::Centre;
    std::array<IdSource, 2> ids{IdSource::None, IdSource::None};
    Compare reference = Compare::Always;
    std::array<Compare, 2> reference_ids{Compare::Always, Compare::Always};
    ConservativeRaster raster = ConservativeRaster::BySoftware;
    DepthSource depth_source = DepthSource::FromRasteriser;

    friend auto operator<=>(const ProgramKey&, const ProgramKey&) = default;
};

/// Uniforms a program does not use have location -1, which OpenGL ignores.
struct DrawProgram {
    Program name;
    GLint rows = -1;
    GLint window = -1;
    GLint shown_from = -1;
    GLint area_from = -1;
    GLint body = -1;
    GLint near_distance = -1;
    GLint edge_offset = -1;
    GLint cover_depth = -1;
    GLint culled_sign = -1;
};

/// Fails with the driver's log.
Expected<Program> link_compute_program(const std::string& source);
Expected<Program> link_plain_program(const std::string& vertex, const std::string& fragment);

class ProgramCache {
  public:
    /// Valid as long as the cache.
    Expected<const DrawProgram*> find(const ProgramKey& key);

  private:
    std::map<ProgramKey, DrawProgram> programs_;
};

/// What never changes in a context of ours: depths from 0 to 1, nothing clipped in depth.
void set_lasting_state();

/// Everything else a draw depends on, apart from program, target and buffers.
void set_pass_state(const Pass& pass, const ProgramKey& key);

/// So that clearing reaches every bit.
void unmask_all();

} // namespace impinge::inline v0::raster::opengl
