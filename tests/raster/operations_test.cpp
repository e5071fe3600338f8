// SPDX-License-Identifier: Apache-2.0
//
// Every setting of a pass, one at a time, against the reference: depth functions, stencil
// operations and tests with their masks, culling, id planes, comparison with a reference target.
#include "tests/raster/quads.hpp"

namespace impinge::tests {
namespace {

using raster::Compare;
using raster::IdSource;
using raster::Pass;
using raster::StencilOp;

constexpr int size = 16;

class PassOperation : public EveryDevice {
  protected:
    [[nodiscard]] static raster::View view() { return pixel_view(size, size); }
    [[nodiscard]] Stage whole(float depth, Facing facing = Facing::Front) const {
        return Stage(device(), {{quad_mesh({whole_window(size, size, depth, facing)})}});
    }
    /// Pixels where the two differ, in any plane.
    static std::size_t changes(const Planes& before, const Planes& after) {
        std::size_t count = 0;
        for (std::size_t pixel = 0; pixel < before.pixel_count(); ++pixel) {
            count += same_pixel(before, after, pixel) ? 0 : 1;
        }
        return count;
    }
};
IMPINGE_ON_EVERY_DEVICE(PassOperation);

TEST_P(PassOperation, DepthFunctionsCompareTheFragmentWithTheStoredDepth) {
    const Stage steps(device(), {{depth_steps(size, size)}});
    const Stage middle(device(), {{quad_mesh({whole_window(size, size, 0.5F)}), {}, 7}});
    for (const Compare compare : all_compares) {
        for (const bool write : {false, true}) {
            Twin twin(device(), size, size);
            twin.draw(view(), {.depth_compare = Compare::Always}, steps);
            Pass pass;
            pass.depth_compare = compare;
            pass.depth_write = write;
            pass.ids = {IdSource::Body, IdSource::None};
            twin.draw(view(), pass, middle);
            EXPECT_TRUE(twin.agrees()) << "compare " << int{static_cast<std::uint8_t>(compare)};
        }
    }
}

TEST_P(PassOperation, StencilOperationsActForEachFaceAndEachOutcome) {
    const std::array stages{whole(0.5F, Facing::Front), whole(0.5F, Facing::Back)};
    std::size_t changed = 0;
    for (const StencilOp op : all_stencil_ops) {
        for (int outcome = 0; outcome < 3; ++outcome) {
            for (const std::size_t facing : {0U, 1U}) {
                Twin twin(device(), size, size);
                number_stencil(device(), twin);
                Pass pass;
                pass.stencil.reference = 0x5A;
                pass.stencil.compare = outcome == 0 ? Compare::Never : Compare::Always;
                pass.depth_compare = outcome == 1 ? Compare::Never : Compare::Always;
                raster::StencilOps& ops = facing == 0 ? pass.stencil.front : pass.stencil.back;
                (outcome == 0   ? ops.stencil_fails
                 : outcome == 1 ? ops.depth_fails
                                : ops.passes) = op;
                const Planes before = twin.planes();
                twin.draw(view(), pass, stages[facing]);
                // The other face's operations are Keep.
                twin.draw(view(), pass, stages[1 - facing]);
                changed += changes(before, twin.planes());
                EXPECT_TRUE(twin.agrees()) << "operation " << int{static_cast<std::uint8_t>(op)}
                                           << ", outcome " << outcome << ", face " << facing;
            }
        }
    }
    EXPECT_GT(changed, 8U * 256); // the operations did something
}

TEST_P(PassOperation, CountersStopAtTheirEndsOrWrapAround) {
    const Stage stage = whole(0.5F);
    struct Case {
        StencilOp op;
        std::uint8_t start;
        std::uint8_t after_three;
    };
    for (const Case& c :
         {Case{StencilOp::Increment, 253, 255}, Case{StencilOp::Decrement, 2, 0},
          Case{StencilOp::IncrementWrap, 254, 1}, Case{StencilOp::DecrementWrap, 1, 254}}) {
        Twin twin(device(), size, size);
        twin.clear({.stencil = c.start});
        Pass pass;
        pass.depth_compare = Compare::Always;
        pass.stencil.front.passes = c.op;
        for (int i = 0; i < 3; ++i) {
            twin.draw(view(), pass, stage);
        }
        EXPECT_EQ(need(device().read_stencil(twin.target())),
                  std::vector<std::uint8_t>(size * size, c.after_three));
        EXPECT_TRUE(twin.agrees());
    }
}

TEST_P(PassOperation, StencilTestsUseReferenceAndReadMask) {
    const Stage stage = whole(0.5F);
    for (const Compare compare : all_compares) {
        for (const auto& [reference, mask] : {std::pair{0x80, 0xFF}, std::pair{0x35, 0x0F},
                                              std::pair{0xFF, 0xF1}, std::pair{0x03, 0x00}}) {
            Twin twin(device(), size, size);
            number_stencil(device(), twin);
            Pass pass;
            pass.stencil.compare = compare;
            pass.stencil.reference = static_cast<std::uint8_t>(reference);
            pass.stencil.read_mask = static_cast<std::uint8_t>(mask);
            pass.stencil.front = {StencilOp::Zero, StencilOp::Keep, StencilOp::Increment};
            twin.draw(view(), pass, stage);
            EXPECT_TRUE(twin.agrees())
                << int{static_cast<std::uint8_t>(compare)} << ' ' << reference << ' ' << mask;
        }
    }
}

TEST_P(PassOperation, OnlyBitsOfTheWriteMaskChange) {
    const Stage stage = whole(0.5F);
    for (const StencilOp op : all_stencil_ops) {
        for (const int mask : {0x00, 0x01, 0x3C, 0x80, 0xFE}) {
            Twin twin(device(), size, size);
            number_stencil(device(), twin);
            Pass pass;
            pass.stencil.reference = 0xA6;
            pass.stencil.write_mask = static_cast<std::uint8_t>(mask);
            pass.stencil.front.passes = op;
            twin.draw(view(), pass, stage);
            EXPECT_TRUE(twin.agrees()) << int{static_cast<std::uint8_t>(op)} << ' ' << mask;
        }
    }
}

TEST_P(PassOperation, CulledFacesLeaveNoTrace) {
    const Stage stage(device(), {{quad_mesh({{0, 0, 10, size, 0.5F, Facing::Front},
                                             {6, 0, size, size, 0.25F, Facing::Back}})}});
    for (const raster::Cull cull : {raster::Cull::None, raster::Cull::Front, raster::Cull::Back}) {
        Twin twin(device(), size, size);
        Pass pass;
        pass.cull = cull;
        pass.ids = {IdSource::Triangle, IdSource::None};
        pass.stencil.front.passes = StencilOp::Increment;
        pass.stencil.back.passes = StencilOp::Invert;
        twin.draw(view(), pass, stage);
        EXPECT_TRUE(twin.agrees());
        EXPECT_EQ(need(device().count(twin.target(), {.with_id_0 = true})),
                  static_cast<std::uint64_t>(cull == raster::Cull::None ? size * size : 10 * size));
    }
}

TEST_P(PassOperation, EveryIdSourceReachesEitherPlane) {
    const Stage stage(device(), {{quad_mesh({{0, 0, 9, 9}, {5, 5, size, size, 0.25F}}), {}, 5},
                                 {quad_mesh({{3, 0, 7, size, 0.375F}}), {}, 0xFFFFFFFE}});
    for (const IdSource first :
         {IdSource::None, IdSource::Body, IdSource::Triangle, IdSource::ProvokingVertex}) {
        for (const IdSource second :
             {IdSource::None, IdSource::Body, IdSource::Triangle, IdSource::ProvokingVertex}) {
            Twin twin(device(), size, size);
            twin.clear({.id_0 = 17, .id_1 = 18});
            twin.draw(view(), {.ids = {first, second}}, stage);
            EXPECT_TRUE(twin.agrees());
        }
    }
}

TEST_P(PassOperation, LaterTrianglesWinAmongEquals) {
    // Three bodies at one depth and several poses of one geometry: order decides, and is kept.
    const Stage stage(device(), {{quad_mesh({{0, 0, 10, 10}})}});
    std::vector<raster::Draw> draws;
    std::vector<ReferenceDraw> reference_draws;
    const Mesh mesh = quad_mesh({{0, 0, 10, 10}});
    for (std::uint32_t i = 0; i < 6; ++i) {
        const Rigid pose = translation({static_cast<double>(i), static_cast<double>(i * i % 7), 0});
        draws.push_back({&stage.geometry(0), pose, i});
        reference_draws.push_back({&mesh, pose, i});
    }
    for (const Compare compare : {Compare::Less, Compare::LessEqual}) {
        Twin twin(device(), size, size);
        Pass pass;
        pass.depth_compare = compare;
        pass.ids = {IdSource::Body, IdSource::Triangle};
        pass.stencil.front = {StencilOp::Keep, StencilOp::IncrementWrap, StencilOp::Invert};
        twin.draw(view(), pass, draws, reference_draws);
        EXPECT_TRUE(twin.agrees());
    }
}

TEST_P(PassOperation, ReferenceTargetsAreComparedWithEveryFunction) {
    Twin reference(device(), size, size);
    reference.draw(view(), {.depth_compare = Compare::Always},
                   Stage(device(), {{depth_steps(size, size)}}));
    const Stage middle(device(), {{quad_mesh({whole_window(size, size, 0.5F)}), {}, 3}});
    for (const Compare compare : all_compares) {
        Twin twin(device(), size, size);
        number_stencil(device(), twin);
        Pass pass;
        pass.reference_compare = compare;
        pass.ids = {IdSource::Body, IdSource::None};
        pass.stencil.compare = Compare::Less;
        pass.stencil.reference = 100;
        pass.stencil.front = {StencilOp::Invert, StencilOp::Keep, StencilOp::Zero};
        twin.draw(view(), pass, middle, &reference);
        EXPECT_TRUE(twin.agrees()) << int{static_cast<std::uint8_t>(compare)};
        EXPECT_TRUE(reference.agrees()); // it is only read
    }
}

TEST_P(PassOperation, PeelingVisitsLayersFromNearToFar) {
    const std::array<float, 4> layers{0.75F, 0.25F, 0.5F, 0.125F};
    std::vector<Quad> quads;
    for (int i = 0; i < 4; ++i) {
        quads.push_back({2 * i, i, size, size - i, layers[static_cast<std::size_t>(i)]});
    }
    const Stage stage(device(), {{quad_mesh(quads)}});
    std::array<Twin, 2> twins{Twin(device(), size, size), Twin(device(), size, size)};
    twins[1].clear({.depth = 0.0F});
    for (std::size_t layer = 0; layer < 5; ++layer) {
        Twin& now = twins[layer % 2];
        now.clear();
        Pass pass;
        pass.reference_compare = Compare::Greater;
        pass.ids = {IdSource::Triangle, IdSource::None};
        now.draw(view(), pass, stage, &twins[1 - layer % 2]);
        ASSERT_TRUE(now.agrees()) << "layer " << layer;
    }
    EXPECT_EQ(need(device().count(twins[0].target(), {.with_id_0 = true})), 0U);
    EXPECT_GT(need(device().count(twins[1].target(), {.with_id_0 = true})), 0U);
}

} // namespace
} // namespace impinge::tests
