// SPDX-License-Identifier: Apache-2.0
//
// Two triangles against CGAL's exact kernels: more than ten million pairs for whether they meet,
// and a share of them for how and where, to the last bit of every reported coordinate.
#include "impinge/triangle.hpp"

#include "tests/agreement/cgal_triangles.hpp"
#include "tests/geometry/triangle_families.hpp"
#include "tests/support/scale.hpp"

#include <gtest/gtest.h>

#include <iomanip>
#include <sstream>
#include <string>

namespace impinge::tests {
namespace {

std::string to_text(const TwoTriangles& pair) {
    std::ostringstream out;
    out << std::hexfloat;
    for (const Triangle& t : {pair.a, pair.b}) {
        out << "\n{";
        for (const Vec3d& p : t.corners) {
            out << "{" << p.x << ", " << p.y << ", " << p.z << "}, ";
        }
        out << "}";
    }
    return out.str();
}

struct Tally {
    std::size_t pairs = 0;
    std::size_t hits = 0;
    std::size_t touching = 0;
    std::size_t crossing = 0;
    std::size_t polygons = 0;
    std::size_t differences = 0;
    std::string first_difference;

    void count(PairKind kind) {
        ++pairs;
        hits += kind != PairKind::Apart;
        touching += kind == PairKind::Touching;
        crossing += kind == PairKind::Crossing;
    }
    void differ(const std::string& what, const TwoTriangles& pair) {
        if (++differences == 1) {
            first_difference = what + to_text(pair);
        }
    }
};

void expect_no_difference(const Tally& tally) {
    EXPECT_EQ(tally.differences, 0U)
        << "of " << tally.pairs << "; first: " << tally.first_difference;
}
void expect_balanced_hits(const Tally& tally) {
    const double rate = static_cast<double>(tally.hits) / static_cast<double>(tally.pairs);
    EXPECT_GE(rate, 0.3);
    EXPECT_LE(rate, 0.7);
    ::testing::Test::RecordProperty("hit_rate_percent", static_cast<int>(100 * rate));
}

/// Whether they meet: for every pair, in both orders.
template <typename Make>
void compare_verdicts(Tally& tally, Random& random, std::size_t count, Make make) {
    for (std::size_t i = 0; i < count; ++i) {
        const TwoTriangles pair = make(random);
        const bool expected = cgal_intersects(pair.a, pair.b);
        const PairKind kind = classify_triangles(pair.a, pair.b);
        if (triangles_intersect(pair.a, pair.b) != expected) {
            tally.differ(expected ? "meet, not found" : "apart, found meeting", pair);
        } else if ((kind != PairKind::Apart) != expected) {
            tally.differ("kind contradicts the verdict", pair);
        } else if (classify_triangles(pair.b, pair.a) != kind) {
            tally.differ("kind depends on the order", pair);
        }
        tally.count(expected ? (kind == PairKind::Apart ? PairKind::Touching : kind)
                             : PairKind::Apart);
    }
}

TEST(TrianglesAgainstCgal, MeetAlikeOnSmallGrids) {
    Random random(1);
    Tally tally;
    for (int k = 2; k <= 6; ++k) {
        compare_verdicts(tally, random, scaled(500'000), [k](Random& r) { return on_grid(r, k); });
    }
    expect_no_difference(tally);
    expect_balanced_hits(tally);
    EXPECT_GT(tally.touching, tally.hits / 10);
    EXPECT_GT(tally.crossing, tally.hits / 10);
}

TEST(TrianglesAgainstCgal, MeetAlikeInRandomBoxes) {
    Random random(2);
    Tally tally;
    compare_verdicts(tally, random, scaled(2'000'000), random_in_box);
    expect_no_difference(tally);
    expect_balanced_hits(tally);
    EXPECT_GT(tally.crossing, tally.hits / 2);
}

TEST(TrianglesAgainstCgal, MeetAlikeOnShearedGrids) {
    Random random(3);
    Tally tally;
    compare_verdicts(tally, random, scaled(1'500'000), on_sheared_grid);
    expect_no_difference(tally);
    expect_balanced_hits(tally);
    EXPECT_GT(tally.touching, tally.hits / 10);
}

TEST(TrianglesAgainstCgal, MeetAlikeInOnePlane) {
    Random random(4);
    Tally tally;
    compare_verdicts(tally, random, scaled(1'000'000), coplanar);
    expect_no_difference(tally);
    expect_balanced_hits(tally);
    EXPECT_EQ(tally.crossing, 0U);
}

TEST(TrianglesAgainstCgal, MeetAlikeOneStepFromTouching) {
    Random random(5);
    Tally tally;
    compare_verdicts(tally, random, scaled(500'000), nearly_touching);
    compare_verdicts(tally, random, scaled(500'000), edge_near_edge);
    compare_verdicts(tally, random, scaled(300'000), tiny_on_large);
    expect_no_difference(tally);
    expect_balanced_hits(tally);
}

TEST(TrianglesAgainstCgal, MeetAlikeFarFromTheOrigin) {
    Random random(6);
    Tally tally;
    const auto far = [](Random& r) {
        return moved_by(r.below(2) == 0 ? nearly_touching(r) : random_in_box(r),
                        {5000, -5000, 5000.5});
    };
    compare_verdicts(tally, random, scaled(500'000), far);
    expect_no_difference(tally);
    expect_balanced_hits(tally);
}

TEST(TrianglesAgainstCgal, MeetAlikeWhenSlivers) {
    Random random(7);
    Tally tally;
    compare_verdicts(tally, random, scaled(1'000'000), slivers);
    expect_no_difference(tally);
    expect_balanced_hits(tally);
}

TEST(TrianglesAgainstCgal, MeetAlikeWithoutArea) {
    Random random(8);
    Tally tally;
    compare_verdicts(tally, random, scaled(1'000'000), degenerate);
    expect_no_difference(tally);
    expect_balanced_hits(tally);
}

TEST(TrianglesAgainstCgal, MeetAlikeAtEveryScale) {
    Random random(9);
    Tally tally;
    for (const double factor : {1e-12, 1e12, 0x1p-1040, 0x1p-700, 0x1p700, 0x1p1018}) {
        compare_verdicts(tally, random, scaled(150'000),
                         [factor](Random& r) { return scaled_by(any_family(r), factor); });
    }
    expect_no_difference(tally);
    expect_balanced_hits(tally);
}

// These always meet: what they share. Kept apart from the families with a balanced hit rate.
TEST(TrianglesAgainstCgal, MeetAlikeWhenNeighbours) {
    Random random(10);
    Tally tally;
    compare_verdicts(tally, random, scaled(250'000), sharing_a_corner);
    compare_verdicts(tally, random, scaled(250'000), sharing_an_edge);
    expect_no_difference(tally);
    EXPECT_EQ(tally.hits, tally.pairs);
    EXPECT_GT(tally.touching, tally.hits / 4);
}

/// The same cycle of points, read from any start and in either direction.
bool same_cycle(const std::vector<ReportedPoint>& p, const std::vector<ReportedPoint>& q) {
    const std::size_t n = p.size();
    if (q.size() != n) {
        return false;
    }
    for (std::size_t start = 0; start < n; ++start) {
        bool forward = true;
        bool backward = true;
        for (std::size_t i = 0; i < n; ++i) {
            forward = forward && p[i] == q[(start + i) % n];
            backward = backward && p[i] == q[(start + n - i) % n];
        }
        if (forward || backward) {
            return true;
        }
    }
    return n == 0;
}

std::vector<ReportedPoint> reported(const TriangleContact& contact) {
    std::vector<ReportedPoint> points;
    for (const ContactPoint& p : contact.points()) {
        points.push_back({p.position, p.on_a, p.on_b});
    }
    return points;
}

/// Empty, or what is wrong with the contact.
std::string disagreement(const TriangleContact& contact, const ExactContact& exact) {
    if (contact.kind != exact.kind) {
        return "kind";
    }
    const std::size_t corners = exact.points.size();
    const auto shape = corners >= 3 ? ContactShape::Polygon : static_cast<ContactShape>(corners);
    if (contact.shape() != shape || contact.points().size() != corners) {
        return "shape";
    }
    if (!same_cycle(reported(contact), exact.points)) {
        return "points";
    }
    if (corners > 0 &&
        (contact.carrier_a != exact.carrier_a || contact.carrier_b != exact.carrier_b)) {
        return "carriers";
    }
    return {};
}

template <typename Make>
void compare_contacts(Tally& tally, Random& random, std::size_t count, Make make) {
    while (count > 0) {
        const TwoTriangles pair = make(random);
        if (is_degenerate(pair.a) || is_degenerate(pair.b)) {
            continue;
        }
        --count;
        const ExactContact exact = exact_contact(pair.a, pair.b);
        const std::string wrong = disagreement(triangle_contact(pair.a, pair.b), exact);
        if (!wrong.empty()) {
            tally.differ(wrong, pair);
        } else if (classify_triangles(pair.a, pair.b) != exact.kind) {
            tally.differ("kind by classify_triangles", pair);
        }
        tally.count(exact.kind);
        tally.polygons += exact.points.size() >= 3;
    }
}

TEST(TriangleContactAgainstCgal, AgreesOnSmallGrids) {
    Random random(11);
    Tally tally;
    for (int k = 2; k <= 6; ++k) {
        compare_contacts(tally, random, scaled(40'000), [k](Random& r) { return on_grid(r, k); });
    }
    expect_no_difference(tally);
    expect_balanced_hits(tally);
    EXPECT_GT(tally.touching, tally.hits / 10);
    EXPECT_GT(tally.crossing, tally.hits / 10);
    EXPECT_GT(tally.polygons, tally.hits / 1000);
}

TEST(TriangleContactAgainstCgal, AgreesInRandomBoxes) {
    Random random(12);
    Tally tally;
    compare_contacts(tally, random, scaled(60'000), random_in_box);
    expect_no_difference(tally);
    expect_balanced_hits(tally);
}

TEST(TriangleContactAgainstCgal, AgreesOnShearedGrids) {
    Random random(13);
    Tally tally;
    compare_contacts(tally, random, scaled(100'000), on_sheared_grid);
    expect_no_difference(tally);
    expect_balanced_hits(tally);
}

TEST(TriangleContactAgainstCgal, AgreesInOnePlane) {
    Random random(14);
    Tally tally;
    compare_contacts(tally, random, scaled(60'000), coplanar);
    expect_no_difference(tally);
    expect_balanced_hits(tally);
    EXPECT_GT(tally.polygons, tally.hits / 4);
}

TEST(TriangleContactAgainstCgal, AgreesOnNearMissesSliversAndFarAway) {
    Random random(15);
    Tally tally;
    compare_contacts(tally, random, scaled(40'000), nearly_touching);
    compare_contacts(tally, random, scaled(40'000), edge_near_edge);
    compare_contacts(tally, random, scaled(40'000), slivers);
    compare_contacts(tally, random, scaled(20'000), [](Random& r) {
        return moved_by(nearly_touching(r), {5000, -5000, 5000.5});
    });
    expect_no_difference(tally);
    expect_balanced_hits(tally);
}

TEST(TriangleContactAgainstCgal, AgreesBetweenNeighbouringDoubles) {
    Random random(19);
    Tally tally;
    compare_contacts(tally, random, scaled(40'000), tiny_on_large);
    expect_no_difference(tally);
    expect_balanced_hits(tally);
}

TEST(TriangleContactAgainstCgal, AgreesOnNeighbours) {
    Random random(16);
    Tally tally;
    compare_contacts(tally, random, scaled(40'000), sharing_a_corner);
    compare_contacts(tally, random, scaled(40'000), sharing_an_edge);
    expect_no_difference(tally);
    EXPECT_EQ(tally.hits, tally.pairs);
}

TEST(TriangleContactAgainstCgal, AgreesAtEveryScale) {
    Random random(17);
    Tally tally;
    for (const double factor : {1e-12, 1e12, 0x1p-1040, 0x1p-700, 0x1p700, 0x1p1018}) {
        compare_contacts(tally, random, scaled(2'000),
                         [factor](Random& r) { return scaled_by(any_family(r), factor); });
    }
    expect_no_difference(tally);
    expect_balanced_hits(tally);
}

// Without area there are no edges to name; the set and its positions must be right all the same.
TEST(TriangleContactAgainstCgal, AgreesOnTheSetWithoutArea) {
    Random random(18);
    Tally tally;
    for (std::size_t i = 0; i < scaled(60'000); ++i) {
        const TwoTriangles pair = degenerate(random);
        if (!is_degenerate(pair.a) && !is_degenerate(pair.b)) {
            continue;
        }
        std::vector<Vec3d> expected;
        for (const ExactPoint& p : exact_corners(pair.a, pair.b)) {
            expected.push_back(rounded(p));
        }
        std::vector<Vec3d> got;
        const TriangleContact contact = triangle_contact(pair.a, pair.b);
        for (const ContactPoint& p : contact.points()) {
            got.push_back(p.position);
        }
        std::sort(expected.begin(), expected.end());
        std::sort(got.begin(), got.end());
        const PairKind kind = expected.empty() ? PairKind::Apart : PairKind::Touching;
        if (got != expected || contact.kind != kind) {
            tally.differ("set", pair);
        }
        tally.count(kind);
    }
    expect_no_difference(tally);
    expect_balanced_hits(tally);
}

TEST(TriangleContactAgainstCgal, ComparatorSeesEveryKindOfMistake) {
    const Triangle a{{Vec3d{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}};
    const Triangle b{{Vec3d{1, 1, -1}, {1, 1, 1}, {1, 9, 0}}};
    const ExactContact exact = exact_contact(a, b);
    const TriangleContact right = triangle_contact(a, b);
    EXPECT_EQ(disagreement(right, exact), "");

    TriangleContact wrong = right;
    wrong.kind = PairKind::Touching;
    EXPECT_EQ(disagreement(wrong, exact), "kind");
    wrong = right;
    wrong.carrier_a = Feature::Edge2;
    EXPECT_EQ(disagreement(wrong, exact), "carriers");
    wrong = right;
    wrong.add(right.points().front());
    EXPECT_EQ(disagreement(wrong, exact), "shape");
    ExactContact moved = exact;
    moved.points.front().position.x = std::nextafter(moved.points.front().position.x, 9.0);
    EXPECT_EQ(disagreement(right, moved), "points");
    moved = exact;
    moved.points.front().on_a = Feature::Vertex2;
    EXPECT_EQ(disagreement(right, moved), "points");
}

} // namespace
} // namespace impinge::tests
