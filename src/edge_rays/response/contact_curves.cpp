// SPDX-License-Identifier: Apache-2.0
#include "edge_rays/response/contact_curves.hpp"

#include "base/disjoint_sets.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace impinge::inline v0::imagespace {
namespace {

/// A crossing as an end of the piece in which two triangles meet.
struct PieceEnd {
    std::uint32_t triangle_a = 0;
    std::uint32_t triangle_b = 0;
    std::uint32_t crossing = 0;

    [[nodiscard]] auto triangles() const { return std::tuple(triangle_a, triangle_b); }
    friend auto operator<=>(const PieceEnd&, const PieceEnd&) = default;
};

std::vector<PieceEnd> ends_of(std::span<const EdgeCrossing> crossings, std::uint32_t a,
                              const SurfaceEdges& surface_a, const SurfaceEdges& surface_b) {
    std::vector<PieceEnd> ends;
    for (std::uint32_t i = 0; i < crossings.size(); ++i) {
        const EdgeCrossing& crossing = crossings[i];
        const bool of_a = crossing.body == a;
        for (const std::uint32_t beside :
             (of_a ? surface_a : surface_b).triangles_at(crossing.edge)) {
            ends.push_back(of_a ? PieceEnd{beside, crossing.triangle, i}
                                : PieceEnd{crossing.triangle, beside, i});
        }
    }
    std::ranges::sort(ends);
    return ends;
}

struct Pieces {
    std::vector<CurvePiece> pieces;
    std::vector<OpenEnd> open;
    std::vector<std::uint32_t> at_open_ends; ///< crossings
};

/// Two triangles meet in one stretch: its ends are the first and the last along their line. More
/// ends than two are of surfaces that are folded there; they go two by two.
Pieces pieces_between(std::span<const EdgeCrossing> crossings, std::span<PieceEnd> ends,
                      const SurfaceEdges& surface_a, const SurfaceEdges& surface_b) {
    Pieces found;
    for (std::span<PieceEnd> rest = ends; !rest.empty();) {
        const auto end = std::ranges::find_if(rest, [&](const PieceEnd& other) {
            return other.triangles() != rest.front().triangles();
        });
        const std::span<PieceEnd> here = rest.first(static_cast<std::size_t>(end - rest.begin()));
        const auto [triangle_a, triangle_b] = here.front().triangles();
        const Vec3d along = cross(surface_a.normal(triangle_a), surface_b.normal(triangle_b));
        const auto place = [&](const PieceEnd& piece_end) {
            return dot(crossings[piece_end.crossing].position, along);
        };
        std::ranges::stable_sort(here, {}, place);
        for (std::size_t i = 0; i + 1 < here.size(); i += 2) {
            found.pieces.push_back(
                {here[i].crossing, here[i + 1].crossing, triangle_a, triangle_b});
        }
        if (here.size() % 2 == 1) {
            found.open.push_back({triangle_a, triangle_b});
            found.at_open_ends.push_back(here.back().crossing);
        }
        rest = rest.subspan(here.size());
    }
    return found;
}

} // namespace

TracedCurves trace_curves(std::span<const EdgeCrossing> crossings, std::uint32_t a,
                          const SurfaceEdges& surface_a, const SurfaceEdges& surface_b) {
    std::vector<PieceEnd> ends = ends_of(crossings, a, surface_a, surface_b);
    Pieces all = pieces_between(crossings, ends, surface_a, surface_b);
    const std::size_t count = crossings.size();
    const auto open = static_cast<std::uint32_t>(count); // stands for what is open
    DisjointSets sets(count + 1);
    for (const CurvePiece& piece : all.pieces) {
        sets.unite(piece.from, piece.to);
    }
    for (const std::uint32_t crossing : all.at_open_ends) {
        sets.unite(crossing, open);
    }
    TracedCurves traced{{}, std::move(all.open)};
    std::map<std::uint32_t, std::size_t> curve_of; ///< by root
    const auto curve_at = [&](std::uint32_t crossing) -> CrossingCurve& {
        const auto [entry, added] = curve_of.try_emplace(sets.root(crossing), traced.curves.size());
        if (added) {
            traced.curves.emplace_back();
        }
        return traced.curves[entry->second];
    };
    for (std::uint32_t i = 0; i < count; ++i) {
        curve_at(i).crossings.push_back(i);
    }
    for (const CurvePiece& piece : all.pieces) {
        curve_at(piece.from).pieces.push_back(piece);
    }
    if (!all.at_open_ends.empty()) {
        curve_at(open).closed = false;
    }
    std::ranges::stable_sort(traced.curves, {}, [](const CrossingCurve& c) { return !c.closed; });
    return traced;
}

} // namespace impinge::inline v0::imagespace
