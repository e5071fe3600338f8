// SPDX-License-Identifier: Apache-2.0
//
// Twin of exact/world_mesh: vertices where they stand in the world, and the boxes of both bodies.
#include "gpu/opengl/stages.hpp"

namespace impinge::inline v0::gpu::opengl {

const char* const position_buffers = R"(
layout(std430, binding = 1) readonly buffer PositionsOfA { uint pa[]; };
layout(std430, binding = 2) readonly buffer PositionsOfB { uint pb[]; };
)";

const char* const stored_functions = R"(
uint position_word(uint body, uint at) { return body == 0u ? pa[at] : pb[at]; }
uint first_position_word(uint body, uint vertex) {
    return f[14u * body].z + min(vertex, vertex_count(body) - 1u) * f[14u * body].w;
}
uint words_per_number(uint body) { return f[14u * body + 1u].x; }
)";

// In doubles a corner is at its place in the world, as apply() computes it: a pose takes some
// roundings, an identity none. In floats it is relative to the origin of the frame, in units of
// the frame, and a centre of the body is taken off before the pose is applied, so that small things
// far away keep their shape. Either way `error` bounds, in units of the frame and along each axis,
// how far it may be from the world vertex that all proofs are about: in whichever order sums are
// taken, contracted or not, and where a device takes the smallest numbers for 0.
const char* const placed_functions = R"(
bool is_finite_position(uint body, uint vertex) {
    uint at = first_position_word(body, vertex);
    uint words = words_per_number(body);
    uint mask = words == 2u ? 0x7FF00000u : 0x7F800000u;
    for (uint i = 0u; i < 3u; ++i) {
        if ((position_word(body, at + words * i + words - 1u) & mask) == mask) {
            return false;
        }
    }
    return true;
}

struct Corner {
    rvec3 at;
    real error;
};

uint frame_word(uint first, uint i) { return f[first + (i >> 2)][i & 3u]; }
// By how much a pose may enlarge what is lost of a number, and more.
float growth_by_pose(uint body) { return uintBitsToFloat(f[14u * body + 13u].w); }

#ifdef IN_DOUBLES

double frame_number(uint first, uint i) {
    return packDouble2x32(uvec2(frame_word(first, 2u * i), frame_word(first, 2u * i + 1u)));
}
dvec3 frame_numbers(uint first, uint i) {
    return dvec3(frame_number(first, i), frame_number(first, i + 1u), frame_number(first, i + 2u));
}
double unit() { return frame_number(28u, 3u); }

double coordinate(uint body, uint at) {
    if (words_per_number(body) == 2u) {
        return packDouble2x32(uvec2(position_word(body, at), position_word(body, at + 1u)));
    }
    uint bits = position_word(body, at);
    if ((bits & 0x7F800000u) == 0u) { // what a device may take for 0
        double size = double(bits & 0x7FFFFFu) * 1.40129846432481707092372958329e-45LF;
        return (bits & 0x80000000u) != 0u ? -size : size;
    }
    return double(uintBitsToFloat(bits));
}

Corner placed(uint body, uint vertex) {
    uint at = first_position_word(body, vertex);
    uint words = words_per_number(body);
    dvec3 p = dvec3(coordinate(body, at), coordinate(body, at + words),
                    coordinate(body, at + 2u * words));
    dvec3 sizes = abs(p);
    if (f[14u * body + 1u].y != 0u) {
        return Corner(p, 1e-307LF * unit());
    }
    // 2.3e-308 may be lost of each number that a pose is applied with, and of each step.
    double largest = max(sizes.x, max(sizes.y, sizes.z));
    double lost = 3e-307LF * double(growth_by_pose(body)) * (1.0LF + largest) * unit();
    uint pose = 14u * body + 2u;
    dvec3 row_x = frame_numbers(pose, 0u);
    dvec3 row_y = frame_numbers(pose, 3u);
    dvec3 row_z = frame_numbers(pose, 6u);
    dvec3 moved = frame_numbers(pose, 9u);
    double scale = frame_number(pose, 12u);
    precise double x = row_x.x * p.x + row_x.y * p.y + row_x.z * p.z;
    precise double y = row_y.x * p.x + row_y.y * p.y + row_y.z * p.z;
    precise double z = row_z.x * p.x + row_z.y * p.y + row_z.z * p.z;
    precise dvec3 scaled = dvec3(x, y, z) * scale;
    precise dvec3 world = scaled + moved;
    dvec3 reach = dvec3(dot(abs(row_x), sizes), dot(abs(row_y), sizes), dot(abs(row_z), sizes));
    dvec3 all = (reach * scale + abs(moved)) * unit();
    // Five roundings here, and five of the processor: less than 16 times 2^-53.
    return Corner(world, max(all.x, max(all.y, all.z)) * 1.7763568394002505e-15LF + lost);
}

// From one corner to another, in units of the frame.
rvec3 step_to(Corner from, Corner to) {
    precise dvec3 difference = to.at - from.at;
    return difference * unit();
}

#else

int unit_exponent() { return int(f[30].x); }
// The unit as a product, since floats cannot say all of them.
vec2 unit_factors() { return uintBitsToFloat(f[33].zw); }

float power_of_two(int exponent) {
    return exponent < -126 ? 0.0
           : exponent > 127 ? uintBitsToFloat(0x7F800000u)
                            : uintBitsToFloat(uint(exponent + 127) << 23);
}

// Two floats whose sum is the number in units of the frame, to 2^-47 of it.
vec2 coordinate(uint body, uint at) {
    if (words_per_number(body) == 1u) {
        uint bits = position_word(body, at);
        if ((bits & 0x7F800000u) != 0u) {
            return vec2(uintBitsToFloat(bits) * unit_factors().x * unit_factors().y, 0.0);
        }
        // What a device may take for 0.
        float size = float(bits & 0x7FFFFFu) * power_of_two(unit_exponent() - 149);
        return vec2((bits & 0x80000000u) != 0u ? -size : size, 0.0);
    }
    uint low = position_word(body, at);
    uint high = position_word(body, at + 1u);
    int exponent = int(high >> 20 & 0x7FFu);
    uint first = (high & 0xFFFFFu) << 3 | low >> 29;
    first |= exponent == 0 ? 0u : 0x800000u;
    int last_place = max(exponent, 1) - 1075 + unit_exponent();
    vec2 sizes = vec2(float(first) * power_of_two(last_place + 29),
                      float(low & 0x1FFFFFFFu) * power_of_two(last_place));
    return (high & 0x80000000u) != 0u ? -sizes : sizes;
}

float frame_float(uint first, uint i) { return uintBitsToFloat(frame_word(first, i)); }
vec3 frame_floats(uint first, uint i) {
    return vec3(frame_float(first, i), frame_float(first, i + 1u), frame_float(first, i + 2u));
}

Corner placed(uint body, uint vertex) {
    uint at = first_position_word(body, vertex);
    uint words = words_per_number(body);
    vec2 x = coordinate(body, at);
    vec2 y = coordinate(body, at + words);
    vec2 z = coordinate(body, at + 2u * words);
    uint pose = 14u * body + 9u;
    precise vec3 off = vec3(x.x, y.x, z.x) - frame_floats(pose, 9u);
    precise vec3 rest = vec3(x.y, y.y, z.y) - frame_floats(pose, 12u);
    precise vec3 p = off + rest;
    vec3 row_x = frame_floats(pose, 0u);
    vec3 row_y = frame_floats(pose, 3u);
    vec3 row_z = frame_floats(pose, 6u);
    vec3 moved = frame_floats(pose, 15u);
    vec3 place = vec3(dot(row_x, p), dot(row_y, p), dot(row_z, p)) + moved;
    // 2^-20 is twice what rounding does to sums of this size; what the two floats left out of the
    // position is below 2^-25 of that. Numbers below 1.2e-38 may have been taken for 0.
    vec3 sizes = abs(p) + abs(vec3(x.x, y.x, z.x)) * 2.98e-8 + vec3(1e-30);
    const vec3 lost = vec3(4e-32);
    vec3 reach = vec3(dot(abs(row_x) + lost, sizes), dot(abs(row_y) + lost, sizes),
                      dot(abs(row_z) + lost, sizes)) + abs(moved);
    float world = frame_float(pose, 18u); // what rounds far from the origin, whatever the body's size
    return Corner(place, max(reach.x, max(reach.y, reach.z)) * 9.5367431640625e-7 + world + 1e-30);
}

// By bits, as compilers may take it that there are no others.
bool is_a_number(float x) { return (floatBitsToUint(x) & 0x7F800000u) != 0x7F800000u; }
// Beyond the range of floats: the processor has a look.
bool is_finite_place(Corner c) {
    return is_a_number(c.at.x) && is_a_number(c.at.y) && is_a_number(c.at.z) &&
           is_a_number(c.error) && c.error < 1e30;
}
rvec3 step_to(Corner from, Corner to) { return to.at - from.at; }

#endif
)";

const char* const world_stage = R"(
shared vec3 lows[256];
shared vec3 highs[256];
shared uint first_not_finite;
const vec3 endless = vec3(1e37); // beyond it boxes have no end: see the region

void main() {
    uint body = gl_WorkGroupID.x < groups_of_a() ? 0u : 1u;
    uint first_group = body == 0u ? 0u : groups_of_a();
    uint groups = body == 0u ? groups_of_a() : gl_NumWorkGroups.x - groups_of_a();
    float infinity = uintBitsToFloat(0x7F800000u);
    vec3 low = vec3(infinity);
    vec3 high = vec3(-infinity);
    if (local_index() == 0u) {
        first_not_finite = none;
    }
    barrier();
    uint place = (gl_WorkGroupID.x - first_group) * group_size + local_index();
    for (uint i = place; i < vertex_count(body); i += groups * group_size) {
        Corner c = placed(body, i);
        if (!is_finite_position(body, i) || !is_finite_place(c)) {
            atomicMin(first_not_finite, i);
            continue;
        }
        low = min(low, clamp(c.at - vec3(c.error), -endless, endless));
        high = max(high, clamp(c.at + vec3(c.error), -endless, endless));
    }
    lows[local_index()] = low;
    highs[local_index()] = high;
    for (uint half_size = group_size / 2u; half_size > 0u; half_size /= 2u) {
        barrier();
        if (local_index() < half_size) {
            lows[local_index()] = min(lows[local_index()], lows[local_index() + half_size]);
            highs[local_index()] = max(highs[local_index()], highs[local_index() + half_size]);
        }
    }
    barrier();
    if (local_index() < 3u) {
        uint axis = local_index();
        atomicMin(s[s_box_low + 3u * body + axis], ordered(lows[0][axis]));
        atomicMax(s[s_box_high + 3u * body + axis], ordered(highs[0][axis]));
    }
    if (local_index() == 3u && first_not_finite != none) {
        atomicMin(s[s_not_finite + body], first_not_finite);
    }
}
)";

} // namespace impinge::inline v0::gpu::opengl
