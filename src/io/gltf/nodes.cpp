// SPDX-License-Identifier: Apache-2.0
#include "io/gltf/nodes.hpp"

#include "io/gltf/accessor.hpp"

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace impinge::inline v0 {
namespace {

struct Quaternion {
    double x = 0;
    double y = 0;
    double z = 0;
    double w = 1;
};

/// Files hold rotations rounded to float; dividing by the length makes them rotations again.
Rigid rotation_of(const Quaternion& q) {
    const double s = 2 / (q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    return {.row_x = {1 - s * (q.y * q.y + q.z * q.z), s * (q.x * q.y - q.z * q.w),
                      s * (q.x * q.z + q.y * q.w)},
            .row_y = {s * (q.x * q.y + q.z * q.w), 1 - s * (q.x * q.x + q.z * q.z),
                      s * (q.y * q.z - q.x * q.w)},
            .row_z = {s * (q.x * q.z - q.y * q.w), s * (q.y * q.z + q.x * q.w),
                      1 - s * (q.x * q.x + q.y * q.y)}};
}

bool has_length(const Quaternion& q) {
    const double squared = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
    return squared > 1e-6 && squared < 1e6;
}

Rigid scaled(Rigid turn, Vec3d scale) {
    for (Vec3d* row : {&turn.row_x, &turn.row_y, &turn.row_z}) {
        *row = {row->x * scale.x, row->y * scale.y, row->z * scale.z};
    }
    return turn;
}

Rigid pose_of_matrix(const GltfObject& node, const std::vector<double>& columns) {
    if (columns[3] != 0 || columns[7] != 0 || columns[11] != 0 || columns[15] != 1) {
        node.fail("the last row of its matrix is not 0 0 0 1");
    }
    return {.row_x = {columns[0], columns[4], columns[8]},
            .row_y = {columns[1], columns[5], columns[9]},
            .row_z = {columns[2], columns[6], columns[10]},
            .translation = {columns[12], columns[13], columns[14]}};
}

Vec3d vector_or(const GltfObject& node, const char* key, Vec3d absent) {
    const auto numbers = node.numbers(key, 3);
    return numbers ? Vec3d{(*numbers)[0], (*numbers)[1], (*numbers)[2]} : absent;
}

using Lane = std::optional<GltfAccessor>;

Vec3d vector_or(const Lane& lane, std::size_t i, Vec3d absent) {
    if (!lane) {
        return absent;
    }
    const auto numbers = lane->vector(i);
    return {numbers[0], numbers[1], numbers[2]};
}

Rigid instance_pose(const Lane& translation, const Lane& rotation, const Lane& scale,
                    std::size_t i) {
    Quaternion turn;
    if (rotation) {
        const auto numbers = rotation->vector(i);
        turn = {numbers[0], numbers[1], numbers[2], numbers[3]};
        if (!has_length(turn)) {
            rotation->fail("element " + std::to_string(i) + " is not a rotation");
        }
    }
    Rigid pose = scaled(rotation_of(turn), vector_or(scale, i, {1, 1, 1}));
    pose.translation = vector_or(translation, i, {});
    return pose;
}

/// Of a node in its parent: its matrix, or its translation, rotation and scale. The rows hold the
/// whole linear part.
Rigid local_pose(const GltfObject& node) {
    if (const auto matrix = node.numbers("matrix", 16)) {
        if (node.has("translation") || node.has("rotation") || node.has("scale")) {
            node.fail("has both a matrix and a translation, rotation or scale");
        }
        return pose_of_matrix(node, *matrix);
    }
    Quaternion turn;
    if (const auto numbers = node.numbers("rotation", 4)) {
        turn = {(*numbers)[0], (*numbers)[1], (*numbers)[2], (*numbers)[3]};
        if (!has_length(turn)) {
            node.fail("its rotation is not a unit quaternion");
        }
    }
    Rigid pose = scaled(rotation_of(turn), vector_or(node, "scale", {1, 1, 1}));
    pose.translation = vector_or(node, "translation", {});
    return pose;
}

} // namespace

std::vector<Rigid> instance_poses(const GltfObject& node, const GltfJson& json,
                                  GltfBuffers& buffers) {
    const auto instancing = node.extension("EXT_mesh_gpu_instancing");
    if (!instancing) {
        return {Rigid{}};
    }
    const auto attributes = instancing->object("attributes");
    std::optional<std::size_t> count;
    const auto open = [&](const char* key, const char* type) -> Lane {
        const auto index = attributes ? attributes->whole(key) : std::nullopt;
        if (!index) {
            return std::nullopt;
        }
        Lane lane(std::in_place, json, buffers, *index, type);
        if (count.value_or(lane->count()) != lane->count()) {
            lane->fail("differs in length from the others of its instances");
        }
        count = lane->count();
        return lane;
    };
    const Lane translation = open("TRANSLATION", "VEC3");
    const Lane rotation = open("ROTATION", "VEC4");
    const Lane scale = open("SCALE", "VEC3");
    if (!count) {
        node.fail("its instances have neither translation, rotation nor scale");
    }
    buffers.will_decode(*count);
    std::vector<Rigid> poses(*count);
    for (std::size_t i = 0; i < *count; ++i) {
        poses[i] = instance_pose(translation, rotation, scale, i);
    }
    return poses;
}

namespace {

constexpr std::size_t deepest_node = 1000;
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
            if (upwards.size() > deepest_node) {
                json.node(start).fail("has more than " + std::to_string(deepest_node) +
                                      " nodes above it, or stands above itself");
            }
        }
        const std::size_t known = upwards.empty() ? start : parents[upwards.back()];
        std::size_t depth = known == no_parent ? 0 : depths[known];
        for (; !upwards.empty(); upwards.pop_back()) {
            depths[upwards.back()] = static_cast<std::uint32_t>(++depth);
        }
        if (depth > deepest_node) {
            json.node(start).fail("has more than " + std::to_string(deepest_node) +
                                  " nodes above it");
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
