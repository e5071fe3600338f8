// SPDX-License-Identifier: Apache-2.0
//
// The answer, written where the processor reads it: the head of the state, pairs that surely cross,
// and of those in doubt the corners as they are stored, so that the processor proves them without a
// copy of the mesh. Nothing else leaves the device.
#include "gpu/opengl/stages.hpp"

namespace impinge::inline v0::gpu::opengl {

const char* const deliver_stage = R"(
layout(std430, binding = 5) readonly buffer Crossing { uint crossing[]; };
layout(std430, binding = 6) readonly buffer Doubtful { uvec2 doubtful[]; };
layout(std430, binding = 7) writeonly buffer Answer { uint answer[]; };

const uint head_words = 32u;
const uint doubtful_words = 38u;

// The two triangles of a pair, then six words for each corner.
uint doubtful_word(uvec2 pair, uint i) {
    if (i < 2u) {
        return pair[i];
    }
    uint corner = (i - 2u) / 6u;
    uint word = (i - 2u) % 6u;
    uint side = corner < 3u || same_body() ? 0u : 1u;
    uint triangle = corner < 3u ? pair.x : pair.y;
    uint body = body_of_triangle(side, triangle);
    if (word >= 3u * words_per_number(body)) {
        return 0u;
    }
    uint index = first_corner(side) + 3u * triangle + corner % 3u;
    uint vertex = side == 0u ? ta[index] : tb[index];
    return position_word(body, first_position_word(body, vertex) + word);
}

// Word after word: writes that follow each other cross the bus together.
void main() {
    if (gl_GlobalInvocationID.x < head_words) {
        answer[gl_GlobalInvocationID.x] = s[gl_GlobalInvocationID.x];
    }
    uint words = 2u * min(s[s_crossing], room_for_crossing());
    for (uint i = gl_GlobalInvocationID.x; i < words; i += all_threads()) {
        answer[head_words + i] = crossing[i];
    }
    uint first = head_words + 2u * room_for_crossing();
    words = doubtful_words * min(s[s_doubtful], room_for_doubtful());
    for (uint i = gl_GlobalInvocationID.x; i < words; i += all_threads()) {
        answer[first + i] = doubtful_word(doubtful[i / doubtful_words], i % doubtful_words);
    }
}
)";

} // namespace impinge::inline v0::gpu::opengl
