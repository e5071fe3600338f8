// SPDX-License-Identifier: Apache-2.0
#include "scenes/particles/particle_scene.hpp"

#include <numbers>
#include <utility>

namespace impinge::scenes {

std::uint64_t ParticleScene::particle_count() const {
    std::uint64_t count = 0;
    for (const Emitter& emitter : emitters) {
        count += emitter.starts.empty() ? emitter.particles : emitter.starts.size();
    }
    return count;
}

void ParticleScene::set_particle_count(std::uint64_t count) {
    std::uint64_t weight = 0;
    std::uint64_t fixed = 0;
    for (const Emitter& emitter : emitters) {
        weight += emitter.starts.empty() ? emitter.particles : 0;
        fixed += emitter.starts.size();
    }
    std::uint64_t left = count > fixed ? count - fixed : 0;
    for (Emitter& emitter : emitters) {
        if (emitter.starts.empty() && weight > 0) {
            const std::uint64_t share = left * emitter.particles / weight;
            weight -= emitter.particles;
            left -= share;
            emitter.particles = static_cast<std::uint32_t>(share);
        }
    }
}

void ParticleScene::emit(Emitter emitter, const BodyLook& look) {
    const auto at_age = [](double age, Tint tint, double radius) {
        const auto share = [](std::uint8_t value) { return static_cast<float>(value) / 255; };
        return ParticleLook{.age = age,
                            .colour = {share(tint.r), share(tint.g), share(tint.b)},
                            .opacity = 1,
                            .size = radius};
    };
    emitter.body.spin_axis = {0.6, 0.3, 1};
    emitter.body.spin = look.spin * std::numbers::pi / 180;
    emitter.body.looks = {at_age(0, look.tint, look.radius),
                          at_age(1, look.end_tint, look.end_radius)};
    emitters.push_back(std::move(emitter));
    stretches.push_back(look.stretch);
}

void ParticleScene::set_seed(std::uint32_t seed) {
    for (std::size_t i = 0; i < emitters.size(); ++i) {
        emitters[i].seed = seed + static_cast<std::uint32_t>(i) * 0x9E3779B9U;
    }
}

ParticleSceneBuilder& ParticleSceneBuilder::bouncing(double restitution, double friction) {
    collider_.response = Response::Bounce;
    collider_.restitution = restitution;
    collider_.friction = friction;
    return *this;
}

ParticleSceneBuilder& ParticleSceneBuilder::eliminating() {
    collider_.response = Response::Eliminate;
    return *this;
}

ParticleSceneBuilder& ParticleSceneBuilder::silent() {
    material_ = {};
    return *this;
}

ParticleSceneBuilder& ParticleSceneBuilder::sounding(Substance substance, double size) {
    material_ = ringing(substance, size);
    return *this;
}

ParticleSceneBuilder& ParticleSceneBuilder::looking(const ColliderLook& look) {
    look_ = look;
    return *this;
}

void ParticleSceneBuilder::add(std::string name, std::variant<ImplicitSurface, Blend, Mesh> shape) {
    Collider collider = collider_;
    collider.name = std::move(name);
    collider.shape = std::move(shape);
    scene_.colliders.push_back(std::move(collider));
    scene_.collider_looks.push_back(look_);
    scene_.materials.push_back(material_);
}

} // namespace impinge::scenes
