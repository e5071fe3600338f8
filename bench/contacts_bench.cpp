// SPDX-License-Identifier: Apache-2.0
//
// What manifolds cost in a World: layers of bodies that lie a little in each other and jitter,
// every frame asked for verdicts, for all pairs of triangles, for contact curves and for manifolds,
// in turns and on one thread. Prints processor time per frame, what manifolds cost beside each of
// the others, and a digest of all steps with manifolds. Fails if verdicts differ.
//
//     contacts_bench [FRAMES, 60]
#include "base/hash.hpp"
#include "base/random.hpp"
#include "bench/bench_run.hpp"
#include "bench/timed.hpp"
#include "impinge/world.hpp"
#include "scenes/boxes.hpp"
#include "scenes/bumpy_sphere.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace impinge::bench {
namespace {

const BenchRun program("contacts_bench");

struct Family {
    const char* name;
    Mesh mesh; ///< in a cell of side 1
    bool convex = false;
};

constexpr int side = 5; ///< bodies in a row

/// One World for each way to ask, with the same bodies.
struct Asked {
    const char* way;
    World world;
    std::vector<BodyId> bodies{};
    std::vector<double> milliseconds{};
    Hasher hasher{};
};

void fill(Asked& asked, const Family& family) {
    const auto shape = Polytope::from_mesh(family.mesh.view());
    for (int i = 0; i < side * side * side; ++i) {
        const auto id =
            family.convex && shape ? asked.world.add(*shape) : asked.world.add(Mesh(family.mesh));
        if (!id) {
            program.give_up(id.error().message);
        }
        asked.bodies.push_back(*id);
    }
}

std::vector<Rigid> poses_of_frame(Random& random) {
    std::vector<Rigid> poses;
    for (int i = 0; i < side * side * side; ++i) {
        const Vec3d axis = random.in_box({-1, -1, -1}, {1, 1, 1});
        Rigid pose = rotation(axis, random.uniform(0, 0.02));
        const Vec3d cell{static_cast<double>(i % side), static_cast<double>(i / side % side),
                         static_cast<double>(i / side / side)};
        pose.translation = cell * 0.995 + random.in_box({0, 0, 0}, {0.004, 0.004, 0.004});
        poses.push_back(pose);
    }
    return poses;
}

std::uint64_t verdicts_of(const WorldStep& step) {
    Hasher hasher;
    for (const WorldPair& pair : step.pairs) {
        hasher.add(std::uint64_t{pair.a.index} << 32 | pair.b.index);
        hasher.add(static_cast<std::uint64_t>(pair.verdict));
    }
    return hasher.digest();
}

void measure(const Family& family, int frames) {
    std::array<Asked, 4> all{Asked{"verdicts", World(WorldOptions{})},
                             Asked{"pairs", World({.detail = Detail::Pairs})},
                             Asked{"curves", World({.detail = Detail::Curves})},
                             Asked{"manifolds", World({.contact_points = 4})}};
    for (Asked& asked : all) {
        fill(asked, family);
    }
    Random random(1);
    std::size_t pairs = 0;
    std::size_t points = 0;
    for (int frame = 0; frame < frames; ++frame) {
        const std::vector<Rigid> poses = poses_of_frame(random);
        std::array<std::uint64_t, 4> verdicts{};
        for (std::size_t k = 0; k < all.size(); ++k) {
            Asked& asked = all.at(k);
            for (std::size_t i = 0; i < poses.size(); ++i) {
                if (!asked.world.move(asked.bodies[i], poses[i])) {
                    program.give_up("a body cannot be moved");
                }
            }
            const double before = processor_milliseconds();
            const auto step = asked.world.step(Context(1));
            asked.milliseconds.push_back(processor_milliseconds() - before);
            if (!step) {
                program.give_up(step.error().message);
            }
            asked.hasher.add(step->hash);
            verdicts.at(k) = verdicts_of(*step);
            pairs += k == 3 ? step->pairs.size() : 0;
            for (const WorldPair& pair : step->pairs) {
                for (const Manifold& manifold : pair.manifolds) {
                    points += manifold.points.size();
                }
            }
        }
        if (std::count(verdicts.begin(), verdicts.end(), verdicts[0]) != 4) {
            program.give_up("verdicts differ");
        }
    }
    const double with = median(all[3].milliseconds);
    std::printf("%s: %zu interfering pairs and %zu points a frame\n", family.name,
                pairs / static_cast<std::size_t>(frames),
                points / static_cast<std::size_t>(frames));
    for (const Asked& asked : all) {
        const double one = median(asked.milliseconds);
        std::printf("  %-10s %9.3f ms   manifolds cost %5.2f times as much   %s\n", asked.way, one,
                    with / one, hex(asked.hasher.digest()).c_str());
    }
}

} // namespace
} // namespace impinge::bench

int main(int argc, char** argv) {
    using namespace impinge;
    const int frames = argc > 1 ? std::max(1, std::atoi(argv[1])) : 60;
    const Mesh box = scenes::box({-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5});
    const Mesh ball = scenes::bumpy_sphere({.triangles = 1000, .radius = 0.52, .amplitude = 0.05});
    bench::measure({"125 boxes", box, true}, frames);
    bench::measure({"125 boxes as meshes", box}, frames);
    bench::measure({"125 balls of 1,000 triangles", ball}, frames);
    return 0;
}
