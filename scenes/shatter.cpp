// SPDX-License-Identifier: Apache-2.0
#include "scenes/shatter.hpp"

#include "base/disjoint_sets.hpp"
#include "base/random.hpp"
#include "math/sine.hpp"
#include "scenes/boxes.hpp"
#include "scenes/octahedral.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <set>
#include <utility>

namespace impinge::scenes {
namespace {

using std::numbers::pi;

struct VaseOutline {
    double radius;
    double height;
};

constexpr std::array<VaseOutline, 9> vase_outline{{{0, 0},
                                                   {0.16, 0},
                                                   {0.27, 0.03},
                                                   {0.40, 0.26},
                                                   {0.45, 0.52},
                                                   {0.36, 0.84},
                                                   {0.22, 1.04},
                                                   {0.20, 1.18},
                                                   {0.29, 1.32}}};

/// Smooth through the outline, from 0 at its foot to 1 at its rim.
VaseOutline outline_at(double along) {
    constexpr auto spans = static_cast<double>(vase_outline.size() - 1);
    const auto i = std::min(static_cast<std::size_t>(along * spans), vase_outline.size() - 2);
    const double t = along * spans - static_cast<double>(i);
    const VaseOutline& p1 = vase_outline[i];
    const VaseOutline& p2 = vase_outline[i + 1];
    const VaseOutline& p0 = vase_outline[i == 0 ? 0 : i - 1];
    const VaseOutline& p3 = vase_outline[std::min(i + 2, vase_outline.size() - 1)];
    const auto blend = [&](double VaseOutline::*what) {
        return (2 * p1.*what + (p2.*what - p0.*what) * t +
                (2 * p0.*what - 5 * p1.*what + 4 * p2.*what - p3.*what) * t * t +
                (3 * p1.*what - p0.*what - 3 * p2.*what + p3.*what) * t * t * t) /
               2;
    };
    return {std::max(0.0, blend(&VaseOutline::radius)), std::max(0.0, blend(&VaseOutline::height))};
}

using ShellEdge = std::pair<std::uint32_t, std::uint32_t>;

/// Those that are run through one way only.
std::set<ShellEdge> border_of(const Shell& shell, const std::vector<std::uint32_t>& triangles) {
    std::set<ShellEdge> border;
    for (const std::uint32_t triangle : triangles) {
        const TriangleIndices& corners = shell.triangles[triangle];
        for (std::size_t i = 0; i < 3; ++i) {
            const ShellEdge edge{corners[i], corners[(i + 1) % 3]};
            if (border.erase({edge.second, edge.first}) == 0) {
                border.insert(edge);
            }
        }
    }
    return border;
}

Vec3d middle_of(const Shell& shell, std::uint32_t triangle) {
    const auto& [a, b, c] = shell.triangles[triangle];
    return (shell.outside[a] + shell.outside[b] + shell.outside[c]) * (1.0 / 3);
}

std::uint32_t nearest_of(const std::vector<Vec3d>& points, Vec3d to) {
    const auto nearest =
        std::min_element(points.begin(), points.end(), [&](Vec3d first, Vec3d second) {
            return squared_length(first - to) < squared_length(second - to);
        });
    return static_cast<std::uint32_t>(nearest - points.begin());
}

using Neighbours = std::vector<std::uint32_t>; ///< of a triangle, across its edges

std::vector<Neighbours> neighbours_in(const Shell& shell) {
    std::vector<Neighbours> neighbours(shell.triangles.size());
    std::map<ShellEdge, std::uint32_t> first_of_edge;
    for (std::uint32_t i = 0; i < shell.triangles.size(); ++i) {
        const TriangleIndices& corners = shell.triangles[i];
        for (std::size_t k = 0; k < 3; ++k) {
            const auto [entry, added] =
                first_of_edge.try_emplace(std::minmax(corners[k], corners[(k + 1) % 3]), i);
            if (!added) {
                neighbours[i].push_back(entry->second);
                neighbours[entry->second].push_back(i);
            }
        }
    }
    return neighbours;
}

/// Triangles with one label that do not hang together get different ones.
std::vector<std::uint32_t> connected_parts(const std::vector<Neighbours>& neighbours,
                                           const std::vector<std::uint32_t>& label) {
    DisjointSets sets(label.size());
    for (std::uint32_t i = 0; i < label.size(); ++i) {
        for (const std::uint32_t next : neighbours[i]) {
            if (label[next] == label[i]) {
                sets.unite(i, next);
            }
        }
    }
    std::vector<std::uint32_t> part(label.size());
    for (std::uint32_t i = 0; i < label.size(); ++i) {
        part[i] = sets.root(i);
    }
    return part;
}

/// Crumbs are left at the neighbour with which they share most. False if there are none.
bool join_smallest(const std::vector<Neighbours>& neighbours, std::vector<std::uint32_t>& label) {
    constexpr std::size_t crumb = 24;
    std::map<std::uint32_t, std::size_t> sizes;
    for (const std::uint32_t one : label) {
        ++sizes[one];
    }
    const auto smallest =
        std::min_element(sizes.begin(), sizes.end(),
                         [](const auto& x, const auto& y) { return x.second < y.second; });
    if (smallest->second >= crumb || sizes.size() == 1) {
        return false;
    }
    std::map<std::uint32_t, std::size_t> shared;
    for (std::uint32_t i = 0; i < label.size(); ++i) {
        for (const std::uint32_t next : neighbours[i]) {
            if (label[i] == smallest->first && label[next] != label[i]) {
                ++shared[label[next]];
            }
        }
    }
    const auto most =
        std::max_element(shared.begin(), shared.end(),
                         [](const auto& x, const auto& y) { return x.second < y.second; });
    std::replace(label.begin(), label.end(), std::uint32_t{smallest->first},
                 std::uint32_t{most->first});
    return true;
}

} // namespace

Shell vase(std::uint32_t rings, std::uint32_t sectors, double thickness) {
    Shell shell;
    shell.outside.push_back({0, 0, 0});
    shell.inside.push_back({0, 0, thickness});
    const auto number = [&](std::uint32_t ring, std::uint32_t sector) {
        return 1 + (ring - 1) * sectors + sector % sectors;
    };
    for (std::uint32_t ring = 1; ring <= rings; ++ring) {
        const double along = static_cast<double>(ring) / rings;
        const VaseOutline at = outline_at(along);
        const VaseOutline below = outline_at(std::max(0.0, along - 0.01));
        const VaseOutline above = outline_at(std::min(1.0, along + 0.01));
        const double run = above.radius - below.radius;
        const double rise = above.height - below.height;
        const double size = std::sqrt(run * run + rise * rise);
        const double inner_radius = at.radius - thickness * rise / size;
        const double inner_height = at.height + thickness * run / size;
        for (std::uint32_t sector = 0; sector < sectors; ++sector) {
            const auto [s, c] = sine_cosine(2 * pi * (sector + 0.5 * (ring % 2)) / sectors);
            shell.outside.push_back({at.radius * c, at.radius * s, at.height});
            shell.inside.push_back({inner_radius * c, inner_radius * s, inner_height});
        }
    }
    for (std::uint32_t sector = 0; sector < sectors; ++sector) {
        shell.triangles.push_back({0, number(1, sector + 1), number(1, sector)});
    }
    for (std::uint32_t ring = 1; ring < rings; ++ring) {
        for (std::uint32_t sector = 0; sector < sectors; ++sector) {
            const std::uint32_t a = number(ring, sector);
            const std::uint32_t b = number(ring, sector + 1);
            const std::uint32_t c = number(ring + 1, sector);
            const std::uint32_t d = number(ring + 1, sector + 1);
            // Odd rings are turned by half a sector.
            if (ring % 2 == 0) {
                shell.triangles.push_back({a, b, c});
                shell.triangles.push_back({b, d, c});
            } else {
                shell.triangles.push_back({a, d, c});
                shell.triangles.push_back({a, b, d});
            }
        }
    }
    return shell;
}

Mesh solid_of(const Shell& shell, const std::vector<std::uint32_t>& triangles) {
    Mesh mesh;
    std::map<std::uint32_t, std::uint32_t> numbers; // of a vertex outside; the one inside follows
    const auto outer = [&](std::uint32_t vertex) {
        const auto [entry, added] =
            numbers.try_emplace(vertex, static_cast<std::uint32_t>(mesh.positions.size()));
        if (added) {
            mesh.positions.push_back(shell.outside[vertex]);
            mesh.positions.push_back(shell.inside[vertex]);
        }
        return entry->second;
    };
    for (const std::uint32_t triangle : triangles) {
        const auto& [a, b, c] = shell.triangles[triangle];
        mesh.triangles.push_back({outer(a), outer(b), outer(c)});
        mesh.triangles.push_back({outer(a) + 1, outer(c) + 1, outer(b) + 1});
    }
    for (const auto& [from, to] : border_of(shell, triangles)) {
        const std::uint32_t a = outer(from);
        const std::uint32_t b = outer(to);
        if (from < to) { // the same diagonal on both sides of a crack
            mesh.triangles.push_back({b, a, b + 1});
            mesh.triangles.push_back({a, a + 1, b + 1});
        } else {
            mesh.triangles.push_back({b, a, a + 1});
            mesh.triangles.push_back({b, a + 1, b + 1});
        }
    }
    return mesh;
}

std::vector<std::vector<std::uint32_t>> shards_of(const Shell& shell, Vec3d impact,
                                                  std::size_t pieces, std::uint64_t seed) {
    Random random(seed);
    std::vector<Vec3d> centres;
    while (centres.size() < pieces) {
        const auto triangle = static_cast<std::uint32_t>(random.below(shell.triangles.size()));
        const Vec3d at = middle_of(shell, triangle);
        const double away = squared_length(at - impact) / (0.35 * 0.35);
        if (random.unit() < 1 / (1 + away)) {
            centres.push_back(at);
        }
    }
    std::vector<std::uint32_t> label;
    for (std::uint32_t i = 0; i < shell.triangles.size(); ++i) {
        label.push_back(nearest_of(centres, middle_of(shell, i)));
    }
    const std::vector<Neighbours> neighbours = neighbours_in(shell);
    label = connected_parts(neighbours, label);
    while (join_smallest(neighbours, label)) {
    }
    std::map<std::uint32_t, std::vector<std::uint32_t>> shards;
    for (std::uint32_t i = 0; i < label.size(); ++i) {
        shards[label[i]].push_back(i);
    }
    std::vector<std::vector<std::uint32_t>> out;
    for (auto& [root, triangles] : shards) {
        out.push_back(std::move(triangles));
    }
    return out;
}

namespace {

constexpr double vase_mass = 5;

std::vector<std::uint32_t> all_of(const Shell& shell) {
    std::vector<std::uint32_t> triangles(shell.triangles.size());
    for (std::uint32_t i = 0; i < triangles.size(); ++i) {
        triangles[i] = i;
    }
    return triangles;
}

} // namespace

ShatteringVase::ShatteringVase(const ShatterParameters& parameters)
    : MovingScene({.frames_per_second = 120,
                   .steps_per_frame = 8,
                   .iterations = 3,
                   .slop = 0.002,
                   .max_push = 0.0015,
                   .friction = 0.5,
                   .max_speed = 6,
                   .damping = 0.3}),
      parameters_(parameters), shell_(vase(36, 56, thickness)) {
    SceneBody floor;
    floor.name = "floor";
    floor.mesh = box({-9, -6, -1}, {9, 9, 0});
    floor.rank = FaceRank::Ground;
    bodies_.push_back(std::move(floor));
    SceneBody thrown = rigid_body("ball", octahedral_sphere(0.17, 16), 3);
    thrown.motion.centre = {-1.9, -0.35, 0.72};
    thrown.motion.velocity = {parameters.speed, 0.12 * parameters.speed, 0.9};
    thrown.motion.spin = {0, 4, 0};
    thrown.pose = thrown.motion.pose();
    bodies_.push_back(std::move(thrown));
    SceneBody whole;
    whole.name = "vase";
    whole.mesh = solid_of(shell_, all_of(shell_));
    bodies_.push_back(std::move(whole));
}

/// The vase stands still until the ball meets it.
void ShatteringVase::split() {
    if (broken_) {
        return;
    }
    for (const BodyContacts& contacts : contacts_.bodies) {
        if (contacts.a == ball && contacts.b == first_of_vase) {
            const Triangle met = bodies_[first_of_vase].triangle(contacts.pairs.front().b);
            break_at((met[0] + met[1] + met[2]) * (1.0 / 3));
            return;
        }
    }
}

void ShatteringVase::break_at(Vec3d impact) {
    const auto shards = shards_of(shell_, impact, parameters_.pieces, parameters_.seed);
    const Vec3d thrust = bodies_[ball].motion.velocity;
    bodies_.resize(first_of_vase);
    for (std::size_t i = 0; i < shards.size(); ++i) {
        const double share =
            static_cast<double>(shards[i].size()) / static_cast<double>(shell_.triangles.size());
        SceneBody shard = rigid_body("shard-" + std::to_string(i), solid_of(shell_, shards[i]),
                                     std::max(0.02, vase_mass * share));
        // What the blow sets free: away from it, and less with the distance.
        const Vec3d away = shard.motion.centre - impact;
        const double near = 1 / (1 + squared_length(away) / (0.3 * 0.3));
        shard.motion.velocity =
            away * (1.2 * near / std::max(0.05, length(away))) + thrust * (0.25 * near);
        bodies_.push_back(std::move(shard));
    }
    broken_ = true;
}

Expected<ShatteringVase> ShatteringVase::make(const ShatterParameters& parameters,
                                              const Context& context) {
    if (parameters.pieces < 2 || parameters.pieces > 500) {
        return Error{ErrorCode::InvalidArgument, "pieces: must be from 2 to 500"};
    }
    if (!(parameters.speed >= 1 && parameters.speed <= 6)) {
        return Error{ErrorCode::InvalidArgument, "speed: must be from 1 to 6"};
    }
    ShatteringVase scene(parameters);
    if (Status status = scene.use_contacts(exact_contacts, context); !status) {
        return status.error();
    }
    return scene;
}

} // namespace impinge::scenes
