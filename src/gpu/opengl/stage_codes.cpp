// SPDX-License-Identifier: Apache-2.0
//
// Twin of exact/pairs/quantised_mesh: every vertex becomes three codes, its coordinates on a grid
// of 16 bits over the region of interest, which is the common part of both boxes, widened by what
// floats round. 0 lies surely below the region, 65535 surely above. Other codes may be off by what
// the device rounds: by `margin` at most, by which boxes are widened later. It is 1 unless a vertex
// near the region says more.
#include "gpu/opengl/stages.hpp"

namespace impinge::inline v0::gpu::opengl {

const char* const codes_stage = R"(
layout(std430, binding = 3) writeonly buffer Codes { uvec2 codes[]; };

shared vec3 region_low;
shared vec3 region_high;
shared vec3 region_scale; // codes to a unit; 0 along an axis that has a single code
shared uint largest_margin;

// One thread for each axis.
void find_region(uint axis) {
    uint other = same_body() ? axis : 3u + axis;
    float low = max(unordered(s[s_box_low + axis]), unordered(s[s_box_low + other]));
    float high = min(unordered(s[s_box_high + axis]), unordered(s[s_box_high + other]));
    float infinity = uintBitsToFloat(0x7F800000u);
    low = low < -9e36 ? -infinity : low - (abs(low) * 4.8e-7 + 1e-30);
    high = high > 9e36 ? infinity : high + (abs(high) * 4.8e-7 + 1e-30);
    // A region that is flat, or beyond the range of floats, has a single code.
    float scale = 65520.0 / (high - low);
    bool usable = high - low > 1e-34 && scale < 1e37 && scale > 1e-30;
    region_low[axis] = low;
    region_high[axis] = high;
    region_scale[axis] = usable ? scale : 0.0;
    if (gl_WorkGroupID.x == 0u && !(low <= high)) {
        atomicOr(s[s_region_empty], 1u);
    }
}

uvec2 code_of(Corner c) {
    uvec3 code;
    float doubt = 0.0; // in codes
    for (uint axis = 0u; axis < 3u; ++axis) {
        float error = c.error + abs(c.at[axis]) * 2.384185791015625e-7;
        if (c.at[axis] + error < region_low[axis]) {
            code[axis] = 0u;
        } else if (c.at[axis] - error > region_high[axis]) {
            code[axis] = 65535u;
        } else if (region_scale[axis] == 0.0) {
            code[axis] = 4u;
        } else {
            float steps = (c.at[axis] - region_low[axis]) * region_scale[axis] + 4.0;
            code[axis] = uint(clamp(steps, 1.0, 65534.0));
            doubt = max(doubt, error * region_scale[axis]);
        }
    }
    uint margin = doubt < 60000.0 ? uint(ceil(doubt * 1.01 + 0.05)) : 65535u;
    if (margin > 1u) {
        atomicMax(largest_margin, margin);
    }
    return uvec2(code.x | code.y << 16, code.z);
}

void main() {
    if (local_index() < 3u) {
        find_region(local_index());
    }
    if (local_index() == 3u) {
        largest_margin = 1u;
    }
    barrier();
    uint count_a = vertex_count(0u);
    uint count = count_a + (same_body() ? 0u : vertex_count(1u));
    for (uint first = gl_WorkGroupID.x * vertices_per_group; first < count;
         first += gl_NumWorkGroups.x * vertices_per_group) {
        Stored p[vertices_per_thread]; // all loads before what waits for them
        uint body[vertices_per_thread];
        for (uint k = 0u; k < vertices_per_thread; ++k) {
            uint i = min(first + k * group_size + local_index(), count - 1u);
            uint side = i < count_a ? 0u : 1u;
            uint vertex = side == 0u ? i : i - count_a;
            body[k] = body_of_vertex(side, vertex);
            p[k] = stored(body[k], vertex);
        }
        for (uint k = 0u; k < vertices_per_thread; ++k) {
            uint i = min(first + k * group_size + local_index(), count - 1u);
            codes[i] = code_of(placed(body[k], p[k]));
        }
    }
    barrier();
    if (local_index() == 0u && largest_margin > 1u) {
        atomicMax(s[s_margin], largest_margin);
    }
}
)";

} // namespace impinge::inline v0::gpu::opengl
