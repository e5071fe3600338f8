// SPDX-License-Identifier: Apache-2.0
#include "io/gltf/pose.hpp"

#include "io/gltf/accessor.hpp"

#include <optional>

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
            rotation->fail("element " + std::to_string(i) + " is no rotation");
        }
    }
    Rigid pose = scaled(rotation_of(turn), vector_or(scale, i, {1, 1, 1}));
    pose.translation = vector_or(translation, i, {});
    return pose;
}

} // namespace

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
            node.fail("its rotation is no unit quaternion");
        }
    }
    Rigid pose = scaled(rotation_of(turn), vector_or(node, "scale", {1, 1, 1}));
    pose.translation = vector_or(node, "translation", {});
    return pose;
}

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

} // namespace impinge::inline v0
