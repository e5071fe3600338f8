// SPDX-License-Identifier: Apache-2.0
//
// The shader sources, in pieces that program.cpp puts together. Each begins where the definitions
// of its program end.
#pragma once

namespace impinge::inline v0::raster::opengl {

/// From positions to the grid of sub-pixel steps, as raster/window_matrix.hpp says.
extern const char* const window_functions;

extern const char* const triangle_vertex_shader;
extern const char* const edge_vertex_shader;
extern const char* const cover_vertex_shader;

/// The comparisons with the reference target and the id planes, before the fragment shaders.
extern const char* const fragment_functions;
extern const char* const plain_fragment_shader;

/// Hands corners to the geometry shaders below, which begin with the functions.
extern const char* const corner_vertex_shader;
extern const char* const corner_functions;
extern const char* const clipping_geometry_shader;
extern const char* const conservative_geometry_shader;
extern const char* const conservative_fragment_shader;

/// How compute shaders go through rows. Then what they look at: the planes of one target (which of
/// its pixels are meant), or depths and ids of two. Then one of the shaders below.
extern const char* const block_functions;
extern const char* const pixel_functions;
extern const char* const pair_functions;
extern const char* const count_shader;
extern const char* const scan_shader;
extern const char* const collect_shader;
extern const char* const histogram_shader;
extern const char* const pack_stencil_shader;

} // namespace impinge::inline v0::raster::opengl
