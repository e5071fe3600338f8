// SPDX-License-Identifier: Apache-2.0
//
// Every method on every device against exact rays, on pairs of bodies that wind around themselves:
// parity is wrong about them, the winding number is not.
#include "tests/imagespace/agreement_fixture.hpp"
#include "tests/imagespace/overlapping_bodies.hpp"

namespace impinge::tests {
namespace {

class OverlappingAgreement : public AgreementFixture {
  protected:
    AskedTally hold(OverlapKind kind) {
        const Effort effort{is_software() ? std::size_t{300} : std::size_t{100}, 24};
        AskedTally tally = AgreementFixture::hold(
            name_of(kind), effort, [&](std::size_t i) { return overlapping_pair(kind, 3000 + i); });
        if (is_full_run()) {
            EXPECT_GT(tally.seen(), tally.pairs * 6 / 10);
            EXPECT_GT(tally.crossing, tally.seen() * 3 / 10);
            EXPECT_GT(tally.apart, tally.seen() / 10);
            EXPECT_GT(tally.wound, tally.pixels / 10);
            EXPECT_GT(tally.wound_overlaps, tally.pixels / 200);
            EXPECT_GT(tally.ties, tally.pixels / 300);
        }
        return tally;
    }
};
IMPINGE_ON_EVERY_DEVICE(OverlappingAgreement);

TEST_P(OverlappingAgreement, HoldsForOverlappingParts) { hold(OverlapKind::OverlappingParts); }
TEST_P(OverlappingAgreement, HoldsForDoubledFaces) { hold(OverlapKind::DoubledFaces); }
TEST_P(OverlappingAgreement, HoldsForPartsNestedOutward) { hold(OverlapKind::NestedOutward); }
TEST_P(OverlappingAgreement, HoldsForBodiesThatCrossThemselves) { hold(OverlapKind::SelfCrossing); }

} // namespace
} // namespace impinge::tests
