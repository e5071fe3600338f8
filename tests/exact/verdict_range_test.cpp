// SPDX-License-Identifier: Apache-2.0
//
// The rows of verdict_range_rows.hpp in every presentation.
#include "tests/exact/verdict_range_rows.hpp"

namespace impinge::tests {
namespace {

using namespace range_rows;

class Range : public testing::TestWithParam<Configuration> {};

TEST_P(Range, VerdictHoldsInEveryPresentation) { expect_solids_in_every_presentation(GetParam()); }

INSTANTIATE_TEST_SUITE_P(FarAway, Range, testing::ValuesIn(far_away()), name_of);
INSTANTIATE_TEST_SUITE_P(Slivers, Range, testing::ValuesIn(slivers()), name_of);
INSTANTIATE_TEST_SUITE_P(UnequalSizes, Range, testing::ValuesIn(unequal_sizes()), name_of);

} // namespace
} // namespace impinge::tests
