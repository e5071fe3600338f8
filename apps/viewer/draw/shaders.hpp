// SPDX-License-Identifier: Apache-2.0
//
// The texts of the viewer's shaders, without their first line. Light is that of pictures
// (src/render/pixel_shader.cpp), without shadows and occlusion.
#pragma once

namespace impinge::viewer::shaders {

extern const char* const body_vertex;
extern const char* const body_fragment;
extern const char* const pick_fragment;
extern const char* const line_vertex;
extern const char* const line_fragment;
extern const char* const ground_vertex;
extern const char* const ground_fragment;
extern const char* const interface_vertex;
extern const char* const interface_fragment;

} // namespace impinge::viewer::shaders
