// SPDX-License-Identifier: Apache-2.0
//
// The open question of section 9: how many planes of projection, and which? Every direction of a
// sequence is asked on its own, so that one round of queries tells what any number of the first of
// them would have found.
#include "base/hash.hpp"
#include "base/random.hpp"
#include "bench/papers/counting_device.hpp"
#include "bench/papers/myszkowski.hpp"
#include "bench/papers/myszkowski_pairs.hpp"
#include "imagespace/projection/spread_directions.hpp"

#include <algorithm>
#include <chrono>

namespace impinge::bench {
namespace {

using imagespace::ProjectionOptions;
using imagespace::Sampled;
using imagespace::SampledOptions;

constexpr std::array resolutions{16, 32, 64, 128, 256};
constexpr std::size_t most_directions = 25;
constexpr int seeds_of_each = 100;

/// Where the directions come from.
enum class Choice : std::uint8_t {
    Spread,  ///< the one that is chosen by default, others spread around it (--directions N)
    Refined, ///< the one of --projection refined, others spread around it
    Planes,  ///< those of --projection refined --planes 3
    Random,
};
constexpr std::array choices{Choice::Spread, Choice::Refined, Choice::Planes, Choice::Random};
constexpr std::array choice_names{"spread", "refined", "planes", "random"};

/// What one direction shows, and what it costs to look along it to the end.
struct Seen {
    bool overlap = false;
    double pixel_size = 0;
    Drawn drawn;
    double milliseconds = 0;
};

/// Sums over pairs, by the number of directions.
struct Sums {
    std::vector<std::uint64_t> wrong; ///< missed or invented
    std::vector<double> expected;     ///< missed, if directions and pixels were random
    std::vector<Drawn> drawn;
    std::vector<double> milliseconds;
    std::uint64_t pairs = 0;

    void resize(std::size_t directions) {
        wrong.resize(std::max(wrong.size(), directions));
        expected.resize(wrong.size());
        drawn.resize(wrong.size());
        milliseconds.resize(wrong.size());
    }
};

class Planes {
  public:
    Planes(raster::Device& device, const Plan& plan) : device_(device), plan_(plan) {}

    Status run();
    [[nodiscard]] Json json() const;

  private:
    using Key = std::array<std::size_t, 4>; ///< choice, resolution, kind, depth

    Status look(const PlanesPair& pair, Key key, std::uint64_t seed);
    Expected<std::vector<Vec3d>> directions_of(const PlanesPair& pair, Choice choice,
                                               int resolution, std::uint64_t seed);
    Expected<Seen> look_along(const PlanesPair& pair, Vec3d direction, int resolution);
    void add(Key key, const PlanesPair& pair, const std::vector<Seen>& seen);

    CountingDevice device_;
    const Plan& plan_;
    std::map<Key, Sums> sums_;
    Hasher hasher_;
    std::uint64_t freed_ = 0; ///< pairs that were to overlap and do not, as concave ones may
};

/// As the query itself chooses them. Empty if boxes prove the pair apart.
Expected<std::vector<Vec3d>> Planes::directions_of(const PlanesPair& pair, Choice choice,
                                                   int resolution, std::uint64_t seed) {
    Random random(seed);
    if (choice == Choice::Random) {
        std::vector<Vec3d> all(most_directions);
        std::ranges::generate(all, [&] { return random.direction(); });
        return all;
    }
    SampledOptions options{.resolution = resolution, .extent = imagespace::Extent::AllPixels};
    ProjectionOptions& projection = options.projection;
    projection.most_planes = choice == Choice::Planes ? 3 : 1;
    projection.refinement = choice == Choice::Spread ? ProjectionOptions::Refinement::None
                                                     : ProjectionOptions::Refinement::ItemBuffer;
    const auto seen = imagespace::sampled_collide(device_, pair.body_a(), pair.body_b(), options);
    if (!seen) {
        return seen.error();
    }
    std::vector<Vec3d> chosen;
    for (const raster::View& view : seen->views) {
        chosen.push_back(view.axis_z);
    }
    if (choice == Choice::Planes || chosen.empty()) {
        return chosen;
    }
    return imagespace::spread_directions(std::move(chosen), most_directions, {}); // as the query
}

Expected<Seen> Planes::look_along(const PlanesPair& pair, Vec3d direction, int resolution) {
    SampledOptions options{.resolution = resolution};
    options.projection.direction = direction;
    device_.take();
    Expected<Sampled> found = Error{};
    const double took = timed([&] {
        found = imagespace::sampled_collide(device_, pair.body_a(), pair.body_b(), options);
    });
    if (!found) {
        return found.error();
    }
    if (!found->settled) {
        return Error{ErrorCode::Unsupported, "a pixel was left over"};
    }
    return Seen{.overlap = found->overlapping_pixels > 0,
                .pixel_size = found->interference.pixel_size,
                .drawn = device_.take(),
                .milliseconds = took};
}

/// The first directions together: what they cost ends with the one that shows an overlap.
void Planes::add(Key key, const PlanesPair& pair, const std::vector<Seen>& seen) {
    Sums& sums = sums_[key];
    sums.resize(seen.size());
    ++sums.pairs;
    bool overlap = false;
    double missed_by_chance = 1;
    Drawn drawn;
    double milliseconds = 0;
    for (std::size_t i = 0; i < sums.wrong.size(); ++i) {
        if (i < seen.size()) {
            if (!overlap) {
                drawn += seen[i].drawn;
                milliseconds += seen[i].milliseconds;
            }
            overlap = overlap || seen[i].overlap;
            // Cauchy: a convex body's mean shadow is a quarter of its surface.
            const double pixel = seen[i].pixel_size * seen[i].pixel_size;
            missed_by_chance *= pixel > 0 ? std::max(0.0, 1 - pair.area / 4 / pixel) : 1;
        }
        sums.wrong[i] += overlap == pair.interferes ? 0 : 1;
        sums.expected[i] += pair.interferes ? missed_by_chance : 0;
        sums.drawn[i] += drawn;
        sums.milliseconds[i] += milliseconds;
        hasher_.add(std::uint64_t{overlap});
    }
}

Status Planes::look(const PlanesPair& pair, Key key, std::uint64_t seed) {
    const int resolution = resolutions[key[1]];
    const auto directions = directions_of(pair, choices[key[0]], resolution, seed);
    if (!directions) {
        return directions.error();
    }
    std::vector<Seen> seen;
    for (const Vec3d& direction : *directions) {
        const auto one = look_along(pair, direction, resolution);
        if (!one) {
            return one.error();
        }
        seen.push_back(*one);
    }
    add(key, pair, seen);
    return {};
}

Status Planes::run() {
    const auto seeds = static_cast<std::uint64_t>(std::max(1.0, seeds_of_each * plan_.size));
    for (std::size_t kind = 0; kind < body_kinds.size(); ++kind) {
        for (std::size_t depth = 0; depth < depth_classes.size(); ++depth) {
            for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
                const auto pair = planes_pair(kind, depth, seed);
                if (!pair) {
                    return pair.error();
                }
                if (pair->interferes != (depth_classes[depth].least > 0)) {
                    ++freed_;
                    continue;
                }
                for (std::size_t resolution = 0; resolution < resolutions.size(); ++resolution) {
                    for (std::size_t choice = 0; choice < choices.size(); ++choice) {
                        const Status status = look(*pair, {choice, resolution, kind, depth}, seed);
                        if (!status) {
                            return status;
                        }
                    }
                }
            }
        }
    }
    return {};
}

Json json_sums(const Sums& sums) {
    Json out{{"pairs", sums.pairs},
             {"wrong", sums.wrong},
             {"expected", sums.expected},
             {"milliseconds", sums.milliseconds}};
    for (const Drawn& drawn : sums.drawn) {
        out["triangles"].push_back(drawn.triangles);
        out["pixels"].push_back(drawn.pixels);
    }
    return out;
}

Json Planes::json() const {
    Json out{{"kinds", body_kinds},
             {"resolutions", resolutions},
             {"choices", choice_names},
             {"freed", freed_},
             {"hash", hex(hasher_.digest())}};
    for (const DepthClass& depth : depth_classes) {
        out["depths"].push_back(
            {{"name", depth.name}, {"least", depth.least}, {"most", depth.most}});
    }
    for (const auto& [key, sums] : sums_) {
        Json entry = json_sums(sums);
        entry["choice"] = choice_names[key[0]];
        entry["resolution"] = resolutions[key[1]];
        entry["kind"] = body_kinds[key[2]];
        entry["depth"] = depth_classes[key[3]].name;
        out["entries"].push_back(std::move(entry));
    }
    return out;
}

} // namespace

Expected<Json> measure_planes(raster::Device& device, const Plan& plan) {
    Planes planes(device, plan);
    if (Status status = planes.run(); !status) {
        return Error{status.error().code, "planes: " + status.error().message};
    }
    return planes.json();
}

} // namespace impinge::bench
