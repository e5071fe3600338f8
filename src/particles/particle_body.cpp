// SPDX-License-Identifier: Apache-2.0
#include "particles/emission.hpp"

#include "impinge/particles.hpp"

#include <algorithm>

namespace impinge::inline v0 {
namespace {

ParticleLook between(const ParticleLook& a, const ParticleLook& b, double age) {
    const double share = b.age > a.age ? (age - a.age) / (b.age - a.age) : 1;
    const auto mixed = [&](float x, float y) {
        return static_cast<float>(x + (double{y} - x) * share);
    };
    ParticleLook look{.age = age};
    for (std::size_t i = 0; i < look.colour.size(); ++i) {
        look.colour[i] = mixed(a.colour[i], b.colour[i]);
    }
    look.opacity = mixed(a.opacity, b.opacity);
    look.size = a.size + (b.size - a.size) * share;
    return look;
}

} // namespace

ParticleLook look_of(const Emitter& emitter, const ParticleState& state) {
    const std::vector<ParticleLook>& looks = emitter.body.looks;
    const double age = std::clamp(state.age / emitter.life, 0.0, 1.0);
    const auto next = std::find_if(looks.begin(), looks.end(),
                                   [&](const ParticleLook& look) { return look.age > age; });
    if (looks.empty() || next == looks.begin()) {
        ParticleLook look = looks.empty() ? ParticleLook{} : looks.front();
        look.age = age;
        return look;
    }
    return between(*(next - 1), next == looks.end() ? *(next - 1) : *next, age);
}

Rigid pose_of(const Emitter& emitter, std::uint32_t particle, const ParticleState& state) {
    const ParticleBody& body = emitter.body;
    Rigid pose;
    if (body.spin != 0) {
        pose =
            rotation(body.spin_axis, particles::first_angle(emitter, particle, state.generation) +
                                         body.spin * state.flown);
    }
    pose.scale = look_of(emitter, state).size;
    pose.translation = state.position;
    return pose;
}

} // namespace impinge::inline v0
