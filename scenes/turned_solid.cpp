// SPDX-License-Identifier: Apache-2.0
#include "scenes/turned_solid.hpp"

#include "impinge/rigid.hpp"
#include "scenes/assembly.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace impinge::scenes {
namespace {

constexpr std::uint32_t least_sectors = 8;

std::uint32_t sectors_for(const TurnedSolid& shape) {
    // Two triangles for each sector of each piece of the profile, one where it meets the axis.
    const auto per_sector = static_cast<double>(2 * (shape.profile.size() - 2));
    const double wanted = std::nearbyint(static_cast<double>(shape.triangles) / per_sector);
    return std::max(least_sectors, static_cast<std::uint32_t>(wanted));
}

/// Triangles between two rings of `count` vertices that begin at `lower` and `upper`.
void add_band(Mesh& mesh, std::uint32_t lower, std::uint32_t upper, std::uint32_t count) {
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint32_t next = (i + 1) % count;
        mesh.triangles.push_back({lower + i, lower + next, upper + next});
        mesh.triangles.push_back({lower + i, upper + next, upper + i});
    }
}

} // namespace

Mesh turned_solid(const TurnedSolid& shape) {
    const std::uint32_t sectors = sectors_for(shape);
    std::vector<Vec3d> directions;
    for (std::uint32_t i = 0; i < sectors; ++i) {
        const double angle = shape.phase_radians + 2 * std::numbers::pi * i / sectors;
        directions.push_back(apply(rotation({0, 0, 1}, angle), {1, 0, 0}));
    }
    Mesh mesh;
    const auto add_pole = [&](double height) {
        mesh.positions.push_back(on_grid(Vec3d{0, 0, height}));
        return static_cast<std::uint32_t>(mesh.positions.size() - 1);
    };
    const auto ring_at = [&](std::size_t i) { // rings follow the first pole
        return static_cast<std::uint32_t>(1 + (i - 1) * sectors);
    };
    const std::uint32_t below = add_pole(shape.profile.front().height);
    for (std::size_t i = 1; i + 1 < shape.profile.size(); ++i) {
        const auto [radius, height] = shape.profile[i];
        for (const Vec3d& direction : directions) {
            mesh.positions.push_back(on_grid(direction * radius + Vec3d{0, 0, height}));
        }
    }
    const std::uint32_t above = add_pole(shape.profile.back().height);
    const std::size_t last = shape.profile.size() - 2;
    for (std::size_t i = 1; i < last; ++i) {
        add_band(mesh, ring_at(i), ring_at(i + 1), sectors);
    }
    for (std::uint32_t i = 0; i < sectors; ++i) {
        const std::uint32_t next = (i + 1) % sectors;
        mesh.triangles.push_back({below, ring_at(1) + next, ring_at(1) + i});
        mesh.triangles.push_back({above, ring_at(last) + i, ring_at(last) + next});
    }
    return mesh;
}

Mesh octagon_stack(double half_x, double half_y, const std::vector<OutlineRing>& rings) {
    constexpr double cut = 0.75;
    const std::array<Vec3d, 8> outline{{{half_x, -cut * half_y, 0},
                                        {half_x, cut * half_y, 0},
                                        {cut * half_x, half_y, 0},
                                        {-cut * half_x, half_y, 0},
                                        {-half_x, cut * half_y, 0},
                                        {-half_x, -cut * half_y, 0},
                                        {-cut * half_x, -half_y, 0},
                                        {cut * half_x, -half_y, 0}}};
    constexpr auto corners = static_cast<std::uint32_t>(outline.size());
    Mesh mesh;
    for (const auto& [height, scale] : rings) {
        for (const Vec3d& corner : outline) {
            mesh.positions.push_back(corner * scale + Vec3d{0, 0, height});
        }
    }
    const auto top = static_cast<std::uint32_t>(corners * (rings.size() - 1));
    for (std::uint32_t ring = 0; ring < top; ring += corners) {
        add_band(mesh, ring, ring + corners, corners);
    }
    for (std::uint32_t i = 1; i + 1 < corners; ++i) {
        mesh.triangles.push_back({0, i + 1, i});
        mesh.triangles.push_back({top, top + i, top + i + 1});
    }
    return mesh;
}

} // namespace impinge::scenes
