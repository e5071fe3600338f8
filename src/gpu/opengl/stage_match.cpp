// SPDX-License-Identifier: Apache-2.0
//
// Twin of exact/pairs/match_parts: a triangle of A against up to 64 entries of one bucket, a thread
// to a task. A pair is a candidate if the boxes overlap, and is found in one cell only.
#include "gpu/opengl/stages.hpp"

namespace impinge::inline v0::gpu::opengl {

const char* const match_stage = R"(
layout(std430, binding = 1) readonly buffer RecordsOfA { uvec4 records_a[]; };
layout(std430, binding = 2) readonly buffer RecordsOfB { uvec4 records_b[]; };
layout(std430, binding = 3) readonly buffer Entries { uvec2 entries[]; };
layout(std430, binding = 4) readonly buffer Tasks { uvec4 tasks[]; };
layout(std430, binding = 5) writeonly buffer Candidates { uvec2 candidates[]; };

Record record_of_b(uint i) { return record_of(same_body() ? records_a[i] : records_b[i]); }

bool is_candidate(Record a, uint cell, uvec2 entry) {
    // Above its own level a triangle looks for those alone that belong there.
    bool same_cell = (entry.x & ~own_level) == (cell & ~own_level);
    if (!same_cell || ((cell | entry.x) & own_level) == 0u) {
        return false;
    }
    Record b = record_of_b(entry.y);
    uvec3 low = max(a.low, b.low);
    bool overlap = all(lessThanEqual(low, min(a.high, b.high)));
    uint level = (cell & ~own_level) >> 27;
    return overlap && cell_name(level, low >> shift_at(level)) == (cell & ~own_level) &&
           (!same_body() || a.triangle < b.triangle);
}

void main() {
    choose_cells();
    uint count = min(s[s_tasks], room_for_tasks());
    for (uint first = gl_WorkGroupID.x * group_size; first < count; first += all_threads()) {
        uint i = first + local_index();
        uvec4 task = uvec4(0u);
        uvec2 found = uvec2(0u); // a bit for each entry
        Record a;
        if (i < count) {
            task = tasks[i];
            a = record_of(records_a[task.x]);
            for (uint k = task.z; k < task.w; ++k) {
                if (is_candidate(a, task.y, entries[k])) {
                    found[(k - task.z) >> 5] |= 1u << ((k - task.z) & 31u);
                }
            }
        }
        uint place = append(uint(bitCount(found.x) + bitCount(found.y)), s_candidates);
        for (uint half_task = 0u; half_task < 2u; ++half_task) {
            uint bits = found[half_task];
            while (bits != 0u) {
                uint k = uint(findLSB(bits));
                bits &= bits - 1u;
                if (place < room_for_candidates()) {
                    uint b = entries[task.z + 32u * half_task + k].y;
                    candidates[place] = uvec2(a.triangle, record_of_b(b).triangle);
                }
                ++place;
            }
        }
    }
}
)";

} // namespace impinge::inline v0::gpu::opengl
