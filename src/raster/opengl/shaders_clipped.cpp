// SPDX-License-Identifier: Apache-2.0
//
// Triangles whose corners are known together: for conservative coverage, and where the near plane
// of a perspective view cuts. The hardware would clip after rounding, or round what it clipped, and
// so move edges by many steps; here corners are found first and rounded then.
#include "raster/opengl/shaders.hpp"

namespace impinge::inline v0::raster::opengl {

const char* const corner_vertex_shader = R"(
layout(location = 0) in vec3 position;
out vec4 homogeneous;
out uint vertex_name;

void main() {
    homogeneous = to_window(position);
    vertex_name = uint(gl_VertexID);
}
)";

const char* const corner_functions = R"(
layout(triangles) in;
in vec4 homogeneous[];
in uint vertex_name[];

vec3 corner[4] = vec3[4](vec3(0.0), vec3(0.0), vec3(0.0), vec3(0.0));

// The corners in front of the near plane, the last one repeated; how many there are.
int find_corners() {
    int count = 0;
    for (int i = 0; i < 3; ++i) {
        vec4 here = homogeneous[i];
#ifdef PERSPECTIVE
        vec4 next = homogeneous[(i + 1) % 3];
        if (in_front(here)) {
            corner[count++] = on_grid(here);
            if (!in_front(next)) {
                corner[count++] = at_near(here, next);
            }
        } else if (in_front(next)) {
            corner[count++] = at_near(next, here);
        }
#else
        corner[count++] = on_grid(here);
#endif
    }
    if (count == 3) {
        corner[3] = corner[2];
    }
    return count;
}
)";

const char* const clipping_geometry_shader = R"(
layout(triangle_strip, max_vertices = 6) out;
#ifdef NAMES_VERTEX
flat out uint provoking_vertex;
#endif

void emit(vec3 steps) {
    gl_Position = clip_position(steps);
    gl_PrimitiveID = gl_PrimitiveIDIn;
#ifdef NAMES_VERTEX
    provoking_vertex = vertex_name[2];
#endif
    EmitVertex();
}

void main() {
    int count = find_corners();
    for (int i = 2; i < count; ++i) {
        emit(corner[0]);
        emit(corner[i - 1]);
        emit(corner[i]);
        EndPrimitive();
    }
}
)";

} // namespace impinge::inline v0::raster::opengl
