// SPDX-License-Identifier: Apache-2.0
//
// Layouts of the buffers are those of flat_system.hpp.
#include "particles/opengl/particle_shaders.hpp"

namespace impinge::inline v0::particles::opengl {

const char* const life_functions = R"(
uniform dvec2 window; // from, to
uniform uint first_particle;
uniform uint particle_count;
uniform uint slots; // lives of a particle that are looked at
uniform uint capacity;

layout(std430, binding = 2) buffer Records { uint record_count; uint r[]; };

const uint answer_none = 0u;
const uint answer_met = 1u;
const uint answer_open = 2u;

struct Life {
    uint answer;
    uint generation;
    double birth;
    GpuFlight flight;
};

// The life in a slot, and what it hits first: in the globals of the meeting.
Life follow(uint particle, double first_birth, uint slot) {
    Life life;
    life.answer = answer_none;
    double span = n[emitter_numbers + 21u];
    double first = max(0.0LF, floor((window.x - first_birth) / span) - 1.0LF);
    double generation = first + double(slot);
    uint generations = w[emitter_words];
    double last = generations > 0u ? double(generations) - 1.0LF : 4294967295.0LF;
    precise double later = generation * span;
    precise double birth = first_birth + later;
    if (generation > last || !(window.y - birth > 0.0LF) || !(birth + span >= window.x)) {
        return life;
    }
    life.generation = uint(generation);
    life.birth = birth;
    launch(particle, life.generation, life.flight.x, life.flight.v);
    life.flight.a = three(emitter_numbers + 18u);
    life.flight.duration = span;
    measure(life.flight);
    best_time = never;
    second_time = never;
    open_from = never;
    best_collider = nobody;
    best_triangle = 0u;
    meet_all(life.flight, birth);
    double tie = 8.0LF * root_precision * span;
    double until = min(span, window.y - birth) + tie;
    if (open_from <= min(best_time, until) + tie) {
        life.answer = answer_open;
    } else if (best_time <= until) {
        life.answer = second_time - best_time <= tie ? answer_open : answer_met;
    }
    return life;
}

bool may_bounce(uint collider) { return (w[8u * collider + 3u] & 2u) != 0u; }

// Whether it is over before the time asked about: then nothing comes of it.
bool is_over(Life life) {
    double tie = 8.0LF * root_precision * life.flight.duration;
    return life.answer == answer_met && !may_bounce(best_collider) &&
           life.birth + best_time < window.x - tie;
}

void record(uint particle, Life life) {
    uint at = atomicAdd(record_count, 1u);
    if (at < capacity) {
        uvec2 time = unpackDouble2x32(life.birth + best_time);
        at *= 6u;
        r[at] = particle;
        r[at + 1u] = life.generation;
        r[at + 2u] = life.answer == answer_met ? best_collider : nobody;
        r[at + 3u] = best_triangle;
        r[at + 4u] = time.x;
        r[at + 5u] = time.y;
    }
}
)";

const char* const record_shader = R"(
layout(local_size_x = 128) in;

void main() {
    uint particle = first_particle + gl_GlobalInvocationID.x;
    if (particle >= particle_count) {
        return;
    }
    double first_birth = birth_of(particle);
    for (uint slot = 0u; slot < slots; ++slot) {
        Life life = follow(particle, first_birth, slot);
        if (life.answer != answer_none && !is_over(life)) {
            record(particle, life);
        }
    }
}
)";

// A point for each life. What has to be left to the processor is recorded, and drawn nowhere.
const char* const map_vertex_shader = R"(
layout(std430, binding = 3) readonly buffer Charts { double charts[]; };
uniform uint emitter;
uniform uvec2 target_size;
uniform int rule; // latest, earliest, strongest
flat out uvec4 who;
flat out vec4 what;

double angle_of(double height, double width) {
    double largest = max(height, abs(width));
    height /= largest;
    width /= largest;
    double tangent = height / (sqrt(height * height + width * width) + abs(width));
    tangent /= 1.0LF + sqrt(1.0LF + tangent * tangent);
    tangent /= 1.0LF + sqrt(1.0LF + tangent * tangent);
    double squared = tangent * tangent;
    double power = tangent;
    double sum = tangent;
    for (int k = 3; k <= 23; k += 2) {
        power *= -squared;
        sum += power / double(k);
    }
    double angle = 8.0LF * sum;
    return width < 0.0LF ? 3.14159265358979323846LF - angle : angle;
}

dvec2 unfolded(dvec3 d) {
    double sum = sizes(d);
    dvec2 at = sum > 0.0LF ? d.xy / sum : dvec2(0.0LF);
    if (d.z < 0.0LF) {
        dvec2 side = dvec2(at.x < 0.0LF ? -1.0LF : 1.0LF, at.y < 0.0LF ? -1.0LF : 1.0LF);
        at = (1.0LF - abs(at.yx)) * side;
    }
    return 0.5LF + 0.5LF * at;
}

dvec2 in_atlas(uint at, dvec3 p, double columns) {
    dvec3 a = three(at);
    dvec3 ab = three(at + 3u) - a;
    dvec3 ac = three(at + 6u) - a;
    dvec3 normal = cross(ab, ac);
    double size = dot(normal, normal);
    double s = clamp(dot(cross(p - a, ac), normal) / size, 0.0LF, 1.0LF);
    double t = clamp(dot(cross(ab, p - a), normal) / size, 0.0LF, 1.0LF - s);
    uint cell = best_triangle / 2u;
    if (best_triangle % 2u == 1u) {
        s = 1.0LF - s;
        t = 1.0LF - t;
    }
    uint across = uint(columns);
    return dvec2((double(cell % across) + s) / columns, (double(cell / across) + t) / columns);
}

dvec2 place_on(uint chart, dvec3 p) {
    uint kind = uint(charts[chart]);
    dvec3 from = p - dvec3(charts[chart + 1u], charts[chart + 2u], charts[chart + 3u]);
    dvec3 at;
    for (uint i = 0u; i < 3u; ++i) {
        uint axis = chart + 4u + 3u * i;
        at[i] = dot(from, dvec3(charts[axis], charts[axis + 1u], charts[axis + 2u]));
    }
    if (kind == 1u) {
        return unfolded(at);
    }
    if (kind == 2u) {
        double turned = at.xy == dvec2(0.0LF) ? 0.0LF : angle_of(abs(at.y), at.x);
        turned = at.y < 0.0LF ? -turned : turned;
        return dvec2(0.5LF + turned / 6.28318530717958647693LF, at.z);
    }
    if (kind == 3u) {
        return in_atlas(w[8u * best_collider + 7u] + 21u * best_triangle, p, charts[chart + 13u]);
    }
    return at.xy;
}

void show(uint particle, Life life) {
    GpuFlight flight = life.flight;
    uint at = w[8u * best_collider + 1u];
    dvec3 velocity = three(at);
    flight.x -= velocity * life.birth;
    flight.v -= velocity;
    dvec3 p = place_at(flight, best_time);
    dvec3 moving = flight.v + 2.0LF * flight.a * best_time;
    dvec3 normal;
    if (w[8u * best_collider] == kind_mesh) {
        normal = three(w[8u * best_collider + 7u] + 21u * best_triangle + 9u);
    } else {
        normal = 2.0LF * squares_times(at + 9u, p) + three(at + 15u);
    }
    double speed = length(moving);
    double into = abs(dot(moving, normal)) / length(normal);
    double across = length(cross(moving, normal)) / length(normal);
    double offset = clamp((life.birth + best_time - window.x) / (window.y - window.x), 0.0LF,
                          1.0LF);
    uint chart = 18u * best_collider;
    dvec2 place = clamp(place_on(chart, p), 0.0LF, 1.0LF);
    dvec2 corner = dvec2(charts[chart + 14u], charts[chart + 15u]);
    dvec2 size = dvec2(charts[chart + 16u], charts[chart + 17u]);
    dvec2 texel = corner + min(floor(place * size), size - 1.0LF) + 0.5LF;
    dvec2 window_place = 2.0LF * texel / dvec2(target_size) - 1.0LF;
    double key = rule == 2 ? into / (1.0LF + into) : offset;
    gl_Position = vec4(vec2(window_place), clamp(float(key), 1e-7, 1.0 - 1e-7), 1.0);
    who = uvec4(1u, emitter, particle, life.generation);
    what = vec4(float(offset), float(speed), float(into), atan(float(across), float(into)));
}

void main() {
    gl_PointSize = 1.0;
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0); // outside
    who = uvec4(0u);
    what = vec4(0.0);
    uint particle = first_particle + uint(gl_VertexID) / slots;
    if (particle >= particle_count) {
        return;
    }
    Life life = follow(particle, birth_of(particle), uint(gl_VertexID) % slots);
    if (life.answer == answer_none || is_over(life)) {
        return;
    }
    double tie = 8.0LF * root_precision * life.flight.duration;
    double time = life.birth + best_time;
    bool surely_now = time > window.x + tie && time < window.y - tie;
    if (life.answer == answer_open || !surely_now || may_bounce(best_collider) ||
        charts[18u * best_collider] > 3.5LF) {
        if (capacity > 0u) {
            record(particle, life);
        }
        return;
    }
    show(particle, life);
}
)";

const char* const map_fragment_shader = R"(
flat in uvec4 who;
flat in vec4 what;
layout(location = 0) out uvec4 who_out;
layout(location = 1) out vec4 what_out;

void main() {
    who_out = who;
    what_out = what;
}
)";

const char* const sum_fragment_shader = R"(
flat in uvec4 who;
flat in vec4 what;
layout(location = 0) out vec2 sums;

void main() { sums = vec2(1.0, what.z); }
)";

} // namespace impinge::inline v0::particles::opengl
