// SPDX-License-Identifier: Apache-2.0
//
// The rows of verdict_aligned_rows.hpp in every presentation.
#include "tests/exact/verdict_aligned_rows.hpp"

namespace impinge::tests {
namespace {

using namespace aligned_rows;

class Aligned : public testing::TestWithParam<Configuration> {};

TEST_P(Aligned, VerdictHoldsInEveryPresentation) {
    expect_solids_in_every_presentation(GetParam());
}

INSTANTIATE_TEST_SUITE_P(Boxes, Aligned, testing::ValuesIn(overlapping_boxes()), name_of);
INSTANTIATE_TEST_SUITE_P(Solids, Aligned, testing::ValuesIn(other_aligned_solids()), name_of);
INSTANTIATE_TEST_SUITE_P(Equal, Aligned, testing::ValuesIn(equal_solids()), name_of);
INSTANTIATE_TEST_SUITE_P(Gaps, Aligned, testing::ValuesIn(gaps()), name_of);

} // namespace
} // namespace impinge::tests
