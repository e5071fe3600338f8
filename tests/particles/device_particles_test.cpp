// SPDX-License-Identifier: Apache-2.0
//
// The same impacts on every device.
#include "impinge/device_particles.hpp"

#include "base/random.hpp"
#include "tests/particles/mixed_system.hpp"
#include "tests/raster/devices.hpp"
#include "tests/support/random_rotation.hpp"
#include "tests/support/scale.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace impinge::tests {
namespace {

class ParticlesOnDevices : public EveryDevice {};

/// Impacts of a device are those of the processor, to the last bit.
void expect_same(const ParticleSystem& system, raster::Device& device, double from, double to,
                 double least_share) {
    const auto expected = system.impacts(from, to);
    DeviceParticles particles = need(DeviceParticles::make(system, device));
    const auto found = particles.impacts(from, to);
    ASSERT_TRUE(found) << found.error().message;
    EXPECT_EQ(found->impacts.list.size(), expected->list.size());
    EXPECT_EQ(found->impacts.hash, expected->hash);
    EXPECT_EQ(found->impacts.cut_short, expected->cut_short);
    EXPECT_EQ(found->impacts.flight_error, expected->flight_error);
    const DeviceShare& share = found->share;
    if (device.info().kind == raster::DeviceKind::Software) {
        EXPECT_EQ(share.processor_alone, "the device is the processor");
        return;
    }
    EXPECT_EQ(share.processor_alone, "");
    const auto decided = static_cast<double>(share.by_device);
    EXPECT_GE(decided, least_share * (decided + static_cast<double>(share.by_processor)))
        << share.by_device << " by the device, " << share.by_processor << " by the processor";
    EXPECT_GT(share.by_device, 0u);
}

TEST_P(ParticlesOnDevices, EveryKindOfColliderFlightAndResponse) {
    const ParticleSystem system = mixed_system(0.2);
    expect_same(system, device(), 0.5, 4.5, 0.6); // a frame and a blend are left to the processor
    expect_same(system, device(), 1.5, 1.52, 0.6);
    expect_same(system, device(), -3, 1.5, 0);
}

ImplicitSurface some_surface(Random& random, int kind) {
    const Vec3d u = random.direction() * 2;
    const Vec3d v = random.direction() * 2;
    switch (kind % 8) {
    case 0:
        return rectangle((u + v) * -0.5, u, v);
    case 1:
        return disc({}, random.direction(), 1, 0.3);
    case 2:
        return ellipsoid({1, 0.6, 0.8});
    case 3:
        return cylinder(0.7, 0.5, -1, 1);
    case 4:
        return cone(0.8, 0.6, -1, 0.5);
    case 5:
        return paraboloid(0.8, 0.7, 1);
    case 6:
        return saddle(1, 1, 0.8, 0.8);
    default:
        return hyperboloid({0.4, 0.5, 0.8}, 1 + kind / 8 % 2, -1, 1);
    }
}

/// Many colliders, in a tree, of which some move; starts in all directions.
TEST_P(ParticlesOnDevices, ManyCollidersAndBothFlights) {
    for (const bool second_order : {false, true}) {
        Random random(second_order ? 41 : 40);
        std::vector<Collider> colliders;
        for (int i = 0; i < 60; ++i) {
            const Vec3d place = random.in_box({-6, -6, -6}, {6, 6, 6});
            const Rigid turned = random_rotation(random);
            Collider collider{
                .shape = moved(some_surface(random, i), compose(translation(place), turned))};
            if (i % 10 == 9) {
                collider.velocity = random.direction() * 0.5;
            }
            collider.response = i % 5 == 4 ? Response::Bounce : Response::Eliminate;
            colliders.push_back(collider);
        }
        Emitter spray{.particles = static_cast<std::uint32_t>(scaled(4000)),
                      .origin = {-7, -7, -7},
                      .edge_u = {14, 0, 0},
                      .edge_v = {0, 14, 0},
                      .edge_w = {0, 0, 14},
                      .velocity_spread = {3, 3, 3},
                      .acceleration = second_order ? Vec3d{0.1, 0.2, -4} : Vec3d{},
                      .life = 3};
        Emitter listed = spray;
        listed.starts = {{{0, 0, 7}, {0, 0, -3}, 0.5}, {{7, 0, 0}, {-3, 0.1, 0}, -1}};
        const auto system = ParticleSystem::make(std::vector{spray, listed}, colliders);
        ASSERT_TRUE(system);
        ASSERT_GT(system->impacts(1, 4)->list.size(), scaled(4000) / 8);
        expect_same(*system, device(), 1, 4, 0.95);
    }
}

TEST_P(ParticlesOnDevices, Meshes) {
    Random random(42);
    Mesh mesh;
    for (int i = 0; i < 300; ++i) {
        const Vec3d place = random.in_box({-4, -4, -4}, {4, 4, 4});
        const auto first = static_cast<std::uint32_t>(mesh.positions.size());
        for (int k = 0; k < 3; ++k) {
            mesh.positions.push_back(place + random.direction());
        }
        mesh.triangles.push_back({first, first + 1, first + 2});
    }
    for (const bool second_order : {false, true}) {
        Emitter spray{.particles = static_cast<std::uint32_t>(scaled(3000)),
                      .origin = {-5, -5, 5},
                      .edge_u = {10, 0, 0},
                      .edge_v = {0, 10, 0},
                      .velocity = {0, 0, -4},
                      .velocity_spread = {1, 1, 1},
                      .acceleration = second_order ? Vec3d{0, 0, -2} : Vec3d{},
                      .life = 3};
        const Collider soup{.shape = mesh};
        const auto system = ParticleSystem::make({&spray, 1}, {&soup, 1});
        ASSERT_TRUE(system);
        expect_same(*system, device(), 0, 3, 0.95);
    }
}

/// Corners, edges and tangents: whatever the device says must not be wrong.
TEST_P(ParticlesOnDevices, BordersAndGrazing) {
    Random random(43);
    Emitter exact{.particles = 0, .life = 8};
    for (std::size_t i = 0; i < scaled(2000); ++i) {
        const auto whole = [&] { return static_cast<double>(random.integer(-2, 2)); };
        const double x = whole();
        const double y = whole();
        const double vx = whole() * 0.25;
        exact.starts.push_back({{x, y, 2}, {vx, whole() * 0.25, -1}, 0});
    }
    const std::vector<Collider> colliders{
        {.shape = rectangle({0, 0, 0}, {1, 0, 0}, {0, 1, 0})},
        {.shape = rectangle({-1, 0, 0}, {1, 0, 0}, {0, 1, 0})},
        {.shape = moved(ellipsoid({1, 1, 1}), translation({0, -1, -1}))}};
    const auto system = ParticleSystem::make({&exact, 1}, colliders);
    ASSERT_TRUE(system);
    ASSERT_GT(system->impacts(0, 8)->list.size(), scaled(2000) / 5);
    expect_same(*system, device(), 0, 8, 0);
}

TEST_P(ParticlesOnDevices, MapsShowTheSame) {
    const ParticleSystem system = mixed_system(0.5);
    DeviceParticles particles = need(DeviceParticles::make(system, device()));
    for (const ImpactRule rule :
         {ImpactRule::Latest, ImpactRule::Earliest, ImpactRule::Strongest}) {
        ImpactMapOptions options{.resolution = 64};
        options.rule = rule;
        const auto expected = impact_maps(system, 1, 3, options);
        const auto found = particles.impact_maps(1, 3, options);
        ASSERT_TRUE(found) << found.error().message;
        ASSERT_EQ(found->maps.maps.size(), expected->maps.size());
        std::size_t wet = 0;
        std::size_t others = 0; // beside the border of a texel
        for (std::size_t i = 0; i < expected->maps.size(); ++i) {
            const ImpactMap& one = expected->maps[i];
            const ImpactMap& other = found->maps.maps[i];
            ASSERT_EQ(one.texels.size(), other.texels.size());
            for (std::size_t k = 0; k < one.texels.size(); ++k) {
                const ImpactTexel& a = one.texels[k];
                const ImpactTexel& b = other.texels[k];
                wet += a.count > 0 ? 1 : 0;
                if (a.count != b.count || a.particle != b.particle || a.emitter != b.emitter) {
                    ++others;
                    continue;
                }
                EXPECT_NEAR(a.sum, b.sum, 1e-5 * (1 + a.sum));
                EXPECT_NEAR(a.offset, b.offset, 1e-6);
                EXPECT_NEAR(a.speed, b.speed, 1e-5 * (1 + a.speed));
                EXPECT_NEAR(a.normal_speed, b.normal_speed, 1e-5 * (1 + a.speed));
                EXPECT_NEAR(a.angle, b.angle, 1e-5);
            }
        }
        EXPECT_GT(wet, 1000u);
        EXPECT_LE(others, wet / 500) << to_string(rule);
        if (!is_software()) {
            EXPECT_GT(found->share.by_processor, 0u);
        }
    }
}

TEST_P(ParticlesOnDevices, RefuseWhatMakesNoSense) {
    const ParticleSystem system = mixed_system(0.01);
    DeviceParticles particles = need(DeviceParticles::make(system, device()));
    EXPECT_FALSE(particles.impacts(1, 0));
    EXPECT_FALSE(particles.impact_maps(0, 1, {.resolution = 0}));
    const Context cancelled(1);
    cancelled.cancel();
    EXPECT_TRUE(particles.impacts(0, 1, cancelled)->impacts.partial);
    EXPECT_TRUE(particles.impact_maps(0, 1, {.resolution = 8}, cancelled)->maps.partial);
    if (!is_software()) {
        EXPECT_FALSE(particles.impacts(0, 1e9)) << "more lives than a device looks at";
    }
}

IMPINGE_ON_EVERY_DEVICE(ParticlesOnDevices);

} // namespace
} // namespace impinge::tests
