// SPDX-License-Identifier: Apache-2.0
#include "measures/overlap_pieces.hpp"

#include "base/disjoint_sets.hpp"
#include "measures/face_loops.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <tuple>

namespace impinge::inline v0 {
namespace {

/// Pieces of a rim joined end to end.
std::vector<std::vector<LoopNode>> loops_of(std::vector<RimPiece>& rim) {
    std::sort(rim.begin(), rim.end(), [](const RimPiece& p, const RimPiece& q) {
        return std::tuple(p.from, p.to, p.is_contact) < std::tuple(q.from, q.to, q.is_contact);
    });
    std::vector<bool> used(rim.size(), false);
    const auto next_from = [&](Node node) {
        auto at = static_cast<std::size_t>(
            std::lower_bound(rim.begin(), rim.end(), node,
                             [](const RimPiece& piece, Node from) { return piece.from < from; }) -
            rim.begin());
        while (at < rim.size() && rim[at].from == node && used[at]) {
            ++at;
        }
        return at < rim.size() && rim[at].from == node ? at : rim.size();
    };
    std::vector<std::vector<LoopNode>> loops;
    for (std::size_t start = 0; start < rim.size(); ++start) {
        if (used[start]) {
            continue;
        }
        std::vector<LoopNode>& loop = loops.emplace_back();
        std::size_t at = start;
        do {
            used[at] = true;
            loop.push_back({rim[at].from, rim[at].is_contact});
            const Node to = rim[at].to;
            if (to == rim[start].from) {
                break;
            }
            at = next_from(to);
        } while (at < rim.size());
        if (at == rim.size()) {
            throw std::logic_error("the rim of a piece of surface is not closed");
        }
    }
    return loops;
}

} // namespace

OverlapPieces::OverlapPieces(const CutSurfaces& cut, const std::array<InsideTriangles, 2>& inside)
    : cut_(cut), inside_(inside) {
    for (const Owner owner : {Owner::First, Owner::Second}) {
        for (std::uint32_t face = 0; face < cut.surface(owner).faces.size(); ++face) {
            add_face(owner, face);
        }
    }
    join_shells();
}

void OverlapPieces::add_face(Owner owner, std::uint32_t face) {
    rim_.clear();
    cut_.rim_of(owner, face, rim_);
    if (rim_.empty()) {
        return;
    }
    const std::vector<std::vector<LoopNode>> loops = loops_of(rim_);
    constexpr std::array<std::size_t, 1> first{0};
    if (loops.size() == 1) {
        add_piece(owner, face, loops, first);
        return;
    }
    std::vector<std::vector<Vec3d>> places;
    for (const std::vector<LoopNode>& loop : loops) {
        auto& points = places.emplace_back();
        for (const auto& [node, is_contact] : loop) {
            points.push_back(cut_.position(node));
        }
    }
    for (const auto& of_piece : pieces_of_loops(places, cut_.surface(owner).shape(face))) {
        add_piece(owner, face, loops, of_piece);
    }
}

void OverlapPieces::add_piece(Owner owner, std::uint32_t face,
                              std::span<const std::vector<LoopNode>> loops,
                              std::span<const std::size_t> chosen) {
    OverlapPiece piece{owner, face, static_cast<std::uint32_t>(loop_start_.size() - 1), 0, 0};
    for (const std::size_t index : chosen) {
        nodes_.insert(nodes_.end(), loops[index].begin(), loops[index].end());
        loop_start_.push_back(static_cast<std::uint32_t>(nodes_.size()));
    }
    piece.end_loop = static_cast<std::uint32_t>(loop_start_.size() - 1);
    pieces_.push_back(piece);
}

void OverlapPieces::join_shells() {
    struct Border {
        Node low = 0;
        Node high = 0;
        std::uint32_t piece = 0;
        auto operator<=>(const Border&) const = default;
    };
    std::vector<Border> borders;
    borders.reserve(nodes_.size());
    for (std::uint32_t i = 0; i < pieces_.size(); ++i) {
        for (std::uint32_t at = pieces_[i].first_loop; at < pieces_[i].end_loop; ++at) {
            const std::span<const LoopNode> nodes = loop(at);
            for (std::size_t k = 0; k < nodes.size(); ++k) {
                const Node p = nodes[k].node;
                const Node q = nodes[(k + 1) % nodes.size()].node;
                borders.push_back({std::min(p, q), std::max(p, q), i});
            }
        }
    }
    std::sort(borders.begin(), borders.end());
    // Groups of whole triangles come after the pieces.
    const auto pieces = static_cast<std::uint32_t>(pieces_.size());
    const std::array first_group{pieces, pieces + inside_[0].group_count};
    DisjointSets sets(first_group[1] + inside_[1].group_count);
    for (std::size_t i = 1; i < borders.size(); ++i) {
        if (borders[i].low == borders[i - 1].low && borders[i].high == borders[i - 1].high) {
            sets.unite(borders[i - 1].piece, borders[i].piece);
        }
    }
    for (std::uint32_t i = 0; i < pieces; ++i) {
        const auto owner = static_cast<std::size_t>(pieces_[i].owner);
        for (std::uint32_t at = pieces_[i].first_loop; at < pieces_[i].end_loop; ++at) {
            for (const auto& [node, is_contact] : loop(at)) {
                if (cut_.is_corner(node)) {
                    const std::uint32_t corner = node - cut_.corner_node(pieces_[i].owner, 0);
                    sets.unite(i,
                               first_group.at(owner) + inside_.at(owner).group_at_corner[corner]);
                }
            }
        }
    }
    std::vector<std::uint32_t> shell_of(first_group[1] + inside_[1].group_count);
    for (std::uint32_t i = 0; i < shell_of.size(); ++i) { // a root comes before its members
        const std::uint32_t root = sets.root(i);
        shell_of[i] = root == i ? static_cast<std::uint32_t>(shell_count_++) : shell_of[root];
    }
    for (std::uint32_t i = 0; i < pieces; ++i) {
        pieces_[i].shell = shell_of[i];
    }
    for (std::size_t owner = 0; owner < 2; ++owner) {
        const auto begin = shell_of.begin() + first_group.at(owner);
        shell_of_group_.at(owner).assign(begin, begin + inside_.at(owner).group_count);
    }
}

OverlapSurface OverlapPieces::surface() const {
    OverlapSurface surface;
    surface.shell_count = shell_count_;
    surface.loop_start = loop_start_;
    surface.points.reserve(nodes_.size());
    for (const LoopNode& at : nodes_) {
        surface.points.push_back(cut_.position(at.node));
    }
    surface.pieces.reserve(pieces_.size());
    for (const OverlapPiece& piece : pieces_) {
        const LocalSurface& of = cut_.surface(piece.owner);
        surface.pieces.push_back({piece.owner, of.triangle[piece.face], of.shape(piece.face),
                                  piece.first_loop, piece.end_loop, piece.shell});
        for (std::uint32_t at = piece.first_loop;
             piece.owner == Owner::First && at < piece.end_loop; ++at) {
            const std::span<const LoopNode> nodes = loop(at);
            const std::span<const Vec3d> points = surface.loop(at);
            for (std::size_t k = 0; k < nodes.size(); ++k) {
                if (nodes[k].is_contact) {
                    surface.hand_overs.push_back(
                        {points[k], points[(k + 1) % points.size()], piece.shell});
                }
            }
        }
    }
    for (std::size_t owner = 0; owner < 2; ++owner) {
        for (const auto& [triangle, group] : inside_.at(owner).list) {
            surface.whole.at(owner).push_back({triangle, shell_of_group_.at(owner)[group]});
        }
    }
    return surface;
}

} // namespace impinge::inline v0
