// SPDX-License-Identifier: Apache-2.0
//
// The broad phase: boxes into the cells of a grid of several levels, and the pairs that overlap.
//
// A box belongs to the lowest level whose cells are at least as large as it, and to the cell that
// its low corner lies in. So a box meets only such boxes of a level whose cells lie between that of
// its own low corner, less a cell, and that of its high corner. Cells are kept in a table by a hash
// of their coordinates; who looks into a cell compares these, so what shares a place in the table
// costs time and nothing else.
#include "gpu/opengl/swarm_texts.hpp"

namespace impinge::inline v0::gpu::opengl::swarm {

const char* const swarm_common = R"(
layout(local_size_x = 256) in;
const uint group_size = 256u;

// The layout is that of SwarmWords (swarm_stages.hpp).
layout(std140, binding = 0) uniform Frame { uvec4 f[6]; };
layout(std430, binding = 0) buffer State { uint s[]; };

uint body_count() { return f[0].x; }
uint cell_mask() { return f[0].y; }
float widest() { return uintBitsToFloat(f[0].z); }
float by_widest() { return uintBitsToFloat(f[0].w); }
uint room_for_candidates() { return f[1].x; }
uint room_for_searches() { return f[1].y; }
uint room_for_results() { return f[1].z; }
uint room_for_doubtful() { return f[1].w; }
double number(uint i) { return packDouble2x32(uvec2(f[2u + i / 2u][2u * (i % 2u)],
                                                    f[2u + i / 2u][2u * (i % 2u) + 1u])); }
uint all_threads() { return gl_NumWorkGroups.x * group_size; }

// Mesa ends all loops of a thread, whatever their conditions say, once they have gone around 65535
// times together. Loops say beforehand how often they may; where that is too often, the processor
// answers. GPUs have no such limit.
uint spent = 0u;
bool may_loop(uint times) {
    spent += times;
    return spent <= f[5].y;
}

shared uint append_count;
shared uint append_base;

// For all threads of the workgroup at once, with one atomic: where there is room for `count` more.
uint append(uint count, uint list) {
    barrier();
    if (gl_LocalInvocationIndex == 0u) {
        append_count = 0u;
    }
    barrier();
    uint mine = 0u;
    if (count > 0u) {
        mine = atomicAdd(append_count, count);
    }
    barrier();
    if (gl_LocalInvocationIndex == 0u && append_count > 0u) {
        append_base = atomicAdd(s[list], append_count);
        if (append_base + append_count < append_base) {
            atomicOr(s[s_uncountable], 1u);
        }
    }
    barrier();
    return append_base + mine;
}
)";

const char* const swarm_cells = R"(
const int lowest_level = -32;
const int highest_level = 31;
const float most_cells = 16777216.0; // to each side

// The size of its cells, and one through it: times a power of two, so without rounding.
float cell_size(int level) { return widest() * uintBitsToFloat(uint(127 + level) << 23); }
float by_cell_size(int level) { return by_widest() * uintBitsToFloat(uint(127 - level) << 23); }

ivec3 cell_of(vec3 point, int level) {
    return ivec3(clamp(floor(point * by_cell_size(level)), -most_cells, most_cells));
}

// Cells that follow each other along x do so in the table.
uint place_of(ivec3 cell, int level) {
    uint row = (uint(cell.y) * 0x9E3779B1u) ^ (uint(cell.z) * 0x85EBCA77u) ^
               (uint(level) * 0xC2B2AE3Du);
    row ^= row >> 15;
    row *= 0x2C1B3C6Du;
    row ^= row >> 13;
    return (row + uint(cell.x)) & cell_mask();
}
)";

const char* const swarm_motion = R"(
// Of a body: centre, velocity, orientation and its change as quaternions, scale.
layout(std430, binding = 1) buffer Motions { double motions[]; };
layout(std430, binding = 2) writeonly buffer Poses { double poses[]; };

dvec4 product(dvec4 p, dvec4 q) {
    return dvec4(p.w * q.xyz + q.w * p.xyz + cross(p.xyz, q.xyz), p.w * q.w - dot(p.xyz, q.xyz));
}

void main() {
    for (uint i = gl_GlobalInvocationID.x; i < body_count(); i += all_threads()) {
        uint m = 16u * i;
        for (uint axis = 0u; axis < 3u; ++axis) {
            double low = number(axis);
            double high = number(3u + axis);
            double speed = motions[m + 3u + axis];
            double place = motions[m + axis] + speed;
            speed = place < low ? abs(speed) : place > high ? -abs(speed) : speed;
            motions[m + axis] = place;
            motions[m + 3u + axis] = speed;
            poses[13u * i + 9u + axis] = place;
        }
        dvec4 q = dvec4(motions[m + 6u], motions[m + 7u], motions[m + 8u], motions[m + 9u]);
        dvec4 turn = dvec4(motions[m + 10u], motions[m + 11u], motions[m + 12u], motions[m + 13u]);
        q = product(turn, q);
        q *= 1.5lf - 0.5lf * dot(q, q); // a step of Newton's towards length 1
        motions[m + 6u] = q.x;
        motions[m + 7u] = q.y;
        motions[m + 8u] = q.z;
        motions[m + 9u] = q.w;
        dvec3 d = q.xyz + q.xyz;
        dvec3 w = d * q.w;
        uint p = 13u * i;
        poses[p] = 1.0lf - d.y * q.y - d.z * q.z;
        poses[p + 1u] = d.x * q.y - w.z;
        poses[p + 2u] = d.x * q.z + w.y;
        poses[p + 3u] = d.x * q.y + w.z;
        poses[p + 4u] = 1.0lf - d.x * q.x - d.z * q.z;
        poses[p + 5u] = d.y * q.z - w.x;
        poses[p + 6u] = d.x * q.z - w.y;
        poses[p + 7u] = d.y * q.z + w.x;
        poses[p + 8u] = 1.0lf - d.x * q.x - d.y * q.y;
        poses[p + 12u] = motions[m + 14u];
    }
}
)";

const char* const swarm_boxes = R"(
layout(std430, binding = 1) readonly buffer Poses { double poses[]; };
layout(std430, binding = 2) readonly buffer ShapeOf { uint shape_of[]; };
layout(std430, binding = 3) readonly buffer Frames { double frames[]; }; // centre, radius, reach
layout(std430, binding = 4) readonly buffer Shapes { uvec4 shapes[]; };
layout(std430, binding = 5) writeonly buffer Bodies { uvec4 bodies[]; };
layout(std430, binding = 6) writeonly buffer Boxes { uvec4 boxes[]; };
layout(std430, binding = 7) buffer Cells { uint cells[]; };

const float unit = 1.0 / 16777216.0; // roundoff of floats
const float largest = 1.0e24; // sizes and places that leave floats room to multiply
const float smallest = 1.0e-24;

dvec3 triple(uint at) { return dvec3(poses[at], poses[at + 1u], poses[at + 2u]); }
double highest(dvec3 v) { return max(max(abs(v.x), abs(v.y)), abs(v.z)); }

// convex/convex_pair.hpp's is_convex_pose(), stricter. False for what is not finite.
bool is_turn(dvec3 x, dvec3 y, dvec3 z) {
    double off = 1.0e-10lf;
    return abs(dot(x, x) - 1.0lf) <= off && abs(dot(y, y) - 1.0lf) <= off &&
           abs(dot(z, z) - 1.0lf) <= off && abs(dot(x, y)) <= off && abs(dot(y, z)) <= off &&
           abs(dot(z, x)) <= off && dot(cross(x, y), z) > 0.0lf;
}

shared uint levels[2]; // a bit for each that a body of the workgroup has

int level_of(float size) {
    uint bits = floatBitsToUint(size * by_widest());
    int level = int(bits >> 23) - 127 + ((bits & 0x7FFFFFu) != 0u ? 1 : 0);
    return max(level, lowest_level);
}

void enter_cell(uint i, vec3 low, vec3 high) {
    vec3 size = (high - low) * 1.001;
    int level = level_of(max(max(size.x, size.y), size.z));
    if (level > highest_level) {
        atomicOr(s[s_beyond], 1u);
        return;
    }
    uint bit = uint(level - lowest_level);
    atomicOr(levels[bit >> 5], 1u << (bit & 31u));
    uint rank = atomicAdd(cells[place_of(cell_of(low, level), level)], 1u);
    boxes[2u * i] = uvec4(floatBitsToUint(low), uint(level - lowest_level));
    boxes[2u * i + 1u] = uvec4(floatBitsToUint(high), rank);
}

void main() {
    if (gl_LocalInvocationIndex < 2u) {
        levels[gl_LocalInvocationIndex] = 0u;
    }
    barrier();
    dvec3 origin = triple(9u); // of the first body: far ones are not large numbers
    for (uint i = gl_GlobalInvocationID.x; i < body_count(); i += all_threads()) {
        uint p = 13u * i;
        dvec3 row_x = triple(p);
        dvec3 row_y = triple(p + 3u);
        dvec3 row_z = triple(p + 6u);
        dvec3 moved = triple(p + 9u);
        double scale = poses[p + 12u];
        uint shape = shape_of[i];
        dvec3 middle = dvec3(frames[5u * shape], frames[5u * shape + 1u], frames[5u * shape + 2u]);
        double reach = frames[5u * shape + 4u];
        dvec3 centre = dvec3(dot(row_x, middle), dot(row_y, middle), dot(row_z, middle)) * scale +
                       moved;
        float size = float(scale * frames[5u * shape + 3u]);
        // convex/convex_pair.hpp's rounding_of(); 2^-53
        float slack = float((48.0lf * scale * reach + 16.0lf * highest(moved)) *
                            1.1102230246251565e-16lf) * 1.001 + 1.0e-30;
        dvec3 relative = centre - origin;
        uvec4 part = shapes[2u * shape];
        bool sound = is_turn(row_x, row_y, row_z) && scale > 0.0lf && size > smallest &&
                     size < largest && slack < largest && abs(relative.x) < largest &&
                     abs(relative.y) < largest && abs(relative.z) < largest;
        if (!sound || !may_loop(part.y + 8u)) {
            atomicOr(s[s_beyond], 1u);
            continue;
        }
        vec3 x = vec3(row_x);
        vec3 y = vec3(row_y);
        vec3 z = vec3(row_z);
        vec3 low = vec3(8.0);
        vec3 high = vec3(-8.0);
        for (uint k = part.x; k < part.x + part.y; ++k) {
            vec3 v = uintBitsToFloat(shapes[k].xyz);
            vec3 turned = vec3(dot(x, v), dot(y, v), dot(z, v));
            low = min(low, turned);
            high = max(high, turned);
        }
        vec3 at = vec3(relative);
        float off = size * 32.0 * unit + slack +
                    4.0 * unit * (max(max(abs(at.x), abs(at.y)), abs(at.z)) + size);
        // To be the same number wherever it is used.
        precise vec3 lower = at + low * size - off;
        precise vec3 upper = at + high * size + off;
        enter_cell(i, lower, upper);
        bodies[5u * i] = uvec4(floatBitsToUint(x), floatBitsToUint(size));
        bodies[5u * i + 1u] = uvec4(floatBitsToUint(y), shape);
        bodies[5u * i + 2u] = uvec4(floatBitsToUint(z), floatBitsToUint(slack));
        bodies[5u * i + 3u] = uvec4(unpackDouble2x32(centre.x), unpackDouble2x32(centre.y));
        bodies[5u * i + 4u] = uvec4(unpackDouble2x32(centre.z), 0u, 0u);
    }
    barrier();
    if (gl_LocalInvocationIndex < 2u && levels[gl_LocalInvocationIndex] != 0u) {
        atomicOr(s[s_levels + gl_LocalInvocationIndex], levels[gl_LocalInvocationIndex]);
    }
}
)";

const char* const swarm_places = R"(
// How many members each group has; where they begin, as far behind as there are groups.
layout(std430, binding = 1) buffer Groups { uint groups[]; };

const uint each = 8u; // of a thread
shared uint ends[256];
shared uint base;

// Blocks of groups come in an order left to chance; groups of a block follow each other.
void main() {
    uint count = GROUP_COUNT;
    for (uint first = gl_WorkGroupID.x * each * group_size; first < count;
         first += each * all_threads()) {
        uint at = first + each * gl_LocalInvocationIndex;
        uint sizes[each];
        uint mine = 0u;
        for (uint k = 0u; k < each; ++k) {
            sizes[k] = groups[at + k];
            mine += sizes[k];
        }
        ends[gl_LocalInvocationIndex] = mine;
        barrier();
        for (uint reach = 1u; reach < group_size; reach += reach) {
            uint before = 0u;
            if (gl_LocalInvocationIndex >= reach) {
                before = ends[gl_LocalInvocationIndex - reach];
            }
            barrier();
            ends[gl_LocalInvocationIndex] += before;
            barrier();
        }
        if (gl_LocalInvocationIndex == 0u) {
            base = atomicAdd(s[PLACED], ends[group_size - 1u]);
        }
        barrier();
        uint begin = base + ends[gl_LocalInvocationIndex] - mine;
        for (uint k = 0u; k < each; ++k) {
            groups[count + at + k] = begin;
            begin += sizes[k];
        }
        barrier();
    }
}
)";

const char* const swarm_fill = R"(
layout(std430, binding = 1) readonly buffer Boxes { uvec4 boxes[]; };
layout(std430, binding = 2) readonly buffer Cells { uint cells[]; };
layout(std430, binding = 3) writeonly buffer Entries { uvec4 entries[]; };

void main() {
    if (s[s_beyond] != 0u) {
        return;
    }
    for (uint i = gl_GlobalInvocationID.x; i < body_count(); i += all_threads()) {
        uvec4 low = boxes[2u * i];
        uvec4 high = boxes[2u * i + 1u];
        int level = int(low.w) + lowest_level;
        uint cell = place_of(cell_of(uintBitsToFloat(low.xyz), level), level);
        uint place = cells[cell_mask() + 1u + cell] + high.w;
        entries[2u * place] = low;
        entries[2u * place + 1u] = uvec4(high.xyz, i);
    }
}
)";

const char* const swarm_candidates = R"(
layout(std430, binding = 1) readonly buffer Cells { uint cells[]; };
layout(std430, binding = 2) readonly buffer Entries { uvec4 entries[]; };
layout(std430, binding = 3) writeonly buffer Candidates { uvec2 candidates[]; };

const float unit = 1.0 / 16777216.0;
const uint kept = 8u;
uint found[kept];
uint found_count;
uvec4 own_low;
uvec4 own_high;

void write(uint place, uint other) {
    if (place < room_for_candidates()) {
        candidates[place] = uvec2(min(own_high.w, other), max(own_high.w, other));
    }
}

void note(uint other) {
    if (found_count < kept) {
        found[found_count] = other;
        ++found_count;
    } else {
        uint place = atomicAdd(s[s_candidates], 1u);
        if (place == 0xFFFFFFFFu) {
            atomicOr(s[s_uncountable], 1u);
        }
        write(place, other);
    }
}

void look_into(ivec3 cell, int level, uint after) {
    uint place = place_of(cell, level);
    uint begin = cells[cell_mask() + 1u + place];
    uint end = begin + cells[place];
    if (!may_loop(cells[place] + 4u)) {
        atomicOr(s[s_beyond], 1u);
        return;
    }
    vec3 low = uintBitsToFloat(own_low.xyz);
    vec3 high = uintBitsToFloat(own_high.xyz);
    for (uint k = max(begin, after); k < end; ++k) {
        uvec4 other_low = entries[2u * k];
        vec3 from = uintBitsToFloat(other_low.xyz);
        if (int(other_low.w) + lowest_level != level || any(greaterThan(from, high)) ||
            any(notEqual(cell_of(from, level), cell))) {
            continue;
        }
        uvec4 other_high = entries[2u * k + 1u];
        if (!any(lessThan(uintBitsToFloat(other_high.xyz), low))) {
            note(other_high.w);
        }
    }
}

// Of two boxes of one level, the one whose cell comes first, or that comes first in it, finds the
// other.
void look_at_level(int level, uint own_place) {
    bool own_level = level == int(own_low.w) + lowest_level;
    vec3 low = uintBitsToFloat(own_low.xyz);
    ivec3 own = cell_of(low, level);
    vec3 begin = low - cell_size(level);
    ivec3 first = cell_of(begin - 4.0 * unit * (abs(low) + abs(begin)), level);
    ivec3 last = cell_of(uintBitsToFloat(own_high.xyz), level);
    for (int z = own_level ? own.z : first.z; z <= last.z; ++z) {
        bool own_layer = own_level && z == own.z;
        for (int y = own_layer ? own.y : first.y; y <= last.y; ++y) {
            bool own_row = own_layer && y == own.y;
            for (int x = own_row ? own.x : first.x; x <= last.x; ++x) {
                look_into(ivec3(x, y, z), level, own_row && x == own.x ? own_place + 1u : 0u);
            }
        }
    }
}

void look_around(uint own_place) {
    for (uint word = own_low.w >> 5; word < 2u; ++word) {
        uint levels = s[s_levels + word];
        if (word == own_low.w >> 5) {
            levels &= 0xFFFFFFFFu << (own_low.w & 31u);
        }
        while (levels != 0u) {
            uint bit = uint(findLSB(levels));
            levels &= levels - 1u;
            look_at_level(int(32u * word + bit) + lowest_level, own_place);
        }
    }
}

void main() {
    uint count = s[s_beyond] != 0u ? 0u : body_count();
    for (uint first = gl_WorkGroupID.x * group_size; first < count; first += all_threads()) {
        uint place = first + gl_LocalInvocationIndex;
        found_count = 0u;
        if (place < count) {
            own_low = entries[2u * place];
            own_high = entries[2u * place + 1u];
            look_around(place);
        }
        uint begin = append(found_count, s_candidates);
        for (uint k = 0u; k < found_count; ++k) {
            write(begin + k, found[k]);
        }
    }
}
)";

} // namespace impinge::inline v0::gpu::opengl::swarm
