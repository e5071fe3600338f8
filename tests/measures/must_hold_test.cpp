// SPDX-License-Identifier: Apache-2.0
//
// What holds of depths and ways out whatever the bodies: convex ones against all normals of faces
// and pairs of edges, depths against samples and a closest point found the slow way, volumes that
// follow Brunn and Minkowski along a motion, and distances that are 0 when, and only when, bodies
// meet.
#include "base/random.hpp"
#include "impinge/convex.hpp"
#include "impinge/distance.hpp"
#include "impinge/overlap.hpp"
#include "impinge/separation.hpp"
#include "mesh/winding.hpp"
#include "scenes/bumpy_sphere.hpp"
#include "tests/support/meshing.hpp"
#include "tests/support/polycube.hpp"
#include "tests/support/scale.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace impinge::tests {
namespace {

Polytope random_hull(Random& random, std::size_t count, Vec3d centre, double radius) {
    std::vector<Vec3d> points;
    for (std::size_t i = 0; i < count; ++i) {
        points.push_back(centre + random.direction() * (radius * random.uniform(0.3, 1)));
    }
    const auto hull = Polytope::hull_of(points);
    EXPECT_TRUE(hull);
    return *hull;
}

Mesh mesh_of(const Polytope& shape) {
    const std::span<const Vec3d> vertices = shape.vertices();
    const auto triangles = shape.mesh().triangles();
    return {{vertices.begin(), vertices.end()}, {triangles.begin(), triangles.end()}};
}

/// How far B must move along a direction until all of it lies above all of A.
double way_along(const Polytope& a, const Polytope& b, Vec3d direction) {
    double top = -std::numeric_limits<double>::infinity();
    double bottom = std::numeric_limits<double>::infinity();
    for (const Vec3d p : a.vertices()) {
        top = std::max(top, dot(p, direction));
    }
    for (const Vec3d p : b.vertices()) {
        bottom = std::min(bottom, dot(p, direction));
    }
    return top - bottom;
}

/// The least over all directions in which it can be least: normals of faces, and of pairs of edges.
double least_way(const Polytope& a, const Polytope& b) {
    double least = std::numeric_limits<double>::infinity();
    const auto attempt = [&](Vec3d direction) {
        const double size = length(direction);
        if (size > 1e-12) {
            const Vec3d unit = direction * (1 / size);
            least = std::min({least, way_along(a, b, unit), way_along(a, b, unit * -1)});
        }
    };
    const auto edge_of = [](const Polytope& shape, std::uint32_t index) {
        const auto [from, to] = shape.edge(index);
        return shape.vertices()[to] - shape.vertices()[from];
    };
    for (const Polytope* shape : {&a, &b}) {
        for (std::uint32_t face = 0; face < shape->face_count(); ++face) {
            const auto corners = shape->face(face);
            const Vec3d p = shape->vertices()[corners[0]];
            attempt(cross(shape->vertices()[corners[1]] - p, shape->vertices()[corners[2]] - p));
        }
    }
    for (std::uint32_t i = 0; i < a.edge_count(); ++i) {
        for (std::uint32_t j = 0; j < b.edge_count(); ++j) {
            attempt(cross(edge_of(a, i), edge_of(b, j)));
        }
    }
    return least;
}

bool is_free_after(const Mesh& a, const Mesh& b, const Separation& way_out) {
    const Rigid moved{.translation = way_out.direction * way_out.distance};
    const auto found = collide({a.view()}, {b.view(), moved});
    return found && found->verdict == way_out.verdict &&
           (found->verdict == Verdict::Apart || found->verdict == Verdict::Touching);
}

TEST(ConvexWayOut, IsTheLeastOverAllFacesAndPairsOfEdges) {
    Random random(2026);
    std::size_t overlapping = 0;
    const std::size_t cases = scaled(20'000);
    for (std::size_t i = 0; i < cases; ++i) {
        const Polytope a = random_hull(random, 5 + random.below(5), {}, 1);
        const Vec3d centre = random.direction() * random.uniform(0, 1.6);
        const Polytope b = random_hull(random, 5 + random.below(5), centre, 1);
        const Mesh mesh_a = mesh_of(a);
        const Mesh mesh_b = mesh_of(b);
        const auto found = minimum_separation({mesh_a.view()}, {mesh_b.view()});
        ASSERT_TRUE(found);
        ASSERT_EQ(found->kind, SeparationKind::Minimum);
        const double expected = std::max(0.0, least_way(a, b));
        ASSERT_NEAR(found->distance, expected, 1e-10) << i;
        ASSERT_LE(found->at_least, found->distance) << i;
        ASSERT_NEAR(found->at_least, expected, 1e-10) << i;
        ASSERT_TRUE(is_free_after(mesh_a, mesh_b, *found)) << i;
        overlapping += expected > 0 ? 1 : 0;
    }
    EXPECT_GT(overlapping, cases * 3 / 10);
    EXPECT_LT(overlapping, cases * 7 / 10);
}

TEST(ConvexWayOut, ADirectionTooLittleIsNoticed) {
    const Mesh a =
        mesh_of(*Polytope::hull_of(std::vector<Vec3d>{{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {0, 0, 2}}));
    const Rigid pose{.translation = {0.25, 0.25, 0.25}};
    const auto found = minimum_separation({a.view()}, {a.view(), pose});
    ASSERT_TRUE(found);
    Mesh b = a;
    for (Vec3d& p : b.positions) {
        p = p + pose.translation;
    }
    EXPECT_TRUE(is_free_after(a, b, *found));
    Separation shorter = *found;
    shorter.distance *= 1 - 1e-9;
    EXPECT_FALSE(is_free_after(a, b, shorter));
}

/// By Brunn and Minkowski the cube root of the volume of A and B + t d is concave where it is not
/// 0: the volume grows from the way out inwards without a dent, up to one peak.
TEST(ConvexOverlap, FollowsBrunnAndMinkowskiAlongAMotion) {
    Random random(7);
    std::size_t grew = 0;
    const std::size_t cases = scaled(400);
    for (std::size_t i = 0; i < cases; ++i) {
        const Mesh a = mesh_of(random_hull(random, 8, {}, 1));
        const Mesh b = mesh_of(random_hull(random, 8, random.direction() * 0.4, 1));
        const Vec3d direction = random.direction();
        const auto way_out = separation_along({a.view()}, {b.view()}, direction);
        ASSERT_TRUE(way_out);
        ASSERT_TRUE(is_free_after(a, b, *way_out)) << i;
        if (way_out->distance == 0) {
            continue;
        }
        constexpr int steps = 8;
        std::vector<double> sides; // of a cube as large
        std::vector<double> volumes;
        for (int step = 0; step <= steps; ++step) {
            const double share = 1 - static_cast<double>(step) / steps;
            const Rigid moved{.translation = way_out->direction * (way_out->distance * share)};
            const auto found = overlap({a.view()}, {b.view(), moved});
            ASSERT_TRUE(found && found->measurable == Measurable::Yes);
            volumes.push_back(found->volume);
            sides.push_back(std::cbrt(found->volume));
        }
        EXPECT_LE(volumes.front(), 1e-12) << i; // free
        EXPECT_GT(volumes[1], 0) << i;          // and before that it is not
        for (std::size_t k = 2; k + 1 < sides.size(); ++k) {
            if (sides[k - 1] > 0 && sides[k + 1] > 0) {
                EXPECT_GE(sides[k], (sides[k - 1] + sides[k + 1]) / 2 - 1e-9) << i << " " << k;
            }
        }
        const auto peak = std::max_element(volumes.begin(), volumes.end());
        EXPECT_TRUE(std::is_sorted(volumes.begin(), peak)) << i;
        EXPECT_TRUE(std::is_sorted(peak, volumes.end(), std::greater<>())) << i;
        grew += peak - volumes.begin() >= steps / 2 ? 1 : 0;
    }
    EXPECT_GT(grew, cases / 2);
}

/// The slow way: the plane's foot if it lies in the triangle, else the nearest of its edges.
double slow_distance(Vec3d point, const Triangle& t) {
    const auto to_segment = [&](Vec3d from, Vec3d to) {
        const Vec3d along = to - from;
        const double size = dot(along, along);
        const double share = size > 0 ? std::clamp(dot(point - from, along) / size, 0.0, 1.0) : 0;
        return length(point - (from + along * share));
    };
    const double least =
        std::min({to_segment(t[0], t[1]), to_segment(t[1], t[2]), to_segment(t[2], t[0])});
    const Vec3d normal = cross(t[1] - t[0], t[2] - t[0]);
    const double size = length(normal);
    if (!(size > 0)) {
        return least;
    }
    const Vec3d unit = normal * (1 / size);
    const Vec3d foot = point - unit * dot(point - t[0], unit);
    bool inside = true;
    for (int k = 0; k < 3; ++k) {
        inside &= dot(cross(t[(k + 1) % 3] - t[k], foot - t[k]), unit) >= 0;
    }
    return inside ? std::min(least, length(point - foot)) : least;
}

double slow_distance(Vec3d point, const Mesh& mesh) {
    double least = std::numeric_limits<double>::infinity();
    for (const auto& [p, q, r] : mesh.triangles) {
        least = std::min(least, slow_distance(point, Triangle{{mesh.positions[p], mesh.positions[q],
                                                               mesh.positions[r]}}));
    }
    return least;
}

/// How far the deepest sample of one surface in the other body is from that body's surface. The
/// samples of a triangle are `spacing` apart at most.
struct SampledDepth {
    double deepest = 0;
    std::size_t inside = 0;
};

SampledDepth sampled_depth(const Mesh& surface, const Mesh& solid, int steps) {
    SampledDepth found;
    for (const auto& [p, q, r] : surface.triangles) {
        for (int i = 0; i <= steps; ++i) {
            for (int j = 0; i + j <= steps; ++j) {
                const double s = static_cast<double>(i) / steps;
                const double t = static_cast<double>(j) / steps;
                const Vec3d point = surface.positions[p] * (1 - s - t) + surface.positions[q] * s +
                                    surface.positions[r] * t;
                if (winding_number(point, solid.positions, solid.triangles).value_or(0) > 0) {
                    ++found.inside;
                    found.deepest = std::max(found.deepest, slow_distance(point, solid));
                }
            }
        }
    }
    return found;
}

double longest_edge(const Mesh& mesh) {
    double longest = 0;
    for (const auto& [p, q, r] : mesh.triangles) {
        longest = std::max({longest, length(mesh.positions[p] - mesh.positions[q]),
                            length(mesh.positions[q] - mesh.positions[r]),
                            length(mesh.positions[r] - mesh.positions[p])});
    }
    return longest;
}

/// Of all regions; the deepest of one surface must be where they say, and no sample deeper.
void expect_depths(const std::vector<OverlapRegion>& regions,
                   const RegionDepth OverlapRegion::*which, const Mesh& surface, const Mesh& solid,
                   std::size_t& inside) {
    constexpr int steps = 6;
    double deepest = 0;
    double at_most = 0;
    for (const OverlapRegion& region : regions) {
        const RegionDepth& depth = region.*which;
        deepest = std::max(deepest, depth.depth);
        at_most = std::max(at_most, depth.at_most);
        if (depth.depth > 0) {
            ASSERT_NEAR(slow_distance(depth.point, solid), depth.depth, 1e-12);
            ASSERT_NEAR(length(depth.point - depth.surface_point), depth.depth, 1e-12);
            ASSERT_NEAR(slow_distance(depth.point, surface), 0, 1e-12);
            ASSERT_NEAR(slow_distance(depth.surface_point, solid), 0, 1e-12);
        }
    }
    const SampledDepth sampled = sampled_depth(surface, solid, steps);
    inside += sampled.inside;
    ASSERT_LE(sampled.deepest, at_most + 1e-12);
    ASSERT_GE(sampled.deepest, deepest - longest_edge(surface) / steps);
    ASSERT_LE(at_most, deepest * 1.04 + 1e-12);
}

TEST(LocalDepth, IsThatOfDenseSamplesAndTheClosestPointFoundTheSlowWay) {
    Random random(31);
    std::size_t inside = 0;
    std::size_t overlapping = 0;
    const std::size_t cases = scaled(2000);
    for (std::size_t i = 0; i < cases && !testing::Test::HasFatalFailure(); ++i) {
        const std::uint64_t seed_a = random.next() % 100;
        const std::uint64_t seed_b = random.next() % 100;
        const Mesh a = scenes::bumpy_sphere({.triangles = 20, .seed = seed_a});
        Mesh b = scenes::bumpy_sphere({.triangles = 20, .seed = seed_b});
        const Vec3d direction = random.direction();
        const double distance = random.uniform(0.8, 2.8);
        for (Vec3d& p : b.positions) {
            p = p + direction * distance;
        }
        const auto found = overlap({a.view()}, {b.view()}, {.depths = true});
        ASSERT_TRUE(found);
        ASSERT_EQ(found->measurable, Measurable::Yes);
        overlapping += found->regions.empty() ? 0 : 1;
        expect_depths(found->regions, &OverlapRegion::a_in_b, a, b, inside);
        expect_depths(found->regions, &OverlapRegion::b_in_a, b, a, inside);
    }
    EXPECT_GT(overlapping, cases * 3 / 10);
    EXPECT_LT(overlapping, cases * 9 / 10);
    EXPECT_GT(inside, cases * 5);
}

TEST(LocalDepth, ADepthThatIsTooLargeIsNoticed) {
    const Mesh a = scenes::bumpy_sphere({.triangles = 20, .seed = 1});
    Mesh b = scenes::bumpy_sphere({.triangles = 20, .seed = 2});
    for (Vec3d& p : b.positions) {
        p = p + Vec3d{1, 0, 0};
    }
    const auto found = overlap({a.view()}, {b.view()}, {.depths = true});
    ASSERT_TRUE(found && !found->regions.empty());
    const RegionDepth& depth = found->regions.front().a_in_b;
    EXPECT_GT(depth.depth, 0);
    EXPECT_GT(std::abs(slow_distance(depth.point, b) - depth.depth * 1.01), 1e-4);
}

/// Shifts that leave cells flush, and steps of rounding to either side of them.
TEST(DistanceAndVerdict, ItIsZeroWhenAndOnlyWhenSurfacesMeet) {
    const PolycubeGrid grid(3);
    Random random(5);
    std::size_t touching = 0;
    std::size_t apart = 0;
    std::size_t crossing = 0;
    const std::size_t cases = scaled(600);
    for (std::size_t i = 0; i < cases; ++i) {
        const Mesh a = meshed(grid.mesh(grid.random_set(random), random, 0.2), {.seed = i});
        Mesh b = meshed(grid.mesh(grid.random_set(random), random, 0.2), {.seed = i + 1});
        Vec3d offset{static_cast<double>(random.integer(2, 4)),
                     static_cast<double>(random.integer(-1, 1)),
                     static_cast<double>(random.integer(-1, 1))};
        const int side = random.integer(-1, 1);
        offset.x = side == 0 ? offset.x : std::nextafter(offset.x, side * 10.0);
        const Rigid pose{.translation = offset};
        const auto verdict = collide({a.view()}, {b.view(), pose});
        const auto nearest = distance({a.view()}, {b.view(), pose});
        ASSERT_TRUE(verdict && nearest);
        const bool meet = verdict->verdict == Verdict::Touching ||
                          verdict->verdict == Verdict::Crossing ||
                          verdict->verdict == Verdict::Same;
        ASSERT_EQ(nearest->distance == 0, meet) << i;
        const auto way_out = minimum_separation({a.view()}, {b.view(), pose}, {.directions = 8});
        ASSERT_TRUE(way_out);
        ASSERT_EQ(way_out->distance > 0,
                  verdict->verdict != Verdict::Apart && verdict->verdict != Verdict::Touching)
            << i;
        touching += verdict->verdict == Verdict::Touching ? 1 : 0;
        apart += verdict->verdict == Verdict::Apart ? 1 : 0;
        crossing += verdict->verdict == Verdict::Crossing ? 1 : 0;
    }
    for (const std::size_t count : {touching, apart, crossing}) {
        EXPECT_GT(count, cases / 20);
    }
}

} // namespace
} // namespace impinge::tests
