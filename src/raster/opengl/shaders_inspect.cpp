// SPDX-License-Identifier: Apache-2.0
//
// Counting and collecting pixels where they lie, and packing stencils to be read.
//
// A slice is a number of rows. Each is cut into blocks of 256 times as many pixels as one thread
// looks at (places need no division then, which is slow in vectors). `count` leaves the number of
// every block, `scan` makes them places in the output, `collect` writes there in order.
#include "raster/opengl/shaders.hpp"

namespace impinge::inline v0::raster::opengl {

const char* const block_functions = R"(
layout(local_size_x = 256) in;
layout(std430, binding = 0) buffer Blocks { uint total; uint blocks[]; };
uniform uvec3 slice; // first row, pixels in a row, pixels for each thread
uniform uvec2 place; // first column, number of the first block
const uint no_id = 0xFFFFFFFFu;

uint row() { return slice.x + gl_WorkGroupID.y; }
uint block_begin() { return gl_WorkGroupID.x * slice.z * 256u; }
uint block_number() {
    return place.y + gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
}
ivec2 pixel(uint x) { return ivec2(place.x + x, row()); }

shared uint sums[256];

// Prefix sum: of the values that the threads up to this one of a work group bring.
uint sum_up_to(uint thread, uint value) {
    sums[thread] = value;
    barrier();
    for (uint step = 1u; step < 256u; step *= 2u) {
        uint before = thread >= step ? sums[thread - step] : 0u;
        barrier();
        sums[thread] += before;
        barrier();
    }
    return sums[thread];
}

)";

const char* const pixel_functions = R"(
layout(binding = 0) uniform sampler2D depth_plane;
layout(binding = 1) uniform usampler2D stencil_plane;
layout(binding = 2) uniform usampler2D id_plane_0;
layout(binding = 3) uniform usampler2D id_plane_1;
uniform uvec4 test; // comparison, reference under the mask, mask, id planes looked at
const uint record_words = 5u;

bool stencil_passes(ivec2 at) {
    if (test.x == 7u) {
        return true;
    }
    uint stored = texelFetch(stencil_plane, at, 0).r & test.z;
    bool less = (test.x & 1u) != 0u;
    bool equal = (test.x & 2u) != 0u;
    bool greater = (test.x & 4u) != 0u;
    return test.y < stored ? less : test.y == stored ? equal : greater;
}

bool passes(uint x) {
    if (x >= slice.y) {
        return false;
    }
    ivec2 at = pixel(x);
    return stencil_passes(at) &&
           ((test.w & 1u) == 0u || texelFetch(id_plane_0, at, 0).r != no_id) &&
           ((test.w & 2u) == 0u || texelFetch(id_plane_1, at, 0).r != no_id);
}

uint record_word(ivec2 at, uint word) {
    switch (word) {
    case 0u:
        return uint(at.x) | uint(at.y) << 16;
    case 1u:
        return floatBitsToUint(texelFetch(depth_plane, at, 0).r);
    case 2u:
        return texelFetch(stencil_plane, at, 0).r;
    case 3u:
        return texelFetch(id_plane_0, at, 0).r;
    default:
        return texelFetch(id_plane_1, at, 0).r;
    }
}
)";

const char* const pair_functions = R"(
layout(binding = 0) uniform sampler2D depth_plane;
layout(binding = 1) uniform sampler2D other_depth_plane;
layout(binding = 2) uniform usampler2D id_plane;
layout(binding = 3) uniform usampler2D other_id_plane;
uniform float gap;
const uint record_words = 2u;

bool passes(uint x) {
    if (x >= slice.y) {
        return false;
    }
    ivec2 at = pixel(x);
    return texelFetch(id_plane, at, 0).r != no_id && texelFetch(other_id_plane, at, 0).r != no_id &&
           abs(texelFetch(depth_plane, at, 0).r - texelFetch(other_depth_plane, at, 0).r) < gap;
}

uint record_word(ivec2 at, uint word) {
    return word == 0u ? texelFetch(id_plane, at, 0).r : texelFetch(other_id_plane, at, 0).r;
}
)";

const char* const count_shader = R"(
shared uint in_block;

void main() {
    if (gl_LocalInvocationIndex == 0u) {
        in_block = 0u;
    }
    barrier();
    uint first = block_begin() + gl_LocalInvocationIndex;
    uint found = 0u;
    for (uint i = 0u; i < slice.z; ++i) {
        found += passes(first + 256u * i) ? 1u : 0u;
    }
    if (found != 0u) {
        atomicAdd(in_block, found);
    }
    barrier();
    if (gl_LocalInvocationIndex == 0u) {
        blocks[block_number()] = in_block;
        atomicAdd(total, in_block);
    }
}
)";

const char* const scan_shader = R"(
uniform uint block_count;

void main() {
    uint thread = gl_LocalInvocationIndex;
    uint share = (block_count + 255u) / 256u;
    uint begin = min(thread * share, block_count);
    uint end = min(begin + share, block_count);
    uint sum = 0u;
    for (uint i = begin; i < end; ++i) {
        sum += blocks[i];
    }
    uint place_of_next = sum_up_to(thread, sum) - sum;
    for (uint i = begin; i < end; ++i) {
        uint count = blocks[i];
        blocks[i] = place_of_next;
        place_of_next += count;
    }
}
)";

const char* const collect_shader = R"(
layout(std430, binding = 1) writeonly buffer Records { uint records[]; };

void write_record(uint slot, uint x) {
    for (uint word = 0u; word < record_words; ++word) {
        records[record_words * slot + word] = record_word(pixel(x), word);
    }
}

void main() {
    uint thread = gl_LocalInvocationIndex;
    uint first = block_begin() + thread * slice.z;
    uint found = 0u;
    for (uint i = 0u; i < slice.z; ++i) {
        found |= passes(first + i) ? 1u << i : 0u;
    }
    uint count = uint(bitCount(found));
    uint slot = blocks[block_number()] + sum_up_to(thread, count) - count;
    for (uint i = 0u; i < slice.z; ++i) {
        if ((found >> i & 1u) != 0u) {
            write_record(slot, first + i);
            ++slot;
        }
    }
}
)";

const char* const histogram_shader = R"(
shared uint bins[256];

void main() {
    bins[gl_LocalInvocationIndex] = 0u;
    barrier();
    uint first = block_begin() + gl_LocalInvocationIndex;
    for (uint i = 0u; i < slice.z; ++i) {
        uint x = first + 256u * i;
        if (x < slice.y) {
            atomicAdd(bins[texelFetch(stencil_plane, ivec2(x, row()), 0).r & 255u], 1u);
        }
    }
    barrier();
    uint count = bins[gl_LocalInvocationIndex];
    if (count != 0u) {
        atomicAdd(blocks[gl_LocalInvocationIndex], count);
    }
}
)";

// Packed stencils have no gaps between rows, so that any width makes whole words of four pixels.
const char* const pack_stencil_shader = R"(
layout(std430, binding = 1) writeonly buffer Values { uint values[]; };
uniform uint pixel_count;

void main() {
    uint first = 4u * gl_GlobalInvocationID.x;
    if (first >= pixel_count) {
        return;
    }
    uvec2 at = uvec2(first % slice.y, slice.x + first / slice.y);
    uint end = min(pixel_count - first, 4u);
    uint word = 0u;
    for (uint i = 0u; i < end; ++i) {
        word |= (texelFetch(stencil_plane, ivec2(at), 0).r & 255u) << (8u * i);
        ++at.x;
        if (at.x == slice.y) {
            at = uvec2(0u, at.y + 1u);
        }
    }
    values[gl_GlobalInvocationID.x] = word;
}
)";

} // namespace impinge::inline v0::raster::opengl
