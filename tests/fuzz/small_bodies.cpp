// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/small_bodies.hpp"

#include <array>
#include <cmath>
#include <limits>

namespace impinge::fuzz {
namespace {

constexpr unsigned families = 8;

/// Numbers of very different size make exact signs slow; fewer triangles make up for it.
unsigned most_triangles(unsigned family) { return family >= 6 ? 8 : 28; }

/// One byte for most numbers, so that equal, aligned and collinear points are common.
double draw_coordinate(ByteSource& source, unsigned family) {
    constexpr double step = std::numeric_limits<double>::epsilon();
    switch (family) {
    case 0:
        return source.below(4);
    case 1:
        return source.small();
    case 2: // neighbours of 1 and of a few thousand
        return (source.below(2) == 0 ? 1 : 5000) * (1 + source.below(8) * step);
    case 3:
        return source.small() * std::numeric_limits<double>::denorm_min();
    case 4:
        return source.small() * 0x1p1016;
    case 5: // tenths are not representable
        return source.small() * 0.1;
    case 6: // powers of two far from each other
        return std::ldexp(source.below(2) == 0 ? 1 : -1, 8 * source.small());
    default:
        return source.any_bits();
    }
}

Vec3d draw_point(ByteSource& source, unsigned family) {
    Vec3d point;
    for (int axis = 0; axis < 3; ++axis) {
        point[axis] = draw_coordinate(source, family);
    }
    return point;
}

void add_soup(ByteSource& source, unsigned family, Mesh& mesh) {
    const unsigned vertices = 3 + source.below(14);
    const unsigned triangles = source.below(most_triangles(family));
    for (unsigned i = 0; i < vertices; ++i) {
        mesh.positions.push_back(draw_point(source, family));
    }
    for (unsigned i = 0; i < triangles; ++i) {
        TriangleIndices triangle;
        for (std::uint32_t& corner : triangle) {
            const std::uint8_t drawn = source.byte();
            corner = drawn == 255 ? vertices : drawn % vertices; // now and then out of range
        }
        mesh.triangles.push_back(triangle);
    }
}

/// With outward or inward normals: the corners decide.
void add_tetrahedron(ByteSource& source, unsigned family, Mesh& mesh) {
    const auto first = static_cast<std::uint32_t>(mesh.positions.size());
    for (int i = 0; i < 4; ++i) {
        mesh.positions.push_back(draw_point(source, family));
    }
    for (const TriangleIndices& t : {TriangleIndices{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}) {
        mesh.triangles.push_back({first + t[0], first + t[1], first + t[2]});
    }
}

void add_box(ByteSource& source, unsigned family, Mesh& mesh) {
    constexpr std::array<std::array<std::uint32_t, 4>, 6> sides = {
        {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}}};
    const auto first = static_cast<std::uint32_t>(mesh.positions.size());
    const Vec3d low = draw_point(source, family);
    const Vec3d high = draw_point(source, family);
    for (unsigned i = 0; i < 8; ++i) {
        mesh.positions.push_back({(i & 1) != 0 ? high.x : low.x, (i & 2) != 0 ? high.y : low.y,
                                  (i & 4) != 0 ? high.z : low.z});
    }
    const unsigned turned = source.byte(); // which sides are cut along the other diagonal
    for (unsigned i = 0; i < 6; ++i) {
        const std::uint32_t shift = turned >> i & 1;
        const auto corner = [&](std::uint32_t k) { return first + sides[i][(k + shift) % 4]; };
        mesh.triangles.push_back({corner(0), corner(1), corner(2)});
        mesh.triangles.push_back({corner(0), corner(2), corner(3)});
    }
}

Rigid draw_pose(ByteSource& source) {
    switch (source.below(8)) {
    case 5:
        return rotation({static_cast<double>(source.small()), static_cast<double>(source.small()),
                         static_cast<double>(source.small())},
                        source.small() * 0.05);
    case 6:
        return translation(draw_point(source, source.below(families)));
    case 7:
        return {.row_x = draw_point(source, 1),
                .row_y = draw_point(source, 1),
                .row_z = draw_point(source, 1),
                .translation = draw_point(source, 5),
                .scale = std::ldexp(1.0, source.small())};
    default:
        return {};
    }
}

} // namespace

SmallBody draw_body(ByteSource& source) {
    SmallBody drawn;
    const unsigned family = source.below(families);
    switch (source.below(4)) {
    case 0:
        add_soup(source, family, drawn.mesh);
        break;
    case 1:
        for (unsigned parts = 1 + source.below(most_triangles(family) / 8); parts > 0; --parts) {
            add_box(source, family, drawn.mesh);
        }
        break;
    case 2:
        for (unsigned parts = 1 + source.below(most_triangles(family) / 4); parts > 0; --parts) {
            add_tetrahedron(source, family, drawn.mesh);
        }
        break;
    default:
        add_box(source, family, drawn.mesh);
        add_soup(source, family, drawn.mesh);
        break;
    }
    drawn.pose = draw_pose(source);
    return drawn;
}

} // namespace impinge::fuzz
