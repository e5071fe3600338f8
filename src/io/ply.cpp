// SPDX-License-Identifier: Apache-2.0
//
// PLY: a header in words, then rows of numbers as text or as bytes of either order.
#include "impinge/mesh.hpp"
#include "io/byte_order.hpp"
#include "io/file_bytes.hpp"
#include "io/mesh_format.hpp"
#include "io/ply_header.hpp"
#include "io/text_cursor.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <type_traits>
#include <vector>

namespace impinge::inline v0 {
namespace {

// The values of a PLY file one after the other, from bytes or from text: two classes with the same
// members, so that the rows of all encodings are read by one piece of code.
template <std::endian order> class PlyBinaryValues {
  public:
    PlyBinaryValues(std::span<const char> bytes, std::size_t start)
        : begin_(bytes.data()), here_(bytes.data() + start), end_(bytes.data() + bytes.size()) {}

    /// The fewest bytes a value of that type takes.
    static std::size_t least_bytes(PlyType type) { return size_of(type); }
    [[nodiscard]] std::size_t remaining() const { return static_cast<std::size_t>(end_ - here_); }

    double number(PlyType type) {
        const auto value = take<double>(type);
        if (!std::isfinite(value)) {
            here_ -= size_of(type);
            fail("a coordinate is not finite", ErrorCode::NonFinite);
        }
        return value;
    }
    std::int64_t integer(PlyType type) { return take<std::int64_t>(type); }
    void skip(PlyType type, std::uint64_t count) {
        if (count > remaining() / size_of(type)) {
            fail_at_end();
        }
        here_ += count * size_of(type);
    }

    /// All rows of vertices, which must be there.
    void points(const PlyPointLayout& layout, std::span<Vec3d> points) {
        if (layout.type == PlyType::Float32) {
            points_of<float>(layout, points);
        } else {
            points_of<double>(layout, points);
        }
    }
    /// Up to `rows` faces, stopping before the first that is not a triangle of vertices that exist.
    /// Returns how many.
    std::uint64_t triangles(const PlyTriangleLayout& layout, std::uint64_t rows,
                            std::uint32_t vertex_count, std::vector<TriangleIndices>& out) {
        const std::uint64_t most = std::min<std::uint64_t>(rows, remaining() / layout.row_bytes);
        for (std::uint64_t row = 0; row < most; ++row) {
            const char* list = here_ + layout.list_offset;
            const TriangleIndices corners{load<std::uint32_t, order>(list + 1),
                                          load<std::uint32_t, order>(list + 5),
                                          load<std::uint32_t, order>(list + 9)};
            if (*list != 3 || corners[0] >= vertex_count || corners[1] >= vertex_count ||
                corners[2] >= vertex_count) {
                return row;
            }
            out.push_back(corners);
            here_ += layout.row_bytes;
        }
        return most;
    }

    /// Nothing but white space may follow the last row: data that nobody announced is a mistake.
    void finish() {
        while (here_ != end_ && TextCursor::is_whitespace(*here_)) {
            ++here_;
        }
        if (here_ != end_) {
            fail(std::to_string(remaining()) + " bytes follow the last row that was announced");
        }
    }
    [[noreturn]] void fail(std::string reason, ErrorCode code = ErrorCode::FileMalformed) const {
        fail_at_byte(static_cast<std::size_t>(here_ - begin_), std::move(reason), code);
    }

  private:
    template <typename Float> void points_of(const PlyPointLayout& layout, std::span<Vec3d> out) {
        for (Vec3d& point : out) {
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const char* at = here_ + layout.axis_offset[axis];
                point[static_cast<int>(axis)] = static_cast<double>(load<Float, order>(at));
            }
            if (!is_finite(point)) {
                fail_not_finite(layout, point);
            }
            here_ += layout.row_bytes;
        }
    }
    [[noreturn]] void fail_not_finite(const PlyPointLayout& layout, Vec3d point) {
        std::size_t offset = layout.row_bytes;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            if (!std::isfinite(point[static_cast<int>(axis)])) {
                offset = std::min(offset, layout.axis_offset[axis]);
            }
        }
        here_ += offset;
        fail("a coordinate is not finite", ErrorCode::NonFinite);
    }
    template <typename Out> Out take(PlyType type) {
        if (remaining() < size_of(type)) {
            fail_at_end();
        }
        const char* at = here_;
        here_ += size_of(type);
        switch (type) {
        case PlyType::Int8:
            return static_cast<Out>(load<std::int8_t, order>(at));
        case PlyType::Uint8:
            return static_cast<Out>(load<std::uint8_t, order>(at));
        case PlyType::Int16:
            return static_cast<Out>(load<std::int16_t, order>(at));
        case PlyType::Uint16:
            return static_cast<Out>(load<std::uint16_t, order>(at));
        case PlyType::Int32:
            return static_cast<Out>(load<std::int32_t, order>(at));
        case PlyType::Uint32:
            return static_cast<Out>(load<std::uint32_t, order>(at));
        case PlyType::Float32:
            return static_cast<Out>(load<float, order>(at));
        case PlyType::Float64:
            break;
        }
        return static_cast<Out>(load<double, order>(at));
    }
    [[noreturn]] void fail_at_end() const {
        fail_at_byte(static_cast<std::size_t>(end_ - begin_), "the file ends within its rows");
    }

    const char* begin_;
    const char* here_;
    const char* end_;
};

class PlyTextValues {
  public:
    PlyTextValues(std::span<const char> bytes, std::size_t start) : cursor_(bytes) {
        cursor_.jump(start);
    }

    /// A digit and the white space before or after it.
    static std::size_t least_bytes(PlyType) { return 2; }
    /// As if white space followed the very last value too.
    [[nodiscard]] std::size_t remaining() const { return cursor_.remaining() + 1; }

    double number(PlyType) {
        to_next();
        return cursor_.number();
    }
    std::int64_t integer(PlyType) {
        to_next();
        const std::int64_t value = cursor_.integer();
        if (!TextCursor::is_whitespace(cursor_.peek())) {
            cursor_.fail("a whole number is followed by " + in_quotes(cursor_.word()));
        }
        return value;
    }
    void skip(PlyType, std::uint64_t count) {
        for (std::uint64_t i = 0; i < count; ++i) {
            to_next();
            cursor_.word();
        }
    }
    void finish() {
        cursor_.skip_whitespace();
        if (!cursor_.at_end()) {
            cursor_.fail(in_quotes(cursor_.word()) + " follows the last row that was announced");
        }
    }
    [[noreturn]] void fail(std::string reason, ErrorCode code = ErrorCode::FileMalformed) const {
        cursor_.fail(std::move(reason), code);
    }

  private:
    void to_next() {
        cursor_.skip_whitespace();
        if (cursor_.at_end()) {
            cursor_.fail("the file ends within its rows");
        }
    }

    TextCursor cursor_;
};

} // namespace

namespace {

std::optional<std::size_t> corner_list(const PlyElement& face) {
    const auto list = face.find("vertex_indices");
    return list ? list : face.find("vertex_index");
}

void check_vertex(const PlyHeader& header) {
    const PlyElement* vertex = header.find("vertex");
    if (vertex == nullptr || vertex->count == 0) {
        fail_whole("holds no vertices");
    }
    if (vertex->count > std::numeric_limits<std::uint32_t>::max()) {
        fail_whole("has more than 4294967295 vertices", ErrorCode::Unsupported);
    }
    for (const std::string_view axis : ply_axis_names) {
        const auto property = vertex->find(axis);
        if (!property || vertex->properties[*property].count_type) {
            fail_whole("its vertices have no coordinate '" + std::string(axis) + "'");
        }
    }
}

void check_face(const PlyHeader& header) {
    const PlyElement* face = header.find("face");
    if (face == nullptr || face->count == 0) {
        fail_whole(header.find("tristrips") != nullptr
                       ? "holds triangle strips, which are not supported"
                       : "holds no faces",
                   header.find("tristrips") != nullptr ? ErrorCode::Unsupported
                                                       : ErrorCode::FileMalformed);
    }
    const auto list = corner_list(*face);
    if (!list || !face->properties[*list].count_type || !is_integer(face->properties[*list].type)) {
        fail_whole("its faces have no list 'vertex_indices' of whole numbers");
    }
}

/// The rows of a file whose header has passed the checks above.
template <typename Values> class RowReader {
  public:
    RowReader(const PlyHeader& header, Values values)
        : header_(header), values_(std::move(values)), vertex_count_(header.find("vertex")->count) {
    }

    Mesh read() {
        for (const PlyElement& element : header_.elements) {
            if (element.count > 0 && !element.properties.empty()) {
                check_announced(element);
                read_rows(element);
            }
        }
        values_.finish();
        return std::move(mesh_);
    }

  private:
    static constexpr bool is_binary = !std::is_same_v<Values, PlyTextValues>;

    void read_rows(const PlyElement& element) {
        if (element.name == "vertex") {
            read_vertices(element);
        } else if (element.name == "face") {
            read_faces(element);
        } else {
            for (std::uint64_t row = 0; row < element.count; ++row) {
                skip_properties(element, 0, element.properties.size());
            }
        }
    }

    /// Before anything is reserved: could that many rows be in the rest of the file at all?
    void check_announced(const PlyElement& element) const {
        std::size_t row_bytes = 0;
        for (const PlyProperty& property : element.properties) {
            row_bytes += Values::least_bytes(property.count_type.value_or(property.type));
        }
        if (element.count > values_.remaining() / row_bytes) {
            values_.fail("the header announces " + std::to_string(element.count) + " rows of " +
                         in_quotes(element.name) + ", but only " +
                         std::to_string(values_.remaining()) + " bytes follow");
        }
    }

    void read_vertices(const PlyElement& element) {
        reserve_large(mesh_.positions, element.count);
        mesh_.positions.resize(element.count);
        if constexpr (is_binary) {
            if (const auto layout = point_layout(element)) {
                values_.points(*layout, mesh_.positions);
                return;
            }
        }
        read_vertices_one_by_one(element);
    }

    void read_vertices_one_by_one(const PlyElement& element) {
        constexpr std::size_t no_axis = 3;
        std::vector<std::size_t> axis_of(element.properties.size(), no_axis);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            axis_of[*element.find(ply_axis_names[axis])] = axis;
        }
        for (Vec3d& position : mesh_.positions) {
            for (std::size_t i = 0; i < element.properties.size(); ++i) {
                if (axis_of[i] == no_axis) {
                    skip_properties(element, i, i + 1);
                } else {
                    position[static_cast<int>(axis_of[i])] =
                        values_.number(element.properties[i].type);
                }
            }
        }
    }

    void read_faces(const PlyElement& element) {
        const std::size_t list = *corner_list(element);
        const auto layout = quick_layout(element);
        reserve_large(mesh_.triangles, element.count);
        for (std::uint64_t row = 0; row < element.count; ++row) {
            row += read_triangles(layout, element.count - row);
            if (row == element.count) {
                break;
            }
            skip_properties(element, 0, list);
            read_polygon(element.properties[list], row);
            skip_properties(element, list + 1, element.properties.size());
        }
    }

    /// How to read plain triangles the quick way, where there is one.
    [[nodiscard]] std::optional<PlyTriangleLayout> quick_layout(const PlyElement& element) const {
        // Beyond this count a negative index could pass for one in range.
        constexpr std::uint64_t most_vertices = std::uint64_t{1} << 31;
        return is_binary && vertex_count_ <= most_vertices
                   ? triangle_layout(element, *corner_list(element))
                   : std::nullopt;
    }

    /// Those of the next rows that are plain triangles; returns how many.
    std::uint64_t read_triangles(const std::optional<PlyTriangleLayout>& layout,
                                 std::uint64_t rows) {
        if constexpr (is_binary) {
            if (layout) {
                return values_.triangles(*layout, rows, static_cast<std::uint32_t>(vertex_count_),
                                         mesh_.triangles);
            }
        }
        return 0;
    }

    void read_polygon(const PlyProperty& list, std::uint64_t row) {
        const std::int64_t corners = values_.integer(*list.count_type);
        if (corners < 3) {
            values_.fail("face " + std::to_string(row) + " has " + std::to_string(corners) +
                         " corners");
        }
        const std::uint32_t first = read_corner(list.type, row);
        std::uint32_t previous = read_corner(list.type, row);
        for (std::int64_t i = 2; i < corners; ++i) {
            const std::uint32_t corner = read_corner(list.type, row);
            mesh_.triangles.push_back({first, previous, corner});
            previous = corner;
        }
    }

    std::uint32_t read_corner(PlyType type, std::uint64_t row) {
        const std::int64_t vertex = values_.integer(type);
        if (vertex < 0 || static_cast<std::uint64_t>(vertex) >= vertex_count_) {
            values_.fail("face " + std::to_string(row) + " names vertex " + std::to_string(vertex) +
                             " of " + std::to_string(vertex_count_),
                         ErrorCode::IndexOutOfRange);
        }
        return static_cast<std::uint32_t>(vertex);
    }

    void skip_properties(const PlyElement& element, std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const PlyProperty& property = element.properties[i];
            std::int64_t count = 1;
            if (property.count_type) {
                count = values_.integer(*property.count_type);
                if (count < 0) {
                    values_.fail("a list has " + std::to_string(count) + " values");
                }
            }
            values_.skip(property.type, static_cast<std::uint64_t>(count));
        }
    }

    const PlyHeader& header_;
    Values values_;
    std::uint64_t vertex_count_;
    Mesh mesh_;
};

template <typename Values> Mesh read_rows(const PlyHeader& header, std::span<const char> bytes) {
    return RowReader<Values>(header, Values(bytes, header.size)).read();
}

} // namespace

Mesh parse_ply(std::span<const char> bytes) {
    const PlyHeader header = parse_ply_header(bytes);
    check_vertex(header);
    check_face(header);
    switch (header.encoding) {
    case PlyEncoding::Ascii:
        return read_rows<PlyTextValues>(header, bytes);
    case PlyEncoding::BinaryLittleEndian:
        return read_rows<PlyBinaryValues<std::endian::little>>(header, bytes);
    case PlyEncoding::BinaryBigEndian:
        break;
    }
    return read_rows<PlyBinaryValues<std::endian::big>>(header, bytes);
}

} // namespace impinge::inline v0
