// SPDX-License-Identifier: Apache-2.0
//
// What the stages do besides for bodies of one list: all pairs of different ones. The cull goes
// over the triangles twice. First each says in which cells of the region its body is: 64 x 64 x 64
// of them, or, if it is large, 8 x 8 x 8. Then those stay that share a cell with another body, in
// whichever of the two it is known; large ones stay without being asked.
#include "gpu/opengl/stages.hpp"

namespace impinge::inline v0::gpu::opengl {

const char* const body_image_functions = R"(
const uint several = 0x80000000u; // bodies; otherwise a cell has 0, or 1 + the only one
const uint large_cells = 64u * 64u * 64u;
const uint most_cells = 8u; // along an axis, of triangles that are not large

bool is_large(Footprint print) {
    return any(greaterThan(print.last - print.first, uvec3(most_cells)));
}
uint cell_word(uvec3 cell) { return cell.x | cell.y << 6 | cell.z << 12; }
uint large_cell_word(uvec3 cell) { return large_cells + (cell.x | cell.y << 3 | cell.z << 6); }

void mark_cell(uint at, uint mine) {
    uint seen = image[at];
    if (seen == 0u) {
        seen = atomicCompSwap(image[at], 0u, mine);
    }
    if (seen != 0u && seen != mine && (seen & several) == 0u) {
        atomicOr(image[at], several);
    }
}

void mark_body(Record r) {
    Footprint print = footprint(r);
    uint mine = 1u + body_of_triangle(0u, r.triangle);
    bool large = is_large(print);
    uvec3 from = print.first >> (large ? 3u : 0u);
    uvec3 to = print.last >> (large ? 3u : 0u);
    for (uint z = from.z; z <= to.z; ++z) {
        for (uint y = from.y; y <= to.y; ++y) {
            for (uint x = from.x; x <= to.x; ++x) {
                uvec3 cell = uvec3(x, y, z);
                mark_cell(large ? large_cell_word(cell) : cell_word(cell), mine);
            }
        }
    }
}

bool meets_another_body(Record r) {
    Footprint print = footprint(r);
    if (is_large(print)) {
        return true;
    }
    uint mine = 1u + body_of_triangle(0u, r.triangle);
    for (uint z = print.first.z; z <= print.last.z; ++z) {
        for (uint y = print.first.y; y <= print.last.y; ++y) {
            for (uint x = print.first.x; x <= print.last.x; ++x) {
                uvec3 cell = uvec3(x, y, z);
                uint large = image[large_cell_word(cell >> 3u)];
                // Of its own cell it has said itself who is there.
                if (image[cell_word(cell)] != mine || (large != 0u && large != mine)) {
                    return true;
                }
            }
        }
    }
    return false;
}
)";

const char* const lay_out_stage = R"(
layout(local_size_x = 256) in;
layout(std430, binding = 0) buffer Triangles { uint t[]; };
layout(std430, binding = 1) readonly buffer Bodies { uvec2 bodies[]; }; // corners end, first vertex

void main() {
    uint count = bodies[bodies.length() - 1].x;
    for (uint i = gl_GlobalInvocationID.x; i < count; i += gl_NumWorkGroups.x * 256u) {
        uint low = 0u;
        uint high = uint(bodies.length());
        while (low < high) {
            uint middle = (low + high) / 2u;
            if (bodies[middle].x > i) {
                high = middle;
            } else {
                low = middle + 1u;
            }
        }
        t[i] += bodies[low].y;
    }
}
)";

} // namespace impinge::inline v0::gpu::opengl
