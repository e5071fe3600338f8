// SPDX-License-Identifier: Apache-2.0
#include "scenes/particles/yard.hpp"

#include "scenes/boxes.hpp"
#include "scenes/bumpy_sphere.hpp"

#include <array>

namespace impinge::scenes {
namespace {

constexpr Tint grass{122, 148, 96};
constexpr Tint plaster{226, 214, 190};
constexpr Tint tin{112, 128, 150};
constexpr Tint copper{150, 96, 78};
constexpr Tint timber{176, 136, 92};
constexpr Tint dark_timber{122, 90, 60};
constexpr Tint zinc{150, 156, 160};
constexpr Tint leaves{78, 122, 66};
constexpr Tint granite{140, 136, 130};
constexpr Tint glass{92, 118, 140};
constexpr Tint paving{188, 182, 170};

Tint darker(Tint tint, double share) {
    const auto part = [share](std::uint8_t value) {
        return static_cast<std::uint8_t>(share * value);
    };
    return {part(tint.r), part(tint.g), part(tint.b)};
}

Mesh placed(Mesh mesh, const Rigid& pose) {
    for (Vec3d& position : mesh.positions) {
        position = apply(pose, position);
    }
    return mesh;
}

/// A prism along x whose cross section, seen from +x, is a wall with a gable.
Mesh house_body(double x0, double x1, double y0, double y1, double eaves, double ridge) {
    const double middle = 0.5 * (y0 + y1);
    const std::array<Vec2d, 5> outline{
        {{y0, 0}, {y1, 0}, {y1, eaves}, {middle, ridge}, {y0, eaves}}};
    Mesh mesh;
    for (const double x : {x0, x1}) {
        for (const Vec2d corner : outline) {
            mesh.positions.push_back({x, corner.x, corner.y});
        }
    }
    for (std::uint32_t i = 0; i < 5; ++i) {
        const std::uint32_t k = (i + 1) % 5;
        mesh.triangles.push_back({i, k, k + 5});
        mesh.triangles.push_back({i, k + 5, i + 5});
    }
    for (std::uint32_t i = 1; i < 4; ++i) {
        mesh.triangles.push_back({0, i + 1, i});
        mesh.triangles.push_back({5, i + 5, i + 6});
    }
    return mesh;
}

class Yard {
  public:
    Yard(std::string what, const YardWeather& weather) : weather_(weather), builder_({}) {
        ParticleScene scene;
        scene.what = std::move(what);
        scene.view = {.from = {0.2, -1, 0.36},
                      .middle = Vec3d{-0.3, 0, 2.2},
                      .zoom = 1.22,
                      .vertical_angle_degrees = 34};
        scene.shown = corners({{-7.2, -4.2, 0}, {6.4, 4.4, 4.8}});
        scene.shown.push_back({0, -7.5, 0}); // the lawn in front
        scene.ear = {0, -5, 1.7};
        scene.loudness = 0.02;
        builder_ = ParticleSceneBuilder(std::move(scene));
    }

    ParticleSceneBuilder build() && {
        ground();
        house();
        gazebo();
        table();
        bin();
        plants();
        if (weather_.umbrella) {
            umbrella();
        }
        return std::move(builder_);
    }

  private:
    /// Of the colliders that follow. Hail bounces off hard things; rain ends on everything.
    void of(Tint tint, Substance substance, double size, double restitution, double splat = 0.07) {
        if (weather_.hail) {
            builder_.bouncing(restitution, 0.25);
            builder_.looking({tint, {246, 250, 255}, splat});
        } else {
            builder_.eliminating();
            builder_.looking({tint, darker(tint, 0.55), splat});
        }
        builder_.sounding(substance, size);
    }

    void ground() {
        of(grass, Substance::Stone, 0.9, 0.12, 0);
        if (weather_.puddle) {
            ImplicitSurface wet = disc({1.2, -3.6, 0.004}, {0, 0, 1}, 0.8);
            // The ground has a hole where the puddle is, so that one of them is hit and not both.
            ImplicitSurface rest = rectangle({-16, -16, 0}, {32, 0, 0}, {0, 28, 0});
            QuadraticForm outside; // of the cylinder above the puddle
            outside.xx = outside.yy = 1;
            outside.x = -1.2;
            outside.y = 3.6;
            outside.one = 1.2 * 1.2 + 3.6 * 3.6 - 0.8 * 0.8;
            rest.bounds.push_back(outside);
            builder_.add("ground", std::move(rest));
            of({104, 132, 156}, Substance::Water, 1, 0, 0.08);
            builder_.looking({{104, 132, 156}, {196, 214, 228}, 0.08});
            builder_.add("puddle", std::move(wet));
        } else {
            builder_.add("ground", rectangle({-16, -16, 0}, {32, 0, 0}, {0, 28, 0}));
        }
        for (int i = 0; i < 6; ++i) {
            const double y = 0.25 - 0.75 * i;
            const double x = -3.6 + 0.06 * (i % 2);
            builder_.prop(box({x - 0.42, y - 0.62, -0.05}, {x + 0.42, y, 0.02}), paving);
        }
    }

    void house() {
        of(plaster, Substance::Stone, 0.7, 0.2);
        builder_.add("walls", house_body(-6.5, -1.5, 0.4, 4.0, 2.4, 3.7));
        of({160, 92, 76}, Substance::Stone, 0.4, 0.25);
        builder_.add("chimney", box({-5.6, 2.7, 2.9}, {-5.0, 3.3, 4.7}));
        of(tin, Substance::Metal, 0.7, 0.3, 0.06);
        builder_.add("front roof", rectangle({-6.9, -0.05, 2.2}, {5.8, 0, 0}, {0, 2.25, 1.7}));
        builder_.add("back roof", rectangle({-1.1, 4.45, 2.2}, {-5.8, 0, 0}, {0, -2.25, 1.7}));
        builder_.prop(box({-4.05, 0.3, 0.0}, {-3.15, 0.42, 2.0}), {128, 66, 54});
        builder_.prop(box({-3.32, 0.26, 0.95}, {-3.26, 0.32, 1.05}), {222, 196, 120});
        for (const double x : {-5.9, -2.75}) {
            builder_.prop(box({x, 0.34, 0.85}, {x + 1.1, 0.42, 1.75}), {244, 242, 236});
            builder_.prop(box({x + 0.07, 0.3, 0.92}, {x + 0.51, 0.42, 1.68}), glass);
            builder_.prop(box({x + 0.59, 0.3, 0.92}, {x + 1.03, 0.42, 1.68}), glass);
        }
        builder_.prop(box({-1.52, 1.7, 0.9}, {-1.44, 2.8, 1.75}), glass);
    }

    void gazebo() {
        const Vec3d middle{3.7, 2.3, 0};
        of(copper, Substance::Metal, 0.45, 0.35, 0.06);
        builder_.add("gazebo roof", moved(cone(2.1 / 1.4, 2.1 / 1.4, -1.4, 0),
                                          translation(middle + Vec3d{0, 0, 3.85})));
        of(timber, Substance::Wood, 0.6, 0.3);
        builder_.add("gazebo floor", disc(middle + Vec3d{0, 0, 0.14}, {0, 0, 1}, 1.85));
        builder_.add("gazebo rim", moved(cylinder(1.85, 1.85, 0, 0.14), translation(middle)));
        for (int i = 0; i < 6; ++i) {
            const Rigid turn = rotation_degrees({0, 0, 1}, 60.0 * i + 15);
            const Vec3d foot = middle + apply(turn, {1.62, 0, 0.14});
            of({232, 230, 222}, Substance::Wood, 0.6, 0.3);
            builder_.add("post " + std::to_string(i + 1),
                         moved(cylinder(0.07, 0.07, 0, 2.5), translation(foot)));
        }
        builder_.prop(placed(bumpy_sphere({.triangles = 200, .radius = 0.12, .amplitude = 0}),
                             translation(middle + Vec3d{0, 0, 3.9})),
                      {206, 170, 92});
    }

    /// A board with a collider on top.
    void board(const std::string& name, Vec3d low, Vec3d high) {
        builder_.add(name, rectangle({low.x, low.y, high.z}, {high.x - low.x, 0, 0},
                                     {0, high.y - low.y, 0}));
        builder_.prop(box(low, {high.x, high.y, high.z - 0.004}), darker(timber, 0.85));
    }

    void table() {
        const double x = -0.6;
        const double y = -2.5;
        of(timber, Substance::Wood, 0.3, 0.4, 0.05);
        for (int i = 0; i < 4; ++i) {
            const double at = y - 0.46 + 0.24 * i;
            board("table " + std::to_string(i + 1), {x - 1.05, at, 0.72},
                  {x + 1.05, at + 0.21, 0.77});
        }
        board("near bench", {x - 1.05, y - 1.02, 0.41}, {x + 1.05, y - 0.74, 0.46});
        board("far bench", {x - 1.05, y + 0.76, 0.41}, {x + 1.05, y + 1.04, 0.46});
        for (const double side : {-0.75, 0.75}) {
            const double at = x + side;
            builder_.prop(box({at - 0.05, y - 0.98, 0.33}, {at + 0.05, y + 1.0, 0.41}),
                          dark_timber);
            builder_.prop(box({at - 0.05, y - 0.36, 0.41}, {at + 0.05, y - 0.26, 0.72}),
                          dark_timber);
            builder_.prop(box({at - 0.05, y + 0.28, 0.41}, {at + 0.05, y + 0.38, 0.72}),
                          dark_timber);
            builder_.prop(box({at - 0.05, y - 0.8, 0}, {at + 0.05, y - 0.7, 0.33}), dark_timber);
            builder_.prop(box({at - 0.05, y + 0.7, 0}, {at + 0.05, y + 0.8, 0.33}), dark_timber);
        }
    }

    void bin() {
        const Vec3d foot{2.7, -2.3, 0};
        of(zinc, Substance::Metal, 0.22, 0.4, 0.05);
        builder_.add("bin", moved(cylinder(0.36, 0.36, 0, 0.88), translation(foot)));
        ImplicitSurface lid = ellipsoid({0.41, 0.41, 0.17});
        lid.bounds.push_back(half_space({0, 0, 0}, {0, 0, 1}));
        builder_.add("bin lid", moved(lid, translation(foot + Vec3d{0, 0, 0.89})));
        const double top = 1.05;
        for (const double side : {-0.1, 0.08}) {
            builder_.prop(box(foot + Vec3d{side, -0.015, top - 0.02},
                              foot + Vec3d{side + 0.02, 0.015, top + 0.06}),
                          darker(zinc, 0.6));
        }
        builder_.prop(
            box(foot + Vec3d{-0.1, -0.015, top + 0.05}, foot + Vec3d{0.1, 0.015, top + 0.075}),
            darker(zinc, 0.6));
        for (const double height : {0.25, 0.6}) {
            builder_.prop(
                box(foot + Vec3d{-0.03, -0.375, height}, foot + Vec3d{0.03, -0.35, height + 0.02}),
                darker(zinc, 0.6));
        }
    }

    void plants() {
        of(leaves, Substance::Wood, 2, 0.05, 0.05);
        builder_.silent();
        Blend bush;
        constexpr std::array<Vec3d, 7> parts{{{0, 0, 0.4},
                                              {0.55, 0.1, 0.36},
                                              {-0.5, 0.15, 0.38},
                                              {0.2, -0.35, 0.34},
                                              {0.05, 0.15, 0.85},
                                              {0.4, -0.1, 0.72},
                                              {-0.35, -0.1, 0.7}}};
        for (const Vec3d part : parts) {
            bush.blobs.push_back({.centre = part + Vec3d{5.4, -1.5, 0}, .radius = 0.72});
        }
        builder_.add("bush", std::move(bush));
        of(granite, Substance::Stone, 0.3, 0.3, 0.05);
        builder_.add("boulder", placed(bumpy_sphere({.triangles = 1500,
                                                     .radius = 0.62,
                                                     .amplitude = 0.16,
                                                     .waves = 10,
                                                     .frequency = 5,
                                                     .seed = 7}),
                                       translation({-5.4, -2.3, 0.28})));
    }

    void umbrella() {
        of({196, 70, 62}, Substance::Wood, 0.4, 0.3, 0.07);
        // z = (x / a)² + (y / b)², upside down.
        builder_.add("umbrella",
                     moved(paraboloid(1.9, 1.9, 0.55), compose(translation({-0.6, -2.6, 2.6}),
                                                               rotation_degrees({1, 0, 0}, 180))));
        of({232, 230, 222}, Substance::Metal, 0.4, 0.3, 0);
        builder_.add("umbrella pole",
                     moved(cylinder(0.025, 0.025, 0.77, 2.6), translation({-0.6, -2.6, 0})));
    }

    YardWeather weather_;
    ParticleSceneBuilder builder_;
};

} // namespace

std::vector<Vec3d> corners(const Box3& box) {
    std::vector<Vec3d> points;
    for (unsigned i = 0; i < 8; ++i) {
        points.push_back({(i & 1U) != 0 ? box.max.x : box.min.x,
                          (i & 2U) != 0 ? box.max.y : box.min.y,
                          (i & 4U) != 0 ? box.max.z : box.min.z});
    }
    return points;
}

ParticleSceneBuilder yard(std::string what, const YardWeather& weather) {
    return Yard(std::move(what), weather).build();
}

} // namespace impinge::scenes
