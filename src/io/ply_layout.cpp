// SPDX-License-Identifier: Apache-2.0
#include "io/ply_layout.hpp"

#include <algorithm>

namespace impinge::inline v0 {
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
