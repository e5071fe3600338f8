// SPDX-License-Identifier: Apache-2.0
#include "particles/validate.hpp"

#include "base/no_throw.hpp"
#include "particles/polynomial.hpp"

#include <cmath>
#include <cstddef>
#include <limits>
#include <string>

namespace impinge::inline v0::particles {
namespace {

Error refused(const std::string& who, const char* what) { return invalid(who + ": " + what); }

bool is_finite(const QuadraticForm& f) {
    double sum = 0;
    for (const double part : {f.xx, f.yy, f.zz, f.xy, f.xz, f.yz, f.x, f.y, f.z, f.one}) {
        sum += part * 0; // NaN if one is not finite
    }
    return sum == 0;
}

bool is_zero(const QuadraticForm& f) {
    QuadraticForm without = f;
    without.one = 0;
    return without == QuadraticForm{};
}

bool is_positive(double number) { return number > 0 && std::isfinite(number); }

Status check(const std::string& who, const ImplicitSurface& surface) {
    if (!is_finite(surface.form)) {
        return refused(who, "a number of its equation is not finite");
    }
    if (is_zero(surface.form)) {
        return refused(who, "its equation says nothing of x, y or z");
    }
    for (const QuadraticForm& bound : surface.bounds) {
        if (!is_finite(bound)) {
            return refused(who, "a number of a bound is not finite");
        }
    }
    if (surface.outline) {
        const Outline& outline = *surface.outline;
        if (!is_plane(surface.form)) {
            return refused(who, "only a plane can have an outline");
        }
        if (!impinge::is_finite(outline.origin) || !is_positive(squared_length(outline.u)) ||
            !is_positive(squared_length(outline.v))) {
            return refused(who, "the axes of its outline must be finite and not zero");
        }
        for (const auto& loop : outline.loops) {
            if (loop.size() < 3) {
                return refused(who, "a loop of its outline has fewer than three corners");
            }
            for (const Vec2d corner : loop) {
                if (!std::isfinite(corner.x) || !std::isfinite(corner.y)) {
                    return refused(who, "a corner of its outline is not finite");
                }
            }
        }
    }
    if (surface.box && !is_empty(*surface.box) &&
        !(impinge::is_finite(surface.box->min) && impinge::is_finite(surface.box->max))) {
        return refused(who, "its box is not finite");
    }
    return {};
}

Status check(const std::string& who, const Blend& blend) {
    if (!is_positive(blend.threshold)) {
        return refused(who, "the threshold must be positive");
    }
    for (const Blob& blob : blend.blobs) {
        if (!impinge::is_finite(blob.centre) || !is_positive(blob.radius) ||
            !std::isfinite(blob.weight)) {
            return refused(who,
                           "a ball needs a finite centre, a finite weight and a positive radius");
        }
    }
    return {};
}

Status check(const std::string& who, const Mesh& mesh) {
    const Status status = impinge::validate(mesh.view());
    return status ? Status() : refused(who, status.error().message.c_str());
}

Status check(std::size_t index, const Collider& collider) {
    const std::string who = "collider " + std::to_string(index) +
                            (collider.name.empty() ? "" : " (" + collider.name + ")");
    if (!impinge::is_finite(collider.velocity)) {
        return refused(who, "its velocity is not finite");
    }
    if (!(collider.restitution >= 0 && collider.restitution <= 1)) {
        return refused(who, "restitution must be between 0 and 1");
    }
    if (!(collider.friction >= 0 && std::isfinite(collider.friction))) {
        return refused(who, "friction must be finite and not negative");
    }
    return std::visit([&](const auto& shape) { return check(who, shape); }, collider.shape);
}

Status check(std::size_t index, const Emitter& emitter) {
    const std::string who = "emitter " + std::to_string(index);
    if (!is_positive(emitter.life)) {
        return refused(who, "life must be positive and finite");
    }
    if (!std::isfinite(emitter.first_birth)) {
        return refused(who, "the first birth is not finite");
    }
    for (const Vec3d v : {emitter.origin, emitter.edge_u, emitter.edge_v, emitter.edge_w,
                          emitter.velocity, emitter.velocity_spread, emitter.acceleration}) {
        if (!impinge::is_finite(v)) {
            return refused(who, "positions, velocities and the acceleration must be finite");
        }
    }
    for (const ParticleStart& start : emitter.starts) {
        if (!impinge::is_finite(start.position) || !impinge::is_finite(start.velocity) ||
            !std::isfinite(start.birth)) {
            return refused(who, "a start is not finite");
        }
    }
    if (emitter.starts.size() > std::numeric_limits<std::uint32_t>::max()) {
        return refused(who, "more than 4294967295 starts");
    }
    if (emitter.air) {
        if (!(emitter.air->drag >= 0 && std::isfinite(emitter.air->drag))) {
            return refused(who, "drag must be finite and not negative");
        }
        if (!is_positive(emitter.air->piece)) {
            return refused(who, "the duration of a piece of flight must be positive and finite");
        }
    }
    return {};
}

} // namespace

Status validate(std::span<const Emitter> emitters, std::span<const Collider> colliders,
                const ParticleOptions& options) {
    if (!(options.rest_speed > 0 && std::isfinite(options.rest_speed))) {
        return invalid("the speed of rest must be positive and finite");
    }
    for (std::size_t i = 0; i < emitters.size(); ++i) {
        if (Status status = check(i, emitters[i]); !status) {
            return status;
        }
    }
    for (std::size_t i = 0; i < colliders.size(); ++i) {
        if (Status status = check(i, colliders[i]); !status) {
            return status;
        }
    }
    return {};
}

} // namespace impinge::inline v0::particles
