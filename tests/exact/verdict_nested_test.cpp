// SPDX-License-Identifier: Apache-2.0
//
// The rows of verdict_nested_rows.hpp in every presentation.
#include "tests/exact/verdict_nested_rows.hpp"
#include "tests/support/shapes.hpp"

namespace impinge::tests {
namespace {

using namespace nested_rows;

class Nested : public testing::TestWithParam<Configuration> {};

TEST_P(Nested, VerdictHoldsInEveryPresentation) { expect_solids_in_every_presentation(GetParam()); }

INSTANTIATE_TEST_SUITE_P(InAndAround, Nested, testing::ValuesIn(in_and_around()), name_of);
INSTANTIATE_TEST_SUITE_P(Cavities, Nested, testing::ValuesIn(cavities()), name_of);
INSTANTIATE_TEST_SUITE_P(Islands, Nested, testing::ValuesIn(islands()), name_of);
INSTANTIATE_TEST_SUITE_P(FlushParts, Nested, testing::ValuesIn(flush_parts()), name_of);
INSTANTIATE_TEST_SUITE_P(SeveralParts, Nested, testing::ValuesIn(several_parts()), name_of);

class InsideOut : public testing::TestWithParam<Configuration> {};

TEST_P(InsideOut, IsReadAsTheSolidItsUserMeant) {
    const Configuration& row = GetParam();
    expect_in_every_presentation({row.name, inside_out(row.a), row.b, row.expected, row.margin});
    expect_in_every_presentation({row.name, row.a, inside_out(row.b), row.expected, row.margin});
    expect_in_every_presentation(
        {row.name, inside_out(row.a), inside_out(row.b), row.expected, row.margin});
}

INSTANTIATE_TEST_SUITE_P(
    Whole, InsideOut,
    testing::Values(
        Configuration{"InTheMaterial", cube_between(3, 5), block, Verdict::AInsideB, Margin::Clear},
        Configuration{"InTheCavity", cube_between(3, 5), hollow, Verdict::Apart, Margin::Clear},
        Configuration{"FillingTheCavity", cube_between(2, 6), hollow, Verdict::Touching},
        Configuration{"Flush", block, cube({8, 0, 0}, 8), Verdict::Touching},
        Configuration{"AlignedOverlap", block, cube({6, 0, 0}, 8), Verdict::Crossing},
        Configuration{"Equal", hollow, hollow, Verdict::Same}),
    name_of);

} // namespace
} // namespace impinge::tests
