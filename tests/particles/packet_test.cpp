// SPDX-License-Identifier: Apache-2.0
//
// Several flights at once, against each alone.
#include "base/random.hpp"
#include "particles/collider_set.hpp"
#include "particles/meeting.hpp"
#include "particles/packet.hpp"
#include "tests/support/random_rotation.hpp"
#include "tests/support/scale.hpp"

#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <vector>

namespace impinge {
namespace {

using particles::ColliderSet;
using particles::Flight;
using particles::Hit;
using particles::Lane;
using particles::meet;
using particles::Packet;
using particles::packet_size;
using particles::PacketAnswer;
using particles::SurfaceTerms;

Flight some_flight(Random& random, bool second_order) {
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

std::vector<ImplicitSurface> surfaces(Random& random) {
    const Rigid pose =
        compose(translation(random.direction() * 0.3), tests::random_rotation(random));
    const Vec3d u = random.direction() * 4;
    const Vec3d v = random.direction() * 4;
    return {rectangle((u + v) * -0.5, u, v),
            disc({}, random.direction(), 1.5, 0.5),
            moved(ellipsoid({1, 0.5, 0.8}), pose),
            moved(cylinder(1, 0.7, -1, 1), pose),
            moved(cone(1, 1, -1, 0.5), pose),
            moved(paraboloid(1, 0.7, 1), pose),
            moved(hyperboloid({0.5, 0.5, 1}, 1, -1, 1), pose)};
}

TEST(Packet, SaysWhatEachFlightAloneSays) {
    const auto cases = tests::scaled(1500);
    Random random(31);
    std::size_t asked = 0;
    std::size_t met = 0;
    std::size_t unsure = 0;
    for (std::size_t i = 0; i < cases; ++i) {
        const bool second_order = i % 2 == 1;
        std::vector<Flight> flights;
        for (std::size_t lane = 0; lane < packet_size; ++lane) {
            flights.push_back(some_flight(random, second_order));
        }
        const Packet packet(flights);
        for (const ImplicitSurface& surface : surfaces(random)) {
            alignas(64) Lane time{};
            const PacketAnswer answer = meet(packet, SurfaceTerms(surface), time);
            const bool quartic = second_order && !particles::is_plane(surface.form);
            for (std::size_t lane = 0; lane < packet_size; ++lane) {
                asked += quartic ? 0 : 1;
                const auto bit = 1u << lane;
                ASSERT_EQ(answer.met & answer.unsure & bit, 0u);
                if ((answer.unsure & bit) != 0) {
                    unsure += quartic ? 0 : 1;
                    continue;
                }
                const auto alone = first_meeting(flights[lane], surface);
                ASSERT_EQ(alone.has_value(), (answer.met & bit) != 0) << i << " " << lane;
                if (alone) {
                    ++met;
                    ASSERT_NEAR(*alone, time[lane], flights[lane].duration * 0x1p-35);
                }
            }
        }
    }
    EXPECT_GT(met, asked / 5);
    EXPECT_LT(unsure, asked / 10) << "too much is left to the slow way: " << unsure << " of "
                                  << asked;
}

/// Grazing and hitting borders: what is sure must be right.
TEST(Packet, LeavesTheDoubtfulAlone) {
    Random random(32);
    std::size_t unsure = 0;
    const auto square = rectangle({0, 0, 0}, {1, 0, 0}, {0, 1, 0});
    const auto ball = ellipsoid({1, 1, 1});
    for (std::size_t i = 0; i < tests::scaled(500); ++i) {
        std::vector<Flight> flights;
        for (std::size_t lane = 0; lane < packet_size; ++lane) {
            const auto whole = [&] { return static_cast<double>(random.integer(-2, 2)); };
            flights.push_back({{whole(), whole(), 2}, {whole() * 0.5, whole() * 0.5, -1}, {}, 4});
        }
        const Packet packet(flights);
        for (const ImplicitSurface& surface : {square, ball}) {
            alignas(64) Lane time{};
            const PacketAnswer answer = meet(packet, SurfaceTerms(surface), time);
            for (std::size_t lane = 0; lane < packet_size; ++lane) {
                const auto bit = 1u << lane;
                unsure += (answer.unsure & bit) != 0 ? 1 : 0;
                if ((answer.unsure & bit) == 0) {
                    ASSERT_EQ(first_meeting(flights[lane], surface).has_value(),
                              (answer.met & bit) != 0);
                }
            }
        }
    }
    EXPECT_GT(unsure, tests::scaled(500) / 2);
}

TEST(Packet, ManyCollidersOneAfterTheOtherAndByTree) {
    Random random(33);
    std::size_t met = 0;
    for (const int count : {3, 200}) {
        std::vector<Collider> colliders;
        for (int i = 0; i < count; ++i) {
            const Rigid pose = compose(translation(random.in_box({-9, -9, -9}, {9, 9, 9})),
                                       tests::random_rotation(random));
            Collider collider;
            switch (i % 4) {
            case 0:
                collider.shape = moved(rectangle({-1, -1, 0}, {2, 0, 0}, {0, 2, 0}), pose);
                break;
            case 1:
                collider.shape = moved(ellipsoid({1, 0.5, 0.7}), pose);
                break;
            case 2:
                collider.shape = Blend{{{pose.translation, 1.5, 1}}, 0.3};
                break;
            default:
                collider.shape = moved(cylinder(0.5, 0.5, -1, 1), pose);
                collider.velocity = random.direction();
                break;
            }
            colliders.push_back(collider);
        }
        const ColliderSet set(colliders);
        for (std::size_t i = 0; i < tests::scaled(200); ++i) {
            std::vector<Flight> flights;
            std::vector<double> at;
            const std::size_t lanes = 1 + random.below(packet_size);
            for (std::size_t lane = 0; lane < lanes; ++lane) {
                Flight flight = some_flight(random, false);
                flight.acceleration = i % 3 == 0 ? Vec3d{1, 2, -3} : Vec3d{};
                flight.position = random.in_box({-9, -9, -9}, {9, 9, 9});
                flight.velocity = random.direction() * 4;
                flights.push_back(flight);
                at.push_back(random.uniform(0, 1));
            }
            std::vector<std::optional<Hit>> hits(lanes);
            set.first_hits(flights, at, {}, hits);
            for (std::size_t lane = 0; lane < lanes; ++lane) {
                // Every collider by itself.
                std::optional<Hit> first;
                for (std::size_t c = 0; c < colliders.size(); ++c) {
                    const ColliderSet one({&colliders[c], 1});
                    if (auto hit = one.first_hit(flights[lane], at[lane]);
                        hit && (!first || hit->time < first->time)) {
                        first = hit;
                        first->collider = static_cast<std::uint32_t>(c);
                    }
                }
                ASSERT_EQ(first.has_value(), hits[lane].has_value());
                if (first) {
                    ++met;
                    ASSERT_NEAR(first->time, hits[lane]->time, 4 * 0x1p-35);
                    ASSERT_EQ(first->collider, hits[lane]->collider);
                }
            }
        }
    }
    EXPECT_GT(met, tests::scaled(200) / 2);
}

} // namespace
} // namespace impinge
