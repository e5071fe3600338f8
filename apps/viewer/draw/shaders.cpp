// SPDX-License-Identifier: Apache-2.0
#include "draw/shaders.hpp"

namespace impinge::viewer::shaders {

// Coordinates of the eye: to the right, upwards, towards the eye. `to_clip` has rows.
const char* const body_vertex = R"(
layout(location = 0) in vec3 position;
layout(location = 1) in vec4 normal;
layout(location = 2) in vec4 to_eye_x;
layout(location = 3) in vec4 to_eye_y;
layout(location = 4) in vec4 to_eye_z;
layout(location = 5) in vec4 body_colour;
layout(location = 6) in uvec2 body_number; // and whether it is selected
layout(location = 7) in float draped;
uniform mat4 to_clip;
out vec3 eye_point;
out vec3 eye_normal;
out float drape_value;
flat out vec4 colour;
flat out uvec2 number;
void main() {
    vec4 p = vec4(position, 1);
    eye_point = vec3(dot(to_eye_x, p), dot(to_eye_y, p), dot(to_eye_z, p));
    vec3 n = normal.xyz;
    eye_normal = vec3(dot(to_eye_x.xyz, n), dot(to_eye_y.xyz, n), dot(to_eye_z.xyz, n));
    colour = body_colour;
    number = body_number;
    drape_value = draped;
    gl_Position = vec4(eye_point, 1) * to_clip;
}
)";

const char* const body_fragment = R"(
in vec3 eye_point;
in vec3 eye_normal;
in float drape_value;
flat in vec4 colour;
flat in uvec2 number;
uniform vec3 key_from;
uniform vec3 fill_from;
uniform vec4 strengths; // key, fill, sky, rim
uniform float highlight_strength;
uniform float slant_opacity;
uniform float parallel; // 1 if all rays to the eye are
uniform vec4 paint;     // replaces the colour as far as its last number says
uniform vec4 drape;     // 1 if numbers have colours; those of the first and the last, and of none
uniform sampler2D drape_colours;
layout(location = 0) out vec4 result;

vec3 to_light(vec3 c) {
    return mix(c / 12.92, pow((c + 0.055) / 1.055, vec3(2.4)), step(0.04045, c));
}
vec3 to_screen(vec3 c) {
    c = clamp(c, 0.0, 1.0);
    return mix(c * 12.92, 1.055 * pow(c, vec3(1 / 2.4)) - 0.055, step(0.0031308, c));
}

void main() {
    vec3 to_eye = parallel > 0.5 ? vec3(0, 0, 1) : normalize(-eye_point);
    vec3 n = eye_normal;
    float size = length(n);
    n = size > 0 ? n / size : normalize(cross(dFdx(eye_point), dFdy(eye_point)));
    n = dot(n, to_eye) < 0 ? -n : n;
    const vec3 key_tint = vec3(1.02, 1.0, 0.96);
    const vec3 fill_tint = vec3(0.95, 0.99, 1.06);
    float above = 0.5 + 0.5 * n.y;
    float key = max(0.0, dot(n, key_from)) * strengths.x;
    float fill = max(0.0, dot(n, fill_from)) * strengths.y;
    float sky = (0.5 + 0.5 * above) * strengths.z;
    float mirrored = max(0.0, dot(n, normalize(key_from + to_eye)));
    float highlight = pow(mirrored, 32.0) * highlight_strength;
    float away = 1 - clamp(dot(n, to_eye), 0.0, 1.0);
    float rim = pow(away, 4.0) * above * strengths.w;
    vec3 own = colour.rgb;
    if (drape.x > 0.5 && drape_value < drape.w) {
        float place = clamp((drape_value - drape.y) / (drape.z - drape.y), 0.0, 1.0);
        own = texture(drape_colours, vec2(place, 0.5)).rgb;
    }
    vec3 base = to_light(mix(own, paint.rgb, paint.a));
    vec3 light = base * (key_tint * key + fill_tint * (fill + sky)) + key_tint * highlight +
                 fill_tint * rim;
    if (number.y != 0u) {
        light = mix(light, vec3(0.05, 0.35, 0.95), 0.55 * smoothstep(0.5, 1.0, away));
    }
    float opacity = paint.a > 0 ? paint.a * colour.a : colour.a;
    if (opacity < 1 && paint.a == 0) {
        opacity += (1 - opacity) * slant_opacity * away * away;
    }
    result = vec4(to_screen(light), opacity);
}
)";

const char* const pick_fragment = R"(
in vec3 eye_point;
in vec3 eye_normal;
flat in vec4 colour;
flat in uvec2 number;
layout(location = 0) out uvec2 result;
void main() { result = uvec2(number.x + 1u, uint(gl_PrimitiveID)); }
)";

// A segment is a box around it on the screen, wide enough for round ends.
const char* const line_vertex = R"(
layout(location = 0) in vec3 from;
layout(location = 1) in vec3 to;
uniform vec4 to_eye_x;
uniform vec4 to_eye_y;
uniform vec4 to_eye_z;
uniform mat4 to_clip;
uniform vec2 window;
uniform float half_width;
uniform float near;
uniform float parallel;
uniform float nearer; // so much of its distance a line is moved towards the eye
uniform float nearer_parallel;
noperspective out vec2 along; // pixels from the first end: along and across
noperspective out float span;
vec3 eye(vec3 p) {
    vec4 q = vec4(p, 1);
    vec3 e = vec3(dot(to_eye_x, q), dot(to_eye_y, q), dot(to_eye_z, q));
    return parallel > 0.5 ? e + vec3(0, 0, nearer_parallel) : e * (1 - nearer);
}
void main() {
    vec3 a = eye(from);
    vec3 b = eye(to);
    if (parallel < 0.5) { // what lies behind the eye is cut off
        if (-a.z < near && -b.z < near) {
            gl_Position = vec4(0, 0, 2, 1);
            along = vec2(0);
            span = 0;
            return;
        }
        if (-a.z < near) a = mix(a, b, (near + a.z) / (a.z - b.z));
        if (-b.z < near) b = mix(b, a, (near + b.z) / (b.z - a.z));
    }
    vec4 clip_a = vec4(a, 1) * to_clip;
    vec4 clip_b = vec4(b, 1) * to_clip;
    vec2 on_screen_a = clip_a.xy / clip_a.w * window * 0.5;
    vec2 on_screen_b = clip_b.xy / clip_b.w * window * 0.5;
    vec2 direction = on_screen_b - on_screen_a;
    span = length(direction);
    direction = span > 1e-6 ? direction / span : vec2(1, 0);
    vec2 across = vec2(-direction.y, direction.x);
    float room = half_width + 1;
    bool second = gl_VertexID >= 2;
    float side = (gl_VertexID & 1) == 0 ? -1 : 1;
    vec4 clip = second ? clip_b : clip_a;
    vec2 offset = direction * (second ? room : -room) + across * side * room;
    along = vec2(second ? span + room : -room, side * room);
    clip.xy += offset / (window * 0.5) * clip.w;
    gl_Position = clip;
}
)";

const char* const line_fragment = R"(
noperspective in vec2 along;
noperspective in float span;
uniform float half_width;
uniform vec4 line_colour;
uniform float sharp; // 1: a pixel is covered or not
layout(location = 0) out vec4 result;
void main() {
    float distance = length(vec2(along.x - clamp(along.x, 0.0, span), along.y));
    float cover = clamp(half_width + 0.5 - distance, 0.0, 1.0);
    if (cover <= 0.5 * sharp) discard;
    cover = max(cover, sharp);
    result = vec4(line_colour.rgb, line_colour.a * cover);
}
)";

const char* const ground_vertex = R"(
out float height;
void main() {
    vec2 p = vec2(gl_VertexID == 1 ? 3 : -1, gl_VertexID == 2 ? 3 : -1);
    height = 0.5 + 0.5 * p.y;
    gl_Position = vec4(p, 1, 1);
}
)";

const char* const ground_fragment = R"(
in float height;
uniform vec4 top;
uniform vec4 bottom;
layout(location = 0) out vec4 result;
void main() { result = mix(bottom, top, clamp(height, 0.0, 1.0)); }
)";

const char* const interface_vertex = R"(
layout(location = 0) in vec2 position;
layout(location = 1) in vec2 place;
layout(location = 2) in vec4 tint;
uniform vec2 window;
out vec2 texture_place;
out vec4 colour;
void main() {
    texture_place = place;
    colour = tint;
    gl_Position = vec4(position.x / window.x * 2 - 1, 1 - position.y / window.y * 2, 0, 1);
}
)";

const char* const interface_fragment = R"(
in vec2 texture_place;
in vec4 colour;
uniform sampler2D letters;
layout(location = 0) out vec4 result;
void main() { result = colour * texture(letters, texture_place); }
)";

} // namespace impinge::viewer::shaders
