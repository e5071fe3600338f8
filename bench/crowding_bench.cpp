// SPDX-License-Identifier: Apache-2.0
//
// What crowds a broad phase: something far away, needles, many scales, fans, combs, dust. Each family
// at growing size: time, candidates, pairs of boxes compared, memory, and how they grow (the
// exponent: 1 is linear, 2 quadratic).
//
//     crowding_bench [FAMILY] [SMALLEST [LARGEST]]
//
// Each run is a process of its own, so that its peak of memory is its own.
#include "base/random.hpp"
#include "base/stopwatch.hpp"
#include "exact/pairs/find_pairs.hpp"
#include "scenes/bumpy_sphere.hpp"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>

namespace impinge::bench {
namespace {

struct Bodies {
    Mesh a;
    Mesh b; ///< without triangles: the question is whether A meets itself
};

constexpr double full_turn = 6.283185307179586;

void add_triangle(Mesh& mesh, Vec3d p, Vec3d q, Vec3d r) {
    const auto first = static_cast<std::uint32_t>(mesh.positions.size());
    mesh.positions.insert(mesh.positions.end(), {p, q, r});
    mesh.triangles.push_back({first, first + 1, first + 2});
}

Mesh ball(std::size_t triangles, Vec3d centre, double size) {
    Mesh mesh = scenes::bumpy_sphere({.triangles = triangles, .seed = 5});
    for (Vec3d& p : mesh.positions) {
        p = p * size + centre;
    }
    return mesh;
}

Bodies spheres(std::size_t n) { return {ball(n / 2, {}, 1), ball(n / 2, {0.7, 0.3, 0.2}, 1)}; }

Bodies stray(std::size_t n) {
    Bodies bodies = spheres(n);
    for (Mesh* mesh : {&bodies.a, &bodies.b}) {
        add_triangle(*mesh, {1e6, 1e6, 1e6}, {1e6, 1e6 + 1, 1e6}, {1e6 + 1, 1e6, 1e6});
    }
    return bodies;
}

Bodies stray_self(std::size_t n) { return {stray(n).a, {}}; }

/// In coordinates of a survey, with something far away.
Bodies survey(std::size_t n) {
    const Vec3d place{4.3e5, 5.1e6, 320};
    Bodies bodies{ball(n / 2, place, 1), ball(n / 2, place + Vec3d{0.7, 0.3, 0.2}, 1)};
    for (Mesh* mesh : {&bodies.a, &bodies.b}) {
        add_triangle(*mesh, {}, {0, 1, 0}, {1, 0, 0});
    }
    return bodies;
}

Bodies one_needle(std::size_t n) {
    Bodies bodies = spheres(n);
    add_triangle(bodies.a, {-1e5, 3, 3}, {1e5, 3, 3.01}, {1e5, 3.01, 3});
    add_triangle(bodies.b, {3, -1e5, -1e5}, {3, 1e5, 1e5}, {3.01, 1e5, 1e5});
    return bodies;
}

Bodies scales(std::size_t n) {
    Bodies bodies;
    constexpr std::size_t levels = 10;
    for (std::size_t level = 0; level < levels; ++level) {
        const double size = std::pow(10.0, -3.0 * static_cast<double>(level));
        const Vec3d centre = Vec3d{3, 2, 1} * size;
        const Mesh a = ball(n / (2 * levels), centre, size);
        const Mesh b = ball(n / (2 * levels), centre + Vec3d{0.7, 0.3, 0.2} * size, size);
        for (const TriangleIndices& t : a.triangles) {
            add_triangle(bodies.a, a.positions[t[0]], a.positions[t[1]], a.positions[t[2]]);
        }
        for (const TriangleIndices& t : b.triangles) {
            add_triangle(bodies.b, b.positions[t[0]], b.positions[t[1]], b.positions[t[2]]);
        }
    }
    return bodies;
}

/// Parallel plates askew to the axes, those of A between those of B.
Bodies plates(std::size_t n) {
    Bodies bodies;
    const Vec3d u{0.8, -0.6, 0};
    const Vec3d v{0.36, 0.48, -0.8};
    const Vec3d normal = cross(u, v);
    for (std::size_t i = 0; i < n / 2; ++i) {
        const Vec3d at = normal * (static_cast<double>(i) / static_cast<double>(n));
        Mesh& mesh = i % 2 == 0 ? bodies.a : bodies.b;
        add_triangle(mesh, at, at + u, at + v);
        add_triangle(mesh, at + u + v, at + v, at + u);
    }
    return bodies;
}

/// Side by side along a diagonal, in a square of rows.
Bodies needles(std::size_t n) {
    Bodies bodies;
    const auto rows = static_cast<std::size_t>(std::sqrt(static_cast<double>(n)));
    const double step = 1 / static_cast<double>(rows);
    const Vec3d u{0.8, -0.6, 0};
    const Vec3d v{0.36, 0.48, -0.8};
    const Vec3d along = cross(u, v);
    for (std::size_t i = 0; i < rows; ++i) {
        for (std::size_t j = 0; j < rows; ++j) {
            const Vec3d at = u * (static_cast<double>(i) * step) + v * (static_cast<double>(j) * step);
            add_triangle((i + j) % 2 == 0 ? bodies.a : bodies.b, at, at + along,
                         at + u * (0.3 * step));
        }
    }
    return bodies;
}

/// In all directions through a cube.
Bodies tangle(std::size_t n) {
    Random random(3);
    Bodies bodies;
    for (std::size_t i = 0; i < n; ++i) {
        const Vec3d p = random.in_box({0, 0, 0}, {1, 1, 1});
        const Vec3d q = random.in_box({0, 0, 0}, {1, 1, 1});
        const double thin = 0.01 / static_cast<double>(n);
        add_triangle(i % 2 == 0 ? bodies.a : bodies.b, p, q, p + Vec3d{thin, thin, -thin});
    }
    return bodies;
}

Bodies bicone(std::size_t n) {
    Mesh mesh;
    const auto spokes = static_cast<std::uint32_t>(n / 2);
    mesh.positions = {{0, 0, 1}, {0, 0, -1}};
    for (std::uint32_t i = 0; i < spokes; ++i) {
        const double angle = full_turn * i / spokes;
        mesh.positions.push_back({std::cos(angle), std::sin(angle), 0});
    }
    for (std::uint32_t i = 0; i < spokes; ++i) {
        const std::uint32_t p = 2 + i;
        const std::uint32_t q = 2 + (i + 1) % spokes;
        mesh.triangles.push_back({0, p, q});
        mesh.triangles.push_back({1, q, p});
    }
    return {mesh, {}};
}

Mesh box_between(Vec3d low, Vec3d high) {
    Mesh mesh;
    for (int i = 0; i < 8; ++i) {
        mesh.positions.push_back({(i & 1) != 0 ? high.x : low.x, (i & 2) != 0 ? high.y : low.y,
                                  (i & 4) != 0 ? high.z : low.z});
    }
    mesh.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                      {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
    return mesh;
}

void append(Mesh& to, const Mesh& from) {
    const auto first = static_cast<std::uint32_t>(to.positions.size());
    to.positions.insert(to.positions.end(), from.positions.begin(), from.positions.end());
    for (const TriangleIndices& t : from.triangles) {
        to.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
    }
}

/// Teeth of A between those of B, as long as all are wide.
Bodies combs(std::size_t n) {
    Bodies bodies;
    const std::size_t teeth = n / 12;
    for (std::size_t i = 0; i < teeth; ++i) {
        const double x = static_cast<double>(i) / static_cast<double>(teeth);
        const double width = 0.4 / static_cast<double>(teeth);
        append(i % 2 == 0 ? bodies.a : bodies.b, box_between({x, 0, 0}, {x + width, 1, 0.1}));
    }
    return bodies;
}

/// Many small parts.
Bodies dust(std::size_t n) {
    Random random(11);
    Bodies bodies;
    for (std::size_t i = 0; i < n / 12; ++i) {
        const Vec3d at = random.in_box({0, 0, 0}, {1, 1, 1});
        append(i % 2 == 0 ? bodies.a : bodies.b,
               box_between(at, at + Vec3d{1, 1, 1} * (0.2 / std::cbrt(static_cast<double>(n)))));
    }
    return bodies;
}

Bodies shrunk(std::size_t n, double size) {
    Bodies bodies = spheres(n);
    for (Mesh* mesh : {&bodies.a, &bodies.b}) {
        for (Vec3d& p : mesh->positions) {
            p = p * size;
        }
    }
    return bodies;
}
Bodies tiny(std::size_t n) { return shrunk(n, 1e-110); }
Bodies tiniest(std::size_t n) { return shrunk(n, 1e-290); }

struct Family {
    const char* name;
    Bodies (*make)(std::size_t);
};
constexpr std::array families{
    Family{"spheres", spheres},     Family{"stray", stray},     Family{"stray-self", stray_self},
    Family{"survey", survey},       Family{"needle", one_needle}, Family{"scales", scales},
    Family{"plates", plates},       Family{"needles", needles}, Family{"tangle", tangle},
    Family{"bicone", bicone},       Family{"combs", combs},     Family{"dust", dust},
    Family{"tiny", tiny},           Family{"tiniest", tiniest}};

struct Measured {
    double triangles = 0;
    double milliseconds = 0;
    double pairs = 0;
    double candidates = 0;
    double box_tests = 0;
    double megabytes = 0; ///< beyond the input
};

double peak_megabytes() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) / 1024;
}

Measured measure(const Family& family, std::size_t n) {
    const Bodies bodies = family.make(n);
    const double before = peak_megabytes();
    const Context context(1);
    const WorldMesh a = std::move(to_world({bodies.a.view()}, {"A"}, context)).value();
    const WorldMesh b = std::move(to_world({bodies.b.view()}, {"B"}, context)).value();
    Stopwatch watch;
    const FoundPairs found = bodies.b.triangles.empty()
                                 ? find_self_pairs(a, Stop::Never, context)
                                 : find_pairs(a, b, Stop::Never, context);
    return {static_cast<double>(bodies.a.triangles.size() + bodies.b.triangles.size()),
            watch.lap(),
            static_cast<double>(found.pairs.size()),
            static_cast<double>(found.counters.candidate_pairs),
            found.box_tests,
            peak_megabytes() - before};
}

Measured measure_apart(const Family& family, std::size_t n) {
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

void show(const Family& family, std::size_t smallest, std::size_t largest) {
    Measured last;
    for (std::size_t n = smallest; n <= largest; n *= 10) {
        const Measured now = measure_apart(family, n);
        const double ratio = last.triangles > 0 ? now.triangles / last.triangles : 10;
        std::printf("%-11s %9.0f triangles %10.2f ms (%4.2f) %10.0f pairs %11.0f candidates (%4.2f) "
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
    for (const auto& family : families) {
        if (wanted == "all" || wanted == family.name) {
            show(family, smallest, largest);
        }
    }
    return 0;
}
