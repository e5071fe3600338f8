// SPDX-License-Identifier: Apache-2.0
//
// Crossings of edges with surfaces against an oracle of 128-bit integers: it cuts every edge where
// anything could happen, follows a ray from the middle of every piece to learn on which side of the
// surface it lies, and compares neighbours.
#include "edge_rays/crossings/edge_crossings.hpp"

#include "base/random.hpp"
#include "scenes/assembly.hpp"
#include "scenes/bumpy_sphere.hpp"
#include "scenes/torus_knot.hpp"
#include "tests/support/rational.hpp"
#include "tests/support/scale.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <tuple>

namespace impinge::tests {
namespace {

using namespace imagespace;

// --- the oracle -------------------------------------------------------------------------------

using Point = std::array<Integer, 3>;

Point whole(Vec3d p, Integer scale = 1) {
    return {static_cast<Integer>(p.x) * scale, static_cast<Integer>(p.y) * scale,
            static_cast<Integer>(p.z) * scale};
}
Point minus(const Point& a, const Point& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
Point crossed(const Point& a, const Point& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
Integer dotted(const Point& a, const Point& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
int sign_of(Integer value) { return value > 0 ? 1 : value < 0 ? -1 : 0; }

/// A point of an edge: top / bottom of the way, bottom > 0.
struct Fraction {
    Integer top = 0;
    Integer bottom = 1;

    friend bool operator==(const Fraction& a, const Fraction& b) {
        return a.top * b.bottom == b.top * a.bottom;
    }
    friend bool operator<(const Fraction& a, const Fraction& b) {
        return a.top * b.bottom < b.top * a.bottom;
    }
};

struct Corners {
    std::array<Point, 3> at;
    [[nodiscard]] Point normal() const { return crossed(minus(at[1], at[0]), minus(at[2], at[0])); }
};

class CrossingOracle {
  public:
    struct Found {
        std::uint32_t triangle = 0;
        Vec3d position;
        bool at_a_run = false;
        bool at_several = false;
    };

    CrossingOracle(const Mesh& surface, Vec3d from, Vec3d to) : from_(whole(from)) {
        way_ = minus(whole(to), from_);
        for (const TriangleIndices& t : surface.triangles) {
            triangles_.push_back({{whole(surface.positions[t[0]]), whole(surface.positions[t[1]]),
                                   whole(surface.positions[t[2]])}});
        }
        Integer volume = 0;
        for (const Corners& t : triangles_) {
            volume += dotted(t.at[0], crossed(t.at[1], t.at[2]));
        }
        outward_ = volume < 0 ? -1 : 1;
        cut();
    }

    std::vector<Found> crossings() {
        std::vector<std::optional<int>> sides; // of the pieces; none if it runs in the surface
        for (std::size_t i = 0; i + 1 < cuts_.size(); ++i) {
            sides.push_back(side_of_middle(cuts_[i], cuts_[i + 1]));
            runs += sides.back() ? 0 : 1;
        }
        std::vector<Found> found;
        for (std::size_t before = 0; before < sides.size(); ++before) {
            std::size_t after = before + 1;
            while (after < sides.size() && !sides[after]) {
                ++after;
            }
            if (sides[before] && after < sides.size() && *sides[before] != *sides[after]) {
                const bool enters = (*sides[after] - *sides[before]) * outward_ > 0;
                found.push_back(described(cuts_[enters ? after : before + 1]));
                found.back().at_a_run = after > before + 1;
            } else if (sides[before] && after < sides.size()) {
                touches += triangles_at(cuts_[after]).empty() ? 0 : 1;
            }
        }
        return found;
    }

    std::size_t runs = 0;
    std::size_t touches = 0;

  private:
    [[nodiscard]] bool holds_edge(const Corners& t) const {
        return dotted(t.normal(), way_) == 0 && dotted(t.normal(), minus(from_, t.at[0])) == 0;
    }
    void add_cut(Integer top, Integer bottom) {
        if (bottom != 0) {
            const Fraction cut = bottom < 0 ? Fraction{-top, -bottom} : Fraction{top, bottom};
            if (cut.top >= 0 && cut.top <= cut.bottom) {
                cuts_.push_back(cut);
            }
        }
    }
    /// At every plane, and in planes that hold the edge at every line.
    void cut() {
        cuts_ = {{0, 1}, {1, 1}};
        for (const Corners& t : triangles_) {
            add_cut(dotted(t.normal(), minus(t.at[0], from_)), dotted(t.normal(), way_));
            for (std::size_t i = 0; holds_edge(t) && i < 3; ++i) {
                const Point across = crossed(t.normal(), minus(t.at[(i + 1) % 3], t.at[i]));
                add_cut(dotted(across, minus(t.at[i], from_)), dotted(across, way_));
            }
        }
        std::sort(cuts_.begin(), cuts_.end());
        cuts_.erase(std::unique(cuts_.begin(), cuts_.end()), cuts_.end());
    }
    /// Times the bottom of the fraction.
    [[nodiscard]] Point point_at(const Fraction& f) const {
        Point p;
        for (std::size_t i = 0; i < 3; ++i) {
            p[i] = from_[i] * f.bottom + way_[i] * f.top;
        }
        return p;
    }
    static Corners scaled(Corners t, Integer scale) {
        for (Point& corner : t.at) {
            for (Integer& coordinate : corner) {
                coordinate *= scale;
            }
        }
        return t;
    }
    static bool lies_on(const Corners& t, const Point& p, const Point& normal) {
        if (normal == Point{} || dotted(normal, minus(p, t.at[0])) != 0) {
            return false;
        }
        for (std::size_t i = 0; i < 3; ++i) {
            const Point across = crossed(normal, minus(t.at[(i + 1) % 3], t.at[i]));
            if (dotted(across, minus(p, t.at[i])) < 0) {
                return false;
            }
        }
        return true;
    }
    /// Triangles with an area; the unscaled normal serves as well and keeps numbers short.
    [[nodiscard]] std::vector<std::uint32_t> triangles_at(const Fraction& f) const {
        std::vector<std::uint32_t> there;
        for (std::uint32_t i = 0; i < triangles_.size(); ++i) {
            if (lies_on(scaled(triangles_[i], f.bottom), point_at(f), triangles_[i].normal())) {
                there.push_back(i);
            }
        }
        return there;
    }
    [[nodiscard]] Found described(const Fraction& f) const {
        const auto there = triangles_at(f);
        const auto free = std::find_if(there.begin(), there.end(),
                                       [&](std::uint32_t i) { return !holds_edge(triangles_[i]); });
        const Point p = point_at(f);
        const auto rounded = [&](std::size_t i) { // both are exact, so this rounds once
            return static_cast<double>(p[i]) / static_cast<double>(f.bottom);
        };
        return {free == there.end() ? there.front() : *free,
                {rounded(0), rounded(1), rounded(2)},
                false,
                there.size() > 1};
    }
    [[nodiscard]] std::optional<int> side_of_middle(const Fraction& a, const Fraction& b) const {
        const Fraction middle{a.top * b.bottom + b.top * a.bottom, 2 * a.bottom * b.bottom};
        if (!triangles_at(middle).empty()) {
            return std::nullopt;
        }
        for (Integer attempt = 1;; ++attempt) {
            const Point ray{97 + attempt, 31 * attempt - 5, 13 - 7 * attempt};
            if (const auto number = winding(point_at(middle), middle.bottom, ray)) {
                return number;
            }
        }
    }
    /// Nothing if the ray meets an edge or runs along a plane.
    [[nodiscard]] std::optional<int> winding(const Point& p, Integer scale,
                                             const Point& ray) const {
        int number = 0;
        for (const Corners& small : triangles_) {
            const Corners t = scaled(small, scale);
            std::array<int, 3> sides{};
            for (std::size_t i = 0; i < 3; ++i) {
                sides[i] =
                    sign_of(dotted(ray, crossed(minus(t.at[i], p), minus(t.at[(i + 1) % 3], p))));
            }
            const auto [least, greatest] = std::minmax_element(sides.begin(), sides.end());
            if (*least * *greatest < 0 || small.normal() == Point{}) {
                continue;
            }
            if (*least * *greatest == 0) {
                return std::nullopt;
            }
            const int leaves = sign_of(dotted(small.normal(), ray));
            const int behind = sign_of(dotted(small.normal(), minus(t.at[0], p)));
            number += leaves == behind ? leaves : 0;
        }
        return number;
    }

    Point from_;
    Point way_;
    std::vector<Corners> triangles_;
    std::vector<Fraction> cuts_;
    int outward_ = 1;
};

// --- what it is asked about -------------------------------------------------------------------

/// A body of nothing but edges, two vertices each.
Mesh needles(const std::vector<std::array<Vec3d, 2>>& ends) {
    Mesh mesh;
    for (const auto& [from, to] : ends) {
        const auto first = static_cast<std::uint32_t>(mesh.positions.size());
        mesh.positions.insert(mesh.positions.end(), {from, to});
        mesh.triangles.push_back({first, first + 1, first + 1});
    }
    return mesh;
}

std::vector<NamedEdge> every_needle(const Mesh& mesh) {
    std::vector<NamedEdge> edges;
    for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i) {
        edges.push_back({.body = 0, .edge = i, .corners = {2 * i, 2 * i + 1}, .penetrated = 1});
    }
    return edges;
}

Vec3d any_grid_point(Random& random, int reach) {
    const auto coordinate = [&] { return static_cast<double>(random.integer(-reach, reach)); };
    const double x = coordinate();
    const double y = coordinate();
    return {x, y, coordinate()};
}

Mesh grid_box(Random& random, int reach) {
    for (;;) {
        const Vec3d a = any_grid_point(random, reach);
        const Vec3d b = any_grid_point(random, reach);
        const Vec3d low = min(a, b);
        const Vec3d high = max(a, b);
        if (low.x < high.x && low.y < high.y && low.z < high.z) {
            Mesh mesh;
            for (int i = 0; i < 8; ++i) {
                mesh.positions.push_back({i % 2 == 0 ? low.x : high.x,
                                          i / 2 % 2 == 0 ? low.y : high.y,
                                          i / 4 == 0 ? low.z : high.z});
            }
            mesh.triangles = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                              {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
            return mesh;
        }
    }
}

Mesh grid_tetrahedron(Random& random, int reach) {
    for (;;) {
        Mesh mesh;
        for (int i = 0; i < 4; ++i) {
            mesh.positions.push_back(any_grid_point(random, reach));
        }
        const Point a = whole(mesh.positions[0]);
        const Integer volume =
            dotted(crossed(minus(whole(mesh.positions[1]), a), minus(whole(mesh.positions[2]), a)),
                   minus(whole(mesh.positions[3]), a));
        if (volume != 0) {
            mesh.triangles = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
            return volume > 0 ? mesh : scenes::turned_over(mesh);
        }
    }
}

/// Some boxes and tetrahedra that may overlap, touch or hold each other; sometimes inside out,
/// sometimes with a face without area.
Mesh grid_solid(Random& random) {
    constexpr int reach = 4;
    std::vector<Mesh> parts;
    for (std::uint64_t i = 0, count = 1 + random.below(3); i < count; ++i) {
        parts.push_back(random.below(2) == 0 ? grid_box(random, reach)
                                             : grid_tetrahedron(random, reach));
    }
    Mesh mesh = scenes::joined(parts);
    if (random.below(4) == 0) {
        mesh = scenes::turned_over(mesh);
    }
    if (random.below(4) == 0) {
        const TriangleIndices t = mesh.triangles[random.below(mesh.triangles.size())];
        mesh.triangles.insert(mesh.triangles.begin(), {t[0], t[1], t[1]});
    }
    return mesh;
}

/// Anywhere, or where something special happens.
std::array<Vec3d, 2> grid_needle(Random& random, const Mesh& solid) {
    for (;;) {
        Vec3d from = any_grid_point(random, 6);
        Vec3d to = any_grid_point(random, 6);
        const Vec3d vertex = solid.positions[random.below(solid.positions.size())];
        const TriangleIndices& face = solid.triangles[random.below(solid.triangles.size())];
        switch (random.below(5)) {
        case 0: // through a vertex
            to = vertex + (vertex - from);
            break;
        case 1: // parallel to an axis, through the level of a vertex
            from[1] = to[1] = vertex.y;
            from[2] = to[2] = vertex.z;
            break;
        case 2: // from a face's corner or beside it, in its plane
            from = solid.positions[face[0]] * 2 - solid.positions[face[1]];
            to = solid.positions[face[random.below(3)]] * 2 - solid.positions[face[0]];
            break;
        case 3: // along an edge and on at both ends
            from = solid.positions[face[0]] * 2 - solid.positions[face[1]];
            to = solid.positions[face[1]] * 2 - solid.positions[face[0]];
            break;
        default:
            break;
        }
        if (from != to) {
            return {from, to};
        }
    }
}

TEST(EdgeCrossings, AreThoseOfTheOracleAlsoInDegeneratePassages) {
    std::size_t edges = 0;
    std::size_t crossings = 0;
    std::size_t at_several = 0;
    std::size_t at_runs = 0;
    std::size_t runs = 0;
    std::size_t touches = 0;
    for (std::uint64_t seed = 0; seed < scaled(400); ++seed) {
        Random random(seed);
        const Mesh solid = grid_solid(random);
        std::vector<std::array<Vec3d, 2>> ends;
        for (int i = 0; i < 40; ++i) {
            ends.push_back(grid_needle(random, solid));
        }
        const Mesh needle = needles(ends);
        const std::vector<Body> bodies{{needle.view()}, {solid.view()}};
        const auto found = edge_crossings(bodies, every_needle(needle), {});
        ASSERT_TRUE(found.has_value());
        auto next = found->begin();
        for (std::uint32_t i = 0; i < ends.size(); ++i) {
            CrossingOracle oracle(solid, ends[i][0], ends[i][1]);
            for (const CrossingOracle::Found& expected : oracle.crossings()) {
                ASSERT_NE(next, found->end()) << "seed " << seed << ", edge " << i;
                EXPECT_EQ(next->edge, i) << "seed " << seed;
                EXPECT_EQ(next->triangle, expected.triangle) << "seed " << seed << ", edge " << i;
                EXPECT_EQ(next->position, expected.position) << "seed " << seed << ", edge " << i;
                ++next;
                ++crossings;
                at_several += expected.at_several ? 1 : 0;
                at_runs += expected.at_a_run ? 1 : 0;
            }
            ++edges;
            runs += oracle.runs;
            touches += oracle.touches;
        }
        ASSERT_EQ(next, found->end()) << "seed " << seed;
    }
    if (is_full_run()) {
        EXPECT_GT(crossings, edges / 4);
        EXPECT_LT(crossings, edges);
        EXPECT_GT(at_several, crossings / 20); // through vertices and edges
        EXPECT_GT(at_runs, 50U);
        EXPECT_GT(runs, edges / 20);
        EXPECT_GT(touches, edges / 20);
    }
}

// --- bodies with poses --------------------------------------------------------------------------

std::vector<EdgeCrossing> crossings_of(const std::vector<Body>& bodies,
                                       const std::vector<NamedEdge>& edges,
                                       const Context& context = {}) {
    auto found = edge_crossings(bodies, edges, context);
    EXPECT_TRUE(found.has_value());
    return found ? std::move(*found) : std::vector<EdgeCrossing>{};
}

std::vector<NamedEdge> every_edge(const Body& body, std::uint32_t index, std::uint32_t penetrated) {
    std::vector<NamedEdge> edges;
    const auto unique = raster::unique_edges(body.mesh);
    for (std::uint32_t i = 0; i < unique->size(); ++i) {
        edges.push_back(
            {.body = index, .edge = i, .corners = (*unique)[i], .penetrated = penetrated});
    }
    return edges;
}

class TwoKnots : public testing::Test {
  protected:
    Mesh first = scenes::torus_knot({.triangles = 3000});
    Mesh second = scenes::torus_knot({.turns_through = 5, .tube_radius = 0.2, .triangles = 4000});
    std::vector<Body> bodies{
        {first.view(), compose(translation({3, 1, -2}), rotation({1, 2, 3}, 0.7))},
        {second.view(), compose(translation({3.5, 1.5, -1.75}), rotation({3, -1, 1}, 1.9))}};

    [[nodiscard]] std::vector<NamedEdge> edges_of_both() const {
        std::vector<NamedEdge> edges = every_edge(bodies[0], 0, 1);
        const auto others = every_edge(bodies[1], 1, 0);
        edges.insert(edges.end(), others.begin(), others.end());
        return edges;
    }
};

TEST_F(TwoKnots, EdgesCrossExactlyAtTheEndsOfContactSegments) {
    const auto contacts = collide(bodies[0], bodies[1], {.detail = Detail::Curves});
    ASSERT_EQ(contacts->verdict, Verdict::Crossing);
    std::set<Vec3d> expected;
    for (const ContactSegment& segment : contacts->segments) {
        expected.insert({segment.start, segment.end});
    }
    std::set<Vec3d> found;
    for (const EdgeCrossing& crossing : crossings_of(bodies, edges_of_both())) {
        found.insert(crossing.position);
    }
    EXPECT_GT(found.size(), 200U);
    EXPECT_EQ(found, expected);
}

TEST_F(TwoKnots, CrossingsAreInTheOrderOfTheEdgesForAnyNumberOfThreads) {
    const auto edges = edges_of_both();
    const auto found = crossings_of(bodies, edges, Context(1));
    EXPECT_TRUE(std::is_sorted(found.begin(), found.end(), [](const auto& l, const auto& r) {
        return std::tuple(l.body, l.edge, l.penetrated) < std::tuple(r.body, r.edge, r.penetrated);
    }));
    EXPECT_EQ(found, crossings_of(bodies, edges, Context(3)));
}

/// Along an edge that is outside at first, normals at crossings look against it and along it in
/// turn.
void expect_outward_normals(const std::vector<Body>& bodies) {
    const auto edges = every_edge(bodies[0], 0, 1);
    std::size_t entering = 0;
    std::size_t leaving = 0;
    for (const EdgeCrossing& crossing : crossings_of(bodies, edges)) {
        EXPECT_NEAR(length(crossing.normal), 1, 1e-15);
        // The ball is seen whole from its centre: outward is away from it.
        const Vec3d centre = apply(bodies[1].pose, {});
        EXPECT_GT(dot(crossing.normal, crossing.position - centre), 0);
        const auto& corners = edges[crossing.edge].corners;
        const Vec3d way = apply(bodies[0].pose, bodies[0].mesh.position(corners[1])) -
                          apply(bodies[0].pose, bodies[0].mesh.position(corners[0]));
        ++(dot(crossing.normal, way) < 0 ? entering : leaving);
    }
    EXPECT_GT(entering, 20U);
    EXPECT_GT(leaving, 20U);
}

TEST(EdgeCrossings, NormalsPointOutwardWhicheverWayTheMeshIsMade) {
    const Mesh knot = scenes::torus_knot({.triangles = 2000});
    const Mesh ball = scenes::bumpy_sphere({.triangles = 1000, .radius = 2});
    const Mesh inside_out = scenes::turned_over(ball);
    const Rigid pose = compose(translation({1, 2, 0}), rotation({1, 0, 1}, 1));
    Rigid mirrored = pose;
    mirrored.row_x = -mirrored.row_x;
    expect_outward_normals({{knot.view()}, {ball.view(), pose}});
    expect_outward_normals({{knot.view()}, {inside_out.view(), pose}});
    expect_outward_normals({{knot.view()}, {ball.view(), mirrored}});
}

TEST(EdgeCrossings, AreFoundAtTheEndsOfTheRangeOfDoubles) {
    for (const double size : {1e-300, 1e-160, 1.0, 1e160, 1e300}) {
        const Mesh needle = needles({{Vec3d{-3, 0.25, 0.5} * size, Vec3d{4, 0.25, 0.5} * size}});
        Mesh solid;
        solid.positions = {{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {0, 0, 2}};
        solid.triangles = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
        for (Vec3d& p : solid.positions) {
            p = p * size;
        }
        const auto found = edge_crossings(std::vector<Body>{{needle.view()}, {solid.view()}},
                                          every_needle(needle), {});
        ASSERT_TRUE(found.has_value());
        ASSERT_EQ(found->size(), 2U) << size;
        EXPECT_EQ((*found)[0].normal, (Vec3d{-1, 0, 0}));
        EXPECT_NEAR((*found)[1].position.x / size, 1.25, 1e-15);
        EXPECT_NEAR((*found)[1].normal.y, std::sqrt(1 / 3.0), 1e-15);
    }
}

TEST(EdgeCrossings, TellsSheetsApartThatRoundToOnePoint) {
    // A splinter: its two long sides are 2^-60 apart at one end and meet at the other.
    Mesh splinter;
    for (const double z : {-1.0, 1.0}) {
        splinter.positions.insert(splinter.positions.end(),
                                  {{0, 0, z}, {0x1p-60, 0, z}, {1, 3, z}});
    }
    splinter.triangles = {{0, 2, 1}, {3, 4, 5}, {0, 1, 4}, {0, 4, 3},
                          {1, 2, 5}, {1, 5, 4}, {2, 0, 3}, {2, 3, 5}};
    const Mesh needle = needles({{Vec3d{-1, 1, 0.25}, Vec3d{2, 1, 0.25}}});
    const auto found = crossings_of({{needle.view()}, {splinter.view()}}, every_needle(needle));
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0].position, (Vec3d{1.0 / 3, 1, 0.25}));
    EXPECT_EQ(found[1].position, found[0].position);
    EXPECT_LT(found[0].normal.x, -0.9);
    EXPECT_GT(found[1].normal.x, 0.9);
}

TEST(EdgeCrossings, NamesABodyThatIsNotFinite) {
    const Mesh needle = needles({{Vec3d{0, 0, 0}, Vec3d{1, 0, 0}}});
    Mesh broken = needle;
    broken.positions[1].y = std::nan("");
    const auto found = edge_crossings(std::vector<Body>{{needle.view()}, {broken.view()}},
                                      every_needle(needle), {});
    ASSERT_FALSE(found.has_value());
    EXPECT_EQ(found.error().message, "body 1: vertex 1 is not finite");
}

TEST(EdgeCrossings, OfNoEdgesAreNone) { EXPECT_TRUE(crossings_of({}, {}).empty()); }

} // namespace
} // namespace impinge::tests
