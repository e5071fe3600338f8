// SPDX-License-Identifier: Apache-2.0
//
// Emitters and colliders as two arrays, of numbers and of words, as shaders read them.
//
//   words of collider i, from 8 i on:  kind (0 surface, 1 mesh, 2 other), its numbers, bounds,
//       flags (1 outlined, 2 bounces); of a mesh: boxes of nodes, nodes, items, triangles
//   its numbers:  velocity 3, box 6, equation 13, each bound 13
//   an equation:  xx yy zz xy xz yz, 2x 2y 2z, one, largest square, largest linear, 1 for a plane
//   words of a node of a tree:  the node behind all below it, first item, items
//   a triangle:   corners 9, normal 3, size of what that was summed of, axis, orientation, box 6
//   words of an emitter:  generations, seed, particles, dimensions, edges, starts (numbers)
//   its numbers:  origin 3, edges 9, velocity 3, spread 3, half the acceleration 3, life, first
//       birth, cells a particle, size of a cell;  a start: position 3, velocity 3, birth
#pragma once

#include "particles/particle_system_data.hpp"

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

namespace impinge::inline v0::particles::opengl {

struct FlatEmitter {
    std::uint32_t numbers = 0;
    std::uint32_t words = 0;
    std::uint32_t particles = 0;
};

struct FlatSystem {
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    explicit FlatSystem(const ParticleSystemData& system);

    std::vector<double> numbers;
    std::vector<std::uint32_t> words;
    std::vector<FlatEmitter> emitters;
    /// Colliders tried one by one (in words, how many), then the tree of the others (nodes in
    /// words, boxes in numbers).
    std::array<std::uint32_t, 4> listed{};
    std::uint32_t tree_items = none; ///< in words

  private:
    void add(Vec3d v);
    void add(const Box3& box);
    void add(const QuadraticForm& form);
    void add_mesh(const Mesh& mesh, const Bvh& tree, std::size_t words_at);
    /// Where the boxes and the nodes of a tree begin.
    std::array<std::uint32_t, 2> add_tree(const Bvh& tree);
    void add_collider(const ParticleSystemData& system, std::uint32_t index);
    void add_emitter(const Emitter& emitter);
    void add_order(const ParticleSystemData& system);
};

} // namespace impinge::inline v0::particles::opengl
