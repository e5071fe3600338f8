// SPDX-License-Identifier: Apache-2.0
//
// How the time of a verdict grows with the number of triangles where very many of them meet at one
// place, or bodies have very many parts: families of bodies, each twice as large as the one before.
// Prints the seconds of processor time of each and the exponent of growth: 1 is linear, 2
// quadratic. Where triangles that meet have to be found one pair at a time, their number is printed
// beside it, as it may be quadratic itself.
//
//     verdict_crowding_bench [largest, 64000] [seconds for one, 10] [family]
#include "base/random.hpp"
#include "bench/tetrahedra_in_grid.hpp"
#include "impinge/collide.hpp"
#include "math/sine.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <numbers>
#include <string>
#include <string_view>
#include <vector>

namespace impinge {
namespace {

struct TwoBodies {
    Mesh a;
    Mesh b;
};

struct Family {
    std::string name;
    std::function<TwoBodies(std::size_t triangles)> make;
};

/// Corner i of a regular polygon of radius 1, rounded to a grid so that heights do not matter.
Vec3d on_circle(std::size_t i, std::size_t corners, double z) {
    const double angle =
        2 * std::numbers::pi * static_cast<double>(i % corners) / static_cast<double>(corners);
    const SineCosine at = sine_cosine(angle);
    constexpr double grid = 0x1p30;
    return {std::round(at.cosine * grid) / grid, std::round(at.sine * grid) / grid, z};
}

/// Its ends are fans around one of their corners.
Mesh cylinder(std::size_t triangles, double share_of_hub, double low, double high) {
    const std::size_t corners = triangles / 4;
    const auto hub = static_cast<std::size_t>(share_of_hub * static_cast<double>(corners));
    Mesh mesh;
    for (const double z : {low, high}) {
        for (std::size_t i = 0; i < corners; ++i) {
            mesh.positions.push_back(on_circle(i, corners, z));
        }
    }
    const auto bottom = [&](std::size_t i) { return static_cast<std::uint32_t>(i % corners); };
    const auto top = [&](std::size_t i) {
        return static_cast<std::uint32_t>(corners + i % corners);
    };
    for (std::size_t i = 0; i < corners; ++i) {
        mesh.triangles.push_back({bottom(i), bottom(i + 1), top(i + 1)});
        mesh.triangles.push_back({bottom(i), top(i + 1), top(i)});
    }
    for (std::size_t i = 1; i + 1 < corners; ++i) {
        mesh.triangles.push_back({top(hub), top(hub + i), top(hub + i + 1)});
        mesh.triangles.push_back({bottom(hub), bottom(hub + i + 1), bottom(hub + i)});
    }
    return mesh;
}

/// From an apex at the origin, up or down.
Mesh cone(std::size_t triangles, double height) {
    const std::size_t corners = triangles / 2;
    Mesh mesh{{{0, 0, 0}, {0, 0, height}}, {}};
    for (std::size_t i = 0; i < corners; ++i) {
        mesh.positions.push_back(on_circle(i, corners, height));
    }
    for (std::size_t i = 0; i < corners; ++i) {
        auto p = static_cast<std::uint32_t>(2 + i);
        auto q = static_cast<std::uint32_t>(2 + (i + 1) % corners);
        if (height < 0) {
            std::swap(p, q);
        }
        mesh.triangles.push_back({0, q, p});
        mesh.triangles.push_back({1, p, q});
    }
    return mesh;
}

/// A box whose upper and lower sides are grids of squares.
Mesh slab(std::size_t triangles, double low, double high) {
    const auto side = static_cast<std::size_t>(std::sqrt(static_cast<double>(triangles) / 4));
    const auto vertex = [&](std::size_t layer, std::size_t x, std::size_t y) {
        return static_cast<std::uint32_t>((layer * (side + 1) + y) * (side + 1) + x);
    };
    Mesh mesh;
    for (const double z : {low, high}) {
        for (std::size_t y = 0; y <= side; ++y) {
            for (std::size_t x = 0; x <= side; ++x) {
                mesh.positions.push_back({static_cast<double>(x), static_cast<double>(y), z});
            }
        }
    }
    const auto quad = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
        mesh.triangles.push_back({a, b, c});
        mesh.triangles.push_back({a, c, d});
    };
    for (std::size_t y = 0; y < side; ++y) {
        for (std::size_t x = 0; x < side; ++x) {
            quad(vertex(0, x, y), vertex(0, x, y + 1), vertex(0, x + 1, y + 1),
                 vertex(0, x + 1, y));
            quad(vertex(1, x, y), vertex(1, x + 1, y), vertex(1, x + 1, y + 1),
                 vertex(1, x, y + 1));
        }
    }
    for (std::size_t i = 0; i < side; ++i) {
        quad(vertex(0, i, 0), vertex(0, i + 1, 0), vertex(1, i + 1, 0), vertex(1, i, 0));
        quad(vertex(0, i + 1, side), vertex(0, i, side), vertex(1, i, side),
             vertex(1, i + 1, side));
        quad(vertex(0, 0, i + 1), vertex(0, 0, i), vertex(1, 0, i), vertex(1, 0, i + 1));
        quad(vertex(0, side, i), vertex(0, side, i + 1), vertex(1, side, i + 1),
             vertex(1, side, i));
    }
    return mesh;
}

/// Of the grid of `dust`, even, so that a plane through the origin lies between cells.
int cells_along(std::size_t triangles) {
    return 2 * static_cast<int>(std::cbrt(static_cast<double>(triangles) / 4) / 2);
}

Mesh dust(std::size_t triangles, double from, double to) {
    return bench::tetrahedra_in_grid(cells_along(triangles), from, to);
}

Mesh box(Vec3d low, Vec3d high) {
    Mesh mesh = slab(4, 0, 1);
    for (Vec3d& p : mesh.positions) {
        p = {p.x > 0 ? high.x : low.x, p.y > 0 ? high.y : low.y, p.z > 0 ? high.z : low.z};
    }
    return mesh;
}

std::vector<Family> families() {
    return {
        {"same, caps fanned differently",
         [](std::size_t n) {
             return TwoBodies{cylinder(n, 0, 0, 1), cylinder(n, 0.4, 0, 1)};
         }},
        {"same, stored alike",
         [](std::size_t n) {
             return TwoBodies{cylinder(n, 0, 0, 1), cylinder(n, 0, 0, 1)};
         }},
        {"flush walls of many squares",
         [](std::size_t n) {
             return TwoBodies{slab(n, 0, 1), slab(n, 1, 2)};
         }},
        {"flush caps fanned differently",
         [](std::size_t n) {
             return TwoBodies{cylinder(n, 0, 0, 1), cylinder(n, 0.4, 1, 2)};
         }},
        {"fans at a common apex",
         [](std::size_t n) {
             return TwoBodies{cone(n, 1), cone(n, -1)};
         }},
        {"parts within a body",
         [](std::size_t n) {
             return TwoBodies{dust(n, 0.25, 0.75), box({-2, -2, -2}, {2, 2, 2})};
         }},
        {"parts within parts",
         [](std::size_t n) {
             return TwoBodies{dust(n, 0.3, 0.5), dust(n, 0.2, 0.9)};
         }},
        {"parts, half of them in a body",
         [](std::size_t n) {
             return TwoBodies{dust(n, 0.25, 0.75), box({-2, -2, -2}, {0, 2, 2})};
         }},
    };
}

void measure(const Family& family, std::size_t largest, double patience) {
    double last_seconds = 0;
    double last_triangles = 0;
    std::printf("%s\n", family.name.c_str());
    for (std::size_t wanted = 1000; wanted <= largest; wanted *= 2) {
        const TwoBodies bodies = family.make(wanted);
        const auto triangles =
            static_cast<double>(bodies.a.triangles.size() + bodies.b.triangles.size());
        if (triangles == last_triangles) {
            continue;
        }
        const std::clock_t start = std::clock();
        const auto found = collide({bodies.a.view()}, {bodies.b.view()}, {}, Context(1));
        const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
        if (!found) {
            std::printf("  %s\n", found.error().message.c_str());
            return;
        }
        std::printf("  %7.0f triangles  %-10s %9.4f s, judging %9.4f s, %9llu candidate pairs",
                    triangles, to_string(found->verdict), seconds, found->milliseconds.judge / 1000,
                    static_cast<unsigned long long>(found->counters.candidate_pairs));
        if (last_seconds > 0) {
            std::printf("  exponent %.2f",
                        std::log(seconds / last_seconds) / std::log(triangles / last_triangles));
        }
        std::printf("\n");
        std::fflush(stdout);
        if (seconds > patience) {
            return;
        }
        last_seconds = seconds;
        last_triangles = triangles;
    }
}

} // namespace
} // namespace impinge

int main(int count, char** arguments) {
    const std::size_t largest =
        count > 1 ? std::strtoull(arguments[1], nullptr, 10) : std::size_t{64000};
    const double patience = count > 2 ? std::strtod(arguments[2], nullptr) : 10;
    const std::string_view wanted = count > 3 ? arguments[3] : "";
    for (const impinge::Family& family : impinge::families()) {
        if (family.name.find(wanted) != std::string::npos) {
            impinge::measure(family, largest, patience);
        }
    }
    return 0;
}
