// SPDX-License-Identifier: Apache-2.0
//
// Whole answers of a session against those of the processor: verdicts, pairs, curves, hashes.
#include "scenes/catalogue.hpp"
#include "tests/exact/verdict_table.hpp"
#include "tests/gpu/sessions.hpp"
#include "tests/support/same_answers.hpp"
#include "tests/support/scale.hpp"
#include "tests/support/shapes.hpp"

#include <gtest/gtest.h>

namespace impinge::tests {
namespace {

using gpu::Reals;
using gpu::Session;

class VerdictsOfGpus : public SessionsOfGpus {};

constexpr std::array all_details{Detail::Verdict, Detail::Pairs, Detail::Curves};

std::string difference_in_details(Session& session, const Body& a, const Body& b) {
    for (const Detail detail : all_details) {
        const CollideOptions options{.detail = detail};
        const std::string said = difference(session.collide(a, b, options), collide(a, b, options));
        if (!said.empty()) {
            return said + " with detail " + std::to_string(static_cast<int>(detail));
        }
    }
    return "";
}

TEST_P(VerdictsOfGpus, OfSampleScenesAreThoseOfTheProcessor) {
    Session in_doubles = session({.reals = Reals::Doubles});
    Session in_floats = session({.reals = Reals::Floats});
    std::size_t pairs = 0;
    std::size_t interfering = 0;
    for (const SceneInfo& info : list_scenes()) {
        const Scene scene = need(make_scene(info.name, {.triangles = 3000}));
        for (std::size_t b = 1; b < std::min<std::size_t>(scene.bodies.size(), 6); ++b) {
            const Body one{scene.bodies[b - 1].mesh.view()};
            const Body other{scene.bodies[b].mesh.view()};
            EXPECT_EQ(difference_in_details(in_doubles, one, other), "")
                << info.name << ", bodies " << b - 1 << " and " << b;
            EXPECT_EQ(difference(in_floats.collide(other, one, {.detail = Detail::Pairs}),
                                 collide(other, one, {.detail = Detail::Pairs})),
                      "")
                << info.name << ", bodies " << b << " and " << b - 1 << ", in floats";
            ++pairs;
            interfering += collide(one, other)->verdict == Verdict::Apart ? 0 : 1;
        }
    }
    EXPECT_GT(pairs, 20u);
    EXPECT_GT(interfering, pairs / 4);
    EXPECT_LT(interfering, pairs);
}

TEST_P(VerdictsOfGpus, OfSampleScenesWithThemselvesAreThoseOfTheProcessor) {
    Session one = session();
    std::size_t meeting = 0;
    for (const SceneInfo& info : list_scenes()) {
        const Scene scene = need(make_scene(info.name, {.triangles = 2000}));
        const Mesh& mesh = scene.bodies.front().mesh;
        const auto id = need(one.add(mesh.view()));
        for (const Detail detail : all_details) {
            const auto found = need(one.self_intersections(id, {.detail = detail}));
            const auto expected = need(self_intersections(mesh.view(), {.detail = detail}));
            EXPECT_EQ(found.hash, expected.hash) << info.name;
            if (detail != Detail::Verdict) {
                EXPECT_EQ(found.pairs, expected.pairs) << info.name;
                EXPECT_EQ(found.curves, expected.curves) << info.name;
            }
            meeting += found.pairs.empty() ? 0 : 1;
        }
        need(one.remove(id));
    }
    EXPECT_GT(meeting, 0u);
}

/// Where every sign is in doubt.
TEST_P(VerdictsOfGpus, OfBoxesAreRightWhereFacesAreFlush) {
    struct Row {
        Vec3d low;
        Vec3d high;
        Verdict expected;
    };
    const PolyMesh unit = box({0, 0, 0}, {1, 1, 1});
    const std::array rows{
        Row{{1, 0, 0}, {2, 1, 1}, Verdict::Touching},
        Row{{0.5, 0, 0}, {2, 1, 1}, Verdict::Crossing},
        Row{{std::nextafter(1.0, 2.0), 0, 0}, {2, 1, 1}, Verdict::Apart},
        Row{{std::nextafter(1.0, 0.0), 0, 0}, {2, 1, 1}, Verdict::Crossing},
        Row{{0.25, 0.25, 0.25}, {0.75, 0.75, 0.75}, Verdict::BInsideA},
        Row{{-1, -1, -1}, {2, 2, 2}, Verdict::AInsideB},
        Row{{0, 0, 0}, {1, 1, 1}, Verdict::Same},
        Row{{1, 1, 1}, {2, 2, 2}, Verdict::Touching},
        Row{{0, 0, 0}, {0.5, 1, 1}, Verdict::Crossing},
        Row{{3, 3, 3}, {4, 4, 4}, Verdict::Apart},
    };
    for (const Reals reals : both_reals) {
        Session one = session({.reals = reals});
        for (const Row& row : rows) {
            const Mesh a = fanned(unit, 0);
            const Mesh b = fanned(box(row.low, row.high), 1);
            for (const Detail detail : all_details) {
                const auto found =
                    need(one.collide(Body{a.view()}, Body{b.view()}, {.detail = detail}));
                EXPECT_EQ(found.verdict, row.expected) << row.low.x;
                EXPECT_EQ(difference(found, collide({a.view()}, {b.view()}, {.detail = detail})),
                          "");
            }
        }
    }
}

IMPINGE_ON_EVERY_DEVICE(VerdictsOfGpus);

} // namespace
} // namespace impinge::tests
