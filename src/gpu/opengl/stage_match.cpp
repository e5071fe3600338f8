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
const uint queue_room = 640u;
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

// A triangle of A in one of its cells.
struct Search {
    Record a;
    uint partners; // see first_partner
    uvec3 probe;
    uint own; // the level to which it belongs
    uint level;
    uvec3 cell;
};

void match(Search search, uvec4 entry) {
    if (!overlaps(search.probe, entry) || entry.x < search.partners) {
        return;
    }
    Record b = record_of(entry);
    // Other cells share the bucket; above its own level a triangle looks for those alone that
    // belong there.
    if (max(search.a.low, b.low) >> shift_at(search.level) == search.cell &&
        (search.own == search.level || level_of(b) == search.level)) {
        propose(uvec2(search.a.triangle, b.triangle));
    }
}
)";

const char* const match_stage = R"(
layout(std430, binding = 5) readonly buffer Survivors { uint survivors[]; };
layout(std430, binding = 6) readonly buffer Places { uvec2 places[]; };

const uint crowded = 128u;
const uint entries_per_task = 1024u;
const uint lanes_of_cell = 4u; // read entries that follow each other at once

// Cells of the triangles that a workgroup has taken, so that its threads share them evenly. In few
// bytes, as memory of a workgroup decides how many of them a device runs at once.
const uint visit_room = 320u;
shared uvec2 visits[visit_room];
shared uint visit_count;
shared uvec4 taken[64];

// The first entry, and in bits: how many there are, the level, which of the triangle's cells there,
// and which of the triangles taken.
uvec2 visit_of(uint slot, uint level, uint cell, uvec2 place) {
    return uvec2(place.x, (place.y - place.x) << 16 | level << 11 | cell << 6 | slot);
}

void put_tasks(uint record, uint level, uint cell, uvec2 place) {
    uint count = (place.y - place.x + entries_per_task - 1u) / entries_per_task;
    uint at = atomicAdd(s[s_tasks], count);
    if (at + count < at) {
        atomicOr(s[s_uncountable], 1u);
    }
    for (; place.x < place.y && at < room_for_tasks(); place.x += entries_per_task) {
        tasks[at] = uvec4(record, level << 16 | cell, place.x,
                          min(place.x + entries_per_task, place.y));
        ++at;
    }
}

Search search_of(Record a, uint level, uint cell) {
    return Search(a, first_partner(a.triangle), probe_of(a), level_of(a), level,
                  cell_at(cells_of(a, level), cell));
}

void look_into(Search search, uvec2 place, uint lane, uint lanes) {
    for (uint k = place.x + lane; k < place.y; k += 2u * lanes) { // two loads under way
        uvec4 first = entries[k];
        uvec4 second = entries[min(k + lanes, place.y - 1u)];
        match(search, first);
        if (k + lanes < place.y) {
            match(search, second);
        }
    }
}

// Puts the cells of a triangle on the list of visits.
void plan(uint record, Record a, uint slot, uint lane, uint lanes) {
    uint own = level_of(a);
    for (uint level = own; level < 16u; ++level) {
        if (!is_level(level, own, levels_of[1])) {
            continue;
        }
        CellRange range = cells_of(a, level);
        uint cells = cell_count(range);
        for (uint i = lane; i < cells; i += lanes) {
            uvec2 place = places[bucket_of(level, cell_at(range, i))];
            place.y = min(place.y, room_for_entries());
            if (place.x >= place.y) {
                continue;
            }
            if (place.y > place.x + crowded) {
                put_tasks(record, level, i, place);
                continue;
            }
            uint at = atomicAdd(visit_count, 1u);
            if (at < visit_room) {
                visits[at] = visit_of(slot, level, i, place);
            } else {
                look_into(search_of(a, level, i), place, 0u, 1u);
            }
        }
    }
}

void main() {
    choose_cells();
    clear_queue();
    uint count = min(s[same_body() ? s_records_a : s_survivors], room_for_records(0u));
    uint bits = max(lane_bits(count), 2u);
    for (uint first = gl_WorkGroupID.x * group_size; (first >> bits) < count;
         first += all_threads()) {
        if (local_index() == 0u) {
            visit_count = 0u;
        }
        barrier();
        uint nth = (first + local_index()) >> bits;
        uint slot = local_index() >> bits;
        uint lane = local_index() & ((1u << bits) - 1u);
        if (nth < count) {
            uint record = same_body() ? nth : survivors[nth];
            uvec4 words = records_a[record];
            if (lane == 0u) {
                taken[slot] = words;
            }
            plan(record, record_of(words), slot, lane, 1u << bits);
        }
        barrier();
        uint visits_here = min(visit_count, visit_room);
        for (uint i = local_index() / lanes_of_cell; i < visits_here;
             i += group_size / lanes_of_cell) {
            uvec2 visit = visits[i];
            look_into(search_of(record_of(taken[visit.y & 63u]), visit.y >> 11 & 31u,
                                visit.y >> 6 & 31u),
                      uvec2(visit.x, visit.x + (visit.y >> 16)), local_index() % lanes_of_cell,
                      lanes_of_cell);
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
            Search search = Search(a, first_partner(a.triangle), probe_of(a), level_of(a), level,
                                   cell_at(cells_of(a, level), task.y & 0xFFFFu));
            for (uint k = task.z + local_index() % team; k < task.w; k += team) {
                match(search, entries[k]);
            }
        }
        empty_queue();
    }
}
)";

} // namespace impinge::inline v0::gpu::opengl
