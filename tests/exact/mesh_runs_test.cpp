// SPDX-License-Identifier: Apache-2.0
//
// What spares work on the way to the pairs must leave out nothing: runs of vertices and triangles,
// culling by them, and the filter of candidates by sides.
#include "exact/mesh_runs.hpp"

#include "base/random.hpp"
#include "exact/pairs/quantised_mesh.hpp"
#include "exact/pairs/side_filter.hpp"
#include "scenes/bumpy_sphere.hpp"
#include "tests/support/scale.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <set>

namespace impinge::tests {
namespace {

WorldMesh world_of(const Mesh& mesh) {
    auto result = to_world({mesh.view()}, {"mesh"}, Context(1));
    return std::move(result).value();
}

/// Rings in order; or with triangles, or triangles and vertices, in no order.
enum class Order { Rings, ShuffledTriangles, ShuffledAll };

Mesh ball(std::size_t triangles, Order order, std::uint64_t seed) {
    Mesh mesh = scenes::bumpy_sphere({.triangles = triangles, .seed = seed});
    Random random(seed);
    const auto shuffled = [&](auto& list) {
        for (std::size_t i = list.size(); i > 1; --i) {
            std::swap(list[i - 1], list[random.below(i)]);
        }
    };
    if (order == Order::ShuffledAll) {
        std::vector<std::uint32_t> places(mesh.positions.size());
        for (std::uint32_t i = 0; i < places.size(); ++i) {
            places[i] = i;
        }
        shuffled(places);
        std::vector<Vec3d> moved(places.size());
        for (std::size_t i = 0; i < places.size(); ++i) {
            moved[places[i]] = mesh.positions[i];
        }
        mesh.positions = moved;
        for (TriangleIndices& t : mesh.triangles) {
            t = {places[t[0]], places[t[1]], places[t[2]]};
        }
    }
    if (order != Order::Rings) {
        shuffled(mesh.triangles);
    }
    return mesh;
}

TEST(MeshRuns, HoldTheirVerticesAndCorners) {
    for (const Order order : {Order::Rings, Order::ShuffledTriangles, Order::ShuffledAll}) {
        for (const std::size_t triangles : {40U, 500U, 3001U, 9000U}) {
            const Mesh mesh = ball(triangles, order, triangles);
            const WorldMesh world = world_of(mesh);
            ASSERT_TRUE(world.runs.are_known());
            for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
                Box3 box; // of the run, told anew
                const std::size_t first = i / vertices_per_run * vertices_per_run;
                const std::size_t end = std::min(first + vertices_per_run, mesh.positions.size());
                for (std::size_t k = first; k < end; ++k) {
                    box = extend(box, mesh.positions[k]);
                }
                const Box3& found = world.runs.boxes[i / vertices_per_run];
                ASSERT_TRUE(found.min == box.min && found.max == box.max);
            }
            for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
                const RunCorners& run = world.runs.corners[i / triangles_per_run];
                for (const std::uint32_t corner : mesh.triangles[i]) {
                    ASSERT_TRUE(run.low.holds(corner) || run.high.holds(corner));
                }
            }
        }
    }
}

TEST(MeshRuns, FindWhatIsNotFiniteAtEveryPlace) {
    std::vector<Vec3d> points(vertices_per_run + 3, Vec3d{1, 2, 3});
    std::vector<Box3> boxes(2);
    EXPECT_TRUE(box_runs(points, boxes.data()));
    for (const double bad :
         {std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(),
          std::numeric_limits<double>::quiet_NaN()}) {
        for (std::size_t i = 0; i < points.size(); ++i) {
            for (int axis = 0; axis < 3; ++axis) {
                std::vector<Vec3d> spoilt = points;
                spoilt[i][axis] = bad;
                ASSERT_FALSE(box_runs(spoilt, boxes.data())) << i << " " << axis;
            }
        }
    }
}

/// The triangles whose boxes meet the region, by their coordinates.
std::set<std::uint32_t> reaching(const WorldMesh& mesh, const Box3& region) {
    std::set<std::uint32_t> found;
    for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i) {
        const Triangle t = mesh.triangle(i);
        const Box3 box = extend(extend(extend(Box3{}, t[0]), t[1]), t[2]);
        bool meets = true;
        for (int axis = 0; axis < 3; ++axis) {
            meets = meets && box.min[axis] <= region.max[axis] && region.min[axis] <= box.max[axis];
        }
        if (meets) {
            found.insert(i);
        }
    }
    return found;
}

TEST(Culling, ByRunsKeepsWhatReachesIntoTheRegion) {
    Random random(11);
    std::size_t left_out = 0;
    std::size_t runs_in_all = 0;
    for (std::size_t i = 0; i < scaled(60); ++i) {
        const auto order = static_cast<Order>(i % 3);
        const Mesh body = ball(200 + random.below(8000), order, i);
        const WorldMesh mesh = world_of(body);
        const Vec3d centre = random.in_box({-1, -1, -1}, {1, 1, 1});
        const double side = random.uniform(0.05, 0.8);
        const Box3 region{centre - Vec3d{side, side, side}, centre + Vec3d{side, side, side}};
        std::set<std::uint32_t> kept;
        for (const QuantisedTriangle& triangle : cull(mesh, region, Context(1))) {
            kept.insert(triangle.index);
        }
        ASSERT_EQ(kept, reaching(mesh, region));
        const QuantisedMesh coded(mesh, Quantiser(region), QuantisedMesh::Runs::NearRegion,
                                  Context(1));
        if (order == Order::Rings) {
            const std::size_t runs = runs_of(mesh.triangles.size(), triangles_per_run);
            runs_in_all += runs;
            left_out += runs - coded.run_count();
        }
    }
    EXPECT_GT(left_out, runs_in_all / 4);
}

/// Some triangles over few vertices on a coarse grid: many share corners, or lie in one plane.
Mesh soup(std::uint64_t seed, double scale) {
    Random random(seed);
    Mesh mesh;
    for (int i = 0; i < 24; ++i) {
        const auto coordinate = [&] { return scale * random.integer(-3, 3); };
        const double x = coordinate();
        const double y = coordinate();
        mesh.positions.push_back({x, y, coordinate()});
    }
    const auto corner = [&] { return static_cast<std::uint32_t>(random.below(24)); };
    for (int i = 0; i < 30; ++i) {
        const std::uint32_t first = corner();
        const std::uint32_t second = corner();
        mesh.triangles.push_back({first, second, corner()});
    }
    return mesh;
}

/// Whether all corners of `other` but those that it shares lie on one side of the plane, and not
/// all are shared; by exact predicates.
bool leaves_plane(const WorldMesh& mesh, std::uint32_t plane, std::uint32_t other,
                  bool discounted) {
    const TriangleIndices& of_plane = mesh.triangles[plane];
    const Triangle t = mesh.triangle(plane);
    std::set<Sign> sides;
    for (const std::uint32_t corner : mesh.triangles[other]) {
        const bool shared = std::find(of_plane.begin(), of_plane.end(), corner) != of_plane.end();
        if (!(discounted && shared)) {
            sides.insert(orient3d(t[0], t[1], t[2], mesh.vertices[corner]));
        }
    }
    return sides.size() == 1 && *sides.begin() != 0;
}

TEST(SideFilter, DropsOnlyWhatIsOnOneSideOfAPlane) {
    std::size_t dropped = 0;
    std::size_t asked = 0;
    for (std::size_t i = 0; i < scaled(200); ++i) {
        const bool discounted = i % 2 == 0;
        const double scale = i % 5 == 0 ? 1e-110 : i % 5 == 1 ? 1e60 : 1;
        const Mesh body = soup(i, scale);
        const WorldMesh mesh = world_of(body);
        std::vector<Candidate> pairs;
        for (std::uint32_t a = 0; a < mesh.triangles.size(); ++a) {
            for (std::uint32_t b = a % 3; b < mesh.triangles.size(); b += 1 + a % 2) {
                pairs.push_back({a, b});
            }
        }
        SideFilter filter(
            mesh, mesh, discounted ? SideFilter::Corners::Discounted : SideFilter::Corners::Counted,
            6 * scale);
        const auto open = filter.open(pairs);
        std::size_t next = 0;
        for (const Candidate& pair : pairs) {
            if (next < open.size() && open[next].a == pair.a && open[next].b == pair.b) {
                ++next;
                continue;
            }
            ASSERT_TRUE(leaves_plane(mesh, pair.a, pair.b, discounted) ||
                        leaves_plane(mesh, pair.b, pair.a, discounted));
            ++dropped;
        }
        ASSERT_EQ(next, open.size());
        asked += pairs.size();
    }
    EXPECT_GT(dropped, asked / 4);
}

} // namespace
} // namespace impinge::tests
