// SPDX-License-Identifier: Apache-2.0
//
// How frames went: the same in every repeat, no more bytes than answers, no more dispatches than
// for two bodies, and none of the work that a verdict does not need.
#include "base/random.hpp"
#include "impinge/assembly.hpp"
#include "scenes/catalogue.hpp"
#include "tests/gpu/sessions.hpp"
#include "tests/support/random_soups.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace impinge::tests {
namespace {

using gpu::MeetingPairs;
using gpu::PlacedMesh;
using gpu::Session;

class ReportsOfGpus : public SessionsOfGpus {};

MeetingPairs answer(Session& session) {
    auto frame = session.wait();
    if (!frame) {
        throw std::runtime_error("no frame came back");
    }
    return need(std::move(frame->pairs));
}

std::vector<PlacedMesh> in_a_row(gpu::MeshId mesh, std::size_t count) {
    std::vector<PlacedMesh> list;
    for (std::size_t i = 0; i < count; ++i) {
        list.push_back({mesh, {.translation = {0.7 * static_cast<double>(i), 0, 0}}});
    }
    return list;
}

/// Of every kind, with frames in flight before and behind.
TEST_P(ReportsOfGpus, SayTheSameInAHundredRepeats) {
    Random random(77);
    const Mesh a = scattered_soup(random, 200, 0.1);
    const Mesh b = grid_soup(random, 40, 60, 6);
    Session one = session({.frames_in_flight = 4});
    const PlacedMesh of_a{need(one.add(a.view())), {.scale = 6}};
    const PlacedMesh of_b{need(one.add(b.view()))};
    const std::vector<PlacedMesh> list{of_b, of_a, {of_a.mesh}, of_b};
    const auto ask_all_kinds = [&] {
        need(one.submit(of_a, of_b));
        need(one.submit_self(of_a.mesh));
        need(one.submit_all(list));
        need(one.submit(std::span(list).first(2), std::span(list).last(2)));
        std::array<std::uint64_t, 4> hashes{};
        for (std::uint64_t& hash : hashes) {
            const MeetingPairs found = answer(one);
            EXPECT_FALSE(found.pairs.empty());
            hash = found.hash;
        }
        return hashes;
    };
    const auto first = ask_all_kinds();
    for (int i = 0; i < 100; ++i) {
        ASSERT_EQ(ask_all_kinds(), first) << "repeat " << i;
    }
}

/// Eight for a pair that surely crosses (at most twice, as it may be met in two cells), and 152 for
/// one in doubt: nothing for candidates that are apart.
TEST_P(ReportsOfGpus, CountNoMoreBytesThanAnswersNeed) {
    Random random(78);
    Session one = session();
    const Mesh a = scattered_soup(random, 20'000, 0.01);
    const Mesh b = scattered_soup(random, 20'000, 0.01);
    const MeetingPairs found = pairs_of(one, {need(one.add(a.view()))}, {need(one.add(b.view()))});
    EXPECT_GT(found.crossing_pairs, 200u);
    EXPECT_LE(found.report.sure, 2 * found.crossing_pairs);
    EXPECT_LE(found.report.bytes_returned,
              128 + 16 * found.crossing_pairs + 152 * found.report.doubtful);
    EXPECT_LT(found.report.bytes_returned, 2 * found.report.candidates) << "each takes eight";
    const Mesh mesh = scattered_soup(random, 5000, 0.02);
    std::vector<PlacedMesh> list = in_a_row(need(one.add(mesh.view())), 20);
    need(one.submit_all(list));
    const MeetingPairs all = answer(one);
    EXPECT_GT(all.crossing_pairs, 200u);
    EXPECT_LE(all.report.bytes_returned, 128 + 16 * all.crossing_pairs + 152 * all.report.doubtful);
}

TEST_P(ReportsOfGpus, CountAsManyDispatchesForTwoHundredBodiesAsForTwo) {
    Random random(79);
    const Mesh mesh = scattered_soup(random, 12, 0.3);
    Session one = session();
    const gpu::MeshId id = need(one.add(mesh.view()));
    const auto dispatches = [&](std::size_t bodies) {
        need(one.submit_all(in_a_row(id, bodies)));
        answer(one); // lists are long enough from now on
        need(one.submit_all(in_a_row(id, bodies)));
        const MeetingPairs found = answer(one);
        EXPECT_EQ(found.report.repeats, 0u);
        EXPECT_GE(found.bodies.size(), bodies / 2);
        return found.report.dispatches;
    };
    const unsigned of_two = dispatches(2);
    EXPECT_GE(of_two, 9u);
    EXPECT_LE(of_two, 12u);
    EXPECT_EQ(dispatches(200), of_two);
    const std::vector<PlacedMesh> list = in_a_row(id, 200);
    const auto of_lists = [&](std::size_t a, std::size_t b) {
        need(one.submit(std::span(list).first(a), std::span(list).last(b)));
        return answer(one).report.dispatches;
    };
    EXPECT_EQ(of_lists(150, 120), of_lists(1, 1));
    EXPECT_EQ(of_lists(1, 1), pairs_of(one, list[0], list[1]).report.dispatches);
}

/// A question for the verdict alone is answered by the first pair that surely crosses.
TEST_P(ReportsOfGpus, OfVerdictsShowThatTheDeviceStopsEarly) {
    Random random(80);
    const Mesh a = scattered_soup(random, 4000, 0.1);
    const Mesh b = scattered_soup(random, 4000, 0.1);
    Session one = session();
    const PlacedMesh of_a{need(one.add(a.view()))};
    const PlacedMesh of_b{need(one.add(b.view()))};
    const auto all = need(one.collide(of_a, of_b, {.detail = Detail::Pairs}));
    const std::uint64_t sure = one.last_report().sure;
    EXPECT_GT(sure, 10'000u);
    const auto verdict = need(one.collide(of_a, of_b, {.detail = Detail::Verdict}));
    EXPECT_EQ(verdict.verdict, all.verdict);
    EXPECT_GE(one.last_report().sure, 1u);
    EXPECT_LT(one.last_report().sure, sure / 4);
    EXPECT_EQ(one.last_report().candidates, all.counters.candidate_pairs);
}

/// Whatever was asked for by name, in milliseconds; nothing where nothing was.
TEST_P(ReportsOfGpus, SayHowLongTheDeviceTookWhereThatIsAskedFor) {
    Random random(81);
    const Mesh a = scattered_soup(random, 3000, 0.05);
    const Mesh b = scattered_soup(random, 3000, 0.05);
    const auto times = [&](gpu::Timing timing) {
        Session one = session({.timing = timing});
        return pairs_of(one, {need(one.add(a.view()))}, {need(one.add(b.view()))}).report.device;
    };
    EXPECT_EQ(times(gpu::Timing::None).total, 0);
    const gpu::DeviceTimes total = times(gpu::Timing::Total);
    EXPECT_GT(total.total, 0);
    EXPECT_LT(total.total, 60'000);
    EXPECT_EQ(total.match, 0);
    const gpu::DeviceTimes stages = times(gpu::Timing::Stages);
    double sum = 0;
    for (const double stage :
         {stages.world, stages.codes, stages.cull_a, stages.cull_b, stages.count, stages.places,
          stages.fill, stages.match, stages.crowd, stages.filter, stages.refine, stages.deliver}) {
        EXPECT_GE(stage, 0);
        sum += stage;
    }
    EXPECT_GT(stages.match, 0);
    EXPECT_NEAR(sum, stages.total, 1e-6 * stages.total + 1e-6);
}

/// One frame about five hundred bodies, and every pair of them asked of the processor.
TEST_P(ReportsOfGpus, OfACrowdNameThePairsOfAnAssembly) {
    const Scene scene = need(make_scene("crowd"));
    EXPECT_EQ(scene.bodies.size(), 500u);
    Session one = session();
    std::vector<PlacedMesh> list;
    std::vector<Body> bodies;
    for (const NamedBody& body : scene.bodies) {
        list.push_back({need(one.add(body.mesh.view()))});
        bodies.push_back({body.mesh.view()});
    }
    need(one.submit_all(list));
    const MeetingPairs found = answer(one);
    const AssemblyCheck check = need(check_all(bodies, {.detail = Detail::Pairs}));
    auto next = found.bodies.begin();
    std::size_t meeting = 0;
    for (const AssemblyPair& pair : check.pairs) {
        if (pair.interference.pairs.empty()) {
            continue;
        }
        ++meeting;
        ASSERT_NE(next, found.bodies.end());
        ASSERT_EQ(std::pair(next->a, next->b), std::pair(pair.a, pair.b));
        const auto pairs = pairs_between(found, *next++);
        EXPECT_TRUE(std::ranges::equal(pairs, pair.interference.pairs))
            << "bodies " << pair.a << " and " << pair.b;
    }
    EXPECT_EQ(next, found.bodies.end());
    EXPECT_GT(meeting, 100u);
}

IMPINGE_ON_EVERY_DEVICE(ReportsOfGpus);

} // namespace
} // namespace impinge::tests
