// SPDX-License-Identifier: Apache-2.0
//
// The rows of verdict_contacts_rows.hpp in every presentation.
#include "tests/exact/verdict_contacts_rows.hpp"

namespace impinge::tests {
namespace {

using namespace contacts_rows;

class Contacts : public testing::TestWithParam<Configuration> {};

TEST_P(Contacts, VerdictHoldsInEveryPresentation) {
    expect_solids_in_every_presentation(GetParam());
}

INSTANTIATE_TEST_SUITE_P(FlushFaces, Contacts, testing::ValuesIn(flush_faces()), name_of);
INSTANTIATE_TEST_SUITE_P(EdgesAndVertices, Contacts, testing::ValuesIn(edges_and_vertices()),
                         name_of);
INSTANTIATE_TEST_SUITE_P(FromWithin, Contacts, testing::ValuesIn(from_within()), name_of);

} // namespace
} // namespace impinge::tests
