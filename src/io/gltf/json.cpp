// SPDX-License-Identifier: Apache-2.0
#include "io/gltf/json.hpp"

#include <algorithm>
#include <array>

namespace impinge::inline v0 {
namespace {

bool changes_no_shape(std::size_t depth, std::string_view key) {
    constexpr std::array<std::string_view, 9> kept = {"asset",     "extensionsRequired",
                                                      "buffers",   "bufferViews",
                                                      "accessors", "meshes",
                                                      "nodes",     "scenes",
                                                      "scene"};
    return depth == 1 ? std::find(kept.begin(), kept.end(), key) == kept.end() : key == "extras";
}

/// glTF itself needs eight levels, but `extras` of exporters may go deeper. Its objects have some
/// twenty members; a buffer within the text is a long one.
constexpr JsonLimits gltf_limits = {
    .deepest = 128, .text_mebibytes = 255, .most_members = 500, .leaves_out = changes_no_shape};

} // namespace

GltfObject::GltfObject(JsonValue value, std::string place)
    : value_(value), place_(std::move(place)) {
    if (value.kind() != JsonKind::Object) {
        fail("is not an object");
    }
}

void GltfObject::fail_property(std::string_view key, std::string_view reason) const {
    fail(std::string("'").append(key).append("' ").append(reason));
}

std::optional<std::size_t> GltfObject::whole(std::string_view key) const {
    const auto value = value_.member(key);
    if (!value) {
        return std::nullopt;
    }
    if (value->kind() != JsonKind::Whole) {
        fail_property(key, "is not a whole number");
    }
    return value->whole();
}

std::size_t GltfObject::required_whole(std::string_view key) const {
    const auto value = whole(key);
    if (!value) {
        fail_property(key, "is missing");
    }
    return *value;
}

bool GltfObject::flag(std::string_view key) const {
    const auto value = value_.member(key);
    if (value && value->kind() != JsonKind::True && value->kind() != JsonKind::False) {
        fail_property(key, "is neither true nor false");
    }
    return value && value->kind() == JsonKind::True;
}

std::optional<std::string_view> GltfObject::text(std::string_view key) const {
    const auto value = value_.member(key);
    if (!value) {
        return std::nullopt;
    }
    if (value->kind() != JsonKind::Text) {
        fail_property(key, "is not a text");
    }
    return value->text();
}

std::optional<std::vector<double>> GltfObject::numbers(std::string_view key,
                                                       std::size_t count) const {
    if (!has(key)) {
        return std::nullopt;
    }
    std::vector<double> numbers;
    for (const JsonValue value : values(key)) {
        if (value.is_number()) {
            numbers.push_back(value.number());
        }
    }
    if (numbers.size() != count || values(key).size() != count) {
        fail_property(key, "does not hold " + std::to_string(count) + " numbers");
    }
    return numbers;
}

std::optional<GltfObject> GltfObject::object(std::string_view key) const {
    const auto value = value_.member(key);
    if (!value) {
        return std::nullopt;
    }
    if (value->kind() != JsonKind::Object) {
        fail_property(key, "is not an object");
    }
    return GltfObject(*value, place_);
}

std::optional<GltfObject> GltfObject::extension(std::string_view name) const {
    const auto extensions = object("extensions");
    return extensions ? extensions->object(name) : std::nullopt;
}

std::vector<std::size_t> GltfObject::wholes(std::string_view key) const {
    std::vector<std::size_t> wholes;
    for (const JsonValue value : values(key)) {
        if (value.kind() != JsonKind::Whole) {
            fail_property(key, "holds something else than whole numbers");
        }
        wholes.push_back(value.whole());
    }
    return wholes;
}

std::vector<std::string_view> GltfObject::texts(std::string_view key) const {
    std::vector<std::string_view> texts;
    for (const JsonValue value : values(key)) {
        if (value.kind() != JsonKind::Text) {
            fail_property(key, "holds something else than texts");
        }
        texts.push_back(value.text());
    }
    return texts;
}

std::vector<JsonValue> GltfObject::values(std::string_view key) const {
    std::vector<JsonValue> values;
    const auto list = value_.member(key);
    if (list && list->kind() != JsonKind::List) {
        fail_property(key, "is not a list");
    }
    if (list) {
        list->for_each_child([&](JsonValue value) { values.push_back(value); });
    }
    return values;
}

GltfJson::GltfJson(std::span<const char> text)
    : tree_(parse_json({text.data(), text.size()}, gltf_limits)),
      accessors_(root().values("accessors")), buffers_(root().values("buffers")),
      views_(root().values("bufferViews")), meshes_(root().values("meshes")),
      nodes_(root().values("nodes")), scenes_(root().values("scenes")) {}

GltfObject GltfJson::at(const Values& values, std::string_view word, std::size_t index) {
    std::string place = std::string(word).append(" ").append(std::to_string(index));
    if (index >= values.size()) {
        throw ParseFailure{ErrorCode::IndexOutOfRange, std::move(place),
                           "is referred to but does not exist"};
    }
    return {values[index], std::move(place)};
}

} // namespace impinge::inline v0
