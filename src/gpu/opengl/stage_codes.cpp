// SPDX-License-Identifier: Apache-2.0
//
// Twin of exact/pairs/quantised_mesh: every vertex becomes three codes, its coordinates on a grid
// of 16 bits over the region. 0 lies surely below the region, 65535 surely above. Other codes may
// be off by what the device rounds: by `margin` at most, by which boxes are widened later. It is 1
// unless a vertex near the region says more.
#include "gpu/opengl/stages.hpp"

namespace impinge::inline v0::gpu::opengl {

const char* const codes_stage = R"(
layout(std430, binding = 3) writeonly buffer Codes { uvec2 codes[]; };

void main() {
    if (s[s_region_empty] != 0u) {
        return;
    }
    vec3 low = uintBitsToFloat(
        uvec3(s[s_region_low], s[s_region_low + 1u], s[s_region_low + 2u]));
    vec3 high = uintBitsToFloat(
        uvec3(s[s_region_high], s[s_region_high + 1u], s[s_region_high + 2u]));
    vec3 scale = uintBitsToFloat(
        uvec3(s[s_region_scale], s[s_region_scale + 1u], s[s_region_scale + 2u]));
    uint count_a = vertex_count(0u);
    uint count = count_a + (same_body() ? 0u : vertex_count(1u));
    for (uint i = gl_GlobalInvocationID.x; i < count; i += all_threads()) {
        uint body = i < count_a ? 0u : 1u;
        Corner c = placed(body, body == 0u ? i : i - count_a);
        rvec3 at = relative(c);
        uvec3 code;
        float doubt = 0.0; // in codes
        for (uint axis = 0u; axis < 3u; ++axis) {
            real error = c.error + abs(at[axis]) * rounding_of_places;
            if (at[axis] + error < real(low[axis])) {
                code[axis] = 0u;
            } else if (at[axis] - error > real(high[axis])) {
                code[axis] = 65535u;
            } else if (scale[axis] == 0.0) {
                code[axis] = 4u;
            } else {
                real steps = (at[axis] - real(low[axis])) * real(scale[axis]) + real(4.0);
                code[axis] = clamp(uint(clamp(steps, real(1.0), real(65534.0))), 1u, 65534u);
                doubt = max(doubt, float(error) * scale[axis]);
            }
        }
        codes[i] = uvec2(code.x | code.y << 16, code.z);
        uint margin = doubt < 60000.0 ? uint(ceil(doubt * 1.01 + 0.05)) : 65535u;
        if (margin > s[s_margin]) {
            atomicMax(s[s_margin], margin);
        }
    }
}
)";

} // namespace impinge::inline v0::gpu::opengl
