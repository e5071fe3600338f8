// SPDX-License-Identifier: Apache-2.0
//
// Triangles, edges and the whole target, covered at pixel centres.
#include "raster/opengl/shaders.hpp"

namespace impinge::inline v0::raster::opengl {

// `precise` forbids the compiler to fuse or reorder: these are the operations of every device.
// Division may be off by some units in GLSL's floats; in doubles, rounded once more, it is right.
const char* const window_functions = R"(
uniform vec4 rows[4];
uniform vec4 window; // half the target in steps, and one over that (negative if mirrored)
uniform vec2 shown_from; // where in the window the target begins, in steps

vec4 to_window(vec3 p) {
    precise vec4 h;
    h.x = ((rows[0].x * p.x + rows[0].y * p.y) + rows[0].z * p.z) + rows[0].w;
    h.y = ((rows[1].x * p.x + rows[1].y * p.y) + rows[1].z * p.z) + rows[1].w;
    h.z = ((rows[2].x * p.x + rows[2].y * p.y) + rows[2].z * p.z) + rows[2].w;
#ifdef PERSPECTIVE
    h.w = ((rows[3].x * p.x + rows[3].y * p.y) + rows[3].z * p.z) + rows[3].w;
#else
    h.w = 1.0;
#endif
    return h;
}

// Steps of the target and depth. In a perspective view only for what lies before the eye. Whole
// numbers lose nothing by the subtraction.
vec3 on_grid(vec4 h) {
#ifdef PERSPECTIVE
    vec3 divided = vec3(dvec3(h.xyz) / double(h.w));
    return vec3(roundEven(divided.xy) - shown_from, divided.z);
#else
    return vec3(roundEven(h.xy) - shown_from, h.z);
#endif
}

// Measured from the middle of the target, where floats are finest: the hardware lands on the same
// step for targets up to 16,384 pixels.
vec4 clip_position(vec3 steps) {
    precise vec2 ndc = (steps.xy - window.xy) * window.zw;
    return vec4(ndc, steps.z, 1.0);
}

#ifdef PERSPECTIVE
uniform double near_distance;

bool in_front(vec4 h) { return double(h.w) >= near_distance; }

// Always from the visible end, so that all who share an edge cut it at the same place.
vec3 at_near(vec4 inside, vec4 outside) {
    double share = (double(inside.w) - near_distance) / (double(inside.w) - double(outside.w));
    dvec2 cut = dvec2(inside.xy) + (dvec2(outside.xy) - dvec2(inside.xy)) * share;
    return vec3(vec2(roundEven(cut / near_distance) - dvec2(shown_from)), 0.0);
}
#endif
)";

const char* const triangle_vertex_shader = R"(
layout(location = 0) in vec3 position;
#ifdef NAMES_VERTEX
flat out uint provoking_vertex;
#endif

void main() {
    gl_Position = clip_position(on_grid(to_window(position)));
#ifdef NAMES_VERTEX
    provoking_vertex = uint(gl_VertexID);
#endif
}
)";

// Six vertices for every edge, two counter-clockwise triangles:
//
//    3 ------- 2      one pixel high if the edge is wider than high,
//    0 ------- 1      else one pixel wide
const char* const edge_vertex_shader = R"(
layout(std430, binding = 0) readonly buffer Positions { float positions[]; };
layout(std430, binding = 1) readonly buffer Normals { float normals[]; };
layout(std430, binding = 2) readonly buffer Edges { uint edges[]; };
uniform float edge_offset;
#ifdef NAMES_EDGE
flat out uint edge_name;
#endif

vec4 moved_end(uint v) {
    vec3 p = vec3(positions[3u * v], positions[3u * v + 1u], positions[3u * v + 2u]);
    vec3 n = vec3(normals[3u * v], normals[3u * v + 1u], normals[3u * v + 2u]);
    precise vec3 moved = p + n * edge_offset;
    return to_window(moved);
}

void main() {
    uint edge = uint(gl_VertexID) / 6u;
    uint corner = uint[6](0u, 1u, 2u, 0u, 2u, 3u)[gl_VertexID % 6];
    vec4 h0 = moved_end(edges[2u * edge]);
    vec4 h1 = moved_end(edges[2u * edge + 1u]);
#ifdef NAMES_EDGE
    edge_name = edge;
#endif
    gl_Position = vec4(0.0, 0.0, 0.0, 1.0);
#ifdef PERSPECTIVE
    if (!in_front(h0) && !in_front(h1)) {
        return;
    }
    vec3 first = in_front(h0) ? on_grid(h0) : at_near(h1, h0);
    vec3 last = in_front(h1) ? on_grid(h1) : at_near(h0, h1);
#else
    vec3 first = on_grid(h0);
    vec3 last = on_grid(h1);
#endif
    vec2 size = last.xy - first.xy;
    bool x_major = abs(size.x) >= abs(size.y);
    if (x_major ? size.x < 0.0 : size.y < 0.0) {
        vec3 kept = first;
        first = last;
        last = kept;
    }
    vec3 end = corner == 0u || corner == 3u ? first : last;
    float side = corner < 2u ? -128.0 : 128.0;
    end.xy += x_major ? vec2(0.0, side) : vec2(-side, 0.0);
    gl_Position = clip_position(end);
}
)";

const char* const cover_vertex_shader = R"(
uniform float cover_depth;
uniform vec4 window;

void main() {
    gl_Position = vec4(float(gl_VertexID & 1) * 2.0 - 1.0, 
                       (float(gl_VertexID >> 1) * 2.0 - 1.0) * sign(window.w), cover_depth, 1.0);
}
)";

// WRITE_IDS stands at the end of main(), where what the ids are made of is known.
const char* const fragment_functions = R"(
uniform uint body;
#ifdef ID_0
layout(location = 0) out uint id_0;
#define WRITE_ID_0 id_0 = ID_0;
#else
#define WRITE_ID_0
#endif
#ifdef ID_1
layout(location = 1) out uint id_1;
#define WRITE_ID_1 id_1 = ID_1;
#else
#define WRITE_ID_1
#endif
#define WRITE_IDS WRITE_ID_0 WRITE_ID_1
#ifdef REFERENCE
layout(binding = 0) uniform sampler2D reference_depth;
#endif
#ifdef REFERENCE_ID_0
layout(binding = 2) uniform usampler2D reference_id_0;
#endif
#ifdef REFERENCE_ID_1
layout(binding = 3) uniform usampler2D reference_id_1;
#endif

void compare_with_reference(float depth) {
    ivec2 pixel = ivec2(gl_FragCoord.xy);
#ifdef REFERENCE
    if (!REFERENCE(depth, texelFetch(reference_depth, pixel, 0).r)) {
        discard;
    }
#endif
#ifdef REFERENCE_ID_0
    if (!REFERENCE_ID_0(body, texelFetch(reference_id_0, pixel, 0).r)) {
        discard;
    }
#endif
#ifdef REFERENCE_ID_1
    if (!REFERENCE_ID_1(body, texelFetch(reference_id_1, pixel, 0).r)) {
        discard;
    }
#endif
}
)";

const char* const plain_fragment_shader = R"(
#ifdef NAMES_VERTEX
flat in uint provoking_vertex;
#endif
#ifdef NAMES_EDGE
flat in uint edge_name;
#endif

void main() {
    float depth = clamp(gl_FragCoord.z, 0.0, 1.0);
#ifdef WRITES_DEPTH
    gl_FragDepth = depth;
#endif
    compare_with_reference(depth);
    WRITE_IDS
}
)";

// Triangles whose corners are known together: for conservative coverage, and where the near plane
// of a perspective view cuts. The hardware would clip after rounding, or round what it clipped, and
// so move edges by many steps; here corners are found first and rounded then.

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
