// SPDX-License-Identifier: Apache-2.0
//
// The narrow phase: the proofs of convex/verdict in floats.
//
// All is seen in the frame of A, with its centre as origin and its radius as unit of length; the
// distance between the centres is taken in doubles before. With u = 2^-24, g the radius of B, t its
// centre and R what turns its frame into A's:
//
//   vertices of a shape are off by u, so are offsets of planes; normals by sqrt(3) u
//   t is off by 14 u |t|: one rounding, a product with a rotation in floats (together 8 u), then
//   divided by the radius of A (u), which GLSL lets be off by 2.5 units in the last place (5 u)
//   g is off by 7 u g: two radii, and the division
//   R, a product of two rotations that are rounded to floats, turns a vector v of either frame with
//   an error of at most 21 u |v|, its own evaluation included
//
//   extents  along n: 5 u |n| for A, (32 g + 17 |t|) u |n| for B; apart_by() takes 64 u |n| times
//            1 + g + |t|
//   depths   of x: 10 u (1 + |x|) in A, 44 u (|x| + |t|) + 14 u g in B; is_common() takes
//            128 u times 1 + g + |x| + |t|
//
// which leaves room for products that are contracted or not, rotations that are so to 1e-10 only,
// and small numbers that a device flushes to zero. The rounding of world vertices comes on top.
#include "gpu/opengl/swarm_texts.hpp"

namespace impinge::inline v0::gpu::opengl::swarm {

const char* const swarm_narrow = R"(
layout(std430, binding = 1) readonly buffer Bodies { uvec4 bodies[]; };
layout(std430, binding = 2) readonly buffer Shapes { uvec4 shapes[]; };
layout(std430, binding = 3) readonly buffer Candidates { uvec2 candidates[]; };
layout(std430, binding = 4) buffer Searches { uvec2 searches[]; };
layout(std430, binding = 5) writeonly buffer Results { uvec4 results[]; };
layout(std430, binding = 6) buffer Partners { uint partners[]; };
layout(std430, binding = 7) writeonly buffer Doubtful { uvec2 doubtful[]; };

const float unit = 1.0 / 16777216.0;

// The pair.
uvec4 part_a; // first vertex, vertices, first plane, planes
uvec4 part_b;
mat3 turn; // B's frame into A's
vec3 t;
float g;
float slack;       // of the world vertices of both
float plane_error; // of both
bool sound;

struct Row { vec3 row; uint word; };
Row row_of(uint body, uint row) {
    uvec4 words = bodies[5u * body + row];
    return Row(uintBitsToFloat(words.xyz), words.w);
}
dvec3 centre_of(uint body) {
    uvec4 xy = bodies[5u * body + 3u];
    uvec2 z = bodies[5u * body + 4u].xy;
    return dvec3(packDouble2x32(xy.xy), packDouble2x32(xy.zw), packDouble2x32(z));
}
uint scan_length() { return part_a.y + part_a.w + part_b.y + part_b.w; }
float reach(vec3 v) { return abs(v.x) + abs(v.y) + abs(v.z); }

void load(uvec2 pair) {
    Row ax = row_of(pair.x, 0u);
    Row ay = row_of(pair.x, 1u);
    Row az = row_of(pair.x, 2u);
    Row bx = row_of(pair.y, 0u);
    Row by = row_of(pair.y, 1u);
    Row bz = row_of(pair.y, 2u);
    mat3 a_to_world = transpose(mat3(ax.row, ay.row, az.row));
    turn = transpose(a_to_world) * transpose(mat3(bx.row, by.row, bz.row));
    float size = uintBitsToFloat(ax.word);
    t = vec3(centre_of(pair.y) - centre_of(pair.x)) * a_to_world / size;
    g = uintBitsToFloat(bx.word) / size;
    slack = (uintBitsToFloat(az.word) + uintBitsToFloat(bz.word)) / size * 1.001;
    part_a = shapes[2u * ay.word];
    part_b = shapes[2u * by.word];
    uvec4 more_a = shapes[2u * ay.word + 1u];
    uvec4 more_b = shapes[2u * by.word + 1u];
    plane_error = (uintBitsToFloat(more_a.x) + g * uintBitsToFloat(more_b.x)) * 1.001;
    sound = more_a.y != 0u && more_b.y != 0u;
}

// --- extents along a direction ---

struct Slabs { vec2 a; vec2 b; float error; };

vec2 extent(uvec4 part, vec3 n) {
    vec2 all = vec2(1.0e30, -1.0e30);
    for (uint k = part.x; k < part.x + part.y; ++k) {
        float height = dot(uintBitsToFloat(shapes[k].xyz), n);
        all = vec2(min(all.x, height), max(all.y, height));
    }
    return all;
}
Slabs slabs_along(vec3 n) {
    float error = reach(n) * (64.0 * unit * (1.0 + g + reach(t)) + slack) + 1.0e-30 * (1.0 + g);
    return Slabs(extent(part_a, n), extent(part_b, n * turn) * g + dot(n, t), error);
}
bool are_apart(Slabs k) { return k.b.x - k.a.y > k.error || k.a.x - k.b.y > k.error; }
bool a_protrudes(Slabs k) { return k.a.y - k.b.y > k.error || k.b.x - k.a.x > k.error; }
bool b_protrudes(Slabs k) { return k.b.y - k.a.y > k.error || k.a.x - k.b.x > k.error; }

// --- a common point ---

struct Highest { float height; uint plane; }; // of a point above all planes, and above which most
struct Heights { Highest a; Highest b; };

Highest highest(uvec4 part, vec3 x) {
    Highest most = Highest(-1.0e30, part.z);
    for (uint k = part.z; k < part.z + part.w; ++k) {
        vec4 plane = uintBitsToFloat(shapes[k]);
        float height = dot(plane.xyz, x) - plane.w;
        if (height > most.height) {
            most = Highest(height, k);
        }
    }
    return most;
}
Heights heights_of(vec3 x) {
    Heights h = Heights(highest(part_a, x), highest(part_b, ((x - t) * turn) / g));
    h.b.height *= g;
    return h;
}
bool is_common(vec3 x, Heights h) {
    float error = 128.0 * unit * (1.0 + g + reach(x) + reach(t)) + 2.0 * slack + plane_error;
    vec3 from_b = abs(x - t);
    return -0.999 * h.a.height > error && -0.999 * h.b.height > error && reach(x) < 2.0 &&
           reach(from_b) < 2.0 * g;
}

vec4 plane_of_a(uint k) { return uintBitsToFloat(shapes[k]); }
vec4 plane_of_b(uint k) {
    vec4 plane = uintBitsToFloat(shapes[k]);
    vec3 normal = turn * plane.xyz;
    return vec4(normal, g * plane.w + dot(normal, t));
}

// --- who reaches out of whom ---

bool each_protrudes(Heights h, Slabs along) {
    bool of_a = a_protrudes(along);
    bool of_b = b_protrudes(along);
    if (!of_a) {
        Slabs k = slabs_along(plane_of_b(h.b.plane).xyz);
        of_a = a_protrudes(k);
        of_b = of_b || b_protrudes(k);
    }
    if (!of_b) {
        Slabs k = slabs_along(plane_of_a(h.a.plane).xyz);
        of_b = b_protrudes(k);
        of_a = of_a || a_protrudes(k);
    }
    return of_a && of_b;
}

// --- what is told ---

// A verdict of the enumeration Verdict, or that the processor has to prove it.
void tell(bool tells, uvec2 pair, uint verdict) {
    tells = tells && verdict != verdict_apart;
    uint place = append(tells ? 1u : 0u, s_results);
    if (tells && place < room_for_results()) {
        uint rank = atomicAdd(partners[pair.x], 1u);
        results[place] = uvec4(pair.x, pair.y | verdict << 29, rank, 0u);
    }
    bool doubts = tells && verdict == verdict_in_doubt;
    place = append(doubts ? 1u : 0u, s_doubtful);
    if (doubts && place < room_for_doubtful()) {
        doubtful[place] = pair;
    }
}
)";

const char* const swarm_quick = R"(
const uint open = 6u;

// The first two tries of convex/verdict/convex_verdict.
uint quick_verdict() {
    if (!sound || !may_loop(3u * scan_length() + 8u)) {
        return verdict_in_doubt;
    }
    Slabs along = slabs_along(t);
    if (are_apart(along)) {
        return verdict_apart;
    }
    float middle = 0.5 * (min(along.a.y, along.b.y) + max(along.a.x, along.b.x));
    float square = dot(t, t);
    vec3 x = square > 1.0e-12 ? t * (middle / square) : vec3(0.0);
    Heights h = heights_of(x);
    return is_common(x, h) && each_protrudes(h, along) ? verdict_crossing : open;
}

void main() {
    uint count = min(s[s_candidates], room_for_candidates());
    for (uint first = gl_WorkGroupID.x * group_size; first < count; first += all_threads()) {
        uint i = first + gl_LocalInvocationIndex;
        uint verdict = verdict_apart;
        uvec2 pair = uvec2(0u);
        if (i < count) {
            pair = candidates[i];
            load(pair);
            verdict = quick_verdict();
        }
        uint place = append(verdict == open ? 1u : 0u, s_searches);
        if (verdict == open && place < room_for_searches()) {
            searches[place] = pair;
        }
        tell(verdict != open, pair, verdict);
    }
}
)";

const char* const swarm_search = R"(
const int most_steps = 48;
const float third_root = 0.57735026918962576;

vec4 planes[4];  // that hold the point: normal, offset
vec4 columns[4]; // of the inverse of the rows (normal, 1)
bool is_of_a[4];
vec4 solution;    // the point, and how deep it could lie

void begin_around_a() {
    vec3 corners[4] = vec3[4](vec3(1.0, 1.0, 1.0), vec3(1.0, -1.0, -1.0), vec3(-1.0, 1.0, -1.0),
                              vec3(-1.0, -1.0, 1.0));
    for (int i = 0; i < 4; ++i) {
        planes[i] = vec4(corners[i] * third_root, 1.0);
        columns[i] = vec4(planes[i].xyz * 0.75, 0.25);
        is_of_a[i] = true;
    }
    solution = vec4(0.0, 0.0, 0.0, 1.0);
}

vec3 direction() {
    vec3 sum = vec3(0.0);
    for (int i = 0; i < 4; ++i) {
        sum += is_of_a[i] ? planes[i].xyz * columns[i].w : vec3(0.0);
    }
    return sum;
}

// False if the point is the deepest there is.
bool advance(Heights h) {
    bool from_a = h.a.height >= h.b.height;
    float above = max(h.a.height, h.b.height) + solution.w;
    if (!(above > 2.0e-6 * (1.0 + g))) {
        return false;
    }
    vec4 plane = from_a ? plane_of_a(h.a.plane) : plane_of_b(h.b.plane);
    vec4 share;
    int leaving = 4;
    float least = 1.0e30;
    for (int i = 0; i < 4; ++i) {
        share[i] = dot(plane.xyz, columns[i].xyz) + columns[i].w;
        if (share[i] > 1.0e-6 && columns[i].w < least * share[i]) {
            least = columns[i].w / share[i];
            leaving = i;
        }
    }
    if (leaving == 4) {
        return false;
    }
    vec4 column = vec4(0.0);
    for (int i = 0; i < 4; ++i) {
        column = i == leaving ? columns[i] / share[i] : column;
    }
    for (int i = 0; i < 4; ++i) {
        columns[i] = i == leaving ? column : columns[i] - column * share[i];
        planes[i] = i == leaving ? plane : planes[i];
        is_of_a[i] = i == leaving ? from_a : is_of_a[i];
    }
    solution -= column * above;
    return true;
}

// Looks over all faces.
uint containment() {
    bool a_in = true;
    bool b_in = true;
    bool a_out = false;
    bool b_out = false;
    for (uint k = part_b.z; k < part_b.z + part_b.w && !(a_out && b_out); ++k) {
        vec4 plane = plane_of_b(k);
        Slabs along = slabs_along(plane.xyz);
        a_out = a_out || a_protrudes(along);
        b_out = b_out || b_protrudes(along);
        if (!may_loop(scan_length())) {
            return verdict_in_doubt;
        }
        a_in = a_in && plane.w - plane_error - along.a.y > 2.0 * along.error;
    }
    for (uint k = part_a.z; k < part_a.z + part_a.w && !(a_out && b_out); ++k) {
        vec4 plane = plane_of_a(k);
        Slabs along = slabs_along(plane.xyz);
        a_out = a_out || a_protrudes(along);
        b_out = b_out || b_protrudes(along);
        if (!may_loop(scan_length())) {
            return verdict_in_doubt;
        }
        b_in = b_in && plane.w - plane_error - along.b.y > 2.0 * along.error;
    }
    if (a_out && b_out) {
        return verdict_crossing;
    }
    return a_in && !a_out ? verdict_a_inside_b : b_in && !b_out ? verdict_b_inside_a
                                                                : verdict_in_doubt;
}

uint searched_verdict() {
    begin_around_a();
    for (int step = 0; step < most_steps && may_loop(4u * scan_length() + 16u); ++step) {
        Heights h = heights_of(solution.xyz);
        if (is_common(solution.xyz, h)) {
            return each_protrudes(h, slabs_along(t)) ? verdict_crossing : containment();
        }
        if (solution.w < 0.0 && are_apart(slabs_along(direction()))) {
            return verdict_apart;
        }
        if (!advance(h)) {
            break;
        }
    }
    return verdict_in_doubt;
}

void main() {
    uint count = min(s[s_searches], room_for_searches());
    for (uint first = gl_WorkGroupID.x * group_size; first < count; first += all_threads()) {
        uint i = first + gl_LocalInvocationIndex;
        uint verdict = verdict_apart;
        uvec2 pair = uvec2(0u);
        if (i < count) {
            pair = searches[i];
            load(pair);
            verdict = searched_verdict();
        }
        tell(true, pair, verdict);
    }
}
)";

// --- the answer ----------------------------------------------------------------------------------

const char* const swarm_order = R"(
layout(std430, binding = 1) readonly buffer Results { uvec4 results[]; };
layout(std430, binding = 2) readonly buffer Partners { uint partners[]; };
layout(std430, binding = 3) writeonly buffer Ordered { uvec2 ordered[]; };

void main() {
    uint count = min(s[s_results], room_for_results());
    for (uint i = gl_GlobalInvocationID.x; i < count; i += all_threads()) {
        uvec4 result = results[i];
        ordered[partners[f[5].x + result.x] + result.z] = result.xy;
    }
}
)";

const char* const swarm_sort = R"(
layout(std430, binding = 1) readonly buffer Partners { uint partners[]; };
layout(std430, binding = 2) buffer Ordered { uvec2 ordered[]; };

const uint most_sorted = 32u; // longer lists are left to the processor

// By insertion. Verdicts stand above the numbers.
void main() {
    for (uint i = gl_GlobalInvocationID.x; i < body_count(); i += all_threads()) {
        uint begin = partners[f[5].x + i];
        uint count = partners[i];
        for (uint k = 1u; k < count && count <= most_sorted; ++k) {
            uint word = ordered[begin + k].y;
            uint at = begin + k;
            while (at > begin && (ordered[at - 1u].y & 0x1FFFFFFFu) > (word & 0x1FFFFFFFu)) {
                ordered[at].y = ordered[at - 1u].y;
                --at;
            }
            ordered[at].y = word;
        }
    }
}
)";

const char* const swarm_deliver = R"(
layout(std430, binding = 1) readonly buffer Partners { uint partners[]; };
layout(std430, binding = 2) readonly buffer Ordered { uint ordered[]; };
layout(std430, binding = 3) readonly buffer Doubtful { uvec2 doubtful[]; };
layout(std430, binding = 4) readonly buffer Poses { uint poses[]; }; // words of doubles
layout(std430, binding = 5) writeonly buffer Answer { uint answer[]; };

const uint pose_words = 26u;
const uint record = 2u + 2u * pose_words;
const uint block = 2048u;

uint word_of_doubtful(uint i, uint word) {
    uvec2 pair = doubtful[i];
    if (word < 2u) {
        return pair[word];
    }
    uint of_pose = word - 2u;
    return of_pose < pose_words ? poses[pose_words * pair.x + of_pose]
                                : poses[pose_words * pair.y + of_pose - pose_words];
}

// Neighbouring threads write neighbouring words, which is what the bus likes.
void main() {
    uint blocks = f[5].x / block;
    uint first_pair = answer_head + blocks;
    uint first_doubtful = first_pair + 2u * room_for_results();
    uint thread = gl_GlobalInvocationID.x;
    if (thread < answer_head) {
        answer[thread] = s[thread];
    }
    for (uint i = thread; i < blocks; i += all_threads()) {
        answer[answer_head + i] = partners[f[5].x + block * i];
    }
    uint words = 2u * min(s[s_results], room_for_results());
    for (uint i = thread; i < words; i += all_threads()) {
        answer[first_pair + i] = ordered[i];
    }
    words = record * min(s[s_doubtful], room_for_doubtful());
    for (uint i = thread; i < words; i += all_threads()) {
        answer[first_doubtful + i] = word_of_doubtful(i / record, i % record);
    }
}
)";

} // namespace impinge::inline v0::gpu::opengl::swarm
