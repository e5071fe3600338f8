// SPDX-License-Identifier: Apache-2.0
#include "render/linear_light.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace impinge::inline v0::render {
namespace {

double light_of(double srgb) {
    return srgb <= 0.04045 ? srgb / 12.92 : std::pow((srgb + 0.055) / 1.055, 2.4);
}

double srgb_of(double light) {
    return light <= 0.0031308 ? light * 12.92 : 1.055 * std::pow(light, 1 / 2.4) - 0.055;
}

/// Fine enough that one step is a tenth of a step of sRGB where that is steepest. The last entry is
/// for light 1 alone, the others for the middle of their step.
constexpr std::size_t encode_steps = 1U << 15;

struct Tables {
    std::array<float, 256> light{};
    std::array<std::uint8_t, encode_steps + 1> srgb{};

    Tables() {
        for (std::size_t i = 0; i < light.size(); ++i) {
            light[i] = static_cast<float>(light_of(static_cast<double>(i) / 255));
        }
        for (std::size_t i = 0; i < srgb.size(); ++i) {
            const double value =
                srgb_of(std::min(1.0, (static_cast<double>(i) + 0.5) / encode_steps));
            srgb[i] = static_cast<std::uint8_t>(std::lround(value * 255));
        }
    }
};

const Tables& tables() {
    static const Tables made;
    return made;
}

std::uint8_t encoded(const Tables& table, float light) {
    const float clamped = std::clamp(light, 0.0F, 1.0F);
    return table.srgb[static_cast<std::size_t>(clamped * encode_steps)];
}

} // namespace

Light3 to_light(Colour colour) {
    const auto& light = tables().light;
    return {light[colour.r], light[colour.g], light[colour.b]};
}

Veil to_veil(Colour colour) {
    const float opacity = static_cast<float>(colour.a) / 255;
    return {to_light(colour) * opacity, 1 - opacity};
}

Colour to_colour(const Veil& veil) {
    const Tables& table = tables();
    const float opacity = std::clamp(1 - veil.clear, 0.0F, 1.0F);
    // Light without a surface has no colour of its own to be divided by.
    const float scale = opacity > 0 ? 1 / opacity : 0;
    return {encoded(table, veil.light.r * scale), encoded(table, veil.light.g * scale),
            encoded(table, veil.light.b * scale),
            static_cast<std::uint8_t>(std::lround(opacity * 255))};
}

} // namespace impinge::inline v0::render
