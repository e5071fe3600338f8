// SPDX-License-Identifier: Apache-2.0
//
// Twin of exact/pairs/quantised_mesh: every vertex becomes three codes, its coordinates on a grid
// of 15 bits over the region of interest, which is the common part of both boxes, widened by what
// floats round. 0 lies surely below the region, 32767 surely above. Other codes may be off by what
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
    float scale = 32752.0 / (high - low);
    bool usable = high - low > 1e-34 && scale < 1e37 && scale > 1e-30;
    region_low[axis] = low;
    region_high[axis] = high;
    region_scale[axis] = usable ? scale : 0.0;
    if (gl_WorkGroupID.x == 0u && !(low <= high)) {
        atomicOr(s[s_region_empty], 1u);
    }
}

uvec2 code_of(Corner c) {
    vec3 error = vec3(c.error) + abs(c.at) * 2.384185791015625e-7;
    bvec3 below = lessThan(c.at + error, region_low);
    bvec3 above = greaterThan(c.at - error, region_high);
    vec3 steps = (c.at - region_low) * region_scale + 4.0; // 4 where there is a single code
    uvec3 code = uvec3(clamp(steps, 1.0, 32766.0));
    code = mix(mix(code, uvec3(largest_code), above), uvec3(0u), below);
    vec3 doubts = mix(error * region_scale, vec3(0.0), equal(code % largest_code, uvec3(0u)));
    float doubt = max(doubts.x, max(doubts.y, doubts.z)); // in codes
    if (!(doubt < 0.9)) {
        atomicMax(largest_margin, doubt < 30000.0 ? uint(ceil(doubt * 1.01 + 0.05)) : largest_code);
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
    uint side = gl_WorkGroupID.x < groups_of_a() ? 0u : 1u;
    uint first_group = side == 0u ? 0u : groups_of_a();
    uint groups = side == 0u ? groups_of_a() : gl_NumWorkGroups.x - groups_of_a();
    uint count = vertex_count(side);
    uint first_of_side = first_code(side);
    for (uint first = (gl_WorkGroupID.x - first_group) * vertices_per_group; first < count;
         first += groups * vertices_per_group) {
        Stored p[vertices_per_thread]; // all loads before what waits for them
        uint body[vertices_per_thread];
        for (uint k = 0u; k < vertices_per_thread; ++k) {
            uint i = first + k * group_size + local_index();
            body[k] = body_of_vertex(side, min(i, count - 1u));
            p[k] = stored(body[k], i);
        }
        for (uint k = 0u; k < vertices_per_thread; ++k) {
            uint i = min(first + k * group_size + local_index(), count - 1u);
            codes[first_of_side + i] = code_of(placed(placing_of(body[k]), p[k]));
        }
    }
    barrier();
    if (local_index() == 0u && largest_margin > 1u) {
        atomicMax(s[s_margin], largest_margin);
    }
}
)";

} // namespace impinge::inline v0::gpu::opengl
