// SPDX-License-Identifier: Apache-2.0
//
// Twin of exact/pairs/side_filter, and of what signs settle in prove_pairs: on which sides of each
// other's plane the corners of two triangles surely lie, by more than rounding could have moved
// them; where all are certain, which end of the two intervals on the common line comes first
// (Guigue and Devillers, "Fast and Robust Triangle-Triangle Overlap Test Using Orientation
// Predicates", 2003). So a pair surely crosses, is surely apart, or is left to the processor.
//
// With s the largest component of the vectors u and v that span a plane, r that of the vector to
// the point asked about, e the unit of rounding: rounding moves the volume (u x v) . w by less than
// 50 e s^2 r, as in side_filter.cpp, and twice that is asked for. Corners that are off by d along
// each axis move it by less than 24 s d r + 12 s^2 d, with s and r as they may really be.
#include "gpu/opengl/stages.hpp"

namespace impinge::inline v0::gpu::opengl {

const char* const triangle_buffers = R"(
layout(std430, binding = 3) readonly buffer TrianglesOfA { uint ta[]; };
layout(std430, binding = 4) readonly buffer TrianglesOfB { uint tb[]; };
)";

const char* const filter_functions = R"(
const uint apart = 0u;
const uint surely_crossing = 1u;
const uint in_doubt = 2u;

#ifdef IN_DOUBLES
const real rounding_of_volumes = 1.2e-14LF;
const real smallest_size = 1e-50LF;
const real largest_size = 1e50LF;
const real smallest_bound = 1e-280LF;
const real largest_bound = 1e280LF;
#else
const real rounding_of_volumes = 6.5e-6;
const real smallest_size = 1e-12;
const real largest_size = 1e12;
const real smallest_bound = 1e-30;
const real largest_bound = 1e30;
#endif

struct Face {
    uint vertices[3];
    Corner corners[3];
};

Face face_of(uint body, uint triangle) {
    Face face;
    for (uint i = 0u; i < 3u; ++i) {
        uint at = first_corner(body) + 3u * triangle + i;
        face.vertices[i] = body == 0u ? ta[at] : tb[at];
        face.corners[i] = placed(body, face.vertices[i]);
    }
    return face;
}

real size_of(rvec3 v) {
    rvec3 sizes = abs(v);
    return max(sizes.x, max(sizes.y, sizes.z));
}

// The sign of (p - o) x (q - o) . (w - o) if it is certain, else 0.
int volume_sign(Corner o, Corner p, Corner q, Corner w) {
    rvec3 u = step_to(o, p);
    rvec3 v = step_to(o, q);
    rvec3 to_point = step_to(o, w);
    precise rvec3 normal = rvec3(u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z,
                                 u.x * v.y - u.y * v.x);
    precise real volume = normal.x * to_point.x + normal.y * to_point.y + normal.z * to_point.z;
    real off = max(max(o.error, p.error), max(q.error, w.error));
    real size = max(size_of(u), size_of(v)) + real(2.0) * off;
    real reach = size_of(to_point) + real(2.0) * off;
    real uncertain = (rounding_of_volumes * size + real(32.0) * off) * size * reach +
                     real(16.0) * off * size * size;
    bool told = size > smallest_size && size < largest_size && reach < largest_size &&
                uncertain > smallest_bound && uncertain < largest_bound;
    return !told ? 0 : volume > uncertain ? 1 : volume < -uncertain ? -1 : 0;
}

ivec3 sides_of(Face points, Face plane) {
    ivec3 sides;
    for (uint i = 0u; i < 3u; ++i) {
        sides[i] =
            volume_sign(plane.corners[0], plane.corners[1], plane.corners[2], points.corners[i]);
    }
    return sides;
}

// The corner that is alone on its side of a plane, if all sides are certain.
uint lone_corner(ivec3 sides) {
    return sides.y == sides.z ? 0u : sides.x == sides.z ? 1u : 2u;
}

// All corners lie surely off the other's plane, on both sides of it.
uint compare_intervals(Face a, Face b, ivec3 of_a, ivec3 of_b) {
    uint lone_a = lone_corner(of_a);
    uint lone_b = lone_corner(of_b);
    uint next_a = (lone_a + (of_b[lone_b] > 0 ? 1u : 2u)) % 3u;
    uint next_b = (lone_b + (of_a[lone_a] > 0 ? 1u : 2u)) % 3u;
    uint last_a = 3u - lone_a - next_a;
    uint last_b = 3u - lone_b - next_b;
    Corner p1 = a.corners[lone_a];
    Corner p2 = b.corners[lone_b];
    int first = volume_sign(a.corners[next_a], p2, p1, b.corners[next_b]);
    int second = volume_sign(p1, p2, a.corners[last_a], b.corners[last_b]);
    if (first > 0 || second > 0) {
        return apart;
    }
    return first < 0 && second < 0 ? surely_crossing : in_doubt;
}

bool all_certain(ivec3 sides) { return all(notEqual(sides, ivec3(0))); }
bool one_sided(ivec3 sides) {
    return sides.x != 0 && sides.x == sides.y && sides.x == sides.z;
}

uint compare_surfaces(Face a, Face b) {
    ivec3 of_b = sides_of(b, a);
    if (one_sided(of_b)) {
        return apart;
    }
    ivec3 of_a = sides_of(a, b);
    if (one_sided(of_a)) {
        return apart;
    }
    return all_certain(of_a) && all_certain(of_b) ? compare_intervals(a, b, of_a, of_b) : in_doubt;
}

// --- two triangles of one surface: what they have beyond common corners counts ---

bool same_place(uint i, uint k) {
    if (i == k) {
        return true;
    }
    uint p = first_position_word(0u, i);
    uint q = first_position_word(0u, k);
    for (uint word = 0u; word < 3u * words_per_number(0u); ++word) {
        if (pa[p + word] != pa[q + word]) {
            return false;
        }
    }
    return true;
}

// Corners of `one` that are corners of the other, a bit for each.
uint common_corners(Face one, Face other) {
    uint bits = 0u;
    for (uint i = 0u; i < 3u; ++i) {
        for (uint k = 0u; k < 3u; ++k) {
            bits |= same_place(one.vertices[i], other.vertices[k]) ? 1u << i : 0u;
        }
    }
    return bits;
}

ivec3 without(ivec3 sides, uint shared_bits) {
    return ivec3((shared_bits & 1u) != 0u ? 0 : sides.x, (shared_bits & 2u) != 0u ? 0 : sides.y,
                 (shared_bits & 4u) != 0u ? 0 : sides.z);
}

// Whether no side is in doubt but that of common corners, which lie in the plane.
bool rest_is_certain(ivec3 sides, uint shared_bits) {
    return (sides.x != 0 || (shared_bits & 1u) != 0u) && (sides.y != 0 || (shared_bits & 2u) != 0u) &&
           (sides.z != 0 || (shared_bits & 4u) != 0u);
}
bool on_one_side(ivec3 sides) {
    return any(greaterThan(sides, ivec3(0))) != any(lessThan(sides, ivec3(0)));
}

int after_common(ivec3 sides, uint shared_bits) { return sides[(uint(findLSB(shared_bits)) + 1u) % 3u]; }

uint compare_neighbours(Face one, Face other) {
    uint common_one = common_corners(one, other);
    uint common_other = common_corners(other, one);
    ivec3 of_other = without(sides_of(other, one), common_other);
    bool sure_other = rest_is_certain(of_other, common_other);
    if (sure_other && on_one_side(of_other)) {
        return apart;
    }
    ivec3 of_one = without(sides_of(one, other), common_one);
    bool sure_one = rest_is_certain(of_one, common_one);
    if (sure_one && on_one_side(of_one)) {
        return apart;
    }
    if (!sure_one || !sure_other) {
        return in_doubt;
    }
    if (common_one == 0u && common_other == 0u) {
        return compare_intervals(one, other, of_one, of_other);
    }
    if (bitCount(common_one) == 1 && bitCount(common_other) == 1) {
        // Both meet the common line in segments from the corner: see prove_pairs.cpp.
        return after_common(of_one, common_one) != after_common(of_other, common_other)
                   ? surely_crossing
                   : apart;
    }
    return in_doubt;
}

)";

const char* const filter_stage = R"(
layout(std430, binding = 5) readonly buffer Candidates { uvec2 candidates[]; };
layout(std430, binding = 6) writeonly buffer Crossing { uvec2 crossing[]; };
layout(std430, binding = 7) writeonly buffer Doubtful { uvec2 doubtful[]; };

void main() {
    uint count = min(s[s_candidates], room_for_candidates());
    for (uint first = gl_WorkGroupID.x * group_size; first < count; first += all_threads()) {
        uint i = first + local_index();
        uvec2 pair = uvec2(0u);
        uint kind = apart;
        if (i < count && !(stops_early() && s[s_settled] != 0u)) {
            pair = candidates[i];
            Face a = face_of(0u, pair.x);
            Face b = face_of(same_body() ? 0u : 1u, pair.y);
            kind = same_body() ? compare_neighbours(a, b) : compare_surfaces(a, b);
        }
        uint place = append(kind == surely_crossing ? 1u : 0u, s_crossing);
        if (kind == surely_crossing) {
            if (place < room_for_crossing()) {
                crossing[place] = pair;
            }
            if (stops_early()) {
                s[s_settled] = 1u;
            }
        }
        place = append(kind == in_doubt ? 1u : 0u, s_doubtful);
        if (kind == in_doubt && place < room_for_doubtful()) {
            doubtful[place] = pair;
        }
    }
}
)";

} // namespace impinge::inline v0::gpu::opengl
