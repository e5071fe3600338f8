// SPDX-License-Identifier: Apache-2.0
#include "measures/outline_regions.hpp"

#include "base/disjoint_sets.hpp"
#include "geometry/bvh.hpp"
#include "predicates/exact_number.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

namespace impinge::inline v0 {
namespace {

using Place = std::array<double, 2>;

Place place_of(Vec2d point) { return {point.x, point.y}; }
Vec2d point_of_place(const Place& place) { return {place[0], place[1]}; }

Sign turn(const Place& a, const Place& b, const Place& c) {
    return orient2d(point_of_place(a), point_of_place(b), point_of_place(c));
}

struct OutlineSegment {
    Place from;
    Place to;
    std::uint32_t set = 0; ///< which of the two sets of outlines it belongs to
};

Box3 box_of(const OutlineSegment& s) {
    return {{std::min(s.from[0], s.to[0]), std::min(s.from[1], s.to[1]), 0},
            {std::max(s.from[0], s.to[0]), std::max(s.from[1], s.to[1]), 0}};
}

/// Where two segments cross that cross each other within.
Place crossing_place(const OutlineSegment& s, const OutlineSegment& r) {
    const Vec2d r_from = point_of_place(r.from);
    const Vec2d r_to = point_of_place(r.to);
    const ExactNumber at_from = exact_orient2d(r_from, r_to, point_of_place(s.from));
    const ExactNumber at_to = exact_orient2d(r_from, r_to, point_of_place(s.to));
    const auto along = [&](std::size_t axis) {
        return round_quotient(ExactNumber(s.to[axis]) * at_from - ExactNumber(s.from[axis]) * at_to,
                              at_from - at_to) +
               0.0;
    };
    return {along(0), along(1)};
}

/// A segment between two neighbouring places where it meets others; these are rounded, the piece
/// lies on the segment.
struct OutlinePiece {
    std::uint32_t segment = 0;
    Place from;
    Place to;
};

using DirectedEdge = std::array<Place, 2>;

/// An edge and, as its ends are rounded, the segment it is a piece of.
struct KeptEdge {
    DirectedEdge way;
    DirectedEdge line;

    friend auto operator<=>(const KeptEdge&, const KeptEdge&) = default;
};

/// What is to be kept, and what has been made one by rounding.
struct KeptEdges {
    std::vector<KeptEdge> edges; ///< the region is on their left
    std::vector<DirectedEdge> merged;
};

class Arrangement {
  public:
    Arrangement(std::span<const SectionSegment> first, std::span<const SectionSegment> second)
        : sets_(second.empty() ? 1 : 2) {
        for (const SectionSegment& s : first) {
            segments_.push_back({place_of(s.from), place_of(s.to), 0});
        }
        for (const SectionSegment& s : second) {
            segments_.push_back({place_of(s.from), place_of(s.to), 1});
        }
        std::vector<Box3> boxes;
        boxes.reserve(segments_.size());
        for (const OutlineSegment& s : segments_) {
            boxes.push_back(box_of(s));
        }
        tree_ = Bvh(boxes, Context(1));
    }

    [[nodiscard]] KeptEdges kept_edges() const {
        KeptEdges kept;
        for (const OutlinePiece& piece : pieces()) {
            keep(piece, kept);
        }
        return kept;
    }

  private:
    void meet(std::uint32_t i, std::uint32_t j, std::vector<std::vector<Place>>& cuts) const {
        const OutlineSegment& s = segments_[i];
        const OutlineSegment& r = segments_[j];
        const Sign s_from = turn(r.from, r.to, s.from);
        const Sign s_to = turn(r.from, r.to, s.to);
        const Sign r_from = turn(s.from, s.to, r.from);
        const Sign r_to = turn(s.from, s.to, r.to);
        if (s_from * s_to < 0 && r_from * r_to < 0) {
            const Place place = crossing_place(s, r);
            cuts[i].push_back(place);
            cuts[j].push_back(place);
            return;
        }
        const auto cut_at = [&](std::uint32_t segment, const Place& end, Sign side) {
            if (side == 0 && contains(box_of(segments_[segment]), Vec3d{end[0], end[1], 0})) {
                cuts[segment].push_back(end);
            }
        };
        cut_at(j, s.from, s_from);
        cut_at(j, s.to, s_to);
        cut_at(i, r.from, r_from);
        cut_at(i, r.to, r_to);
    }

    [[nodiscard]] std::vector<OutlinePiece> pieces() const {
        std::vector<std::vector<Place>> cuts(segments_.size());
        for (std::uint32_t i = 0; i < segments_.size(); ++i) {
            const Box3 box = box_of(segments_[i]);
            visit_related(
                tree_, [&](const Box3& other) { return boxes_overlap(box, other); },
                [&](std::uint32_t j) {
                    if (j > i) {
                        meet(i, j, cuts);
                    }
                    return true;
                });
        }
        std::vector<OutlinePiece> pieces;
        for (std::uint32_t i = 0; i < segments_.size(); ++i) {
            const OutlineSegment& s = segments_[i];
            cuts[i].push_back(s.from);
            cuts[i].push_back(s.to);
            // Along a segment both coordinates go one way.
            std::sort(cuts[i].begin(), cuts[i].end(), [&](const Place& p, const Place& q) {
                const auto along = [&](std::size_t axis) {
                    return s.from[axis] < s.to[axis] ? p[axis] < q[axis] : q[axis] < p[axis];
                };
                return p[0] != q[0] ? along(0) : p[1] != q[1] && along(1);
            });
            for (std::size_t k = 0; k + 1 < cuts[i].size(); ++k) {
                if (cuts[i][k] != cuts[i][k + 1]) {
                    pieces.push_back({i, cuts[i][k], cuts[i][k + 1]});
                }
            }
        }
        return pieces;
    }

    /// A line across an axis, through the inside of a piece.
    struct Probe {
        std::size_t axis = 0;
        double at = 0;
    };
    static std::optional<Probe> probe_of(const OutlinePiece& piece) {
        const auto extent = [&](std::size_t axis) {
            return std::abs(piece.to[axis] - piece.from[axis]);
        };
        const std::size_t axis = extent(0) >= extent(1) ? 0 : 1;
        const double low = std::min(piece.from[axis], piece.to[axis]);
        const double high = std::max(piece.from[axis], piece.to[axis]);
        const double middle = low / 2 + high / 2;
        return low < middle && middle < high ? std::optional(Probe{axis, middle}) : std::nullopt;
    }

    /// Where `other` passes the probe, seen from where `own` does: +1 further along the axis that
    /// the probe runs along, 0 in the same place.
    [[nodiscard]] static Sign compare_on(const Probe& probe, const OutlineSegment& other,
                                         const OutlineSegment& own) {
        const std::size_t a = probe.axis;
        const std::size_t o = 1 - a;
        // What is left of a segment that goes up its axis is further along the other axis, or,
        // if it goes up y, less far.
        const auto left_is = [&](const OutlineSegment& s) {
            return (s.to[a] > s.from[a]) == (a == 0) ? 1 : -1;
        };
        const Sign own_from = turn(other.from, other.to, own.from);
        const Sign own_to = turn(other.from, other.to, own.to);
        if (own_from * own_to >= 0) {
            return -left_is(other) * (own_from != 0 ? own_from : own_to);
        }
        const Sign other_from = turn(own.from, own.to, other.from);
        const Sign other_to = turn(own.from, own.to, other.to);
        if (other_from * other_to >= 0) {
            return left_is(own) * (other_from != 0 ? other_from : other_to);
        }
        const auto run = [&](const OutlineSegment& s) {
            return ExactNumber(s.to[a]) - ExactNumber(s.from[a]);
        };
        const auto passage = [&](const OutlineSegment& s) {
            return ExactNumber(s.from[o]) * run(s) +
                   (ExactNumber(s.to[o]) - ExactNumber(s.from[o])) *
                       (ExactNumber(probe.at) - ExactNumber(s.from[a]));
        };
        return compare(passage(other) * run(own), passage(own) * run(other)) * run(own).sign() *
               run(other).sign();
    }

    /// Keeps the piece if the region is on one of its sides only.
    void keep(const OutlinePiece& piece, KeptEdges& kept) const {
        const auto probe = probe_of(piece);
        if (!probe) { // no coordinate between its ends: as long as a rounding
            kept.merged.push_back({piece.from, piece.to});
            return;
        }
        const int a = static_cast<int>(probe->axis);
        const int o = 1 - a;
        const double lowest =
            std::min(piece.from[probe->axis == 0 ? 1 : 0], piece.to[probe->axis == 0 ? 1 : 0]);
        std::array<int, 2> beyond{0, 0};
        std::array<int, 2> through{0, 0};
        bool is_first = true;
        visit_related(
            tree_,
            [&](const Box3& box) {
                return box.min[a] <= probe->at && probe->at <= box.max[a] && box.max[o] >= lowest;
            },
            [&](std::uint32_t j) {
                const OutlineSegment& s = segments_[j];
                const double from = s.from[probe->axis];
                const double to = s.to[probe->axis];
                if ((from <= probe->at) == (to <= probe->at)) {
                    return true;
                }
                const Sign place =
                    j == piece.segment ? 0 : compare_on(*probe, s, segments_[piece.segment]);
                // Counter-clockwise around a point, what is above it goes down x, and what is to
                // its right up y.
                const int step = (to > from) == (probe->axis == 1) ? 1 : -1;
                beyond[s.set] += place > 0 ? step : 0;
                through[s.set] += place == 0 ? step : 0;
                is_first = is_first && (place != 0 || j >= piece.segment);
                return true;
            });
        const auto is_within = [&](const std::array<int, 2>& winding) {
            return winding[0] > 0 && (sets_ == 1 || winding[1] > 0);
        };
        const bool within_beyond = is_within(beyond);
        const bool within_before = is_within({beyond[0] + through[0], beyond[1] + through[1]});
        if (!is_first || within_beyond == within_before) {
            return;
        }
        const bool up = within_beyond == (probe->axis == 0);
        const bool turned = (piece.to[probe->axis] > piece.from[probe->axis]) != up;
        const OutlineSegment& own = segments_[piece.segment];
        kept.edges.push_back(
            {turned ? DirectedEdge{piece.to, piece.from} : DirectedEdge{piece.from, piece.to},
             {own.from, own.to}});
    }

    std::size_t sets_;
    std::vector<OutlineSegment> segments_;
    Bvh tree_;
};

/// Edges between places that have been merged, without those that go there and back.
std::vector<KeptEdge> cleaned(const KeptEdges& kept) {
    std::vector<Place> places;
    for (const DirectedEdge& pair : kept.merged) {
        places.insert(places.end(), pair.begin(), pair.end());
    }
    std::sort(places.begin(), places.end());
    places.erase(std::unique(places.begin(), places.end()), places.end());
    const auto number = [&](const Place& place) {
        const auto at = std::lower_bound(places.begin(), places.end(), place);
        return at != places.end() && *at == place
                   ? std::optional(static_cast<std::uint32_t>(at - places.begin()))
                   : std::nullopt;
    };
    DisjointSets sets(places.size());
    for (const DirectedEdge& pair : kept.merged) {
        sets.unite(*number(pair[0]), *number(pair[1]));
    }
    const auto merged = [&](const Place& place) {
        const auto known = number(place);
        return known ? places[sets.root(*known)] : place;
    };
    std::vector<std::pair<KeptEdge, int>> counted; // the smaller place first
    for (const auto& [way, line] : kept.edges) {
        const DirectedEdge moved{merged(way[0]), merged(way[1])};
        if (moved[0] != moved[1]) {
            const bool forward = moved[0] < moved[1];
            counted.emplace_back(KeptEdge{forward ? moved : DirectedEdge{moved[1], moved[0]}, line},
                                 forward ? 1 : -1);
        }
    }
    std::sort(counted.begin(), counted.end());
    std::vector<KeptEdge> edges;
    for (std::size_t i = 0; i < counted.size();) {
        int net = 0;
        const auto [way, line] = counted[i].first;
        for (; i < counted.size() && counted[i].first.way == way; ++i) {
            net += counted[i].second;
        }
        edges.insert(edges.end(), static_cast<std::size_t>(std::abs(net)),
                     {net > 0 ? way : DirectedEdge{way[1], way[0]}, line});
    }
    std::sort(edges.begin(), edges.end());
    return edges;
}

/// How far one has to turn to the right from the way back to go on from `at` to `next`; of two
/// with the same number the exact sign tells.
int turn_class(const Place& back, const Place& at, const Place& next) {
    if (const Sign side = turn(at, back, next)) {
        return side < 0 ? 0 : 2;
    }
    const std::size_t axis = back[0] != at[0] ? 0 : 1;
    return (back[axis] < at[axis]) == (next[axis] < at[axis]) ? 3 : 1;
}

bool comes_first_to_the_right(const Place& back, const Place& at, const Place& p, const Place& q) {
    const int of_p = turn_class(back, at, p);
    const int of_q = turn_class(back, at, q);
    return of_p != of_q ? of_p < of_q : turn(at, p, q) < 0;
}

/// Takes edges apart into loops that do not cross themselves.
class LoopTracer {
  public:
    explicit LoopTracer(std::vector<KeptEdge> sorted_edges)
        : edges_(std::move(sorted_edges)), used_(edges_.size(), 0) {}

    std::vector<std::vector<KeptEdge>> loops() {
        std::vector<std::vector<KeptEdge>> loops;
        for (std::size_t i = 0; i < edges_.size(); ++i) {
            if (used_[i] == 0) {
                loops.push_back(loop_from(i));
            }
        }
        return loops;
    }

  private:
    std::vector<KeptEdge> loop_from(std::size_t start) {
        std::vector<KeptEdge> loop;
        for (std::size_t edge = start;;) {
            used_[edge] = 1;
            loop.push_back(edges_[edge]);
            const std::size_t next = next_of(edge, start);
            if (next == start || next == edges_.size()) {
                return loop;
            }
            edge = next;
        }
    }
    [[nodiscard]] std::size_t next_of(std::size_t edge, std::size_t start) const {
        const Place& at = edges_[edge].way[1];
        std::size_t best = edges_.size();
        auto i = static_cast<std::size_t>(
            std::lower_bound(edges_.begin(), edges_.end(), at,
                             [](const KeptEdge& e, const Place& p) { return e.way[0] < p; }) -
            edges_.begin());
        for (; i < edges_.size() && edges_[i].way[0] == at; ++i) {
            if ((used_[i] == 0 || i == start) &&
                (best == edges_.size() ||
                 comes_first_to_the_right(edges_[edge].way[0], at, edges_[i].way[1],
                                          edges_[best].way[1]))) {
                best = i;
            }
        }
        return best;
    }

    std::vector<KeptEdge> edges_;
    std::vector<std::uint8_t> used_;
};

/// Whether both are pieces of one line and go on in it.
bool goes_straight_on(const KeptEdge& edge, const KeptEdge& next) {
    const auto& [from, to] = edge.line;
    const bool one_line = turn(from, to, next.line[0]) == 0 && turn(from, to, next.line[1]) == 0;
    const std::size_t axis = from[0] != to[0] ? 0 : 1;
    return one_line &&
           (edge.way[0][axis] < edge.way[1][axis]) == (next.way[0][axis] < next.way[1][axis]);
}

/// Without corners on the line between their neighbours: on that of the segments, and then on that
/// of the places, which are rounded.
SliceLoop simplified(const std::vector<KeptEdge>& loop) {
    std::vector<Place> corners;
    for (std::size_t i = 0; i < loop.size(); ++i) {
        const Place& place = loop[i].way[0];
        if (goes_straight_on(loop[i == 0 ? loop.size() - 1 : i - 1], loop[i])) {
            continue;
        }
        while (corners.size() >= 2 &&
               turn_class(corners[corners.size() - 2], corners.back(), place) == 1) {
            corners.pop_back();
        }
        corners.push_back(place);
    }
    while (corners.size() >= 3 &&
           turn_class(corners[corners.size() - 2], corners.back(), corners.front()) == 1) {
        corners.pop_back();
    }
    while (corners.size() >= 3 && turn_class(corners.back(), corners[0], corners[1]) == 1) {
        corners.erase(corners.begin());
    }
    SliceLoop out;
    for (const Place& place : corners) {
        out.push_back(point_of_place(place));
    }
    return out;
}

/// Negative of a hole. Seen from the first corner, so that little is rounded far from the origin.
double signed_area(const SliceLoop& loop) {
    double twice = 0;
    for (std::size_t i = 1; i + 1 < loop.size(); ++i) {
        twice += (loop[i].x - loop[0].x) * (loop[i + 1].y - loop[0].y) -
                 (loop[i].y - loop[0].y) * (loop[i + 1].x - loop[0].x);
    }
    return twice / 2;
}

/// +1 inside, -1 outside, 0 on it.
Sign place_in_loop(const SliceLoop& loop, Vec2d point) {
    bool inside = false;
    for (std::size_t i = 0; i < loop.size(); ++i) {
        const Vec2d p = loop[i];
        const Vec2d q = loop[(i + 1) % loop.size()];
        const Sign side = orient2d(p, q, point);
        if (side == 0 && std::min(p.x, q.x) <= point.x && point.x <= std::max(p.x, q.x) &&
            std::min(p.y, q.y) <= point.y && point.y <= std::max(p.y, q.y)) {
            return 0;
        }
        if ((p.y <= point.y) != (q.y <= point.y) && (side > 0) == (q.y > p.y)) {
            inside = !inside;
        }
    }
    return inside ? 1 : -1;
}

bool holds(const SliceLoop& outline, const SliceLoop& hole) {
    for (const Vec2d corner : hole) {
        if (const Sign place = place_in_loop(outline, corner)) {
            return place > 0;
        }
    }
    return false;
}

bool comes_before(const SliceLoop& p, const SliceLoop& q) {
    return std::lexicographical_compare(p.begin(), p.end(), q.begin(), q.end(),
                                        [](Vec2d a, Vec2d b) { return place_of(a) < place_of(b); });
}

std::vector<SlicePolygon> polygons_of(const KeptEdges& kept) {
    std::vector<SlicePolygon> polygons;
    std::vector<SlicePolygon> holes;
    for (const std::vector<KeptEdge>& loop : LoopTracer(cleaned(kept)).loops()) {
        SlicePolygon polygon{simplified(loop), {}, 0};
        polygon.area = signed_area(polygon.outline);
        if (polygon.area > 0) {
            polygons.push_back(std::move(polygon));
        } else if (polygon.area < 0) {
            holes.push_back(std::move(polygon));
        }
    }
    const auto larger_first = [](const SlicePolygon& p, const SlicePolygon& q) {
        return p.area != q.area ? p.area > q.area : comes_before(p.outline, q.outline);
    };
    std::sort(polygons.begin(), polygons.end(), larger_first);
    std::vector<double> areas;
    for (const SlicePolygon& polygon : polygons) {
        areas.push_back(polygon.area);
    }
    for (SlicePolygon& hole : holes) {
        // The smallest that holds it, from the last on.
        for (std::size_t i = polygons.size(); i-- > 0;) {
            if (areas[i] > -hole.area && holds(polygons[i].outline, hole.outline)) {
                polygons[i].area += hole.area;
                polygons[i].holes.push_back(std::move(hole.outline));
                break;
            }
        }
    }
    std::sort(polygons.begin(), polygons.end(), larger_first);
    return polygons;
}

/// Joins segments by their ends.
class CurveTracer {
  public:
    explicit CurveTracer(std::span<const SectionSegment> segments) {
        for (const SectionSegment& s : segments) {
            edges_.push_back({place_of(s.from), place_of(s.to)});
        }
        std::sort(edges_.begin(), edges_.end());
        used_.assign(edges_.size(), 0);
        for (const DirectedEdge& edge : edges_) {
            ends_.push_back(edge[1]);
        }
        std::sort(ends_.begin(), ends_.end());
    }

    std::vector<SliceCurve> curves() {
        std::vector<SliceCurve> curves;
        for (const bool begins : {true, false}) { // first those that begin somewhere
            for (std::size_t i = 0; i < edges_.size(); ++i) {
                if (used_[i] == 0 &&
                    (!begins || !std::binary_search(ends_.begin(), ends_.end(), edges_[i][0]))) {
                    curves.push_back(curve_from(i));
                }
            }
        }
        return curves;
    }

  private:
    SliceCurve curve_from(std::size_t edge) {
        SliceCurve curve;
        const Place start = edges_[edge][0];
        curve.points.push_back(point_of_place(start));
        while (edge < edges_.size()) {
            used_[edge] = 1;
            const Place& at = edges_[edge][1];
            if (at == start) {
                curve.closed = true;
                break;
            }
            curve.points.push_back(point_of_place(at));
            auto i = static_cast<std::size_t>(
                std::lower_bound(edges_.begin(), edges_.end(), at,
                                 [](const DirectedEdge& e, const Place& p) { return e[0] < p; }) -
                edges_.begin());
            while (i < edges_.size() && edges_[i][0] == at && used_[i] != 0) {
                ++i;
            }
            edge = i < edges_.size() && edges_[i][0] == at ? i : edges_.size();
        }
        return curve;
    }

    std::vector<DirectedEdge> edges_;
    std::vector<Place> ends_;
    std::vector<std::uint8_t> used_;
};

} // namespace

std::vector<SlicePolygon> region_within(std::span<const SectionSegment> outlines) {
    return polygons_of(Arrangement(outlines, {}).kept_edges());
}

std::vector<SlicePolygon> region_within_both(std::span<const SectionSegment> first,
                                             std::span<const SectionSegment> second) {
    if (first.empty() || second.empty()) {
        return {};
    }
    return polygons_of(Arrangement(first, second).kept_edges());
}

std::vector<SliceCurve> joined_curves(std::span<const SectionSegment> segments) {
    return CurveTracer(segments).curves();
}

} // namespace impinge::inline v0
