// SPDX-License-Identifier: Apache-2.0
//
// What devices refuse: with a sentence, and without having touched the target.
#include "tests/raster/quads.hpp"

#include <cmath>
#include <functional>
#include <limits>

namespace impinge::tests {
namespace {

using raster::Compare;
using raster::Draw;
using raster::IdSource;
using raster::Pass;
using raster::View;

constexpr int size = 16;
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

template <typename T> Status status_of(const Expected<T>& expected) {
    return expected ? Status() : Status(expected.error());
}

class Refusals : public EveryDevice {
  protected:
    void SetUp() override {
        EveryDevice::SetUp();
        if (IsSkipped() || HasFatalFailure()) {
            return;
        }
        twin_ = std::make_unique<Twin>(device(), size, size);
        stage_ = std::make_unique<Stage>(device(),
                                         SceneBodies{{quad_mesh({{1, 1, 9, 9, 0.25F}}), {}, 9}},
                                         raster::Parts::Triangles);
        Pass pass;
        pass.ids = {IdSource::Triangle, IdSource::Body};
        pass.stencil.front.passes = raster::StencilOp::Invert;
        twin_->draw(view(), pass, *stage_);
    }
    void TearDown() override {
        stage_.reset();
        twin_.reset();
    }

    static View view() { return pixel_view(size, size); }
    [[nodiscard]] raster::Target& target() const { return twin_->target(); }
    [[nodiscard]] const Twin& twin() const { return *twin_; }
    [[nodiscard]] raster::Geometry& geometry() const { return stage_->geometry(0); }
    [[nodiscard]] Draw drawn() const { return {&stage_->geometry(0)}; }

    /// What would change every pixel if it were not refused.
    [[nodiscard]] Status draw(const Pass& pass) const {
        return device().draw(target(), view(), pass, drawn());
    }
    static Pass strong() {
        Pass pass;
        pass.depth_compare = Compare::Always;
        pass.ids = {IdSource::Body, IdSource::Body};
        pass.stencil.front.passes = raster::StencilOp::Increment;
        return pass;
    }

    void expect_refused(const Status& status, const char* what, const char* word) const {
        ASSERT_FALSE(status) << what << " was accepted";
        EXPECT_NE(status.error().message.find(word), std::string::npos)
            << what << ": \"" << status.error().message << "\" does not say '" << word << '\'';
        EXPECT_NE(status.error().message.back(), '.') << what;
        EXPECT_TRUE(twin_->agrees()) << what << " left a trace";
    }

  private:
    std::unique_ptr<Twin> twin_;
    std::unique_ptr<Stage> stage_;
};
IMPINGE_ON_EVERY_DEVICE(Refusals);

TEST_P(Refusals, OfPassesWhosePartsDoNotGoTogether) {
    struct Case {
        const char* what;
        const char* word;
        std::function<void(Pass&)> change;
    };
    const std::vector<Case> cases{
        {"conservative edges", "conservative",
         [](Pass& pass) {
             pass.primitive = raster::Primitive::Edges;
             pass.coverage = raster::Coverage::Conservative;
         }},
        {"near depth of centres", "conservative",
         [](Pass& pass) { pass.depth = raster::DepthOf::Near; }},
        {"far depth of centres as id", "conservative",
         [](Pass& pass) { pass.ids[1] = IdSource::FarDepth; }},
        {"triangles of edges", "edges",
         [](Pass& pass) {
             pass.primitive = raster::Primitive::Edges;
             pass.ids[0] = IdSource::Triangle;
         }},
        {"edges of triangles", "edge", [](Pass& pass) { pass.ids[1] = IdSource::Edge; }},
        {"an offset that is NaN", "offset", [](Pass& pass) { pass.edge_offset = nan; }},
        {"edges that were not uploaded", "edges",
         [](Pass& pass) { pass.primitive = raster::Primitive::Edges; }},
        {"a comparison with nothing", "reference",
         [](Pass& pass) { pass.reference_compare = Compare::Less; }},
        {"a comparison with the ids of nothing", "reference",
         [](Pass& pass) { pass.reference_ids[0] = Compare::NotEqual; }},
        {"a comparison with the other ids of nothing", "reference",
         [](Pass& pass) { pass.reference_ids[1] = Compare::Less; }},
    };
    for (const Case& c : cases) {
        Pass pass = strong();
        c.change(pass);
        expect_refused(draw(pass), c.what, c.word);
    }
    EXPECT_TRUE(draw(strong())); // without the mistakes it works
    EXPECT_FALSE(twin().agrees());
}

TEST_P(Refusals, OfViewsThatDoNotFit) {
    const auto draw_with = [&](auto change) {
        View changed = view();
        change(changed);
        return device().draw(target(), changed, strong(), drawn());
    };
    expect_refused(draw_with([](View& v) { v.width = size + 1; }), "a wider view", "pixels");
    expect_refused(draw_with([](View& v) { v.height = 1; }), "a lower view", "pixels");
    expect_refused(draw_with([](View& v) { v.eye.x = nan; }), "an eye nowhere", "finite");
    expect_refused(draw_with([](View& v) { v.far = v.near; }), "no depth", "range");
    expect_refused(draw_with([](View& v) { v.min_x = v.max_x; }), "no width", "window");
    expect_refused(draw_with([](View& v) { v.projection = raster::Projection::Perspective; }),
                   "a perspective from 0 on", "near");
}

TEST_P(Refusals, OfPosesThatAreNone) {
    const auto draw_at = [&](const Rigid& pose) {
        // A good draw before it must not be done either.
        const std::array draws{drawn(), Draw{&geometry(), pose}};
        return device().draw(target(), view(), strong(), draws);
    };
    expect_refused(draw_at(translation({0, nan, 0})), "a body nowhere", "pose");
    Rigid sheared;
    sheared.row_y.z = std::numeric_limits<double>::infinity();
    expect_refused(draw_at(sheared), "an infinite turn", "pose");
    expect_refused(draw_at({.scale = 0}), "a scale of zero", "scale");
    expect_refused(draw_at({.scale = -1}), "a mirror", "scale");
}

TEST_P(Refusals, OfReferenceTargets) {
    Pass pass = strong();
    pass.reference_compare = Compare::Less;
    const auto draw_against = [&](const raster::Target& reference) {
        return device().draw(target(), view(), pass, drawn(), &reference);
    };
    expect_refused(draw_against(target()), "its own reference", "own");
    const Twin other(device(), size, size + 1);
    expect_refused(draw_against(other.target()), "a reference of another size", "size");
}

TEST_P(Refusals, OfCoversAndCopies) {
    const auto cover = [&](float depth, const Pass& pass) {
        return device().cover(target(), depth, pass);
    };
    expect_refused(cover(-0.5F, strong()), "a depth before 0", "depth");
    expect_refused(cover(1.5F, strong()), "a depth behind 1", "depth");
    expect_refused(cover(std::numeric_limits<float>::quiet_NaN(), strong()), "no depth", "depth");
    Pass pass = strong();
    pass.ids[0] = IdSource::Triangle;
    expect_refused(cover(0.5F, pass), "the triangle of a cover", "body");
    pass = strong();
    pass.reference_compare = Compare::Equal;
    expect_refused(cover(0.5F, pass), "a cover against nothing", "reference");
    pass = strong();
    pass.reference_ids[1] = Compare::Greater;
    expect_refused(cover(0.5F, pass), "a cover against the ids of nothing", "reference");
    const Twin other(device(), size + 1, size);
    for (const raster::Plane plane :
         {raster::Plane::Depth, raster::Plane::Stencil, raster::Plane::Id0, raster::Plane::Id1}) {
        expect_refused(device().copy(other.target(), target(), plane), "a copy", "size");
    }
}

TEST_P(Refusals, OfSizesNoTargetCanHave) {
    const int most = device().info().max_size;
    for (const auto& [width, height] :
         {std::pair{0, 4}, std::pair{4, 0}, std::pair{-1, 4}, std::pair{4, -2147483647},
          std::pair{most + 1, 1}, std::pair{1, most + 1}, std::pair{2147483647, 2147483647}}) {
        expect_refused(status_of(device().make_target(width, height)), "a target", "pixels");
    }
    EXPECT_TRUE(device().make_target(most, 1));
    EXPECT_TRUE(device().make_target(1, most));
}

TEST_P(Refusals, OfMeshesThatAreNone) {
    const Mesh beyond{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 3}}};
    const Mesh nowhere{{{0, 0, 0}, {1, nan, 0}, {0, 1, 0}}, {{0, 1, 2}}};
    const Mesh immense{{{-1e300, 0, 0}, {1e300, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}};
    for (const Mesh* mesh : {&beyond, &nowhere, &immense}) {
        for (const auto parts : {raster::Parts::Triangles, raster::Parts::TrianglesAndEdges}) {
            const Status status = status_of(device().upload(mesh->view(), parts));
            ASSERT_FALSE(status);
            EXPECT_FALSE(status.error().message.empty());
        }
    }
}

TEST_P(Refusals, OfPlanesThereAreNone) {
    EXPECT_FALSE(device().read_ids(target(), 2));
    EXPECT_FALSE(device().read_ids(target(), -1));
}

TEST_P(Refusals, OfPairsBetweenTargetsThatDoNotMatch) {
    const auto other = need(device().make_target(size + 1, size));
    expect_refused(status_of(device().close_pairs(target(), *other, 1)), "different sizes",
                   "close_pairs");
    for (const float gap : {std::numeric_limits<float>::infinity(), std::nanf("")}) {
        expect_refused(status_of(device().close_pairs(target(), target(), gap)), "not finite",
                       "close_pairs");
    }
}

TEST_P(Refusals, OfDrawingNothing) {
    expect_refused(device().draw(target(), view(), strong(), Draw{}), "no geometry", "geometry");
    const std::vector<Draw> none;
    EXPECT_TRUE(device().draw(target(), view(), strong(), none));
    EXPECT_TRUE(twin().agrees());
}

/// Everything that takes an object, given those of another device.
void expect_strangers_refused(raster::Device& device, raster::Target& own_target,
                              raster::Geometry& own_geometry, raster::Device& stranger) {
    const auto target = need(stranger.make_target(size, size));
    const auto geometry = need(stranger.upload(quad_mesh({{0, 0, 4, 4}}).view()));
    const auto query = need(stranger.make_query());
    need(stranger.clear(*target));
    const View view = pixel_view(size, size);
    const Mesh mesh = quad_mesh({{0, 0, 4, 4}});
    Pass pass;
    pass.depth_compare = Compare::Always;
    const std::vector<Status> refused{
        device.clear(*target),
        device.draw(*target, view, pass, Draw{&own_geometry}),
        device.draw(own_target, view, pass, Draw{geometry.get()}),
        device.draw(own_target, view, pass, Draw{&own_geometry, {}, 0, query.get()}),
        device.draw(own_target, view, pass, Draw{&own_geometry}, target.get()),
        device.cover(*target, 0.5F, pass),
        device.cover(own_target, 0.5F, pass, {.query = query.get()}),
        device.cover(own_target, 0.5F, pass, {}, target.get()),
        device.copy(*target, own_target, raster::Plane::Depth),
        device.copy(own_target, *target, raster::Plane::Depth),
        device.update_positions(*geometry, mesh.view()),
        device.update_mesh(*geometry, mesh.view()),
        status_of(device.count(*target, {})),
        status_of(device.stencil_histogram(*target)),
        status_of(device.collect(*target, {})),
        status_of(device.close_pairs(*target, own_target, 1)),
        status_of(device.close_pairs(own_target, *target, 1)),
        status_of(device.read_depth(*target)),
        status_of(device.read_stencil(*target)),
        status_of(device.read_ids(*target, 0)),
        status_of(device.result(*query)),
        status_of(device.poll(*query)),
        device.reset(*query),
    };
    for (std::size_t i = 0; i < refused.size(); ++i) {
        ASSERT_FALSE(refused[i]) << "operation " << i << " took a stranger's object";
        EXPECT_NE(refused[i].error().message.find("another device"), std::string::npos)
            << i << ": " << refused[i].error().message;
    }
}

TEST_P(Refusals, OfObjectsOfAnotherDeviceOfTheSameKind) {
    const auto stranger =
        need(raster::make_device(GetParam().kind, {.adapter = GetParam().adapter}));
    expect_strangers_refused(device(), target(), geometry(), *stranger);
    EXPECT_TRUE(twin().agrees());
}

TEST_P(Refusals, OfObjectsOfASoftwareDevice) {
    const auto stranger = need(raster::make_device(raster::DeviceKind::Software));
    expect_strangers_refused(device(), target(), geometry(), *stranger);
    EXPECT_TRUE(twin().agrees());
}

TEST_P(Refusals, OfAdaptersThatAreNotThere) {
    for (const int adapter : {-1, 1000}) {
        const auto none = raster::make_device(GetParam().kind, {.adapter = adapter});
        ASSERT_FALSE(none) << adapter;
        EXPECT_NE(none.error().message.find("adapter"), std::string::npos) << none.error().message;
    }
}

} // namespace
} // namespace impinge::tests
