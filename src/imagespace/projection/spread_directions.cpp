// SPDX-License-Identifier: Apache-2.0
#include "imagespace/projection/spread_directions.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace impinge::inline v0::imagespace {
namespace {

using GridLine = std::array<int, 3>;
using GridLines = std::array<GridLine, most_spread_directions>;

constexpr int dot_of(const GridLine& u, const GridLine& v) {
    return u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
}

/// A squared cosine, exactly.
struct Ratio {
    int top = 0;
    int bottom = 1;

    friend constexpr bool operator<(const Ratio& l, const Ratio& r) {
        return l.top * r.bottom < r.top * l.bottom;
    }
};

constexpr Ratio squared_cosine(const GridLine& u, const GridLine& v) {
    return {dot_of(u, v) * dot_of(u, v), dot_of(u, u) * dot_of(v, v)};
}

/// One of each line's two directions, and only the nearest grid point on it.
constexpr bool stands_for_a_line(const GridLine& v) {
    const bool is_even = v[0] % 2 == 0 && v[1] % 2 == 0 && v[2] % 2 == 0;
    return !is_even && (v[0] > 0 || (v[0] == 0 && (v[1] > 0 || (v[1] == 0 && v[2] > 0))));
}

constexpr GridLines all_lines() {
    GridLines lines{};
    std::size_t count = 0;
    for (int x = 0; x <= 2; ++x) {
        for (int y = -2; y <= 2; ++y) {
            for (int z = -2; z <= 2; ++z) {
                if (const GridLine line{x, y, z}; stands_for_a_line(line)) {
                    lines[count++] = line;
                }
            }
        }
    }
    return lines;
}

/// Farthest first, from the first axis on; of equals the shortest, then the first.
constexpr GridLines farthest_first() {
    const GridLines lines = all_lines();
    std::array<Ratio, most_spread_directions> nearest{}; // to a chosen one
    GridLines chosen{GridLine{1, 0, 0}};
    for (std::size_t count = 1; count < chosen.size(); ++count) {
        std::size_t best = 0;
        for (std::size_t i = 0; i < lines.size(); ++i) {
            const Ratio cosine = squared_cosine(chosen[count - 1], lines[i]);
            nearest[i] = nearest[i] < cosine ? cosine : nearest[i];
            const bool farther = nearest[i] < nearest[best];
            const bool as_far = !farther && !(nearest[best] < nearest[i]);
            if (farther ||
                (as_far && dot_of(lines[i], lines[i]) < dot_of(lines[best], lines[best]))) {
                best = i;
            }
        }
        chosen[count] = lines[best];
    }
    return chosen;
}

constexpr GridLines spread_lines = farthest_first();

struct Frame {
    Vec3d x;
    Vec3d y;
    Vec3d z;
};

Vec3d scaled_to_unit(Vec3d v) { return v * (1 / length(v)); }

/// Of the two ends of the direction always the same one becomes x.
Frame frame_about(Vec3d direction) {
    int largest = 0;
    int smallest = 0;
    for (int axis = 1; axis < 3; ++axis) {
        const double size = std::abs(direction[axis]);
        largest = size > std::abs(direction[largest]) ? axis : largest;
        smallest = size < std::abs(direction[smallest]) ? axis : smallest;
    }
    Frame frame;
    frame.x = scaled_to_unit(direction[largest] < 0 ? -direction : direction);
    Vec3d aside{};
    aside[smallest] = 1;
    frame.y = scaled_to_unit(cross(aside, frame.x));
    frame.z = cross(frame.x, frame.y);
    return frame;
}

constexpr double cosine_of_one_line = 0.97; // cosine of lines that are one

bool is_near_one_of(Vec3d direction, const std::vector<Vec3d>& others) {
    return std::any_of(others.begin(), others.end(), [&](Vec3d other) {
        return std::abs(dot(direction, other)) >= cosine_of_one_line * length(other);
    });
}

} // namespace

std::vector<Vec3d> spread_directions(std::vector<Vec3d> given, std::size_t count, Vec3d a_to_b) {
    const Frame frame = frame_about(given.front());
    const bool against = dot(given.front(), a_to_b) < 0;
    const std::vector<Vec3d> there = given;
    for (const auto& [x, y, z] : spread_lines) {
        if (given.size() >= count) {
            break;
        }
        const Vec3d direction = scaled_to_unit(frame.x * x + frame.y * y + frame.z * z);
        if (!is_near_one_of(direction, there)) {
            const bool turn = (dot(direction, a_to_b) < 0) != against;
            given.push_back(turn ? -direction : direction);
        }
    }
    return given;
}

} // namespace impinge::inline v0::imagespace
