// SPDX-License-Identifier: Apache-2.0
//
// Rings of constant latitude, each with as many points as its length asks for; neighbouring rings
// are sewn together by going around both at the same pace.
#include "scenes/bumpy_sphere.hpp"

#include "base/random.hpp"
#include "math/sine.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace impinge::scenes {
namespace {

using std::numbers::pi;

struct Wave {
    Vec3d direction; ///< its length is the frequency
    double phase = 0;
};

std::vector<Wave> random_waves(const BumpySphere& shape) {
    Random random(shape.seed);
    std::vector<Wave> waves;
    for (int i = 0; i < shape.waves; ++i) {
        const Vec3d direction = random.direction();
        const double frequency = random.uniform(0.3, 1) * shape.frequency;
        waves.push_back({direction * frequency, random.uniform(0, 2 * pi)});
    }
    return waves;
}

/// Between -1 and 1.
double height(const std::vector<Wave>& waves, Vec3d unit) {
    double sum = 0;
    for (const Wave& wave : waves) {
        sum += sine_cosine(dot(wave.direction, unit) + wave.phase).sine;
    }
    return waves.empty() ? 0 : sum / static_cast<double>(waves.size());
}

/// Points per ring: two triangles for each, shared out in proportion to the rings' lengths.
std::vector<std::uint32_t> ring_sizes(std::size_t triangles) {
    const double points = static_cast<double>(std::max<std::size_t>(triangles, 32)) / 2;
    // Equilateral triangles: rings are sqrt(3)/2 of the points' spacing apart.
    const auto rings = static_cast<std::size_t>(
        std::max(3.0, std::nearbyint(std::sqrt(points * pi / (2 * std::sqrt(3.0) / 2)) - 1)));
    double total = 0;
    std::vector<double> lengths;
    for (std::size_t ring = 1; ring <= rings; ++ring) {
        const double latitude = pi * static_cast<double>(ring) / static_cast<double>(rings + 1);
        lengths.push_back(sine_cosine(latitude).sine);
        total += lengths.back();
    }
    std::vector<std::uint32_t> sizes;
    sizes.reserve(lengths.size());
    for (const double length : lengths) {
        sizes.push_back(
            std::max(4U, static_cast<std::uint32_t>(std::nearbyint(points * length / total))));
    }
    return sizes;
}

/// The strip between two rings, upper first, both counter-clockwise seen from above.
void sew(Mesh& mesh, std::uint32_t upper, std::uint32_t upper_size, std::uint32_t lower,
         std::uint32_t lower_size) {
    std::uint32_t i = 0;
    std::uint32_t j = 0;
    while (i < upper_size || j < lower_size) {
        const std::uint32_t u = upper + i % upper_size;
        const std::uint32_t l = lower + j % lower_size;
        const bool step_upper =
            j == lower_size ||
            (i < upper_size && std::uint64_t{i} * lower_size < std::uint64_t{j} * upper_size);
        if (step_upper) {
            mesh.triangles.push_back({u, l, upper + ++i % upper_size});
        } else {
            mesh.triangles.push_back({u, l, lower + ++j % lower_size});
        }
    }
}

} // namespace

Mesh bumpy_sphere(const BumpySphere& shape) {
    const std::vector<Wave> waves = random_waves(shape);
    const std::vector<std::uint32_t> sizes = ring_sizes(shape.triangles);
    Mesh mesh;
    const auto add_point = [&](Vec3d unit) {
        const double radius = shape.radius * (1 + shape.amplitude * height(waves, unit));
        mesh.positions.push_back(unit * radius);
    };
    add_point({0, 0, 1});
    std::uint32_t previous = 0;
    std::uint32_t previous_size = 1;
    for (std::size_t ring = 0; ring < sizes.size(); ++ring) {
        const double latitude =
            pi * static_cast<double>(ring + 1) / static_cast<double>(sizes.size() + 1);
        const auto [s, c] = sine_cosine(latitude);
        const auto first = static_cast<std::uint32_t>(mesh.positions.size());
        for (std::uint32_t i = 0; i < sizes[ring]; ++i) {
            const auto [y, x] = sine_cosine(2 * pi * i / sizes[ring]);
            add_point({s * x, s * y, c});
        }
        if (ring == 0) {
            for (std::uint32_t i = 0; i < sizes[0]; ++i) {
                mesh.triangles.push_back({0, first + i, first + (i + 1) % sizes[0]});
            }
        } else {
            sew(mesh, previous, previous_size, first, sizes[ring]);
        }
        previous = first;
        previous_size = sizes[ring];
    }
    const auto pole = static_cast<std::uint32_t>(mesh.positions.size());
    add_point({0, 0, -1});
    for (std::uint32_t i = 0; i < previous_size; ++i) {
        mesh.triangles.push_back({pole, previous + (i + 1) % previous_size, previous + i});
    }
    return mesh;
}

} // namespace impinge::scenes
