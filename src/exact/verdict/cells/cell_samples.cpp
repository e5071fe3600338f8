// SPDX-License-Identifier: Apache-2.0
#include "exact/verdict/cells/cell_samples.hpp"

#include "geometry/bvh.hpp"
#include "geometry/projection.hpp"

#include <algorithm>
#include <optional>

namespace impinge::inline v0 {
namespace {

/// Where something affine passes zero between the ends, given its values times their weights.
WeightedPoint zero_between(const FacetLine& line, const ExactNumber& at_from,
                           const ExactNumber& at_to) {
    return WeightedPoint::between(line.from, absolute(at_to) * line.from.total(), line.to,
                                  absolute(at_from) * line.to.total());
}

/// Where the line, which lies in the plane of t, enters and leaves t.
void add_ends_within(const Triangle& t, const FacetLine& line, std::vector<WeightedPoint>& cuts) {
    const int axis = projection_axis(t[0], t[1], t[2]);
    for (int i = 0; i < 3; ++i) {
        const Vec3d p = t[i];
        const Vec3d q = t[(i + 1) % 3];
        if (orient_projected(p, q, line.from, axis) * orient_projected(p, q, line.to, axis) < 0) {
            WeightedPoint cut = zero_between(line, weighted_orient_projected(p, q, line.from, axis),
                                             weighted_orient_projected(p, q, line.to, axis));
            if (place_in_triangle(t, cut) >= 0) {
                cuts.push_back(std::move(cut));
            }
        }
    }
}

void add_cuts(const Triangle& t, const FacetLine& line, std::vector<WeightedPoint>& cuts) {
    const Sign at_from = orient3d(t[0], t[1], t[2], line.from);
    const Sign at_to = orient3d(t[0], t[1], t[2], line.to);
    if (at_from == 0 && at_to == 0) {
        add_ends_within(t, line, cuts);
    } else if (at_from * at_to < 0) {
        WeightedPoint cut = zero_between(line, weighted_orient3d(t[0], t[1], t[2], line.from),
                                         weighted_orient3d(t[0], t[1], t[2], line.to));
        if (place_in_triangle(t, cut) >= 0) {
            cuts.push_back(std::move(cut));
        }
    }
}

/// A coordinate axis along which the ends of the line differ; nothing if they are equal.
struct Direction {
    int axis = 0;
    Sign sign = 0;
};
std::optional<Direction> direction_of(const FacetLine& line) {
    for (int axis = 0; axis < 3; ++axis) {
        if (const Sign sign = compare_along(line.to, line.from, axis)) {
            return Direction{axis, sign};
        }
    }
    return std::nullopt;
}

/// The ends of the line and the places where facets cut it, in order, each once.
std::vector<WeightedPoint> cut_points(const Facets& facets, const FacetLine& line) {
    const auto direction = direction_of(line);
    if (!direction) {
        return {};
    }
    const Box3 box = united(line.from.box(), line.to.box());
    std::vector<WeightedPoint> cuts{line.from, line.to};
    for (const FacetId other : facets.met_by(line.carrier)) {
        const Triangle t = facets.triangle(other);
        if (boxes_overlap(box_of(t), box)) {
            add_cuts(t, line, cuts);
        }
    }
    const auto compare = [&](const WeightedPoint& p, const WeightedPoint& q) {
        return direction->sign * compare_along(p, q, direction->axis);
    };
    std::sort(cuts.begin(), cuts.end(),
              [&](const WeightedPoint& p, const WeightedPoint& q) { return compare(p, q) < 0; });
    cuts.erase(std::unique(cuts.begin(), cuts.end(),
                           [&](const WeightedPoint& p, const WeightedPoint& q) {
                               return compare(p, q) == 0;
                           }),
               cuts.end());
    return cuts;
}

} // namespace

std::vector<CellSample> samples_along(const Facets& facets, const FacetLine& line) {
    const std::vector<WeightedPoint> cuts = cut_points(facets, line);
    std::vector<CellSample> samples;
    for (std::size_t i = 1; i < cuts.size(); ++i) {
        samples.push_back({midpoint(cuts[i - 1], cuts[i]), cuts[i - 1], cuts[i]});
    }
    return samples;
}

CellSample first_sample(const Facets& facets, const FacetLine& line) {
    return samples_along(facets, line).front();
}

FacetLine line_across(const Facets& facets, FacetId facet) {
    const Triangle t = facets.triangle(facet);
    return {facet, WeightedPoint(t[0]), midpoint(WeightedPoint(t[1]), WeightedPoint(t[2]))};
}

// --- sectors -----------------------------------------------------------------------------------
//
// Notation: the line runs in direction d through the sample's point m. A half plane h leaves the
// line towards a corner v of its facet, whose normal is n; d x (v - m) is n times a positive factor
// times `turn`. Angles count counter-clockwise around d. All starts at the neighbour of m, of which
// the winding numbers are known and which lies in the plane of no facet (surroundings.hpp).

namespace {

struct HalfFacet {
    Triangle triangle;
    Vec3d corner;
    Sign turn = 0;
    FacetId facet = 0;
    /// Whether it comes within the first half turn after the neighbour.
    bool in_first_half = false;
};

/// Whether p comes before q, both in the same half turn: det(d, p, q) > 0.
bool precedes(const HalfFacet& p, const HalfFacet& q) {
    const Triangle& t = p.triangle;
    return p.turn * orient3d(t[0], t[1], t[2], q.corner) > 0;
}

void add_halves(const Facets& facets, FacetId facet, const CellSample& sample,
                std::vector<HalfFacet>& halves) {
    const Triangle t = facets.triangle(facet);
    const int axis = projection_axis(t[0], t[1], t[2]);
    const Sign orientation = orient_projected(t[0], t[1], t[2], axis);
    bool added[2] = {false, false};
    for (const Vec3d& corner : t.corners) {
        const Sign turn = orientation * orient_projected(sample.from, sample.to, corner, axis);
        if (turn != 0 && !added[turn > 0 ? 1 : 0]) {
            added[turn > 0 ? 1 : 0] = true;
            // det(d, neighbour, h) = -(d x h) . neighbour
            halves.push_back({t, corner, turn, facet, turn * side_of_neighbour(t) < 0});
        }
    }
}

} // namespace

CellsAround cells_and_walls(const Facets& facets, const CellSample& sample,
                            const Surroundings& around_a, const Surroundings& around_b) {
    std::vector<HalfFacet> halves;
    for (const std::uint32_t triangle : around_a.holding) {
        add_halves(facets, facets.of_a(triangle), sample, halves);
    }
    for (const std::uint32_t triangle : around_b.holding) {
        add_halves(facets, facets.of_b(triangle), sample, halves);
    }
    std::sort(halves.begin(), halves.end(), [](const HalfFacet& p, const HalfFacet& q) {
        return p.in_first_half != q.in_first_half ? p.in_first_half : precedes(p, q);
    });
    CellWindings cell{around_a.winding, around_b.winding};
    CellsAround around{{cell}, {}};
    for (std::size_t i = 0; i < halves.size(); ++i) {
        // Going round means going along d x h: through the front of the facet if that is its
        // normal, out of what it bounds.
        (facets.is_of_a(halves[i].facet) ? cell.a : cell.b) -= halves[i].turn;
        around.walls.push_back({halves[i].facet, halves[i].turn, around.cells.size() - 1});
        const bool last_of_its_angle = i + 1 == halves.size() ||
                                       halves[i].in_first_half != halves[i + 1].in_first_half ||
                                       precedes(halves[i], halves[i + 1]);
        if (last_of_its_angle) {
            around.cells.push_back(cell);
        }
    }
    return around;
}

std::vector<CellWindings> cells_around(const Facets& facets, const CellSample& sample,
                                       const Surroundings& around_a, const Surroundings& around_b) {
    return cells_and_walls(facets, sample, around_a, around_b).cells;
}

} // namespace impinge::inline v0
