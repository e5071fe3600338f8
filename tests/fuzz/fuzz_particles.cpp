// SPDX-License-Identifier: Apache-2.0
//
// Files of particles: what is understood is within the bounds that docs/particles.md states, so
// that nothing else needs to ask again. Mesh files are not looked for.
#include "io/scene/particle_file.hpp"
#include "tests/fuzz/reader_promises.hpp"
#include "tests/fuzz/require.hpp"
#include "tests/fuzz/targets.hpp"

#include <cmath>
#include <limits>
#include <set>
#include <string>

namespace impinge::fuzz {
namespace {

constexpr const char* file_name = "fuzz.json";

void check_positive(double number) {
    require(number > 0 && std::isfinite(number), "what must be positive is, and finite");
}

void check_not_negative(double number) {
    require(number >= 0 && std::isfinite(number), "what must not be negative is not, and finite");
}

void check_finite(Vec3d v) { require(is_finite(v), "points and directions are finite"); }

void check_pair(Vec2d pair, bool positive) {
    require(std::isfinite(pair.x) && std::isfinite(pair.y), "pairs are finite");
    require(!positive || (pair.x > 0 && pair.y > 0), "radii are positive");
}

void check_form(const QuadraticForm& f) {
    for (const double part : {f.xx, f.yy, f.zz, f.xy, f.xz, f.yz, f.x, f.y, f.z, f.one}) {
        require(std::isfinite(part), "a matrix is finite");
    }
}

void check_direction(Vec3d v) {
    check_finite(v);
    require(v != Vec3d{}, "a direction is not zero");
}

void check_range(double low, double high) {
    require(std::isfinite(low) && std::isfinite(high) && low < high, "low is less than high");
}

struct ShapeCheck {
    void operator()(const RectangleShape& s) const {
        check_finite(s.origin);
        check_direction(s.u);
        check_direction(s.v);
    }
    void operator()(const DiscShape& s) const {
        check_finite(s.centre);
        check_direction(s.normal);
        check_positive(s.radius);
        require(s.hole >= 0 && s.hole <= s.radius, "a hole is no larger than its disc");
    }
    void operator()(const PolygonShape& s) const {
        check_finite(s.outline.origin);
        check_direction(s.outline.u);
        check_direction(s.outline.v);
        require(!s.outline.loops.empty(), "a polygon has a loop");
        for (const auto& loop : s.outline.loops) {
            require(loop.size() >= 3, "a loop has three corners");
            for (const Vec2d corner : loop) {
                check_pair(corner, false);
            }
        }
    }
    void operator()(const EllipsoidShape& s) const {
        check_positive(s.radii.x);
        check_positive(s.radii.y);
        check_positive(s.radii.z);
    }
    void operator()(const TurnedShape& s) const {
        check_pair(s.radius, true);
        check_range(s.low, s.high);
    }
    void operator()(const SaddleShape& s) const {
        check_pair(s.radius, true);
        check_pair(s.half, true);
    }
    void operator()(const HyperboloidShape& s) const {
        operator()(EllipsoidShape{s.radii});
        require(s.sheets == 1 || s.sheets == 2, "of one sheet or of two");
        check_range(s.low, s.high);
    }
    void operator()(const QuadricShape& s) const {
        check_form(s.form);
        if (s.box) {
            check_finite(s.box->min);
            check_finite(s.box->max);
            require(!is_empty(*s.box), "a box has a smallest corner and a largest");
        }
    }
    void operator()(const Blend& s) const {
        check_positive(s.threshold);
        require(!s.blobs.empty(), "a blend has a ball");
        for (const Blob& blob : s.blobs) {
            check_finite(blob.centre);
            check_positive(blob.radius);
            require(std::isfinite(blob.weight), "weights are finite");
        }
    }
    void operator()(const MeshShape& s) const {
        require(!s.file.empty(), "a mesh names a file");
        require(s.chart <= MeshChart::Atlas, "a chart is one of those there are");
    }
};

void check_emitter(const DescribedEmitter& described) {
    const Emitter& emitter = described.emitter;
    check_positive(emitter.life);
    require(std::isfinite(emitter.first_birth), "the first birth is finite");
    for (const Vec3d v : {emitter.origin, emitter.edge_u, emitter.edge_v, emitter.edge_w,
                          emitter.velocity, emitter.velocity_spread, emitter.acceleration}) {
        check_finite(v);
    }
    for (const ParticleStart& start : emitter.starts) {
        check_finite(start.position);
        check_finite(start.velocity);
        require(std::isfinite(start.birth), "births are finite");
    }
    require(emitter.air || !described.wind, "wind is of air");
    if (emitter.air) {
        check_not_negative(emitter.air->drag);
        check_positive(emitter.air->piece);
    }
    check_positive(described.radius);
    check_not_negative(described.end_radius);
    check_not_negative(described.stretch);
    require(std::isfinite(described.spin), "a spin is finite");
}

void check_collider(const DescribedCollider& collider) {
    std::visit(ShapeCheck{}, collider.shape);
    for (const DescribedBound& bound : collider.bounds) {
        if (const auto* side = std::get_if<PlaneSide>(&bound)) {
            check_finite(side->point);
            check_direction(side->normal);
        } else {
            check_form(std::get<QuadraticForm>(bound));
        }
    }
    for (const Vec3d v : {collider.pose.row_x, collider.pose.row_y, collider.pose.row_z,
                          collider.pose.translation, collider.velocity}) {
        check_finite(v);
    }
    require(std::isfinite(collider.pose.scale), "a scale is finite");
    require(collider.restitution >= 0 && collider.restitution <= 1, "restitution is a share");
    check_not_negative(collider.friction);
    if (const auto* plate = std::get_if<SubstanceSound>(&collider.sound)) {
        check_positive(plate->size);
    } else if (const auto* modes = std::get_if<SoundMaterial>(&collider.sound)) {
        for (const SoundMode& mode : modes->modes) {
            check_positive(mode.frequency);
            check_positive(mode.damping);
            require(std::isfinite(mode.gain), "gains are finite");
        }
    }
    check_not_negative(collider.splat_radius.value_or(0));
}

} // namespace

void fuzz_particles(Input input) {
    const std::string text(input.begin(), input.end());
    const tests::HeapWatch watch;
    const auto file = parse_particles(text, file_name);
    check_memory(watch, input.size());
    if (!file) {
        check_message(file.error(), file_name);
        return;
    }
    require(!file->emitters.empty(), "there is an emitter");
    check_positive(file->seconds.value_or(1));
    for (const DescribedEmitter& emitter : file->emitters) {
        check_emitter(emitter);
    }
    std::set<std::string> names;
    for (const DescribedCollider& collider : file->colliders) {
        require(names.insert(collider.name).second, "no two colliders have one name");
        check_collider(collider);
    }
    check_direction(file->camera.from.value_or(Vec3d{1, 0, 0}));
    check_finite(file->camera.at.value_or(Vec3d{}));
    check_positive(file->camera.zoom.value_or(1));
    check_positive(file->camera.angle.value_or(1));
    check_direction(file->ear.right.value_or(Vec3d{1, 0, 0}));
    check_not_negative(file->ear.loudness.value_or(0));
}

} // namespace impinge::fuzz
