// SPDX-License-Identifier: Apache-2.0
//
// The maps are tables of control points, computed once so that CIE lightness grows in even steps
// (falls, towards the ends of the diverging one) while hue and chroma wander smoothly through what
// a screen can show. Between points colours are mixed in sRGB, without any function of the C
// library that could differ between machines.
#include "impinge/picture.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace impinge::inline v0::render {
namespace {

using Table = std::array<Colour, 17>;

constexpr Table sequential{{{54, 3, 99},
                            {52, 23, 120},
                            {43, 41, 139},
                            {19, 58, 154},
                            {3, 79, 142},
                            {0, 95, 139},
                            {4, 109, 140},
                            {2, 124, 144},
                            {6, 138, 146},
                            {12, 153, 147},
                            {11, 168, 144},
                            {10, 183, 135},
                            {55, 198, 118},
                            {118, 207, 106},
                            {163, 215, 99},
                            {204, 223, 99},
                            {240, 231, 107}}};

constexpr Table diverging{{{1, 84, 165},
                           {1, 102, 198},
                           {48, 123, 211},
                           {82, 142, 218},
                           {114, 163, 227},
                           {145, 183, 233},
                           {176, 204, 239},
                           {209, 224, 243},
                           {244, 244, 244},
                           {243, 216, 213},
                           {239, 189, 183},
                           {232, 163, 155},
                           {224, 137, 128},
                           {213, 111, 101},
                           {202, 83, 74},
                           {190, 51, 46},
                           {172, 4, 18}}};

constexpr Table heat{{{8, 8, 8},
                      {38, 17, 18},
                      {66, 20, 21},
                      {93, 20, 17},
                      {123, 17, 0},
                      {138, 39, 1},
                      {152, 57, 2},
                      {168, 75, 2},
                      {181, 92, 5},
                      {196, 109, 3},
                      {209, 128, 8},
                      {222, 147, 9},
                      {232, 166, 27},
                      {237, 186, 66},
                      {242, 208, 99},
                      {247, 227, 131},
                      {252, 247, 163}}};

/// Found by a search for colours that stay far from each other, from black and from white, for
/// usual eyes and for those that lack the red or the green cones.
constexpr std::array<Colour, 10> categories{{{67, 155, 247},
                                             {234, 201, 50},
                                             {143, 33, 101},
                                             {90, 147, 19},
                                             {233, 104, 126},
                                             {85, 63, 167},
                                             {98, 233, 158},
                                             {133, 63, 19},
                                             {107, 221, 248},
                                             {173, 90, 181}}};

struct NamedMap {
    ColourMap map;
    const char* name;
};
constexpr std::array<NamedMap, 4> named_maps{{{ColourMap::Sequential, "sequential"},
                                              {ColourMap::Diverging, "diverging"},
                                              {ColourMap::Grey, "grey"},
                                              {ColourMap::Heat, "heat"}}};

/// t from 0 to 1.
Colour interpolated(const Table& table, double t) {
    const double place = t * static_cast<double>(table.size() - 1);
    const auto below = std::min(static_cast<std::size_t>(place), table.size() - 2);
    return mixed(table[below], table[below + 1], place - static_cast<double>(below));
}

} // namespace

const char* to_string(ColourMap map) {
    for (const NamedMap& named : named_maps) {
        if (named.map == map) {
            return named.name;
        }
    }
    return "";
}

std::optional<ColourMap> colour_map_from_string(std::string_view name) {
    for (const NamedMap& named : named_maps) {
        if (named.name == name) {
            return named.map;
        }
    }
    return std::nullopt;
}

Colour map_colour(ColourMap map, double t) {
    if (std::isnan(t)) {
        return transparent;
    }
    const double inside = std::clamp(t, 0.0, 1.0);
    switch (map) {
    case ColourMap::Sequential:
        return interpolated(sequential, inside);
    case ColourMap::Diverging:
        return interpolated(diverging, inside);
    case ColourMap::Grey:
        return mixed(black, white, inside);
    case ColourMap::Heat:
        return interpolated(heat, inside);
    }
    return transparent;
}

Colour category_colour(std::uint32_t index) {
    const auto count = static_cast<std::uint32_t>(categories.size());
    const Colour colour = categories[index % count];
    switch (index / count % 3) {
    case 1:
        return mixed(colour, white, 0.45);
    case 2:
        return mixed(colour, black, 0.4);
    default:
        return colour;
    }
}

} // namespace impinge::inline v0::render
