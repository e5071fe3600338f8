// SPDX-License-Identifier: Apache-2.0
#include "io/ply_header.hpp"

#include "io/text_cursor.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace impinge::inline v0 {
namespace {

constexpr std::array<std::pair<std::string_view, PlyType>, 16> type_names{{
    {"char", PlyType::Int8},
    {"int8", PlyType::Int8},
    {"uchar", PlyType::Uint8},
    {"uint8", PlyType::Uint8},
    {"short", PlyType::Int16},
    {"int16", PlyType::Int16},
    {"ushort", PlyType::Uint16},
    {"uint16", PlyType::Uint16},
    {"int", PlyType::Int32},
    {"int32", PlyType::Int32},
    {"uint", PlyType::Uint32},
    {"uint32", PlyType::Uint32},
    {"float", PlyType::Float32},
    {"float32", PlyType::Float32},
    {"double", PlyType::Float64},
    {"float64", PlyType::Float64},
}};

class HeaderParser {
  public:
    explicit HeaderParser(std::span<const char> bytes) : cursor_(bytes) {}

    PlyHeader parse() {
        if (cursor_.word() != "ply") {
            cursor_.fail("does not begin with 'ply'");
        }
        // Old Macintosh files end lines with a lone carriage return. The first line shows it; a
        // line feed after end_header\r would belong to the data.
        line_feeds_ = line_ends_with_feed();
        end_line();
        for (std::string_view keyword = word(); keyword != "end_header"; keyword = word()) {
            parse_line(keyword);
            end_line();
        }
        end_line();
        if (!encoding_) {
            cursor_.fail("the header has no format line");
        }
        header_.encoding = *encoding_;
        header_.size = cursor_.offset();
        return std::move(header_);
    }

  private:
    void parse_line(std::string_view keyword) {
        if (keyword == "format") {
            parse_format();
        } else if (keyword == "element") {
            parse_element();
        } else if (keyword == "property") {
            parse_property();
        } else if (keyword == "comment" || keyword == "obj_info") {
            while (!cursor_.at_line_end()) {
                cursor_.advance();
            }
        } else if (keyword.empty() && cursor_.at_end()) {
            cursor_.fail("the file ends within its header");
        } else if (!keyword.empty()) {
            cursor_.fail("unknown word " + in_quotes(keyword) + " in the header");
        }
    }

    std::string_view word() {
        cursor_.skip_blanks();
        return cursor_.word();
    }

    [[nodiscard]] bool line_ends_with_feed() const {
        TextCursor ahead = cursor_;
        while (!ahead.at_line_end()) {
            ahead.advance();
        }
        if (ahead.peek() == '\r') {
            ahead.advance();
        }
        return ahead.peek() == '\n';
    }

    void end_line() {
        cursor_.skip_blanks();
        if (!cursor_.at_line_end()) {
            cursor_.fail("unexpected " + in_quotes(cursor_.word()) + " in the header");
        }
        if (cursor_.at_end()) {
            return;
        }
        if (cursor_.peek() == '\r') {
            cursor_.advance();
        } else if (!line_feeds_) {
            cursor_.fail("the header mixes kinds of line ends");
        }
        if (line_feeds_ && !cursor_.at_end() && cursor_.peek() == '\n') {
            cursor_.advance();
        }
    }

    void parse_format() {
        const std::string_view name = word();
        if (name == "ascii") {
            encoding_ = PlyEncoding::Ascii;
        } else if (name == "binary_little_endian") {
            encoding_ = PlyEncoding::BinaryLittleEndian;
        } else if (name == "binary_big_endian") {
            encoding_ = PlyEncoding::BinaryBigEndian;
        } else {
            cursor_.fail("unknown PLY format " + in_quotes(name));
        }
        if (const std::string_view version = word(); version != "1.0") {
            cursor_.fail("unknown PLY version " + in_quotes(version), ErrorCode::Unsupported);
        }
    }

    void parse_element() {
        PlyElement element{.name = std::string(word()), .count = 0, .properties = {}};
        if (header_.find(element.name) != nullptr) {
            cursor_.fail("element " + in_quotes(element.name) + " is declared twice");
        }
        cursor_.skip_blanks();
        const std::int64_t count = cursor_.integer();
        if (count < 0) {
            cursor_.fail("an element cannot have " + std::to_string(count) + " rows");
        }
        element.count = static_cast<std::uint64_t>(count);
        header_.elements.push_back(std::move(element));
    }

    void parse_property() {
        if (header_.elements.empty()) {
            cursor_.fail("a property comes before any element");
        }
        PlyProperty property;
        std::string_view type = word();
        if (type == "list") {
            property.count_type = parse_type(word());
            if (!is_integer(*property.count_type)) {
                cursor_.fail("the length of a list must be a whole number");
            }
            type = word();
        }
        property.type = parse_type(type);
        property.name = std::string(word());
        if (property.name.empty()) {
            cursor_.fail("a property needs a name");
        }
        header_.elements.back().properties.push_back(std::move(property));
    }

    [[nodiscard]] PlyType parse_type(std::string_view name) const {
        const auto* found = std::find_if(type_names.begin(), type_names.end(),
                                         [&](const auto& entry) { return entry.first == name; });
        if (found == type_names.end()) {
            cursor_.fail("unknown type " + in_quotes(name));
        }
        return found->second;
    }

    TextCursor cursor_;
    PlyHeader header_;
    std::optional<PlyEncoding> encoding_;
    bool line_feeds_ = true;
};

} // namespace

std::optional<std::size_t> PlyElement::find(std::string_view property) const {
    for (std::size_t i = 0; i < properties.size(); ++i) {
        if (properties[i].name == property) {
            return i;
        }
    }
    return std::nullopt;
}

const PlyElement* PlyHeader::find(std::string_view element) const {
    for (const PlyElement& candidate : elements) {
        if (candidate.name == element) {
            return &candidate;
        }
    }
    return nullptr;
}

PlyHeader parse_ply_header(std::span<const char> bytes) { return HeaderParser(bytes).parse(); }

namespace {

/// The bytes of properties begin..end of a row, none of which may be a list.
std::optional<std::size_t> fixed_bytes(const PlyElement& element, std::size_t begin,
                                       std::size_t end) {
    std::size_t bytes = 0;
    for (std::size_t i = begin; i < end; ++i) {
        if (element.properties[i].count_type) {
            return std::nullopt;
        }
        bytes += size_of(element.properties[i].type);
    }
    return bytes;
}

} // namespace

std::optional<PlyPointLayout> point_layout(const PlyElement& vertex) {
    const auto row_bytes = fixed_bytes(vertex, 0, vertex.properties.size());
    if (!row_bytes) {
        return std::nullopt;
    }
    PlyPointLayout layout{.row_bytes = *row_bytes};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::size_t property = *vertex.find(ply_axis_names[axis]);
        const PlyType type = vertex.properties[property].type;
        if (is_integer(type) || (axis > 0 && type != layout.type)) {
            return std::nullopt;
        }
        layout.type = type;
        layout.axis_offset[axis] = *fixed_bytes(vertex, 0, property);
    }
    return layout;
}

std::optional<PlyTriangleLayout> triangle_layout(const PlyElement& face, std::size_t list) {
    const PlyProperty& corners = face.properties[list];
    const auto before = fixed_bytes(face, 0, list);
    const auto after = fixed_bytes(face, list + 1, face.properties.size());
    if (!before || !after || size_of(*corners.count_type) != 1 || size_of(corners.type) != 4) {
        return std::nullopt;
    }
    return PlyTriangleLayout{.row_bytes = *before + 13 + *after, .list_offset = *before};
}

} // namespace impinge::inline v0
