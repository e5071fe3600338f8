// SPDX-License-Identifier: Apache-2.0
//
// Twin of exact/pairs/cell_bins: cells some times larger than triangles, in several levels where
// triangles differ in size. The cells of a level are twice as large as those of the one before; a
// triangle belongs to the lowest level at which it covers at most three cells along each axis, so
// it is in few cells however large it is.
//
// Triangles of B are entered at their own level, and at each higher one to which some triangle of A
// belongs; those of A are looked up at their own level, and at each higher one to which some of B
// belong. So a pair is met at the higher of its two levels; there it belongs to the cell in which
// both boxes' higher low corners lie. Cells are hashed, a brick of 4 x 4 x 2 at a time, so that
// neighbours are near each other in memory. Count, sort by cell, look up, without an order that an
// answer could depend on. A triangle two of whose cells share a bucket is met there twice,
// wherefore pairs that are found twice are dropped in the end.
#include "gpu/opengl/stages.hpp"

namespace impinge::inline v0::gpu::opengl {

const char* const cell_functions = R"(
const uint code_bits = 15u;
const uint cells_per_axis_bits = 9u;

shared uint size_counts[51];
shared uvec3 cell_shift;   // at the lowest level
shared uint levels_of[2];  // a bit for each level to which some triangle of the body belongs

uint levels_in(uint sizes_of_body) {
    uint levels = 0u;
    for (uint axis = 0u; axis < 3u; ++axis) {
        uint seen = s[sizes_of_body + axis];
        // A box of `bits` belongs, by this axis, to level bits - shift - 1.
        levels |= seen >> (cell_shift[axis] + 1u);
        levels |= (seen & ((2u << cell_shift[axis]) - 1u)) != 0u ? 1u : 0u;
    }
    return levels;
}

// Cells of the lowest level are larger than three quarters of A's boxes, or than all of them if
// they are nearly alike. Known as soon as A has been culled; levels of B when B has been.
void choose_cells() {
    if (local_index() < 51u) {
        size_counts[local_index()] = s[s_sizes + local_index()];
    }
    barrier();
    if (local_index() < 3u) {
        uint axis = local_index();
        uint all = 0u;
        for (uint i = 0u; i < 17u; ++i) {
            all += size_counts[17u * axis + i];
        }
        uint below = 0u;
        uint bits = 0u; // of three quarters
        for (uint i = 0u; i < 17u; ++i) {
            below += size_counts[17u * axis + i];
            bits += below < all - all / 4u ? 1u : 0u;
        }
        uint largest = uint(max(findMSB(s[s_size_bits + axis]), 0));
        uint shift = largest <= bits + 2u ? largest : bits;
        cell_shift[axis] = clamp(shift, code_bits - cells_per_axis_bits, code_bits);
    }
    barrier();
    if (local_index() < 2u) {
        levels_of[local_index()] = levels_in(s_size_bits + (same_body() ? 0u : 3u * local_index()));
    }
    barrier();
}

uint level_of(Record r) {
    uvec3 size = r.high - r.low;
    int level = 0;
    for (uint axis = 0u; axis < 3u; ++axis) {
        level = max(level, findMSB(size[axis]) - int(cell_shift[axis]));
    }
    return uint(level);
}

uvec3 shift_at(uint level) { return min(cell_shift + level, uvec3(code_bits)); }

// The cells of a box at a level, counted through.
struct CellRange {
    uvec3 first;
    uvec3 extent;
};
CellRange cells_of(Record r, uint level) {
    uvec3 shift = shift_at(level);
    uvec3 first = r.low >> shift;
    return CellRange(first, (r.high >> shift) - first + 1u);
}
uint cell_count(CellRange range) { return range.extent.x * range.extent.y * range.extent.z; }
uvec3 cell_at(CellRange range, uint i) {
    uint row = i / range.extent.x;
    return range.first + uvec3(i - row * range.extent.x, row % range.extent.y, row / range.extent.y);
}

uint bucket_of(uint level, uvec3 cell) {
    uvec3 brick = cell >> uvec3(2u, 2u, 1u);
    uint name = brick.x | brick.y << 7 | brick.z << 14 | level << 22;
    uint in_brick = (cell.x & 3u) | (cell.y & 3u) << 2 | (cell.z & 1u) << 4;
    return (name * 2654435761u) >> (37u - cell_bits()) << 5 | in_brick;
}

// A box looked up at a level to which it does not belong has to be among those that the other body
// has there.
bool is_level(uint level, uint own, uint levels_of_other) {
    return level == own || (levels_of_other >> level & 1u) != 0u;
}

// Where few boxes are looked up or entered, several threads share the cells of one.
uint lane_bits(uint boxes) { return boxes <= 65536u ? 3u : 0u; }
)";

const char* const count_functions = R"(
void count_cells(Record r) {
    uint own = level_of(r);
    for (uint level = own; level < 16u; ++level) {
        if (!is_level(level, own, levels_of[0])) {
            continue;
        }
        uvec3 from = r.low >> shift_at(level);
        uvec3 to = r.high >> shift_at(level);
        for (uint z = from.z; z <= to.z; ++z) {
            for (uint y = from.y; y <= to.y; ++y) {
                for (uint x = from.x; x <= to.x; ++x) {
                    atomicAdd(counts[bucket_of(level, uvec3(x, y, z))], 1u);
                }
            }
        }
    }
}
)";

// For one body alone, whose triangles are all kept.
const char* const count_stage = R"(
layout(std430, binding = 1) readonly buffer RecordsOfA { uvec4 records_a[]; };

void main() {
    choose_cells();
    uint count = min(s[s_records_a], room_for_records(0u));
    for (uint i = gl_GlobalInvocationID.x; i < count; i += all_threads()) {
        count_cells(record_of(records_a[i]));
    }
}
)";

const char* const places_stage = R"(
layout(std430, binding = 1) readonly buffer RecordsOfA { uvec4 records_a[]; };
layout(std430, binding = 2) writeonly buffer Survivors { uint survivors[]; };
layout(std430, binding = 3) readonly buffer Counts { uint counts[]; };
layout(std430, binding = 5) writeonly buffer Places { uvec2 places[]; };

shared uint sums[256];
shared uint first_place;

// A thread has four buckets, a workgroup 1024. Which workgroup comes first does not matter.
void find_places() {
    uint buckets = 1u << cell_bits();
    for (uint first = gl_WorkGroupID.x * 4u * group_size; first < buckets;
         first += 4u * all_threads()) {
        uint at = first + 4u * local_index();
        uvec4 mine = uvec4(0u);
        for (uint i = 0u; i < 4u; ++i) {
            mine[i] = counts[at + i];
        }
        uint sum = mine.x + mine.y + mine.z + mine.w;
        sums[local_index()] = sum;
        for (uint reach = 1u; reach < group_size; reach *= 2u) {
            barrier();
            uint more = local_index() >= reach ? sums[local_index() - reach] : 0u;
            barrier();
            sums[local_index()] += more;
        }
        barrier();
        if (local_index() == group_size - 1u) {
            uint all = sums[group_size - 1u];
            first_place = all > 0u ? atomicAdd(s[s_entries], all) : 0u;
            if (first_place + all < first_place) {
                atomicOr(s[s_uncountable], 1u);
            }
        }
        barrier();
        uint place = first_place + sums[local_index()] - sum;
        for (uint i = 0u; i < 4u; ++i) {
            places[at + i] = uvec2(place);
            place += mine[i];
        }
    }
}

// The last cull of A.
void keep_those_near_b() {
    uint count = min(s[s_records_a], room_for_records(0u));
    for (uint first = gl_WorkGroupID.x * group_size; first < count; first += all_threads()) {
        uint i = first + local_index();
        bool kept = i < count && meets_image(record_of(records_a[i]), image_of_b);
        uint place = append(kept ? 1u : 0u, s_survivors);
        if (kept && place < room_for_records(0u)) {
            survivors[place] = i;
        }
    }
}

void main() {
    find_places();
    if (!same_body()) {
        keep_those_near_b();
    }
}
)";

const char* const fill_stage = R"(
layout(std430, binding = 1) readonly buffer Records { uvec4 records[]; };
layout(std430, binding = 2) buffer Places { uint place_words[]; };
layout(std430, binding = 3) writeonly buffer Entries { uvec4 entries[]; };

void enter(uvec4 words, uint lane, uint lanes) {
    Record r = record_of(words);
    uint own = level_of(r);
    for (uint level = own; level < 16u; ++level) {
        if (!is_level(level, own, levels_of[0])) {
            continue;
        }
        CellRange range = cells_of(r, level);
        uint cells = cell_count(range);
        for (uint i = lane; i < cells; i += lanes) {
            uint place = atomicAdd(place_words[2u * bucket_of(level, cell_at(range, i)) + 1u], 1u);
            if (place < room_for_entries()) {
                entries[place] = words;
            }
        }
    }
}

void main() {
    choose_cells();
    uint count = min(s[same_body() ? s_records_a : s_records_b],
                     room_for_records(same_body() ? 0u : 1u));
    uint bits = lane_bits(count);
    for (uint i = gl_GlobalInvocationID.x; (i >> bits) < count; i += all_threads()) {
        enter(records[i >> bits], i & ((1u << bits) - 1u), 1u << bits);
    }
}
)";

} // namespace impinge::inline v0::gpu::opengl
