// SPDX-License-Identifier: Apache-2.0
//
// What sampled methods refuse, and what they do when they are stopped.
#include "tests/depth_methods/slabs.hpp"
#include "tests/support/meshing.hpp"
#include "tests/support/shapes.hpp"

#include <limits>

namespace impinge::tests {
namespace {

using namespace imagespace;

class SampledRefusals : public EveryDevice {
  protected:
    [[nodiscard]] Error refusal(const Body& a, const Body& b,
                                const SampledOptions& options = {}) const {
        const auto answer = sampled_collide(device(), a, b, options);
        EXPECT_FALSE(answer.has_value());
        return answer ? Error{} : answer.error();
    }

    Mesh cube = slabs({{0, 4}});
};

TEST_P(SampledRefusals, NameTheBodyThatIsNoSolidAndSayWhy) {
    const Mesh open = meshed(without_face(box({0, 0, 0}, {1, 1, 1}), 2));
    EXPECT_EQ(refusal({open.view()}, {cube.view()}).message, "body A: not a solid (4 open edges)");
    EXPECT_EQ(refusal({cube.view()}, {open.view()}).message, "body B: not a solid (4 open edges)");
    EXPECT_FALSE(DepthSession::create(device(), {open.view()}, {cube.view()}).has_value());
}

TEST_P(SampledRefusals, OfTheDeviceComeWithTheSessionOrWhenBodiesCanMeet) {
    const Mesh huge = scenes::box({1e39, 1e39, 1e39}, {2e39, 2e39, 2e39});
    const std::string words = "body B: mesh: too large for 32-bit floats";
    const auto session = DepthSession::create(device(), {cube.view()}, {huge.view()});
    ASSERT_FALSE(session.has_value());
    EXPECT_EQ(session.error().message, words);
    EXPECT_TRUE(sampled_collide(device(), {cube.view()}, {huge.view()}).has_value());
    const Rigid there = translation({-1e39, -1e39, -1e39});
    EXPECT_EQ(refusal({cube.view()}, {huge.view(), there}).message, words);
}

TEST_P(SampledRefusals, BelieveTheDiagnosisThatComesWithABody) {
    const Diagnosis of_cube = need(diagnose(cube.view()));
    const Mesh open = meshed(without_face(box({0, 0, 0}, {1, 1, 1}), 2));
    const Diagnosis of_open = need(diagnose(open.view()));
    const Body known{cube.view(), {}, &of_cube};
    EXPECT_TRUE(sampled_collide(device(), known, known).has_value());
    const Body slandered{cube.view(), {}, &of_open};
    EXPECT_EQ(refusal(known, slandered).message, "body B: not a solid (4 open edges)");
}

TEST_P(SampledRefusals, NameTheBodyThatIsNoMesh) {
    Mesh broken = cube;
    broken.triangles[3][1] = 99;
    EXPECT_EQ(refusal({cube.view()}, {broken.view()}).code, ErrorCode::IndexOutOfRange);
    EXPECT_EQ(refusal({cube.view()}, {broken.view()}).message.rfind("body B: ", 0), 0U);
    broken = cube;
    broken.positions[2].y = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(refusal({broken.view()}, {cube.view()}).code, ErrorCode::NonFinite);
}

TEST_P(SampledRefusals, ResolutionsADeviceDoesNotHave) {
    SampledOptions options;
    const int most = device().info().max_size;
    for (const int resolution : {0, -1, most + 1}) {
        options.resolution = resolution;
        const Error error = refusal({cube.view()}, {cube.view()}, options);
        EXPECT_EQ(error.code, ErrorCode::InvalidArgument);
        EXPECT_NE(error.message.find(std::to_string(resolution)), std::string::npos);
    }
    for (const int resolution : {1, 2, 3}) {
        options.resolution = resolution;
        const Sampled answer = need(sampled_collide(
            device(), {cube.view()}, {cube.view(), translation({1, 0, 0})}, options));
        EXPECT_EQ(answer.interference.verdict, Verdict::Crossing);
    }
}

TEST_P(SampledRefusals, DirectionsThatAreNone) {
    SampledOptions options;
    for (const double bad : {0.0, std::numeric_limits<double>::infinity()}) {
        options.projection.direction = Vec3d{0, bad, 0};
        EXPECT_EQ(refusal({cube.view()}, {cube.view()}, options).code, ErrorCode::InvalidArgument);
    }
    options.projection.direction.reset();
    for (const int planes : {0, 4}) {
        options.projection.most_planes = planes;
        EXPECT_EQ(refusal({cube.view()}, {cube.view()}, options).code, ErrorCode::InvalidArgument);
    }
}

TEST_P(SampledRefusals, PosesInWhichNothingCanStand) {
    Rigid nowhere;
    nowhere.translation.z = std::numeric_limits<double>::infinity();
    EXPECT_EQ(refusal({cube.view()}, {cube.view(), nowhere}).code, ErrorCode::NonFinite);
    EXPECT_EQ(refusal({cube.view()}, {cube.view(), nowhere}).message.rfind("body B: ", 0), 0U);
    EXPECT_EQ(refusal({cube.view(), {.scale = 0}}, {cube.view()}).code, ErrorCode::InvalidArgument);
}

TEST_P(SampledRefusals, ACancelledQueryClaimsNothing) {
    for (const Method method : {Method::DepthMinmax, Method::DepthParity, Method::DepthParityLite,
                                Method::LayerOrder, Method::Cascade}) {
        auto asked =
            need(DepthSession::create(device(), {cube.view()}, {cube.view()}, along_z(method)));
        const Context cancelled;
        cancelled.cancel();
        const Sampled answer = need(asked.query({}, translation({1, 0, 0}), cancelled));
        EXPECT_TRUE(answer.interference.partial) << to_string(method);
        EXPECT_FALSE(answer.settled);
        EXPECT_EQ(answer.overlapping_pixels, 0U);
        EXPECT_EQ(answer.draws, 0U);
    }
}

IMPINGE_ON_EVERY_DEVICE(SampledRefusals);

} // namespace
} // namespace impinge::tests
