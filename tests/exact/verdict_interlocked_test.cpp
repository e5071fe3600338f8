// SPDX-License-Identifier: Apache-2.0
//
// The rows of verdict_interlocked_rows.hpp in every presentation.
#include "tests/exact/verdict_interlocked_rows.hpp"

namespace impinge::tests {
namespace {

using namespace interlocked_rows;

class Interlocked : public testing::TestWithParam<Configuration> {};

TEST_P(Interlocked, VerdictHoldsInEveryPresentation) {
    expect_solids_in_every_presentation(GetParam());
}

INSTANTIATE_TEST_SUITE_P(Combs, Interlocked, testing::ValuesIn(combs()), name_of);
INSTANTIATE_TEST_SUITE_P(Pegs, Interlocked, testing::ValuesIn(pegs()), name_of);
INSTANTIATE_TEST_SUITE_P(LinksAndPuzzles, Interlocked, testing::ValuesIn(links_and_puzzles()),
                         name_of);

} // namespace
} // namespace impinge::tests
