// SPDX-License-Identifier: Apache-2.0
#include "scenes/octahedral.hpp"

#include <cmath>
#include <map>

namespace impinge::scenes {
namespace {

/// Corners have whole coordinates that add up to `cuts`, signs aside: faces share those on edges.
class CutOctahedron {
  public:
    explicit CutOctahedron(int cuts) : cuts_(cuts) {
        for (const int sx : {1, -1}) {
            for (const int sy : {1, -1}) {
                for (const int sz : {1, -1}) {
                    add_face({sx, sy, sz});
                }
            }
        }
    }

    Mesh take() { return std::move(mesh_); }

  private:
    using Signs = Vec3<int>;

    void add_face(Signs signs) {
        const bool outward = signs.x * signs.y * signs.z > 0;
        const auto add = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
            mesh_.triangles.push_back(outward ? TriangleIndices{a, b, c}
                                              : TriangleIndices{a, c, b});
        };
        for (int i = 0; i < cuts_; ++i) {
            for (int j = 0; i + j < cuts_; ++j) {
                // Corners are numbered as they are asked for, so each is asked for in its turn.
                const std::uint32_t c = corner(signs, i, j + 1);
                const std::uint32_t b = corner(signs, i + 1, j);
                add(corner(signs, i, j), b, c);
                if (i + j + 1 < cuts_) {
                    add(b, corner(signs, i + 1, j + 1), c);
                }
            }
        }
    }

    /// i of `cuts` along x, j along y, the rest along z.
    std::uint32_t corner(Signs signs, int i, int j) {
        const Signs at{signs.x * i, signs.y * j, signs.z * (cuts_ - i - j)};
        const auto [entry, added] =
            numbers_.try_emplace(at, static_cast<std::uint32_t>(mesh_.positions.size()));
        if (added) {
            mesh_.positions.push_back(
                {static_cast<double>(at.x), static_cast<double>(at.y), static_cast<double>(at.z)});
        }
        return entry->second;
    }

    int cuts_;
    std::map<Signs, std::uint32_t> numbers_;
    Mesh mesh_;
};

} // namespace

Mesh octahedral_sphere(double radius, std::uint32_t cuts) {
    Mesh mesh = CutOctahedron(static_cast<int>(cuts)).take();
    for (Vec3d& point : mesh.positions) {
        point = point * (radius / length(point));
    }
    return mesh;
}

Mesh thorny_star(Vec3d tips, double core, std::uint32_t cuts) {
    Mesh mesh = octahedral_sphere(1, cuts);
    for (Vec3d& point : mesh.positions) {
        const double roots = std::sqrt(std::abs(point.x) / tips.x) +
                             std::sqrt(std::abs(point.y) / tips.y) +
                             std::sqrt(std::abs(point.z) / tips.z);
        const double thorn = 1 / (roots * roots);
        // Smoothly the larger of the two.
        const double gap = thorn - core;
        point = point * ((thorn + core + std::sqrt(gap * gap + 0.02 * core * core)) / 2);
    }
    return mesh;
}

} // namespace impinge::scenes
