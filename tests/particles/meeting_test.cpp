// SPDX-License-Identifier: Apache-2.0
//
// When a flight meets a surface, against intervals of long double and against whole numbers.
#include "base/random.hpp"
#include "particles/blend_meeting.hpp"
#include "particles/meeting.hpp"
#include "particles/root_search.hpp"
#include "tests/particles/flight_oracle.hpp"
#include "tests/support/random_rotation.hpp"
#include "tests/support/scale.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <string>

namespace impinge {
namespace {

using particles::first_meeting;
using particles::Flight;

struct Kind {
    const char* name;
    ImplicitSurface (*make)(Random&);
};

double radius(Random& random) { return random.uniform(0.3, 1.5); }

const std::array kinds{
    Kind{"rectangle",
         [](Random& r) {
             const Vec3d u = r.direction() * r.uniform(3, 6);
             const Vec3d v = r.direction() * r.uniform(3, 6);
             return rectangle((u + v) * -0.5, u, v);
         }},
    Kind{"disc", [](Random& r) { return disc({}, r.direction(), radius(r) + 0.5, 0.3); }},
    Kind{"ellipsoid",
         [](Random& r) {
             return ellipsoid({radius(r), radius(r), radius(r)});
         }},
    Kind{"cylinder", [](Random& r) { return cylinder(radius(r), radius(r), -1, 1); }},
    Kind{"cone", [](Random& r) { return cone(radius(r), radius(r), -1, 0.7); }},
    Kind{"paraboloid", [](Random& r) { return paraboloid(radius(r), radius(r), 1.5); }},
    Kind{"saddle", [](Random& r) { return saddle(radius(r), radius(r), 1, 1); }},
    Kind{"hyperboloid of one sheet",
         [](Random& r) {
             return hyperboloid({radius(r), radius(r), radius(r)}, 1, -1, 1);
         }},
    Kind{"hyperboloid of two sheets",
         [](Random& r) {
             return hyperboloid({radius(r), radius(r), radius(r)}, 2, -2, 2);
         }},
};

/// Aimed at the neighbourhood of the origin, from all sides, also from inside.
Flight flight_near(Random& random, bool second_order) {
    Flight flight;
    flight.position = random.direction() * random.uniform(0.1, 5);
    const Vec3d aim = random.in_box({-1.2, -1.2, -1.2}, {1.2, 1.2, 1.2});
    flight.duration = random.uniform(0.5, 4);
    flight.velocity = (aim - flight.position) * random.uniform(0.2, 2);
    if (second_order) {
        flight.acceleration = random.direction() * random.uniform(0.1, 10);
    }
    return flight;
}

struct Tally {
    int asked = 0;
    int met = 0;
    int undecided = 0;
};

template <typename Shape>
void compare(const Flight& flight, const Shape& shape, Tally& tally, const std::string& what) {
    const oracle::FlightOf slow{flight.position, flight.velocity, flight.acceleration,
                                flight.duration};
    const oracle::Meeting truth = oracle::first_meeting(slow, oracle::surface_of(shape));
    const std::optional<double> found = first_meeting(flight, shape);
    ++tally.asked;
    if (truth.kind == oracle::Meeting::Kind::Undecided) {
        ++tally.undecided;
        return;
    }
    ASSERT_EQ(found.has_value(), truth.kind == oracle::Meeting::Kind::At) << what;
    if (found) {
        ++tally.met;
        const long double off = std::max(truth.low - *found, *found - truth.high);
        ASSERT_LE(off, flight.duration * particles::root_precision) << what;
    }
}

TEST(Meeting, QuadricsAndPlanesAsIntervalsSay) {
    const int cases = static_cast<int>(tests::scaled(400));
    Random random(20);
    Tally all;
    for (const Kind& kind : kinds) {
        for (const bool second_order : {false, true}) {
            Tally tally;
            for (int i = 0; i < cases; ++i) {
                ImplicitSurface surface = kind.make(random);
                if (i % 2 == 0) {
                    surface = moved(surface, compose(translation(random.direction() * 0.3),
                                                     tests::random_rotation(random)));
                }
                compare(flight_near(random, second_order), surface, tally,
                        std::string(kind.name) + " " + std::to_string(i));
            }
            if (tests::is_full_run()) { // of few cases, the share of one kind is chance
                EXPECT_GT(tally.met, tally.asked / 5) << kind.name << second_order;
                EXPECT_LT(tally.met, tally.asked * 9 / 10) << kind.name << second_order;
            }
            EXPECT_LE(tally.undecided, tally.asked / 200) << kind.name << second_order;
            all.asked += tally.asked;
            all.met += tally.met;
        }
    }
    EXPECT_GT(all.met, all.asked * 3 / 10);
    EXPECT_LT(all.met, all.asked * 7 / 10);
}

TEST(Meeting, TrianglesAsIntervalsSay) {
    const int cases = static_cast<int>(tests::scaled(3000));
    Random random(21);
    for (const bool second_order : {false, true}) {
        Tally tally;
        for (int i = 0; i < cases; ++i) {
            const auto corner = [&] { return random.in_box({-2, -2, -2}, {2, 2, 2}); };
            const Triangle triangle{corner(), corner(), corner()};
            compare(flight_near(random, second_order), triangle, tally, std::to_string(i));
        }
        EXPECT_GT(tally.met, tally.asked / 20);
        EXPECT_LE(tally.undecided, tally.asked / 200);
    }
}

/// Lines and spheres of whole numbers: the discriminant is one, too.
TEST(Meeting, GrazingSpheresOfWholeNumbers) {
    const int cases = static_cast<int>(tests::scaled(20000));
    Random random(22);
    int grazing = 0;
    int met = 0;
    for (int i = 0; i < cases; ++i) {
        const auto whole = [&](int most) { return random.integer(-most, most); };
        const std::array<int, 3> x{whole(30), whole(30), whole(30)};
        const std::array<int, 3> v{whole(4), whole(4), whole(4)};
        std::int64_t a = 0;
        std::int64_t b = 0;
        std::int64_t c = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            a += v[k] * v[k];
            b += v[k] * x[k];
            c += x[k] * x[k];
        }
        // Radius² such that the line is a tangent, or nearly: c - b² / a where that is whole.
        if (a == 0 || b >= 0) {
            continue;
        }
        const std::int64_t squared = (a * c - b * b) / a + random.integer(-1, 1);
        if (squared <= 0 || squared >= c) {
            continue;
        }
        const std::int64_t under = b * b - a * (c - squared); // of the discriminant, a quarter
        grazing += under == 0 ? 1 : 0;
        met += under >= 0 ? 1 : 0;
        const ImplicitSurface sphere{
            .form = {.xx = 1, .yy = 1, .zz = 1, .one = -static_cast<double>(squared)}};
        const Flight flight{{double(x[0]), double(x[1]), double(x[2])},
                            {double(v[0]), double(v[1]), double(v[2])},
                            {},
                            1000};
        const auto found = first_meeting(flight, sphere);
        ASSERT_EQ(found.has_value(), under >= 0) << i;
        if (found) {
            const long double time =
                (-static_cast<long double>(b) - std::sqrt(static_cast<long double>(under))) / a;
            ASSERT_NEAR(*found, static_cast<double>(time), 1000 * 0x1p-36) << i;
        }
    }
    EXPECT_GT(grazing, cases / 100);
    EXPECT_GT(met, cases / 10);
}

TEST(Meeting, BordersBelongToSurfaces) {
    // Through the common edge of two rectangles, and through a corner.
    const auto left = rectangle({-1, 0, 0}, {1, 0, 0}, {0, 1, 0});
    const auto right = rectangle({0, 0, 0}, {1, 0, 0}, {0, 1, 0});
    const Flight edge{{0.125, 0.5, 1}, {-0.125, 0, -1}, {}, 2};
    EXPECT_EQ(first_meeting(edge, left), 1.0);
    EXPECT_EQ(first_meeting(edge, right), 1.0);
    const Flight corner{{1, 1, 1}, {0, 0, -1}, {}, 2};
    EXPECT_EQ(first_meeting(corner, right), 1.0);
    EXPECT_FALSE(first_meeting(corner, left));
    const Triangle triangle{Vec3d{0, 0, 0}, Vec3d{1, 0, 0}, Vec3d{0, 1, 0}};
    EXPECT_EQ(first_meeting({{0.5, 0.5, 3}, {0, 0, -1}, {}, 4}, triangle), 3.0);
    EXPECT_FALSE(first_meeting({{0.5, std::nextafter(0.5, 1), 3}, {0, 0, -1}, {}, 4}, triangle));
}

TEST(Meeting, StartsEndsAndStandingStill) {
    const auto ball = ellipsoid({1, 1, 1});
    EXPECT_EQ(first_meeting({{0, 0, 3}, {0, 0, -1}, {}, 2}, ball), 2.0) << "at the very end";
    EXPECT_FALSE(first_meeting({{0, 0, 3}, {0, 0, -1}, {}, std::nextafter(2.0, 0)}, ball));
    EXPECT_EQ(first_meeting({{0, 0, 1}, {0, 0, -1}, {}, 5}, ball), 2.0) << "starts on it";
    EXPECT_FALSE(first_meeting({{0, 0, 1}, {0, 0, 1}, {}, 5}, ball));
    EXPECT_FALSE(first_meeting({{0, 0, 1}, {}, {}, 5}, ball)) << "stands on it";
    EXPECT_FALSE(first_meeting({{0, 0, 0.5}, {}, {}, 5}, ball)) << "stands in it";
    EXPECT_EQ(first_meeting({{0, 0, 0}, {1, 0, 0}, {}, 5}, ball), 1.0) << "from inside";
    const auto floor = rectangle({-9, -9, 0}, {18, 0, 0}, {0, 18, 0});
    EXPECT_FALSE(first_meeting({{0, 0, 0}, {1, 0, 0}, {}, 5}, floor)) << "slides along it";
    const auto thrown = first_meeting({{0, 0, 0}, {0, 0, 10}, {0, 0, -10}, 5}, floor);
    ASSERT_TRUE(thrown);
    EXPECT_NEAR(*thrown, 2, 1e-11);
    const auto long_life = first_meeting({{0, 0, 5}, {0, 0, -1}, {}, 1e9}, ellipsoid({1, 1, 1}));
    ASSERT_TRUE(long_life);
    EXPECT_NEAR(*long_life, 4, 1e9 * 0x1p-36);
}

TEST(Meeting, PolygonsWithHoles) {
    // A frame: random points, by the rectangles it is made of.
    Outline frame{
        .loops = {{{-2, -2}, {2, -2}, {2, 2}, {-2, 2}}, {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}}};
    const auto surface = polygon(frame);
    Random random(23);
    int met = 0;
    const int cases = static_cast<int>(tests::scaled(4000));
    for (int i = 0; i < cases; ++i) {
        // Quarters: half of all hit borders and corners.
        const double x = random.integer(-10, 10) * 0.25;
        const double y = random.integer(-10, 10) * 0.25;
        const bool inside =
            std::max(std::fabs(x), std::fabs(y)) <= 2 && std::max(std::fabs(x), std::fabs(y)) >= 1;
        const Flight flight{{x + 0.5, y - 0.25, 1}, {-0.5, 0.25, -1}, {}, 3};
        ASSERT_EQ(first_meeting(flight, surface).has_value(), inside) << x << " " << y;
        met += inside ? 1 : 0;
    }
    EXPECT_GT(met, cases / 3);
}

TEST(Meeting, BlendsAsIntervalsSay) {
    const int cases = static_cast<int>(tests::scaled(1600));
    Random random(24);
    Tally tally;
    for (int i = 0; i < cases; ++i) {
        Blend blend{.blobs = {}, .threshold = random.uniform(0.1, 0.6)};
        for (int k = random.integer(1, 4); k > 0; --k) {
            const Vec3d centre = random.in_box({-1, -1, -1}, {1, 1, 1});
            const double wide = random.uniform(0.5, 2);
            blend.blobs.push_back({centre, wide, random.uniform(0.5, 1.5)});
        }
        compare(flight_near(random, i % 2 == 1), blend, tally, std::to_string(i));
    }
    EXPECT_GT(tally.met, tally.asked / 4);
    EXPECT_LT(tally.met, tally.asked * 9 / 10);
    EXPECT_LE(tally.undecided, tally.asked / 200);
}

/// A flight that touches the surface in a point of it, or passes it at a tiny distance.
std::optional<Flight> grazing_flight(Random& random, const ImplicitSurface& surface,
                                     bool second_order) {
    const Flight probe = flight_near(random, false);
    const auto met = first_meeting(probe, surface);
    if (!met) {
        return std::nullopt;
    }
    const Vec3d point = position_at(probe, *met);
    const Vec3d steep = gradient(surface.form, point);
    const Vec3d normal = steep * (1 / length(steep));
    const Vec3d any = random.direction();
    const Vec3d along = (any - normal * dot(any, normal)) * random.uniform(0.5, 2);
    const double sign = random.below(2) == 0 ? -1 : 1;
    const double off = sign * std::ldexp(1, -random.integer(3, 40));
    Flight flight;
    flight.duration = random.uniform(1, 3);
    const double half = random.uniform(0.3, 0.7) * flight.duration;
    if (second_order) { // away from the point on both sides, by a parabola
        flight.acceleration = random.direction() * random.uniform(0.1, 5);
    }
    flight.velocity = along - flight.acceleration * half;
    flight.position =
        point + normal * off - (flight.velocity + flight.acceleration * (0.5 * half)) * half;
    return flight;
}

TEST(Meeting, GrazingFlightsAsIntervalsSay) {
    const int cases = static_cast<int>(tests::scaled(300));
    Random random(25);
    int asked = 0;
    int undecided = 0;
    for (const Kind& kind : kinds) {
        for (const bool second_order : {false, true}) {
            Tally tally;
            for (int i = 0; i < cases; ++i) {
                const ImplicitSurface shape = kind.make(random);
                const Vec3d axis = random.direction();
                const ImplicitSurface surface = moved(shape, rotation(axis, random.unit() * 6));
                if (const auto flight = grazing_flight(random, surface, second_order)) {
                    compare(*flight, surface, tally,
                            std::string(kind.name) + " grazing " + std::to_string(i));
                }
            }
            EXPECT_GT(tally.asked, cases / 10) << kind.name << second_order;
            if (second_order || !particles::is_plane(kind.make(random).form)) {
                EXPECT_GT(tally.met, tally.asked / 10) << kind.name << second_order;
            } else {
                EXPECT_EQ(tally.met, 0) << "a line beside a plane meets it nowhere";
            }
            asked += tally.asked;
            undecided += tally.undecided;
        }
    }
    // Touching to the last bit is beyond what intervals of long double decide.
    EXPECT_LE(undecided, asked / 10);
}

} // namespace
} // namespace impinge
