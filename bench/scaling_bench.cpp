// SPDX-License-Identifier: Apache-2.0
//
// How the engine grows with triangles and threads: two bumpy balls that cross and that nothing was
// prepared for (all pairs), and the same balls prepared and a hair's breadth apart (yes or no).
// Prints medians, the gain of threads, and exponents from one size to the next; fails if an answer
// depends on the number of threads.
//
//     scaling_bench [MOST_TRIANGLES, 4000000] [MOST_THREADS, all cores]
#include "bench/timed.hpp"
#include "bench/vector_state.hpp"
#include "impinge/collide.hpp"
#include "impinge/model.hpp"
#include "scenes/bumpy_sphere.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <thread>
#include <vector>

namespace impinge::bench {
namespace {

constexpr int rounds = 7;

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

struct Balls {
    Mesh a;
    Mesh b;

    explicit Balls(std::size_t triangles)
        : a(scenes::bumpy_sphere({.triangles = triangles / 2, .seed = 1})),
          b(scenes::bumpy_sphere({.triangles = triangles / 2, .seed = 2})) {}
};

Rigid moved(Vec3d by) {
    Rigid pose;
    pose.translation = by;
    return pose;
}

/// Milliseconds for each number of threads, or nothing if they do not agree.
std::optional<std::vector<double>> deforming(const Balls& balls,
                                             const std::vector<unsigned>& threads) {
    // The pose of B is in its vertices, so that both stand as a simulation would leave them.
    Mesh b = balls.b;
    for (Vec3d& p : b.positions) {
        p = p + Vec3d{1.2, 0.8, 0.3};
    }
    std::vector<std::vector<double>> times(threads.size());
    std::optional<std::uint64_t> hash;
    for (int round = 0; round < rounds + 1; ++round) {
        for (std::size_t i = 0; i < threads.size(); ++i) {
            const Context context(threads[i]);
            Expected<Interference> found = Interference{};
            leave_clean_vector_state();
            const double ms = timed([&] {
                found = collide({balls.a.view()}, {b.view()}, {.detail = Detail::Pairs}, context);
            });
            if (!found || (hash && *hash != found->hash)) {
                return std::nullopt;
            }
            hash = found->hash;
            if (round > 0) { // the first warms up
                times[i].push_back(ms);
            }
        }
    }
    std::vector<double> medians;
    for (const auto& of_threads : times) {
        medians.push_back(median(of_threads));
    }
    return medians;
}

/// Near misses of prepared balls, microseconds.
std::optional<double> near_miss(const Balls& balls) {
    const auto a = Model::prepare(balls.a.view());
    const auto b = Model::prepare(balls.b.view());
    if (!a || !b) {
        return std::nullopt;
    }
    // As near as it gets along x without contact.
    double apart = 4;
    double meets = 1;
    for (int step = 0; step < 20; ++step) {
        const double middle = (apart + meets) / 2;
        const auto found = collide({*a}, {*b, moved({middle, 0, 0})});
        if (!found) {
            return std::nullopt;
        }
        (found->verdict == Verdict::Apart ? apart : meets) = middle;
    }
    std::vector<double> times;
    for (int round = 0; round < 101; ++round) {
        leave_clean_vector_state();
        times.push_back(timed([&] {
            (void)collide({*a}, {*b, moved({apart + 0.01, 0.0001 * round, 0})}, {}, Context(1));
        }));
    }
    return 1e3 * median(times);
}

int run(std::size_t most_triangles, unsigned most_threads) {
    std::vector<unsigned> threads{1};
    while (threads.back() * 2 <= most_threads) {
        threads.push_back(threads.back() * 2);
    }
    std::printf("two deforming balls that cross, all pairs; ms (times as fast as one thread)\n%11s",
                "triangles");
    for (const unsigned count : threads) {
        std::printf(count == 1 ? "%14u thread " : "%14u threads", count);
    }
    std::printf("   exponent   near miss, prepared, us\n");
    constexpr std::array<std::size_t, 4> sizes{20'000, 200'000, 800'000, 4'000'000};
    double before = 0;
    std::size_t triangles_before = 0;
    for (const std::size_t triangles : sizes) {
        if (triangles > most_triangles) {
            break;
        }
        const Balls balls(triangles);
        const auto times = deforming(balls, threads);
        const auto near = near_miss(balls);
        if (!times || !near) {
            std::printf("answers differ or a call failed\n");
            return 1;
        }
        std::printf("%11zu", triangles);
        for (const double ms : *times) {
            std::printf("%12.2f (%4.1f)  ", ms, times->front() / ms);
        }
        const double one = times->front();
        const double growth = static_cast<double>(triangles) /
                              static_cast<double>(std::max<std::size_t>(1, triangles_before));
        if (before > 0) {
            std::printf("   %8.2f", std::log(one / before) / std::log(growth));
        } else {
            std::printf("   %8s", "");
        }
        std::printf("   %10.1f\n", *near);
        before = one;
        triangles_before = triangles;
    }
    return 0;
}

} // namespace
} // namespace impinge::bench

int main(int argc, char** argv) {
    const std::size_t triangles = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 4'000'000;
    const unsigned threads = argc > 2 ? static_cast<unsigned>(std::strtoul(argv[2], nullptr, 10))
                                      : std::thread::hardware_concurrency();
    return impinge::bench::run(triangles, std::max(1U, threads));
}
