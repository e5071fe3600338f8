// SPDX-License-Identifier: Apache-2.0
//
// Every method on every device against exact rays, on pairs of bodies that wind around themselves:
// parity is wrong about them, the winding number is not.
#include "tests/depth_methods/agreement_fixture.hpp"
#include "tests/imagespace/overlapping_bodies.hpp"

namespace impinge::tests {
namespace {

class OverlappingAgreement : public AgreementFixture {
  protected:
    AskedTally hold(OverlapKind kind) {
        const Effort effort{is_software() ? std::size_t{300} : std::size_t{100}, 24};
        AskedTally tally = AgreementFixture::hold(to_string(kind), effort, [&](std::size_t i) {
            return overlapping_pair(kind, 3000 + i);
        });
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

/// Where the exact engine sees interference, a method may be without it only if no pixel shows any.
TEST_P(OverlappingAgreement, NothingThatInterferesIsCalledApartUnlessItFallsBetweenPixels) {
    std::size_t interfering = 0;
    std::size_t missed = 0;
    for (std::size_t i = 0; i < scaled(is_software() ? 200 : 80); ++i) {
        SCOPED_TRACE(i);
        const OverlapKind kind = all_overlap_kinds[i % all_overlap_kinds.size()];
        const SeededPair pair = overlapping_pair(kind, 9000 + i);
        const Asked asked(pair, 24, EqualDepths::Apart);
        const Verdict exact = need(collide(asked.a(), asked.b())).verdict;
        if (exact == Verdict::Apart || exact == Verdict::Touching) {
            continue;
        }
        ++interfering;
        for (const Method method : all_methods) {
            SampledOptions options = asked.with(method);
            options.extent = Extent::FirstOverlap;
            const Sampled answer =
                need(imagespace::sampled_collide(device(), asked.a(), asked.b(), options));
            if (answer.interference.verdict != Verdict::Apart || !answer.settled) {
                continue;
            }
            ASSERT_FALSE(answer.views.empty()) << "bounding volumes prove what is not so";
            const PairSight sight(answer.views.front(), pair.a, pair.b);
            for (const PixelSight& pixel : sight.pixels) {
                ASSERT_TRUE(truth_of(pixel, EqualDepths::Apart) != Truth::Overlap ||
                            (pixel.fragile && !is_software()))
                    << to_string(method);
            }
            missed += method == Method::Cascade ? 1 : 0;
        }
    }
    std::cout << "  " << interfering << " interfering pairs, " << missed << " between pixels\n";
    if (is_full_run()) {
        EXPECT_GT(interfering, is_software() ? 100U : 40U);
        EXPECT_LT(missed, interfering / 5);
    }
}

TEST_P(OverlappingAgreement, HoldsForOverlappingParts) { hold(OverlapKind::OverlappingParts); }
TEST_P(OverlappingAgreement, HoldsForDoubledFaces) { hold(OverlapKind::DoubledFaces); }
TEST_P(OverlappingAgreement, HoldsForPartsNestedOutward) { hold(OverlapKind::NestedOutward); }
TEST_P(OverlappingAgreement, HoldsForBodiesThatCrossThemselves) { hold(OverlapKind::SelfCrossing); }

} // namespace
} // namespace impinge::tests
