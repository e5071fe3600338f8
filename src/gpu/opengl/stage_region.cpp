// SPDX-License-Identifier: Apache-2.0
//
// The region of interest: the common part of both boxes, widened by what floats round. One thread
// for each axis.
#include "gpu/opengl/stages.hpp"

namespace impinge::inline v0::gpu::opengl {

const char* const region_stage = R"(
void main() {
    if (local_index() >= 3u) {
        return;
    }
    uint axis = local_index();
    uint other = same_body() ? axis : 3u + axis;
    float low = max(unordered(s[s_box_low + axis]), unordered(s[s_box_low + other]));
    float high = min(unordered(s[s_box_high + axis]), unordered(s[s_box_high + other]));
    float infinity = uintBitsToFloat(0x7F800000u);
    low = low < -9e36 ? -infinity : low - (abs(low) * 4.8e-7 + 1e-30);
    high = high > 9e36 ? infinity : high + (abs(high) * 4.8e-7 + 1e-30);
    // A region that is flat, or beyond the range of floats, has a single code.
    float scale = 65520.0 / (high - low);
    bool usable = high - low > 1e-34 && scale < 1e37 && scale > 1e-30;
    s[s_region_low + axis] = floatBitsToUint(low);
    s[s_region_high + axis] = floatBitsToUint(high);
    s[s_region_scale + axis] = floatBitsToUint(usable ? scale : 0.0);
    if (!(low <= high)) {
        atomicOr(s[s_region_empty], 1u);
    }
}
)";

} // namespace impinge::inline v0::gpu::opengl
