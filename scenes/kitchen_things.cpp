// SPDX-License-Identifier: Apache-2.0
#include "scenes/kitchen_builder.hpp"

#include <array>

namespace impinge::scenes {
namespace {

constexpr double table_top = 0.75;
constexpr double worktop = 0.9;
constexpr double wall = 0.003; // of cups, pots and plates

/// A vessel with a wall that widens from its foot to its rim.
std::vector<ProfilePoint> vessel(double foot_radius, double rim_radius, double height) {
    return {{0, 0},
            {foot_radius, 0},
            {rim_radius, height},
            {rim_radius - wall, height},
            {foot_radius - wall, wall},
            {0, wall}};
}

void lay_place(KitchenBuilder& kitchen, std::size_t index, Vec3d middle) {
    kitchen.turned(numbered("plate", index), middle,
                   {{0, 0}, {0.07, 0}, {0.12, 0.018}, {0.118, 0.021}, {0.07, wall}, {0, wall}});
    const Vec3d saucer = middle + Vec3d{0.22, 0.1, 0};
    kitchen.turned(numbered("saucer", index), saucer,
                   {{0, 0}, {0.04, 0}, {0.07, 0.012}, {0.068, 0.015}, {0.04, wall}, {0, wall}});
    kitchen.turned(numbered("cup", index), saucer + Vec3d{0, 0, wall}, vessel(0.025, 0.04, 0.07));
    kitchen.turned(numbered("glass", index), middle + Vec3d{0.2, -0.07, 0},
                   vessel(0.028, 0.032, 0.12));
    kitchen.box(numbered("knife", index), middle + Vec3d{0.135, -0.1, 0},
                middle + Vec3d{0.15, 0.11, 0.003});
    kitchen.box(numbered("spoon", index), middle + Vec3d{0.16, -0.09, 0},
                middle + Vec3d{0.166, 0.04, 0.004});
    kitchen.bricks(numbered("fork", index),
                   {{{-0.006, -0.1, 0}, {0.006, 0.06, 0.003}},
                    {{-0.012, 0.05, 0}, {0.012, 0.06, 0.003}},
                    {{-0.012, 0.05, 0}, {-0.008, 0.1, 0.003}},
                    {{-0.002, 0.05, 0}, {0.002, 0.1, 0.003}},
                    {{0.008, 0.05, 0}, {0.012, 0.1, 0.003}}},
                   middle + Vec3d{-0.15, 0, 0});
}

void lay_table(KitchenBuilder& kitchen) {
    std::size_t place = 0;
    for (const double y : {0.86, 1.34}) {
        for (const double x : {1.45, 2.2}) {
            lay_place(kitchen, place++, {x, y, table_top});
        }
    }
    kitchen.turned("fruit-bowl", {2.1, 1.1, table_top}, vessel(0.1, 0.15, 0.07));
    constexpr std::array<Vec3d, 4> fruits{
        {{-0.045, 0, 0}, {0.045, 0, 0}, {0, -0.06, 0}, {0, 0.06, 0}}};
    for (std::size_t i = 0; i < fruits.size(); ++i) {
        kitchen.octagon(numbered("apple", i), Vec3d{2.1, 1.1, table_top + wall} + fruits[i], 0.03,
                        {{0, 0.5}, {0.01, 0.875}, {0.03, 1}, {0.05, 0.875}, {0.06, 0.5}});
    }
    kitchen.turned("teapot", {1.75, 1.1, table_top},
                   {{0, 0},
                    {0.05, 0},
                    {0.08, 0.06},
                    {0.045, 0.13},
                    {0.042, 0.13},
                    {0.076, 0.06},
                    {0.048, wall},
                    {0, wall}});
    kitchen.octagon("bread", {1.45, 1.1, table_top}, 0.07,
                    {{0, 0.875}, {0.03, 1}, {0.06, 0.875}, {0.07, 0.5}});
    kitchen.turned("lamp", {1.9, 1.1, 1.7},
                   {{0, 0.2}, {0.02, 0.195}, {0.2, 0}, {0.203, 0}, {0.03, 0.21}, {0, 0.215}});
    kitchen.box("lamp-cable", {1.897, 1.097, 1.93}, {1.903, 1.103, 2.6});
}

void put_on_stove(KitchenBuilder& kitchen) {
    constexpr double ring = 0.92;
    kitchen.turned("pot-1", {2.01, 2.75, ring}, vessel(0.1, 0.105, 0.14));
    kitchen.turned("pot-2", {2.01, 2.99, ring}, vessel(0.1, 0.105, 0.18));
    kitchen.turned("pot-2-lid", {2.01, 2.99, ring + 0.18},
                   {{0, 0}, {0.108, 0}, {0.108, 0.003}, {0.03, 0.02}, {0.02, 0.05}, {0, 0.05}});
    for (std::size_t i = 0; i < 2; ++i) {
        const double y = i == 0 ? 2.75 : 2.99;
        kitchen.turned(numbered("pan", i), {2.3, y, ring}, vessel(0.1, 0.115, 0.04));
        kitchen.box(numbered("pan-handle", i), {2.42, y - 0.012, ring + 0.02},
                    {2.58, y + 0.012, ring + 0.035});
    }
}

void put_on_worktop(KitchenBuilder& kitchen) {
    for (std::size_t i = 0; i < 6; ++i) {
        kitchen.octagon(numbered("jar", i), {0.75 + 0.11 * static_cast<double>(i), 3.02, worktop},
                        0.045, {{0, 1}, {0.12, 1}, {0.14, 0.75}, {0.16, 0.5}});
    }
    kitchen.box("knife-block", {1.5, 2.96, worktop}, {1.62, 3.06, 1.08});
    for (std::size_t i = 0; i < 5; ++i) {
        const double x = 1.51 + 0.022 * static_cast<double>(i);
        kitchen.box(numbered("kitchen-knife", i), {x, 2.98, 1.08}, {x + 0.012, 3.03, 1.17});
    }
    kitchen.bricks("toaster", {{{1.48, 2.68, worktop}, {1.78, 2.84, 0.93}},
                               {{1.48, 2.68, worktop}, {1.78, 2.7, 1.07}},
                               {{1.48, 2.75, worktop}, {1.78, 2.77, 1.07}},
                               {{1.48, 2.82, worktop}, {1.78, 2.84, 1.07}},
                               {{1.48, 2.68, worktop}, {1.5, 2.84, 1.07}},
                               {{1.76, 2.68, worktop}, {1.78, 2.84, 1.07}}});
    kitchen.bricks("spice-rack", {{{0.75, 2.66, worktop}, {1.17, 2.74, 0.91}},
                                  {{0.75, 2.66, 1.01}, {1.17, 2.74, 1.02}},
                                  {{0.75, 2.66, worktop}, {0.76, 2.74, 1.1}},
                                  {{1.16, 2.66, worktop}, {1.17, 2.74, 1.1}}});
    for (std::size_t i = 0; i < 8; ++i) {
        const double x = 0.81 + 0.1 * static_cast<double>(i % 4);
        kitchen.octagon(numbered("spice", i), {x, 2.7, i < 4 ? 0.91 : 1.02}, 0.02,
                        {{0, 1}, {0.055, 1}, {0.07, 0.75}});
    }
    kitchen.turned("kettle", {3.2, 2.75, worktop},
                   {{0, 0}, {0.09, 0}, {0.06, 0.2}, {0.057, 0.2}, {0.086, wall}, {0, wall}});
    for (std::size_t i = 0; i < 4; ++i) {
        kitchen.turned(numbered("bottle", i), {3.12 + 0.12 * static_cast<double>(i), 3.07, worktop},
                       {{0, 0},
                        {0.035, 0},
                        {0.035, 0.18},
                        {0.013, 0.24},
                        {0.013, 0.29},
                        {0.01, 0.29},
                        {0.01, 0.24},
                        {0.032, 0.178},
                        {0.032, wall},
                        {0, wall}});
    }
    kitchen.box("cutting-board", {3.34, 2.62, worktop}, {3.64, 2.86, 0.92});
}

void hang_utensils(KitchenBuilder& kitchen) {
    kitchen.box("rail", {0.75, 3.1, 1.42}, {1.75, 3.115, 1.435});
    for (std::size_t i = 0; i < 6; ++i) {
        const double x = 0.8 + 0.17 * static_cast<double>(i);
        const double low = 1.15 + 0.02 * static_cast<double>(i % 3);
        kitchen.bricks(numbered("ladle", i),
                       {{{x, 3.075, low}, {x + 0.01, 3.09, 1.45}},
                        {{x - 0.02, 3.06, low}, {x + 0.03, 3.09, low + 0.04}}});
    }
}

void fill_shelves(KitchenBuilder& kitchen) {
    for (std::size_t i = 0; i < 20; ++i) {
        const double shelf = i < 10 ? 1.225 : 1.625;
        const double y = 0.65 + 0.05 * static_cast<double>(i % 10);
        const double height = 0.2 + 0.02 * static_cast<double>(i * 7 % 5);
        kitchen.box(numbered("book", i), {0.03, y, shelf}, {0.2, y + 0.042, shelf + height});
    }
    for (std::size_t i = 0; i < 6; ++i) {
        kitchen.turned(numbered("mug", i),
                       {0.12, 1.4 + 0.2 * static_cast<double>(i % 3), i < 3 ? 1.225 : 1.625},
                       vessel(0.04, 0.042, 0.1));
    }
    // Stacked in the open cupboard, each in the hollow of the one below.
    for (std::size_t i = 0; i < 5; ++i) {
        kitchen.turned(numbered("bowl", i), {3.25, 3.02, 1.518 + 0.02 * static_cast<double>(i)},
                       vessel(0.04, 0.09, 0.06));
    }
}

} // namespace

void lay_out_things(KitchenBuilder& kitchen) {
    lay_table(kitchen);
    put_on_stove(kitchen);
    put_on_worktop(kitchen);
    hang_utensils(kitchen);
    fill_shelves(kitchen);
}

} // namespace impinge::scenes
