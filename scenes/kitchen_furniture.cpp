// SPDX-License-Identifier: Apache-2.0
#include "scenes/kitchen_builder.hpp"

#include <array>

namespace impinge::scenes {
namespace {

constexpr double board = 0.018; // what cupboards are made of
constexpr double slit = 0.003;  // between a cupboard and its door, a door and its handle
constexpr double back = 3.175;  // where furniture ends before the back wall
constexpr std::array<double, 5> columns{0.66, 1.26, 1.86, 2.46, 3.06};
constexpr double column_width = 0.59;

void build_room(KitchenBuilder& kitchen) {
    kitchen.box("floor", {-0.1, 0, -0.1}, {4.2, 3.3, 0});
    kitchen.box("wall-back", {-0.1, 3.2, 0}, {4.2, 3.3, 2.4});
    kitchen.box("wall-left", {-0.1, 0, 0}, {0, 3.19, 2.4});
    for (std::size_t i = 0; i < 24; ++i) {
        const double x = 0.7 + 0.155 * static_cast<double>(i % 12);
        const double z = i < 12 ? 0.95 : 1.105;
        kitchen.box(numbered("tile", i), {x, 3.18, z}, {x + 0.15, 3.195, z + 0.15});
    }
}

/// Sides, back, bottom, top and shelves; open in front.
std::vector<Box3> carcass(Vec3d low, Vec3d high, const std::vector<double>& shelves) {
    std::vector<Box3> boards{{low, {low.x + board, high.y, high.z}},
                             {{high.x - board, low.y, low.z}, high},
                             {{low.x, high.y - board, low.z}, high}};
    for (const double z : shelves) {
        boards.push_back({{low.x, low.y, z}, {high.x, high.y, z + board}});
    }
    return boards;
}

void hang_door(KitchenBuilder& kitchen, const std::string& name, Vec3d low, Vec3d high) {
    kitchen.box(name, low, high);
    const double z = low.z > 1 ? low.z + 0.04 : high.z - 0.08;
    kitchen.box(name + "-handle", {low.x + 0.2, low.y - slit - 0.02, z},
                {low.x + 0.36, low.y - slit, z + 0.015});
}

void build_base_units(KitchenBuilder& kitchen) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const double x = columns[i];
        kitchen.bricks(numbered("cupboard", i),
                       carcass({x, 2.6, 0}, {x + column_width, back, 0.86}, {0.08, 0.42}));
        hang_door(kitchen, numbered("door", i), {x + slit, 2.575, 0.08},
                  {x + column_width - slit, 2.6 - slit, 0.85});
    }
    // The worktop has a hole that the sink hangs in.
    kitchen.bricks("worktop", {{{0.65, 2.56, 0.86}, {2.5, back, 0.9}},
                               {{3, 2.56, 0.86}, {3.66, back, 0.9}},
                               {{2.5, 2.56, 0.86}, {3, 2.68, 0.9}},
                               {{2.5, 3.08, 0.86}, {3, back, 0.9}}});
    kitchen.bricks("sink", {{{2.51, 2.69, 0.7}, {2.99, 3.07, 0.71}},
                            {{2.51, 2.69, 0.7}, {2.52, 3.07, 0.905}},
                            {{2.98, 2.69, 0.7}, {2.99, 3.07, 0.905}},
                            {{2.51, 2.69, 0.7}, {2.99, 2.7, 0.905}},
                            {{2.51, 3.06, 0.7}, {2.99, 3.07, 0.905}}});
    kitchen.bricks("tap", {{{2.72, 3.1, 0.9}, {2.78, 3.15, 0.93}},
                           {{2.735, 3.11, 0.93}, {2.765, 3.14, 1.2}},
                           {{2.735, 2.86, 1.17}, {2.765, 3.14, 1.2}},
                           {{2.735, 2.86, 1.1}, {2.765, 2.89, 1.2}}});
}

void build_wall_units(KitchenBuilder& kitchen) {
    for (const std::size_t i : {0U, 1U, 3U, 4U}) {
        const double x = columns[i];
        kitchen.bricks(
            numbered("wall-cupboard", i),
            carcass({x, 2.86, 1.5}, {x + column_width, back, 2.2}, {1.5, 1.85, 2.2 - board}));
    }
    for (const std::size_t i : {0U, 1U, 3U}) {
        hang_door(kitchen, numbered("wall-door", i), {columns[i] + slit, 2.835, 1.5},
                  {columns[i] + column_width - slit, 2.86 - slit, 2.2});
    }
    kitchen.box("wall-door-5-open", {3.06, 2.28, 1.5}, {3.078, 2.86 - slit, 2.2});
    kitchen.bricks(
        "hood", {{{1.9, 2.8, 1.6}, {2.42, back, 1.68}}, {{2.06, 2.98, 1.68}, {2.26, back, 2.4}}});
}

void build_stove(KitchenBuilder& kitchen) {
    kitchen.box("cooktop", {1.88, 2.62, 0.9}, {2.44, 3.12, 0.91});
    std::size_t ring = 0;
    for (const double y : {2.75, 2.99}) {
        for (const double x : {2.01, 2.3}) {
            kitchen.octagon(numbered("ring", ring++), {x, y, 0.91}, 0.1, {{0, 1}, {0.01, 1}});
        }
    }
    for (std::size_t i = 0; i < 4; ++i) {
        kitchen.octagon(numbered("knob", i), {1.98 + 0.12 * static_cast<double>(i), 2.6, 0.9},
                        0.015, {{0, 1}, {0.015, 1}, {0.02, 0.75}});
    }
}

void build_fridge(KitchenBuilder& kitchen) {
    kitchen.bricks(
        "fridge", carcass({0.03, 2.6, 0}, {0.62, back, 1.85}, {0, 0.45, 0.85, 1.25, 1.85 - board}));
    kitchen.box("fridge-door-below", {0.03, 2.55, 0}, {0.62, 2.6 - slit, 0.7});
    kitchen.box("fridge-door-above", {0.03, 2.55, 0.71}, {0.62, 2.6 - slit, 1.85});
    kitchen.box("fridge-handle-below", {0.56, 2.52, 0.4}, {0.58, 2.55 - slit, 0.66});
    kitchen.box("fridge-handle-above", {0.56, 2.52, 0.8}, {0.58, 2.55 - slit, 1.2});
}

/// On the floor at its middle; `behind` is -1 or 1, the side of the back along y.
void build_chair(KitchenBuilder& kitchen, const std::string& name, Vec3d middle, double behind) {
    const auto between = [&](Vec3d p, Vec3d q) {
        p.y *= behind;
        q.y *= behind;
        return Box3{min(p, q), max(p, q)};
    };
    kitchen.bricks(name,
                   {between({-0.21, -0.21, 0.43}, {0.21, 0.21, 0.46}),
                    between({-0.21, -0.21, 0}, {-0.17, -0.17, 0.43}),
                    between({0.17, -0.21, 0}, {0.21, -0.17, 0.43}),
                    between({-0.21, 0.17, 0}, {-0.17, 0.21, 0.92}),
                    between({0.17, 0.17, 0}, {0.21, 0.21, 0.92}),
                    between({-0.21, 0.17, 0.78}, {0.21, 0.21, 0.92})},
                   middle);
}

void build_table(KitchenBuilder& kitchen) {
    std::vector<Box3> bricks{{{1.1, 0.7, 0.71}, {2.7, 1.5, 0.75}}};
    for (const double x : {1.14, 2.6}) {
        for (const double y : {0.74, 1.4}) {
            bricks.push_back({{x, y, 0}, {x + 0.06, y + 0.06, 0.71}});
        }
    }
    kitchen.bricks("table", std::move(bricks));
    build_chair(kitchen, "chair-1", {1.55, 0.53, 0}, -1);
    build_chair(kitchen, "chair-2", {2.25, 0.53, 0}, -1);
    build_chair(kitchen, "chair-3", {1.55, 1.67, 0}, 1);
    build_chair(kitchen, "chair-4", {2.25, 1.67, 0}, 1);
}

} // namespace

void furnish(KitchenBuilder& kitchen) {
    build_room(kitchen);
    build_base_units(kitchen);
    build_wall_units(kitchen);
    build_stove(kitchen);
    build_fridge(kitchen);
    build_table(kitchen);
    kitchen.box("shelf-1", {0.01, 0.6, 1.2}, {0.25, 2.2, 1.225});
    kitchen.box("shelf-2", {0.01, 0.6, 1.6}, {0.25, 2.2, 1.625});
}

} // namespace impinge::scenes
