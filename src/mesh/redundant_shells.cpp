// SPDX-License-Identifier: Apache-2.0
//
// A shell that meets no other lies in one region of the others, where their winding number is one
// number w. Outside the shell the mesh winds w times, inside w + 1 times if it is turned outward
// and w - 1 times if inward. It bounds the body, the points with a winding number of at least 1,
// where that decides: an outward shell at w = 0, an inward one at w = 1. Above that it bounds
// nothing.
#include "geometry/visit_related.hpp"
#include "impinge/triangle.hpp"
#include "mesh/shell_set.hpp"

#include <algorithm>

namespace impinge::inline v0 {
namespace {

bool holds(const Box3& outer, const Box3& inner) {
    return contains(outer, inner.min) && contains(outer, inner.max);
}

Triangle triangle_at(const Shells& shells, std::uint32_t index, std::span<const Vec3d> positions) {
    const auto& [a, b, c] = shells.triangles[index];
    return {{positions[a], positions[b], positions[c]}};
}

Box3 box_of(const Triangle& triangle) {
    return extend(extend(extend({}, triangle[0]), triangle[1]), triangle[2]);
}

/// How often the others have to wind around a shell for it to bound nothing.
int needed_windings(Sign sign, int turn) { return sign == turn ? 1 : 2; }

/// Shells within the boxes of as many outward ones as must wind around them.
std::vector<std::uint32_t> boxed_shells(const Shells& shells, int turn,
                                        std::span<const Vec3d> positions) {
    std::vector<Box3> boxes(shells.signs.size());
    for (std::size_t index = 0; index < shells.triangles.size(); ++index) {
        Box3& box = boxes[shells.of_triangle[index]];
        for (const std::uint32_t corner : shells.triangles[index]) {
            box = extend(box, positions[corner]);
        }
    }
    const BoxTree tree(boxes);
    std::vector<std::uint32_t> found;
    for (std::uint32_t shell = 0; shell < boxes.size(); ++shell) {
        int missing = needed_windings(shells.signs[shell], turn);
        visit_related(
            tree, [&](const Box3& box) { return holds(box, boxes[shell]); },
            [&](std::uint32_t other) {
                missing -= other != shell && shells.signs[other] == turn ? 1 : 0;
                return missing > 0;
            });
        if (missing <= 0) {
            found.push_back(shell);
        }
    }
    return found;
}

/// Whether a triangle of the shell has a point in common with one of another shell.
class MeetingShells {
  public:
    MeetingShells(const Shells& shells, std::span<const Vec3d> positions)
        : shells_(shells), positions_(positions) {
        std::vector<Box3> boxes(shells.triangles.size());
        for (std::uint32_t index = 0; index < boxes.size(); ++index) {
            boxes[index] = box_of(triangle_at(shells, index, positions));
        }
        tree_ = BoxTree(boxes);
    }

    [[nodiscard]] bool meets_another(std::uint32_t shell) const {
        const auto& own = shells_.triangles_of[shell];
        return std::any_of(own.begin(), own.end(),
                           [&](std::uint32_t index) { return triangle_meets(index, shell); });
    }

  private:
    [[nodiscard]] bool triangle_meets(std::uint32_t index, std::uint32_t shell) const {
        const Triangle triangle = triangle_at(shells_, index, positions_);
        const Box3 own = box_of(triangle);
        bool found = false;
        visit_related(
            tree_, [&](const Box3& box) { return boxes_overlap(box, own); },
            [&](std::uint32_t other) {
                found = shells_.of_triangle[other] != shell &&
                        triangles_intersect(triangle, triangle_at(shells_, other, positions_));
                return !found;
            });
        return found;
    }

    const Shells& shells_;
    std::span<const Vec3d> positions_;
    BoxTree tree_;
};

} // namespace

std::vector<std::uint32_t> redundant_shells(const Shells& shells, int turn,
                                            std::span<const Vec3d> positions) {
    if (shells.signs.size() < 2) {
        return {};
    }
    std::vector<std::uint32_t> suspects = boxed_shells(shells, turn, positions);
    if (suspects.empty()) {
        return {};
    }
    const std::vector<int> windings = windings_of_others(shells, suspects, positions);
    std::erase_if(suspects, [&](std::uint32_t shell) {
        return turn * windings[shell] < needed_windings(shells.signs[shell], turn);
    });
    if (suspects.empty()) {
        return {};
    }
    const MeetingShells meetings(shells, positions);
    std::erase_if(suspects, [&](std::uint32_t shell) { return meetings.meets_another(shell); });
    std::vector<std::uint32_t> found;
    for (const std::uint32_t shell : suspects) {
        found.push_back(shells.component[shell]);
    }
    return found;
}

} // namespace impinge::inline v0
