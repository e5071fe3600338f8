// SPDX-License-Identifier: Apache-2.0
#include "box_mesh.hpp"
#include "planes/pixel_ray.hpp"
#include "planes/plane_look.hpp"
#include "planes/plane_maker.hpp"
#include "scenes/torus_knot.hpp"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

namespace impinge::viewer {
namespace {

const cli::NamedMethod* method(const char* name) { return cli::find_sampled_method(name); }
const cli::NamedPass* pass(const char* name) { return cli::find_image_pass(name); }

std::shared_ptr<const PlanesAnswer> looked(const std::vector<CheckedBody>& bodies,
                                           const PlanesSettings& settings,
                                           std::optional<Vec3d> direction = {}) {
    PlanesRequest request{settings, direction, {}, bodies};
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        request.names.push_back({std::string(1, static_cast<char>('a' + i)), i});
    }
    PlaneMaker maker;
    return maker.make(request, Context(1));
}

std::vector<CheckedBody> boxes() {
    return {checked_box({0, 0, 0}, {2, 2, 2}), checked_box({1, 1, 1}, {3, 3, 3})};
}

std::vector<CheckedBody> knots() {
    const scenes::TorusKnot shape{.triangles = 1500};
    const auto mesh = std::make_shared<const Mesh>(scenes::torus_knot(shape));
    Box3 box;
    for (const Vec3d& p : mesh->positions) {
        box = united(box, {p, p});
    }
    Rigid turned = rotation({1, 2, 3}, 1);
    turned.translation = {0.2, 0.3, 0.1};
    return {{mesh, {}, box, true}, {mesh, turned, box, true}};
}

struct Hit {
    std::size_t body = 0;
    double distance = 0;
    bool enters = false;
};

/// Every triangle by itself, with numbers that nothing else computes.
std::vector<Hit> hits_of(const std::vector<CheckedBody>& bodies, Vec3d from, Vec3d along) {
    std::vector<Hit> out;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        for (const TriangleIndices& triangle : bodies[i].mesh->triangles) {
            std::array<Vec3d, 3> p{};
            for (std::size_t k = 0; k < 3; ++k) {
                p.at(k) = apply(bodies[i].pose, bodies[i].mesh->positions[triangle[k]]);
            }
            const Vec3d normal = cross(p[1] - p[0], p[2] - p[0]);
            const double slope = dot(normal, along);
            if (slope == 0) {
                continue;
            }
            const double t = dot(normal, p[0] - from) / slope;
            const Vec3d at = from + along * t;
            int inside = 0;
            for (std::size_t k = 0; k < 3; ++k) {
                const Vec3d edge = p.at((k + 1) % 3) - p.at(k);
                inside += dot(cross(edge, at - p.at(k)), normal) > 0 ? 1 : 0;
            }
            if (inside == 3) {
                out.push_back({i, t, slope < 0});
            }
        }
    }
    std::ranges::sort(out, {}, &Hit::distance);
    return out;
}

TEST(PlanesSettings, AnotherMethodShowsWhatItHas) {
    PlanesSettings settings;
    settings.shown = Shown::LayersB;
    EXPECT_EQ(with_method(settings, method("layer-order")).shown, Shown::LayersB);
    const PlanesSettings peeling = with_method(settings, method("surface-peeling"));
    EXPECT_EQ(peeling.shown, Shown::Stencil);
    EXPECT_EQ(peeling.pass, pass("alternate-layers"));
    EXPECT_EQ(with_method(settings, method("edge-rays")).pass, pass("edge-interference"));
    settings.shown = Shown::Depth;
    EXPECT_EQ(with_method(settings, nullptr).shown, Shown::Depth);
    EXPECT_EQ(with_method(settings, method("cascade")).shown, Shown::Cases);
}

TEST(PlanesSettings, PicturesOfOneAnswerNeedNoOther) {
    PlanesSettings cases;
    PlanesSettings layers = cases;
    layers.shown = Shown::LayersA;
    layers.pass = pass("farthest");
    EXPECT_TRUE(same_answer(cases, layers));
    PlanesSettings depth = cases;
    depth.shown = Shown::Depth;
    EXPECT_FALSE(same_answer(cases, depth));
    PlanesSettings far = depth;
    far.shown = Shown::Ids;
    EXPECT_TRUE(same_answer(depth, far));
    far.pass = pass("farthest");
    EXPECT_FALSE(same_answer(depth, far));
    layers.resolution = 64;
    EXPECT_FALSE(same_answer(cases, layers));
}

TEST(PixelRay, MeetsWhatAnIndependentCountMeets) {
    PlanesSettings settings = with_method({}, nullptr);
    settings.resolution = 64;
    const auto bodies = knots();
    const auto answer = looked(bodies, settings, Vec3d{1, 2, -1.5});
    ASSERT_FALSE(answer->error);
    ASSERT_EQ(answer->view.width, 64);
    std::size_t met = 0;
    std::size_t crowded = 0;
    std::size_t drawn_else = 0;
    for (int y = 0; y < 64; ++y) {
        for (int x = 0; x < 64; ++x) {
            const Vec3d from = raster::to_world(answer->view, {x + 0.5, y + 0.5, 0});
            const auto hits = hits_of(bodies, from, answer->view.axis_z);
            const PixelRay ray = ray_through(*answer, {x, y});
            ASSERT_EQ(ray.layers.size(), hits.size()) << x << ' ' << y;
            for (std::size_t i = 0; i < hits.size(); ++i) {
                EXPECT_EQ(ray.layers[i].body, hits[i].body);
                EXPECT_EQ(ray.layers[i].enters, hits[i].enters);
                EXPECT_NEAR(ray.layers[i].distance, hits[i].distance, 1e-9);
                EXPECT_LT(
                    length(ray.layers[i].place - (from + answer->view.axis_z * hits[i].distance)),
                    1e-9);
            }
            const auto pixel = static_cast<std::size_t>(64 * y + x);
            const int counted =
                answer->planes->covered(pixel) ? answer->planes->stencil_at(pixel) : 0;
            drawn_else += counted != static_cast<int>(hits.size()) ? 1 : 0;
            met += hits.empty() ? 0 : 1;
            crowded += hits.size() >= 6 ? 1 : 0;
        }
    }
    EXPECT_GT(met, 64 * 64 / 4);
    EXPECT_GT(crowded, 100U);
    EXPECT_LT(drawn_else, 20U); // devices round corners to a grid
}

TEST(PixelRay, IsInTwoBodiesWhereTheCaseMapSaysOverlap) {
    PlanesSettings settings;
    settings.resolution = 64;
    const auto answer = looked(knots(), settings);
    ASSERT_FALSE(answer->error);
    ASSERT_TRUE(answer->map);
    EXPECT_EQ(answer->verdict.substr(0, 8), "crossing");
    std::size_t overlap = 0;
    std::size_t differ = 0;
    for (int y = 0; y < answer->view.height; ++y) {
        for (int x = 0; x < answer->view.width; ++x) {
            const bool shared = !ray_through(*answer, {x, y}).shared.empty();
            const auto pixel = static_cast<std::size_t>(y * answer->view.width + x);
            overlap += shared ? 1 : 0;
            differ += shared != imagespace::overlaps(answer->map->cases[pixel]) ? 1 : 0;
        }
    }
    EXPECT_GT(overlap, 50U);
    EXPECT_LT(differ, 10U);
}

TEST(PixelRay, GoesThroughBoxesInOrder) {
    PlanesSettings settings = with_method({}, nullptr);
    settings.resolution = 30;
    const auto answer = looked(boxes(), settings, Vec3d{1, 0, 0});
    ASSERT_FALSE(answer->error);
    const Vec3d middle = raster::to_window(answer->view, {0, 1.5, 1.5});
    const ViewPixel pixel{static_cast<int>(middle.x), static_cast<int>(middle.y)};
    const PixelRay ray = ray_through(*answer, pixel);
    EXPECT_EQ(layers_text(*answer, ray), "in a, in b, out a, out b");
    ASSERT_EQ(ray.shared.size(), 1U);
    const double margin = -answer->view.near - answer->view.eye.x;
    EXPECT_NEAR(ray.shared[0].begin, 1 + margin, 1e-12);
    EXPECT_NEAR(ray.shared[0].end, 2 + margin, 1e-12);
    EXPECT_NEAR(ray.layers[1].place.x, 1, 1e-12);
    const std::string value = value_text(*answer, pixel, {});
    EXPECT_NE(value.find("stencil 4, a, triangle"), std::string::npos) << value;
    EXPECT_EQ(layers_text(*answer, ray_through(*answer, {0, 0})), "none");
    EXPECT_EQ(value_text(*answer, {0, 0}, {}), "nothing");
}

TEST(PlaneMaker, LooksTheWayThatIsAskedForWithEveryMethod) {
    for (const cli::NamedMethod& named : cli::sampled_methods()) {
        PlanesSettings settings = with_method({}, &named);
        settings.resolution = 64;
        const auto answer = looked(boxes(), settings, Vec3d{0, 0, -1});
        ASSERT_FALSE(answer->error) << named.name << ": " << answer->error->message;
        EXPECT_NEAR(answer->view.axis_z.z, -1, 1e-12) << named.name;
        EXPECT_EQ(answer->map.has_value(), has_map(&named));
        EXPECT_EQ(answer->planes.has_value(), !has_map(&named));
        EXPECT_FALSE(answer->verdict.empty());
        const PlaneLook look = look_of(*answer, settings.shown, "mm");
        EXPECT_EQ(look.picture.width, answer->view.width);
        EXPECT_GT(look.legend.width, 20);
    }
}

TEST(PlaneMaker, DrawsOneBodyAlone) {
    PlanesSettings settings = with_method({}, nullptr);
    settings.shown = Shown::Ids;
    settings.resolution = 32;
    for (const auto& [of, id] : {std::pair(PlanesOf::First, 0U), std::pair(PlanesOf::Second, 1U)}) {
        settings.of = of;
        const auto answer = looked(boxes(), settings);
        ASSERT_FALSE(answer->error);
        const auto statistics = cli::statistics_of(*answer->planes);
        ASSERT_EQ(statistics.ids.size(), 1U);
        EXPECT_EQ(statistics.ids.begin()->first, id);
        EXPECT_GT(statistics.covered, 100U);
    }
}

TEST(PlaneMaker, SaysWhatCannotBeLookedAt) {
    PlanesSettings settings;
    const auto apart =
        looked({checked_box({0, 0, 0}, {1, 1, 1}), checked_box({5, 5, 5}, {6, 6, 6})}, settings);
    ASSERT_TRUE(apart->error);
    EXPECT_NE(apart->error->message.find("looked at nothing"), std::string::npos);
    auto open = boxes();
    Mesh mesh = *open[0].mesh;
    mesh.triangles.pop_back();
    open[0].mesh = std::make_shared<const Mesh>(std::move(mesh));
    EXPECT_TRUE(looked(open, settings)->error);
    EXPECT_FALSE(looked(open, with_method(settings, nullptr))->error);
    EXPECT_FALSE(looked(open, with_method(settings, method("surface-peeling")))->error);
}

} // namespace
} // namespace impinge::viewer
