// SPDX-License-Identifier: Apache-2.0
//
// What crowds a broad phase: something far away, needles, many scales, fans, combs, dust. Each
// family at growing size: processor time, candidates, pairs of boxes compared, memory, and how they
// grow (the exponent: 1 is linear, 2 quadratic). The long tangle is left out unless it is asked
// for.
//
//     crowding_bench [FAMILY] [SMALLEST [LARGEST]]
//
// Each run is a process of its own, so that its peak of memory is its own.
#include "exact/pairs/find_pairs.hpp"
#include "scenes/crowding.hpp"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>

namespace impinge::bench {
namespace {

using scenes::CrowdedBodies;
using scenes::CrowdedFamily;

struct Measured {
    double triangles = 0;
    double milliseconds = 0;
    double pairs = 0;
    double candidates = 0;
    double box_tests = 0;
    double megabytes = 0; ///< beyond the input
};

/// Of this process: other work on the machine does not count.
double processor_milliseconds() {
    return 1000.0 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

double peak_megabytes() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) / 1024;
}

Measured measure(const CrowdedFamily& family, std::size_t n) {
    const CrowdedBodies bodies = family.make(n);
    const double before = peak_megabytes();
    const Context context(1);
    const WorldMesh a = std::move(to_world({bodies.a.view()}, {"A"}, context)).value();
    const WorldMesh b = std::move(to_world({bodies.b.view()}, {"B"}, context)).value();
    const double start = processor_milliseconds();
    const FoundPairs found = bodies.b.triangles.empty() ? find_self_pairs(a, Stop::Never, context)
                                                        : find_pairs(a, b, Stop::Never, context);
    return {static_cast<double>(bodies.a.triangles.size() + bodies.b.triangles.size()),
            processor_milliseconds() - start,
            static_cast<double>(found.pairs.size()),
            static_cast<double>(found.counters.candidate_pairs),
            found.box_tests,
            peak_megabytes() - before};
}

Measured measure_apart(const CrowdedFamily& family, std::size_t n) {
    std::array<int, 2> ends{};
    Measured result;
    if (pipe(ends.data()) != 0) {
        return result;
    }
    const pid_t child = fork();
    if (child == 0) {
        result = measure(family, n);
        const bool written = write(ends[1], &result, sizeof result) == sizeof result;
        _exit(written ? 0 : 1);
    }
    close(ends[1]);
    const bool complete = read(ends[0], &result, sizeof result) == sizeof result;
    close(ends[0]);
    waitpid(child, nullptr, 0);
    return complete ? result : Measured{};
}

double exponent(double from, double to, double ratio) {
    return from > 0 && to > 0 ? std::log(to / from) / std::log(ratio) : 0;
}

void show(const CrowdedFamily& family, std::size_t smallest, std::size_t largest) {
    Measured last;
    for (std::size_t n = smallest; n <= largest; n *= 10) {
        const Measured now = measure_apart(family, n);
        const double ratio = last.triangles > 0 ? now.triangles / last.triangles : 10;
        std::printf(
            "%-11s %9.0f triangles %10.2f ms (%4.2f) %10.0f pairs %11.0f candidates (%4.2f) "
            "%13.0f box tests (%4.2f) %8.1f MB\n",
            family.name, now.triangles, now.milliseconds,
            exponent(last.milliseconds, now.milliseconds, ratio), now.pairs, now.candidates,
            exponent(last.candidates, now.candidates, ratio), now.box_tests,
            exponent(last.box_tests, now.box_tests, ratio), now.megabytes);
        std::fflush(stdout);
        last = now;
    }
}

} // namespace
} // namespace impinge::bench

int main(int argc, char** argv) {
    using namespace impinge::bench;
    const std::string wanted = argc > 1 ? argv[1] : "all";
    const std::size_t smallest = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 10'000;
    const std::size_t largest = argc > 3 ? std::strtoul(argv[3], nullptr, 10) : 1'000'000;
    for (const auto& family : impinge::scenes::crowded_families()) {
        const bool too_long = std::string(family.name) == "long-tangle"; // n^1.5 at best
        if (wanted == family.name || (wanted == "all" && !too_long)) {
            show(family, smallest, largest);
        }
    }
    return 0;
}
