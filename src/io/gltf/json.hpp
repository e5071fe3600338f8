// SPDX-License-Identifier: Apache-2.0
//
// The JSON of a glTF file, read strictly: a property of the wrong type is a failure that names its
// object, never a default. What cannot change a shape (materials, images, animations, cameras,
// skins, extras) is thrown away while it is being parsed.
#pragma once

#include "io/json_tree.hpp"
#include "io/parse_failure.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace impinge::inline v0 {

/// An object of the file together with what messages call it: "accessor 3".
class GltfObject {
  public:
    GltfObject(JsonValue value, std::string place);

    [[nodiscard]] const std::string& place() const { return place_; }
    [[nodiscard]] bool has(std::string_view key) const { return value_.member(key).has_value(); }
    /// A whole number that is not negative.
    [[nodiscard]] std::optional<std::size_t> whole(std::string_view key) const;
    [[nodiscard]] std::size_t required_whole(std::string_view key) const;
    [[nodiscard]] bool flag(std::string_view key) const; ///< false if absent
    [[nodiscard]] std::optional<std::string_view> text(std::string_view key) const;
    [[nodiscard]] std::optional<std::vector<double>> numbers(std::string_view key,
                                                             std::size_t count) const;
    [[nodiscard]] std::optional<GltfObject> object(std::string_view key) const;
    /// What an extension adds to this object.
    [[nodiscard]] std::optional<GltfObject> extension(std::string_view name) const;

    // Lists are empty if absent.
    [[nodiscard]] std::vector<std::size_t> wholes(std::string_view key) const;
    [[nodiscard]] std::vector<std::string_view> texts(std::string_view key) const;
    [[nodiscard]] std::vector<JsonValue> values(std::string_view key) const;

    [[noreturn]] void fail(std::string reason, ErrorCode code = ErrorCode::FileMalformed) const {
        throw ParseFailure{code, place_, std::move(reason)};
    }

  private:
    [[noreturn]] void fail_property(std::string_view key, std::string_view reason) const;

    JsonValue value_;
    std::string place_;
};

class GltfJson {
  public:
    explicit GltfJson(std::span<const char> text);
    GltfJson(const GltfJson&) = delete; // its values point into its tree
    GltfJson& operator=(const GltfJson&) = delete;

    [[nodiscard]] GltfObject root() const { return {tree_.root(), "the JSON"}; }
    [[nodiscard]] std::size_t node_count() const { return nodes_.size(); }
    [[nodiscard]] std::size_t scene_count() const { return scenes_.size(); }

    [[nodiscard]] GltfObject accessor(std::size_t i) const { return at(accessors_, "accessor", i); }
    [[nodiscard]] GltfObject buffer(std::size_t i) const { return at(buffers_, "buffer", i); }
    [[nodiscard]] GltfObject view(std::size_t i) const { return at(views_, "buffer view", i); }
    [[nodiscard]] GltfObject mesh(std::size_t i) const { return at(meshes_, "mesh", i); }
    [[nodiscard]] GltfObject node(std::size_t i) const { return at(nodes_, "node", i); }
    [[nodiscard]] GltfObject scene(std::size_t i) const { return at(scenes_, "scene", i); }

  private:
    using Values = std::vector<JsonValue>;
    static GltfObject at(const Values& values, std::string_view word, std::size_t index);

    JsonTree tree_;
    Values accessors_;
    Values buffers_;
    Values views_;
    Values meshes_;
    Values nodes_;
    Values scenes_;
};

} // namespace impinge::inline v0
