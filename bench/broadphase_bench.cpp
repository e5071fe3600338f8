// SPDX-License-Identifier: Apache-2.0
//
// Boxes -> pairs, frame after frame, by every method: boxes of one size at 1 % density that all
// move a tenth of their size, or of which one in a hundred does. Every line prints the pairs of
// its last frame and their hash; methods of one scene must agree, and did where the hash is the
// same.
#include "base/hash.hpp"
#include "base/random.hpp"
#include "bench/add_benchmark.hpp"
#include "impinge/broadphase.hpp"

#include <benchmark/benchmark.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

namespace impinge {
namespace {

constexpr int frames = 16;

/// Where all boxes are in each of some frames, to and fro between the first and the last.
struct Motion {
    std::string name;
    std::vector<std::vector<Box3>> frames;
    std::vector<std::uint32_t> movers;
};

Motion make_motion(std::size_t count, std::size_t one_mover_in) {
    const double side = 6.3 * std::cbrt(static_cast<double>(count));
    Random random(7);
    std::vector<Vec3d> centres(count);
    std::vector<Vec3d> velocities(count);
    for (std::size_t i = 0; i < count; ++i) {
        centres[i] = random.in_box({}, {side, side, side});
        velocities[i] = random.in_box({-0.1, -0.1, -0.1}, {0.1, 0.1, 0.1});
    }
    Motion motion;
    motion.name = std::to_string(count) +
                  (one_mover_in == 1 ? "/all_move" : "/one_in_" + std::to_string(one_mover_in));
    for (std::size_t i = 0; i < count; i += one_mover_in) {
        motion.movers.push_back(static_cast<std::uint32_t>(i));
    }
    for (int frame = 0; frame < frames; ++frame) {
        std::vector<Box3> boxes(count);
        for (std::size_t i = 0; i < count; ++i) {
            const double time = i % one_mover_in == 0 ? frame : 0;
            const Vec3d centre = centres[i] + velocities[i] * time;
            boxes[i] = {centre - Vec3d{0.8, 0.8, 0.8}, centre + Vec3d{0.8, 0.8, 0.8}};
        }
        motion.frames.push_back(std::move(boxes));
    }
    return motion;
}

struct Way {
    BroadPhaseMethod method;
    unsigned threads = 1;
};

void measure(benchmark::State& state, const Motion& motion, const Way& way) {
    BroadPhase phase({.method = way.method});
    for (const Box3& box : motion.frames.front()) {
        (void)phase.insert(box);
    }
    const Context context(way.threads);
    BroadPhaseUpdate update = phase.update(context);
    int frame = 0;
    int step = 1;
    for (auto _ : state) {
        step = frame + step < 0 || frame + step >= frames ? -step : step;
        frame += step;
        const std::vector<Box3>& boxes = motion.frames[static_cast<std::size_t>(frame)];
        if (motion.movers.size() == boxes.size()) {
            phase.move_all(boxes);
        } else {
            for (const std::uint32_t mover : motion.movers) {
                phase.move(mover, boxes[mover]);
            }
        }
        update = phase.update(context);
    }
    phase.move_all(motion.frames.back());
    update = phase.update(context);
    Hasher hasher;
    for (const BoxPair& pair : update.pairs) {
        hasher.add(std::uint64_t{pair.a} << 32 | pair.b);
    }
    std::array<char, 17> hash{};
    std::snprintf(hash.data(), hash.size(), "%016llx",
                  static_cast<unsigned long long>(hasher.digest()));
    state.SetLabel(std::to_string(update.pairs.size()) + " pairs, hash " + hash.data() + ", by " +
                   to_string(update.method));
}

} // namespace
} // namespace impinge

int main(int argc, char** argv) {
    using namespace impinge;
    using enum BroadPhaseMethod;
    std::vector<Motion> motions;
    for (const std::size_t count : {100U, 1000U, 10000U, 50000U, 1000000U}) {
        motions.push_back(make_motion(count, 1));
        motions.push_back(make_motion(count, 100));
    }
    for (const Motion& motion : motions) {
        const std::size_t count = motion.frames.front().size();
        std::vector<Way> ways{{Auto}, {Auto, 0}, {Batch}};
        if (count <= 50000) {
            ways.push_back({SweepBubble});
            ways.push_back({SweepInsertion});
            ways.push_back({IntervalTree});
        }
        if (count <= 1000) {
            ways.push_back({BruteForce});
        }
        for (const Way& way : ways) {
            bench::add_benchmark("boxes:" + motion.name + "/" + to_string(way.method) +
                                     (way.threads == 1 ? "/1_thread" : "/all_threads"),
                                 [&motion, way](auto& state) { measure(state, motion, way); });
        }
    }
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
}
