// SPDX-License-Identifier: Apache-2.0
#include "measures/joined_shells.hpp"

#include "base/disjoint_sets.hpp"

#include <algorithm>
#include <tuple>
#include <vector>

namespace impinge::inline v0 {
namespace {

/// An edge as a member of the surface runs through it: pieces are members, then whole triangles.
struct SideOfEdge {
    Vec3d low;
    Vec3d high;
    std::uint32_t member = 0;
    int way = 0; ///< +1 from the lower end

    [[nodiscard]] auto ends() const { return std::tie(low, high); }
};

class EdgeSides {
  public:
    EdgeSides(const OverlapPair& pair, const OverlapSurface& surface) {
        for (const CutPiece& piece : surface.pieces) {
            for (std::uint32_t at = piece.first_loop; at < piece.end_loop; ++at) {
                const std::span<const Vec3d> points = surface.loop(at);
                for (std::size_t k = 0; k < points.size(); ++k) {
                    add(points[k], points[(k + 1) % points.size()]);
                }
            }
            ++members_;
        }
        for (const Owner owner : {Owner::First, Owner::Second}) {
            for (const WholeTriangle& whole : surface.whole.at(static_cast<std::size_t>(owner))) {
                const Triangle t = pair.outward(owner, whole.triangle);
                for (int i = 0; i < 3; ++i) {
                    add(t[i], t[(i + 1) % 3]);
                }
                ++members_;
            }
        }
        std::sort(sides_.begin(), sides_.end(),
                  [](const SideOfEdge& p, const SideOfEdge& q) { return p.ends() < q.ends(); });
    }

    [[nodiscard]] std::uint32_t members() const { return members_; }
    /// False if the sides of some edge do not cancel out.
    bool unite(DisjointSets& sets) const {
        for (std::size_t i = 0; i < sides_.size();) {
            const std::size_t first = i;
            int net = 0;
            for (; i < sides_.size() && sides_[i].ends() == sides_[first].ends(); ++i) {
                net += sides_[i].way;
                sets.unite(sides_[first].member, sides_[i].member);
            }
            if (net != 0) {
                return false;
            }
        }
        return true;
    }
    /// A member at the edge between two points, which must be one.
    [[nodiscard]] std::uint32_t member_at(Vec3d p, Vec3d q) const {
        const SideOfEdge asked{std::min(p, q), std::max(p, q), 0, 0};
        const auto at = std::lower_bound(sides_.begin(), sides_.end(), asked,
                                         [](const SideOfEdge& side, const SideOfEdge& other) {
                                             return side.ends() < other.ends();
                                         });
        return at == sides_.end() ? 0 : at->member;
    }

  private:
    void add(Vec3d p, Vec3d q) {
        if (p != q) {
            sides_.push_back({std::min(p, q), std::max(p, q), members_, p < q ? 1 : -1});
        }
    }

    std::vector<SideOfEdge> sides_;
    std::uint32_t members_ = 0;
};

} // namespace

bool join_shells(const OverlapPair& pair, OverlapSurface& surface) {
    const EdgeSides sides(pair, surface);
    DisjointSets sets(sides.members());
    if (!sides.unite(sets)) {
        return false;
    }
    std::vector<std::uint32_t> shell_of(sides.members());
    for (std::uint32_t i = 0; i < shell_of.size(); ++i) { // a root comes before its members
        const std::uint32_t root = sets.root(i);
        shell_of[i] =
            root == i ? static_cast<std::uint32_t>(surface.shell_count++) : shell_of[root];
    }
    std::uint32_t member = 0;
    for (CutPiece& piece : surface.pieces) {
        piece.shell = shell_of[member++];
    }
    for (auto& of_owner : surface.whole) {
        for (WholeTriangle& whole : of_owner) {
            whole.shell = shell_of[member++];
        }
    }
    for (HandOver& piece : surface.hand_overs) {
        piece.shell = shell_of[sides.member_at(piece.from, piece.to)];
    }
    return true;
}

} // namespace impinge::inline v0
