// SPDX-License-Identifier: Apache-2.0
//
// The true volume of an overlap lies within the stated bound, whatever the resolution.
#include "base/random.hpp"
#include "clearance/overlap_bound.hpp"
#include "impinge/clearance.hpp"
#include "scenes/boxes.hpp"
#include "scenes/polytope.hpp"
#include "tests/raster/devices.hpp"
#include "tests/support/scale.hpp"

namespace impinge::tests {
namespace {

using imagespace::clearance_map;

using Polygon = std::vector<Vec3d>;

/// inside: dot(normal, p) <= offset
struct HalfSpace {
    Vec3d normal;
    double offset = 0;
};

std::vector<Polygon> faces_of(const Mesh& mesh, const Rigid& pose) {
    std::vector<Polygon> faces;
    for (const auto& [a, b, c] : mesh.triangles) {
        faces.push_back({apply(pose, mesh.positions[a]), apply(pose, mesh.positions[b]),
                         apply(pose, mesh.positions[c])});
    }
    return faces;
}

std::vector<HalfSpace> half_spaces(const std::vector<Polygon>& faces) {
    std::vector<HalfSpace> spaces;
    for (const Polygon& face : faces) {
        const Vec3d normal = cross(face[1] - face[0], face[2] - face[0]);
        spaces.push_back({normal, dot(normal, face[0])});
    }
    return spaces;
}

Polygon clipped(const Polygon& polygon, const HalfSpace& space) {
    Polygon out;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Vec3d p = polygon[i];
        const Vec3d q = polygon[(i + 1) % polygon.size()];
        const double at_p = dot(space.normal, p) - space.offset;
        const double at_q = dot(space.normal, q) - space.offset;
        if (at_p <= 0) {
            out.push_back(p);
        }
        if ((at_p <= 0) != (at_q <= 0)) {
            out.push_back(p + (q - p) * (at_p / (at_p - at_q)));
        }
    }
    return out;
}

/// Six times the volume below the part of the faces within the half spaces.
double volume_below(const std::vector<Polygon>& faces, const std::vector<HalfSpace>& within) {
    double sum = 0;
    for (Polygon polygon : faces) {
        for (const HalfSpace& space : within) {
            polygon = clipped(polygon, space);
        }
        for (std::size_t i = 2; i < polygon.size(); ++i) {
            sum += dot(polygon[0], cross(polygon[i - 1], polygon[i]));
        }
    }
    return sum;
}

/// Of two convex bodies: the surface of what they have in common is the part of each surface that
/// lies in the other body.
double common_volume(const Mesh& a, const Rigid& pose_a, const Mesh& b, const Rigid& pose_b) {
    const auto faces_a = faces_of(a, pose_a);
    const auto faces_b = faces_of(b, pose_b);
    return (volume_below(faces_a, half_spaces(faces_b)) +
            volume_below(faces_b, half_spaces(faces_a))) /
           6;
}

struct Placing {
    Mesh mesh;
    Rigid pose;
};

Placing random_polytope(Random& random) {
    const Mesh mesh = scenes::random_polytope({.triangles = 24, .seed = random.next()});
    Rigid pose = rotation(random.in_box({-1, -1, -1}, {1, 1, 1}), random.uniform(0, 3));
    pose.translation = random.in_box({-0.7, -0.7, -0.7}, {0.7, 0.7, 0.7});
    return {mesh, pose};
}

/// Its walls stand along the view: the worst that can happen to a pixel.
Placing random_box(Random& random) {
    const Vec3d low = random.in_box({-1, -1, -1}, {0, 0, 0});
    return {scenes::box(low, low + random.in_box({0.3, 0.3, 0.3}, {1.5, 1.5, 1.5})), {}};
}

struct Error {
    double actual = 0;
    double bound = 0;
};

class OverlapVolume : public EveryDevice {
  protected:
    [[nodiscard]] Error error(const Placing& a, const Placing& b, int resolution) const {
        const auto map =
            need(clearance_map(device(), {a.mesh.view(), a.pose}, {b.mesh.view(), b.pose},
                               {.direction = Vec3d{0, 0, 1}, .resolution = resolution}));
        const double wanted = common_volume(a.mesh, a.pose, b.mesh, b.pose);
        return {std::abs(map.statistics.overlap_volume - wanted),
                map.statistics.overlap_volume_bound};
    }
    void expect_within(Placing (*make)(Random&)) const;
};

void OverlapVolume::expect_within(Placing (*make)(Random&)) const {
    Random random(5);
    const auto pairs = static_cast<int>(scaled(60));
    int overlapping = 0;
    double coarse = 0;
    double fine = 0;
    double volume = 0;
    for (int i = 0; i < pairs; ++i) {
        const Placing a = make(random);
        const Placing b = make(random);
        for (const int resolution : {7, 16, 33, 64}) {
            const Error found = error(a, b, resolution);
            EXPECT_LE(found.actual, found.bound) << i << " at " << resolution;
            coarse += resolution == 16 ? found.bound : 0;
            fine += resolution == 64 ? found.bound : 0;
        }
        const double common = common_volume(a.mesh, a.pose, b.mesh, b.pose);
        overlapping += common > 1e-3 ? 1 : 0;
        volume += common;
    }
    EXPECT_GT(overlapping, pairs * 3 / 10);
    EXPECT_LT(fine, coarse / 2.5) << "four times the resolution";
    EXPECT_LT(fine, volume / 3) << "not needlessly wide";
}

TEST_P(OverlapVolume, OfConvexBodiesIsWithinItsBound) { expect_within(random_polytope); }
TEST_P(OverlapVolume, OfBoxesAlongTheViewIsWithinItsBound) { expect_within(random_box); }

TEST(OverlapVolumeBound, CoversWhateverWasMeasured) {
    const Mesh a = scenes::box({0, 0, 0}, {2, 2, 2});
    const Mesh b = scenes::box({1, 0.5, -1}, {3, 1.5, 1.5});
    const Box3 both{{0, 0, -1}, {3, 2, 2}};
    const raster::View view = need(raster::orthographic_view({0, 0, 1}, both, 96, 96));
    const imagespace::RayBody side_a{a.view(), {}};
    const imagespace::RayBody side_b{b.view(), {}};
    constexpr double common = 1.5;
    for (const double measured : {0.0, 1.0, 1.5, 7.0}) {
        const double bound =
            imagespace::overlap_volume_bound(view, side_a, side_b, measured, Context());
        EXPECT_GE(bound, std::abs(measured - common));
        EXPECT_LE(bound, std::abs(measured - common) + 0.15);
    }
    const imagespace::RayBody apart{b.view(), translation({0, 0, -9})};
    EXPECT_EQ(imagespace::overlap_volume_bound(view, side_a, apart, 0, Context()), 0);
}

TEST(OverlapVolumeBound, DoesNotDependOnThreads) {
    Random random(11);
    const Placing a = random_polytope(random);
    const Placing b = random_polytope(random);
    const raster::View view =
        need(raster::orthographic_view({1, 2, 3}, Box3{{-2, -2, -2}, {2, 2, 2}}, 100, 100));
    const imagespace::RayBody side_a{a.mesh.view(), a.pose};
    const imagespace::RayBody side_b{b.mesh.view(), b.pose};
    const double one = imagespace::overlap_volume_bound(view, side_a, side_b, 0.5, Context(1));
    EXPECT_EQ(imagespace::overlap_volume_bound(view, side_a, side_b, 0.5, Context(3)), one);
    EXPECT_GT(one, 0);
}

TEST(CommonVolume, OfBoxesIsThatOfTheirIntersection) {
    const Mesh a = scenes::box({0, 0, 0}, {2, 2, 2});
    const Mesh b = scenes::box({1, 0.5, -1}, {3, 1.5, 1.5});
    EXPECT_NEAR(common_volume(a, {}, b, {}), 1.5, 1e-12);
    EXPECT_NEAR(common_volume(a, {}, a, translation({0.5, 0.5, 0.5})), 3.375, 1e-12);
    EXPECT_NEAR(common_volume(a, {}, b, translation({9, 0, 0})), 0, 1e-12);
}

IMPINGE_ON_EVERY_DEVICE(OverlapVolume);

} // namespace
} // namespace impinge::tests
