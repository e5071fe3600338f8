// SPDX-License-Identifier: Apache-2.0
//
// Peeling against rays, pixel by pixel: many layers, coincident ones, more than can be counted; and
// what it costs.
#include "depth_methods/layer_order.hpp"

#include "base/random.hpp"
#include "depth_methods/renderings.hpp"
#include "scenes/comb.hpp"
#include "tests/raster/devices.hpp"
#include "tests/support/scale.hpp"

#include <algorithm>
#include <limits>

namespace impinge::tests {
namespace {

using imagespace::EqualDepths;
using imagespace::Extent;
using imagespace::Frame;
using imagespace::LayerFindings;
using imagespace::PassLog;
using imagespace::PixelAreaOptions;
using imagespace::PixelCase;
using imagespace::PixelLayers;
using imagespace::PixelPlace;
using imagespace::Stage;

class LayerOrder : public EveryDevice {};
IMPINGE_ON_EVERY_DEVICE(LayerOrder);

constexpr PixelAreaOptions peel_all{.least_pixels = 1, .most_added_pixels = 1U << 30};
constexpr PixelAreaOptions rays_only{.least_pixels = std::numeric_limits<std::size_t>::max()};

/// Two bodies on a device, seen through a view.
class Sight {
  public:
    Sight(raster::Device& device, Mesh a, Mesh b, const raster::View& view,
          const Rigid& pose_b = {})
        : a_(std::move(a)), b_(std::move(b)), geometry_a_(need(device.upload(a_.view()))),
          geometry_b_(need(device.upload(b_.view()))), frame{
                                                           .device = device,
                                                           .view = view,
                                                           .a = {geometry_a_.get(), a_.view(), {}},
                                                           .b = {geometry_b_.get(), b_.view(),
                                                                 pose_b},
                                                           .extent = Extent::AllPixels,
                                                           .maps = maps_,
                                                           .log = log} {}

    /// All pixels of the target.
    [[nodiscard]] std::vector<PixelPlace> pixels() const {
        const raster::PixelArea area = raster::shown_area(frame.view);
        std::vector<PixelPlace> pixels;
        for (int y = 0; y < area.height; ++y) {
            for (int x = 0; x < area.width; ++x) {
                pixels.push_back({static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y)});
            }
        }
        return pixels;
    }
    [[nodiscard]] LayerFindings order(const PixelAreaOptions& options) const {
        return need(imagespace::layer_order(frame, pixels(), options));
    }
    [[nodiscard]] PixelLayers layers() const {
        return need(imagespace::pixel_layers(frame.view, frame.a, frame.b, pixels(), Context{}));
    }

  private:
    Mesh a_;
    Mesh b_;
    std::unique_ptr<raster::Geometry> geometry_a_;
    std::unique_ptr<raster::Geometry> geometry_b_;
    imagespace::DepthMaps maps_;

  public:
    PassLog log;
    Frame frame;
};

void add_box(Mesh& mesh, const Vec3d& low, const Vec3d& high) {
    const auto first = static_cast<std::uint32_t>(mesh.positions.size());
    for (unsigned i = 0; i < 8; ++i) {
        mesh.positions.push_back({(i & 1U) != 0 ? high.x : low.x, (i & 2U) != 0 ? high.y : low.y,
                                  (i & 4U) != 0 ? high.z : low.z});
    }
    constexpr std::array<std::array<std::uint32_t, 4>, 6> sides{
        {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}}};
    for (const auto& [p, q, r, s] : sides) {
        mesh.triangles.push_back({first + p, first + q, first + r});
        mesh.triangles.push_back({first + p, first + r, first + s});
    }
}

/// Plates across z in steps of 1/64, none of which touch each other.
Mesh plate_stack(Random& random, int plates, int low_z) {
    Mesh mesh;
    int z = low_z;
    for (int i = 0; i < plates; ++i) {
        const int thickness = random.integer(1, 3);
        const Vec3d low{random.uniform(-3, -1), random.uniform(-3, -1), z / 64.0};
        add_box(mesh, low, {random.uniform(1, 3), random.uniform(1, 3), (z + thickness) / 64.0});
        z += thickness + random.integer(1, 3);
    }
    return mesh;
}

raster::View view_along(Vec3d direction, int size) {
    return need(raster::orthographic_view(direction, Box3{{-4, -4, -4}, {4, 4, 4}}, size, size));
}

/// Layers so near that a driver may see them in another order, or as one.
constexpr float near = 0x1p-18F;

bool are_close(std::span<const imagespace::Layer> layers) {
    for (std::size_t i = 1; i < layers.size(); ++i) {
        if (layers[i].depth - layers[i - 1].depth < near) {
            return true;
        }
    }
    return false;
}

struct Tally {
    std::size_t pixels = 0;
    std::size_t overlapping = 0;
    std::size_t peeled = 0;
    std::size_t coincident = 0;
    std::size_t different = 0;
    std::size_t skipped = 0;
    std::size_t most_layers = 0;
};

void compare_with_rays(const Sight& sight, Tally& tally) {
    const bool software = sight.frame.device.info().kind == raster::DeviceKind::Software;
    const LayerFindings peeled = sight.order(peel_all);
    const LayerFindings cast = sight.order(rays_only);
    const PixelLayers layers = sight.layers();
    for (std::size_t i = 0; i < peeled.cases.size(); ++i) {
        if (layers.at(i).empty()) {
            continue;
        }
        if (!software && are_close(layers.at(i))) {
            ++tally.skipped;
            continue;
        }
        ++tally.pixels;
        tally.overlapping += cast.cases[i] == PixelCase::LayersOverlap ? 1 : 0;
        tally.peeled += peeled.stages[i] == Stage::LayerOrder ? 1 : 0;
        tally.coincident += peeled.stages[i] == Stage::Rays ? 1 : 0;
        tally.different += peeled.cases[i] != cast.cases[i] ? 1 : 0;
        tally.most_layers = std::max(tally.most_layers, layers.at(i).size());
        EXPECT_EQ(cast.stages[i], Stage::Rays);
    }
}

TEST_P(LayerOrder, OfSlantedPlatesIsWhatRaysSay) {
    Tally tally;
    Rigid between_steps;
    between_steps.translation.z = 0.4 / 64;
    for (std::uint64_t seed = 0; seed < scaled(is_software() ? 60 : 32); ++seed) {
        Random random(seed);
        const int plates = random.integer(1, 14);
        const auto view =
            view_along({random.uniform(-0.2, 0.2), random.uniform(-0.2, 0.2), -1}, 48);
        const Sight sight(device(), plate_stack(random, plates, random.integer(-40, 0)),
                          plate_stack(random, 15 - plates, random.integer(-40, 40)), view,
                          between_steps);
        compare_with_rays(sight, tally);
    }
    if (is_software()) {
        EXPECT_EQ(tally.different, 0U);
    } else { // an edge within 1/256 pixel of a centre
        EXPECT_LT(tally.different, tally.pixels / 1000);
        EXPECT_LT(tally.skipped, tally.pixels / 4);
    }
    EXPECT_GT(tally.overlapping, tally.pixels / 5);
    EXPECT_LT(tally.overlapping, tally.pixels * 9 / 10);
    EXPECT_GT(tally.peeled, tally.pixels * 9 / 10);
    EXPECT_GE(tally.most_layers, 24U);
}

/// Straight on, so that plates whose steps agree have equal depths.
Sight coincident_plates(raster::Device& device, std::uint64_t seed) {
    Random random(seed);
    Mesh a = plate_stack(random, 5, random.integer(-20, 0));
    return {device, std::move(a), plate_stack(random, 2, random.integer(-20, 0)),
            view_along({0, 0, -1}, 32)};
}

bool are_coincident(std::span<const imagespace::Layer> layers) {
    return std::ranges::adjacent_find(layers, {}, &imagespace::Layer::depth) != layers.end();
}

/// Layers that are close have equal depths.
std::vector<imagespace::Layer> evened(std::span<const imagespace::Layer> layers) {
    std::vector<imagespace::Layer> result(layers.begin(), layers.end());
    for (std::size_t i = 1; i < result.size(); ++i) {
        if (result[i].depth - result[i - 1].depth < near) {
            result[i].depth = result[i - 1].depth;
        }
    }
    return result;
}

TEST_P(LayerOrder, OfCoincidentLayersIsLeftToRays) {
    Tally tally;
    std::size_t other_stage = 0;
    for (std::uint64_t seed = 0; seed < scaled(32); ++seed) {
        const Sight sight = coincident_plates(device(), seed);
        const PixelLayers layers = sight.layers();
        const LayerFindings peeled = sight.order(peel_all);
        for (std::size_t i = 0; i < peeled.cases.size(); ++i) {
            const auto here = layers.at(i);
            const bool coincident = are_coincident(here);
            const bool overlap = peeled.cases[i] == PixelCase::LayersOverlap;
            if (is_software() || peeled.stages[i] == Stage::Rays || !are_close(here)) {
                ASSERT_EQ(overlap, imagespace::layers_overlap(here, EqualDepths::Apart));
            }
            // A driver whose depths differ in their last bits may see coincident layers apart, in
            // any order: then the answer lies between the two that equal depths can have.
            const bool at_most = imagespace::layers_overlap(evened(here), EqualDepths::Overlap);
            const bool at_least = imagespace::layers_overlap(evened(here), EqualDepths::Apart);
            ASSERT_TRUE((!overlap || at_most) && (overlap || !at_least));
            other_stage += (peeled.stages[i] == Stage::Rays) != coincident ? 1 : 0;
            tally.pixels += here.empty() ? 0 : 1;
            tally.coincident += coincident ? 1 : 0;
        }
    }
    if (is_software()) {
        EXPECT_EQ(other_stage, 0U);
    }
    EXPECT_GT(tally.coincident, tally.pixels / 5);
    EXPECT_LT(tally.coincident, tally.pixels * 4 / 5);
}

/// Combs of so many plates each, seen along z; B moved along it.
Sight interlocked(raster::Device& device, int plates, double move_b) {
    scenes::CombPair pair = scenes::interlocked_combs(plates);
    Rigid pose;
    pose.translation.z = move_b;
    std::vector<Vec3d> points = pair.a.positions;
    for (const Vec3d& position : pair.b.positions) {
        points.push_back(apply(pose, position));
    }
    const auto view = need(raster::orthographic_view({0, 0, -1}, points, 40, 40));
    return {device, std::move(pair.a), std::move(pair.b), view, pose};
}

std::size_t count(const LayerFindings& findings, PixelCase wanted) {
    return static_cast<std::size_t>(std::ranges::count(findings.cases, wanted));
}

TEST_P(LayerOrder, GoesOnInFurtherWordsForAnyNumberOfLayers) {
    for (const int plates : {4, 8, 12, 30}) {
        const Sight apart = interlocked(device(), plates, 0);
        const LayerFindings findings = apart.order(peel_all);
        EXPECT_EQ(count(findings, PixelCase::LayersApart), findings.cases.size()) << plates;
        EXPECT_EQ(std::ranges::count(findings.stages, Stage::Rays), 0);
        // Once to count, then once for every layer.
        EXPECT_EQ(apart.log.renderings, 1U + 4U * static_cast<unsigned>(plates));
        EXPECT_EQ(apart.log.draws, 2 * apart.log.renderings);
        EXPECT_EQ(apart.order(rays_only).cases, findings.cases);

        const Sight moved = interlocked(device(), plates, 0.31);
        const LayerFindings overlapping = moved.order(peel_all);
        EXPECT_EQ(overlapping.cases, moved.order(rays_only).cases) << plates;
        EXPECT_GT(count(overlapping, PixelCase::LayersOverlap), 300U);
        EXPECT_GT(count(overlapping, PixelCase::LayersApart), 300U);
        EXPECT_EQ(std::ranges::count(overlapping.stages, Stage::Rays), 0);
    }
}

TEST_P(LayerOrder, OfMoreLayersThanCanBeCountedIsLeftToRays) {
    Mesh many;
    for (int i = 0; i < 130; ++i) {
        add_box(many, {-1, -1, i / 64.0}, {1, 1, (i + 0.5) / 64});
    }
    Mesh one;
    add_box(one, {-1, -1, 100.75 / 64}, {1, 1, 100.875 / 64});
    const Sight sight(device(), many, one, view_along({0, 0, -1}, 24));
    const PixelLayers layers = sight.layers();
    const LayerFindings findings = sight.order(peel_all);
    std::size_t saturated = 0;
    for (std::size_t i = 0; i < findings.cases.size(); ++i) {
        const bool too_many = layers.at(i).size() >= 255;
        saturated += too_many ? 1 : 0;
        EXPECT_EQ(findings.cases[i], PixelCase::LayersApart);
        EXPECT_EQ(findings.stages[i], too_many ? Stage::Rays : Stage::LayerOrder);
    }
    EXPECT_EQ(saturated, 36U);
    EXPECT_EQ(sight.log.renderings, 1U); // nothing is left to peel
}

TEST_P(LayerOrder, OfALayerWithoutItsPairIsLeftToRays) {
    Mesh sheet;
    sheet.positions = {{-3, -3, 2}, {3, -3, 2}, {3, 3, 2}, {-3, 3, 2}};
    sheet.triangles = {{0, 1, 2}, {0, 2, 3}};
    Mesh lower = sheet;
    for (Vec3d& position : lower.positions) {
        position.z = -2;
    }
    Mesh block;
    add_box(block, {-1, -1, -1}, {1, 1, 1});
    // One layer of each, and one against two.
    for (const Mesh& other : {lower, block}) {
        const Sight sight(device(), sheet, other, view_along({0, 0, -1}, 20));
        const PixelLayers layers = sight.layers();
        const LayerFindings findings = sight.order(peel_all);
        std::size_t met = 0;
        for (std::size_t i = 0; i < findings.cases.size(); ++i) {
            const bool by_rays = findings.stages[i] == Stage::Rays;
            EXPECT_EQ(by_rays, !layers.at(i).empty());
            met += by_rays ? 1 : 0;
        }
        EXPECT_GT(met, 20U);
    }
}

/// On the left two boxes one in the other, on the right a stack of many plates of A over one of B.
Sight boxes_and_stack(raster::Device& device) {
    Mesh a;
    Mesh b;
    add_box(a, {-3.5, -3, -1}, {0, 3, 1});
    add_box(b, {-3, -3, -0.5}, {-0.5, 3, 0.5});
    for (int i = 0; i < 20; ++i) {
        add_box(a, {1, -1, i / 8.0 - 1}, {2, 1, i / 8.0 - 0.95});
    }
    add_box(b, {1, -1, -2}, {2, 1, -1.5});
    return {device, a, b, view_along({0, 0, -1}, 40)};
}

TEST_P(LayerOrder, StopsAtTheFirstOverlapIfThatIsAsked) {
    Sight sight = boxes_and_stack(device());
    const LayerFindings all = sight.order(peel_all);
    EXPECT_EQ(sight.log.renderings, 1U + 42);
    EXPECT_EQ(count(all, PixelCase::LeftOver), 0U);

    sight.log = {};
    sight.frame.extent = Extent::FirstOverlap;
    const LayerFindings first = sight.order(peel_all);
    EXPECT_EQ(sight.log.renderings, 1U + 4); // most pixels have no more layers
    EXPECT_GT(count(first, PixelCase::LayersOverlap), 100U);
    EXPECT_GT(count(first, PixelCase::LeftOver), 20U);
    for (std::size_t i = 0; i < all.cases.size(); ++i) {
        if (first.cases[i] == PixelCase::LeftOver) {
            EXPECT_EQ(first.stages[i], Stage::LeftOver);
        } else {
            EXPECT_EQ(first.cases[i], all.cases[i]);
        }
    }

    sight.log = {};
    sight.frame.inspection = imagespace::Inspection::Deferred; // until a word is full
    EXPECT_GT(count(sight.order(peel_all), PixelCase::LayersOverlap), 100U);
    EXPECT_EQ(sight.log.renderings, 1U + 8);

    sight.log = {};
    EXPECT_GT(count(sight.order(rays_only), PixelCase::LayersOverlap), 100U);
    EXPECT_EQ(sight.log.renderings, 0U);
}

TEST_P(LayerOrder, IsTheSameInEveryCrop) {
    Random random(4);
    Sight sight = interlocked(device(), 5, 0.31);
    const LayerFindings whole = sight.order(peel_all);
    for (int i = 0; i < 12; ++i) {
        const int x = random.integer(0, 30);
        const int y = random.integer(0, 30);
        sight.frame.view.shown = {x, y, random.integer(1, 40 - x), random.integer(1, 40 - y)};
        const LayerFindings part = sight.order(peel_all);
        const auto width = static_cast<std::size_t>(sight.frame.view.shown.width);
        for (std::size_t j = 0; j < part.cases.size(); ++j) {
            const std::size_t in_whole = (j / width + static_cast<std::size_t>(y)) * 40 +
                                         j % width + static_cast<std::size_t>(x);
            ASSERT_EQ(part.cases[j], whole.cases[in_whole]);
        }
    }
}

TEST_P(LayerOrder, OfSomePixelsIsThatOfAll) {
    Sight sight = interlocked(device(), 5, 0.31);
    const LayerFindings all = sight.order(peel_all);
    Random random(8);
    std::array<std::size_t, 2> stages{};
    for (const std::size_t least : {1U, 60U, 200U}) {
        std::vector<PixelPlace> some;
        for (const PixelPlace& pixel : sight.pixels()) {
            const bool in_block = pixel.x < 12 && pixel.y < 12;
            if (in_block || (pixel.x > 28 && random.below(20) == 0)) {
                some.push_back(pixel);
            }
        }
        const LayerFindings findings = need(imagespace::layer_order(
            sight.frame, some, {.least_pixels = least, .most_added_pixels = 0}));
        for (std::size_t i = 0; i < some.size(); ++i) {
            ASSERT_EQ(findings.cases[i], all.cases[some[i].y * 40U + some[i].x]);
            ++stages[findings.stages[i] == Stage::Rays ? 0 : 1];
        }
        const bool block_is_peeled = least <= 144;
        EXPECT_EQ(findings.stages.front(), block_is_peeled ? Stage::LayerOrder : Stage::Rays);
    }
    EXPECT_GT(stages[0], 100U);
    EXPECT_GT(stages[1], 100U);
}

TEST_P(LayerOrder, ChoosesByItselfWithTheSameAnswers) {
    for (const int plates : {2, 7}) {
        const Sight sight = interlocked(device(), plates, 0.31);
        const LayerFindings chosen = need(imagespace::layer_order(sight.frame, sight.pixels()));
        EXPECT_EQ(chosen.cases, sight.order(rays_only).cases);
        const bool peels = is_software(); // a GPU does so in larger areas only
        EXPECT_EQ(chosen.stages.front(), peels ? Stage::LayerOrder : Stage::Rays);
    }
}

TEST_P(LayerOrder, LeavesTheRestOverWhenCancelled) {
    const Sight sight = interlocked(device(), 5, 0);
    sight.frame.context.cancel();
    for (const PixelAreaOptions& options : {peel_all, rays_only}) {
        const LayerFindings findings = sight.order(options);
        EXPECT_EQ(count(findings, PixelCase::LeftOver), findings.cases.size());
    }
}

TEST_P(LayerOrder, TellsItsTimesByPhaseIfAsked) {
    Sight sight = interlocked(device(), 5, 0);
    (void)sight.order(peel_all);
    EXPECT_EQ(sight.log.milliseconds.graphics, 0);
    EXPECT_EQ(sight.log.milliseconds.inspection[2], 0);
    sight.frame.timing = imagespace::Timing::ByPhase;
    (void)sight.order(peel_all);
    EXPECT_GT(sight.log.milliseconds.graphics, 0);
    EXPECT_GT(sight.log.milliseconds.inspection[2], 0);
    EXPECT_EQ(sight.log.milliseconds.inspection[0], 0);
}

TEST_P(LayerOrder, OfNoPixelsIsEmpty) {
    const Sight sight = interlocked(device(), 2, 0);
    const LayerFindings findings = need(imagespace::layer_order(sight.frame, {}));
    EXPECT_TRUE(findings.cases.empty());
    EXPECT_EQ(sight.log.renderings, 0U);
}

} // namespace
} // namespace impinge::tests
