// SPDX-License-Identifier: Apache-2.0
//
// Texts of shaders: what each particle hits first, for a compute stage that writes records and for
// a vertex stage that draws points into impact maps.
#pragma once

namespace impinge::inline v0::particles::opengl {

extern const char* const emission_functions; ///< emission.cpp again
extern const char* const meeting_functions;  ///< packet_kernels.cpp again, one flight at a time
extern const char* const tree_functions;     ///< meshes and many colliders
extern const char* const life_functions;     ///< what a life hits first
extern const char* const record_shader;
extern const char* const map_vertex_shader;
extern const char* const map_fragment_shader;
extern const char* const sum_fragment_shader;

} // namespace impinge::inline v0::particles::opengl
