// SPDX-License-Identifier: Apache-2.0
//
// Memory stays in proportion to input and answer for every family of crowded bodies: bytes are
// counted where they are allocated, so the numbers do not depend on the machine's load.
#include "exact/pairs/find_pairs.hpp"
#include "tests/exact/crowded_families.hpp"
#include "tests/support/heap_watch.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace impinge::tests {
namespace {

struct Peak {
    double triangles = 0;
    double pairs = 0;
    double bytes = 0; ///< beyond the input
};

Peak peak_of(const scenes::CrowdedFamily& family, std::size_t triangles) {
    const scenes::CrowdedBodies bodies = family.make(triangles);
    const Context context(1);
    const auto a = to_world({bodies.a.view()}, {"A"}, context);
    const auto b = to_world({bodies.b.view()}, {"B"}, context);
    const HeapWatch watch;
    const FoundPairs found = bodies.b.triangles.empty() ? find_self_pairs(*a, Stop::Never, context)
                                                        : find_pairs(*a, *b, Stop::Never, context);
    return {static_cast<double>(bodies.a.triangles.size() + bodies.b.triangles.size()),
            static_cast<double>(found.pairs.size()), static_cast<double>(watch.peak_bytes())};
}

class CrowdingMemory : public testing::TestWithParam<scenes::CrowdedFamily> {};

TEST_P(CrowdingMemory, IsInProportionToInputAndAnswer) {
    constexpr double fixed = 2e6; // images and cells of any search
    constexpr double per_triangle = 512;
    constexpr double per_pair = 64;
    const Peak small = peak_of(GetParam(), 4000);
    const Peak large = peak_of(GetParam(), 40000);
    RecordProperty("bytes_per_triangle", std::to_string(large.bytes / large.triangles));
    // Or they are not counted. Bodies that hardly reach into each other take 6 bytes a triangle.
    EXPECT_GT(large.bytes, 2 * large.triangles);
    EXPECT_LE(large.bytes, fixed + per_triangle * large.triangles + per_pair * large.pairs);
    const double ratio = large.triangles / small.triangles;
    EXPECT_LE(large.bytes, std::pow(ratio, 1.2) * std::max(small.bytes, fixed / ratio));
}

INSTANTIATE_TEST_SUITE_P(Exact, CrowdingMemory, every_crowded_family(), name_of_family);

} // namespace
} // namespace impinge::tests
