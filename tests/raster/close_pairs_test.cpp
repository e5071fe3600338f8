// SPDX-License-Identifier: Apache-2.0
//
// The pairs of ids where two targets are close, against a loop over the planes they hold.
#include "tests/raster/close_planes.hpp"

namespace impinge::tests {
namespace {

class ClosePairs : public EveryDevice {};
IMPINGE_ON_EVERY_DEVICE(ClosePairs);

TEST_P(ClosePairs, AreThoseOfAPlainLoopAtAnySize) {
    for (const auto& [width, height] : {std::pair{1, 1}, std::pair{16, 16}, std::pair{1, 300},
                                        std::pair{300, 1}, std::pair{513, 130}}) {
        const ClosePlanes scene(device(), width, height);
        std::size_t before = 0;
        for (const float gap : {-1.0F, 0.0F, 0.01F, 0.1F, 0.2F, 2.0F}) {
            const auto expected = scene.close(gap);
            EXPECT_EQ(need(device().close_pairs(scene.one(), scene.other(), gap)), expected)
                << width << " x " << height << ", gap " << gap;
            EXPECT_GE(expected.size(), before);
            before = expected.size();
            if (gap <= 0) {
                EXPECT_TRUE(expected.empty());
            }
        }
        EXPECT_GT(before, scene.pixel_count() / 10);
    }
}

TEST_P(ClosePairs, EqualDepthsAreCloseAndTheGapItselfIsNot) {
    const Stage near(device(), {{quad_mesh({{0, 0, 4, 4, 0.25F}})}});
    const Stage far(device(), {{quad_mesh({{2, 0, 8, 4, 0.75F}})}});
    const auto one = need(device().make_target(8, 4));
    const auto other = need(device().make_target(8, 4));
    for (const auto& [target, stage] : {std::pair{one.get(), &near}, {other.get(), &far}}) {
        need(device().clear(*target));
        need(device().draw(*target, pixel_view(8, 4),
                           {.ids = {raster::IdSource::Triangle, raster::IdSource::None}},
                           stage->draws()));
    }
    EXPECT_TRUE(need(device().close_pairs(*one, *other, 0.5F)).empty());
    EXPECT_EQ(need(device().close_pairs(*one, *other, 0.5001F)).size(), 8U);
    EXPECT_EQ(need(device().close_pairs(*one, *one, 1e-30F)).size(), 16U);
    EXPECT_TRUE(need(device().close_pairs(*one, *one, 0)).empty());
}

} // namespace
} // namespace impinge::tests
