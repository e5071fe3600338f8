// SPDX-License-Identifier: Apache-2.0
//
// What all stages share. The layout of Frame is that of frame_words.hpp.
#include "gpu/opengl/stages.hpp"

namespace impinge::inline v0::gpu::opengl {

const char* const frame_words_of_one = R"(
layout(std140, binding = 0) uniform Frame { uvec4 f[34]; };
)";

// What is told of bodies, whatever their number: `i` counts words. Vertices and triangles are
// numbered through the bodies of a side.
const char* const sides_of_one = R"(
uint body_word(uint body, uint i) { return f[14u * body + (i >> 2)][i & 3u]; }
uint side_of_body(uint body) { return body; }
uint body_of_vertex(uint side, uint vertex) { return side; }
uint body_of_triangle(uint side, uint triangle) { return side; }
uint end_of_body(uint side, uint triangle) { return triangle_count(side); }
)";

const char* const sides_of_many = R"(
uint body_word(uint body, uint i) { return s[s_bodies + 56u * body + i]; }
uint side_of_body(uint body) { return body < f[30].w ? 0u : 1u; }

// The first body of a side that ends beyond the place; `word` says where bodies end.
uint body_at(uint side, uint place, uint word) {
    uint low = f[14u * side + 2u].x;
    uint high = f[14u * side + 2u].y;
    while (low + 1u < high) {
        uint middle = (low + high - 1u) / 2u;
        if (body_word(middle, word) > place) {
            high = middle + 1u;
        } else {
            low = middle + 1u;
        }
    }
    return low;
}
uint body_of_vertex(uint side, uint vertex) { return body_at(side, vertex, 0u); }
uint body_of_triangle(uint side, uint triangle) { return body_at(side, triangle, 1u); }
uint end_of_body(uint side, uint triangle) {
    return body_word(body_of_triangle(side, triangle), 1u);
}
)";

const char* const common_functions = R"(
layout(local_size_x = 256) in;
const uint group_size = 256u;
const uint none = 0xFFFFFFFFu;
const uint vertices_per_group = vertices_per_thread * group_size;

#ifndef STATE_ACCESS
#define STATE_ACCESS
#endif
layout(std430, binding = 0) STATE_ACCESS buffer State { uint s[]; };

// Of a side.
uint vertex_count(uint side) { return f[14u * side].x; }
uint triangle_count(uint side) { return f[14u * side].y; }
uint first_code(uint side) { return f[14u * side + 1u].z; }
uint first_corner(uint side) { return f[14u * side + 1u].w; }

// Of the frame.
bool same_body() { return f[30].y != 0u; } // or one list of bodies
bool one_surface() { return f[30].y == 1u; }
bool stops_early() { return f[30].z != 0u; }
uint room_for_records(uint body) { return f[31][body]; }
uint room_for_entries() { return f[31].z; }
uint room_for_tasks() { return f[31].w; }
uint room_for_candidates() { return f[32].x; }
uint room_for_crossing() { return f[32].y; }
uint room_for_doubtful() { return f[32].z; }
uint cell_bits() { return f[32].w; }
uint sample_mask() { return f[33].x; }
uint groups_of_a() { return f[33].y; }

uint local_index() { return gl_LocalInvocationIndex; }
uint all_threads() { return gl_NumWorkGroups.x * group_size; }

// Floats as numbers of the same order.
uint ordered(float x) {
    uint bits = floatBitsToUint(x);
    return (bits & 0x80000000u) != 0u ? ~bits : bits | 0x80000000u;
}
float unordered(uint bits) {
    return uintBitsToFloat((bits & 0x80000000u) != 0u ? bits & 0x7FFFFFFFu : ~bits);
}

shared uint append_count;
shared uint append_base;

// Room for `count` more at the end of a list, for all threads of the workgroup at once: one atomic
// for all of them. Says where. No thread asks for more than 2^23, so that their sum is right; that
// of all workgroups is watched.
uint append(uint count, uint list) {
    barrier();
    if (local_index() == 0u) {
        append_count = 0u;
    }
    barrier();
    uint mine = count > 0u ? atomicAdd(append_count, count) : 0u;
    barrier();
    if (local_index() == 0u) {
        append_base = append_count > 0u ? atomicAdd(s[list], append_count) : 0u;
        if (append_base + append_count < append_base) {
            atomicOr(s[s_uncountable], 1u);
        }
    }
    barrier();
    return append_base + mine;
}

// A box in codes, with the triangle it belongs to.
struct Record {
    uint triangle;
    uvec3 low;
    uvec3 high;
};
const uint largest_code = 32767u;

// For each axis a word: the low end, and above it how far the high end is from the largest code.
uvec4 words_of(Record r) { return uvec4(r.triangle, r.low | (largest_code - r.high) << 16); }
Record record_of(uvec4 words) {
    return Record(words.x, words.yzw & 0xFFFFu, largest_code - (words.yzw >> 16));
}
// Both ends are compared by one subtraction an axis: each leaves a bit of 0x80008000 if it fits.
uvec3 probe_of(Record r) { return (r.high | (largest_code - r.low) << 16) + 0x80008000u; }
bool overlaps(uvec3 probe, uvec4 words) {
    uvec3 left = probe - words.yzw;
    return (left.x & left.y & left.z & 0x80008000u) == 0x80008000u;
}

// A bit for each of 64 x 64 x 64 cells, 4 x 4 x 2 of them to a word.
const uint image_words = 8192u;
const uint image_shift = 9u;

struct Footprint {
    uvec3 first; // cells
    uvec3 last;
};
Footprint footprint(Record r) { return Footprint(r.low >> image_shift, r.high >> image_shift); }

uint image_word(uvec3 brick) { return brick.x + brick.y * 16u + brick.z * 256u; }

// The cells of the footprint that lie in a brick of the image.
uint image_bits(Footprint print, uvec3 brick) {
    uvec3 corner = uvec3(brick.xy << 2, brick.z << 1);
    uvec3 from = max(print.first, corner) - corner;
    uvec3 to = min(print.last, corner + uvec3(3u, 3u, 1u)) - corner;
    uint across = (0xFu >> (3u - to.x)) & (0xFu << from.x);
    uint rows = (0x1111u >> (4u * (3u - to.y))) & (0x1111u << (4u * from.y)) & 0x1111u;
    uint layer = across * rows;
    return (from.z == 0u ? layer : 0u) | (to.z == 1u ? layer << 16 : 0u);
}
)";

const char* const image_functions = R"(
const uint image_of_a = 0u;
const uint image_of_b = image_words;

bool has_bits(Footprint print, uint first, uvec3 brick) {
    return (image[first + image_word(brick)] & image_bits(print, brick)) != 0u;
}

bool meets_image(Record r, uint first) {
    Footprint print = footprint(r);
    uvec3 from = uvec3(print.first.xy >> 2, print.first.z >> 1);
    uvec3 to = uvec3(print.last.xy >> 2, print.last.z >> 1);
    if (from == to) {
        return has_bits(print, first, from);
    }
    if (all(lessThanEqual(to, from + 1u))) { // side by side rather than one after the other
        bvec4 below = bvec4(has_bits(print, first, from),
                            has_bits(print, first, uvec3(to.x, from.y, from.z)),
                            has_bits(print, first, uvec3(from.x, to.y, from.z)),
                            has_bits(print, first, uvec3(to.x, to.y, from.z)));
        bvec4 above = bvec4(has_bits(print, first, uvec3(from.x, from.y, to.z)),
                            has_bits(print, first, uvec3(to.x, from.y, to.z)),
                            has_bits(print, first, uvec3(from.x, to.y, to.z)),
                            has_bits(print, first, to));
        return any(below) || any(above);
    }
    for (uint z = from.z; z <= to.z; ++z) {
        for (uint y = from.y; y <= to.y; ++y) {
            for (uint x = from.x; x <= to.x; ++x) {
                if (has_bits(print, first, uvec3(x, y, z))) {
                    return true;
                }
            }
        }
    }
    return false;
}
)";

} // namespace impinge::inline v0::gpu::opengl
