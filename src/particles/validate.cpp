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
    if (status) {
        return {};
    }
    return Error{status.error().code, who + ": " + status.error().message};
}

Status check_uv(const std::string& who, const Collider& collider) {
    if (collider.uv.empty()) {
        return {};
    }
    const auto* mesh = std::get_if<Mesh>(&collider.shape);
    if (mesh == nullptr || mesh->triangles.size() != collider.uv.size()) {
        return refused(who, "uv must have an entry for each triangle of a mesh");
    }
    for (const std::array<Vec2d, 3>& corners : collider.uv) {
        for (const Vec2d corner : corners) {
            if (!(corner.x >= 0 && corner.x <= 1 && corner.y >= 0 && corner.y <= 1)) {
                return refused(who, "uv must lie in the unit square");
            }
        }
    }
    return {};
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
    if (Status status = check_uv(who, collider); !status) {
        return status;
    }
    return std::visit([&](const auto& shape) { return check(who, shape); }, collider.shape);
}

Status check(const std::string& who, const ParticleBody& body) {
    if (!impinge::is_finite(body.spin_axis) || !std::isfinite(body.spin)) {
        return refused(who, "the spin of its particles must be finite");
    }
    for (const Vec3d vertex : body.vertices) {
        if (!impinge::is_finite(vertex)) {
            return refused(who, "a vertex of its particles is not finite");
        }
    }
    for (const TriangleIndices& triangle : body.triangles) {
        for (const std::uint32_t corner : triangle) {
            if (corner >= body.vertices.size()) {
                return refused(who, "a triangle of its particles has a corner that is no vertex");
            }
        }
    }
    double last = 0;
    for (const ParticleLook& look : body.looks) {
        if (!(look.age >= last && look.age <= 1)) {
            return refused(who, "looks must be sorted by age, from 0 to 1");
        }
        last = look.age;
        if (!(look.size > 0) || !std::isfinite(look.size)) {
            return refused(who, "the size of a look must be positive and finite");
        }
        for (const float part : {look.colour[0], look.colour[1], look.colour[2], look.opacity}) {
            if (!(part >= 0 && part <= 1)) {
                return refused(who, "colours and opacities of looks must be between 0 and 1");
            }
        }
    }
    return {};
}

Status check(std::size_t index, const Emitter& emitter) {
    const std::string who = "emitter " + std::to_string(index);
    if (!is_positive(emitter.life)) {
        return refused(who, "life must be positive and finite");
    }
    if (emitter.velocity_spread.x < 0 || emitter.velocity_spread.y < 0 ||
        emitter.velocity_spread.z < 0) {
        return refused(who, "the spread of the velocity must not be negative");
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
    if (Status status = check(who, emitter.body); !status) {
        return status;
    }
    if (emitter.air) {
        if (!(emitter.air->drag >= 0 && std::isfinite(emitter.air->drag))) {
            return refused(who, "drag must be finite and not negative");
        }
        if (!is_positive(emitter.air->piece)) {
            return refused(who, "the duration of a piece of flight must be positive and finite");
        }
        const WindGusts gusts = emitter.air->gusts.value_or(WindGusts{});
        for (const double number : {gusts.strength, gusts.per_metre, gusts.per_second}) {
            if (!(number >= 0 && std::isfinite(number))) {
                return refused(who, "what is known of gusts must be finite and not negative");
            }
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
    if (options.most_bounces == 0) {
        return invalid("the most bounces must be at least 1");
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
