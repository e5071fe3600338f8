// SPDX-License-Identifier: Apache-2.0
//
// Signed distances against brute force in extended precision, winding numbers and closed forms.
// IMPINGE_TEST_SCALE=20 asks for 100,000 points.
#include "base/random.hpp"
#include "impinge/predicates.hpp"
#include "impinge/signed_distance.hpp"
#include "impinge/winding.hpp"
#include "scenes/bumpy_sphere.hpp"
#include "tests/support/meshing.hpp"
#include "tests/support/scale.hpp"
#include "tests/support/shapes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

namespace impinge::tests {
namespace {

using Wide = Vec3<long double>;

Wide wide(Vec3d v) { return {v.x, v.y, v.z}; }

/// The closest point of a triangle by brute force: of its plane if that lies inside, of each edge.
/// `angle` is how much of the surroundings of that point the triangle covers.
struct WideClosest {
    long double distance = 0;
    Wide point;
    std::set<std::array<double, 3>> corners; ///< of the smallest face, edge or corner that holds it
    long double angle = 0;
};

long double angle_between(Wide p, Wide q) { return std::atan2(length(cross(p, q)), dot(p, q)); }

WideClosest wide_closest(const Triangle& triangle, Vec3d from) {
    const std::array<Wide, 3> t{wide(triangle[0]), wide(triangle[1]), wide(triangle[2])};
    const auto key = [&](std::size_t k) {
        const Vec3d c = triangle[static_cast<int>(k)];
        return std::array{c.x, c.y, c.z};
    };
    const Wide p = wide(from);
    WideClosest best;
    best.distance = std::numeric_limits<long double>::infinity();
    const auto take = [&](Wide point, std::set<std::array<double, 3>> corners, long double angle) {
        const long double distance = length(p - point);
        if (distance < best.distance) {
            best = {distance, point, std::move(corners), angle};
        }
    };
    const long double pi = std::acos(-1.0L);
    for (std::size_t k = 0; k < 3; ++k) {
        take(t.at(k), {key(k)},
             angle_between(t.at((k + 1) % 3) - t.at(k), t.at((k + 2) % 3) - t.at(k)));
    }
    for (std::size_t k = 0; k < 3; ++k) {
        const Wide along = t.at((k + 1) % 3) - t.at(k);
        const long double at = dot(p - t.at(k), along) / dot(along, along);
        if (at > 0 && at < 1) {
            take(t.at(k) + along * at, {key(k), key((k + 1) % 3)}, pi);
        }
    }
    const Wide normal = cross(t[1] - t[0], t[2] - t[0]);
    if (dot(normal, normal) > 0) {
        bool inside = true;
        for (std::size_t k = 0; k < 3; ++k) {
            inside = inside && dot(cross(t.at((k + 1) % 3) - t.at(k), p - t.at(k)), normal) > 0;
        }
        if (inside) {
            take(p - normal * (dot(p - t[0], normal) / dot(normal, normal)),
                 {key(0), key(1), key(2)}, 2 * pi);
        }
    }
    return best;
}

/// Everything that is asked of a surface, looking at all of its triangles.
class BruteSurface {
  public:
    explicit BruteSurface(const Mesh& mesh) : mesh_(mesh) {
        for (const TriangleIndices& t : mesh.triangles) {
            for (std::size_t k = 0; k < 3; ++k) {
                const auto p = key(t.at(k));
                const auto q = key(t.at((k + 1) % 3));
                if (p != q) {
                    ++edges_[{std::min(p, q), std::max(p, q)}];
                }
            }
        }
    }

    struct Answer {
        long double distance = 0;
        long double side = 0; ///< dot with the pseudo-normal, both of unit length
        bool border = false;
    };
    [[nodiscard]] Answer ask(Vec3d point) const {
        Answer answer;
        std::vector<std::pair<WideClosest, Wide>> all;
        answer.distance = std::numeric_limits<long double>::infinity();
        for (std::size_t i = 0; i < mesh_.triangles.size(); ++i) {
            const Triangle t = mesh_.view().triangle(i);
            const Wide normal = cross(wide(t[1]) - wide(t[0]), wide(t[2]) - wide(t[0]));
            all.emplace_back(wide_closest(t, point), normal);
            answer.distance = std::min(answer.distance, all.back().first.distance);
        }
        Wide closest;
        for (const auto& [found, normal] : all) {
            closest = found.distance == answer.distance ? found.point : closest;
        }
        Wide sum;
        for (const auto& [found, normal] : all) {
            if (found.distance < answer.distance + 1e-15L &&
                length(found.point - closest) < 1e-9L) {
                const long double size = length(normal);
                sum = size > 0 ? sum + normal * (found.angle / size) : sum;
                answer.border = answer.border || is_border(found.corners);
            }
        }
        const Wide away = wide(point) - closest;
        const long double size = length(away) * length(sum);
        answer.side = size > 0 ? dot(away, sum) / size : 0;
        return answer;
    }

  private:
    using Key = std::array<double, 3>;
    [[nodiscard]] Key key(std::uint32_t vertex) const {
        const Vec3d p = mesh_.positions[vertex];
        return {p.x, p.y, p.z};
    }
    [[nodiscard]] bool is_border(const std::set<Key>& corners) const {
        if (corners.size() == 2) {
            return edges_.at({*corners.begin(), *std::next(corners.begin())}) == 1;
        }
        return corners.size() == 1 &&
               std::any_of(edges_.begin(), edges_.end(), [&](const auto& edge) {
                   return edge.second == 1 && (edge.first.first == *corners.begin() ||
                                               edge.first.second == *corners.begin());
               });
    }

    const Mesh& mesh_;
    std::map<std::pair<Key, Key>, int> edges_;
};

/// A sheet over a square whose heights jump up and down: sharp ridges and valleys everywhere.
Mesh rugged_sheet(int cells, double height, Random& random) {
    Mesh mesh;
    for (int y = 0; y <= cells; ++y) {
        for (int x = 0; x <= cells; ++x) {
            const double u = (x + 0.6 * random.unit()) / cells;
            const double v = (y + 0.6 * random.unit()) / cells;
            mesh.positions.push_back({u, v, random.uniform(0, height)});
        }
    }
    const auto at = [&](int x, int y) { return static_cast<std::uint32_t>(y * (cells + 1) + x); };
    for (int y = 0; y < cells; ++y) {
        for (int x = 0; x < cells; ++x) {
            mesh.triangles.push_back({at(x, y), at(x + 1, y), at(x + 1, y + 1)});
            mesh.triangles.push_back({at(x, y), at(x + 1, y + 1), at(x, y + 1)});
        }
    }
    return mesh;
}

/// Every triangle with corners of its own, as STL has them.
Mesh unwelded(const Mesh& mesh) {
    Mesh soup;
    for (const auto& corners : mesh.triangles) {
        const auto n = static_cast<std::uint32_t>(soup.positions.size());
        for (const std::uint32_t corner : corners) {
            soup.positions.push_back(mesh.positions[corner]);
        }
        soup.triangles.push_back({n, n + 1, n + 2});
    }
    return soup;
}

Mesh points_in(const Box3& box, std::size_t count, Random& random) {
    Mesh mesh;
    for (std::size_t i = 0; i < count; ++i) {
        mesh.positions.push_back(random.in_box(box.min, box.max));
    }
    mesh.triangles.push_back({0, 1, 2});
    return mesh;
}

struct Seen {
    std::size_t points = 0;
    std::size_t negative = 0;
    std::size_t at_border = 0;
    std::size_t on_sharp = 0; ///< where the side of a face alone would not tell
};

void compare(const Mesh& surface, const Mesh& points, Seen& seen) {
    const auto found = signed_distances({points.view()}, {surface.view()});
    ASSERT_TRUE(found) << found.error().message;
    ASSERT_EQ(found->values.size(), points.positions.size());
    const BruteSurface brute(surface);
    for (std::size_t i = 0; i < points.positions.size(); ++i) {
        const Vec3d p = points.positions[i];
        const BruteSurface::Answer expected = brute.ask(p);
        const double distance = std::abs(found->values[i]);
        ASSERT_NEAR(distance, static_cast<double>(expected.distance), 1e-14) << i;
        ASSERT_NEAR(length(p - found->closest[i]), distance, 1e-14) << i;
        ASSERT_EQ(found->at_border[i] != 0, expected.border) << i;
        ++seen.points;
        if (expected.border) {
            ++seen.at_border;
            continue;
        }
        // The sine of the angle between the pseudo-normal and the way; never 0 by theory.
        ASSERT_GT(std::abs(expected.side), 1e-6L) << i;
        ASSERT_EQ(found->values[i] < 0, expected.side < 0) << i;
        seen.negative += expected.side < 0 ? 1 : 0;
        seen.on_sharp += std::abs(expected.side) < 0.7L ? 1 : 0;
    }
}

TEST(SignedDistance, AgreesWithBruteForceOnRuggedSheets) {
    Random random(97);
    Seen seen;
    const std::size_t sheets = 10;
    for (std::size_t i = 0; i < sheets; ++i) {
        Mesh sheet = rugged_sheet(9, i % 2 == 0 ? 0.6 : 0.1, random);
        if (i % 3 == 1) {
            sheet = unwelded(sheet);
        }
        const Mesh points =
            points_in({{-0.05, -0.05, -0.4}, {1.1, 1.1, 1}}, scaled(5000) / sheets, random);
        compare(sheet, points, seen);
        ASSERT_FALSE(HasFatalFailure()) << i;
    }
    EXPECT_GT(seen.negative, seen.points / 4);
    EXPECT_GT(seen.points - seen.negative, seen.points / 4);
    EXPECT_GT(seen.at_border, seen.points / 20);
    EXPECT_LT(seen.at_border, seen.points / 2);
    EXPECT_GT(seen.on_sharp, seen.points / 100);
}

TEST(SignedDistance, FacesWithoutAreaChangeNothing) {
    Random random(101);
    Seen seen;
    for (int i = 0; i < 6; ++i) {
        const Mesh plain = rugged_sheet(6, 0.5, random);
        Mesh thin = plain;
        if (i % 2 == 0) { // each in the middle of an edge, where its neighbour has no vertex
            for (Vec3d& p : thin.positions) { // so that there are exact midpoints
                p = {std::round(p.x * 1024) / 1024, std::round(p.y * 1024) / 1024,
                     std::round(p.z * 1024) / 1024};
            }
        }
        const Mesh same = thin;
        i % 2 == 0 ? add_caps(thin) : add_points(thin);
        ASSERT_GT(thin.triangles.size(), same.triangles.size());
        const Mesh points = points_in({{0, 0, -0.2}, {1.1, 1.1, 0.7}}, scaled(3000) / 6, random);
        const auto with = signed_distances({points.view()}, {thin.view()});
        const auto without = signed_distances({points.view()}, {same.view()});
        ASSERT_TRUE(with && without);
        for (std::size_t k = 0; k < points.positions.size(); ++k) {
            ASSERT_NEAR(std::abs(with->values[k]), std::abs(without->values[k]), 1e-14);
            if (with->at_border[k] == 0 && without->at_border[k] == 0) {
                ASSERT_NEAR(with->values[k], without->values[k], 1e-14) << i << ' ' << k;
                ++seen.points;
                seen.negative += with->values[k] < 0 ? 1 : 0;
            }
        }
    }
    EXPECT_GT(seen.points, scaled(3000) / 2);
    EXPECT_GT(seen.negative, seen.points / 5);
}

TEST(SignedDistance, IsNegativeInsideASolid) {
    const Mesh solid = scenes::bumpy_sphere({.triangles = 2000, .amplitude = 0.4});
    Random random(103);
    const Mesh points = points_in({{-1.2, -1.2, -1.2}, {1.2, 1.2, 1.2}}, scaled(3000), random);
    const auto found = signed_distances({points.view()}, {solid.view()});
    const auto winding = generalized_winding_numbers(solid.view(), points.positions,
                                                     {.method = WindingMethod::Direct});
    ASSERT_TRUE(found && winding);
    std::size_t inside = 0;
    for (std::size_t i = 0; i < points.positions.size(); ++i) {
        ASSERT_EQ(found->values[i]<0, winding->values[i]> 0.5) << i;
        ASSERT_EQ(found->at_border[i], 0);
        inside += found->values[i] < 0 ? 1 : 0;
    }
    EXPECT_GT(inside, points.positions.size() * 2 / 10);
    EXPECT_LT(inside, points.positions.size() * 7 / 10);
    // The same solid inside out.
    Mesh turned = solid;
    for (TriangleIndices& t : turned.triangles) {
        std::swap(t[0], t[1]);
    }
    const auto meant = signed_distances({points.view()}, {turned.view()});
    ASSERT_TRUE(meant);
    for (std::size_t i = 0; i < points.positions.size(); ++i) {
        ASSERT_NEAR(meant->values[i], found->values[i], 1e-14);
    }
}

TEST(SignedDistance, DoesNotDependOnThreadsNorOnTheUnit) {
    Random random(107);
    const Mesh sheet = rugged_sheet(20, 0.3, random);
    const Mesh points = points_in({{0, 0, -1}, {1, 1, 1}}, 3000, random);
    const auto one = signed_distances({points.view()}, {sheet.view()}, Context(1));
    const auto two = signed_distances({points.view()}, {sheet.view()}, Context(2));
    ASSERT_TRUE(one && two);
    EXPECT_EQ(one->values, two->values);
    EXPECT_EQ(one->triangles, two->triangles);
    const auto scaled_by_two = [](Mesh mesh, int exponent) {
        for (Vec3d& p : mesh.positions) {
            p = {std::ldexp(p.x, exponent), std::ldexp(p.y, exponent), std::ldexp(p.z, exponent)};
        }
        return mesh;
    };
    for (const int exponent : {-600, 700}) {
        const Mesh other = scaled_by_two(sheet, exponent);
        const Mesh places = scaled_by_two(points, exponent);
        const auto far = signed_distances({places.view()}, {other.view()});
        ASSERT_TRUE(far);
        for (std::size_t i = 0; i < far->values.size(); ++i) {
            ASSERT_EQ(far->values[i], std::ldexp(one->values[i], exponent)) << i;
        }
    }
}

TEST(SignedDistance, CancelledSaysSo) {
    const Mesh a = meshed(cube({0, 0, 0}, 1));
    const Context context;
    context.cancel();
    const auto found = signed_distances({a.view()}, {a.view()}, context);
    ASSERT_TRUE(found);
    EXPECT_TRUE(found->partial);
}

TEST(SignedDistance, OfNothingIsInfinite) {
    const Mesh cube_mesh = meshed(cube({0, 0, 0}, 1));
    const Mesh nothing;
    const auto found = signed_distances({cube_mesh.view()}, {nothing.view()});
    ASSERT_TRUE(found);
    EXPECT_EQ(found->values[0], std::numeric_limits<double>::infinity());
}

/// A square of side 4 at the height of its vertices, finely cut.
Mesh flat(Vec2d low, double side, double z, double slope = 0, int cells = 40) {
    Mesh mesh;
    for (int y = 0; y <= cells; ++y) {
        for (int x = 0; x <= cells; ++x) {
            const double u = low.x + side * x / cells;
            mesh.positions.push_back({u, low.y + side * y / cells, z + slope * u});
        }
    }
    const auto at = [&](int x, int y) { return static_cast<std::uint32_t>(y * (cells + 1) + x); };
    for (int y = 0; y < cells; ++y) {
        for (int x = 0; x < cells; ++x) {
            mesh.triangles.push_back({at(x, y), at(x + 1, y), at(x + 1, y + 1)});
            mesh.triangles.push_back({at(x, y), at(x + 1, y + 1), at(x, y + 1)});
        }
    }
    return mesh;
}

TEST(NearnessOfSheets, AreasBelowThresholds) {
    const Mesh ground = flat({-10, -10}, 20, 0, 0, 1);
    // Height -1 + x/2 over [0, 4]: below 0 for x < 2, below 0.5 for x < 3.
    const Mesh ramp = flat({0, 0}, 4, -1, 0.5);
    const auto distances = signed_distances({ramp.view()}, {ground.view()});
    ASSERT_TRUE(distances);
    const std::array<double, 4> thresholds{-2, 0, 0.5, 5};
    const auto near = measure_nearness({ramp.view()}, *distances, thresholds);
    ASSERT_TRUE(near);
    const double stretch = std::sqrt(1.25);
    EXPECT_NEAR(near->whole.area, 16 * stretch, 1e-12);
    EXPECT_NEAR(near->whole.areas_below[0], 0, 1e-12);
    EXPECT_NEAR(near->whole.areas_below[1], 8 * stretch, 1e-12);
    EXPECT_NEAR(near->whole.areas_below[2], 12 * stretch, 1e-12);
    EXPECT_NEAR(near->whole.areas_below[3], 16 * stretch, 1e-12);
    EXPECT_EQ(near->whole.deepest, -1);
    EXPECT_EQ(near->whole.deepest_at.x, 0);
    EXPECT_EQ(near->whole.area_beyond, 0);
    EXPECT_EQ(near->parts.size(), 1U);
}

TEST(NearnessOfSheets, PartsAndWhatLiesBeyondTheBorder) {
    const Mesh ground = flat({0, 0}, 8, 0);
    Mesh parts = flat({1, 1}, 2, 0.25);
    const Mesh more = flat({4, 4}, 8, -0.5); // a quarter of it over the ground
    const auto n = static_cast<std::uint32_t>(parts.positions.size());
    for (const TriangleIndices& t : more.triangles) {
        parts.triangles.push_back({t[0] + n, t[1] + n, t[2] + n});
    }
    parts.positions.insert(parts.positions.end(), more.positions.begin(), more.positions.end());
    const auto distances = signed_distances({parts.view()}, {ground.view()});
    ASSERT_TRUE(distances);
    const std::array<double, 2> thresholds{0, 0.3};
    const auto near = measure_nearness({parts.view()}, *distances, thresholds);
    ASSERT_TRUE(near);
    ASSERT_EQ(near->parts.size(), 2U);
    EXPECT_NEAR(near->parts[0].area, 4, 1e-12);
    EXPECT_EQ(near->parts[0].areas_below[0], 0);
    EXPECT_NEAR(near->parts[0].areas_below[1], 4, 1e-12);
    EXPECT_NEAR(near->parts[0].deepest, 0.25, 1e-15);
    EXPECT_NEAR(near->parts[1].areas_below[0], 3.8 * 3.8, 1e-9); // up to the cells at the border
    EXPECT_NEAR(near->parts[1].area_beyond, 64 - 3.8 * 3.8, 1e-9);
    EXPECT_EQ(near->parts[1].deepest, -0.5);
    EXPECT_NEAR(near->whole.area, 68, 1e-11); // 6,400 sums
    EXPECT_EQ(near->whole.deepest, -0.5);
    EXPECT_FALSE(measure_nearness({more.view()}, *distances, thresholds));
    const std::array<double, 1> no_number{std::nan("")};
    EXPECT_FALSE(measure_nearness({parts.view()}, *distances, no_number));
}

TEST(SignedDistance, OfAMirroredSolidAreNegativeInside) {
    const Mesh solid = scenes::bumpy_sphere({.triangles = 200});
    Mesh points;
    points.positions = {{0, 0, 0}, {0.1, 0.2, -0.1}, {3, 0, 0}};
    points.triangles = {{0, 1, 2}};
    const auto found = signed_distances({points.view()}, {solid.view(), {.row_x = {-1, 0, 0}}});
    ASSERT_TRUE(found);
    EXPECT_LT(found->values[0], 0);
    EXPECT_LT(found->values[1], 0);
    EXPECT_GT(found->values[2], 0);
}

} // namespace
} // namespace impinge::tests
