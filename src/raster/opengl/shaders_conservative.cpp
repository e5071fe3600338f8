// SPDX-License-Identifier: Apache-2.0
//
// Every pixel whose closed square touches the closed triangle, with the depths found there.
//
// The geometry stage emits something that covers at least these pixels, each once, and the fragment
// stage decides exactly. Coordinates are whole steps, so doubles make no error up to 2^25 steps
// (131,072 pixels) from the pixel; beyond, tests are widened by more than the error, so that no
// pixel is lost there either. A triangle that the near plane cuts has up to four corners and is
// then looked at in two parts; what a pixel sees of both is put together.
#include "raster/opengl/shaders.hpp"

namespace impinge::inline v0::raster::opengl {

// HARDWARE: the rasteriser itself is conservative. It then sees pixels on the diagonal of the box
// twice, so each half of it says which it is. Triangles that might be clipped by the hardware go
// the way of the box, since their pieces would share pixels too.
const char* const conservative_geometry_shader = R"(
layout(triangle_strip, max_vertices = 4) out;
uniform int culled_sign; // of the area
flat out vec4 corner_x;
flat out vec4 corner_y;
flat out vec4 corner_z;
flat out uvec3 names; // triangle, provoking vertex, how many parts it was cut into
#ifdef HARDWARE
flat out vec4 box;
flat out int box_half;
#endif

double cross_product(dvec2 a, dvec2 b) { return a.x * b.y - a.y * b.x; }

double doubled_area() {
    dvec2 a = dvec2(corner[1].xy) - dvec2(corner[0].xy);
    dvec2 b = dvec2(corner[2].xy) - dvec2(corner[0].xy);
    dvec2 c = dvec2(corner[3].xy) - dvec2(corner[0].xy);
    return cross_product(a, b) + cross_product(b, c);
}

uint part_count = 1u;

void emit(vec2 steps, vec4 outline, int part) {
    gl_Position = clip_position(vec3(steps, 0.0));
    corner_x = vec4(corner[0].x, corner[1].x, corner[2].x, corner[3].x);
    corner_y = vec4(corner[0].y, corner[1].y, corner[2].y, corner[3].y);
    corner_z = vec4(corner[0].z, corner[1].z, corner[2].z, corner[3].z);
    names = uvec3(uint(gl_PrimitiveIDIn), vertex_name[2], part_count);
#ifdef HARDWARE
    box = outline;
    box_half = part;
#endif
    EmitVertex();
}

void main() {
    int count = find_corners();
    double area = count < 3 ? 0.0 : doubled_area();
    if (count < 3 || (area > 0.0 && culled_sign > 0) || (area < 0.0 && culled_sign < 0)) {
        return;
    }
    part_count = uint(count - 2);
    vec2 low = min(min(corner[0].xy, corner[1].xy), min(corner[2].xy, corner[3].xy));
    vec2 high = max(max(corner[0].xy, corner[1].xy), max(corner[2].xy, corner[3].xy));
    vec2 size = 2.0 * window.xy;
#ifdef HARDWARE
    bool near_window = all(greaterThan(low, -size)) && all(lessThan(high, 2.0 * size));
    if (count == 3 && area != 0.0 && near_window) {
        for (int i = 0; i < 3; ++i) {
            emit(corner[i].xy, vec4(0.0), 0);
        }
        return;
    }
#endif
    low = max(256.0 * (ceil(low / 256.0) - 1.0), vec2(0.0));
    high = min(256.0 * (floor(high / 256.0) + 1.0), size);
    if (!all(lessThan(low, high))) {
        return;
    }
    vec4 outline = vec4(low, high);
    vec2 second = area < 0.0 ? vec2(low.x, high.y) : vec2(high.x, low.y);
    emit(low, outline, 1);
    emit(second, outline, 1);
    emit(low + high - second, outline, 1);
    emit(high, outline, 2);
}
)";

// The plane's depth over the square is that at its centre and half a pixel of slope to each side.
// Doubles err by less than 2^-49 of the products that make up the slopes, which is added. Rounding
// to a float then adds at most one unit in the last place.
const char* const conservative_fragment_shader = R"(
flat in vec4 corner_x;
flat in vec4 corner_y;
flat in vec4 corner_z;
flat in uvec3 names;
#ifdef HARDWARE
flat in vec4 box;
flat in int box_half;
#endif

// Relative to the pixel's centre, in steps.
dvec2 corner[4] = dvec2[4](dvec2(0.0), dvec2(0.0), dvec2(0.0), dvec2(0.0));

double largest(dvec2 v) { return max(abs(v.x), abs(v.y)); }

// Separating axes: those of the square, and across every side of the triangle.
bool touches(dvec2 a, dvec2 b, dvec2 c) {
    dvec2 low = min(min(a, b), c);
    dvec2 high = max(max(a, b), c);
    if (low.x > 128.0 || low.y > 128.0 || high.x < -128.0 || high.y < -128.0) {
        return false;
    }
    double reach = max(largest(low), largest(high));
    double slack = reach > 33554432.0 ? reach * reach * 1e-14 : 0.0;
    dvec2 points[3] = dvec2[3](a, b, c);
    for (int i = 0; i < 3; ++i) {
        dvec2 begin = points[i];
        dvec2 side = points[(i + 1) % 3] - begin;
        dvec2 across = dvec2(-side.y, side.x);
        double opposite = dot(across, points[(i + 2) % 3] - begin);
        double middle = -dot(across, begin);
        double half_width = 128.0 * (abs(across.x) + abs(across.y)) + slack;
        if (middle - half_width > max(opposite, 0.0) || middle + half_width < min(opposite, 0.0)) {
            return false;
        }
    }
    return true;
}

float rounded_down(double exact) {
    float value = float(exact);
    return double(value) > exact ? uintBitsToFloat(floatBitsToUint(value) - 1u) : value;
}

float rounded_up(double exact) {
    float value = float(exact);
    if (double(value) >= exact) {
        return value;
    }
    return value > 0.0 ? uintBitsToFloat(floatBitsToUint(value) + 1u) : 1.17549435e-38;
}

uniform vec2 area_from; // where in the target the window begins

// Near, at the centre, far; of the plane through three corners.
dvec3 depths(dvec2 corner_0, dvec2 a, dvec2 b, dvec3 z) {
    double nearest = min(min(z.x, z.y), z.z);
    double farthest = max(max(z.x, z.y), z.z);
    double area = a.x * b.y - a.y * b.x;
    if (area == 0.0) {
        return dvec3(nearest, nearest, farthest);
    }
    double za = z.y - z.x;
    double zb = z.z - z.x;
    dvec2 slope = dvec2(za * b.y - zb * a.y, zb * a.x - za * b.x) / area;
    dvec2 bound = dvec2(abs(za * b.y) + abs(zb * a.y), abs(zb * a.x) + abs(za * b.x)) / abs(area);
    double middle = z.x - dot(slope, corner_0);
    double reach = 128.0 * (abs(slope.x) + abs(slope.y));
    reach += 2e-15 * (dot(bound, abs(corner_0) + 128.0) + abs(z.x));
    return clamp(dvec3(middle - reach, middle, middle + reach), dvec3(nearest), dvec3(farthest));
}

void main() {
    dvec2 centre = dvec2(floor(gl_FragCoord.xy) - area_from) * 256.0 + 128.0;
    corner = dvec2[4](dvec2(corner_x.x, corner_y.x) - centre, dvec2(corner_x.y, corner_y.y) - centre,
                      dvec2(corner_x.z, corner_y.z) - centre, dvec2(corner_x.w, corner_y.w) - centre);
    dvec3 range = dvec3(2.0, 0.0, -1.0);
    for (uint part = 0u; part < names.z; ++part) {
        dvec2 second = corner[part + 1u];
        dvec2 third = corner[part + 2u];
        if (touches(corner[0], second, third)) {
            dvec3 more = depths(corner[0], second - corner[0], third - corner[0],
                                dvec3(corner_z.x, corner_z[part + 1u], corner_z[part + 2u]));
            range = range.z < range.x ? more
                                      : dvec3(min(range.x, more.x), range.y, max(range.z, more.z));
        }
    }
    if (range.z < range.x) {
        discard;
    }
#ifdef HARDWARE
    if (box_half != 0) {
        dvec2 size = dvec2(box.zw) - dvec2(box.xy);
        dvec2 inside = centre - dvec2(box.xy);
        bool is_first = inside.x * size.y + inside.y * size.x <= size.x * size.y;
        if (is_first != (box_half == 1)) {
            discard;
        }
    }
#endif
    range = clamp(range, dvec3(0.0), dvec3(1.0));
    vec3 depth = vec3(rounded_down(range.x), float(range.y), rounded_up(range.z));
    gl_FragDepth = depth[DEPTH_OF];
    compare_with_reference(depth[DEPTH_OF]);
    WRITE_IDS
}
)";

} // namespace impinge::inline v0::raster::opengl
