// SPDX-License-Identifier: Apache-2.0
#include "io/gltf/tree.hpp"

#include "io/gltf/pose.hpp"

#include <cstdint>
#include <limits>
#include <vector>

namespace impinge::inline v0 {
namespace {

constexpr std::size_t deepest = 1000;
constexpr std::size_t no_parent = std::numeric_limits<std::size_t>::max();

using Parents = std::vector<std::size_t>;

Parents parents_of_all(const GltfJson& json) {
    Parents parents(json.node_count(), no_parent);
    for (std::size_t parent = 0; parent < parents.size(); ++parent) {
        const GltfObject node = json.node(parent);
        for (const std::size_t child : node.wholes("children")) {
            if (child >= parents.size()) {
                node.fail("its child " + std::to_string(child) + " does not exist",
                          ErrorCode::IndexOutOfRange);
            }
            if (parents[child] != no_parent) {
                json.node(child).fail("has two parents");
            }
            parents[child] = parent;
        }
    }
    return parents;
}

/// Since no node has two parents, one that is reached from no root stands in a cycle.
void check_trees(const GltfJson& json, const Parents& parents) {
    std::vector<std::uint32_t> depths(parents.size(), 0); // 0: not known yet
    std::vector<std::size_t> upwards;
    for (std::size_t start = 0; start < parents.size(); ++start) {
        upwards.clear();
        for (std::size_t i = start; i != no_parent && depths[i] == 0; i = parents[i]) {
            upwards.push_back(i);
            if (upwards.size() > deepest) {
                json.node(start).fail("has more than " + std::to_string(deepest) +
                                      " nodes above it, or stands above itself");
            }
        }
        const std::size_t known = upwards.empty() ? start : parents[upwards.back()];
        std::size_t depth = known == no_parent ? 0 : depths[known];
        for (; !upwards.empty(); upwards.pop_back()) {
            depths[upwards.back()] = static_cast<std::uint32_t>(++depth);
        }
        if (depth > deepest) {
            json.node(start).fail("has more than " + std::to_string(deepest) + " nodes above it");
        }
    }
}

std::vector<std::size_t> roots_of(const GltfJson& json, const Parents& parents) {
    const GltfObject root = json.root();
    if (root.has("scene") || json.scene_count() > 0) {
        return json.scene(root.whole("scene").value_or(0)).wholes("nodes");
    }
    std::vector<std::size_t> roots;
    for (std::size_t i = 0; i < parents.size(); ++i) {
        if (parents[i] == no_parent) {
            roots.push_back(i);
        }
    }
    return roots;
}

struct Frame {
    Rigid world;
    std::vector<std::size_t> children;
    std::size_t next = 0;
};

} // namespace

void visit_scene(const GltfJson& json,
                 const std::function<void(const GltfObject&, const Rigid&)>& visit) {
    Parents parents = parents_of_all(json);
    check_trees(json, parents);
    const std::vector<std::size_t> roots = roots_of(json, parents);
    std::vector<Frame> path;
    const auto enter = [&](std::size_t index, const Rigid& parent_world) {
        const GltfObject node = json.node(index);
        const Rigid world = compose(parent_world, local_pose(node));
        visit(node, world);
        path.push_back({world, node.wholes("children")});
    };
    for (const std::size_t root : roots) {
        const GltfObject node = json.node(root);
        if (parents[root] != no_parent) {
            node.fail("is the root of a scene, but stands below another node or there twice");
        }
        parents[root] = root; // so that it is not visited again
        enter(root, Rigid{});
        while (!path.empty()) {
            Frame& frame = path.back();
            if (frame.next == frame.children.size()) {
                path.pop_back();
            } else {
                const std::size_t child = frame.children[frame.next++];
                enter(child, Rigid(frame.world)); // a copy: the path may move
            }
        }
    }
}

} // namespace impinge::inline v0
