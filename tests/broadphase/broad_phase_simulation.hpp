// SPDX-License-Identifier: Apache-2.0
//
// Boxes that are born, die, leap and creep, of all sizes, and a double loop that says which pairs
// and events a BroadPhase has to report.
#pragma once

#include "base/random.hpp"
#include "impinge/broadphase.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace impinge::tests {

struct BoxBody {
    Box3 box;
    Mobility mobility = Mobility::Moving;
};

/// Pairs and events as a BroadPhaseUpdate tells them, for keeping.
struct ToldPairs {
    std::vector<BoxPair> pairs;
    std::vector<BoxPair> added;
    std::vector<BoxPair> removed;

    friend bool operator==(const ToldPairs&, const ToldPairs&) = default;
};

inline ToldPairs told_by(const BroadPhaseUpdate& update) {
    return {{update.pairs.begin(), update.pairs.end()},
            {update.added.begin(), update.added.end()},
            {update.removed.begin(), update.removed.end()}};
}

/// A BroadPhase and the list of bodies it should agree with, changed together.
class BroadPhaseTwins {
  public:
    explicit BroadPhaseTwins(const BroadPhaseOptions& options)
        : phase(options), tolerance_(options.tolerance) {}

    BroadPhase phase;
    std::vector<std::optional<BoxBody>> bodies; ///< by number

    /// Whether it got the smallest free number.
    bool insert(const BoxBody& body) {
        const auto free = std::find_if(bodies.begin(), bodies.end(),
                                       [](const auto& there) { return !there.has_value(); });
        const auto number = static_cast<std::size_t>(free - bodies.begin());
        bodies.resize(std::max(bodies.size(), number + 1));
        bodies[number] = body;
        return phase.insert(body.box, body.mobility) == number;
    }
    void remove(std::uint32_t number) {
        phase.remove(number);
        bodies[number].reset();
    }
    void move(std::uint32_t number, const Box3& to) {
        phase.move(number, to);
        bodies[number]->box = to;
    }
    /// Moves those that exist, and hands over something for the others too.
    void move_all(const std::vector<Box3>& boxes) {
        phase.move_all(boxes);
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            if (bodies[i]) {
                bodies[i]->box = boxes[i];
            }
        }
    }
    void set_mobility(std::uint32_t number, Mobility mobility) {
        phase.set_mobility(number, mobility);
        bodies[number]->mobility = mobility;
    }

    /// What the next update has to tell.
    ToldPairs expect() {
        ToldPairs expected;
        for (std::uint32_t a = 0; a < bodies.size(); ++a) {
            for (std::uint32_t b = a + 1; b < bodies.size(); ++b) {
                if (bodies[a] && bodies[b] && truly_a_pair(*bodies[a], *bodies[b])) {
                    expected.pairs.push_back({a, b});
                }
            }
        }
        std::set_difference(expected.pairs.begin(), expected.pairs.end(), before_.begin(),
                            before_.end(), std::back_inserter(expected.added));
        std::set_difference(before_.begin(), before_.end(), expected.pairs.begin(),
                            expected.pairs.end(), std::back_inserter(expected.removed));
        before_ = expected.pairs;
        return expected;
    }

  private:
    [[nodiscard]] bool truly_a_pair(const BoxBody& a, const BoxBody& b) const {
        bool overlap = a.mobility == Mobility::Moving || b.mobility == Mobility::Moving;
        for (int axis = 0; axis < 3; ++axis) {
            overlap = overlap && a.box.min[axis] <= a.box.max[axis] &&
                      b.box.min[axis] <= b.box.max[axis] &&
                      a.box.min[axis] - tolerance_ <= b.box.max[axis] + tolerance_ &&
                      b.box.min[axis] - tolerance_ <= a.box.max[axis] + tolerance_;
        }
        return overlap;
    }

    double tolerance_;
    std::vector<BoxPair> before_;
};

/// On a lattice all coordinates are multiples of a half, so that many are equal.
enum class BoxPlaces : std::uint8_t { Anywhere, Lattice };

/// A world of boxes of all kinds, some of which change in each frame.
class BoxSimulation {
  public:
    BoxSimulation(std::uint64_t seed, BoxPlaces places) : random_(seed), places_(places) {}

    BoxBody new_body() {
        return {new_box(), random_.below(4) == 0 ? Mobility::Stationary : Mobility::Moving};
    }

    /// Some bodies come, go, leap, rest, or are moved a little, some of them twice.
    void disturb(BroadPhaseTwins& twins) {
        for (std::uint32_t i = 0; i < twins.bodies.size(); ++i) {
            if (twins.bodies[i]) {
                disturb(twins, i);
            }
        }
        for (std::uint64_t births = random_.below(4); births > 0; --births) {
            if (twins.phase.size() < most_bodies) {
                (void)twins.insert(new_body());
            }
        }
    }
    /// All are moved at once.
    void shake(BroadPhaseTwins& twins) {
        std::vector<Box3> boxes;
        for (const auto& body : twins.bodies) {
            boxes.push_back(body ? near(body->box) : new_box());
        }
        twins.move_all(boxes);
    }

    static constexpr std::size_t most_bodies = 60;

  private:
    void disturb(BroadPhaseTwins& twins, std::uint32_t body) {
        const std::uint64_t what = random_.below(150);
        if (what == 0) {
            twins.remove(body);
        } else if (what < 4) {
            twins.move(body, new_box());
        } else if (what == 4) {
            twins.set_mobility(body, new_body().mobility);
        } else if (what < 40) {
            twins.move(body, near(twins.bodies[body]->box));
        }
        if (what == 10) {
            twins.move(body, near(twins.bodies[body]->box));
        }
    }
    Box3 new_box() {
        constexpr double infinite = std::numeric_limits<double>::infinity();
        const int kind = random_.integer(0, 49);
        const double size = kind == 1 ? 1e3 : kind == 2 ? 1e-9 : kind < 6 ? 5 : 2.5;
        Box3 box;
        for (int axis = 0; axis < 3; ++axis) {
            box.min[axis] = place(8);
            box.max[axis] = box.min[axis] + (kind == 7 + axis ? 0 : size * length()); // plates
        }
        switch (kind) {
        case 0:
            return {};
        case 3:
            box.max[random_.integer(0, 2)] = infinite;
            break;
        case 4:
            box.min[random_.integer(0, 2)] = -infinite;
            break;
        case 5:
            return {{-infinite, -infinite, -infinite}, {infinite, infinite, infinite}};
        case 6:
            box.min[random_.integer(0, 2)] = infinite - infinite;
            break;
        case 10:
            std::swap(box.min.x, box.max.x);
            break;
        case 11:
            return {{1, 1, 1}, {3, 3, 3}}; // many times the same
        case 12:
            return {{infinite, 0, 0}, {infinite, 1, 1}};
        case 13:
            return {{-1.7e308, -1, -1}, {1.7e308, 0, 0}};
        default:
            break;
        }
        return box;
    }
    Box3 near(const Box3& box) {
        const Vec3d by{place(1), place(1), place(1)};
        return {box.min + by, box.max + by};
    }
    double place(double range) {
        const double at = random_.uniform(-range / 2, range / 2);
        return places_ == BoxPlaces::Lattice ? std::round(2 * at) / 2 : at;
    }
    double length() {
        return places_ == BoxPlaces::Lattice ? random_.integer(0, 2) / 2.0 : random_.unit();
    }

    Random random_;
    BoxPlaces places_;
};

} // namespace impinge::tests
