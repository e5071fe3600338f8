// SPDX-License-Identifier: Apache-2.0
#include "measures/overlap_shells.hpp"

#include "base/sort_unique.hpp"
#include "math/measures.hpp"
#include "measures/overlap_mesh.hpp"

#include <algorithm>
#include <utility>

namespace impinge::inline v0 {
namespace {

/// Six times the volume between the origin and a triangle, the same for any order of its corners
/// but for the sign.
double six_volumes(Vec3d a, Vec3d b, Vec3d c) {
    double sign = 1;
    const auto order = [&sign](Vec3d& p, Vec3d& q) {
        if (q < p) {
            std::swap(p, q);
            sign = -sign;
        }
    };
    order(a, b);
    order(b, c);
    order(a, b);
    return sign * dot(a, cross(b, c));
}

Vec3d unit_normal_of_face(const Triangle& face) {
    const Vec3d normal = cross(face[1] - face[0], face[2] - face[0]);
    const double stretch = length(normal);
    return stretch > 0 ? normal * (1 / stretch) : Vec3d{};
}

/// Adds up what pieces of surface measure.
class ShellSums {
  public:
    ShellSums(const OverlapPair& pair, const OverlapSurface& surface, const OverlapSpace& space)
        : pair_(pair), surface_(surface), origin_(space.origin) {
        const double reach = length(space.common.max - space.common.min);
        const double volume = reach * reach * reach;
        OverlapShell empty;
        empty.volume = OrderlessSum(volume);
        empty.moment.fill(OrderlessSum(volume * reach));
        empty.area.fill(OrderlessSum(reach * reach));
        shells_.assign(surface.shell_count, empty);
    }

    std::vector<OverlapShell> shells() {
        for (std::uint32_t i = 0; i < surface_.pieces.size(); ++i) {
            add_piece(i);
        }
        for (const Owner owner : {Owner::First, Owner::Second}) {
            for (const auto& [triangle, shell] :
                 surface_.whole.at(static_cast<std::size_t>(owner))) {
                add_whole(owner, triangle, shell);
            }
        }
        return std::move(shells_);
    }

  private:
    void add_piece(std::uint32_t index) {
        const CutPiece& piece = surface_.pieces[index];
        OverlapShell& shell = shells_[piece.shell];
        shell.pieces.push_back(index);
        const Vec3d unit = unit_normal_of_face(piece.face);
        // Not a corner of the face, which may be far away.
        const Vec3d apex =
            *std::min_element(surface_.points.begin() + surface_.loop_start[piece.first_loop],
                              surface_.points.begin() + surface_.loop_start[piece.end_loop]);
        for (std::uint32_t at = piece.first_loop; at < piece.end_loop; ++at) {
            const std::span<const Vec3d> points = surface_.loop(at);
            for (std::size_t k = 0; k < points.size(); ++k) {
                add(shell, piece.owner, apex, points[k], points[(k + 1) % points.size()], unit);
            }
        }
    }
    void add_whole(Owner owner, std::uint32_t triangle, std::uint32_t number) {
        OverlapShell& shell = shells_[number];
        shell.whole.at(static_cast<std::size_t>(owner)).push_back(triangle);
        std::array<Vec3d, 3> corners = pair_.outward(owner, triangle).corners;
        std::rotate(corners.begin(), std::min_element(corners.begin(), corners.end()),
                    corners.end());
        const auto& [a, b, c] = corners;
        add(shell, owner, a, b, c, unit_normal_of_face({corners}));
        shell.box = extend(shell.box, a);
    }
    void add(OverlapShell& shell, Owner owner, Vec3d apex, Vec3d from, Vec3d to,
             Vec3d unit_normal) {
        const Vec3d a = apex - origin_;
        const Vec3d p = from - origin_;
        const Vec3d q = to - origin_;
        const double volume = six_volumes(a, p, q) / 6;
        const Vec3d middle = (a + p + q) * 0.25;
        shell.volume.add(volume);
        for (int axis = 0; axis < 3; ++axis) {
            shell.moment.at(static_cast<std::size_t>(axis)).add(volume * middle[axis]);
        }
        shell.area.at(static_cast<std::size_t>(owner))
            .add(dot(cross(p - a, q - a), unit_normal) / 2);
        shell.box = extend(extend(shell.box, from), to);
    }

    const OverlapPair& pair_;
    const OverlapSurface& surface_;
    Vec3d origin_;
    std::vector<OverlapShell> shells_;
};

} // namespace

std::vector<OverlapShell> measure_shells(const OverlapPair& pair, const OverlapSurface& surface,
                                         const OverlapSpace& space) {
    return ShellSums(pair, surface, space).shells();
}

double volume_error(const OverlapShell& shell) {
    const Vec3d reach = max(max(shell.box.max, -shell.box.min), max(-shell.box.max, shell.box.min));
    const double step = 0x1p-52 * std::max({reach.x, reach.y, reach.z});
    return 4 * step * (shell.area[0].magnitude() + shell.area[1].magnitude()) +
           0x1p-48 * shell.volume.magnitude();
}

void append_shell(Owner owner, const OverlapPair& pair, const OverlapShell& shell,
                  const OverlapSurface& surface, std::vector<Triangle>& triangles,
                  std::vector<std::uint32_t>* sources) {
    const auto name_new_ones = [&](std::uint32_t triangle) {
        if (sources != nullptr) {
            sources->resize(triangles.size(), triangle);
        }
    };
    for (const std::uint32_t index : shell.pieces) {
        if (surface.pieces[index].owner == owner) {
            append_triangles(surface, surface.pieces[index], triangles);
            name_new_ones(surface.pieces[index].triangle);
        }
    }
    for (const std::uint32_t triangle : shell.whole.at(static_cast<std::size_t>(owner))) {
        triangles.push_back(pair.outward(owner, triangle));
        name_new_ones(triangle);
    }
}

std::vector<std::uint32_t> triangles_of_shell(Owner owner, const OverlapShell& shell,
                                              const OverlapSurface& surface) {
    std::vector<std::uint32_t> triangles = shell.whole.at(static_cast<std::size_t>(owner));
    for (const std::uint32_t index : shell.pieces) {
        if (surface.pieces[index].owner == owner) {
            triangles.push_back(surface.pieces[index].triangle);
        }
    }
    sort_unique(triangles);
    return triangles;
}

} // namespace impinge::inline v0
