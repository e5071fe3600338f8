// SPDX-License-Identifier: Apache-2.0
//
// JSON text as a flat row of values: 16 bytes each, whatever the text claims, and no recursion
// anywhere. Scene and glTF files come from anywhere; what they mean is decided by scene/fields.hpp
// and gltf/json.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace impinge::inline v0 {

enum class JsonKind : std::uint8_t { Null, False, True, Whole, Real, Text, List, Object };

/// One value; a list or an object is followed by its children, of which keys are Text.
struct JsonNode {
    std::uint64_t content = 0; ///< a whole number, the bits of a double, or where a text is
    std::uint32_t after = 0;   ///< the first node that is no longer inside
    JsonKind kind = JsonKind::Null;
};

class JsonValue;

class JsonTree {
  public:
    [[nodiscard]] JsonValue root() const;

  private:
    friend class JsonValue;
    friend class JsonTreeBuilder;

    std::deque<JsonNode> nodes_; // a vector would copy all of them when it grows
    std::string texts_;          // of all texts and keys, one after the other
};

/// A value in a tree; valid as long as the tree is.
class JsonValue {
  public:
    [[nodiscard]] JsonKind kind() const { return node().kind; }
    [[nodiscard]] bool is_number() const;
    /// Of Whole and Real.
    [[nodiscard]] double number() const;
    /// Of Whole, which is not negative.
    [[nodiscard]] std::uint64_t whole() const { return node().content; }
    [[nodiscard]] std::string_view text() const;

    /// Children of List: visit(value). Of Object: key and value alternate.
    template <typename Visit> void for_each_child(Visit visit) const {
        for (std::uint32_t i = index_ + 1; i != node().after; i = tree_->nodes_[i].after) {
            visit(JsonValue(*tree_, i));
        }
    }
    [[nodiscard]] std::size_t child_count() const;
    /// Of Object: the value behind the first such key, found by walking past the others.
    [[nodiscard]] std::optional<JsonValue> member(std::string_view key) const;

  private:
    friend class JsonTree;
    JsonValue(const JsonTree& tree, std::uint32_t index) : tree_(&tree), index_(index) {}
    [[nodiscard]] const JsonNode& node() const { return tree_->nodes_[index_]; }

    const JsonTree* tree_;
    std::uint32_t index_;
};

struct JsonLimits {
    std::size_t deepest = 16;        ///< levels of nesting; a scene needs six
    std::size_t text_mebibytes = 16; ///< of one text; at most 255
    std::size_t most_members = std::numeric_limits<std::size_t>::max(); ///< of one object
    /// Whether the value of a key is checked but not kept; `depth` is 1 in the outermost object.
    bool (*leaves_out)(std::size_t depth, std::string_view key) = nullptr;
};

/// Throws a ParseFailure with line and column unless the text is one JSON value in UTF-8 (a byte
/// order mark may stand before it), within the limits, with finite numbers.
JsonTree parse_json(std::string_view text, const JsonLimits& limits = {});

} // namespace impinge::inline v0
