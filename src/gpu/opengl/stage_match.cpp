// SPDX-License-Identifier: Apache-2.0
//
// Twin of exact/pairs/match_parts: triangles of A against the entries of their cells. A pair is a
// candidate if the boxes overlap, and is found in one cell only. What lies in a crowded cell is put
// on a list of tasks, for a stage of its own in which 32 threads share each; where there are none,
// that stage is left out.
#include "gpu/opengl/stages.hpp"

namespace impinge::inline v0::gpu::opengl {

const char* const match_functions = R"(
layout(std430, binding = 1) readonly buffer RecordsOfA { uvec4 records_a[]; };
layout(std430, binding = 2) readonly buffer Entries { uvec4 entries[]; };
layout(std430, binding = 3) buffer Tasks { uvec4 tasks[]; };
layout(std430, binding = 4) writeonly buffer Candidates { uvec2 candidates[]; };

// Candidates of a workgroup wait here, so that one atomic finds room for all of them.
const uint queue_room = 1024u;
shared uvec2 queue[queue_room];
shared uint queued;
shared uint queue_place;

void clear_queue() {
    if (local_index() == 0u) {
        queued = 0u;
    }
    barrier();
}

void put_candidate(uint place, uvec2 pair) {
    if (place < room_for_candidates()) {
        candidates[place] = pair;
    }
}

void propose(uvec2 pair) {
    uint at = atomicAdd(queued, 1u);
    if (at < queue_room) {
        queue[at] = pair;
        return;
    }
    uint place = atomicAdd(s[s_candidates], 1u);
    if (place == none) {
        atomicOr(s[s_uncountable], 1u);
    }
    put_candidate(place, pair);
}

void empty_queue() {
    barrier();
    uint count = min(queued, queue_room);
    if (local_index() == 0u && count > 0u) {
        queue_place = atomicAdd(s[s_candidates], count);
        if (queue_place + count < queue_place) {
            atomicOr(s[s_uncountable], 1u);
        }
    }
    barrier();
    for (uint i = local_index(); i < count; i += group_size) {
        put_candidate(queue_place + i, queue[i]);
    }
    barrier();
    clear_queue();
}

// Triangles from this one on are those that one of A may meet.
uint first_partner(uint triangle) {
#ifdef ONE_LIST
    return end_of_body(0u, triangle);
#else
    return same_body() ? triangle + 1u : 0u;
#endif
}

void match(Record a, uint partners, uint own, uint level, uvec3 cell, uint entry) {
    Record b = record_of(entries[entry]);
    uvec3 low = max(a.low, b.low);
    bool overlap = all(lessThanEqual(low, min(a.high, b.high)));
    // Other cells share the bucket; above its own level a triangle looks for those alone that
    // belong there.
    if (overlap && low >> shift_at(level) == cell && (own == level || level_of(b) == level) &&
        b.triangle >= partners) {
        propose(uvec2(a.triangle, b.triangle));
    }
}
)";

const char* const match_stage = R"(
layout(std430, binding = 5) readonly buffer Survivors { uint survivors[]; };
layout(std430, binding = 6) readonly buffer Places { uvec2 places[]; };

const uint crowded = 128u;
const uint entries_per_task = 1024u;

void put_tasks(uint record, uint level, uint cell, uint begin, uint end) {
    uint count = (end - begin + entries_per_task - 1u) / entries_per_task;
    uint place = atomicAdd(s[s_tasks], count);
    if (place + count < place) {
        atomicOr(s[s_uncountable], 1u);
    }
    for (; begin < end && place < room_for_tasks(); begin += entries_per_task) {
        tasks[place] = uvec4(record, level << 16 | cell, begin, min(begin + entries_per_task, end));
        ++place;
    }
}

void look_up(uint record, uint lane, uint lanes) {
    Record a = record_of(records_a[record]);
    uint own = level_of(a);
    uint partners = first_partner(a.triangle);
    for (uint level = own; level < 16u; ++level) {
        if (!is_level(level, own, levels_of[1])) {
            continue;
        }
        CellRange range = cells_of(a, level);
        uint cells = cell_count(range);
        for (uint i = lane; i < cells; i += lanes) {
            uvec3 cell = cell_at(range, i);
            uvec2 place = places[bucket_of(level, cell)];
            uint end = min(place.y, room_for_entries());
            if (end > place.x + crowded) {
                put_tasks(record, level, i, place.x, end);
                continue;
            }
            for (uint k = place.x; k < end; ++k) {
                match(a, partners, own, level, cell, k);
            }
        }
    }
}

void main() {
    choose_cells();
    clear_queue();
    uint count = min(s[same_body() ? s_records_a : s_survivors], room_for_records(0u));
    uint bits = lane_bits(count);
    for (uint first = gl_WorkGroupID.x * group_size; (first >> bits) < count;
         first += all_threads()) {
        uint i = first + local_index();
        if ((i >> bits) < count) {
            look_up(same_body() ? i >> bits : survivors[i >> bits], i & ((1u << bits) - 1u),
                    1u << bits);
        }
        empty_queue();
    }
}
)";

const char* const crowd_stage = R"(
const uint team = 32u;

void main() {
    choose_cells();
    clear_queue();
    uint count = min(s[s_tasks], room_for_tasks());
    uint teams = group_size / team;
    for (uint first = gl_WorkGroupID.x * teams; first < count; first += gl_NumWorkGroups.x * teams) {
        uint i = first + local_index() / team;
        if (i < count) {
            uvec4 task = tasks[i];
            Record a = record_of(records_a[task.x]);
            uint level = task.y >> 16;
            uvec3 cell = cell_at(cells_of(a, level), task.y & 0xFFFFu);
            uint own = level_of(a);
            uint partners = first_partner(a.triangle);
            for (uint k = task.z + local_index() % team; k < task.w; k += team) {
                match(a, partners, own, level, cell, k);
            }
        }
        empty_queue();
    }
}
)";

} // namespace impinge::inline v0::gpu::opengl
