// SPDX-License-Identifier: Apache-2.0
//
// What impacts sound like: each collider is a bank of damped modes, struck by every impact as hard
// as it hits.
//
//     impinge::Expected<impinge::Sound> sound_of(const impinge::Impacts& impacts) {
//         const impinge::SoundMaterial tin = impinge::ringing(impinge::Substance::Metal, 1.5);
//         return impinge::impact_sound(impacts.list, {&tin, 1}, 0, 2);
//     }
#pragma once

#include "impinge/standard.hpp"
#ifdef IMPINGE_HAS_CPP20

#include "impinge/particles.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace impinge::inline v0 {

/// gain exp(-damping t) sin(2 pi frequency t) after a strike of strength 1.
struct SoundMode {
    double frequency = 440; ///< hertz
    double damping = 10;    ///< per second
    double gain = 1;
};

struct SoundMaterial {
    std::vector<SoundMode> modes = {}; ///< none: silent
};

enum class Substance : std::uint8_t { Metal, Wood, Glass, Stone, Water };

IMPINGE_API const char* to_string(Substance substance);
IMPINGE_API std::optional<Substance> substance_from_string(std::string_view name);

/// Modes of a plate of the substance, so large in metres.
IMPINGE_API SoundMaterial ringing(Substance substance, double size);

struct SoundOptions {
    int rate = 48000; ///< samples a second, 1000 to 384000
    Vec3d ear{};      ///< where one listens
    Vec3d right{1, 0, 0};
    /// Of a strike at a normal speed of 1, a metre away. Louder sums are bent towards 1, so that
    /// nothing is cut off.
    double loudness = 0.05;
};

/// From -1 to 1.
struct Sound {
    int rate = 48000;
    std::vector<float> left;
    std::vector<float> right;
};

/// From `from` to `to`, of impacts sorted by time; materials by collider, those that are missing
/// are silent. An impact is heard when it happens: sound takes no time to arrive.
IMPINGE_API Expected<Sound> impact_sound(std::span<const Impact> impacts,
                                         std::span<const SoundMaterial> materials, double from,
                                         double to, const SoundOptions& options = {});

} // namespace impinge::inline v0

#endif // IMPINGE_HAS_CPP20
