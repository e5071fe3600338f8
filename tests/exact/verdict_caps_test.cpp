// SPDX-License-Identifier: Apache-2.0
//
// The rows of verdict_caps_rows.hpp in every presentation.
#include "tests/exact/verdict_caps_rows.hpp"

namespace impinge::tests {
namespace {

using namespace caps_rows;

class Capped : public testing::TestWithParam<Configuration> {};

TEST_P(Capped, VerdictHoldsWithACapOnAnyEdge) {
    const Configuration& row = GetParam();
    const Mesh a = meshed(row.a);
    const Mesh b = meshed(row.b);
    for (std::size_t triangle = 0; triangle < a.triangles.size(); ++triangle) {
        for (std::size_t edge = 0; edge < 3; ++edge) {
            const Mesh capped = with_cap(a, triangle, edge);
            EXPECT_EQ(disagreement({capped.view()}, {b.view()}, row.expected, {}), "")
                << row.name << ", edge " << edge << " of triangle " << triangle;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(OneEdge, Capped, testing::ValuesIn(capped_bodies()), name_of);

} // namespace
} // namespace impinge::tests
