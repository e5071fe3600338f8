// SPDX-License-Identifier: Apache-2.0
//
// The ways in which one pair of bodies is put before collide(): triangulations, orders, memory
// layouts, poses and exact motions. None of them may change a verdict.
#pragma once

#include "impinge/rigid.hpp"
#include "tests/support/exact_map.hpp"
#include "tests/support/meshing.hpp"
#include "tests/support/stored_mesh.hpp"

#include <string>
#include <vector>

namespace impinge::tests {

enum class Effort : std::uint8_t { VerdictOnly, AllDetails };

/// Whether the pose may round world coordinates.
enum class Rounding : std::uint8_t { Forbidden, Allowed };

struct Presentation {
    std::string name;
    ExactMap map{};
    Meshing meshing_a{};
    Meshing meshing_b{};
    Layout layout = Layout::Packed;
    Rigid pose{};
    Rounding rounding = Rounding::Forbidden;
    Effort effort = Effort::VerdictOnly;
};

/// A shuffled meshing with other diagonals for every seed.
inline Meshing remeshed(std::uint64_t seed, Splits splits = Splits::None,
                        Extras extras = Extras::None) {
    return {.seed = seed, .splits = splits, .extras = extras, .order = Order::Shuffled};
}

inline std::vector<Presentation> triangulation_presentations() {
    std::vector<Presentation> list{
        {.name = "built", .effort = Effort::AllDetails},
        {.name = "other diagonals",
         .meshing_a = remeshed(11),
         .meshing_b = remeshed(12),
         .effort = Effort::AllDetails},
        {.name = "A subdivided", .meshing_a = remeshed(13, Splits::All), .meshing_b = remeshed(14)},
        {.name = "B subdivided", .meshing_a = remeshed(15), .meshing_b = remeshed(16, Splits::All)},
        {.name = "some edges split",
         .meshing_a = remeshed(17, Splits::Some),
         .meshing_b = remeshed(18, Splits::Some),
         .effort = Effort::AllDetails},
        {.name = "other edges split",
         .meshing_a = remeshed(19, Splits::Some),
         .meshing_b = remeshed(20, Splits::Some)},
        {.name = "caps in A", .meshing_a = remeshed(21, Splits::None, Extras::Caps)},
        {.name = "caps in both, split",
         .meshing_a = remeshed(22, Splits::Some, Extras::Caps),
         .meshing_b = remeshed(23, Splits::None, Extras::Caps)},
        {.name = "triangles without area",
         .meshing_a = remeshed(24, Splits::None, Extras::Points),
         .meshing_b = remeshed(25, Splits::None, Extras::Points),
         .effort = Effort::AllDetails},
    };
    return list;
}

inline std::vector<Presentation> layout_presentations() {
    return {
        {.name = "floats", .layout = Layout::Float32},
        {.name = "interleaved", .meshing_a = remeshed(31), .layout = Layout::Interleaved},
        {.name = "unwelded", .meshing_b = remeshed(32), .layout = Layout::Unwelded},
        {.name = "unwelded, split and capped",
         .meshing_a = remeshed(33, Splits::Some, Extras::Caps),
         .meshing_b = remeshed(34, Splits::Some),
         .layout = Layout::Unwelded},
    };
}

/// Rows of a matrix of zeros and signs as a pose: exact, since each sum has one term.
inline Rigid pose_of(const IntegerMatrix& m) {
    const auto row = [&](std::size_t i) {
        return Vec3d{static_cast<double>(m[i][0]), static_cast<double>(m[i][1]),
                     static_cast<double>(m[i][2])};
    };
    return {.row_x = row(0), .row_y = row(1), .row_z = row(2)};
}

inline std::vector<Presentation> motion_presentations() {
    std::vector<Presentation> list;
    std::uint64_t seed = 100;
    const auto add = [&](const std::string& name, const ExactMap& map) {
        ++seed;
        list.push_back({.name = name,
                        .map = map,
                        .meshing_a = remeshed(seed),
                        .meshing_b = remeshed(seed + 1000)});
    };
    const std::vector<IntegerMatrix> symmetries = cube_symmetries();
    for (std::size_t i = 0; i < symmetries.size(); ++i) {
        add("symmetry " + std::to_string(i), {.matrix = symmetries[i]});
    }
    for (std::size_t i = 1; i < 24; i += 7) {
        list.push_back({.name = "pose " + std::to_string(i), .pose = pose_of(symmetries[i])});
    }
    Random random(7);
    for (int i = 0; i < 8; ++i) {
        add("sheared " + std::to_string(i), {.matrix = random_matrix(random, 3)});
    }
    return list;
}

inline std::vector<Presentation> range_presentations() {
    std::vector<Presentation> list;
    for (const int exponent : {-40, 40, -150, 150, -340, 340, -1000, 1000, -1060}) {
        list.push_back({.name = "scaled by 2^" + std::to_string(exponent),
                        .map = {.exponent = exponent},
                        .meshing_a = remeshed(41),
                        .meshing_b = remeshed(42)});
    }
    for (const Vec3d offset : {Vec3d{3, -5, 7}, Vec3d{5e6, 0, 0}, Vec3d{5e6, -5e6, 5e6},
                               Vec3d{-0x1p30, 0x1p20, 0.125}}) {
        list.push_back({.name = "moved by " + std::to_string(offset.x),
                        .map = {.translation = offset},
                        .meshing_a = remeshed(43),
                        .meshing_b = remeshed(44)});
    }
    list.push_back({.name = "moved by a pose", .pose = translation({5e6, 5e6, -5e6})});
    list.push_back({.name = "sheared, tiny and far",
                    .map = {.matrix = {{{1, 2, 0}, {0, 1, -1}, {3, 0, 1}}},
                            .exponent = -10,
                            .translation = {4096, -4096, 8192}},
                    .meshing_a = remeshed(45, Splits::Some),
                    .meshing_b = remeshed(46)});
    return list;
}

/// Presentations that change no point set except by one exact map for both bodies.
inline std::vector<Presentation> exact_presentations() {
    std::vector<Presentation> list;
    for (const auto& group : {triangulation_presentations(), layout_presentations(),
                              motion_presentations(), range_presentations()}) {
        list.insert(list.end(), group.begin(), group.end());
    }
    return list;
}

/// Arbitrary rotations and translations: for verdicts that rounding cannot change.
inline std::vector<Presentation> rigid_presentations() {
    std::vector<Presentation> list;
    Random random(99);
    for (std::uint64_t i = 0; i < 12; ++i) {
        const Vec3d axis = random.in_box({-1, -1, -1}, {1, 1, 1});
        Rigid pose = rotation(axis, random.uniform(0, 6));
        pose.translation = random.in_box({-100, -100, -100}, {100, 100, 100});
        list.push_back({.name = "rigid motion " + std::to_string(i),
                        .meshing_a = remeshed(i + 50, Splits::Some),
                        .meshing_b = remeshed(i + 70),
                        .pose = pose,
                        .rounding = Rounding::Allowed});
    }
    return list;
}

} // namespace impinge::tests
