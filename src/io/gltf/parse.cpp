// SPDX-License-Identifier: Apache-2.0
//
// glTF 2.0 and GLB. Each node with a mesh, of the default scene, becomes a body; what the scene
// does not reach is ignored. Skins and morph targets are not applied: a body has the shape its mesh
// is stored with, where its node stands.
#include "impinge/rigid.hpp"
#include "io/gltf/buffers.hpp"
#include "io/gltf/json.hpp"
#include "io/gltf/mesh.hpp"
#include "io/gltf/nodes.hpp"
#include "io/mesh_format.hpp"
#include "io/parse_failure.hpp"
#include "io/pose_checks.hpp"
#include "io/text_cursor.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace impinge::inline v0 {
namespace {

/// A body takes some 150 bytes, and at least a few in the file.
constexpr std::size_t bytes_per_body = 4;
constexpr std::size_t bodies_always_allowed = 1000;

void check_version(const GltfObject& root) {
    const auto asset = root.object("asset");
    const std::string_view version = asset ? asset->text("version").value_or("") : "";
    if (version.empty()) {
        fail_whole("states no glTF version");
    }
    const std::string_view needed = asset->text("minVersion").value_or(version);
    if (!version.starts_with("2.") || (needed != version && needed != "2.0")) {
        fail_whole("is glTF of version " + in_quotes(needed) + ", but only 2.0 is known",
                   ErrorCode::Unsupported);
    }
}

/// Of extensions that a file cannot do without, those that leave shapes alone may be required.
bool leaves_shapes_alone(std::string_view extension) {
    constexpr std::array<std::string_view, 9> beginnings = {
        "KHR_materials_", "KHR_texture_",          "EXT_texture_",
        "MSFT_texture_",  "KHR_lights_",           "EXT_lights_",
        "KHR_xmp",        "KHR_mesh_quantization", "EXT_mesh_gpu_instancing"};
    return std::any_of(beginnings.begin(), beginnings.end(),
                       [&](std::string_view known) { return extension.starts_with(known); });
}

void check_extensions(const GltfObject& root) {
    for (const std::string_view extension : root.texts("extensionsRequired")) {
        if (!leaves_shapes_alone(extension)) {
            fail_whole("needs the glTF extension " + in_quotes(extension, 60) +
                           ", which is not supported",
                       ErrorCode::Unsupported);
        }
    }
}

class BodyCollector {
  public:
    BodyCollector(const GltfJson& json, GltfBuffers& buffers, std::map<const Mesh*, MeshUv>* uv)
        : json_(json), buffers_(buffers), meshes_(json, buffers, uv),
          names_(buffers.total_bytes()) {}

    void add(const GltfObject& node, const Rigid& world) {
        const auto index = node.whole("mesh");
        const auto mesh = index ? meshes_.mesh(*index) : nullptr;
        if (mesh == nullptr) {
            return;
        }
        std::string_view name = node.text("name").value_or("");
        if (name.empty()) {
            name = json_.mesh(*index).text("name").value_or("");
        }
        for (const Rigid& instance : instance_poses(node, json_, buffers_)) {
            const Rigid pose = compose(world, instance);
            if (!is_finite(pose)) {
                node.fail("its transform is not finite", ErrorCode::NonFinite);
            }
            if (flattens(pose)) {
                node.fail("its transform is singular: it would flatten the body");
            }
            names_.will_copy(name);
            bodies_.push_back({std::string(name), mesh, pose});
        }
        if (bodies_.size() > buffers_.total_bytes() / bytes_per_body + bodies_always_allowed) {
            fail_whole("places more bodies than one for every " + std::to_string(bytes_per_body) +
                           " bytes",
                       ErrorCode::Unsupported);
        }
    }

    std::vector<FileBody> take() {
        if (bodies_.empty()) {
            fail_whole("holds no triangles");
        }
        return std::move(bodies_);
    }

  private:
    const GltfJson& json_;
    GltfBuffers& buffers_;
    GltfMeshes meshes_;
    NameBudget names_;
    std::vector<FileBody> bodies_;
};

} // namespace

FileBodies parse_gltf(std::span<const char> bytes, const std::filesystem::path& name,
                      std::map<const Mesh*, MeshUv>* uv) {
    const GltfContainer container = open_gltf_container(bytes);
    const GltfJson json(container.json);
    check_version(json.root());
    check_extensions(json.root());
    const std::filesystem::path folder = name.parent_path();
    GltfBuffers buffers(json, container, folder);
    BodyCollector collector(json, buffers, uv);
    visit_scene(json,
                [&](const GltfObject& node, const Rigid& world) { collector.add(node, world); });
    return {.bodies = collector.take(), .unit = LengthUnit::Metre};
}

} // namespace impinge::inline v0
