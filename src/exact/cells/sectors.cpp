// SPDX-License-Identifier: Apache-2.0
//
// Notation: the line runs in direction d through the sample's point m. A half plane h leaves the
// line towards a corner v of its facet, whose normal is n; d x (v - m) is n times a positive factor
// times `turn`. Angles count counter-clockwise around d. All starts at the neighbour of m, of which
// the winding numbers are known and which lies in the plane of no facet (surroundings.hpp).
#include "exact/cells/sectors.hpp"

#include "geometry/projection.hpp"

#include <algorithm>

namespace impinge::inline v0 {
namespace {

struct HalfFacet {
    Triangle triangle;
    Vec3d corner;
    Sign turn = 0;
    bool is_of_a = false;
    /// Whether it comes within the first half turn after the neighbour.
    bool in_first_half = false;
};

/// Whether p comes before q, both in the same half turn: det(d, p, q) > 0.
bool precedes(const HalfFacet& p, const HalfFacet& q) {
    const Triangle& t = p.triangle;
    return p.turn * orient3d(t[0], t[1], t[2], q.corner) > 0;
}

void add_halves(const Triangle& t, bool is_of_a, const CellSample& sample,
                std::vector<HalfFacet>& halves) {
    const int axis = projection_axis(t[0], t[1], t[2]);
    const Sign orientation = orient_projected(t[0], t[1], t[2], axis);
    bool added[2] = {false, false};
    for (const Vec3d& corner : t.corners) {
        const Sign turn = orientation * orient_projected(sample.from, sample.to, corner, axis);
        if (turn != 0 && !added[turn > 0 ? 1 : 0]) {
            added[turn > 0 ? 1 : 0] = true;
            // det(d, neighbour, h) = -(d x h) . neighbour
            halves.push_back({t, corner, turn, is_of_a, turn * side_of_neighbour(t) < 0});
        }
    }
}

} // namespace

std::vector<CellWindings> cells_around(const Facets& facets, const CellSample& sample,
                                       const Surroundings& around_a, const Surroundings& around_b) {
    std::vector<HalfFacet> halves;
    for (const std::uint32_t triangle : around_a.holding) {
        add_halves(facets.triangle(facets.of_a(triangle)), true, sample, halves);
    }
    for (const std::uint32_t triangle : around_b.holding) {
        add_halves(facets.triangle(facets.of_b(triangle)), false, sample, halves);
    }
    std::sort(halves.begin(), halves.end(), [](const HalfFacet& p, const HalfFacet& q) {
        return p.in_first_half != q.in_first_half ? p.in_first_half : precedes(p, q);
    });
    CellWindings cell{around_a.winding, around_b.winding};
    std::vector<CellWindings> cells{cell};
    for (std::size_t i = 0; i < halves.size(); ++i) {
        // Going round means going along d x h: through the front of the facet if that is its
        // normal, out of what it bounds.
        (halves[i].is_of_a ? cell.a : cell.b) -= halves[i].turn;
        const bool last_of_its_angle = i + 1 == halves.size() ||
                                       halves[i].in_first_half != halves[i + 1].in_first_half ||
                                       precedes(halves[i], halves[i + 1]);
        if (last_of_its_angle) {
            cells.push_back(cell);
        }
    }
    return cells;
}

} // namespace impinge::inline v0
