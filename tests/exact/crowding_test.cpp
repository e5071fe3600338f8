// SPDX-License-Identifier: Apache-2.0
//
// Nothing quadratic where the answer is not: for every family of crowded bodies the work is
// counted, not timed, at two sizes.
#include "exact/pairs/find_pairs.hpp"
#include "tests/exact/crowded_families.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace impinge::tests {
namespace {

using scenes::CrowdedFamily;

struct Work {
    double triangles = 0;
    double candidates = 0;
    double box_tests = 0;
    std::vector<TrianglePair> pairs;
};

Work work_of(const CrowdedFamily& family, std::size_t triangles, unsigned threads = 1) {
    const scenes::CrowdedBodies bodies = family.make(triangles);
    const Context context(threads);
    const auto a = to_world({bodies.a.view()}, {"A"}, context);
    const auto b = to_world({bodies.b.view()}, {"B"}, context);
    FoundPairs found = bodies.b.triangles.empty() ? find_self_pairs(*a, Stop::Never, context)
                                                  : find_pairs(*a, *b, Stop::Never, context);
    return {static_cast<double>(bodies.a.triangles.size() + bodies.b.triangles.size()),
            static_cast<double>(found.counters.candidate_pairs), found.box_tests,
            std::move(found.pairs)};
}

class Crowding : public testing::TestWithParam<CrowdedFamily> {};

TEST_P(Crowding, CostsHardlyMoreThanInProportion) {
    const Work small = work_of(GetParam(), 4000);
    const Work large = work_of(GetParam(), 40000);
    const bool tangled = std::string(GetParam().name) == "long-tangle"; // n^1.5 at best
    const double ratio = large.triangles / small.triangles;
    const double allowed = std::pow(ratio, tangled ? 1.7 : 1.2);
    const double few = small.triangles; // where there are next to none, chance decides
    EXPECT_LE(large.candidates, allowed * std::max(few, small.candidates));
    if (!tangled) { // cells and leaves come in powers of two, so their exponent says little
        EXPECT_LE(large.candidates, 40 * large.triangles);
        EXPECT_LE(large.box_tests, 200 * large.triangles);
    }
}

TEST_P(Crowding, AnswersDoNotDependOnThreads) {
    EXPECT_EQ(work_of(GetParam(), 3000, 1).pairs, work_of(GetParam(), 3000, 4).pairs);
}

TEST_P(Crowding, CancelledOnTheWayTellsNothingButTheTruth) {
    const Work whole = work_of(GetParam(), 3000);
    const scenes::CrowdedBodies bodies = GetParam().make(3000);
    Context context(2);
    const Context copy = context;
    context.set_progress([&](double) { copy.cancel(); });
    const auto a = to_world({bodies.a.view()}, {"A"}, context);
    const auto b = to_world({bodies.b.view()}, {"B"}, context);
    const FoundPairs found = bodies.b.triangles.empty() ? find_self_pairs(*a, Stop::Never, context)
                                                        : find_pairs(*a, *b, Stop::Never, context);
    EXPECT_TRUE(std::includes(whole.pairs.begin(), whole.pairs.end(), found.pairs.begin(),
                              found.pairs.end()));
}

INSTANTIATE_TEST_SUITE_P(Exact, Crowding, every_crowded_family(), name_of_family);

} // namespace
} // namespace impinge::tests
