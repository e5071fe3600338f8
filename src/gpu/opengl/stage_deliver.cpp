// SPDX-License-Identifier: Apache-2.0
//
// The answer, written where the processor reads it: the head of the state, pairs that surely cross,
// and of those in doubt the corners as they are stored, so that the processor proves them without a
// copy of the mesh. Nothing else leaves the device.
#include "gpu/opengl/stages.hpp"

namespace impinge::inline v0::gpu::opengl {

const char* const deliver_stage = R"(
layout(std430, binding = 5) readonly buffer Crossing { uvec2 crossing[]; };
layout(std430, binding = 6) readonly buffer Doubtful { uvec2 doubtful[]; };
layout(std430, binding = 7) writeonly buffer Answer { uint answer[]; };

const uint head_words = 32u;
const uint doubtful_words = 38u;

void main() {
    if (gl_GlobalInvocationID.x < head_words) {
        answer[gl_GlobalInvocationID.x] = s[gl_GlobalInvocationID.x];
    }
    uint pairs = min(s[s_crossing], room_for_crossing());
    for (uint i = gl_GlobalInvocationID.x; i < pairs; i += all_threads()) {
        answer[head_words + 2u * i] = crossing[i].x;
        answer[head_words + 2u * i + 1u] = crossing[i].y;
    }
    // Six corners a pair, a thread to each.
    uint first = head_words + 2u * room_for_crossing();
    uint corners = 6u * min(s[s_doubtful], room_for_doubtful());
    for (uint i = gl_GlobalInvocationID.x; i < corners; i += all_threads()) {
        uvec2 pair = doubtful[i / 6u];
        uint corner = i % 6u;
        uint at = first + doubtful_words * (i / 6u);
        if (corner < 2u) {
            answer[at + corner] = pair[corner];
        }
        uint body = corner < 3u || same_body() ? 0u : 1u;
        uint index = first_corner(body) + 3u * (corner < 3u ? pair.x : pair.y) + corner % 3u;
        uint vertex = body == 0u ? ta[index] : tb[index];
        uint from = first_position_word(body, vertex);
        at += 2u + 6u * corner;
        uint words = 3u * words_per_number(body);
        for (uint word = 0u; word < words; ++word) {
            answer[at + word] = position_word(body, from + word);
        }
    }
}
)";

} // namespace impinge::inline v0::gpu::opengl
