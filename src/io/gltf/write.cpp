// SPDX-License-Identifier: Apache-2.0
#include "io/gltf/write.hpp"

#include "io/byte_order.hpp"
#include "io/text_output.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace impinge::inline v0 {
namespace {

// Numbers of the glTF 2.0 specification.
constexpr int float_component = 5126;
constexpr int uint32_component = 5125;
constexpr int vertices_target = 34962;
constexpr int indices_target = 34963;
constexpr std::uint32_t glb_magic = 0x46546C67;
constexpr std::uint32_t json_chunk = 0x4E4F534A;
constexpr std::uint32_t binary_chunk = 0x004E4942;

std::string shortest_number(double value) {
    std::string text;
    append_number(text, value);
    return text;
}

/// How a mesh is stored: a corner is middle + scale * (three floats).
struct StoredMesh {
    std::size_t number = 0;
    Vec3d middle;
    double scale = 1; ///< a power of two, other than 1 only where floats would not reach
};

class GlbMaker {
  public:
    explicit GlbMaker(const FileBodies& bodies)
        : unit_(bodies.unit ? conversion(*bodies.unit, LengthUnit::Metre) : 1) {
        for (const FileBody& body : bodies.bodies) {
            add(body);
        }
    }

    [[nodiscard]] std::string bytes() const {
        std::string json = text();
        json.resize((json.size() + 3) / 4 * 4, ' ');
        std::string out;
        append_little(out, glb_magic);
        append_little(out, std::uint32_t{2});
        append_little(out, static_cast<std::uint32_t>(28 + json.size() + buffer_.size()));
        append_little(out, static_cast<std::uint32_t>(json.size()));
        append_little(out, json_chunk);
        out += json;
        append_little(out, static_cast<std::uint32_t>(buffer_.size()));
        append_little(out, binary_chunk);
        return out + buffer_;
    }

  private:
    void add(const FileBody& body) {
        const auto [at, is_new] = stored_.try_emplace(body.mesh.get());
        if (is_new) {
            at->second = store(*body.mesh);
        }
        JsonLine node(JsonSpaces::None);
        node.add_text("name", body.name);
        node.add("mesh", std::to_string(at->second.number));
        node.add("matrix", matrix(body.pose, at->second));
        nodes_.push_back(node.text());
    }
    StoredMesh store(const Mesh& mesh) {
        Box3 box;
        for (const auto& triangle : mesh.triangles) {
            for (const std::uint32_t corner : triangle) {
                box = extend(box, mesh.positions[corner]);
            }
        }
        StoredMesh stored{meshes_.size(), box.min * 0.5 + box.max * 0.5, 1};
        const Vec3d half = box.max * 0.5 - box.min * 0.5;
        const double size = std::max({half.x, half.y, half.z});
        if (size > 0 && !(size > 0x1p-60 && size < 0x1p60)) {
            stored.scale = std::ldexp(1.0, std::ilogb(size));
        }
        JsonLine attributes(JsonSpaces::None);
        attributes.add("POSITION", std::to_string(add_corners(mesh, stored)));
        JsonLine primitive(JsonSpaces::None);
        primitive.add("attributes", attributes.text());
        primitive.add("indices", std::to_string(add_indices(mesh)));
        meshes_.push_back(R"({"primitives":[)" + primitive.text() + "]}");
        return stored;
    }
    std::size_t add_corners(const Mesh& mesh, const StoredMesh& stored) {
        const std::size_t begin = buffer_.size();
        std::array<float, 3> least{INFINITY, INFINITY, INFINITY};
        std::array<float, 3> most{-INFINITY, -INFINITY, -INFINITY};
        for (const Vec3d& p : mesh.positions) {
            for (int axis = 0; axis < 3; ++axis) {
                const auto k = static_cast<std::size_t>(axis);
                const auto value =
                    static_cast<float>((p[axis] - stored.middle[axis]) / stored.scale);
                append_little(buffer_, value);
                least.at(k) = std::min(least.at(k), value);
                most.at(k) = std::max(most.at(k), value);
            }
        }
        JsonLine accessor(JsonSpaces::None);
        accessor.add("bufferView", std::to_string(add_view(begin, vertices_target)));
        accessor.add("componentType", std::to_string(float_component));
        accessor.add("count", std::to_string(mesh.positions.size()));
        accessor.add("type", R"("VEC3")");
        accessor.add("min", floats(least));
        accessor.add("max", floats(most));
        accessors_.push_back(accessor.text());
        return accessors_.size() - 1;
    }
    std::size_t add_indices(const Mesh& mesh) {
        const std::size_t begin = buffer_.size();
        for (const TriangleIndices& triangle : mesh.triangles) {
            for (const std::uint32_t corner : triangle) {
                append_little(buffer_, corner);
            }
        }
        JsonLine accessor(JsonSpaces::None);
        accessor.add("bufferView", std::to_string(add_view(begin, indices_target)));
        accessor.add("componentType", std::to_string(uint32_component));
        accessor.add("count", std::to_string(3 * mesh.triangles.size()));
        accessor.add("type", R"("SCALAR")");
        accessors_.push_back(accessor.text());
        return accessors_.size() - 1;
    }
    /// Of what has been added to the buffer; everything in it has four bytes.
    std::size_t add_view(std::size_t begin, int target) {
        JsonLine view(JsonSpaces::None);
        view.add("buffer", "0");
        view.add("byteOffset", std::to_string(begin));
        view.add("byteLength", std::to_string(buffer_.size() - begin));
        view.add("target", std::to_string(target));
        views_.push_back(view.text());
        return views_.size() - 1;
    }
    static std::string floats(const std::array<float, 3>& values) {
        std::array<std::string, 3> texts;
        for (std::size_t i = 0; i < 3; ++i) {
            append_number(texts.at(i), values.at(i));
        }
        return json_list(texts, JsonSpaces::None);
    }
    /// By columns. From stored corners to the world, in metres.
    [[nodiscard]] std::string matrix(const Rigid& pose, const StoredMesh& stored) const {
        const Vec3d origin = apply(pose, stored.middle) * unit_;
        const double stretch = pose.scale * stored.scale * unit_;
        std::vector<std::string> numbers;
        for (int column = 0; column < 3; ++column) {
            for (const Vec3d& row : {pose.row_x, pose.row_y, pose.row_z}) {
                numbers.push_back(shortest_number(row[column] * stretch));
            }
            numbers.emplace_back("0");
        }
        for (int axis = 0; axis < 3; ++axis) {
            numbers.push_back(shortest_number(origin[axis]));
        }
        numbers.emplace_back("1");
        return json_list(numbers, JsonSpaces::None);
    }
    [[nodiscard]] std::string text() const {
        std::vector<std::string> all(nodes_.size());
        for (std::size_t i = 0; i < all.size(); ++i) {
            all[i] = std::to_string(i);
        }
        JsonLine root(JsonSpaces::None);
        root.add("asset", R"({"version":"2.0","generator":"impinge"})");
        root.add("scene", "0");
        root.add("scenes", R"([{"nodes":)" + json_list(all, JsonSpaces::None) + "}]");
        root.add("nodes", json_list(nodes_, JsonSpaces::None));
        root.add("meshes", json_list(meshes_, JsonSpaces::None));
        root.add("accessors", json_list(accessors_, JsonSpaces::None));
        root.add("bufferViews", json_list(views_, JsonSpaces::None));
        root.add("buffers", R"([{"byteLength":)" + std::to_string(buffer_.size()) + "}]");
        return root.text();
    }

    double unit_;
    std::map<const Mesh*, StoredMesh> stored_;
    std::vector<std::string> nodes_;
    std::vector<std::string> meshes_;
    std::vector<std::string> accessors_;
    std::vector<std::string> views_;
    std::string buffer_;
};

} // namespace

std::string glb_bytes(const FileBodies& bodies) { return GlbMaker(bodies).bytes(); }

} // namespace impinge::inline v0
