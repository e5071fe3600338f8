// SPDX-License-Identifier: Apache-2.0
//
// Surface peeling over many frames in which a cloth waves and tears, and many bodies at once:
//
//     frames_bench [--device software|opengl[:ADAPTER]] [--frames N] [--triangles N]
//
// How long a frame takes that is waited for and one whose proof overlaps the next one's drawing;
// how much memory the process has after every tenth of the frames; how long a crowd takes pair by
// pair and side by side in an atlas. Needs no files. Fails if answers of the two ways differ, or if
// memory grows by more than 8 MiB after the first tenth.
#include "base/random.hpp"
#include "bench/papers/paper_run.hpp"
#include "impinge/peeling.hpp"
#include "scenes/bumpy_sphere.hpp"
#include "scenes/cloth.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <unistd.h>
#include <vector>

namespace impinge::bench {
namespace {

using imagespace::PeelingSession;
using Which = PeelingSession::Which;

const PaperRun program("frames_bench");

struct Options {
    DeviceChoice device;
    int frames = 10'000;
    std::size_t triangles = 20'000; ///< of the cloth; the ball has half as many
};

std::size_t resident_bytes() {
    std::size_t all_pages = 0;
    std::size_t resident_pages = 0;
    std::ifstream("/proc/self/statm") >> all_pages >> resident_pages;
    return resident_pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

/// The cloth in waves that run over it, every frame with other triangles missing.
Mesh torn(const Mesh& rest, int frame) {
    Mesh mesh = rest;
    for (Vec3d& p : mesh.positions) {
        p.z += 0.2 * std::sin(2 * p.x + 0.05 * frame);
    }
    const std::size_t gone = static_cast<std::size_t>(frame % 37) * mesh.triangles.size() / 100;
    mesh.triangles.resize(mesh.triangles.size() - gone);
    return mesh;
}

struct Scene {
    Mesh rest;
    Mesh ball;
    Rigid pose_b = translation({0.2, 0.5, 0.2});
    std::vector<Mesh> cloths = {}; ///< some frames, again and again

    explicit Scene(std::size_t triangles)
        : rest(scenes::folded_cloth({.triangles = triangles, .folds = 2, .width = 2, .depth = 2})),
          ball(scenes::bumpy_sphere({.triangles = triangles / 2, .radius = 0.8})) {
        for (int frame = 0; frame < 100; ++frame) {
            cloths.push_back(torn(rest, frame));
        }
    }
};

enum class Way : std::uint8_t { WaitedFor, InFlight };

struct Run {
    double seconds = 0;
    std::uint64_t hash = 0; ///< of all answers
    std::size_t growth = 0; ///< bytes
};

Run run_frames(raster::Device& device, const Scene& scene, int frames, Way way) {
    PeelingSession session =
        program.needed(PeelingSession::create(device, scene.rest.view(), scene.ball.view()));
    Run run;
    std::size_t warm = 0;
    const auto take = [&](const imagespace::PeeledPairs& found) {
        run.hash = run.hash * 31 + found.interference.hash;
    };
    run.seconds = timed([&] {
                      for (int i = 0; i < frames; ++i) {
                          const Mesh& cloth =
                              scene.cloths[static_cast<std::size_t>(i) % scene.cloths.size()];
                          program.needed(session.update_mesh(Which::A, cloth.view()));
                          if (way == Way::InFlight) {
                              program.needed(session.submit({}, scene.pose_b));
                              while (session.frames_in_flight() > 2) {
                                  take(program.needed(session.wait()->pairs));
                              }
                          } else {
                              take(program.needed(session.query({}, scene.pose_b)));
                          }
                          if ((i + 1) % std::max(frames / 10, 1) == 0) {
                              const std::size_t now = resident_bytes();
                              warm = warm == 0 ? now : warm;
                              run.growth = std::max(now, warm) - warm;
                              std::printf("  frame %6d: %.1f MiB\n", i + 1,
                                          static_cast<double>(now) / (1 << 20));
                              std::fflush(stdout);
                          }
                      }
                      while (auto done = session.wait()) {
                          take(program.needed(std::move(done->pairs)));
                      }
                  }) /
                  1000;
    std::printf("%s: %.3f ms a frame, hash %s\n", way == Way::InFlight ? "in flight" : "waited for",
                1000 * run.seconds / frames, hex(run.hash).c_str());
    return run;
}

void run_crowd(raster::Device& device) {
    const Mesh ball = scenes::bumpy_sphere({.triangles = 2000});
    for (const std::size_t count : {10U, 50U, 200U}) {
        Random random(3);
        std::vector<Body> bodies;
        const double reach = 1.3 * std::cbrt(static_cast<double>(count));
        for (std::size_t i = 0; i < count; ++i) {
            bodies.push_back({ball.view(), translation(random.in_box({-reach, -reach, -reach},
                                                                     {reach, reach, reach}))});
        }
        std::vector<double> together;
        std::vector<double> one_by_one;
        imagespace::PeeledAssembly all;
        for (int trial = 0; trial < 5; ++trial) {
            together.push_back(
                timed([&] { all = program.needed(imagespace::peel_all(device, bodies)); }));
            one_by_one.push_back(timed([&] {
                for (const imagespace::PeeledBodies& pair : all.pairs) {
                    const auto& view = *pair.found.report.view;
                    program.needed(imagespace::surface_peeling(
                        device, bodies[pair.a], bodies[pair.b],
                        {.resolution = std::max(view.width, view.height)}));
                }
            }));
        }
        std::printf(
            "%zu balls, %zu pairs in %u atlases: %.3f ms together (boxes %.3f, device %.3f, "
            "read back %.3f, proof %.3f), %.3f ms one by one\n",
            count, all.pairs.size(), all.atlases, median(together), all.milliseconds.boxes,
            all.milliseconds.device, all.milliseconds.read_back, all.milliseconds.proof,
            median(one_by_one));
        std::fflush(stdout);
    }
}

int run(int argc, char** argv) {
    Options options;
    for (const Argument& argument : program.arguments(argc, argv)) {
        if (argument.name == "--frames") {
            options.frames = std::max(1, std::atoi(argument.value.c_str()));
        } else if (argument.name == "--triangles") {
            options.triangles =
                static_cast<std::size_t>(std::max(100, std::atoi(argument.value.c_str())));
        } else if (argument.name == "--device") {
            options.device = program.device_choice(argument.value);
        } else {
            program.give_up("'" + argument.name + "' is not an option");
        }
    }
    const auto device = program.open(options.device);
    run_crowd(*device);
    const Scene scene(options.triangles);
    const Run waited = run_frames(*device, scene, options.frames, Way::WaitedFor);
    const Run flown = run_frames(*device, scene, options.frames, Way::InFlight);
    if (waited.hash != flown.hash) {
        program.give_up("frames in flight have other answers");
    }
    if (std::max(waited.growth, flown.growth) > (std::size_t{8} << 20)) {
        program.give_up("memory grows with the frames");
    }
    return 0;
}

} // namespace
} // namespace impinge::bench

int main(int argc, char** argv) { return impinge::bench::run(argc, argv); }
