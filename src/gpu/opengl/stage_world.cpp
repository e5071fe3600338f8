// SPDX-License-Identifier: Apache-2.0
//
// Twin of exact/world_mesh: vertices where they stand in the world, and the boxes of both bodies.
// On the way it clears what later stages count in, and the state that the next frame begins with.
#include "gpu/opengl/stages.hpp"

namespace impinge::inline v0::gpu::opengl {

const char* const position_buffers = R"(
layout(std430, binding = 1) readonly buffer PositionsOfA { uint pa[]; };
layout(std430, binding = 2) readonly buffer PositionsOfB { uint pb[]; };
)";

const char* const stored_functions = R"(
uint position_word(uint body, uint at) { return side_of_body(body) == 0u ? pa[at] : pb[at]; }
uint first_position_word(uint body, uint vertex) {
    return body_word(body, 2u) + min(vertex, body_word(body, 0u) - 1u) * body_word(body, 3u);
}
#ifdef ALL_SIMPLE
uint words_per_number(uint body) { return 1u; }
#else
uint words_per_number(uint body) { return body_word(body, 4u); }
#endif

// A position as it lies in memory: of floats, high is what counts.
struct Stored {
    uvec3 low;
    uvec3 high;
};
Stored stored(uint body, uint vertex) {
    uint at = first_position_word(body, vertex);
    if (words_per_number(body) == 1u) {
        return Stored(uvec3(0u), uvec3(position_word(body, at), position_word(body, at + 1u),
                                       position_word(body, at + 2u)));
    }
    return Stored(uvec3(position_word(body, at), position_word(body, at + 2u),
                        position_word(body, at + 4u)),
                  uvec3(position_word(body, at + 1u), position_word(body, at + 3u),
                        position_word(body, at + 5u)));
}
)";

// A corner is relative to the origin of the frame, in units of the frame, and a centre of the body
// is taken off before the pose is applied, so that small things far away keep their shape. `error`
// bounds, in the same units and along each axis, how far it may be from the world vertex that all
// proofs are about: in whichever order sums are taken, contracted or not, and where a device takes
// the smallest numbers for 0.
const char* const placed_functions = R"(
struct Corner {
    vec3 at;
    float error;
};

float pose_float(uint body, uint i) { return uintBitsToFloat(body_word(body, 36u + i)); }
vec3 pose_floats(uint body, uint i) {
    return vec3(pose_float(body, i), pose_float(body, i + 1u), pose_float(body, i + 2u));
}
int unit_exponent() { return int(f[30].x); }
// The unit as a product, since floats cannot say all of them.
vec2 unit_factors() { return uintBitsToFloat(f[33].zw); }

float power_of_two(int exponent) {
    return exponent < -126 ? 0.0
           : exponent > 127 ? uintBitsToFloat(0x7F800000u)
                            : uintBitsToFloat(uint(exponent + 127) << 23);
}

float coordinate_of_float(uint bits) {
    if ((bits & 0x7F800000u) != 0u) {
        return uintBitsToFloat(bits) * unit_factors().x * unit_factors().y;
    }
    // What a device may take for 0.
    float size = float(bits & 0x7FFFFFu) * power_of_two(unit_exponent() - 149);
    return (bits & 0x80000000u) != 0u ? -size : size;
}

// Two floats whose sum is the number in units of the frame, to 2^-47 of it or to 2^-98.
vec2 coordinate_of_double(uint low, uint high) {
    int exponent = int(high >> 20 & 0x7FFu);
    uint first = (high & 0xFFFFFu) << 3 | low >> 29;
    first |= exponent == 0 ? 0u : 0x800000u;
    int last_place = max(exponent, 1) - 1075 + unit_exponent();
    vec2 sizes = vec2(float(first) * power_of_two(last_place + 29),
                      float(low & 0x1FFFFFFFu) * power_of_two(last_place));
    return (high & 0x80000000u) != 0u ? -sizes : sizes;
}

// Of floats, where it was modelled, in a unit that a float can say.
#ifdef ALL_SIMPLE
bool is_simple(uint body) { return true; }
#else
bool is_simple(uint body) { return body_word(body, 5u) == 2u; }
#endif

// What a body is placed with, read once for all its vertices.
struct Placing {
    bool simple;
    bool of_floats;
    vec3 centre;
    vec3 rest_of_centre;
    vec3 row_x;
    vec3 row_y;
    vec3 row_z;
    vec3 moved;
    float largest_row;
    float largest_move;
    float world; // what rounds far from the origin, whatever the body's size
};

Placing placing_of(uint body) {
    return Placing(is_simple(body), words_per_number(body) == 1u, pose_floats(body, 9u),
                   pose_floats(body, 12u), pose_floats(body, 0u), pose_floats(body, 3u),
                   pose_floats(body, 6u), pose_floats(body, 15u),
                   uintBitsToFloat(body_word(body, 34u)), uintBitsToFloat(body_word(body, 35u)),
                   pose_float(body, 18u));
}

Corner placed(Placing by, Stored p) {
    vec3 large;
    vec3 small = vec3(0.0);
    if (by.simple) {
        large = uintBitsToFloat(p.high) * unit_factors().x;
    } else if (by.of_floats) {
        large = vec3(coordinate_of_float(p.high.x), coordinate_of_float(p.high.y),
                     coordinate_of_float(p.high.z));
    } else {
        vec2 x = coordinate_of_double(p.low.x, p.high.x);
        vec2 y = coordinate_of_double(p.low.y, p.high.y);
        vec2 z = coordinate_of_double(p.low.z, p.high.z);
        large = vec3(x.x, y.x, z.x);
        small = vec3(x.y, y.y, z.y);
    }
    precise vec3 off = large - by.centre;
    precise vec3 rest = small - by.rest_of_centre;
    precise vec3 from_centre = off + rest;
    vec3 place = from_centre;
    if (!by.simple) {
        place = vec3(dot(by.row_x, from_centre), dot(by.row_y, from_centre),
                     dot(by.row_z, from_centre));
    }
    place += by.moved;
    // 2^-20 is twice what rounding does to sums of this size; what the two floats left out of the
    // position is below 2^-25 of that. Of a double, places below 2^-126 are left out, 2^-98 at most:
    // 2^-78 of these 2^-20. Numbers below 1.2e-38 may have been taken for 0.
    vec3 sizes = abs(from_centre) + abs(large) * 2.98e-8;
    float size = max(sizes.x, max(sizes.y, sizes.z)) + 3.309e-24;
    return Corner(place, (size * by.largest_row + by.largest_move) * 9.5367431640625e-7 + by.world + 1e-30);
}

// From one corner to another, in units of the frame.
vec3 step_to(Corner from, Corner to) { return to.at - from.at; }
)";

// The same in doubles, where the filter needs them: at its place in the world, as apply() computes
// it; a pose takes some roundings, an identity none. The bound is in units of the frame.
const char* const fine_functions = R"(
struct FineCorner {
    dvec3 at;
    double error;
};

double pose_number(uint body, uint i) {
    return packDouble2x32(uvec2(body_word(body, 8u + 2u * i), body_word(body, 9u + 2u * i)));
}
dvec3 pose_numbers(uint body, uint i) {
    return dvec3(pose_number(body, i), pose_number(body, i + 1u), pose_number(body, i + 2u));
}
double unit() { return packDouble2x32(f[29].zw); }
// By how much a pose may enlarge what is lost of a number, and more.
float growth_by_pose(uint body) { return pose_float(body, 19u); }

double fine_coordinate(uint body, uint low, uint high) {
    if (words_per_number(body) == 2u) {
        return packDouble2x32(uvec2(low, high));
    }
    if ((high & 0x7F800000u) == 0u) { // what a device may take for 0
        double size = double(high & 0x7FFFFFu) * 1.40129846432481707092372958329e-45LF;
        return (high & 0x80000000u) != 0u ? -size : size;
    }
    return double(uintBitsToFloat(high));
}

struct FinePlacing {
    uint body;
    bool posed;
    dvec3 row_x;
    dvec3 row_y;
    dvec3 row_z;
    double scale;
    dvec3 moved;
};
FinePlacing fine_placing_of(uint body) {
    return FinePlacing(body, body_word(body, 5u) == 0u, pose_numbers(body, 0u),
                       pose_numbers(body, 3u), pose_numbers(body, 6u), pose_number(body, 12u),
                       pose_numbers(body, 9u));
}

FineCorner finely_placed(FinePlacing by, Stored stored_position) {
    dvec3 p = dvec3(fine_coordinate(by.body, stored_position.low.x, stored_position.high.x),
                    fine_coordinate(by.body, stored_position.low.y, stored_position.high.y),
                    fine_coordinate(by.body, stored_position.low.z, stored_position.high.z));
    if (!by.posed) {
        return FineCorner(p, 1e-307LF * unit());
    }
    dvec3 sizes = abs(p);
    // 2.3e-308 may be lost of each number that a pose is applied with, and of each step.
    double largest = max(sizes.x, max(sizes.y, sizes.z));
    double lost = 3e-307LF * double(growth_by_pose(by.body)) * (1.0LF + largest) * unit();
    precise double x = by.row_x.x * p.x + by.row_x.y * p.y + by.row_x.z * p.z;
    precise double y = by.row_y.x * p.x + by.row_y.y * p.y + by.row_y.z * p.z;
    precise double z = by.row_z.x * p.x + by.row_z.y * p.y + by.row_z.z * p.z;
    precise dvec3 scaled = dvec3(x, y, z) * by.scale;
    precise dvec3 world = scaled + by.moved;
    dvec3 reach = dvec3(dot(abs(by.row_x), sizes), dot(abs(by.row_y), sizes),
                        dot(abs(by.row_z), sizes));
    dvec3 all = (reach * by.scale + abs(by.moved)) * unit();
    // Five roundings here, and five of the processor: less than 16 times 2^-53.
    return FineCorner(world, max(all.x, max(all.y, all.z)) * 1.7763568394002505e-15LF + lost);
}

dvec3 step_to(FineCorner from, FineCorner to) {
    precise dvec3 difference = to.at - from.at;
    return difference * unit();
}
)";

const char* const world_stage = R"(
layout(std430, binding = 3) writeonly buffer NextState { uint next_state[]; };
layout(std430, binding = 4) writeonly buffer Image { uint image[]; };
layout(std430, binding = 5) writeonly buffer Counts { uint counts[]; };

shared vec3 lows[256];
shared vec3 highs[256];
shared uint first_not_finite;
const vec3 endless = vec3(1e37); // beyond it boxes have no end: see the region

// By bits, as compilers may take it that there are no others.
bool is_a_number(float x) { return (floatBitsToUint(x) & 0x7F800000u) != 0x7F800000u; }
// Beyond the range of floats: the processor has a look.
bool is_finite_place(Corner c) {
    return is_a_number(c.at.x) && is_a_number(c.at.y) && is_a_number(c.at.z) &&
           is_a_number(c.error) && c.error < 1e30;
}
bool is_finite_position(uint body, Stored p) {
    uint mask = words_per_number(body) == 2u ? 0x7FF00000u : 0x7F800000u;
    return all(notEqual(p.high & uvec3(mask), uvec3(mask)));
}

void clear_for_later() {
    for (uint i = gl_GlobalInvocationID.x; i < state_words; i += all_threads()) {
        next_state[i] = initial_state(i);
    }
    for (uint i = gl_GlobalInvocationID.x; i < cleared_image_words; i += all_threads()) {
        image[i] = 0u;
    }
    for (uint i = gl_GlobalInvocationID.x; i < 1u << cell_bits(); i += all_threads()) {
        counts[i] = 0u;
    }
}

void main() {
    clear_for_later();
    uint side = gl_WorkGroupID.x < groups_of_a() ? 0u : 1u;
    uint first_group = side == 0u ? 0u : groups_of_a();
    uint groups = side == 0u ? groups_of_a() : gl_NumWorkGroups.x - groups_of_a();
    float infinity = uintBitsToFloat(0x7F800000u);
    vec3 low = vec3(infinity);
    vec3 high = vec3(-infinity);
    if (local_index() == 0u) {
        first_not_finite = none;
    }
    barrier();
    uint count = vertex_count(side);
    for (uint first = (gl_WorkGroupID.x - first_group) * vertices_per_group; first < count;
         first += groups * vertices_per_group) {
        Stored p[vertices_per_thread]; // all loads before what waits for them
        uint body[vertices_per_thread];
        for (uint k = 0u; k < vertices_per_thread; ++k) {
            uint i = first + k * group_size + local_index();
            body[k] = body_of_vertex(side, min(i, count - 1u));
            p[k] = stored(body[k], i);
        }
        for (uint k = 0u; k < vertices_per_thread; ++k) {
            Corner c = placed(placing_of(body[k]), p[k]);
            if (!is_finite_position(body[k], p[k]) || !is_finite_place(c)) {
                atomicMin(first_not_finite, min(first + k * group_size + local_index(), count - 1u));
                continue;
            }
            low = min(low, clamp(c.at - vec3(c.error), -endless, endless));
            high = max(high, clamp(c.at + vec3(c.error), -endless, endless));
        }
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
        // Most workgroups have nothing to add to what others found.
        uint axis = 3u * side + local_index();
        uint lowest = ordered(lows[0][local_index()]);
        uint highest = ordered(highs[0][local_index()]);
        if (lowest < s[s_box_low + axis]) {
            atomicMin(s[s_box_low + axis], lowest);
        }
        if (highest > s[s_box_high + axis]) {
            atomicMax(s[s_box_high + axis], highest);
        }
    }
    if (local_index() == 3u && first_not_finite != none) {
        atomicMin(s[s_not_finite + side], first_not_finite);
    }
}
)";

} // namespace impinge::inline v0::gpu::opengl
