// SPDX-License-Identifier: Apache-2.0
//
// Every setting of a pass, one at a time, against the reference: depth functions, stencil
// operations and tests with their masks, culling, id planes, comparisons with a reference target.
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

/// Ids that a comparison of signed numbers would get wrong among them.
constexpr std::array<std::uint32_t, 5> telling_ids{0, 7, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFE};

/// Three columns for each of the telling ids, of which the plane given holds the number; one column
/// is left with no_id.
Twin numbered_columns(raster::Device& device, std::size_t plane) {
    SceneBodies bodies;
    for (std::size_t i = 0; i < telling_ids.size(); ++i) {
        const int x = static_cast<int>(3 * i);
        bodies.push_back({quad_mesh({{x, 0, x + 3, size}}), {}, telling_ids[i]});
    }
    Twin twin(device, size, size);
    Pass pass;
    pass.ids[plane] = IdSource::Body;
    twin.draw(pixel_view(size, size), pass, Stage(device, std::move(bodies)));
    return twin;
}

/// With every way a fragment can end in the stencil plane, so that one that should leave no trace
/// cannot leave one unseen.
Pass traced_pass() {
    Pass pass;
    pass.ids = {IdSource::Body, IdSource::None};
    pass.stencil.compare = Compare::Less;
    pass.stencil.reference = 100;
    pass.stencil.front = {StencilOp::Invert, StencilOp::Keep, StencilOp::Zero};
    return pass;
}

TEST_P(PassOperation, BodiesAreComparedWithTheReferenceIdsWithEveryFunction) {
    const Mesh flat = quad_mesh({whole_window(size, size, 0.5F)});
    const Mesh triangle = grid_mesh({{{{300, 420, 0.5F}, {3900, 900, 0.5F}, {1100, 3700, 0.5F}}}});
    std::vector<std::pair<Pass, const Mesh*>> roads{{traced_pass(), &flat}};
    roads.emplace_back(traced_pass(), &triangle).first.primitive = raster::Primitive::Edges;
    if (device().info().conservative) {
        roads.emplace_back(traced_pass(), &triangle).first.coverage =
            raster::Coverage::Conservative;
    }
    for (const std::size_t plane : {0U, 1U}) {
        const Twin reference = numbered_columns(device(), plane);
        for (const Compare compare : all_compares) {
            for (auto [pass, mesh] : roads) {
                pass.reference_ids[plane] = compare;
                for (const std::uint32_t body : {0U, 0x80000000U, raster::no_id}) {
                    Twin twin(device(), size, size);
                    number_stencil(device(), twin);
                    twin.draw(view(), pass, Stage(device(), {{*mesh, {}, body}}), &reference);
                    EXPECT_TRUE(twin.agrees())
                        << "plane " << plane << ", body " << body << ", compare "
                        << int{static_cast<std::uint8_t>(compare)};
                }
            }
        }
        EXPECT_TRUE(reference.agrees()); // it is only read
    }
}

TEST_P(PassOperation, ABodyIsNotHeldAgainstItself) {
    // Faces before the depths of two bodies are counted, but not those of the body itself.
    const Stage stage(device(), {{quad_mesh({{0, 0, 10, size, 0.5F}}), {}, 3},
                                 {quad_mesh({{10, 0, size, size, 0.75F}}), {}, 4}});
    Twin reference(device(), size, size);
    reference.draw(view(), {.ids = {IdSource::Body, IdSource::None}}, stage);
    // The other quad lies at the depth of body 4, not before it.
    const Stage nearer(device(),
                       {{quad_mesh({{0, 0, 12, size, 0.25F}, {12, 0, size, size, 0.75F}}), {}, 3}});
    Pass pass;
    pass.depth_compare = Compare::Always;
    pass.depth_write = false;
    pass.stencil.front.passes = StencilOp::Increment;
    pass.stencil.back.passes = StencilOp::Decrement;
    pass.reference_compare = Compare::Less;
    pass.reference_ids[0] = Compare::NotEqual;
    Twin twin(device(), size, size);
    twin.draw(view(), pass, nearer, &reference);
    EXPECT_TRUE(twin.agrees());
    const raster::PixelTest counted{.compare = Compare::Equal, .reference = 1};
    EXPECT_EQ(need(device().count(twin.target(), counted)), 2U * size);
    pass.reference_ids[0] = Compare::Always;
    twin.clear();
    twin.draw(view(), pass, nearer, &reference);
    EXPECT_TRUE(twin.agrees());
    EXPECT_EQ(need(device().count(twin.target(), counted)), 12U * size);
}

TEST_P(PassOperation, PeelingByIdsVisitsBodiesFromTheLastToTheFirst) {
    // Bodies in rising order, later ones win: what stays is the largest below the one before.
    const SceneBodies bodies{{quad_mesh({{0, 0, 9, 9, 0.5F}}), {}, 2},
                             {quad_mesh({{4, 0, size, 12, 0.25F}}), {}, 5},
                             {quad_mesh({{2, 5, 11, size, 0.75F}}), {}, 6}};
    const Stage stage(device(), bodies);
    std::array<Twin, 2> twins{Twin(device(), size, size), Twin(device(), size, size)};
    std::vector<std::vector<std::uint32_t>> found(size * size);
    Pass pass;
    pass.depth_compare = Compare::Always;
    pass.ids = {IdSource::None, IdSource::Body};
    pass.reference_ids = {Compare::Always, Compare::Less};
    for (std::size_t round = 0; round < 4; ++round) {
        Twin& now = twins[round % 2];
        // A pixel without a further body must not begin again at the last.
        now.clear({.id_1 = 0});
        now.draw(view(), pass, stage, &twins[1 - round % 2]);
        ASSERT_TRUE(now.agrees()) << "round " << round;
        const std::vector<std::uint32_t> ids = need(device().read_ids(now.target(), 1));
        for (std::size_t pixel = 0; pixel < found.size(); ++pixel) {
            if (ids[pixel] != 0) {
                found[pixel].push_back(ids[pixel]);
            }
        }
    }
    const auto at = [&](std::size_t x, std::size_t y) { return found[y * size + x]; };
    using Ids = std::vector<std::uint32_t>;
    EXPECT_EQ(at(5, 6), (Ids{6, 5, 2}));
    EXPECT_EQ(at(3, 6), (Ids{6, 2}));
    EXPECT_EQ(at(10, 11), (Ids{6, 5}));
    EXPECT_EQ(at(0, 0), (Ids{2}));
    EXPECT_EQ(at(15, 15), Ids{});
}

TEST_P(PassOperation, CoversCompareTheirBodyWithTheReferenceIds) {
    for (const std::size_t plane : {0U, 1U}) {
        const Twin reference = numbered_columns(device(), plane);
        for (const Compare compare : all_compares) {
            Twin twin(device(), size, size);
            number_stencil(device(), twin);
            Pass pass = traced_pass();
            pass.reference_ids[plane] = compare;
            twin.cover(0.5F, pass, 0x7FFFFFFF, &reference);
            EXPECT_TRUE(twin.agrees())
                << "plane " << plane << ", compare " << int{static_cast<std::uint8_t>(compare)};
        }
        // Two ids of three columns each lie below 0x7FFFFFFF.
        Twin twin(device(), size, size);
        Pass pass;
        pass.reference_ids[plane] = Compare::Greater;
        EXPECT_EQ(twin.cover(0.5F, pass, 0x7FFFFFFF, &reference), 6U * size);
        EXPECT_TRUE(twin.agrees());
    }
}

} // namespace
} // namespace impinge::tests
