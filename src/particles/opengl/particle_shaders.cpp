// SPDX-License-Identifier: Apache-2.0
//
// Layouts of the buffers are those of flat_system.hpp.
#include "particles/opengl/particle_shaders.hpp"

namespace impinge::inline v0::particles::opengl {

// Starts must have the bits that the processor gives them: everything here is precise, so that no
// product is fused with a sum.
const char* const emission_functions = R"(
layout(std430, binding = 0) readonly buffer Numbers { double n[]; };
layout(std430, binding = 1) readonly buffer Words { uint w[]; };
uniform uint emitter_numbers;
uniform uint emitter_words;

dvec3 three(uint at) { return dvec3(n[at], n[at + 1u], n[at + 2u]); }

struct GpuFlight {
    dvec3 x, v, a; // half the acceleration
    double duration;
    double reach, doubt;
    bool straight;
};

const uint golden = 0x9E3779B9u;
const uint no_starts = 0xFFFFFFFFu;

uint mixed(uint h) {
    h ^= h >> 16;
    h *= 0x85EBCA6Bu;
    h ^= h >> 13;
    h *= 0xC2B2AE35u;
    return h ^ (h >> 16);
}

double unit(uint particle, uint generation, uint channel) {
    uint h = mixed(w[emitter_words + 1u] + golden * channel);
    h = mixed(h ^ mixed(generation + golden));
    h = mixed(h + golden * (particle + 1u));
    return double(h) * 2.3283064365386962890625e-10LF;
}

double birth_of(uint particle) {
    uint starts = w[emitter_words + 5u];
    if (starts != no_starts) {
        return n[starts + 7u * particle + 6u];
    }
    precise double late = n[emitter_numbers + 21u] * unit(particle, 0u, 1u);
    precise double birth = n[emitter_numbers + 22u] + late;
    return birth;
}

uint every_second(uint bits) {
    bits &= 0x55555555u;
    bits = (bits | bits >> 1) & 0x33333333u;
    bits = (bits | bits >> 2) & 0x0F0F0F0Fu;
    bits = (bits | bits >> 4) & 0x00FF00FFu;
    return (bits | bits >> 8) & 0x0000FFFFu;
}
uint every_third(uint bits) {
    bits &= 0x49249249u;
    bits = (bits | bits >> 2) & 0xC30C30C3u;
    bits = (bits | bits >> 4) & 0x0F00F00Fu;
    bits = (bits | bits >> 8) & 0xFF0000FFu;
    return (bits | bits >> 16) & 0x000007FFu;
}
// Of a number of 64 bits.
uint every(uint low, uint high, uint first, uint step) {
    if (first > 0u) {
        low = low >> first | high << (32u - first);
        high = high >> first;
    }
    return step == 1u   ? low
           : step == 2u ? every_second(low) | every_second(high) << 16
                        : every_third(low) | every_third(high >> 1) << 11;
}

dvec3 spread(uint particle, uint generation) {
    precise dvec3 off = dvec3(2.0LF * unit(particle, generation, 5u) - 1.0LF,
                              2.0LF * unit(particle, generation, 6u) - 1.0LF,
                              2.0LF * unit(particle, generation, 7u) - 1.0LF);
    precise dvec3 by = three(emitter_numbers + 15u) * off;
    return by;
}

void launch(uint particle, uint generation, out dvec3 x, out dvec3 v) {
    uint starts = w[emitter_words + 5u];
    uint edges = w[emitter_words + 4u];
    precise dvec3 position;
    precise dvec3 velocity;
    if (starts != no_starts) {
        position = three(starts + 7u * particle);
        velocity = three(starts + 7u * particle + 3u);
        if (generation > 0u) {
            for (uint i = 0u; i < 3u; ++i) {
                precise double place = unit(particle, generation, 2u + i) - 0.5LF;
                position = position + three(emitter_numbers + 3u + 3u * i) * place;
            }
            velocity = velocity + spread(particle, generation);
        }
        x = position;
        v = velocity;
        return;
    }
    precise double cell = floor(double(particle) * n[emitter_numbers + 23u]);
    uint high = uint(floor(cell * 2.3283064365386962890625e-10LF));
    uint low = uint(cell - double(high) * 4294967296.0LF);
    position = three(emitter_numbers);
    uint dimension = 0u;
    for (uint i = 0u; i < 3u; ++i) {
        if ((edges & (1u << i)) != 0u) {
            precise double place = double(every(low, high, dimension, w[emitter_words + 3u])) +
                                   unit(particle, generation, 2u + i);
            ++dimension;
            precise double part = place * n[emitter_numbers + 24u];
            position = position + three(emitter_numbers + 3u + 3u * i) * part;
        }
    }
    velocity = three(emitter_numbers + 12u) + spread(particle, generation);
    x = position;
    v = velocity;
}
)";

const char* const meeting_functions = R"(
const double root_precision = 2.910383045673370361328125e-11LF; // 2^-35: four times the processor's
const double rounding = 7.10542735760100185871124267578125e-15LF;
const double never = 1e300LF;
const uint nobody = 0xFFFFFFFFu;
const int kept = 1;
const int broken = -1;
const int open_sign = 0;

// The answer as it grows: the two first colliders, and from when on something was left open.
double best_time;
double second_time;
double open_from;
uint best_collider;
uint best_triangle;

double sizes(dvec3 v) { return abs(v.x) + abs(v.y) + abs(v.z); }
dvec3 place_at(GpuFlight f, double t) { return f.x + (f.v + f.a * t) * t; }

void measure(inout GpuFlight f) {
    double first = sizes(f.v) * f.duration;
    double second = sizes(f.a) * f.duration * f.duration;
    f.reach = sizes(f.x) + first + second;
    f.doubt = f.reach * (2.0LF * rounding) + (first + 2.0LF * second) * (4.0LF * root_precision);
    f.straight = f.a == dvec3(0.0LF);
}

void take(uint collider, uint triangle, double t) {
    if (collider == best_collider) {
        if (t < best_time) {
            best_time = t;
            best_triangle = triangle;
        }
    } else if (t < best_time) {
        second_time = best_time;
        best_time = t;
        best_collider = collider;
        best_triangle = triangle;
    } else {
        second_time = min(second_time, t);
    }
}
void leave_open(double t) { open_from = min(open_from, t); }

dvec3 squares_times(uint f, dvec3 p) {
    return dvec3(n[f] * p.x + n[f + 3u] * p.y + n[f + 4u] * p.z,
                 n[f + 3u] * p.x + n[f + 1u] * p.y + n[f + 5u] * p.z,
                 n[f + 4u] * p.x + n[f + 5u] * p.y + n[f + 2u] * p.z);
}
bool is_plane(uint f) { return n[f + 12u] > 0.0LF; }

int sign_at(uint f, dvec3 p, GpuFlight flight) {
    double value = dot(three(f + 6u), p) + n[f + 9u];
    double steepness = n[f + 11u];
    if (!is_plane(f)) {
        value += dot(p, squares_times(f, p));
        steepness = 2.0LF * steepness + 4.0LF * n[f + 10u] * flight.reach;
    }
    double margin = steepness * flight.doubt + abs(n[f + 9u]) * rounding;
    return value > margin ? kept : value < -margin ? broken : open_sign;
}

int bounds_at(uint first, uint count, GpuFlight flight, double t) {
    dvec3 p = place_at(flight, t);
    int all = kept;
    for (uint i = 0u; i < count; ++i) {
        int one = sign_at(first + 13u * i, p, flight);
        if (one == broken) {
            return broken;
        }
        all = one == open_sign ? open_sign : all;
    }
    return all;
}

bool same_side(double least, double largest, double off) {
    return least > off || largest < -off;
}

// The roots of c0 + c1 s + c2 s² in (0, 1), those that are sure. `more` says that another one may
// follow the last.
struct Roots {
    int count;
    bool more;
    double s[2];
};

bool crosses(double c0, double c1, double c2, double off, double s, double start) {
    if (!(s > root_precision && s < 1.0LF - root_precision)) {
        return false;
    }
    double early = s - root_precision;
    double late = s + root_precision;
    double before = (c0 + (c1 + c2 * early) * early) * start;
    double after = (c0 + (c1 + c2 * late) * late) * start;
    return before > off && after < -off;
}

Roots roots_of(double c0, double c1, double c2, double off) {
    Roots roots = Roots(0, false, double[2](0.0LF, 0.0LF));
    double end = c0 + c1 + c2;
    double middle = c0 + 0.5LF * c1;
    double last = c1 + 2.0LF * c2;
    double under = c1 * c1 - 4.0LF * c0 * c2;
    if (same_side(min(min(c0, end), middle), max(max(c0, end), middle), off)) {
        return roots;
    }
    if (same_side(min(c0, end), max(c0, end), off)) {
        double s0 = abs(c0);
        double s1 = abs(c1);
        double s2 = abs(c2);
        double in_doubt = (s0 + s1 + s2) * 4.0LF * off +
                          (s1 * s1 + 4.0LF * s0 * s2) * (0.5LF * rounding);
        if (same_side(min(c1, last), max(c1, last), 2.0LF * off) || under < -in_doubt) {
            return roots;
        }
    }
    roots.more = true;
    if (!(abs(c0) > off)) {
        return roots;
    }
    double start = c0 > 0.0LF ? 1.0LF : -1.0LF;
    double low;
    double high = never;
    if (c2 == 0.0LF) {
        low = -c0 / c1;
    } else {
        double root = sqrt(max(under, 0.0LF));
        double q = -0.5LF * (c1 > 0.0LF ? c1 + root : c1 - root);
        double one = q / c2;
        double other = c0 / q;
        low = min(one, other);
        high = max(one, other);
        if (!(low > 0.0LF)) {
            low = high;
            high = never;
        }
    }
    if (!crosses(c0, c1, c2, off, low, start)) {
        return roots;
    }
    roots.s[0] = low;
    roots.count = 1;
    if (end * start < -off || c2 == 0.0LF) {
        roots.more = false; // the ends are on different sides
        return roots;
    }
    if (crosses(c0, c1, c2, off, high, -start)) {
        roots.s[1] = high;
        roots.count = 2;
        roots.more = false;
    }
    return roots;
}

// What a root counts for: whether the search is over.
bool judge(uint collider, uint words, uint bounds, GpuFlight flight, double t) {
    int sign = bounds_at(bounds, w[words + 2u], flight, t);
    if (sign == broken) {
        return false;
    }
    if (sign == kept && (w[words + 3u] & 1u) == 0u) {
        take(collider, 0u, t);
        return true;
    }
    leave_open(t); // a bound in doubt, or an outline
    return true;
}

void meet_parabola(uint collider, uint words, uint f, GpuFlight flight, double from) {
    dvec3 l = three(f + 6u);
    double c0 = dot(l, flight.x) + n[f + 9u];
    double c1 = dot(l, flight.v);
    double c2;
    double size = n[f + 11u] * flight.reach;
    if (is_plane(f)) {
        c2 = dot(l, flight.a);
    } else {
        dvec3 qx = squares_times(f, flight.x);
        c0 += dot(qx, flight.x);
        c1 += 2.0LF * dot(qx, flight.v);
        c2 = dot(squares_times(f, flight.v), flight.v);
        size += n[f + 10u] * flight.reach * flight.reach;
    }
    double off = (size + abs(n[f + 9u])) * rounding;
    c1 *= flight.duration;
    c2 *= flight.duration * flight.duration;
    Roots roots = roots_of(c0, c1, c2, off);
    for (int i = 0; i < roots.count; ++i) {
        if (judge(collider, words, f + 13u, flight, roots.s[i] * flight.duration)) {
            return;
        }
    }
    if (roots.more) {
        leave_open(roots.count > 0 ? roots.s[0] * flight.duration : from);
    }
}

// A little more than the whole duration, so that no cut is where symmetric things have roots.
const double stretch = 1.0371LF;
const uint deepest = 16u;

double value_at(double c[5], double s) {
    return c[0] + (c[1] + (c[2] + (c[3] + c[4] * s) * s) * s) * s;
}

// The root in a piece at whose ends the signs differ and in which it goes one way only.
double polished(double c[5], double low, double high, bool rising) {
    double s = 0.5LF * (low + high);
    for (int i = 0; i < 48; ++i) {
        double value = value_at(c, s);
        double slope = c[1] + (2.0LF * c[2] + (3.0LF * c[3] + 4.0LF * c[4] * s) * s) * s;
        if ((value < 0.0LF) == rising) {
            low = s;
        } else {
            high = s;
        }
        double better = s - value / slope;
        double next = better > low && better < high ? better : 0.5LF * (low + high);
        if (abs(next - s) <= 1e-15LF) {
            return next;
        }
        s = next;
    }
    return s;
}

// Pieces are halves of halves, in their order: number `index` of 2^depth.
void meet_quartic(uint collider, uint words, uint f, GpuFlight flight, double from) {
    dvec3 l = three(f + 6u);
    dvec3 qx = squares_times(f, flight.x);
    dvec3 qv = squares_times(f, flight.v);
    double t = flight.duration * stretch;
    double c[5] = double[5](
        dot(l, flight.x) + n[f + 9u] + dot(qx, flight.x),
        (dot(l, flight.v) + 2.0LF * dot(qx, flight.v)) * t,
        (dot(l, flight.a) + 2.0LF * dot(qx, flight.a) + dot(qv, flight.v)) * t * t,
        2.0LF * dot(qv, flight.a) * t * t * t,
        dot(squares_times(f, flight.a), flight.a) * t * t * t * t);
    double size = (n[f + 11u] + n[f + 10u] * 1.2LF * flight.reach) * 1.2LF * flight.reach;
    double sum = abs(c[0]) + abs(c[1]) + abs(c[2]) + abs(c[3]) + abs(c[4]);
    double off = (size + abs(n[f + 9u]) + sum) * (0.5LF * rounding);
    uint index = 0u;
    uint depth = 0u;
    for (int pieces = 0; pieces < 400; ++pieces) {
        double h = 1.0LF / double(1u << depth);
        double low = double(index) * h;
        if (low * stretch > 1.0LF + root_precision) {
            return;
        }
        double q0 = value_at(c, low);
        double q1 = (c[1] + (2.0LF * c[2] + (3.0LF * c[3] + 4.0LF * c[4] * low) * low) * low) * h;
        double q2 = (c[2] + (3.0LF * c[3] + 6.0LF * c[4] * low) * low) * h * h;
        double q3 = (c[3] + 4.0LF * c[4] * low) * h * h * h;
        double q4 = c[4] * h * h * h * h;
        double b1 = q0 + 0.25LF * q1;
        double b2 = q0 + 0.5LF * q1 + q2 / 6.0LF;
        double b3 = q0 + 0.75LF * q1 + 0.5LF * q2 + 0.25LF * q3;
        double b4 = q0 + q1 + q2 + q3 + q4;
        double least = min(min(q0, b1), min(min(b2, b3), b4));
        double largest = max(max(q0, b1), max(max(b2, b3), b4));
        bool done = same_side(least, largest, off);
        if (!done && abs(q0) > off && abs(b4) > off) {
            double down = min(min(b1 - q0, b2 - b1), min(b3 - b2, b4 - b3));
            double up = max(max(b1 - q0, b2 - b1), max(b3 - b2, b4 - b3));
            if (same_side(down, up, 2.0LF * off)) {
                done = true;
                if ((q0 > 0.0LF) != (b4 > 0.0LF)) {
                    double s = polished(c, low, low + h, q0 < 0.0LF);
                    double at = s * stretch;
                    double before = value_at(c, max(low, s - 0.5LF * root_precision));
                    double after = value_at(c, min(low + h, s + 0.5LF * root_precision));
                    bool sure = before * q0 > 0.0LF && after * b4 > 0.0LF && abs(before) > off &&
                                abs(after) > off && at < 1.0LF - root_precision;
                    if (at > 1.0LF + root_precision) {
                        return;
                    }
                    if (!sure) {
                        leave_open(at * flight.duration);
                        return;
                    }
                    if (judge(collider, words, f + 13u, flight, at * flight.duration)) {
                        return;
                    }
                }
            }
        }
        if (!done && depth == deepest) {
            leave_open(max(from, low * t));
            return;
        }
        if (!done) {
            index *= 2u;
            ++depth;
            continue;
        }
        ++index;
        while ((index & 1u) == 0u && depth > 0u) {
            index >>= 1;
            --depth;
        }
        if (depth == 0u && index == 1u) {
            return;
        }
    }
    leave_open(from);
}
)";

const char* const tree_functions = R"(
const double box_doubt = 9.094947017729282379150390625e-13LF; // 2^-40

// When a flight can first be in the box, or never.
double entry(uint box, GpuFlight f) {
    double enter = 0.0LF;
    double leave = f.duration;
    for (int axis = 0; axis < 3; ++axis) {
        double lowest = n[box + uint(axis)];
        double highest = n[box + 3u + uint(axis)];
        double wide = (f.reach + abs(lowest) + abs(highest)) * box_doubt;
        lowest -= wide;
        highest += wide;
        double x = f.x[axis];
        double v = f.v[axis];
        double a = f.a[axis];
        if (a != 0.0LF) {
            double apex = clamp(-0.5LF * v / a, 0.0LF, f.duration);
            double there = x + (v + a * apex) * apex;
            double last = x + (v + a * f.duration) * f.duration;
            if (max(max(x, last), there) < lowest || min(min(x, last), there) > highest) {
                return never;
            }
        } else if (v == 0.0LF) {
            if (x < lowest || x > highest) {
                return never;
            }
        } else {
            double one = (lowest - x) / v;
            double other = (highest - x) / v;
            enter = max(enter, min(one, other));
            leave = min(leave, max(one, other));
        }
    }
    double late = f.duration * box_doubt;
    return enter <= leave + late ? max(enter - late, 0.0LF) : never;
}

// What cannot be among the first, not even as a tie.
bool comes_too_late(double from, GpuFlight f) {
    return from == never || from > best_time + 16.0LF * root_precision * f.duration;
}

// A triangle: corners, normal, size of what the normal was summed of, axis and orientation.
void meet_triangle(uint collider, uint triangle, uint at, GpuFlight flight) {
    dvec3 a = three(at);
    dvec3 normal = three(at + 9u);
    double off = n[at + 12u] * (flight.reach + sizes(a)) * (8.0LF * rounding);
    double c0 = dot(normal, flight.x - a);
    double c1 = dot(normal, flight.v) * flight.duration;
    double c2 = dot(normal, flight.a) * flight.duration * flight.duration;
    Roots roots = roots_of(c0, c1, c2, off);
    int axis = int(n[at + 13u]);
    int u = (axis + 1) % 3;
    int v = (axis + 2) % 3;
    for (int i = 0; i < roots.count; ++i) {
        double t = roots.s[i] * flight.duration;
        dvec3 p = place_at(flight, t);
        int sign = kept;
        for (uint k = 0u; k < 3u; ++k) {
            dvec3 from = three(at + 3u * k);
            dvec3 to = three(at + 3u * ((k + 1u) % 3u));
            double du = to[u] - from[u];
            double dv = to[v] - from[v];
            double side = (du * (p[v] - from[v]) - dv * (p[u] - from[u])) * n[at + 14u];
            double margin = (abs(du) + abs(dv)) *
                            (2.0LF * flight.doubt + sizes(from) * (2.0LF * rounding));
            if (side < -margin) {
                sign = broken;
                break;
            }
            sign = side > margin ? sign : open_sign;
        }
        if (sign == kept) {
            take(collider, triangle, t);
            return;
        }
        if (sign == open_sign) {
            leave_open(t);
            return;
        }
    }
    if (roots.more) {
        leave_open(roots.count > 0 ? roots.s[0] * flight.duration : entry(at + 15u, flight));
    }
}

void meet_mesh(uint collider, uint words, GpuFlight flight) {
    uint boxes = w[words + 4u]; // in numbers, of nodes
    uint nodes = w[words + 5u]; // in words
    uint items = w[words + 6u]; // in words
    uint triangles = w[words + 7u];
    uint node = 0u;
    uint end = w[nodes]; // behind the root and all below it
    while (node < end) {
        if (comes_too_late(entry(boxes + 6u * node, flight), flight)) {
            node = w[nodes + 3u * node];
            continue;
        }
        uint first = items + w[nodes + 3u * node + 1u];
        uint count = w[nodes + 3u * node + 2u];
        for (uint i = 0u; i < count; ++i) {
            uint triangle = w[first + i];
            uint at = triangles + 21u * triangle;
            if (n[at + 14u] != 0.0LF && entry(at + 15u, flight) != never) {
                meet_triangle(collider, triangle, at, flight);
            }
        }
        ++node;
    }
}

const uint kind_surface = 0u;
const uint kind_mesh = 1u;

void meet_collider(uint collider, GpuFlight flight, double birth) {
    uint words = 8u * collider;
    uint at = w[words + 1u];
    dvec3 velocity = three(at);
    if (velocity != dvec3(0.0LF)) {
        precise dvec3 x = flight.x - velocity * birth;
        precise dvec3 v = flight.v - velocity;
        flight.x = x;
        flight.v = v;
        measure(flight);
    }
    double from = entry(at + 3u, flight);
    if (comes_too_late(from, flight)) {
        return;
    }
    uint kind = w[words];
    if (kind == kind_surface) {
        uint f = at + 9u;
        if (is_plane(f) || flight.straight) {
            meet_parabola(collider, words, f, flight, from);
        } else {
            meet_quartic(collider, words, f, flight, from);
        }
    } else if (kind == kind_mesh) {
        meet_mesh(collider, words, flight);
    } else {
        leave_open(from);
    }
}

// The list of those that are tried one by one, then the tree of the others.
uniform uvec4 listed; // begin of list in words, its length; nodes in words, boxes in numbers
uniform uint tree_items; // in words; nobody: no tree

void meet_all(GpuFlight flight, double birth) {
    for (uint i = 0u; i < listed.y; ++i) {
        meet_collider(w[listed.x + i], flight, birth);
    }
    if (tree_items == nobody) {
        return;
    }
    uint node = 0u;
    uint end = w[listed.z];
    while (node < end) {
        if (comes_too_late(entry(listed.w + 6u * node, flight), flight)) {
            node = w[listed.z + 3u * node];
            continue;
        }
        uint first = tree_items + w[listed.z + 3u * node + 1u];
        uint count = w[listed.z + 3u * node + 2u];
        for (uint i = 0u; i < count; ++i) {
            meet_collider(w[first + i], flight, birth);
        }
        ++node;
    }
}
)";

} // namespace impinge::inline v0::particles::opengl
