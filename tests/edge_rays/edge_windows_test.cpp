// SPDX-License-Identifier: Apache-2.0
//
// Which bodies are looked at together, and through which windows.
#include "edge_rays/edge_scene.hpp"
#include "edge_rays/edge_windows.hpp"
#include "edge_rays/look/edge_look.hpp"
#include "imagespace/projection/collision_zone.hpp"
#include "scenes/boxes.hpp"
#include "scenes/crowd.hpp"
#include "tests/raster/devices.hpp"

#include "base/random.hpp"

#include <algorithm>
#include <set>

namespace impinge::tests {
namespace {

using namespace imagespace;
using Indices = std::vector<std::uint32_t>;

Box3 cube_at(Vec3d low, double side = 1) { return {low, low + Vec3d{side, side, side}}; }

EdgeCluster cluster_of(std::span<const Box3> boxes) {
    return edge_clusters(boxes, box_pairs(boxes), Windows::Clusters).at(0);
}

/// Boxes that form one cluster.
std::vector<Box3> random_boxes(Random& random) {
    std::vector<Box3> boxes{cube_at({0, 0, 0}, 2), cube_at(random.in_box({0, 0, 0}, {2, 2, 2}))};
    const int count = random.integer(0, 5);
    for (int i = 0; i < count; ++i) {
        const Vec3d low = random.in_box({-1, -1, -1}, {2, 2, 2});
        boxes.push_back({low, low + random.in_box({0.01, 0.01, 0.01}, {2, 2, 2})});
    }
    return boxes;
}

TEST(EdgeClusters, AreConnectedByOverlappingBoxes) {
    const std::vector<Box3> boxes{cube_at({0, 0, 0}),
                                  cube_at({10, 0, 0}),
                                  cube_at({0.5, 0, 0}),
                                  cube_at({20, 0, 0}),
                                  Box3{},
                                  cube_at({1.25, 0, 0}),
                                  cube_at({10.5, 0.5, 0})};
    const auto clusters = edge_clusters(boxes, box_pairs(boxes), Windows::Clusters);
    ASSERT_EQ(clusters.size(), 2U);
    EXPECT_EQ(clusters[0].bodies, (Indices{0, 2, 5}));
    EXPECT_EQ(clusters[1].bodies, (Indices{1, 6}));
    ASSERT_EQ(clusters[0].places.size(), 2U) << "0 and 5 do not overlap";
    EXPECT_EQ(clusters[1].places[0].box, (Box3{{10.5, 0.5, 0}, {11, 1, 1}}));
    const auto whole = edge_clusters(boxes, box_pairs(boxes), Windows::WholeScene);
    ASSERT_EQ(whole.size(), 1U);
    EXPECT_EQ(whole[0].bodies, (Indices{0, 1, 2, 3, 5, 6}));
}

TEST(EdgeClusters, KeepTheOrderOfBodiesHoweverPairsJoinThem) {
    Random random(5);
    for (int round = 0; round < 50; ++round) {
        std::vector<Box3> boxes;
        for (int i = 0; i < 40; ++i) {
            boxes.push_back(cube_at(random.in_box({0, 0, 0}, {5, 5, 5})));
        }
        std::set<std::uint32_t> bodies;
        std::size_t places = 0;
        std::uint32_t last_first = 0;
        for (const EdgeCluster& cluster :
             edge_clusters(boxes, box_pairs(boxes), Windows::Clusters)) {
            EXPECT_TRUE(std::ranges::is_sorted(cluster.bodies));
            EXPECT_GE(cluster.bodies[0], last_first);
            last_first = cluster.bodies[0];
            bodies.insert(cluster.bodies.begin(), cluster.bodies.end());
            places += cluster.places.size();
            for (const EdgePlace& place : cluster.places) {
                EXPECT_TRUE(std::ranges::binary_search(cluster.bodies, place.a));
                EXPECT_TRUE(std::ranges::binary_search(cluster.bodies, place.b));
            }
        }
        std::set<std::uint32_t> paired;
        for (const BoxPair& pair : box_pairs(boxes)) {
            paired.insert({pair.a, pair.b});
        }
        EXPECT_EQ(bodies, paired);
        EXPECT_EQ(places, box_pairs(boxes).size());
    }
}

TEST(EdgeWindows, ShowEveryPlaceStrictlyWithin) {
    Random random(6);
    for (int round = 0; round < 300; ++round) {
        const std::vector<Box3> boxes = random_boxes(random);
        const EdgeCluster cluster = cluster_of(boxes);
        EdgeWindowOptions options{.resolution = random.integer(8, 200)};
        options.projection =
            round % 2 == 0 ? raster::Projection::Orthographic : raster::Projection::Perspective;
        if (round % 3 == 0) {
            options.precision = random.uniform(0.01, 0.1);
        }
        const raster::View view = need(edge_view(cluster, boxes, options));
        for (const EdgePlace& place : cluster.places) {
            for (const Vec3d& corner : corners_of(place.box)) {
                const Vec3d seen = to_window(view, corner);
                EXPECT_TRUE(seen.x > 0.999 && seen.x < view.width - 0.999) << seen.x;
                EXPECT_TRUE(seen.y > 0.999 && seen.y < view.height - 0.999) << seen.y;
                EXPECT_TRUE(seen.z > 1e-6 && seen.z < 1 - 1e-6) << seen.z;
            }
        }
        if (options.precision) {
            EXPECT_NEAR(pixel_size(view), *options.precision, 1e-9 * *options.precision);
        } else {
            EXPECT_EQ(std::max(view.width, view.height), options.resolution);
        }
        for (const std::uint32_t body : cluster.bodies) { // nothing may be clipped away
            for (const Vec3d& corner : corners_of(boxes[body])) {
                EXPECT_TRUE(view.projection == raster::Projection::Orthographic ||
                            to_window(view, corner).z > 0);
            }
        }
    }
}

TEST(EdgeWindows, HavePixelsForPlacesWithoutSize) {
    const std::vector<Box3> touching{cube_at({0, 0, 0}), cube_at({1, 1, 1})};
    const raster::View corner = need(edge_view(cluster_of(touching), touching, {}));
    EXPECT_NEAR(pixel_size(corner), smallest_edge_pixel, 1e-12);
    const std::vector<Box3> point{cube_at({0, 0, 0}, 0), cube_at({0, 0, 0}, 0)};
    EXPECT_TRUE(validate(need(edge_view(cluster_of(point), point, {}))));
}

TEST(EdgeWindows, LookAlongTheLongestSideButNotAlongAnAxis) {
    const std::vector<Box3> boxes{{{0, 0, 0}, {1, 5, 1}}, {{0, 0, 0.5}, {1, 5, 2}}};
    const raster::View view = need(edge_view(cluster_of(boxes), boxes, {}));
    EXPECT_GT(view.axis_z.y, 0.99);
    EXPECT_LT(view.axis_z.y, 0.9999);
    const raster::View given =
        need(edge_view(cluster_of(boxes), boxes, {.direction = Vec3d{0, 0, 2}}));
    EXPECT_EQ(given.axis_z, (Vec3d{0, 0, 1}));
}

TEST(EdgeWindows, AreCutIntoPiecesThatDoNotOverlap) {
    Random random(7);
    for (int round = 0; round < 100; ++round) {
        const std::vector<Box3> boxes = random_boxes(random);
        const EdgeCluster cluster = cluster_of(boxes);
        const raster::View view = need(edge_view(cluster, boxes, {.resolution = 300}));
        const int largest = random.integer(16, 200);
        const auto pieces = edge_windows(cluster, view, 0, largest);
        std::vector<int> owners(static_cast<std::size_t>(view.width * view.height), 0);
        for (const EdgeWindow& piece : pieces) {
            const raster::PixelArea& shown = piece.view.shown;
            EXPECT_LE(std::max(shown.width, shown.height), largest);
            EXPECT_TRUE(validate(piece.view));
            for (int y = shown.y; y < shown.y + shown.height; ++y) {
                for (int x = shown.x; x < shown.x + shown.width; ++x) {
                    ++owners[static_cast<std::size_t>(y * view.width + x)];
                }
            }
        }
        EXPECT_LE(*std::ranges::max_element(owners), 1);
        for (const EdgePlace& place : cluster.places) { // a point of it is shown with both bodies
            const Vec3d seen = to_window(view, random.in_box(place.box.min, place.box.max));
            const auto shows = [&](const EdgeWindow& piece) {
                const raster::PixelArea& shown = piece.view.shown;
                return seen.x >= shown.x && seen.x < shown.x + shown.width && seen.y >= shown.y &&
                       seen.y < shown.y + shown.height &&
                       std::ranges::binary_search(piece.bodies, place.a) &&
                       std::ranges::binary_search(piece.bodies, place.b);
            };
            EXPECT_EQ(std::ranges::count_if(pieces, shows), 1);
        }
    }
}

class EdgeWindowQuery : public EveryDevice {
  protected:
    EdgeWindowQuery() {
        for (const double x : {0.0, 40.0}) {
            bodies.push_back({block.view(), translation({x, 0, 0})});
            bodies.push_back({bar.view(), translation({x, 0, 0})});
        }
    }
    [[nodiscard]] EdgeRays ask(const EdgeRayOptions& options) const {
        return need(edge_rays(device(), bodies, options));
    }

    Mesh block = scenes::box({0, 0, 0}, {2, 2, 2});
    Mesh bar = scenes::box({1.25, 0.125, -1}, {1.5, 0.375, 3});
    std::vector<Body> bodies;
};

TEST_P(EdgeWindowQuery, GivesClustersPixelsOfTheirOwn) {
    EdgeRayOptions options;
    options.resolution = 64;
    const EdgeRays clusters = ask(options);
    EXPECT_EQ(clusters.views.size(), 2U);
    EXPECT_EQ(clusters.work.windows, 2U);
    ASSERT_EQ(clusters.pairs.size(), 2U);
    for (const EdgeRayPair& pair : clusters.pairs) {
        EXPECT_EQ(pair.interference.verdict, Verdict::Crossing);
        EXPECT_GT(pair.points_of_b, 0U);
    }
    options.windows = Windows::WholeScene;
    const EdgeRays whole = ask(options);
    EXPECT_EQ(whole.views.size(), 1U);
    EXPECT_EQ(whole.pairs.size(), 2U);
    EXPECT_LT(clusters.pixel_size * 5, whole.pixel_size);
}

TEST_P(EdgeWindowQuery, HasThePixelsAskedFor) {
    EdgeRayOptions options;
    for (const auto projection :
         {raster::Projection::Orthographic, raster::Projection::Perspective}) {
        options.projection = projection;
        options.precision = 0.0078125;
        const EdgeRays rays = ask(options);
        EXPECT_NEAR(rays.pixel_size, 0.0078125, 1e-12);
        for (const raster::View& view : rays.views) {
            EXPECT_LE(pixel_size(view), 0.0078125 * (1 + 1e-9));
        }
        EXPECT_EQ(rays.pairs[0].interference.verdict, Verdict::Crossing);
    }
    options.precision = 2 * smallest_edge_pixel;
    EXPECT_FALSE(edge_rays(device(), bodies, options).has_value()) << "bars are 4 long";
}

TEST_P(EdgeWindowQuery, FindsTheSamePairsInPieces) {
    EdgeRayOptions options;
    options.direction = Vec3d{1, 0.0625, 0.03125};
    const EdgeRays one = ask(options);
    options.precision = 2.0 / 1400;
    const EdgeRays pieces = ask(options);
    EXPECT_GT(pieces.work.windows, 2U);
    ASSERT_EQ(pieces.pairs.size(), one.pairs.size());
    for (std::size_t i = 0; i < one.pairs.size(); ++i) {
        EXPECT_EQ(pieces.pairs[i].interference.verdict, one.pairs[i].interference.verdict);
    }
    std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, double>> places;
    for (const EdgePoint& point : pieces.points) {
        places.insert(
            {point.body, point.x, point.y, to_window(pieces.views[point.view], point.position).z});
    }
    EXPECT_EQ(places.size(), pieces.points.size()) << "no point twice";
}

TEST_P(EdgeWindowQuery, FindsTheSamePairsInPerspective) {
    const auto crowd = scenes::crowd({.bodies = 24, .triangles = 2400, .space = 1.5, .seed = 2});
    std::vector<Body> many;
    for (const auto& body : crowd) {
        many.push_back({body.mesh.view()});
    }
    EdgeRayOptions options;
    options.resolution = 128;
    const EdgeRays parallel = need(edge_rays(device(), many, options));
    options.projection = raster::Projection::Perspective;
    const EdgeRays perspective = need(edge_rays(device(), many, options));
    ASSERT_EQ(perspective.pairs.size(), parallel.pairs.size());
    std::size_t crossing = 0;
    for (std::size_t i = 0; i < parallel.pairs.size(); ++i) {
        EXPECT_EQ(perspective.pairs[i].interference.verdict,
                  parallel.pairs[i].interference.verdict);
        crossing += parallel.pairs[i].interference.verdict == Verdict::Crossing ? 1 : 0;
    }
    EXPECT_GT(crossing, 5U);
    EXPECT_LT(crossing, parallel.pairs.size() - 5);
}

/// What pieces show is what the whole window would show, bit for bit on the software device.
TEST_P(EdgeWindowQuery, SeesTheSamePointsInPieces) {
    EdgeScene scene(device(), bodies);
    std::vector<Rigid> poses;
    std::ranges::transform(bodies, std::back_inserter(poses), &Body::pose);
    ASSERT_TRUE(scene.place(poses, {}));
    const auto clusters = edge_clusters(scene.boxes(), box_pairs(scene.boxes()), Windows::Clusters);
    const EdgeCluster& cluster = clusters.at(1);
    const auto drawn = need(scene.drawn(cluster.bodies));
    const raster::View view = need(edge_view(cluster, scene.boxes(), {.resolution = 200}));
    using Place = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t>;
    const auto points = [&](int largest) {
        std::set<Place> places;
        EdgeTargets targets(device());
        EdgeRayWork work;
        for (const EdgeWindow& window : edge_windows(cluster, view, 0, largest)) {
            const EdgeFrame frame{.device = device(),
                                  .view = window.view,
                                  .bodies = drawn,
                                  .targets = targets,
                                  .work = work};
            const auto found = need(look_at(frame, EdgeRayAlgorithm::IdentifyBoth));
            const raster::PixelArea shown = shown_area(window.view);
            for (const EdgeSample& sample : found.samples) {
                places.insert({sample.x + static_cast<std::uint32_t>(shown.x),
                               sample.y + static_cast<std::uint32_t>(shown.y), sample.body,
                               sample.layer});
            }
        }
        return places;
    };
    const std::set<Place> whole = points(1024);
    EXPECT_GT(whole.size(), 100U);
    EXPECT_EQ(points(64), whole);
    EXPECT_EQ(points(23), whole);
}

IMPINGE_ON_EVERY_DEVICE(EdgeWindowQuery);

} // namespace
} // namespace impinge::tests
