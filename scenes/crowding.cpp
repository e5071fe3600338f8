// SPDX-License-Identifier: Apache-2.0
#include "scenes/crowding.hpp"

#include "base/random.hpp"
#include "math/sine.hpp"
#include "scenes/bumpy_sphere.hpp"

#include <array>
#include <cmath>

namespace impinge::scenes {
namespace {

constexpr double whole_turn = 6.283185307179586;

void add_triangle(Mesh& mesh, Vec3d p, Vec3d q, Vec3d r) {
    const auto first = static_cast<std::uint32_t>(mesh.positions.size());
    mesh.positions.insert(mesh.positions.end(), {p, q, r});
    mesh.triangles.push_back({first, first + 1, first + 2});
}

Mesh sphere_at(std::size_t triangles, Vec3d centre, double size) {
    Mesh mesh = bumpy_sphere({.triangles = triangles, .seed = 5});
    for (Vec3d& p : mesh.positions) {
        p = p * size + centre;
    }
    return mesh;
}

CrowdedBodies crossing_spheres(std::size_t n) {
    return {sphere_at(n / 2, {}, 1), sphere_at(n / 2, {0.7, 0.3, 0.2}, 1)};
}

CrowdedBodies stray(std::size_t n) {
    CrowdedBodies bodies = crossing_spheres(n);
    for (Mesh* mesh : {&bodies.a, &bodies.b}) {
        add_triangle(*mesh, {1e6, 1e6, 1e6}, {1e6, 1e6 + 1, 1e6}, {1e6 + 1, 1e6, 1e6});
    }
    return bodies;
}

CrowdedBodies stray_self(std::size_t n) { return {stray(n).a, {}}; }

/// In coordinates of a survey, with something far away.
CrowdedBodies survey(std::size_t n) {
    const Vec3d place{4.3e5, 5.1e6, 320};
    CrowdedBodies bodies{sphere_at(n / 2, place, 1),
                         sphere_at(n / 2, place + Vec3d{0.7, 0.3, 0.2}, 1)};
    for (Mesh* mesh : {&bodies.a, &bodies.b}) {
        add_triangle(*mesh, {}, {0, 1, 0}, {1, 0, 0});
    }
    return bodies;
}

CrowdedBodies one_needle(std::size_t n) {
    CrowdedBodies bodies = crossing_spheres(n);
    add_triangle(bodies.a, {-1e5, -1e5, -1e5}, {1e5, 1e5, 1e5}, {1e5, 1e5, 1e5 + 1});
    add_triangle(bodies.b, {-1e5, -1e5, -1e5 + 7}, {1e5, 1e5, 1e5 + 7}, {1e5, 1e5, 1e5 + 8});
    return bodies;
}

CrowdedBodies scales(std::size_t n) {
    CrowdedBodies bodies;
    constexpr std::size_t levels = 10;
    double size = 1;
    for (std::size_t level = 0; level < levels; ++level, size *= 1e-3) {
        const Vec3d centre = Vec3d{3, 2, 1} * size;
        const Mesh a = sphere_at(n / (2 * levels), centre, size);
        const Mesh b = sphere_at(n / (2 * levels), centre + Vec3d{0.7, 0.3, 0.2} * size, size);
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
CrowdedBodies plates(std::size_t n) {
    CrowdedBodies bodies;
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
CrowdedBodies needle_rows(std::size_t n) {
    CrowdedBodies bodies;
    const auto rows = static_cast<std::size_t>(std::sqrt(static_cast<double>(n)));
    const double step = 1 / static_cast<double>(rows);
    const Vec3d u{0.8, -0.6, 0};
    const Vec3d v{0.36, 0.48, -0.8};
    const Vec3d along = cross(u, v);
    for (std::size_t i = 0; i < rows; ++i) {
        for (std::size_t j = 0; j < rows; ++j) {
            const Vec3d at =
                u * (static_cast<double>(i) * step) + v * (static_cast<double>(j) * step);
            add_triangle((i + j) % 2 == 0 ? bodies.a : bodies.b, at, at + along,
                         at + u * (0.3 * step));
        }
    }
    return bodies;
}

/// In all directions in a cube, as long as is said.
CrowdedBodies needles_everywhere(std::size_t n, double longest) {
    Random random(3);
    CrowdedBodies bodies;
    const double thin = 0.01 / static_cast<double>(n);
    for (std::size_t i = 0; i < n; ++i) {
        const Vec3d p = random.in_box({0, 0, 0}, {1, 1, 1});
        const Vec3d q = random.in_box({0, 0, 0}, {1, 1, 1});
        add_triangle(i % 2 == 0 ? bodies.a : bodies.b, p, p + (q - p) * longest,
                     p + Vec3d{thin, thin, -thin});
    }
    return bodies;
}

/// As long as some times the distance from one to the next, however many there are, so that each
/// has as many neighbours.
CrowdedBodies tangle(std::size_t n) {
    double side = 1;
    while (side * side * side < static_cast<double>(n)) {
        ++side;
    }
    return needles_everywhere(n, 6 / side);
}

/// All through the cube: each comes as near to others as they are apart n^0.5 times.
CrowdedBodies long_tangle(std::size_t n) { return needles_everywhere(n, 1); }

CrowdedBodies bicone(std::size_t n) {
    Mesh mesh;
    const auto spokes = static_cast<std::uint32_t>(n / 2);
    mesh.positions = {{0, 0, 1}, {0, 0, -1}};
    for (std::uint32_t i = 0; i < spokes; ++i) {
        const SineCosine angle = sine_cosine(whole_turn * i / spokes);
        mesh.positions.push_back({angle.cosine, angle.sine, 0});
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

void add_mesh(Mesh& to, const Mesh& from) {
    const auto first = static_cast<std::uint32_t>(to.positions.size());
    to.positions.insert(to.positions.end(), from.positions.begin(), from.positions.end());
    for (const TriangleIndices& t : from.triangles) {
        to.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
    }
}

/// Teeth of A between those of B, as long as all are wide.
CrowdedBodies crowded_combs(std::size_t n) {
    CrowdedBodies bodies;
    const std::size_t teeth = n / 12;
    for (std::size_t i = 0; i < teeth; ++i) {
        const double x = static_cast<double>(i) / static_cast<double>(teeth);
        const double width = 0.4 / static_cast<double>(teeth);
        add_mesh(i % 2 == 0 ? bodies.a : bodies.b, box_between({x, 0, 0}, {x + width, 1, 0.1}));
    }
    return bodies;
}

/// Many small parts.
CrowdedBodies dust(std::size_t n) {
    Random random(11);
    CrowdedBodies bodies;
    double side = 1; // as many along each axis as there are in all
    while (side * side * side < static_cast<double>(n)) {
        ++side;
    }
    for (std::size_t i = 0; i < n / 12; ++i) {
        const Vec3d at = random.in_box({0, 0, 0}, {1, 1, 1});
        add_mesh(i % 2 == 0 ? bodies.a : bodies.b,
                 box_between(at, at + Vec3d{1, 1, 1} * (0.2 / side)));
    }
    return bodies;
}

CrowdedBodies shrunk(std::size_t n, double size) {
    CrowdedBodies bodies = crossing_spheres(n);
    for (Mesh* mesh : {&bodies.a, &bodies.b}) {
        for (Vec3d& p : mesh->positions) {
            p = p * size;
        }
    }
    return bodies;
}
CrowdedBodies tiny(std::size_t n) { return shrunk(n, 1e-110); }
CrowdedBodies tiniest(std::size_t n) { return shrunk(n, 1e-290); }

constexpr std::array all_families{CrowdedFamily{"spheres", crossing_spheres},
                                  CrowdedFamily{"stray", stray},
                                  CrowdedFamily{"stray-self", stray_self},
                                  CrowdedFamily{"survey", survey},
                                  CrowdedFamily{"needle", one_needle},
                                  CrowdedFamily{"scales", scales},
                                  CrowdedFamily{"plates", plates},
                                  CrowdedFamily{"needles", needle_rows},
                                  CrowdedFamily{"tangle", tangle},
                                  CrowdedFamily{"long-tangle", long_tangle},
                                  CrowdedFamily{"bicone", bicone},
                                  CrowdedFamily{"combs", crowded_combs},
                                  CrowdedFamily{"dust", dust},
                                  CrowdedFamily{"tiny", tiny},
                                  CrowdedFamily{"tiniest", tiniest}};

} // namespace

std::span<const CrowdedFamily> crowded_families() { return all_families; }

} // namespace impinge::scenes
