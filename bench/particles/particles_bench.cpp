// SPDX-License-Identifier: Apache-2.0
//
// Particles per second.
//
//     particles_bench [--device software|opengl[:ADAPTER]] [--json FILE] [--size SHARE] [--part
//     NAME]
//
// Parts: solutions (one plane or quadric, sixteen flights at a time; the processor alone),
// colliders (1 to 1000 of them, both flights), feedback (records against maps, by resolution),
// frames (windows of 1/60 second, particles by the million) and stepping (what it costs an
// integrator to miss as little). Needs no files. Times of the processor are of the process, on one
// thread, least of some runs; of a device on the wall, and as it tells itself.
#include "base/hash.hpp"
#include "base/random.hpp"
#include "bench/papers/paper_run.hpp"
#include "bench/particles/particle_scenes.hpp"
#include "bench/particles/stepping.hpp"
#include "impinge/device_particles.hpp"
#include "particles/packet.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace impinge::bench {
namespace {

const PaperRun program("particles_bench");

struct Plan {
    double size = 1;
    std::vector<std::string> parts;
};
struct Options {
    DeviceChoice device;
    std::string json_file;
    Plan plan;
};

double processor_seconds() {
    return static_cast<double>(std::clock()) / static_cast<double>(CLOCKS_PER_SEC);
}
double wall_seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

/// The least of some runs.
double least_seconds(int runs, double (*clock)(), const std::function<void()>& work) {
    double least = std::numeric_limits<double>::infinity();
    for (int i = 0; i < runs; ++i) {
        const double start = clock();
        work();
        least = std::min(least, clock() - start);
    }
    return least;
}

template <typename T> T worked(Expected<T> expected) {
    if (!expected) {
        program.give_up(expected.error().message);
    }
    return std::move(*expected);
}

const char* name_of(FlightKind flight) {
    return flight == FlightKind::Straight ? "first order" : "second order";
}

std::uint32_t sized(double count, const Plan& plan) {
    return static_cast<std::uint32_t>(std::max(1000.0, count * plan.size));
}

// --- solutions -----------------------------------------------------------------------------------

struct Solved {
    double seconds = 0; ///< for each solution
    double met = 0;
    double unsure = 0;
    std::uint64_t hash = 0;
};

Solved solve(const ImplicitSurface& surface, FlightKind flight, const Plan& plan) {
    using namespace particles;
    Random random(3);
    std::vector<Packet> packets;
    for (int i = 0; i < 256; ++i) {
        std::vector<Flight> flights;
        for (std::size_t lane = 0; lane < packet_size; ++lane) {
            const Vec3d from = random.in_box({-5, -5, 5}, {5, 5, 10});
            const Vec3d velocity = random.in_box({-1, -1, -6}, {1, 1, -4});
            const double down = flight == FlightKind::Falling ? -3 : 0;
            flights.push_back({from, velocity, {0, 0, down}, 4});
        }
        packets.emplace_back(flights);
    }
    const SurfaceTerms terms(surface);
    const int rounds = std::max(1, static_cast<int>(200 * plan.size));
    Solved solved;
    std::uint64_t met = 0;
    std::uint64_t unsure = 0;
    solved.seconds = least_seconds(9, processor_seconds, [&] {
        met = unsure = 0;
        for (int round = 0; round < rounds; ++round) {
            for (const Packet& packet : packets) {
                alignas(64) Lane time;
                const PacketAnswer answer = meet(packet, terms, time);
                met += static_cast<std::uint64_t>(std::popcount(answer.met));
                unsure += static_cast<std::uint64_t>(std::popcount(answer.unsure));
            }
        }
    });
    const double asked = static_cast<double>(rounds) * 256 * packet_size;
    solved.seconds /= asked;
    solved.met = static_cast<double>(met) / asked;
    solved.unsure = static_cast<double>(unsure) / asked;
    Hasher hasher;
    for (const Packet& packet : packets) {
        alignas(64) Lane time{};
        const PacketAnswer answer = meet(packet, terms, time);
        hasher.add(std::uint64_t{answer.met});
        for (std::size_t lane = 0; lane < packet_size; ++lane) {
            hasher.add((answer.met >> lane & 1) != 0 ? time[lane] : 0);
        }
    }
    solved.hash = hasher.digest();
    return solved;
}

Json solutions(const Plan& plan) {
    const std::vector<std::pair<const char*, ImplicitSurface>> surfaces{
        {"plane", {.form = half_space({}, {0, 0, 1})}},
        {"rectangle", rectangle({-4, -4, 0}, {8, 0, 0}, {0, 8, 0})},
        {"disc", disc({}, {0, 0, 1}, 4)},
        {"ellipsoid", ellipsoid({3, 3, 2})},
        {"cylinder", moved(cylinder(2, 2, -4, 4), rotation({1, 0, 0}, 1.5))}};
    Json rows = Json::array();
    for (const FlightKind flight : {FlightKind::Straight, FlightKind::Falling}) {
        for (const auto& [name, surface] : surfaces) {
            const Solved solved = solve(surface, flight, plan);
            rows.push_back({{"surface", name},
                            {"flight", name_of(flight)},
                            {"millions_per_second", 1e-6 / solved.seconds},
                            {"met", solved.met},
                            {"left_open", solved.unsure},
                            {"hash", hex(solved.hash)}});
            std::printf("solutions  %-12s %-10s %8.1f M/s\n", name_of(flight), name,
                        1e-6 / solved.seconds);
        }
    }
    return rows;
}

// --- colliders and frames ------------------------------------------------------------------------

/// All impacts of a window, on the processor alone or on the device.
Json measured(const ParticleSystem& system, raster::Device& device, double from, double to) {
    Json row;
    if (device.info().kind == raster::DeviceKind::Software) {
        Impacts impacts;
        const double seconds = least_seconds(
            3, processor_seconds, [&] { impacts = worked(system.impacts(from, to, Context(1))); });
        row["seconds"] = seconds;
        row["impacts"] = impacts.list.size();
        row["hash"] = hex(impacts.hash);
        return row;
    }
    DeviceParticles particles = worked(DeviceParticles::make(system, device));
    DeviceImpacts found = worked(particles.impacts(from, to)); // and programs are compiled
    double on_device = std::numeric_limits<double>::infinity();
    const double seconds = least_seconds(5, wall_seconds, [&] {
        found = worked(particles.impacts(from, to));
        on_device = std::min(on_device, found.share.device_seconds);
    });
    row["seconds"] = seconds;
    row["device_seconds"] = on_device;
    row["impacts"] = found.impacts.list.size();
    row["hash"] = hex(found.impacts.hash);
    row["by_device"] = found.share.by_device;
    row["by_processor"] = found.share.by_processor;
    return row;
}

Json by_colliders(const Plan& plan, raster::Device& device) {
    Json rows = Json::array();
    for (const FlightKind flight : {FlightKind::Straight, FlightKind::Falling}) {
        for (const int count : {1, 3, 10, 30, 100, 300, 1000}) {
            const FieldRequest request{count, sized(200'000, plan), flight};
            const ParticleSystem system = field_system(request);
            Json row = measured(system, device, 2, 2.5);
            row["colliders"] = count;
            row["flight"] = name_of(flight);
            row["particles"] = request.particles;
            const double rate = request.particles / row["seconds"].get<double>();
            std::printf("colliders  %-12s %5d %10.3f M particles/s, %zu impacts\n", name_of(flight),
                        count, 1e-6 * rate, row["impacts"].get<std::size_t>());
            rows.push_back(row);
        }
    }
    return rows;
}

/// The processor gets fewer, so that a run ends.
Json frames(const Plan& plan, raster::Device& device) {
    Json rows = Json::array();
    const bool gpu =
        !device.info().on_processor && device.info().kind != raster::DeviceKind::Software;
    for (const FlightKind flight : {FlightKind::Straight, FlightKind::Falling}) {
        for (const double particles : {1e5, 1e6, 1e7}) {
            if (particles > 1e6 && !gpu) {
                continue;
            }
            for (const int count : {1, 10}) {
                const FieldRequest request{count, sized(particles, plan), flight};
                Json row = measured(field_system(request), device, 2, 2 + 1.0 / 60);
                row["colliders"] = count;
                row["flight"] = name_of(flight);
                row["particles"] = request.particles;
                std::printf("frames     %-12s %9u x %3d %10.3f ms\n", name_of(flight),
                            request.particles, count, 1e3 * row["seconds"].get<double>());
                rows.push_back(row);
            }
        }
    }
    return rows;
}

// --- feedback ------------------------------------------------------------------------------------

Json feedback(const Plan& plan, raster::Device& device) {
    const FieldRequest request{10, sized(200'000, plan), FlightKind::Falling};
    const ParticleSystem system = field_system(request);
    DeviceParticles particles = worked(DeviceParticles::make(system, device));
    const double to = 2 + 1.0 / 60;
    Json rows = Json::array();
    const auto add = [&](const std::string& way, const std::function<std::uint64_t()>& ask) {
        std::uint64_t told = ask();
        const double seconds = least_seconds(3, wall_seconds, [&] { told = ask(); });
        rows.push_back({{"way", way}, {"seconds", seconds}, {"told", told}});
        std::printf("feedback   %-16s %10.3f ms, %llu told\n", way.c_str(), 1e3 * seconds,
                    static_cast<unsigned long long>(told));
    };
    add("records", [&] { return worked(particles.impacts(2, to)).impacts.list.size(); });
    for (const int resolution : {64, 256, 1024}) {
        add("maps of " + std::to_string(resolution), [&, resolution] {
            const DeviceMaps maps =
                worked(particles.impact_maps(2, to, {.resolution = resolution}));
            std::uint64_t wet = 0; // what can be told apart
            for (const ImpactMap& map : maps.maps.maps) {
                for (const ImpactTexel& texel : map.texels) {
                    wet += texel.count > 0 ? 1 : 0;
                }
            }
            return wet;
        });
    }
    return rows;
}

// --- stepping ------------------------------------------------------------------------------------

Json stepping(const Plan& plan) {
    const std::uint32_t count = sized(20'000, plan);
    const std::vector<Collider> colliders = field_of_colliders(9);
    Emitter shower = shower_over({9, count, FlightKind::Falling});
    Random random(11);
    std::vector<SteppedParticle> starts;
    for (std::uint32_t i = 0; i < count; ++i) {
        const Vec3d from = random.in_box({-10, -10, 6}, {10, 10, 6});
        const Vec3d velocity = random.in_box({-0.2, -0.2, -1.2}, {0.2, 0.2, -0.8});
        starts.push_back({from, velocity});
        shower.starts.push_back({from, velocity, 0});
    }
    const ParticleSystem system = worked(ParticleSystem::make({&shower, 1}, colliders));
    Impacts impacts;
    const double exact = least_seconds(
        5, processor_seconds, [&] { impacts = worked(system.impacts(0, 2 - 1e-9, Context(1))); });
    std::vector<std::uint32_t> truth(count, no_collider);
    for (const Impact& impact : impacts.list) {
        truth[impact.particle] = impact.collider;
    }
    Json rows = Json::array();
    for (const double rate : {30.0, 60.0, 120.0, 240.0, 480.0, 960.0, 1920.0, 3840.0}) {
        std::vector<SteppedHit> hits;
        const double seconds = least_seconds(rate < 1000 ? 3 : 1, processor_seconds, [&] {
            hits = stepped_hits(starts, colliders, shower.acceleration, 2, 1 / rate);
        });
        std::uint64_t wrong = 0;
        for (std::uint32_t i = 0; i < count; ++i) {
            wrong += hits[i].collider != truth[i] ? 1 : 0;
        }
        rows.push_back({{"steps_per_second", rate},
                        {"nanoseconds_per_particle", 1e9 * seconds / count},
                        {"wrong", static_cast<double>(wrong) / count}});
        std::printf("stepping   %6.0f/s %10.1f ns a particle, %.4f wrong\n", rate,
                    1e9 * seconds / count, static_cast<double>(wrong) / count);
    }
    std::printf("closed form          %10.1f ns a particle\n", 1e9 * exact / count);
    return {{"particles", count},
            {"impacts", impacts.list.size()},
            {"hash", hex(impacts.hash)},
            {"closed_form_nanoseconds", 1e9 * exact / count},
            {"steps", rows}};
}

int run(int argc, char** argv) {
    Options options;
    for (const Argument& argument : program.arguments(argc, argv)) {
        if (!program.take(argument, options)) {
            program.give_up("no option is called " + argument.name);
        }
    }
    const auto device = program.open(options.device);
    Json document = run_document("impinge-particles", *device);
    document["size"] = options.plan.size;
    if (double load = 0; getloadavg(&load, 1) == 1) {
        document["load"] = load; // of the minute before
    }
    const auto wanted = [&](const std::string& part) {
        const auto& parts = options.plan.parts;
        return parts.empty() || std::find(parts.begin(), parts.end(), part) != parts.end();
    };
    const bool processor = device->info().kind == raster::DeviceKind::Software;
    if (processor && wanted("solutions")) {
        document["solutions"] = solutions(options.plan);
    }
    if (wanted("colliders")) {
        document["colliders"] = by_colliders(options.plan, *device);
    }
    if (wanted("frames")) {
        document["frames"] = frames(options.plan, *device);
    }
    if (wanted("feedback")) {
        document["feedback"] = feedback(options.plan, *device);
    }
    if (processor && wanted("stepping")) {
        document["stepping"] = stepping(options.plan);
    }
    program.write(document, options.json_file);
    return 0;
}

} // namespace
} // namespace impinge::bench

int main(int argc, char** argv) { return impinge::bench::run(argc, argv); }
