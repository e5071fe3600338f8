// SPDX-License-Identifier: Apache-2.0
//
// The closed parts of a mesh that enclose something, and how they lie to each other: by winding
// numbers, exact.
#include "mesh/shells.hpp"

#include "base/buckets.hpp"
#include "geometry/bvh.hpp"
#include "impinge/predicates.hpp"
#include "impinge/triangle.hpp"
#include "math/measures.hpp"
#include "mesh/topology.hpp"
#include "mesh/volume.hpp"
#include "mesh/winding.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace impinge::inline v0 {
namespace {

/// The balanced components with a volume, and nothing else, renumbered.
struct Shells {
    std::vector<TriangleIndices> triangles;
    std::vector<std::uint32_t> of_triangle;
    Buckets<std::uint32_t> triangles_of; ///< per shell, into `triangles`
    std::vector<Sign> signs;
    std::vector<std::uint32_t> component; ///< the one each shell is
};

/// The points of a shell in the order they are tried: corners of its faces, then centres of them.
Vec3d trial_point(const Shells& shells, std::uint32_t shell, std::size_t trial,
                  std::span<const Vec3d> positions) {
    const auto own = shells.triangles_of[shell];
    if (trial < 3 * own.size()) {
        return positions[shells.triangles[own[trial / 3]][trial % 3]];
    }
    const auto& [a, b, c] = shells.triangles[own[trial - 3 * own.size()]];
    constexpr double third = 1.0 / 3.0; // thirds first: the sum of three corners might overflow
    return positions[a] * third + positions[b] * third + positions[c] * third;
}

Shells collect_shells(std::span<const TriangleIndices> triangles, const Components& components,
                      std::span<const std::uint8_t> balanced, std::span<const Sign> signs) {
    constexpr std::uint32_t none = 0xFFFFFFFFu;
    Shells shells;
    std::vector<std::uint32_t> shell_of(components.count, none);
    for (std::size_t component = 0; component < components.count; ++component) {
        if ((balanced.empty() || balanced[component] != 0) && signs[component] != 0) {
            shell_of[component] = static_cast<std::uint32_t>(shells.signs.size());
            shells.signs.push_back(signs[component]);
            shells.component.push_back(static_cast<std::uint32_t>(component));
        }
    }
    for (std::size_t index = 0; index < triangles.size(); ++index) {
        const std::uint32_t shell = shell_of[components.of(index)];
        if (shell != none) {
            shells.triangles.push_back(triangles[index]);
            shells.of_triangle.push_back(shell);
        }
    }
    shells.triangles_of = {shells.signs.size(), [&](auto put) {
                               for (std::uint32_t i = 0; i < shells.of_triangle.size(); ++i) {
                                   put(shells.of_triangle[i], i);
                               }
                           }};
    return shells;
}

/// For each of the shells that are asked about how often all others wind around one of its points
/// that is on none of them; 0 for a shell that has no such point among those tried, and for those
/// that are not asked about. Almost always the first corner answers; each further pass over the
/// mesh tries eight times as many points per shell.
std::vector<int> windings_of_others(const Shells& shells, std::vector<std::uint32_t> open,
                                    std::span<const Vec3d> positions, const Context& context) {
    std::vector<int> windings(shells.signs.size(), 0);
    std::size_t first = 0;
    for (std::size_t tried = 1; !open.empty() && !context.cancelled(); first += tried, tried *= 8) {
        std::vector<PartPoint> points;
        for (const std::uint32_t shell : open) {
            const std::size_t end = std::min(first + tried, 4 * shells.triangles_of[shell].size());
            for (std::size_t trial = first; trial < end; ++trial) {
                points.push_back({trial_point(shells, shell, trial, positions), shell});
            }
        }
        const auto found = winding_numbers_of_other_parts(points, positions, shells.triangles,
                                                          shells.of_triangle, context);
        std::vector<std::uint8_t> answered(shells.signs.size(), 0);
        for (std::size_t i = 0; i < points.size(); ++i) {
            if (found[i] && answered[points[i].part] == 0) {
                answered[points[i].part] = 1;
                windings[points[i].part] = *found[i];
            }
        }
        std::erase_if(open, [&](std::uint32_t shell) {
            return answered[shell] != 0 || first + tried >= 4 * shells.triangles_of[shell].size();
        });
    }
    return windings;
}

// --- redundant shells ---------------------------------------------------------------------------
//
// A shell that meets no other lies in one region of the others, where their winding number is one
// number w. Outside the shell the mesh winds w times, inside w + 1 times if it is turned outward
// and w - 1 times if inward. It bounds the body, the points with a winding number of at least 1,
// where that decides: an outward shell at w = 0, an inward one at w = 1. Above that it bounds
// nothing.

Triangle triangle_at(const Shells& shells, std::uint32_t index, std::span<const Vec3d> positions) {
    const auto& [a, b, c] = shells.triangles[index];
    return {{positions[a], positions[b], positions[c]}};
}

/// How often the others have to wind around a shell for it to bound nothing.
int needed_windings(Sign sign, int turn) { return sign == turn ? 1 : 2; }

/// Shells within the boxes of as many outward ones as must wind around them.
std::vector<std::uint32_t> boxed_shells(const Shells& shells, int turn,
                                        std::span<const Vec3d> positions, const Context& context) {
    std::vector<Box3> boxes(shells.signs.size());
    for (std::size_t index = 0; index < shells.triangles.size(); ++index) {
        Box3& box = boxes[shells.of_triangle[index]];
        for (const std::uint32_t corner : shells.triangles[index]) {
            box = extend(box, positions[corner]);
        }
    }
    const Bvh tree(boxes, context);
    std::vector<std::uint32_t> found;
    for (std::uint32_t shell = 0; shell < boxes.size() && !context.cancelled(); ++shell) {
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
    MeetingShells(const Shells& shells, std::span<const Vec3d> positions, const Context& context)
        : shells_(shells), positions_(positions) {
        std::vector<Box3> boxes(shells.triangles.size());
        for (std::uint32_t index = 0; index < boxes.size(); ++index) {
            boxes[index] = box_of(triangle_at(shells, index, positions));
        }
        tree_ = Bvh(boxes, context);
    }

    [[nodiscard]] bool meets_another(std::uint32_t shell) const {
        const auto own = shells_.triangles_of[shell];
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
    Bvh tree_;
};

/// The components that meet no other shell and around both of whose sides the others wind at least
/// once, in increasing order; `turn` is -1 if every shell is to be seen turned over, else 1. Costs
/// next to nothing where no shell's box lies in that of another.
std::vector<std::uint32_t> redundant_shells(const Shells& shells, int turn,
                                            std::span<const Vec3d> positions,
                                            const Context& context) {
    if (shells.signs.size() < 2) {
        return {};
    }
    std::vector<std::uint32_t> suspects = boxed_shells(shells, turn, positions, context);
    if (suspects.empty()) {
        return {};
    }
    const std::vector<int> windings = windings_of_others(shells, suspects, positions, context);
    std::erase_if(suspects, [&](std::uint32_t shell) {
        return turn * windings[shell] < needed_windings(shells.signs[shell], turn);
    });
    if (suspects.empty()) {
        return {};
    }
    const MeetingShells meetings(shells, positions, context);
    if (context.cancelled()) {
        return {};
    }
    std::erase_if(suspects, [&](std::uint32_t shell) {
        return !context.cancelled() && meetings.meets_another(shell);
    });
    std::vector<std::uint32_t> found;
    for (const std::uint32_t shell : suspects) {
        found.push_back(shells.component[shell]);
    }
    return found;
}

// --- orientation ---------------------------------------------------------------------------------

/// The components that do not lie in the material of the others as their sign would have it, where
/// `turn` is +1 for the mesh as it is and -1 for the mesh with every triangle turned over.
std::vector<std::uint32_t> unburied(const Shells& shells, int turn,
                                    std::span<const Vec3d> positions, const Context& context) {
    const Sign sign = -turn;
    const auto with_sign = std::count(shells.signs.begin(), shells.signs.end(), sign);
    std::vector<int> windings(shells.signs.size(), 0);
    if (with_sign > 0 && shells.signs.size() > 1) {
        std::vector<std::uint32_t> asked;
        for (std::uint32_t shell = 0; shell < shells.signs.size(); ++shell) {
            if (shells.signs[shell] == sign) {
                asked.push_back(shell);
            }
        }
        windings = windings_of_others(shells, std::move(asked), positions, context);
    }
    std::vector<std::uint32_t> found;
    for (std::size_t shell = 0; shell < shells.signs.size(); ++shell) {
        if (shells.signs[shell] == sign && turn * windings[shell] < 1) {
            found.push_back(shells.component[shell]);
        }
    }
    return found;
}

} // namespace

ShellCensus examine_shells(std::span<const Vec3d> positions,
                           std::span<const TriangleIndices> triangles, const Components& components,
                           std::span<const std::uint8_t> balanced, ShellQuestions questions,
                           const Context& context) {
    const std::vector<Sign> signs = volume_signs(positions, triangles, components, context);
    std::size_t volumes = 0;
    std::size_t negative = 0;
    for (std::size_t component = 0; component < components.count; ++component) {
        if (balanced.empty() || balanced[component] != 0) {
            volumes += signs[component] != 0 ? 1 : 0;
            negative += signs[component] < 0 ? 1 : 0;
        }
    }
    ShellCensus census{.inside_out = {}, .redundant = {}, .encloses_volume = volumes > 0};
    const bool wants_redundant = questions == ShellQuestions::All && volumes > 1;
    if ((negative == 0 && !wants_redundant) || context.cancelled()) {
        return census;
    }
    const Shells shells = collect_shells(triangles, components, balanced, signs);
    if (negative > 0) {
        census.inside_out = unburied(shells, 1, positions, context);
    }
    if (!census.inside_out.empty() && unburied(shells, -1, positions, context).empty()) {
        census.inside_out.clear();
        census.all_inside_out = true;
    }
    if (census.inside_out.empty() && questions == ShellQuestions::All) {
        census.redundant =
            redundant_shells(shells, census.all_inside_out ? -1 : 1, positions, context);
    }
    return census;
}

} // namespace impinge::inline v0
