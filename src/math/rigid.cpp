// SPDX-License-Identifier: Apache-2.0
#include "impinge/rigid.hpp"

#include "math/sine.hpp"

#include <cmath>
#include <numbers>

namespace impinge::inline v0 {
namespace {

/// Rodrigues' formula.
Rigid turned_about(Vec3d u, SineCosine angle) {
    const auto [s, c] = angle;
    const double k = 1 - c;
    return {.row_x = {c + k * u.x * u.x, k * u.x * u.y - s * u.z, k * u.x * u.z + s * u.y},
            .row_y = {k * u.y * u.x + s * u.z, c + k * u.y * u.y, k * u.y * u.z - s * u.x},
            .row_z = {k * u.z * u.x - s * u.y, k * u.z * u.y + s * u.x, c + k * u.z * u.z}};
}

} // namespace

Status validate(const Rigid& pose) {
    const bool finite = is_finite(pose.row_x) && is_finite(pose.row_y) && is_finite(pose.row_z) &&
                        is_finite(pose.translation) && std::isfinite(pose.scale);
    if (!finite) {
        return Error{ErrorCode::NonFinite, "pose: must be finite"};
    }
    if (!(pose.scale > 0)) {
        return Error{ErrorCode::InvalidArgument, "pose: its scale must be positive"};
    }
    return {};
}

Rigid compose(const Rigid& outer, const Rigid& inner) {
    const Vec3d column_x{inner.row_x.x, inner.row_y.x, inner.row_z.x};
    const Vec3d column_y{inner.row_x.y, inner.row_y.y, inner.row_z.y};
    const Vec3d column_z{inner.row_x.z, inner.row_y.z, inner.row_z.z};
    const auto row = [&](Vec3d outer_row) {
        return Vec3d{dot(outer_row, column_x), dot(outer_row, column_y), dot(outer_row, column_z)};
    };
    return {row(outer.row_x), row(outer.row_y), row(outer.row_z), apply(outer, inner.translation),
            outer.scale * inner.scale};
}

Rigid inverse(const Rigid& pose) {
    Rigid inverted{.row_x = {pose.row_x.x, pose.row_y.x, pose.row_z.x},
                   .row_y = {pose.row_x.y, pose.row_y.y, pose.row_z.y},
                   .row_z = {pose.row_x.z, pose.row_y.z, pose.row_z.z},
                   .scale = 1 / pose.scale};
    inverted.translation = apply(inverted, -pose.translation);
    return inverted;
}

Rigid rotation(Vec3d axis, double angle_radians) {
    const double norm = length(axis);
    return norm == 0 ? Rigid{} : turned_about(axis * (1 / norm), sine_cosine(angle_radians));
}

Rigid rotation_degrees(Vec3d axis, double angle_degrees) {
    const double norm = length(axis);
    if (norm == 0) {
        return {};
    }
    // All exact up to here, so that a quarter turn is one.
    const double within_turn = std::fmod(angle_degrees, 360);
    const double quarters = std::nearbyint(within_turn / 90);
    const double rest_degrees = within_turn - 90 * quarters;
    const SineCosine rest = sine_cosine(rest_degrees * (std::numbers::pi / 180));
    return turned_about({axis.x / norm, axis.y / norm, axis.z / norm},
                        quarter_turns_on(rest, static_cast<long long>(quarters)));
}

} // namespace impinge::inline v0
