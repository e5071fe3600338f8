// SPDX-License-Identifier: Apache-2.0
//
// Twin of exact/pairs/slice_image. Triangles of A that reach into the region set bits of an image
// of it, in 64 x 64 x 64 cells; those of B are kept if they meet a bit, and set bits of an image of
// their own, which A's are held against later (count_stage). On the way it is found out how large
// boxes are.
#include "gpu/opengl/stages.hpp"

namespace impinge::inline v0::gpu::opengl {

const char* const cull_stage = R"(
layout(std430, binding = 1) readonly buffer Triangles { uint t[]; };
layout(std430, binding = 2) readonly buffer Codes { uvec2 codes[]; };
layout(std430, binding = 3) writeonly buffer Records { uvec4 records[]; };
layout(std430, binding = 4) buffer Image { uint image[]; };

const uint image_of_a = 0u;
const uint image_of_b = image_words;

shared uint sizes_seen[3];
shared uint how_many[51];

uvec3 code_of(uint corner) {
    uint vertex = min(t[first_corner(BODY) + corner], vertex_count(BODY) - 1u);
    uvec2 words = codes[first_code(BODY) + vertex];
    return uvec3(words.x & 0xFFFFu, words.x >> 16, words.y);
}

void mark(Record r, uint first) {
    Footprint print = footprint(r);
    uvec3 from = uvec3(print.first.xy >> 2, print.first.z >> 1);
    uvec3 to = uvec3(print.last.xy >> 2, print.last.z >> 1);
    for (uint z = from.z; z <= to.z; ++z) {
        for (uint y = from.y; y <= to.y; ++y) {
            for (uint x = from.x; x <= to.x; ++x) {
                uvec3 brick = uvec3(x, y, z);
                uint bits = image_bits(print, brick);
                uint at = first + image_word(brick);
                if ((image[at] & bits) != bits) { // most marks are there already
                    atomicOr(image[at], bits);
                }
            }
        }
    }
}

bool meets(Record r, uint first) {
    Footprint print = footprint(r);
    uvec3 from = uvec3(print.first.xy >> 2, print.first.z >> 1);
    uvec3 to = uvec3(print.last.xy >> 2, print.last.z >> 1);
    for (uint z = from.z; z <= to.z; ++z) {
        for (uint y = from.y; y <= to.y; ++y) {
            for (uint x = from.x; x <= to.x; ++x) {
                uvec3 brick = uvec3(x, y, z);
                if ((image[first + image_word(brick)] & image_bits(print, brick)) != 0u) {
                    return true;
                }
            }
        }
    }
    return false;
}

void see_size(Record r, bool sampled) {
    uvec3 size = r.high - r.low;
    for (uint axis = 0u; axis < 3u; ++axis) {
        uint bits = uint(findMSB(size[axis]) + 1);
        uint mask = 1u << bits;
        if ((sizes_seen[axis] & mask) == 0u) {
            atomicOr(sizes_seen[axis], mask);
        }
        if (sampled) {
            atomicAdd(how_many[17u * axis + bits], 1u);
        }
    }
}

void main() {
    if (s[s_region_empty] != 0u) {
        return;
    }
    bool sampled = (gl_WorkGroupID.x & sample_mask()) == 0u;
    if (local_index() < 3u) {
        sizes_seen[local_index()] = 0u;
    }
    if (local_index() < 51u) {
        how_many[local_index()] = 0u;
    }
    barrier();
    uint margin = s[s_margin];
    uint count = triangle_count(BODY);
    for (uint first = gl_WorkGroupID.x * group_size; first < count; first += all_threads()) {
        uint i = first + local_index();
        Record r;
        bool reaches = false;
        bool kept = false;
        if (i < count) {
            uvec3 p = code_of(3u * i);
            uvec3 q = code_of(3u * i + 1u);
            uvec3 o = code_of(3u * i + 2u);
            uvec3 low = min(p, min(q, o));
            uvec3 high = max(p, max(q, o));
            reaches = all(greaterThan(high, uvec3(0u))) && all(lessThan(low, uvec3(65535u)));
            r = Record(i, uvec3(max(ivec3(low) - int(margin), ivec3(0))),
                       min(high + margin, uvec3(65535u)));
        }
        if (reaches) {
#if BODY == 0
            kept = true;
            if (!same_body()) {
                mark(r, image_of_a);
            }
#else
            kept = meets(r, image_of_a);
            if (kept) {
                mark(r, image_of_b);
            }
#endif
        }
        if (kept) {
            see_size(r, sampled);
        }
#if BODY == 1
        append(reaches ? 1u : 0u, s_in_region_b);
        uint place = append(kept ? 1u : 0u, s_records_b);
#else
        uint place = append(kept ? 1u : 0u, s_records_a);
#endif
        if (kept && place < room_for_records(BODY)) {
            records[place] = words_of(r);
        }
    }
    barrier();
    if (local_index() < 3u) {
        uint seen = sizes_seen[local_index()];
        uint at = s_size_bits + 3u * BODY + local_index();
        if ((s[at] & seen) != seen) {
            atomicOr(s[at], seen);
        }
    }
    if (sampled && local_index() < 51u && how_many[local_index()] > 0u) {
        atomicAdd(s[s_sizes + local_index()], how_many[local_index()]);
    }
}
)";

} // namespace impinge::inline v0::gpu::opengl
