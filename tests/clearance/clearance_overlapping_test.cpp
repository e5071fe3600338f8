// SPDX-License-Identifier: Apache-2.0
//
// Maps of bodies whose parts overlap, that have faces twice, that nest outward or cross themselves:
// pixel by pixel against the winding numbers of an exact oracle, and the volume against cells.
#include "impinge/clearance.hpp"
#include "tests/clearance/clearance_oracle.hpp"
#include "tests/clearance/grid_solids.hpp"
#include "tests/imagespace/overlapping_bodies.hpp"
#include "tests/raster/devices.hpp"
#include "tests/support/scale.hpp"

namespace impinge::tests {
namespace {

using imagespace::clearance_map;
using imagespace::ClearanceClass;
using imagespace::ClearanceMap;

Body body_of(const PlacedMesh& placed) { return {placed.mesh.view(), placed.pose}; }

struct Agreement {
    std::uint64_t compared = 0;
    std::uint64_t skipped = 0;
    std::uint64_t overlapping = 0;
    std::uint64_t wound = 0; ///< where parity would be wrong
    std::uint64_t scenes_wound = 0;
};

/// A wrong pixel is worth one line.
bool agrees(float found, const RayTruth& truth, double range, double tolerance) {
    if (std::isnan(truth.clearance) || std::isnan(found)) {
        return std::isnan(truth.clearance) == std::isnan(found);
    }
    return std::abs(double{found} - truth.clearance * range) <= tolerance * range;
}

class OverlappingParts : public EveryDevice {
  protected:
    void compare(OverlapKind kind, std::size_t scenes, Agreement& sum) const;
    void compare(const ClearanceMap& map, const ClearanceOracle& oracle, Agreement& sum,
                 const std::string& name) const;
    /// Mesa takes about four times as long.
    [[nodiscard]] std::size_t scenes(std::size_t full) const {
        return scaled(is_software() ? full : full / 5);
    }
};

void OverlappingParts::compare(const ClearanceMap& map, const ClearanceOracle& oracle,
                               Agreement& sum, const std::string& name) const {
    const double range = map.view.far - map.view.near;
    std::uint64_t wrong = 0;
    for (std::size_t pixel = 0; pixel < map.clearance.size(); ++pixel) {
        const RayTruth truth = oracle.at(pixel);
        if (truth.flat || (!is_software() && truth.fragile)) {
            ++sum.skipped;
            continue;
        }
        const double tolerance = 1e-6 + (is_software() ? 0 : 2 * truth.error);
        if (!agrees(map.clearance[pixel], truth, range, tolerance) && ++wrong == 1) {
            ADD_FAILURE() << name << " pixel " << pixel << ": " << map.clearance[pixel]
                          << " instead of " << truth.clearance * range;
        }
        sum.compared += std::isnan(truth.clearance) ? 0 : 1;
        sum.overlapping += truth.clearance < 0 ? 1 : 0;
        sum.wound += truth.wound ? 1 : 0;
    }
}

void OverlappingParts::compare(OverlapKind kind, std::size_t scenes, Agreement& sum) const {
    for (std::size_t i = 0; i < scenes && !HasFailure(); ++i) {
        const SeededPair pair = overlapping_pair(kind, 7000 + i);
        const ClearanceMap map =
            need(clearance_map(device(), body_of(pair.a), body_of(pair.b),
                               {.direction = pair.direction, .resolution = 24}));
        const std::uint64_t before = sum.wound;
        compare(map, ClearanceOracle(map.view, pair.a, pair.b), sum,
                std::string(to_string(kind)) + " " + std::to_string(i));
        sum.scenes_wound += sum.wound > before ? 1 : 0;
    }
}

TEST_P(OverlappingParts, EveryPixelOfAMapIsWhatTheWindingNumbersSay) {
    for (const OverlapKind kind : all_overlap_kinds) {
        Agreement sum;
        const std::size_t count = scenes(300);
        compare(kind, count, sum);
        EXPECT_LT(sum.skipped, (sum.compared + sum.skipped) / 3) << to_string(kind);
        if (is_full_run()) {
            EXPECT_GT(sum.scenes_wound, count / 4) << to_string(kind);
            EXPECT_GT(sum.overlapping, sum.compared / 10) << to_string(kind);
            EXPECT_LT(sum.overlapping, sum.compared * 95 / 100) << to_string(kind);
        }
    }
}

/// The map of an ordinary body is that of the same body with every face twice.
TEST_P(OverlappingParts, FacesThatAreThereTwiceChangeNothing) {
    const Mesh once = scenes::box({0, 0, 0}, {1, 1, 1});
    const Mesh twice = scenes::joined({once, once});
    const Mesh other = scenes::box({0.5, 0.25, 0.375}, {2, 2, 2});
    for (const Vec3d direction : {Vec3d{0, 0, 1}, Vec3d{1, 2, 3}}) {
        const auto map = [&](const Mesh& a) {
            return need(clearance_map(device(), {a.view()}, {other.view()},
                                      {.direction = direction, .resolution = 40}));
        };
        const ClearanceMap found = map(twice);
        EXPECT_GT(found.statistics.pixels.overlap, 100U);
        EXPECT_EQ(found.classes, map(once).classes);
        EXPECT_NEAR(found.statistics.overlap_volume, 0.5 * 0.75 * 0.625,
                    found.statistics.overlap_volume_bound);
    }
}

TEST_P(OverlappingParts, ABodyWhereTwoPartsOverlapLiesInTheOther) {
    const Mesh a =
        scenes::joined({scenes::box({0, 0, 0}, {2, 1, 1}), scenes::box({1, 0, 0}, {3, 1, 1})});
    const Mesh b = scenes::box({1.3, 0.3, 0.3}, {1.7, 0.7, 0.7});
    const auto map = need(clearance_map(device(), {a.view()}, {b.view()},
                                        {.direction = Vec3d{1, 0, 0}, .resolution = 96}));
    EXPECT_NEAR(map.statistics.deepest_overlap, 0.4, 1e-6);
    EXPECT_NEAR(map.statistics.overlap_volume, 0.064, map.statistics.overlap_volume_bound);
    EXPECT_LT(map.statistics.overlap_volume_bound, 0.01);
    const auto compared = need(imagespace::compare_with_rays(map, {a.view()}, {b.view()}, 4));
    EXPECT_GT(compared.pixels, 5000U);
    EXPECT_LT(compared.max_error, 1e-6);
    const auto vertices = need(imagespace::vertex_clearance({b.view()}, {a.view()}, map.view));
    for (const float value : vertices.values) {
        EXPECT_NEAR(value, -1.7, 1e-6) << "the way out of both parts";
    }
}

/// Volume of what two solids of whole cells have in common; both turned alike for the map.
TEST_P(OverlappingParts, TheVolumeOfCellsLiesWithinItsBound) {
    Random random(31);
    const std::size_t count = scenes(1000);
    std::size_t overlapping = 0;
    std::size_t wound = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const GridSolid a = random_grid_solid(random);
        const GridSolid b = random_grid_solid(random);
        const Rigid pose = i % 2 == 0 ? Rigid{} : random_pose(random, 3);
        const auto map = need(clearance_map(device(), {a.mesh.view(), pose}, {b.mesh.view(), pose},
                                            {.resolution = 12 + static_cast<int>(i % 3) * 10}));
        const double truth = common_cells(a, b);
        EXPECT_LE(std::abs(map.statistics.overlap_volume - truth),
                  map.statistics.overlap_volume_bound)
            << i;
        overlapping += truth > 0 ? 1 : 0;
        wound += common_cells_by_parity(a, b) != truth ? 1 : 0;
    }
    EXPECT_GT(overlapping, count * 3 / 10);
    EXPECT_GT(wound, count * 3 / 10) << "parity would be wrong about these";
}

IMPINGE_ON_EVERY_DEVICE(OverlappingParts);

} // namespace
} // namespace impinge::tests
