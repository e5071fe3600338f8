// SPDX-License-Identifier: Apache-2.0
#include "scenes/kitchen.hpp"

#include "base/random.hpp"
#include "scenes/assembly.hpp"
#include "scenes/boxes.hpp"
#include "scenes/brick_solid.hpp"
#include "scenes/turned_solid.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

namespace impinge::scenes {
namespace {

/// Collects the bodies of a kitchen. All coordinates are put on the grid of assembly.hpp, so that a
/// body stands on another one without rounding.
class KitchenBuilder {
  public:
    void box(const std::string& name, Vec3d low, Vec3d high);
    /// `offset` moves all of them.
    void bricks(const std::string& name, std::vector<Box3> bricks, Vec3d offset = {0, 0, 0});
    /// A convex body with an octagonal outline that stands at `foot`.
    void octagon(const std::string& name, Vec3d foot, double half_width,
                 const std::vector<OutlineRing>& rings);
    /// A body from the lathe that stands at `foot`.
    void turned(const std::string& name, Vec3d foot, std::vector<ProfilePoint> profile);

    /// Turned bodies share what the others leave of the triangles.
    std::vector<KitchenBody> build(const Kitchen& wanted) &&;

  private:
    struct TurnedBody {
        std::size_t index = 0; ///< among the bodies
        Vec3d foot;
        std::vector<ProfilePoint> profile;
    };

    std::vector<KitchenBody> bodies_;
    std::vector<TurnedBody> turned_;
};

void KitchenBuilder::box(const std::string& name, Vec3d low, Vec3d high) {
    bodies_.push_back({name, KitchenShape::Convex, scenes::box(on_grid(low), on_grid(high)), {}});
}

void KitchenBuilder::bricks(const std::string& name, std::vector<Box3> bricks, Vec3d offset) {
    for (Box3& brick : bricks) {
        brick = {on_grid(brick.min + offset), on_grid(brick.max + offset)};
    }
    Mesh mesh = union_of_bricks(bricks);
    bodies_.push_back({name, KitchenShape::Bricks, std::move(mesh), std::move(bricks)});
}

void KitchenBuilder::octagon(const std::string& name, Vec3d foot, double half_width,
                             const std::vector<OutlineRing>& rings) {
    std::vector<OutlineRing> on_the_grid = rings;
    for (OutlineRing& ring : on_the_grid) {
        ring.height = on_grid(ring.height);
    }
    const double half = on_grid(half_width);
    bodies_.push_back({name,
                       KitchenShape::Convex,
                       moved(octagon_stack(half, half, on_the_grid), on_grid(foot)),
                       {}});
}

void KitchenBuilder::turned(const std::string& name, Vec3d foot,
                            std::vector<ProfilePoint> profile) {
    turned_.push_back({bodies_.size(), on_grid(foot), std::move(profile)});
    bodies_.push_back({name, KitchenShape::Hollow, {}, {}});
}

std::vector<KitchenBody> KitchenBuilder::build(const Kitchen& wanted) && {
    std::size_t taken = 0;
    for (const KitchenBody& body : bodies_) {
        taken += body.mesh.triangles.size();
    }
    Random random(wanted.seed);
    std::size_t left = wanted.triangles - std::min(wanted.triangles, taken);
    for (std::size_t i = 0; i < turned_.size(); ++i) {
        const auto& [index, foot, profile] = turned_[i];
        const std::size_t share = left / (turned_.size() - i);
        Mesh mesh = moved(
            turned_solid(
                {.profile = profile, .phase_radians = random.uniform(0, 3), .triangles = share}),
            foot);
        left -= std::min(left, mesh.triangles.size());
        bodies_[index].mesh = std::move(mesh);
    }
    return std::move(bodies_);
}

/// A name for one of several: cup-1, cup-2, ...
std::string numbered(const char* name, std::size_t index) {
    return name + std::string("-") + std::to_string(index + 1);
}

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

/// Floor, walls, cupboards with doors, sink, stove, fridge, table, chairs, shelves.
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

/// What stands on the table, on the worktop, on the stove and in the shelves.
void lay_out_things(KitchenBuilder& kitchen) {
    lay_table(kitchen);
    put_on_stove(kitchen);
    put_on_worktop(kitchen);
    hang_utensils(kitchen);
    fill_shelves(kitchen);
}

} // namespace

std::vector<KitchenBody> kitchen(const Kitchen& wanted) {
    KitchenBuilder builder;
    furnish(builder);
    lay_out_things(builder);
    return std::move(builder).build(wanted);
}

} // namespace impinge::scenes
