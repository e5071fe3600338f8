// SPDX-License-Identifier: Apache-2.0
//
// The winding number against two oracles that share nothing with it: the sum of solid angles, and
// sets of lattice cells, whose points are inside or on the surface by counting cells.
#include "mesh/winding.hpp"

#include "base/random.hpp"
#include "tests/mesh/hand_made.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace impinge {
namespace {

std::optional<int> winding_of(const Mesh& mesh, Vec3d point) {
    return winding_number(point, mesh.positions, mesh.triangles);
}

// ---- solid angles ----

using Wide = Vec3<long double>;

Wide widened(Vec3d v) { return {v.x, v.y, v.z}; }

/// Solid angle of a triangle seen from the origin, by the formula of van Oosterom and Strackee.
long double solid_angle(Wide a, Wide b, Wide c) {
    const long double la = std::sqrt(dot(a, a));
    const long double lb = std::sqrt(dot(b, b));
    const long double lc = std::sqrt(dot(c, c));
    const long double below = la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb;
    return 2 * std::atan2(dot(a, cross(b, c)), below);
}

long double winding_by_angles(const Mesh& mesh, Vec3d point) {
    long double sum = 0;
    for (const auto& [a, b, c] : mesh.triangles) {
        sum += solid_angle(widened(mesh.positions[a]) - widened(point),
                           widened(mesh.positions[b]) - widened(point),
                           widened(mesh.positions[c]) - widened(point));
    }
    return sum / (4 * std::acos(-1.0L));
}

/// A closed tube of random wobble around a circle; it may cross itself, which winding allows.
Mesh wobbly_torus(Random& random) {
    constexpr std::uint32_t around = 14;
    constexpr std::uint32_t across = 9;
    Mesh mesh;
    for (std::uint32_t i = 0; i < around; ++i) {
        for (std::uint32_t j = 0; j < across; ++j) {
            const double u = 6.283185307179586 * i / around;
            const double v = 6.283185307179586 * j / across;
            const double r = random.uniform(0.5, 1.1);
            const double ring = 1.3 + r * std::cos(v);
            mesh.positions.push_back({ring * std::cos(u), ring * std::sin(u), r * std::sin(v)});
            const auto at = [](std::uint32_t p, std::uint32_t q) {
                return (p % around) * across + q % across;
            };
            mesh.triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
            mesh.triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
        }
    }
    return mesh;
}

TEST(WindingNumber, AgreesWithTheSumOfSolidAngles) {
    Random random(2024);
    int tested = 0;
    int inside = 0;
    for (int round = 0; round < 20; ++round) {
        const Mesh torus = wobbly_torus(random);
        for (int i = 0; i < 200; ++i) {
            const Vec3d point = random.in_box({-2, -2, -0.7}, {2, 2, 0.7});
            const long double expected = winding_by_angles(torus, point);
            const long double rounded = std::round(expected);
            ASSERT_LT(std::abs(expected - rounded), 1e-6L); // nowhere on the surface
            ASSERT_EQ(winding_of(torus, point), static_cast<int>(rounded));
            ++tested;
            inside += rounded != 0 ? 1 : 0;
        }
    }
    EXPECT_GT(inside, tested * 3 / 10);
    EXPECT_LT(inside, tested * 7 / 10);
}

// ---- cells of a lattice ----

constexpr int cells = 5;

/// A random set of lattice cells and its surface; empty cells all around.
struct CellSolid {
    std::array<bool, cells * cells * cells> filled{};
    Mesh surface;

    [[nodiscard]] bool at(int x, int y, int z) const {
        const auto outside = [](int i) { return i < 0 || i >= cells; };
        return !outside(x) && !outside(y) && !outside(z) &&
               filled[static_cast<std::size_t>((x * cells + y) * cells + z)];
    }
};

/// One face between a filled and an empty cell: the square through `corner` spanned by u and v.
void add_square(Mesh& mesh, Vec3d corner, Vec3d u, Vec3d v) {
    const auto first = static_cast<std::uint32_t>(mesh.positions.size());
    for (const Vec3d p : {corner, corner + u, corner + u + v, corner + v}) {
        mesh.positions.push_back(p);
    }
    mesh.triangles.push_back({first, first + 1, first + 2});
    mesh.triangles.push_back({first, first + 2, first + 3});
}

CellSolid random_cells(Random& random) {
    CellSolid solid;
    for (bool& cell : solid.filled) {
        cell = random.unit() < 0.6;
    }
    const std::array<Vec3d, 3> axes{Vec3d{1, 0, 0}, Vec3d{0, 1, 0}, Vec3d{0, 0, 1}};
    for (int x = 0; x < cells; ++x) {
        for (int y = 0; y < cells; ++y) {
            for (int z = 0; z < cells; ++z) {
                const Vec3d low{double(x), double(y), double(z)};
                for (std::size_t axis = 0; solid.at(x, y, z) && axis < 3; ++axis) {
                    const Vec3d n = axes[axis];
                    const Vec3d u = axes[(axis + 1) % 3];
                    const Vec3d v = axes[(axis + 2) % 3];
                    const auto step = [&](int s) {
                        return solid.at(x + s * int(n.x), y + s * int(n.y), z + s * int(n.z));
                    };
                    if (!step(1)) {
                        add_square(solid.surface, low + n, u, v);
                    }
                    if (!step(-1)) {
                        add_square(solid.surface, low, v, u);
                    }
                }
            }
        }
    }
    return solid;
}

/// The point is given in half cells. It is on the surface if the cells around it differ.
std::optional<int> expected_winding(const CellSolid& solid, std::array<int, 3> halves) {
    int full = 0;
    int seen = 0;
    for (int corner = 0; corner < 8; ++corner) {
        const auto cell = [&](int axis) {
            const int half = halves[static_cast<std::size_t>(axis)];
            const int below = half % 2 == 0 && (corner >> axis & 1) != 0 ? 1 : 0;
            return (half + 100) / 2 - 50 - below;
        };
        full += solid.at(cell(0), cell(1), cell(2)) ? 1 : 0;
        ++seen;
    }
    return full == seen ? std::optional(1) : full == 0 ? std::optional(0) : std::nullopt;
}

TEST(WindingNumber, IsRightInLineWithEveryEdgeAndFaceOfACellSolid) {
    Random random(5);
    int tested = 0;
    int on_surface = 0;
    for (int round = 0; round < 12; ++round) {
        const CellSolid solid = random_cells(random);
        for (int x = -1; x <= 2 * cells + 1; ++x) {
            for (int y = -1; y <= 2 * cells + 1; ++y) {
                for (int z = -1; z <= 2 * cells + 1; ++z) {
                    const auto expected = expected_winding(solid, {x, y, z});
                    ASSERT_EQ(winding_of(solid.surface, {x * 0.5, y * 0.5, z * 0.5}), expected)
                        << x << ' ' << y << ' ' << z;
                    ++tested;
                    on_surface += expected ? 0 : 1;
                }
            }
        }
    }
    EXPECT_GT(on_surface, tested * 3 / 10);
    EXPECT_LT(on_surface, tested * 7 / 10);
}

TEST(WindingNumber, IsTheSameInAnyDirection) {
    // Shears with whole factors keep the lattice exact and turn faces away from the axes.
    Random random(6);
    for (int round = 0; round < 6; ++round) {
        const CellSolid solid = random_cells(random);
        const auto sheared = [round](Vec3d p) {
            const double k = round - 2;
            const Vec3d q{p.y + k * p.x, p.z - p.y, p.x};
            return Vec3d{q.x, q.y + 2 * q.x, q.z + k * q.y};
        };
        Mesh mesh = solid.surface;
        for (Vec3d& position : mesh.positions) {
            position = sheared(position);
        }
        for (int i = 0; i < 2000; ++i) {
            const std::array<int, 3> halves{random.integer(-1, 11), random.integer(-1, 11),
                                            random.integer(-1, 11)};
            const Vec3d point{halves[0] * 0.5, halves[1] * 0.5, halves[2] * 0.5};
            ASSERT_EQ(winding_of(mesh, sheared(point)), expected_winding(solid, halves));
        }
    }
}

// ---- positions on the surface ----

TEST(WindingNumber, IsNothingOnVerticesEdgesAndFaces) {
    Random random(8);
    for (int round = 0; round < 200; ++round) {
        Mesh mesh{{}, {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}};
        for (int i = 0; i < 4; ++i) {
            // Multiples of 1/64: midpoints and quarter points stay exact.
            mesh.positions.push_back({random.integer(-999, 999) / 64.0,
                                      random.integer(-999, 999) / 64.0,
                                      random.integer(-999, 999) / 64.0});
        }
        for (const auto& [a, b, c] : mesh.triangles) {
            const Vec3d pa = mesh.positions[a];
            const Vec3d edge = (pa + mesh.positions[b]) * 0.5;
            EXPECT_EQ(winding_of(mesh, pa), std::nullopt);
            EXPECT_EQ(winding_of(mesh, edge), std::nullopt);
            EXPECT_EQ(winding_of(mesh, (edge + mesh.positions[c]) * 0.5), std::nullopt);
        }
    }
}

TEST(WindingNumber, SeesAPointOneRoundingStepOffAFace) {
    const Mesh box = unit_box();
    EXPECT_EQ(winding_of(box, {1, 0.3, 0.4}), std::nullopt);
    EXPECT_EQ(winding_of(box, {std::nextafter(1.0, 0), 0.3, 0.4}), 1);
    EXPECT_EQ(winding_of(box, {std::nextafter(1.0, 2), 0.3, 0.4}), 0);
    EXPECT_EQ(winding_of(box, {0.3, 5e-324, 0.4}), 1);
    EXPECT_EQ(winding_of(box, {0.3, -5e-324, 0.4}), 0);
}

TEST(WindingNumber, DoesNotCrossFacesWithoutArea) {
    Mesh box = unit_box();
    box.positions.insert(box.positions.end(), {{2, 0.5, 0.25}, {2, 0.5, 0.75}, {2, 0.5, 0.5}});
    box.triangles.push_back({8, 10, 9});
    box.triangles.push_back({10, 10, 10});
    EXPECT_EQ(winding_of(box, {0.5, 0.5, 0.5}), 1);
    EXPECT_EQ(winding_of(box, {2, 0.5, 0.6}), std::nullopt);
    EXPECT_EQ(winding_of(box, {2, 0.5, 0.5}), std::nullopt);
    EXPECT_EQ(winding_of(box, {2, 0.5, 0.8}), 0);
}

TEST(WindingNumber, CountsNestsAndOrientation) {
    const Mesh nest =
        joined({cube_around({}, 4), cube_around({}, 2), turned_over(cube_around({}, 1))});
    EXPECT_EQ(winding_of(nest, {3, 0, 0}), 1);
    EXPECT_EQ(winding_of(nest, {1.5, 0, 0}), 2);
    EXPECT_EQ(winding_of(nest, {0, 0, 0}), 1);
    EXPECT_EQ(winding_of(nest, {5, 0, 0}), 0);
    EXPECT_EQ(winding_of(turned_over(nest), {1.5, 0, 0}), -2);
}

TEST(WindingNumber, HoldsAtTheEndsOfTheExponentRange) {
    const double huge = 1.7e308;
    const Mesh box = hand_made_box({-huge, -huge, -huge}, {huge, huge, huge});
    EXPECT_EQ(winding_of(box, {0, 0, 0}), 1);
    EXPECT_EQ(winding_of(box, {huge, huge, 0}), std::nullopt);
    EXPECT_EQ(winding_of(box, {std::nextafter(huge, 1.75e308), 0, 0}), 0);
    const double tiny = 1e-322;
    const Mesh speck = hand_made_box({0, 0, 0}, {tiny, tiny, tiny});
    EXPECT_EQ(winding_of(speck, {5e-324, 5e-324, 5e-324}), 1);
    EXPECT_EQ(winding_of(speck, {-5e-324, 5e-324, 5e-324}), 0);
    EXPECT_EQ(winding_of(speck, {0, 5e-324, 5e-324}), std::nullopt);
}

TEST(WindingNumber, OfAnEmptySurfaceIsZero) { EXPECT_EQ(winding_of({}, {0, 0, 0}), 0); }

// ---- many points ----

TEST(WindingNumbers, AreThoseOfTheSinglePoints) {
    Random random(9);
    const CellSolid solid = random_cells(random);
    std::vector<Vec3d> points;
    for (int i = 0; i < 3000; ++i) {
        points.push_back({random.integer(-1, 21) * 0.25, random.integer(-1, 21) * 0.25,
                          random.integer(-1, 21) * 0.25});
    }
    for (const std::size_t count : {std::size_t{100}, points.size()}) { // by a sweep, by a tree
        const auto numbers =
            winding_numbers(std::span(points).first(count), solid.surface.positions,
                            solid.surface.triangles, Context(2));
        ASSERT_EQ(numbers.size(), count);
        for (std::size_t i = 0; i < count; ++i) {
            ASSERT_EQ(numbers[i], winding_of(solid.surface, points[i]));
        }
    }
}

TEST(WindingNumbersOfOtherParts, LeaveOutThePartOfThePoint) {
    const Mesh nest = joined({cube_around({}, 4), cube_around({}, 2), cube_around({2, 0, 0}, 2)});
    std::vector<std::uint32_t> parts;
    for (std::uint32_t i = 0; i < nest.triangles.size(); ++i) {
        parts.push_back(i / 12);
    }
    const std::vector<PartPoint> points{
        {{-2, 0, 0}, 1}, {{-2, 0, 0}, 0}, {{4, 1, 1}, 2}, {{4, 1, 1}, 0}, {{0, 0, 1}, 2}};
    const auto numbers =
        winding_numbers_of_other_parts(points, nest.positions, nest.triangles, parts);
    EXPECT_EQ(numbers,
              (std::vector<std::optional<int>>{1, std::nullopt, std::nullopt, std::nullopt, 2}));
}

} // namespace
} // namespace impinge
