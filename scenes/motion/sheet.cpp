// SPDX-License-Identifier: Apache-2.0
#include "scenes/motion/sheet.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

namespace impinge::scenes {
namespace {

constexpr std::uint32_t no_triangle = std::numeric_limits<std::uint32_t>::max();

/// The corner of a triangle that is neither of the two.
std::uint32_t third_corner(const TriangleIndices& triangle, std::uint32_t a, std::uint32_t b) {
    for (const std::uint32_t corner : triangle) {
        if (corner != a && corner != b) {
            return corner;
        }
    }
    return no_triangle;
}

void replace(TriangleIndices& triangle, std::uint32_t old_corner, std::uint32_t new_corner) {
    std::replace(triangle.begin(), triangle.end(), old_corner, new_corner);
}

/// Triangles around each vertex that is asked about, in the order of their numbers.
std::map<std::uint32_t, std::vector<std::uint32_t>>
triangles_around(const Mesh& mesh, const std::vector<std::uint32_t>& vertices) {
    std::map<std::uint32_t, std::vector<std::uint32_t>> around;
    std::vector<bool> asked(mesh.positions.size(), false);
    for (const std::uint32_t vertex : vertices) {
        asked[vertex] = true;
    }
    for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i) {
        for (const std::uint32_t corner : mesh.triangles[i]) {
            if (asked[corner]) {
                around[corner].push_back(i);
            }
        }
    }
    return around;
}

/// Those of `open` that hang together with its first one by edges at the vertex; they are taken out
/// of it.
std::vector<std::uint32_t> take_fan(const Mesh& mesh, std::uint32_t vertex,
                                    std::vector<std::uint32_t>& open) {
    const auto share_edge = [&](std::uint32_t first, std::uint32_t second) {
        for (const std::uint32_t corner : mesh.triangles[first]) {
            const auto& other = mesh.triangles[second];
            if (corner != vertex && std::find(other.begin(), other.end(), corner) != other.end()) {
                return true;
            }
        }
        return false;
    };
    std::vector<std::uint32_t> fan{open.front()};
    open.erase(open.begin());
    for (std::size_t i = 0; i < fan.size(); ++i) {
        const auto rest = std::stable_partition(
            open.begin(), open.end(), [&](std::uint32_t t) { return share_edge(fan[i], t); });
        fan.insert(fan.end(), open.begin(), rest);
        open.erase(open.begin(), rest);
    }
    return fan;
}

} // namespace

double Sheet::rest_length(std::uint32_t a, std::uint32_t b) const {
    const double u = material_[a][0] - material_[b][0];
    const double v = material_[a][1] - material_[b][1];
    return std::sqrt(u * u + v * v);
}

void Sheet::weave(SceneBody& cloth) {
    const std::vector<TriangleIndices>& triangles = cloth.mesh.triangles;
    std::vector<double> masses(cloth.mesh.positions.size(), 0);
    edges_.clear();
    for (std::uint32_t t = 0; t < triangles.size(); ++t) {
        const auto& corners = triangles[t];
        for (std::size_t i = 0; i < 3; ++i) {
            const auto [a, b] = std::minmax(corners[i], corners[(i + 1) % 3]);
            edges_.push_back({a, b, {t, no_triangle}});
        }
        const auto& [p, q, r] = corners;
        const double area =
            std::abs((material_[q][0] - material_[p][0]) * (material_[r][1] - material_[p][1]) -
                     (material_[r][0] - material_[p][0]) * (material_[q][1] - material_[p][1])) /
            2;
        for (const std::uint32_t corner : corners) {
            masses[corner] += rules_.weight * area / 3;
        }
    }
    std::sort(edges_.begin(), edges_.end(), [](const Edge& x, const Edge& y) {
        return std::tie(x.a, x.b, x.triangles[0]) < std::tie(y.a, y.b, y.triangles[0]);
    });
    std::size_t kept = 0;
    for (const Edge& edge : edges_) {
        if (kept > 0 && edges_[kept - 1].a == edge.a && edges_[kept - 1].b == edge.b) {
            edges_[kept - 1].triangles[1] = edge.triangles[0];
        } else {
            edges_[kept++] = edge;
        }
    }
    edges_.resize(kept);
    threads_.clear();
    for (const Edge& edge : edges_) {
        threads_.push_back(
            {edge.a, edge.b, rest_length(edge.a, edge.b), rules_.stretch_compliance});
    }
    for (const Edge& edge : edges_) {
        if (edge.triangles[1] != no_triangle) {
            const std::uint32_t c = third_corner(triangles[edge.triangles[0]], edge.a, edge.b);
            const std::uint32_t d = third_corner(triangles[edge.triangles[1]], edge.a, edge.b);
            threads_.push_back({c, d, rest_length(c, d), rules_.bend_compliance});
        }
    }
    cloth.inverse_masses.resize(masses.size());
    for (std::size_t i = 0; i < masses.size(); ++i) {
        cloth.inverse_masses[i] = fixed_[i] || masses[i] == 0 ? 0 : 1 / masses[i];
    }
}

void Sheet::hold(SceneBody& cloth, double step_seconds) const {
    const double softness = 1 / (step_seconds * step_seconds);
    std::vector<Vec3d>& positions = cloth.mesh.positions;
    for (const Thread& thread : threads_) {
        const double mass_a = cloth.inverse_masses[thread.a];
        const double mass_b = cloth.inverse_masses[thread.b];
        const Vec3d along = positions[thread.b] - positions[thread.a];
        const double now = length(along);
        if (mass_a + mass_b == 0 || now == 0) {
            continue;
        }
        const double strength =
            (now - thread.rest) / (mass_a + mass_b + thread.compliance * softness) / now;
        positions[thread.a] = positions[thread.a] + along * (strength * mass_a);
        positions[thread.b] = positions[thread.b] - along * (strength * mass_b);
    }
}

std::uint32_t Sheet::copy_vertex(SceneBody& cloth, std::uint32_t vertex) {
    const auto copy = static_cast<std::uint32_t>(cloth.mesh.positions.size());
    cloth.mesh.positions.push_back(Vec3d(cloth.mesh.positions[vertex]));
    cloth.velocities.push_back(Vec3d(cloth.velocities[vertex]));
    material_.push_back(MaterialPoint(material_[vertex]));
    fixed_.push_back(fixed_[vertex]);
    return copy;
}

/// A little nearer to the end that it stays with, so that the cut gapes.
std::uint32_t Sheet::add_middle(SceneBody& cloth, std::uint32_t near, std::uint32_t far) {
    constexpr double share = 0.48;
    const std::uint32_t middle = copy_vertex(cloth, near);
    const auto between = [&](Vec3d from, Vec3d to, double part) {
        return from + (to - from) * part;
    };
    cloth.mesh.positions[middle] =
        between(cloth.mesh.positions[near], cloth.mesh.positions[far], share);
    cloth.velocities[middle] = between(cloth.velocities[near], cloth.velocities[far], share);
    for (std::size_t axis = 0; axis < 2; ++axis) {
        material_[middle][axis] = (material_[near][axis] + material_[far][axis]) / 2;
    }
    fixed_[middle] = false;
    return middle;
}

void Sheet::cut(SceneBody& cloth, const Edge& edge) {
    const std::uint32_t middle_a = add_middle(cloth, edge.a, edge.b);
    const std::uint32_t middle_b = add_middle(cloth, edge.b, edge.a);
    for (const std::uint32_t triangle : edge.triangles) {
        if (triangle != no_triangle) {
            TriangleIndices half = cloth.mesh.triangles[triangle];
            replace(cloth.mesh.triangles[triangle], edge.b, middle_a);
            replace(half, edge.a, middle_b);
            cloth.mesh.triangles.push_back(half);
        }
    }
}

void Sheet::part_fans(SceneBody& cloth, const std::vector<std::uint32_t>& vertices) {
    for (auto& [vertex, open] : triangles_around(cloth.mesh, vertices)) {
        take_fan(cloth.mesh, vertex, open); // keeps the vertex
        while (!open.empty()) {
            const std::vector<std::uint32_t> fan = take_fan(cloth.mesh, vertex, open);
            const std::uint32_t copy = copy_vertex(cloth, vertex);
            for (const std::uint32_t triangle : fan) {
                replace(cloth.mesh.triangles[triangle], vertex, copy);
            }
        }
    }
}

std::size_t Sheet::tear(SceneBody& cloth) {
    struct Stretched {
        double by;
        std::size_t edge;
    };
    std::vector<Stretched> stretched;
    for (std::size_t i = 0; i < edges_.size(); ++i) {
        const Thread& thread = threads_[i];
        const double now = length(cloth.mesh.positions[thread.a] - cloth.mesh.positions[thread.b]);
        if (now > rules_.tears_at * thread.rest && thread.rest >= rules_.shortest_torn &&
            !(fixed_[thread.a] && fixed_[thread.b])) {
            stretched.push_back({now / thread.rest, i});
        }
    }
    if (stretched.empty()) {
        return 0;
    }
    std::stable_sort(stretched.begin(), stretched.end(),
                     [](const Stretched& x, const Stretched& y) { return x.by > y.by; });
    // A vertex takes part in one cut at a time: its neighbours feel the cut before they are judged.
    std::vector<bool> taken(cloth.mesh.positions.size(), false);
    std::vector<std::uint32_t> ends;
    std::size_t cuts = 0;
    for (const auto& [by, index] : stretched) {
        const Edge edge = edges_[index];
        std::vector<std::uint32_t> around{edge.a, edge.b};
        for (const std::uint32_t triangle : edge.triangles) {
            if (triangle != no_triangle) {
                around.push_back(third_corner(cloth.mesh.triangles[triangle], edge.a, edge.b));
            }
        }
        if (std::any_of(around.begin(), around.end(), [&](std::uint32_t v) { return taken[v]; })) {
            continue;
        }
        for (const std::uint32_t vertex : around) {
            taken[vertex] = true;
        }
        ends.insert(ends.end(), around.begin() + 2, around.end());
        cut(cloth, edge);
        ++cuts;
    }
    part_fans(cloth, ends);
    weave(cloth);
    return cuts;
}

} // namespace impinge::scenes
