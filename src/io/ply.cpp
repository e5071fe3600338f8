// SPDX-License-Identifier: Apache-2.0
//
// PLY: a header in words, then rows of numbers as text or as bytes of either order.
#include "impinge/mesh.hpp"
#include "io/file_bytes.hpp"
#include "io/mesh_format.hpp"
#include "io/ply_header.hpp"
#include "io/ply_values.hpp"

#include <array>
#include <limits>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

namespace impinge::inline v0 {
namespace {

std::optional<std::size_t> corner_list(const PlyElement& face) {
    const auto list = face.find("vertex_indices");
    return list ? list : face.find("vertex_index");
}

/// Positions of the two texture coordinates in a row of vertices, if they are there.
std::optional<std::array<std::size_t, 2>> texture_pair(const PlyElement& vertex) {
    constexpr std::array<std::array<std::string_view, 2>, 4> names{
        {{"s", "t"}, {"u", "v"}, {"texture_u", "texture_v"}, {"texture_s", "texture_t"}}};
    for (const auto& [first, second] : names) {
        const auto u = vertex.find(first);
        const auto v = vertex.find(second);
        if (u && v && !vertex.properties[*u].count_type && !vertex.properties[*v].count_type) {
            return std::array{*u, *v};
        }
    }
    return std::nullopt;
}

/// Position of the list of two numbers for each corner in a row of faces, as MeshLab writes it.
std::optional<std::size_t> texture_list(const PlyElement& face) {
    const auto list = face.find("texcoord");
    return list && face.properties[*list].count_type ? list : std::nullopt;
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
    /// `uv` may be null.
    RowReader(const PlyHeader& header, Values values, MeshUv* uv)
        : header_(header), values_(std::move(values)), vertex_count_(header.find("vertex")->count),
          uv_(uv) {}

    Mesh read() {
        for (const PlyElement& element : header_.elements) {
            if (element.count > 0 && !element.properties.empty()) {
                check_announced(element);
                read_rows(element);
            }
        }
        values_.finish();
        if (uv_ != nullptr && uv_->empty() && !places_.empty()) {
            for (const auto& [a, b, c] : mesh_.triangles) {
                uv_->push_back({places_[a], places_[b], places_[c]});
            }
        }
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
        const auto texture = uv_ != nullptr ? texture_pair(element) : std::nullopt;
        if constexpr (is_binary) {
            const auto layout = texture ? std::nullopt : point_layout(element);
            if (layout) {
                values_.points(*layout, mesh_.positions);
                return;
            }
        }
        places_.resize(texture ? element.count : 0);
        read_vertices_one_by_one(element, texture);
    }

    void read_vertices_one_by_one(const PlyElement& element,
                                  const std::optional<std::array<std::size_t, 2>>& texture) {
        std::array<double, 6> row{}; // x, y, z, u, v, and what is not wanted
        std::vector<std::size_t> slot_of(element.properties.size(), row.size() - 1);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            slot_of[*element.find(ply_axis_names[axis])] = axis;
        }
        for (std::size_t i = 0; texture && i < 2; ++i) {
            slot_of[(*texture)[i]] = 3 + i;
        }
        for (std::size_t vertex = 0; vertex < mesh_.positions.size(); ++vertex) {
            for (std::size_t i = 0; i < element.properties.size(); ++i) {
                if (slot_of[i] == row.size() - 1) {
                    skip_properties(element, i, i + 1);
                } else {
                    row[slot_of[i]] = values_.number(element.properties[i].type);
                }
            }
            mesh_.positions[vertex] = {row[0], row[1], row[2]};
            if (texture) {
                places_[vertex] = {row[3], row[4]};
            }
        }
    }

    void read_faces(const PlyElement& element) {
        const std::size_t list = *corner_list(element);
        const auto texture = uv_ != nullptr ? texture_list(element) : std::nullopt;
        if (texture) {
            read_faces_with_uv(element, list, *texture);
            return;
        }
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

    void read_faces_with_uv(const PlyElement& element, std::size_t list, std::size_t texture) {
        std::vector<double> numbers;
        for (std::uint64_t row = 0; row < element.count; ++row) {
            const std::size_t first = mesh_.triangles.size();
            for (std::size_t i = 0; i < element.properties.size(); ++i) {
                if (i == list) {
                    read_polygon(element.properties[i], row);
                } else if (i == texture) {
                    read_numbers(element.properties[i], numbers);
                } else {
                    skip_properties(element, i, i + 1);
                }
            }
            add_fan(numbers, mesh_.triangles.size() - first, row);
        }
    }

    void read_numbers(const PlyProperty& list, std::vector<double>& numbers) {
        numbers.clear();
        const std::uint64_t count = read_length(list);
        for (std::uint64_t i = 0; i < count; ++i) {
            numbers.push_back(values_.number(list.type));
        }
    }

    /// Texture coordinates of a face; without any, it has none.
    void add_fan(const std::vector<double>& numbers, std::size_t triangles, std::uint64_t row) {
        if (!numbers.empty() && numbers.size() != 2 * (triangles + 2)) {
            values_.fail("face " + std::to_string(row) + " has " + std::to_string(numbers.size()) +
                         " texture coordinates for " + std::to_string(triangles + 2) + " corners");
        }
        const auto place = [&](std::size_t corner) {
            return numbers.empty() ? no_uv : Vec2d{numbers[2 * corner], numbers[2 * corner + 1]};
        };
        for (std::size_t i = 0; i < triangles; ++i) {
            uv_->push_back({place(0), place(i + 1), place(i + 2)});
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
            values_.skip(property.type, property.count_type ? read_length(property) : 1);
        }
    }

    std::uint64_t read_length(const PlyProperty& list) {
        const std::int64_t count = values_.integer(*list.count_type);
        if (count < 0) {
            values_.fail("a list has " + std::to_string(count) + " values");
        }
        return static_cast<std::uint64_t>(count);
    }

    const PlyHeader& header_;
    Values values_;
    std::uint64_t vertex_count_;
    Mesh mesh_;
    MeshUv* uv_;
    std::vector<Vec2d> places_; ///< texture coordinates of vertices
};

template <typename Values>
Mesh read_rows(const PlyHeader& header, std::span<const char> bytes, MeshUv* uv) {
    return RowReader<Values>(header, Values(bytes, header.size), uv).read();
}

} // namespace

Mesh parse_ply(std::span<const char> bytes, MeshUv* uv) {
    const PlyHeader header = parse_ply_header(bytes);
    check_vertex(header);
    check_face(header);
    switch (header.encoding) {
    case PlyEncoding::Ascii:
        return read_rows<PlyTextValues>(header, bytes, uv);
    case PlyEncoding::BinaryLittleEndian:
        return read_rows<PlyBinaryValues<std::endian::little>>(header, bytes, uv);
    case PlyEncoding::BinaryBigEndian:
        break;
    }
    return read_rows<PlyBinaryValues<std::endian::big>>(header, bytes, uv);
}

} // namespace impinge::inline v0
