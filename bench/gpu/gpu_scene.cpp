// SPDX-License-Identifier: Apache-2.0
#include "bench/gpu/gpu_scene.hpp"

#include "base/random.hpp"
#include "bench/peers/mesh_scenes.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace impinge::bench {
namespace {

std::vector<std::uint32_t> random_order(std::size_t count, Random& random) {
    std::vector<std::uint32_t> order(count);
    std::iota(order.begin(), order.end(), 0U);
    for (std::size_t i = count; i > 1; --i) {
        std::swap(order[i - 1], order[random.below(i)]);
    }
    return order;
}

void shuffle(MovingMesh& mesh, Random& random) {
    const std::vector<std::uint32_t> place = random_order(mesh.states[0].size(), random);
    for (std::vector<Vec3f>& state : mesh.states) {
        std::vector<Vec3f> moved(state.size());
        for (std::size_t i = 0; i < state.size(); ++i) {
            moved[place[i]] = state[i];
        }
        state = std::move(moved);
    }
    std::vector<TriangleIndices> triangles;
    triangles.reserve(mesh.triangles.size());
    for (const std::uint32_t from : random_order(mesh.triangles.size(), random)) {
        const TriangleIndices& t = mesh.triangles[from];
        triangles.push_back({place[t[0]], place[t[1]], place[t[2]]});
    }
    mesh.triangles = std::move(triangles);
}

std::vector<Vec3f> in_floats(std::span<const Vec3d> positions) {
    std::vector<Vec3f> floats;
    floats.reserve(positions.size());
    for (const Vec3d& p : positions) {
        floats.push_back(
            {static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)});
    }
    return floats;
}

} // namespace

std::vector<GpuSceneKind> gpu_scene_kinds() {
    return {{"crossing 2 M", 2'000'000, 0.20, "deforming_pairs"},
            {"crossing 2 M, shuffled", 2'000'000, 0.25, "deforming_pairs", true},
            {"crossing 200 k", 200'000, 0.08, "deforming_pairs"},
            {"crossing 200 k, shuffled", 200'000, 0, "deforming_pairs", true},
            {"crossing 10 k", 10'000, 0.06, "deforming_pairs"},
            {"nested 2 M", 2'000'000, 0.8, "nested_shells"},
            {"nested 200 k", 200'000, 0, "nested_shells"},
            {"self 200 k", 200'000, 0.3, "folded_cloth"}};
}

GpuScene make_gpu_scene(const GpuSceneKind& kind, double share) {
    const auto kinds = peers::mesh_scene_kinds();
    const auto found = std::find_if(kinds.begin(), kinds.end(), [&](const peers::MeshSceneKind& k) {
        return k.name == kind.made_from;
    });
    if (found == kinds.end()) {
        throw std::runtime_error("no scene is called " + kind.made_from);
    }
    constexpr std::size_t states = 2;
    const auto triangles =
        static_cast<std::size_t>(share * static_cast<double>(kind.triangles) + 0.5);
    const peers::MeshScene made = found->make(triangles, states);
    GpuScene scene{.name = kind.name, .title = made.title, .wish_ms = kind.wish_ms, .bodies = {}};
    Random random(5);
    for (std::size_t i = 0; i < made.bodies.size(); ++i) {
        MovingMesh mesh{.triangles = made.bodies[i].triangles, .states = {}};
        for (std::size_t state = 0; state < made.frame_count(); ++state) {
            mesh.states.push_back(in_floats(made.positions(state, i)));
        }
        if (kind.shuffled) {
            shuffle(mesh, random);
        }
        scene.bodies.push_back(std::move(mesh));
    }
    return scene;
}

} // namespace impinge::bench
