// SPDX-License-Identifier: Apache-2.0
//
// Twin of exact/pairs/slice_image. Triangles of A that reach into the region set bits of an image
// of it, in 64 x 64 x 64 cells; those of B are kept if they meet a bit, and set bits of an image of
// their own, which A's are held against later (places_stage). On the way it is found out how large
// boxes are, and how many of B's there will be in each cell of the match.
#include "gpu/opengl/stages.hpp"

namespace impinge::inline v0::gpu::opengl {

const char* const cull_stage = R"(
layout(std430, binding = 1) readonly buffer Triangles { uint t[]; };
layout(std430, binding = 2) readonly buffer Codes { uvec2 codes[]; };
layout(std430, binding = 3) writeonly buffer Records { uvec4 records[]; };
shared uint sizes_seen[3];
shared uint reaching; // triangles of this workgroup that reach into the region

uvec2 code_at(uint corner) {
    return codes[first_code(BODY) + min(t[first_corner(BODY) + corner], vertex_count(BODY) - 1u)];
}
uvec3 code_of(uvec2 words) { return uvec3(words.x & 0xFFFFu, words.x >> 16, words.y); }

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
                // Of many triangles most find their marks there already.
                if (triangle_count(BODY) < 65536u || (image[at] & bits) != bits) {
                    atomicOr(image[at], bits);
                }
            }
        }
    }
}

void see_size(Record r) {
    uvec3 size = r.high - r.low;
    bool sampled = (r.triangle & sample_mask()) == 0u;
    for (uint axis = 0u; axis < 3u; ++axis) {
        uint bits = uint(findMSB(size[axis]) + 1);
        uint mask = 1u << bits;
        if ((sizes_seen[axis] & mask) == 0u) {
            atomicOr(sizes_seen[axis], mask);
        }
        if (BODY == 0 && sampled) {
            atomicAdd(s[s_sizes + 17u * axis + bits], 1u);
        }
    }
}

// Whether the triangle is kept.
bool cull(Record r) {
#if defined(MARK_BODIES)
    mark_body(r);
    return false;
#elif defined(ONE_LIST)
    if (!meets_another_body(r)) {
        return false;
    }
#elif BODY == 0
    if (!same_body()) {
        mark(r, image_of_a);
    }
#else
    if (!meets_image(r, image_of_a)) {
        return false;
    }
    mark(r, image_of_b);
    count_cells(r);
#endif
    see_size(r);
    return true;
}

void main() {
    if (s[s_region_empty] != 0u) {
        return;
    }
#if BODY == 1
    choose_cells();
#endif
    if (local_index() < 3u) {
        sizes_seen[local_index()] = 0u;
    }
    if (local_index() == 3u) {
        reaching = 0u;
    }
    barrier();
    uint margin = s[s_margin];
    uint count = triangle_count(BODY);
    for (uint first = gl_WorkGroupID.x * PER_THREAD * group_size; first < count;
         first += PER_THREAD * all_threads()) {
        uvec2 words[3u * PER_THREAD]; // all loads before what waits for them
        for (uint k = 0u; k < PER_THREAD; ++k) {
            uint corner = 3u * min(first + k * group_size + local_index(), count - 1u);
            words[3u * k] = code_at(corner);
            words[3u * k + 1u] = code_at(corner + 1u);
            words[3u * k + 2u] = code_at(corner + 2u);
        }
        Record kept[PER_THREAD];
        uint kept_bits = 0u;
        for (uint k = 0u; k < PER_THREAD; ++k) {
            uint i = first + k * group_size + local_index();
            uvec3 p = code_of(words[3u * k]);
            uvec3 q = code_of(words[3u * k + 1u]);
            uvec3 o = code_of(words[3u * k + 2u]);
            uvec3 low = min(p, min(q, o));
            uvec3 high = max(p, max(q, o));
            kept[k] = Record(i, uvec3(max(ivec3(low) - int(margin), ivec3(0))),
                             min(high + margin, uvec3(largest_code)));
            if (i < count && all(greaterThan(high, uvec3(0u))) &&
                all(lessThan(low, uvec3(largest_code)))) {
                if (BODY == 1) {
                    atomicAdd(reaching, 1u);
                }
                kept_bits |= cull(kept[k]) ? 1u << k : 0u;
            }
        }
        uint place = append(uint(bitCount(kept_bits)), BODY == 0 ? s_records_a : s_records_b);
        for (uint k = 0u; k < PER_THREAD; ++k) {
            if ((kept_bits >> k & 1u) != 0u) {
                if (place < room_for_records(BODY)) {
                    records[place] = words_of(kept[k]);
                }
                ++place;
            }
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
    if (local_index() == 3u && reaching > 0u) {
        atomicAdd(s[s_in_region_b], reaching);
    }
}
)";

} // namespace impinge::inline v0::gpu::opengl
