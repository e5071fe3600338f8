// SPDX-License-Identifier: Apache-2.0
#include "scenes/particles/yard.hpp"

namespace impinge::scenes {
namespace {

constexpr Tint marble{214, 210, 202};
constexpr Tint water{96, 148, 186};
constexpr Tint bronze{158, 122, 74};
constexpr Tint damp{150, 170, 186};

} // namespace

ParticleScene fountain() {
    ParticleScene empty;
    empty.what = "a fountain of quadrics";
    empty.view = {.from = {0.2, -1, 0.5},
                  .middle = Vec3d{0, 0, 1.6},
                  .zoom = 1.3,
                  .vertical_angle_degrees = 28};
    empty.shown = corners({{-2.2, -2.2, 0}, {2.2, 2.2, 3.9}});
    empty.ear = {0, -3.5, 1.6};
    empty.loudness = 0.05;
    empty.seconds = 4;
    ParticleSceneBuilder builder(std::move(empty));

    builder.looking({marble, damp, 0.03}).bouncing(0.45, 0.1).sounding(Substance::Stone, 0.6);
    builder.add("column",
                moved(hyperboloid({0.16, 0.16, 0.55}, 1, -0.7, 0.7), translation({0, 0, 0.95})));
    builder.add("bowl", moved(paraboloid(1.35, 1.35, 0.35), translation({0, 0, 1.62})));
    builder.add("basin", cylinder(1.9, 1.9, 0, 0.5));
    builder.looking({bronze, damp, 0.03}).sounding(Substance::Metal, 0.3);
    builder.add("egg", moved(ellipsoid({0.2, 0.2, 0.3}), translation({0, 0, 2.05})));
    for (int i = 0; i < 4; ++i) {
        const Rigid turn = rotation_degrees({0, 0, 1}, 90.0 * i + 20);
        const Vec3d at = apply(turn, {1.15, 0, 0.62});
        builder.looking({marble, damp, 0.03}).sounding(Substance::Glass, 0.3);
        builder.add("ball " + std::to_string(i + 1),
                    moved(ellipsoid({0.26, 0.26, 0.26}), translation(at)));
        builder.looking({bronze, damp, 0.02}).sounding(Substance::Metal, 0.2);
        builder.add("cone " + std::to_string(i + 1),
                    moved(cone(0.4, 0.4, -0.5, -0.1), translation(at + Vec3d{0, 0, -0.12})));
    }
    builder.looking({water, {226, 238, 246}, 0.05}).eliminating().sounding(Substance::Water, 1);
    builder.add("water", disc({0, 0, 0.36}, {0, 0, 1}, 1.89));
    builder.looking({{188, 182, 170}, {120, 116, 108}, 0.05})
        .eliminating()
        .sounding(Substance::Stone, 1);
    ImplicitSurface ground = disc({0, 0, 0}, {0, 0, 1}, 3.2, 1.9);
    builder.add("ground", std::move(ground));

    builder.emit({.particles = 2600,
                  .origin = {-0.03, -0.03, 2.36},
                  .edge_u = {0.06, 0, 0},
                  .edge_v = {0, 0.06, 0},
                  .velocity = {0, 0, 4.6},
                  .velocity_spread = {0.95, 0.95, 0.45},
                  .acceleration = {0, 0, -9.81},
                  .life = 2.2,
                  .first_birth = -2.2,
                  .air = {},
                  .starts = {}},
                 {.radius = 0.018,
                  .end_radius = 0.014,
                  .tint = {240, 248, 255},
                  .end_tint = {120, 170, 210},
                  .stretch = 0.012});
    return std::move(builder).build();
}

} // namespace impinge::scenes
