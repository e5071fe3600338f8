// SPDX-License-Identifier: Apache-2.0
//
// Clearance maps of bodies that move.
#include "impinge/clearance.hpp"
#include "scenes/boxes.hpp"
#include "scenes/torus_knot.hpp"
#include "tests/raster/devices.hpp"

#include <gmock/gmock.h>

namespace impinge::tests {
namespace {

using imagespace::ClearanceMap;
using imagespace::ClearanceSession;
using scenes::box;
using testing::HasSubstr;

constexpr Vec3d down{0, 0, -1};

class ClearanceOfMotion : public EveryDevice {
  protected:
    [[nodiscard]] ClearanceSession session(const Mesh& a, const Mesh& b) const {
        return need(ClearanceSession::create(device(), {a.view()}, {b.view()},
                                             {.direction = down, .resolution = 96}));
    }
};

/// NaN where NaN, else near.
void expect_near(const ClearanceMap& found, const ClearanceMap& wanted, double tolerance) {
    ASSERT_EQ(found.clearance.size(), wanted.clearance.size());
    std::size_t differing = 0;
    for (std::size_t i = 0; i < found.clearance.size(); ++i) {
        const bool none = std::isnan(found.clearance[i]);
        const bool same = none == std::isnan(wanted.clearance[i]) &&
                          (none || std::abs(found.clearance[i] - wanted.clearance[i]) < tolerance);
        differing += same ? 0 : 1;
    }
    // Pixels at silhouettes may fall to either side.
    EXPECT_LE(differing, found.clearance.size() / 200);
}

TEST_P(ClearanceOfMotion, DrawsAOnce) {
    const Mesh a = box({0, 0, 1}, {4, 4, 2});
    const Mesh b = box({1, 1, -1}, {3, 3, 0});
    ClearanceSession moving = session(a, b);
    const ClearanceMap first = need(moving.map({}, {}));
    EXPECT_FALSE(first.maps_reused);
    EXPECT_NEAR(first.statistics.smallest_gap.value(), 1, 1e-5);
    const ClearanceMap second = need(moving.map({}, translation({0.2, 0, 0.75})));
    EXPECT_TRUE(second.maps_reused);
    EXPECT_NEAR(second.statistics.smallest_gap.value(), 0.25, 1e-5);
    EXPECT_EQ(second.view, first.view);
    const ClearanceMap far = need(moving.map({}, translation({0, 0, -50})));
    EXPECT_FALSE(far.maps_reused) << "B left the range of depths";
    EXPECT_NEAR(far.statistics.smallest_gap.value(), 51, 1e-4);
    const ClearanceMap back = need(moving.map({}, {}));
    EXPECT_TRUE(back.maps_reused);
    EXPECT_NEAR(back.statistics.smallest_gap.value(), 1, 1e-4);
}

TEST_P(ClearanceOfMotion, ShowsAllOfA) {
    const Mesh a = box({0, 0, 1}, {4, 4, 2});
    const Mesh b = box({1, 1, -1}, {2, 2, 0});
    ClearanceSession moving = session(a, b);
    const auto statistics = need(moving.map({}, {})).statistics;
    EXPECT_NEAR(static_cast<double>(statistics.pixels.a_only + statistics.pixels.both),
                96 * 96 / 1.05 / 1.05, 200);
}

TEST_P(ClearanceOfMotion, IsThatOfFreshMaps) {
    const Mesh a = scenes::torus_knot({.triangles = 2000});
    const Mesh b = scenes::torus_knot({.turns_around = 3, .turns_through = 2, .triangles = 2000});
    ClearanceSession moving = session(a, b);
    need(moving.map({}, translation({0, 0, -3}))); // so that there is room for all poses
    need(moving.map({}, translation({0, 0, 3})));
    for (const double angle : {0.1, 0.7, 1.9}) {
        Rigid pose = rotation({1, 2, 3}, angle);
        pose.translation = {0.1, 0.2, 0.3};
        const ClearanceMap kept = need(moving.map({}, pose));
        EXPECT_TRUE(kept.maps_reused);
        EXPECT_GT(kept.pixels_by_layers, 0U);
        ClearanceSession fresh = session(a, b);
        expect_near(kept, need(fresh.map({}, pose)), 1e-4);
    }
}

TEST_P(ClearanceOfMotion, StaysTheSameWhenBothMoveTogether) {
    const Mesh a = scenes::torus_knot({.triangles = 2000});
    const Mesh b = scenes::torus_knot({.turns_around = 3, .turns_through = 2, .triangles = 2000});
    ClearanceSession moving = session(a, b);
    const Rigid relative = translation({0, 0, 0.6});
    const ClearanceMap before = need(moving.map({}, relative));
    Rigid motion = rotation({3, 1, 2}, 0.8);
    motion.translation = {5, -6, 7};
    const ClearanceMap after = need(moving.map(motion, compose(motion, relative)));
    EXPECT_TRUE(after.maps_reused);
    expect_near(after, before, 1e-4);
    const auto where = [](const ClearanceMap& map) {
        return raster::to_window(map.view, map.statistics.deepest_overlap_at);
    };
    EXPECT_NEAR(where(after).x, where(before).x, 1e-6);
    EXPECT_NEAR(where(after).z, where(before).z, 1e-4);
    EXPECT_LT(length(apply(motion, before.view.eye) - after.view.eye), 1e-9);
}

TEST_P(ClearanceOfMotion, RefusesAThatChangesItsSize) {
    const Mesh a = box({0, 0, 1}, {4, 4, 2});
    ClearanceSession moving = session(a, a);
    const auto found = moving.map({.scale = 2}, {});
    ASSERT_FALSE(found);
    EXPECT_THAT(found.error().message, HasSubstr("must not change its size"));
    EXPECT_TRUE(moving.map(translation({1, 2, 3}), {.scale = 2})) << "B may";
}

IMPINGE_ON_EVERY_DEVICE(ClearanceOfMotion);

} // namespace
} // namespace impinge::tests
