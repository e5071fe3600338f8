// SPDX-License-Identifier: Apache-2.0
#include "methods/method_runner.hpp"

#include "methods/method_choices.hpp"
#include "scenes/bumpy_sphere.hpp"
#include "tests/viewer/box_mesh.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <gtest/gtest.h>

namespace impinge::viewer {
namespace {

MethodRequest request_of(std::vector<CheckedBody> bodies, const MethodSettings& settings) {
    MethodRequest request;
    request.bodies = std::move(bodies);
    for (std::size_t i = 0; i < request.bodies.size(); ++i) {
        request.names.push_back(std::string(1, static_cast<char>('a' + i)));
    }
    request.method = viewer::request_of(settings);
    return request;
}

MethodRun run(MethodRunner& runner, const MethodRequest& request) {
    return *runner.run(request, Context(1));
}

CheckedBody bumpy(const Rigid& pose) {
    auto mesh = std::make_shared<const Mesh>(scenes::bumpy_sphere({.triangles = 2000}));
    Box3 box;
    for (const Vec3d& position : mesh->positions) {
        box = united(box, {position, position});
    }
    return {std::move(mesh), pose, box, true};
}

/// Two that overlap deeply, one aside that a box alone meets, and one far away.
std::vector<CheckedBody> four_bodies() {
    return {bumpy({}), bumpy(translation({0.9, 0.1, 0})), bumpy(translation({1.6, 1.6, 1.6})),
            bumpy(translation({50, 0, 0}))};
}

/// A plate, and a wire aslant through it that falls between the pixels of a coarse picture from
/// above.
std::vector<CheckedBody> wire_and_plate() {
    return {checked_box({-8, -8, -0.5}, {8, 8, 0.5}),
            checked_box({-14, -1e-5, -0.1}, {14, 1e-5, 0.1}, rotation({0, 0, 1}, 0.6435))};
}

class EveryMethod : public testing::TestWithParam<const char*> {
  protected:
    [[nodiscard]] static MethodSettings settings(raster::DeviceKind device) {
        return {.method = method_number(GetParam()), .device = device, .resolution = 128};
    }
    static void agrees_on(raster::DeviceKind device) {
        MethodRunner runner;
        const MethodRun told = run(runner, request_of(four_bodies(), settings(device)));
        ASSERT_FALSE(told.error) << told.error->message;
        ASSERT_GE(told.pairs.size(), 2U); // and not those of the far one
        ASSERT_LT(told.pairs.size(), 6U);
        const MethodPair& deep = told.pairs.front();
        EXPECT_EQ(deep.pair, PairOfBodies(0, 1));
        EXPECT_EQ(deep.exact, Verdict::Crossing);
        EXPECT_EQ(deep.said.interference.verdict, Verdict::Crossing);
        EXPECT_EQ(told.count(Agreement::Missed), 0U);
        EXPECT_EQ(told.count(Agreement::Invented), 0U);
        EXPECT_EQ(deep.agreement, Agreement::Agrees);
        EXPECT_FALSE(told.work.stages.empty());
        EXPECT_FALSE(told.work.counts.empty());
        EXPECT_GT(told.work.ms, 0);
        EXPECT_FALSE(told.runs_on.empty());
        double stages = 0;
        for (const StageTime& stage : told.work.stages) {
            stages += stage.ms;
        }
        EXPECT_GT(stages, 0);
    }
};

TEST_P(EveryMethod, AgreesWithExactOnTheProcessor) { agrees_on(raster::DeviceKind::Software); }

TEST_P(EveryMethod, AgreesWithExactThroughOpenGl) {
    const auto device = raster::make_device(raster::DeviceKind::OpenGl);
    if (!device) {
        GTEST_SKIP() << device.error().message;
    }
    agrees_on(raster::DeviceKind::OpenGl);
}

INSTANTIATE_TEST_SUITE_P(Methods, EveryMethod,
                         testing::ValuesIn(method_names().begin(), method_names().end()),
                         [](const auto& method) {
                             std::string name(method.param);
                             std::ranges::replace(name, '-', '_');
                             return name;
                         });

TEST(MethodRunner, TellsThatSamplesMissAWire) {
    MethodRunner runner;
    const MethodSettings coarse{
        .method = method_number("layer-order"), .resolution = 32, .along = MethodAlong::Z};
    MethodRun told = run(runner, request_of(wire_and_plate(), coarse));
    ASSERT_EQ(told.pairs.size(), 1U);
    EXPECT_EQ(told.pairs[0].exact, Verdict::Crossing);
    EXPECT_EQ(told.pairs[0].agreement, Agreement::Missed);
    EXPECT_NE(comparison_text(told).verdicts.find("misses 1"), std::string::npos);
    EXPECT_EQ(comparison_text(told).state, BodyState::Interfering);
    MethodSettings thorough = coarse;
    thorough.misses_nothing = true;
    told = run(runner, request_of(wire_and_plate(), thorough));
    EXPECT_EQ(told.pairs[0].agreement, Agreement::Agrees);
    EXPECT_EQ(comparison_text(told).verdicts, "agrees with exact about 1 of 1 pair");
}

TEST(MethodRunner, ComparesTrianglesWithThoseThatMeet) {
    MethodRunner runner;
    const MethodSettings coarse{.method = method_number("surface-peeling"), .resolution = 32};
    const MethodRun sampled = run(runner, request_of(four_bodies(), coarse));
    ASSERT_TRUE(sampled.triangles());
    EXPECT_GT(sampled.triangles()->both, 0U);
    EXPECT_GT(sampled.triangles()->missed, 0U); // what falls between pixels
    EXPECT_EQ(sampled.triangles()->invented, 0U);
    MethodSettings thorough = coarse;
    thorough.misses_nothing = true;
    const MethodRun all = run(runner, request_of(four_bodies(), thorough));
    ASSERT_TRUE(all.triangles());
    EXPECT_EQ(all.triangles()->both, sampled.triangles()->both + sampled.triangles()->missed);
    EXPECT_EQ(all.triangles()->missed, 0U);
}

TEST(MethodRunner, SaysWhichBodiesAMethodRefuses) {
    MethodRunner runner;
    std::vector<CheckedBody> bodies = wire_and_plate();
    Mesh open = *bodies[0].mesh;
    open.triangles.pop_back();
    bodies[0].mesh = std::make_shared<const Mesh>(std::move(open));
    const MethodRun told = run(runner, request_of(bodies, {.method = method_number("cascade")}));
    ASSERT_EQ(told.pairs.size(), 1U);
    EXPECT_EQ(told.pairs[0].agreement, Agreement::Refused);
    EXPECT_NE(told.pairs[0].said.refused.find("not a solid"), std::string::npos);
}

TEST(MethodRunner, EndsSoonOnceItIsCancelled) {
    MethodRunner runner;
    const Context context(1);
    context.cancel();
    const auto told = runner.run(request_of(four_bodies(), {.method = 1}), context);
    EXPECT_EQ(told->work.ms, 0);
    EXPECT_EQ(told->exact_ms, 0);
}

TEST(MethodRunner, LeavesOutWhatIsNotThereAndWhatIsNotWished) {
    MethodRunner runner;
    MethodRequest request = request_of(four_bodies(), {.method = method_number("edge-rays")});
    request.bodies[0].present = false;
    for (const MethodPair& pair : run(runner, request).pairs) {
        EXPECT_NE(pair.pair.first, 0U);
    }
    request.bodies[0].present = true;
    request.wishes.of = [](std::uint32_t a, std::uint32_t b) {
        return PairWish{.check = a == 0 && b == 1};
    };
    const MethodRun told = run(runner, request);
    ASSERT_EQ(told.pairs.size(), 1U);
    EXPECT_EQ(told.pairs[0].pair, PairOfBodies(0, 1));
}

/// In a process of its own, whose driver was not loaded yet.
[[noreturn]] void ask_without_driver() {
    setenv("__EGL_VENDOR_LIBRARY_FILENAMES", "/nonexistent.json", 1);
    MethodRunner runner;
    const MethodRun told =
        run(runner, request_of(wire_and_plate(), {.device = raster::DeviceKind::OpenGl}));
    std::fputs(told.error ? told.error->message.c_str() : "no error", stderr);
    std::_Exit(3);
}

TEST(MethodRunner, SaysWhyADeviceIsNotThere) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(ask_without_driver(), testing::ExitedWithCode(3), "EGL knows no device");
}

TEST(Agreement, IsAboutInterferenceAndNotItsKind) {
    const auto said = [](Verdict verdict) {
        MethodVerdict out;
        out.interference.verdict = verdict;
        return out;
    };
    Interference exact;
    exact.verdict = Verdict::AInsideB;
    EXPECT_EQ(agreement_of(said(Verdict::Crossing), exact), Agreement::Agrees);
    EXPECT_EQ(agreement_of(said(Verdict::Apart), exact), Agreement::Missed);
    EXPECT_EQ(agreement_of(said(Verdict::Touching), exact), Agreement::Missed);
    exact.verdict = Verdict::Touching;
    EXPECT_EQ(agreement_of(said(Verdict::Apart), exact), Agreement::Agrees);
    EXPECT_EQ(agreement_of(said(Verdict::Crossing), exact), Agreement::Invented);
    exact.decision = Decision::ContainmentOpen;
    EXPECT_EQ(agreement_of(said(Verdict::Crossing), exact), Agreement::Open);
    MethodVerdict untold = said(Verdict::Apart);
    untold.could_not_tell = true;
    EXPECT_EQ(agreement_of(untold, exact), Agreement::Untold);
}

TEST(MethodRunner, WhatIsThrownIsAnError) {
    MethodRunner runner;
    MethodRequest request = request_of(wire_and_plate(), {});
    request.wishes.of = [](std::uint32_t, std::uint32_t) -> PairWish { throw std::bad_alloc(); };
    const MethodRun told = run(runner, request);
    ASSERT_TRUE(told.error);
    EXPECT_EQ(told.error->code, ErrorCode::OutOfMemory);
}

TEST(Agreement, CountsTrianglesThatAreInOneListAlone) {
    const std::vector<TrianglePair> exact{{1, 1}, {1, 4}, {2, 0}, {7, 7}};
    EXPECT_EQ(compare_triangles(exact, exact), (TriangleAgreement{4, 0, 0}));
    EXPECT_EQ(compare_triangles({}, exact), (TriangleAgreement{0, 4, 0}));
    const std::vector<TrianglePair> other{
        {0, 9}, {1, 4}, {2, 0, PairKind::Crossing}, {2, 1}, {8, 0}};
    EXPECT_EQ(compare_triangles(other, exact), (TriangleAgreement{2, 2, 3}));
}

} // namespace
} // namespace impinge::viewer
