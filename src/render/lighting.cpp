// SPDX-License-Identifier: Apache-2.0
#include "render/lighting.hpp"

#include <algorithm>

namespace impinge::inline v0::render {
namespace {

// A little warm from the key, a little cool from the other lights: shapes read better so.
constexpr Light3 key_tint{1.02F, 1.0F, 0.96F};
constexpr Light3 fill_tint{0.95F, 0.99F, 1.06F};

Vec3d in_world(const raster::View& view, Vec3d in_picture) {
    const Vec3d v =
        view.axis_x * in_picture.x + view.axis_y * in_picture.y - view.axis_z * in_picture.z;
    const double size = length(v);
    return size > 0 ? v * (1 / size) : -view.axis_z;
}

double fourth_power(double x) { return x * x * x * x; }
double power_32(double x) { return fourth_power(fourth_power(x * x)); }

} // namespace

Lighting::Lighting(const Light& light, const raster::View& view)
    : light_(light), key_(in_world(view, light.key_from)), fill_(in_world(view, light.fill_from)),
      up_(view.axis_y) {}

Light3 Lighting::shade(const SurfacePoint& point, const Openness& open) const {
    const Vec3d n = point.normal;
    const double above = 0.5 + 0.5 * dot(n, up_); // 0 below, 1 above
    const double key = std::max(0.0, dot(n, key_)) * light_.key * open.key;
    const double fill = std::max(0.0, dot(n, fill_)) * light_.fill * open.sky;
    const double sky = (0.5 + 0.5 * above) * light_.sky * open.sky;

    const Vec3d between = key_ + point.to_eye;
    const double size = length(between);
    const double mirrored = size > 0 ? std::max(0.0, dot(n, between) / size) : 0;
    const double highlight = power_32(mirrored) * light_.highlight * open.key;
    const double away = 1 - std::clamp(dot(n, point.to_eye), 0.0, 1.0);
    const double rim = fourth_power(away) * above * light_.rim * open.sky;

    const Light3 diffuse =
        key_tint * static_cast<float>(key) + fill_tint * static_cast<float>(fill + sky);
    return point.colour * diffuse + key_tint * static_cast<float>(highlight) +
           fill_tint * static_cast<float>(rim);
}

} // namespace impinge::inline v0::render
