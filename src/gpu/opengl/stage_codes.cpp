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
        vec3 at = c.at;
        uvec3 code;
        float doubt = 0.0; // in codes
        for (uint axis = 0u; axis < 3u; ++axis) {
            float error = c.error + abs(at[axis]) * 2.384185791015625e-7;
            if (at[axis] + error < low[axis]) {
                code[axis] = 0u;
            } else if (at[axis] - error > high[axis]) {
                code[axis] = 65535u;
            } else if (scale[axis] == 0.0) {
                code[axis] = 4u;
            } else {
                float steps = (at[axis] - low[axis]) * scale[axis] + 4.0;
                code[axis] = uint(clamp(steps, 1.0, 65534.0));
                doubt = max(doubt, error * scale[axis]);
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
