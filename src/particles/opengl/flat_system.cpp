// SPDX-License-Identifier: Apache-2.0
#include "particles/opengl/flat_system.hpp"

#include "particles/emission.hpp"
#include "particles/meeting.hpp"
#include "particles/packet.hpp"

#include <algorithm>
#include <cmath>

namespace impinge::inline v0::particles::opengl {
namespace {

constexpr std::uint32_t collider_words = 8;
enum class FlatKind : std::uint32_t { Surface, Mesh, Other };
/// So many are tried one after the other before a tree pays.
constexpr std::size_t few_listed = 8;
constexpr double unbounded = 1e300;

std::uint32_t end_of(const std::vector<double>& list) {
    return static_cast<std::uint32_t>(list.size());
}
std::uint32_t end_of(const std::vector<std::uint32_t>& list) {
    return static_cast<std::uint32_t>(list.size());
}

/// The largest sum of sizes that a coordinate of the cross product is rounded from.
double size_of_cross(Vec3d a, Vec3d b) {
    const auto size = [](double p, double q, double r, double s) {
        return std::fabs(p * q) + std::fabs(r * s);
    };
    return std::max({size(a.y, b.z, a.z, b.y), size(a.z, b.x, a.x, b.z), size(a.x, b.y, a.y, b.x)});
}

} // namespace

FlatSystem::FlatSystem(const ParticleSystemData& system) {
    const std::size_t colliders = system.colliders.list().size();
    words.resize(std::max<std::size_t>(1, colliders) * collider_words);
    numbers.push_back(0); // so that neither is ever empty
    for (std::uint32_t i = 0; i < colliders; ++i) {
        add_collider(system, i);
    }
    add_order(system);
    for (const Emitter& emitter : system.emitters) {
        add_emitter(emitter);
    }
}

void FlatSystem::add(Vec3d v) { numbers.insert(numbers.end(), {v.x, v.y, v.z}); }
void FlatSystem::add(const Box3& box) {
    add(box.min);
    add(box.max);
}
void FlatSystem::add(const QuadraticForm& form) {
    const FormTerms terms(form);
    const QuadraticForm& f = terms.form;
    numbers.insert(numbers.end(),
                   {f.xx, f.yy, f.zz, f.xy, f.xz, f.yz, f.x, f.y, f.z, f.one, terms.largest_square,
                    terms.largest_linear, terms.plane ? 1.0 : 0.0});
}

std::array<std::uint32_t, 2> FlatSystem::add_tree(const Bvh& tree) {
    const std::array<std::uint32_t, 2> begin{end_of(numbers), end_of(words)};
    // Depth first, so that what a shader visits next is the next node, or the one behind all below.
    struct Open {
        std::uint32_t node;
        bool entered;
        std::uint32_t at;
    };
    std::vector<Open> open;
    std::uint32_t count = 0;
    if (!tree.is_empty()) {
        open.push_back({0, false, 0});
    }
    while (!open.empty()) {
        const Open top = open.back();
        const BvhNode& node = tree.nodes()[top.node];
        if (top.entered) {
            words[begin[1] + std::size_t{3} * top.at] = count;
            open.pop_back();
            continue;
        }
        open.back() = {top.node, true, count++};
        add(node.box);
        words.insert(words.end(), {0, node.is_leaf() ? node.first : 0, node.count});
        if (!node.is_leaf()) {
            open.push_back({node.first + 1, false, 0});
            open.push_back({node.first, false, 0});
        }
    }
    if (count == 0) {
        words.push_back(0); // an end, and nothing before it
    }
    return begin;
}

void FlatSystem::add_mesh(const Mesh& mesh, const Bvh& tree, std::size_t words_at) {
    const auto [boxes, nodes] = add_tree(tree);
    words[words_at + 4] = boxes;
    words[words_at + 5] = nodes;
    words[words_at + 6] = end_of(words);
    words.insert(words.end(), tree.items().begin(), tree.items().end());
    words[words_at + 7] = end_of(numbers);
    for (const TriangleIndices& corners : mesh.triangles) {
        const Triangle t{mesh.positions[corners[0]], mesh.positions[corners[1]],
                         mesh.positions[corners[2]]};
        const Vec3d ab = t[1] - t[0];
        const Vec3d ac = t[2] - t[0];
        const TriangleView view = view_of(t);
        add(t[0]);
        add(t[1]);
        add(t[2]);
        add(cross(ab, ac));
        numbers.insert(numbers.end(),
                       {size_of_cross(ab, ac), double(view.axis), double(view.orientation)});
        add(box_of(t));
    }
}

void FlatSystem::add_collider(const ParticleSystemData& system, std::uint32_t index) {
    const Collider& collider = system.colliders.list()[index];
    const std::optional<Box3>& box = system.colliders.boxes()[index];
    const std::size_t at = std::size_t{index} * collider_words;
    words[at + 1] = end_of(numbers);
    words[at + 3] = collider.response == Response::Bounce ? 2 : 0;
    add(collider.velocity);
    add(box.value_or(
        Box3{{-unbounded, -unbounded, -unbounded}, {unbounded, unbounded, unbounded}}));
    FlatKind kind = FlatKind::Other;
    if (const auto* surface = std::get_if<ImplicitSurface>(&collider.shape)) {
        kind = FlatKind::Surface;
        words[at + 2] = static_cast<std::uint32_t>(surface->bounds.size());
        words[at + 3] |= surface->outline ? 1 : 0;
        add(surface->form);
        for (const QuadraticForm& bound : surface->bounds) {
            add(bound);
        }
    } else if (const auto* mesh = std::get_if<Mesh>(&collider.shape)) {
        kind = FlatKind::Mesh;
        add_mesh(*mesh, system.colliders.mesh_tree(index), at);
    }
    words[at] = static_cast<std::uint32_t>(kind);
}

void FlatSystem::add_order(const ParticleSystemData& system) {
    std::vector<std::uint32_t> one_by_one;
    std::vector<std::uint32_t> in_tree;
    std::vector<Box3> boxes;
    const std::span<const Collider> colliders = system.colliders.list();
    for (std::uint32_t i = 0; i < colliders.size(); ++i) {
        const std::optional<Box3>& box = system.colliders.boxes()[i];
        if (box && is_empty(*box)) {
            continue;
        }
        if (box && colliders[i].velocity == Vec3d{}) {
            in_tree.push_back(i);
            boxes.push_back(*box);
        } else {
            one_by_one.push_back(i);
        }
    }
    if (in_tree.size() <= few_listed) {
        one_by_one.insert(one_by_one.end(), in_tree.begin(), in_tree.end());
        in_tree.clear();
    }
    listed[0] = end_of(words);
    listed[1] = end_of(one_by_one);
    words.insert(words.end(), one_by_one.begin(), one_by_one.end());
    if (in_tree.empty()) {
        return;
    }
    const Bvh tree(boxes);
    const auto [tree_boxes, nodes] = add_tree(tree);
    listed[2] = nodes;
    listed[3] = tree_boxes;
    tree_items = end_of(words);
    for (const std::uint32_t item : tree.items()) {
        words.push_back(in_tree[item]);
    }
}

void FlatSystem::add_emitter(const Emitter& emitter) {
    const StartCells cells = start_cells(emitter);
    FlatEmitter flat{end_of(numbers), end_of(words), particle_count(emitter)};
    for (const Vec3d v : {emitter.origin, emitter.edge_u, emitter.edge_v, emitter.edge_w,
                          emitter.velocity, emitter.velocity_spread, emitter.acceleration * 0.5}) {
        add(v);
    }
    numbers.insert(numbers.end(), {emitter.life, emitter.first_birth, cells.a_particle,
                                   std::ldexp(1.0, -cells.bits)});
    const auto edge = [](Vec3d v, std::uint32_t bit) { return v != Vec3d{} ? bit : 0U; };
    words.insert(words.end(),
                 {emitter.generations, emitter.seed, flat.particles,
                  static_cast<std::uint32_t>(cells.dimensions),
                  edge(emitter.edge_u, 1) | edge(emitter.edge_v, 2) | edge(emitter.edge_w, 4),
                  emitter.starts.empty() ? none : end_of(numbers)});
    for (const ParticleStart& start : emitter.starts) {
        add(start.position);
        add(start.velocity);
        numbers.push_back(start.birth);
    }
    emitters.push_back(flat);
}

} // namespace impinge::inline v0::particles::opengl
