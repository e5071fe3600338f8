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
// both boxes' higher low corners lie. Cells are hashed. Bin, sort by cell, look up: three
// dispatches, without an order that an answer could depend on.
#include "gpu/opengl/stages.hpp"

namespace impinge::inline v0::gpu::opengl {

const char* const cell_functions = R"(
const uint cells_per_axis_bits = 9u;
const uint own_level = 0x80000000u; // of an entry: the triangle belongs to this level
const uint entries_per_task = 64u;
const uint most_tasks = 1u << 23; // of one triangle

shared uint size_counts[51];
shared uvec3 cell_shift;   // at the lowest level
shared uint levels_of[2];  // a bit for each level to which some triangle of the body belongs

// Cells of the lowest level are larger than three quarters of the boxes, or than half the largest
// if boxes are nearly alike.
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
        uint bits = 0u;
        while (bits < 16u) {
            below += size_counts[17u * axis + bits];
            if (below >= all - all / 4u) {
                break;
            }
            ++bits;
        }
        uint seen = s[s_size_bits + axis] | s[s_size_bits + 3u + axis];
        uint largest = uint(max(findMSB(seen), 0));
        uint shift = largest <= bits + 2u ? max(largest, 1u) - 1u : bits;
        cell_shift[axis] = clamp(shift, 16u - cells_per_axis_bits, 16u);
    }
    barrier();
    if (local_index() < 2u) {
        uint levels = 0u;
        for (uint axis = 0u; axis < 3u; ++axis) {
            uint seen = s[s_size_bits + 3u * (same_body() ? 0u : local_index()) + axis];
            // A box of `bits` belongs, by this axis, to level bits - shift - 1.
            levels |= seen >> (cell_shift[axis] + 1u);
            levels |= (seen & ((2u << cell_shift[axis]) - 1u)) != 0u ? 1u : 0u;
        }
        levels_of[local_index()] = levels;
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

uvec3 shift_at(uint level) { return min(cell_shift + level, uvec3(16u)); }

uint cell_name(uint level, uvec3 cell) {
    return level << 27 | cell.z << 18 | cell.y << 9 | cell.x;
}
uint bucket_of(uint cell) { return (cell * 2654435761u) >> (32u - cell_bits()); }

// Counts, then how far a bucket is filled, then where it begins.
uint bucket_count() { return 1u << cell_bits(); }
)";

const char* const count_stage = R"(
layout(std430, binding = 1) readonly buffer RecordsOfA { uvec4 records_a[]; };
layout(std430, binding = 2) readonly buffer RecordsOfB { uvec4 records_b[]; };
layout(std430, binding = 3) readonly buffer Image { uint image[]; };
layout(std430, binding = 4) writeonly buffer Survivors { uint survivors[]; };
layout(std430, binding = 5) buffer Cells { uint cells[]; };

bool meets_b(Record r) {
    Footprint print = footprint(r);
    uvec3 from = uvec3(print.first.xy >> 2, print.first.z >> 1);
    uvec3 to = uvec3(print.last.xy >> 2, print.last.z >> 1);
    for (uint z = from.z; z <= to.z; ++z) {
        for (uint y = from.y; y <= to.y; ++y) {
            for (uint x = from.x; x <= to.x; ++x) {
                uvec3 brick = uvec3(x, y, z);
                if ((image[image_words + image_word(brick)] & image_bits(print, brick)) != 0u) {
                    return true;
                }
            }
        }
    }
    return false;
}

uint count_cells(Record r) {
    uint own = level_of(r);
    uint count = 0u;
    for (uint level = own; level < 16u; ++level) {
        if (level > own && (levels_of[0] >> level & 1u) == 0u) {
            continue;
        }
        uvec3 shift = shift_at(level);
        uvec3 from = r.low >> shift;
        uvec3 to = r.high >> shift;
        for (uint z = from.z; z <= to.z; ++z) {
            for (uint y = from.y; y <= to.y; ++y) {
                for (uint x = from.x; x <= to.x; ++x) {
                    atomicAdd(cells[bucket_of(cell_name(level, uvec3(x, y, z)))], 1u);
                    ++count;
                }
            }
        }
    }
    return count;
}

void main() {
    choose_cells();
    uint count_a = min(s[s_records_a], room_for_records(0u));
    uint count_b = same_body() ? count_a : min(s[s_records_b], room_for_records(1u));
    for (uint first = gl_WorkGroupID.x * group_size; first < count_a; first += all_threads()) {
        uint i = first + local_index();
        bool kept = i < count_a && (same_body() || meets_b(record_of(records_a[i])));
        uint place = append(kept ? 1u : 0u, s_survivors);
        if (kept && place < room_for_records(0u)) {
            survivors[place] = i;
        }
    }
    uint entries = 0u; // at most 91 for each box
    for (uint i = gl_GlobalInvocationID.x; i < count_b; i += all_threads()) {
        entries += count_cells(record_of(same_body() ? records_a[i] : records_b[i]));
    }
    append(entries, s_entries);
}
)";

const char* const places_stage = R"(
layout(std430, binding = 1) buffer Cells { uint cells[]; };

shared uint sums[256];
shared uint first_place;

// A thread has four buckets, a workgroup 1024. Which workgroup comes first does not matter.
void main() {
    uint buckets = bucket_count();
    for (uint first = gl_WorkGroupID.x * 4u * group_size; first < buckets;
         first += 4u * all_threads()) {
        uint at = first + 4u * local_index();
        uvec4 counts = uvec4(0u);
        for (uint i = 0u; i < 4u; ++i) {
            counts[i] = at + i < buckets ? cells[at + i] : 0u;
        }
        uint mine = counts.x + counts.y + counts.z + counts.w;
        sums[local_index()] = mine;
        for (uint reach = 1u; reach < group_size; reach *= 2u) {
            barrier();
            uint more = local_index() >= reach ? sums[local_index() - reach] : 0u;
            barrier();
            sums[local_index()] += more;
        }
        barrier();
        if (local_index() == group_size - 1u) {
            uint sum = sums[group_size - 1u];
            first_place = sum > 0u ? atomicAdd(s[s_placed_entries], sum) : 0u;
        }
        barrier();
        uint place = first_place + sums[local_index()] - mine;
        for (uint i = 0u; i < 4u; ++i) {
            if (at + i < buckets) {
                cells[2u * buckets + at + i] = place;
                place += counts[i];
            }
        }
        barrier();
    }
}
)";

const char* const fill_stage = R"(
layout(std430, binding = 1) readonly buffer RecordsOfA { uvec4 records_a[]; };
layout(std430, binding = 2) readonly buffer RecordsOfB { uvec4 records_b[]; };
layout(std430, binding = 3) readonly buffer Survivors { uint survivors[]; };
layout(std430, binding = 4) buffer Cells { uint cells[]; };
layout(std430, binding = 5) writeonly buffer Entries { uvec2 entries[]; };
layout(std430, binding = 6) writeonly buffer Tasks { uvec4 tasks[]; };

void enter(uint record, Record r) {
    uint own = level_of(r);
    for (uint level = own; level < 16u; ++level) {
        if (level > own && (levels_of[0] >> level & 1u) == 0u) {
            continue;
        }
        uvec3 shift = shift_at(level);
        uvec3 from = r.low >> shift;
        uvec3 to = r.high >> shift;
        for (uint z = from.z; z <= to.z; ++z) {
            for (uint y = from.y; y <= to.y; ++y) {
                for (uint x = from.x; x <= to.x; ++x) {
                    uint cell = cell_name(level, uvec3(x, y, z));
                    uint bucket = bucket_of(cell);
                    uint filled = atomicAdd(cells[bucket_count() + bucket], 1u);
                    uint place = cells[2u * bucket_count() + bucket] + filled;
                    if (place < room_for_entries()) {
                        entries[place] = uvec2(cell | (level == own ? own_level : 0u), record);
                    }
                }
            }
        }
    }
}

// The tasks of a triangle of A: for each of its cells in which something may be, the entries there,
// 64 at most to a task. Counts them, and writes them from `place` on as far as there is room.
uint list_tasks(uint record, Record r, uint place) {
    uint own = level_of(r);
    uint count = 0u;
    for (uint level = own; level < 16u; ++level) {
        if (level > own && (levels_of[1] >> level & 1u) == 0u) {
            continue;
        }
        uvec3 shift = shift_at(level);
        uvec3 from = r.low >> shift;
        uvec3 to = r.high >> shift;
        for (uint z = from.z; z <= to.z; ++z) {
            for (uint y = from.y; y <= to.y; ++y) {
                for (uint x = from.x; x <= to.x; ++x) {
                    uint cell = cell_name(level, uvec3(x, y, z));
                    uint bucket = bucket_of(cell);
                    uint begin = cells[2u * bucket_count() + bucket];
                    uint end = min(begin + cells[bucket], room_for_entries());
                    if (begin >= end) {
                        continue;
                    }
                    count += (end - begin + entries_per_task - 1u) / entries_per_task;
                    for (; begin < end && place < room_for_tasks(); begin += entries_per_task) {
                        tasks[place] = uvec4(record, cell | (level == own ? own_level : 0u), begin,
                                             min(begin + entries_per_task, end));
                        ++place;
                    }
                }
            }
        }
    }
    return count;
}

void main() {
    choose_cells();
    uint count_a = min(s[s_survivors], room_for_records(0u));
    uint count_b = min(s[same_body() ? s_records_a : s_records_b],
                       room_for_records(same_body() ? 0u : 1u));
    for (uint i = gl_GlobalInvocationID.x; i < count_b; i += all_threads()) {
        enter(i, record_of(same_body() ? records_a[i] : records_b[i]));
    }
    for (uint first = gl_WorkGroupID.x * group_size; first < count_a; first += all_threads()) {
        uint i = first + local_index();
        Record r;
        uint record = 0u;
        uint count = 0u;
        if (i < count_a) {
            record = survivors[i];
            r = record_of(records_a[record]);
            count = list_tasks(record, r, none);
            if (count > most_tasks) {
                atomicOr(s[s_uncountable], 1u);
                count = most_tasks;
            }
        }
        uint place = append(count, s_tasks);
        if (count > 0u) {
            list_tasks(record, r, place);
        }
    }
}
)";

} // namespace impinge::inline v0::gpu::opengl
