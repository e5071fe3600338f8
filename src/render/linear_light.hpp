// SPDX-License-Identifier: Apache-2.0
//
// Colours as amounts of light, which add up as light does; sRGB values do not.
#pragma once

#include "impinge/picture.hpp"

namespace impinge::inline v0::render {

/// Red, green and blue light, 0 to 1 where a screen can show it.
struct Light3 {
    float r = 0;
    float g = 0;
    float b = 0;

    friend constexpr Light3 operator+(Light3 first, Light3 second) {
        return {first.r + second.r, first.g + second.g, first.b + second.b};
    }
    friend constexpr Light3 operator*(Light3 light, Light3 surface) {
        return {light.r * surface.r, light.g * surface.g, light.b * surface.b};
    }
    friend constexpr Light3 operator*(Light3 light, float part) {
        return {light.r * part, light.g * part, light.b * part};
    }
};

/// Light that something sends, and the part of the light from behind that it lets through.
struct Veil {
    Light3 light = {};
    float clear = 1;
};

/// What is seen of `behind` through `front`.
constexpr Veil over(const Veil& front, const Veil& behind) {
    return {front.light + behind.light * front.clear, front.clear * behind.clear};
}

Light3 to_light(Colour colour);
/// A surface of the colour, its alpha being its opacity.
Veil to_veil(Colour colour);

/// The nearest colour; what a screen cannot show is clamped.
Colour to_colour(const Veil& veil);

} // namespace impinge::inline v0::render
