// SPDX-License-Identifier: Apache-2.0
//
// How far flight through air is from the true path, against an integration of its own: the
// collocation method of Gauss of order 6, in extended precision, with steps so short that what it
// is off by itself does not count.
#include "base/random.hpp"
#include "impinge/particles.hpp"
#include "tests/support/scale.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace impinge {
namespace {

using Real = long double;
using Vector = std::array<Real, 3>;

Vector plus(const Vector& a, const Vector& b, Real share) {
    return {a[0] + share * b[0], a[1] + share * b[1], a[2] + share * b[2]};
}

Vector widened(Vec3d v) { return {v.x, v.y, v.z}; }

/// A sum of waves, and no waves at all if the list is empty.
struct Wind {
    struct Wave {
        Vec3d amplitude;
        Vec3d number; ///< radians a metre
        double frequency = 0;
        double phase = 0;
    };
    Vec3d even{};
    std::vector<Wave> waves;

    [[nodiscard]] Vector at(const Vector& p, Real time) const {
        Vector sum = widened(even);
        for (const Wave& wave : waves) {
            const Vector n = widened(wave.number);
            const Real angle = n[0] * p[0] + n[1] * p[1] + n[2] * p[2] -
                               Real{wave.frequency} * time + Real{wave.phase};
            sum = plus(sum, widened(wave.amplitude), std::sin(angle));
        }
        return sum;
    }
    [[nodiscard]] WindGusts gusts() const {
        WindGusts most;
        for (const Wave& wave : waves) {
            most.strength += length(wave.amplitude);
            most.per_metre = std::max(most.per_metre, length(wave.number));
            most.per_second = std::max(most.per_second, std::fabs(wave.frequency));
        }
        return most;
    }
};

struct Case {
    Vec3d velocity{};
    Vec3d acceleration{};
    double drag = 0;
    double piece = 0;
    double life = 0;
    Wind wind;
};

/// A true path, from the origin on.
class TruePath {
  public:
    explicit TruePath(const Case& flight) : flight_(flight), velocity_(widened(flight.velocity)) {
        const WindGusts gusts = flight.wind.gusts();
        step_ = std::min({Real{flight.piece} / 4, 0.02L / std::max(flight.drag, 1e-3),
                          0.02L / (gusts.per_second + gusts.per_metre * 20 + 1e-3L)});
    }
    /// The times must ascend.
    Vector at(Real time) {
        while (time_ < time) {
            advance(std::min(step_, time - time_));
        }
        return position_;
    }

  private:
    void advance(Real h) {
        static const Real root = std::sqrt(15.0L);
        static const std::array<Real, 3> nodes{0.5L - root / 10, 0.5L, 0.5L + root / 10};
        static const std::array<std::array<Real, 3>, 3> weights{
            {{5.0L / 36, 2.0L / 9 - root / 15, 5.0L / 36 - root / 30},
             {5.0L / 36 + root / 24, 2.0L / 9, 5.0L / 36 - root / 24},
             {5.0L / 36 + root / 30, 2.0L / 9 + root / 15, 5.0L / 36}}};
        static const std::array<Real, 3> ends{5.0L / 18, 4.0L / 9, 5.0L / 18};
        std::array<Vector, 3> pulls{};
        std::array<Vector, 3> speeds{velocity_, velocity_, velocity_};
        for (int pass = 0; pass < 12; ++pass) { // contracts by at most 0.02 each
            const auto old_speeds = speeds;
            const auto old_pulls = pulls;
            for (std::size_t i = 0; i < 3; ++i) {
                Vector place = position_;
                Vector speed = velocity_;
                for (std::size_t j = 0; j < 3; ++j) {
                    place = plus(place, old_speeds[j], h * weights[i][j]);
                    speed = plus(speed, old_pulls[j], h * weights[i][j]);
                }
                speeds[i] = speed;
                const Vector wind = flight_.wind.at(place, time_ + nodes[i] * h);
                pulls[i] = plus(plus(widened(flight_.acceleration), wind, Real{flight_.drag}),
                                speed, -Real{flight_.drag});
            }
        }
        for (std::size_t i = 0; i < 3; ++i) {
            position_ = plus(position_, speeds[i], h * ends[i]);
            velocity_ = plus(velocity_, pulls[i], h * ends[i]);
        }
        time_ += h;
    }

    const Case& flight_;
    Real step_ = 0;
    Real time_ = 0;
    Vector position_{};
    Vector velocity_;
};

double between(Random& random, double low, double high) { // evenly on a scale of powers
    return low * std::pow(high / low, random.uniform(0, 1));
}

Case random_case(Random& random, bool gusty) {
    Case flight;
    flight.velocity = random.direction() * between(random, 0.1, 20);
    flight.acceleration = random.direction() * 9.81;
    flight.drag = between(random, 0.05, 20);
    flight.piece = between(random, 0.005, 0.1);
    flight.life = between(random, 0.3, 2);
    flight.wind.even = random.direction() * between(random, 0.1, 10);
    const int waves = gusty ? random.integer(1, 3) : 0;
    for (int i = 0; i < waves; ++i) {
        const Vec3d amplitude = random.direction() * between(random, 0.1, 3);
        const Vec3d number = random.direction() * between(random, 0.05, 1);
        const double frequency = between(random, 0.1, 4);
        flight.wind.waves.push_back({amplitude, number, frequency, random.uniform(0, 6)});
    }
    return flight;
}

ParticleSystem system_of(const Case& flight, std::optional<WindGusts> known) {
    Emitter emitter{.acceleration = flight.acceleration,
                    .life = flight.life,
                    .starts = {{{}, flight.velocity, 0}}};
    emitter.air = Air{.drag = flight.drag,
                      .wind =
                          [wind = flight.wind](Vec3d p, double t) {
                              const Vector w = wind.at(widened(p), t);
                              return Vec3d{static_cast<double>(w[0]), static_cast<double>(w[1]),
                                           static_cast<double>(w[2])};
                          },
                      .piece = flight.piece,
                      .gusts = known};
    auto system = ParticleSystem::make({&emitter, 1}, {});
    EXPECT_TRUE(system);
    return *system;
}

double bound_of(const ParticleSystem& system, const Case& flight) {
    const auto impacts = system.impacts(0, flight.life * 0.999);
    EXPECT_TRUE(impacts);
    return impacts->flight_error_bound;
}

/// How far the flight is from the true path, at some times.
double measured(const ParticleSystem& system, const Case& flight, Random& random) {
    std::array<double, 25> times{};
    for (double& time : times) {
        time = random.uniform(0, flight.life * 0.998);
    }
    std::sort(times.begin(), times.end());
    TruePath path(flight);
    Real most = 0;
    for (const double time : times) {
        const auto states = system.states(time);
        EXPECT_EQ(states->list[0].phase, ParticlePhase::Flying);
        const Vector off = plus(path.at(time), widened(states->list[0].position), -1);
        most = std::max(most, std::hypot(off[0], off[1], off[2]));
    }
    return static_cast<double>(most);
}

struct Ratios {
    std::vector<double> all;
    [[nodiscard]] double at(double share) {
        std::sort(all.begin(), all.end());
        return all[static_cast<std::size_t>(share * static_cast<double>(all.size() - 1))];
    }
};

TEST(FlightBound, HoldsInEvenWindAndIsTight) {
    Random random(71);
    Ratios ratios;
    for (std::size_t i = 0; i < tests::scaled(200); ++i) {
        const Case flight = random_case(random, false);
        const ParticleSystem system = system_of(flight, WindGusts{});
        const double bound = bound_of(system, flight);
        const double off = measured(system, flight, random);
        ASSERT_LE(off, bound) << i;
        ratios.all.push_back(bound / off);
    }
    EXPECT_LT(ratios.at(0.5), 1.5) << "half the bound would be found out";
}

TEST(FlightBound, HoldsInGusts) {
    Random random(72);
    Ratios ratios;
    std::size_t known = 0;
    const std::size_t cases = tests::scaled(200);
    for (std::size_t i = 0; i < cases; ++i) {
        const Case flight = random_case(random, true);
        const ParticleSystem system = system_of(flight, flight.wind.gusts());
        const double bound = bound_of(system, flight);
        if (bound == std::numeric_limits<double>::infinity()) {
            continue;
        }
        ++known;
        const double off = measured(system, flight, random);
        ASSERT_LE(off, bound) << i;
        ratios.all.push_back(bound / off);
    }
    EXPECT_GT(known, cases * 9 / 10);
    EXPECT_LT(ratios.at(0.5), 300);
}

TEST(FlightBound, GoesWithThePiece) {
    Random random(74);
    for (const bool gusty : {false, true}) {
        Case flight = random_case(random, gusty);
        flight.velocity = {3, 0, 1};
        flight.drag = 1;
        flight.life = 1.6;
        flight.piece = 0.01;
        const double coarse = bound_of(system_of(flight, flight.wind.gusts()), flight);
        flight.piece = 0.005;
        const double fine = bound_of(system_of(flight, flight.wind.gusts()), flight);
        EXPECT_NEAR(coarse / fine, gusty ? 4 : 8, 0.4);
    }
}

TEST(FlightBound, IsInfiniteWhereNothingIsKnown) {
    Random random(75);
    Case flight = random_case(random, true);
    const auto infinite = std::numeric_limits<double>::infinity();
    EXPECT_EQ(bound_of(system_of(flight, std::nullopt), flight), infinite);
    flight.drag = 1000; // in a wind that changes much within a piece
    flight.piece = 1;
    EXPECT_EQ(bound_of(system_of(flight, WindGusts{10, 10, 10}), flight), infinite);
    // Still air needs no word.
    Emitter emitter{.life = 2, .starts = {{{}, {1, 0, 0}, 0}}};
    emitter.air = Air{.drag = 1e300, .wind = {}};
    for (const double drag : {0.0, 1.0, 1e6, 1e300}) {
        emitter.air->drag = drag;
        const auto impacts = ParticleSystem::make({&emitter, 1}, {})->impacts(0, 1.9);
        EXPECT_GE(impacts->flight_error_bound, 0) << drag;
        EXPECT_LT(drag > 1 ? 0 : impacts->flight_error_bound, 1e-2) << drag;
    }
}

TEST(FlightBound, BeginsAnewAfterABounce) {
    Emitter emitter{.acceleration = {0, 0, -9.81}, .life = 20, .starts = {{{0, 0, 2}, {}, 0}}};
    emitter.air = Air{.drag = 0.2,
                      .wind =
                          [](Vec3d, double t) {
                              return Vec3d{0, 0.5 * std::sin(t), 0};
                          },
                      .gusts = WindGusts{0.5, 0, 1}};
    const Collider floor{.shape = rectangle({-99, -99, 0}, {198, 0, 0}, {0, 198, 0}),
                         .response = Response::Bounce,
                         .restitution = 0.95};
    const auto bouncing = ParticleSystem::make({&emitter, 1}, {&floor, 1})->impacts(0, 19);
    const auto falling = ParticleSystem::make({&emitter, 1}, {})->impacts(0, 19);
    EXPECT_GT(bouncing->list.size(), 10U);
    EXPECT_LT(bouncing->flight_error_bound, falling->flight_error_bound / 2);
}

TEST(FlightBound, GustsThatMakeNoSenseAreRefused) {
    Emitter emitter{.particles = 1, .air = Air{.drag = 1, .gusts = WindGusts{-1, 1, 1}}};
    for (const WindGusts& gusts :
         {WindGusts{-1, 1, 1}, WindGusts{1, std::nan(""), 1}, WindGusts{1, 1, INFINITY}}) {
        emitter.air->gusts = gusts;
        const auto system = ParticleSystem::make({&emitter, 1}, {});
        ASSERT_FALSE(system);
        EXPECT_EQ(system.error().message,
                  "emitter 0: what is known of gusts must be finite and not negative");
    }
}

} // namespace
} // namespace impinge
