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

// What does not depend on the kind of numbers.
const char* const pair_functions = R"(
const uint apart = 0u;
const uint surely_crossing = 1u;
const uint in_doubt = 2u;

uvec3 vertices_of(uint side, uint triangle) {
    uint at = first_corner(side) + 3u * triangle;
    return side == 0u ? uvec3(ta[at], ta[at + 1u], ta[at + 2u])
                      : uvec3(tb[at], tb[at + 1u], tb[at + 2u]);
}

// The corner that is alone on its side of a plane, if all sides are certain.
uint lone_corner(ivec3 sides) {
    return sides.y == sides.z ? 0u : sides.x == sides.z ? 1u : 2u;
}
bool all_certain(ivec3 sides) { return all(notEqual(sides, ivec3(0))); }
bool one_sided(ivec3 sides) {
    return sides.x != 0 && sides.x == sides.y && sides.x == sides.z;
}

struct StoredFace {
    Stored p;
    Stored q;
    Stored r;
};
StoredFace stored_face(uint side, uint body, uint triangle) {
    uvec3 vertices = vertices_of(side, triangle);
    return StoredFace(stored(body, vertices.x), stored(body, vertices.y), stored(body, vertices.z));
}

// --- two triangles of one surface: what they have beyond common corners counts ---

// Which corners of the other lie where this one lies, a bit for each.
uint same_corners(Stored one, StoredFace other) {
    return (one == other.p ? 1u : 0u) | (one == other.q ? 2u : 0u) | (one == other.r ? 4u : 0u);
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
)";

// In either kind of numbers.
const char* const filter_functions = R"(
struct Face {
    Corner p;
    Corner q;
    Corner r;
};
Face face_of(bool as_stored, uint body, StoredFace face) {
    if (as_stored) {
        return Face(corner_as_stored(face.p), corner_as_stored(face.q), corner_as_stored(face.r));
    }
    Placing by = placing_of(body);
    return Face(placed(by, face.p), placed(by, face.q), placed(by, face.r));
}
// Not an array: some drivers lose digits of doubles in those.
Corner corner_of(Face face, uint i) {
    if (i == 0u) {
        return face.p;
    }
    if (i == 1u) {
        return face.q;
    }
    return face.r;
}

real size_of(rvec3 v) {
    rvec3 sizes = abs(v);
    return max(sizes.x, max(sizes.y, sizes.z));
}

struct Plane {
    Corner origin;
    rvec3 normal;
    real size; // of what spans it
    real off;
};
Plane plane_of(Corner o, Corner p, Corner q) {
    rvec3 u = step_to(o, p);
    rvec3 v = step_to(o, q);
    precise rvec3 normal = rvec3(u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z,
                                 u.x * v.y - u.y * v.x);
    return Plane(o, normal, max(size_of(u), size_of(v)), max(o.error, max(p.error, q.error)));
}

// On which side of the plane, if it is certain, else 0.
int side_of(Plane plane, Corner w) {
    rvec3 to_point = step_to(plane.origin, w);
    precise real volume = plane.normal.x * to_point.x + plane.normal.y * to_point.y +
                          plane.normal.z * to_point.z;
    real off = max(plane.off, w.error);
    real size = plane.size + real(2.0) * off;
    real reach = size_of(to_point) + real(2.0) * off;
    real uncertain = (rounding_of_volumes * size + real(32.0) * off) * size * reach +
                     real(16.0) * off * size * size;
    bool told = size > smallest_size && size < largest_size && reach < largest_size &&
                uncertain > smallest_bound && uncertain < largest_bound;
    return !told ? 0 : volume > uncertain ? 1 : volume < -uncertain ? -1 : 0;
}

ivec3 sides_of(Face points, Face face) {
    Plane plane = plane_of(face.p, face.q, face.r);
    return ivec3(side_of(plane, points.p), side_of(plane, points.q), side_of(plane, points.r));
}

// All corners lie surely off the other's plane, on both sides of it.
uint compare_intervals(Face a, Face b, ivec3 of_a, ivec3 of_b) {
    uint lone_a = lone_corner(of_a);
    uint lone_b = lone_corner(of_b);
    uint next_a = (lone_a + (of_b[lone_b] > 0 ? 1u : 2u)) % 3u;
    uint next_b = (lone_b + (of_a[lone_a] > 0 ? 1u : 2u)) % 3u;
    uint last_a = 3u - lone_a - next_a;
    uint last_b = 3u - lone_b - next_b;
    Corner p1 = corner_of(a, lone_a);
    Corner p2 = corner_of(b, lone_b);
    int first = side_of(plane_of(corner_of(a, next_a), p2, p1), corner_of(b, next_b));
    int second = side_of(plane_of(p1, p2, corner_of(a, last_a)), corner_of(b, last_b));
    if (first > 0 || second > 0) {
        return apart;
    }
    return first < 0 && second < 0 ? surely_crossing : in_doubt;
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

uint compare_neighbours(Face one, Face other, uint common_one, uint common_other) {
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

uint compare(uint body_a, StoredFace stored_a, uint body_b, StoredFace stored_b) {
    bool as_stored = can_be_as_stored(body_a, body_b);
    Face a = face_of(as_stored, body_a, stored_a);
    Face b = face_of(as_stored, body_b, stored_b);
    if (!one_surface()) {
        return compare_surfaces(a, b);
    }
    uint of_p = same_corners(stored_a.p, stored_b);
    uint of_q = same_corners(stored_a.q, stored_b);
    uint of_r = same_corners(stored_a.r, stored_b);
    uint common_a = (of_p != 0u ? 1u : 0u) | (of_q != 0u ? 2u : 0u) | (of_r != 0u ? 4u : 0u);
    return compare_neighbours(a, b, common_a, of_p | of_q | of_r);
}
)";

const char* const filter_in_floats = R"(
// Where neither body has a pose, differences of stored numbers lose no more than their rounding.
bool can_be_as_stored(uint body_a, uint body_b) { return is_simple(body_a) && is_simple(body_b); }
Corner corner_as_stored(Stored p) {
    return Corner(uintBitsToFloat(p.high) * unit_factors().x, 1e-30);
}

#define real float
#define rvec3 vec3
#define rounding_of_volumes 6.5e-6
#define smallest_size 1e-12
#define largest_size 1e12
#define smallest_bound 1e-30
#define largest_bound 1e30
)";

const char* const filter_in_doubles = R"(
#define real double
#define rvec3 dvec3
#define rounding_of_volumes 1.2e-14LF
#define smallest_size 1e-50LF
#define largest_size 1e50LF
#define smallest_bound 1e-280LF
#define largest_bound 1e280LF
#define Corner FineCorner
#define Placing FinePlacing
#define placing_of fine_placing_of
#define placed finely_placed

bool can_be_as_stored(uint body_a, uint body_b) { return false; }
Corner corner_as_stored(Stored p) { return Corner(dvec3(0.0), 0.0); }
)";

const char* const filter_stage = R"(
layout(std430, binding = 5) readonly buffer Candidates { uvec2 candidates[]; };
layout(std430, binding = 6) writeonly buffer Crossing { uvec2 crossing[]; };
layout(std430, binding = 7) writeonly buffer Doubtful { uvec2 doubtful[]; };

uint kind_of(uvec2 pair) {
#ifdef FEW
    // Sooner proved by the processor than begun here.
    if (s[COUNT] <= FEW) {
        return in_doubt;
    }
#endif
    uint side_b = same_body() ? 0u : 1u;
    uint body_a = body_of_triangle(0u, pair.x);
    uint body_b = body_of_triangle(side_b, pair.y);
    return compare(body_a, stored_face(0u, body_a, pair.x), body_b,
                   stored_face(side_b, body_b, pair.y));
}

// One atomic a pair: most candidates are apart.
void main() {
    uint count = min(s[COUNT], room_for_candidates());
    for (uint i = gl_GlobalInvocationID.x; i < count; i += all_threads()) {
        if (stops_early() && s[s_settled] != 0u) {
            return;
        }
        uvec2 pair = candidates[i];
        uint kind = kind_of(pair);
        if (kind == apart) {
            continue;
        }
        if (kind == surely_crossing) {
            uint place = atomicAdd(s[s_crossing], 1u);
            if (place < room_for_crossing()) {
                crossing[place] = pair;
            }
            if (stops_early()) {
                s[s_settled] = 1u;
            }
        } else {
            uint place = atomicAdd(s[LEFT], 1u);
            if (place < ROOM_FOR_LEFT) {
                doubtful[place] = pair;
            }
        }
    }
}
)";

} // namespace impinge::inline v0::gpu::opengl
