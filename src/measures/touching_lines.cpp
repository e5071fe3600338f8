// SPDX-License-Identifier: Apache-2.0
//
// Where bodies touch in a segment it lies along an edge of one of them. Segments on one line that
// have a point in common are taken together: the line is cut where one of them ends and where
// triangles that lie flush on each other begin and end, and of the pieces between those are kept
// that a segment holds and no such pair. All of it with exact points; rounded is what is told.
#include "measures/touching_lines.hpp"

#include "base/disjoint_sets.hpp"
#include "base/sort_unique.hpp"
#include "geometry/bvh.hpp"
#include "geometry/feature.hpp"
#include "geometry/projection.hpp"
#include "geometry/triangle_contact.hpp"
#include "geometry/weighted_point.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace impinge::inline v0 {
namespace {

/// A line through two corners of a mesh, and a piece of it.
struct PieceOfLine {
    std::array<Vec3d, 2> line;
    WeightedPoint from;
    WeightedPoint to;
};

Box3 box_of(const PieceOfLine& piece) { return united(piece.from.box(), piece.to.box()); }

bool is_on_line(const std::array<Vec3d, 2>& line, const WeightedPoint& point) {
    return orient_projected(line[0], line[1], point, 0) == 0 &&
           orient_projected(line[0], line[1], point, 1) == 0 &&
           orient_projected(line[0], line[1], point, 2) == 0;
}

/// An axis along which the line goes on.
int axis_along(const std::array<Vec3d, 2>& line) {
    int axis = 0;
    while (line[0][axis] == line[1][axis]) {
        ++axis;
    }
    return axis;
}

bool lies_in_plane(const Triangle& t, const WeightedPoint& point) {
    return orient3d(t[0], t[1], t[2], point) == 0;
}

/// Pairs of triangles flush with each other, material on opposite sides.
class FlushCover {
  public:
    FlushCover(const Solid& a, const Solid& b, std::span<const CoplanarPair> coplanar,
               const Context& context) {
        std::vector<Box3> boxes;
        for (const CoplanarPair& pair : coplanar) {
            const Triangle s = outward_triangle(a, pair.a);
            const Triangle t = outward_triangle(b, pair.b);
            if (normals_agree(s, t) < 0 && coplanar_areas_overlap(s, t)) {
                pairs_.push_back({s, t});
                const Box3 of_s = impinge::box_of(s);
                const Box3 of_t = impinge::box_of(t);
                boxes.push_back({max(of_s.min, of_t.min), min(of_s.max, of_t.max)});
            }
        }
        tree_ = Bvh(boxes, context);
    }

    [[nodiscard]] bool holds(const WeightedPoint& point) const {
        bool found = false;
        visit_near(point.box(), [&](const std::array<Triangle, 2>& pair) {
            found = lies_in_plane(pair[0], point) && place_in_triangle(pair[0], point) >= 0 &&
                    place_in_triangle(pair[1], point) >= 0;
            return !found;
        });
        return found;
    }
    /// Where the line passes an edge of one of the triangles near the piece, in their plane.
    void add_cuts(const PieceOfLine& piece, std::vector<WeightedPoint>& cuts) const {
        visit_near(box_of(piece), [&](const std::array<Triangle, 2>& pair) {
            if (lies_in_plane(pair[0], piece.from) && lies_in_plane(pair[0], piece.to)) {
                add_cuts_with(pair[0], piece.line, cuts);
                add_cuts_with(pair[1], piece.line, cuts);
            }
            return true;
        });
    }

  private:
    template <typename Visit> void visit_near(const Box3& box, Visit visit) const {
        visit_related(
            tree_, [&](const Box3& other) { return boxes_overlap(box, other); },
            [&](std::uint32_t item) { return visit(pairs_[item]); });
    }
    static void add_cuts_with(const Triangle& t, const std::array<Vec3d, 2>& line,
                              std::vector<WeightedPoint>& cuts) {
        const int axis = projection_axis(t[0], t[1], t[2]);
        const Vec2d from = project(line[0], axis);
        const Vec2d to = project(line[1], axis);
        for (int i = 0; i < 3; ++i) {
            const Vec2d p = project(t[i], axis);
            const Vec2d q = project(t[(i + 1) % 3], axis);
            const Sign side_p = orient2d(from, to, p);
            const Sign side_q = orient2d(from, to, q);
            if (side_p == 0) {
                cuts.emplace_back(t[i]);
            } else if (side_p * side_q < 0) {
                cuts.push_back(WeightedPoint::between(
                    WeightedPoint(t[i]), absolute(exact_orient2d(from, to, q)),
                    WeightedPoint(t[(i + 1) % 3]), absolute(exact_orient2d(from, to, p))));
            }
        }
    }

    std::vector<std::array<Triangle, 2>> pairs_;
    Bvh tree_;
};

/// Pieces of one line, in exact order along it.
class LineOfPieces {
  public:
    LineOfPieces(std::span<const PieceOfLine> pieces, const FlushCover& cover)
        : axis_(axis_along(pieces.front().line)), line_(pieces.front().line) {
        for (const PieceOfLine& piece : pieces) {
            points_.push_back(piece.from);
            points_.push_back(piece.to);
            cover.add_cuts(piece, points_);
        }
        std::sort(points_.begin(), points_.end(),
                  [&](const WeightedPoint& p, const WeightedPoint& q) { return order(p, q) < 0; });
        points_.erase(std::unique(points_.begin(), points_.end(),
                                  [&](const WeightedPoint& p, const WeightedPoint& q) {
                                      return order(p, q) == 0;
                                  }),
                      points_.end());
        std::vector<int> change(points_.size() + 1, 0);
        for (const PieceOfLine& piece : pieces) {
            const std::size_t from = place_of_point(piece.from);
            const std::size_t to = place_of_point(piece.to);
            ++change[std::min(from, to)];
            --change[std::max(from, to)];
        }
        int depth = 0;
        for (std::size_t i = 0; i + 1 < points_.size(); ++i) {
            depth += change[i];
            touches_.push_back(depth > 0 && !cover.holds(midpoint(points_[i], points_[i + 1])));
        }
        touches_.push_back(false);
    }

    /// What is left, as long as it goes on.
    void append_to(std::vector<PieceOfLine>& found) const {
        for (std::size_t i = 0; i < points_.size(); ++i) {
            if (!touches_[i]) {
                continue;
            }
            const std::size_t begin = i;
            while (touches_[i]) {
                ++i;
            }
            found.push_back({line_, points_[begin], points_[i]});
        }
    }

  private:
    [[nodiscard]] Sign order(const WeightedPoint& p, const WeightedPoint& q) const {
        return compare_along(p, q, axis_);
    }
    [[nodiscard]] std::size_t place_of_point(const WeightedPoint& point) const {
        return static_cast<std::size_t>(
            std::lower_bound(
                points_.begin(), points_.end(), point,
                [&](const WeightedPoint& p, const WeightedPoint& q) { return order(p, q) < 0; }) -
            points_.begin());
    }

    int axis_;
    std::array<Vec3d, 2> line_;
    std::vector<WeightedPoint> points_;
    std::vector<bool> touches_; ///< from each point to the next
};

/// What pairs of triangles that touch have in common, if it has no area.
struct BareContacts {
    std::vector<PieceOfLine> pieces;
    std::vector<WeightedPoint> points;
};

void add_contact(const Triangle& s, const Triangle& t, BareContacts& contacts) {
    const TriangleContact contact = triangle_contact(s, t, Positions::Omitted);
    const auto corners = contact.points();
    if (corners.size() == 1) {
        contacts.points.push_back(contact_corner(s, t, corners[0]));
    }
    if (corners.size() != 2 || (!is_edge(contact.carrier_a) && !is_edge(contact.carrier_b))) {
        return;
    }
    const bool on_s = is_edge(contact.carrier_a);
    const Triangle& carrier = on_s ? s : t;
    const int edge = corner_of(on_s ? contact.carrier_a : contact.carrier_b);
    contacts.pieces.push_back({{carrier[edge], carrier[(edge + 1) % 3]},
                               contact_corner(s, t, corners[0]),
                               contact_corner(s, t, corners[1])});
}

BareContacts bare_contacts(const WorldMesh& a, const WorldMesh& b,
                           std::span<const TrianglePair> pairs, const Context& context) {
    BareContacts contacts;
    for (const TrianglePair& pair : pairs) {
        const Triangle s = a.triangle(pair.a);
        const Triangle t = b.triangle(pair.b);
        if (!context.cancelled() && pair.kind == PairKind::Touching && !is_degenerate(s) &&
            !is_degenerate(t)) {
            add_contact(s, t, contacts);
        }
    }
    return contacts;
}

std::vector<PieceOfLine> joined_pieces(const std::vector<PieceOfLine>& pieces,
                                       const FlushCover& cover, const Context& context) {
    std::vector<Box3> boxes;
    for (const PieceOfLine& piece : pieces) {
        boxes.push_back(box_of(piece));
    }
    const Bvh tree(boxes, context);
    DisjointSets sets(pieces.size());
    for (std::uint32_t i = 0; i < pieces.size() && !context.cancelled(); ++i) {
        visit_related(
            tree, [&](const Box3& box) { return boxes_overlap(box, boxes[i]); },
            [&](std::uint32_t k) {
                if (k > i && sets.root(i) != sets.root(k) &&
                    is_on_line(pieces[i].line, pieces[k].from) &&
                    is_on_line(pieces[i].line, pieces[k].to)) {
                    sets.unite(i, k);
                }
                return true;
            });
    }
    std::vector<std::pair<std::uint32_t, std::uint32_t>> by_line;
    for (std::uint32_t i = 0; i < pieces.size(); ++i) {
        by_line.emplace_back(sets.root(i), i);
    }
    std::sort(by_line.begin(), by_line.end());
    std::vector<PieceOfLine> joined;
    std::vector<PieceOfLine> of_line;
    for (std::size_t i = 0; i < by_line.size() && !context.cancelled();) {
        of_line.clear();
        const std::uint32_t line = by_line[i].first;
        for (; i < by_line.size() && by_line[i].first == line; ++i) {
            of_line.push_back(pieces[by_line[i].second]);
        }
        LineOfPieces(of_line, cover).append_to(joined);
    }
    return joined;
}

bool holds(const PieceOfLine& piece, const WeightedPoint& point) {
    const int axis = axis_along(piece.line);
    // Joined pieces go up the axis.
    return is_on_line(piece.line, point) && compare_along(piece.from, point, axis) <= 0 &&
           compare_along(point, piece.to, axis) <= 0;
}

/// Points that lie on none of the pieces and in no flush wall.
std::vector<Vec3d> lone_points(const std::vector<WeightedPoint>& points,
                               const std::vector<PieceOfLine>& pieces, const FlushCover& cover,
                               const Context& context) {
    std::vector<Box3> boxes;
    for (const PieceOfLine& piece : pieces) {
        boxes.push_back(box_of(piece));
    }
    const Bvh tree(boxes, context);
    std::vector<Vec3d> lone;
    for (const WeightedPoint& point : points) {
        if (context.cancelled()) {
            break;
        }
        bool is_held = cover.holds(point);
        visit_related(
            tree, [&](const Box3& box) { return boxes_overlap(box, point.box()); },
            [&](std::uint32_t item) {
                is_held = is_held || holds(pieces[item], point);
                return !is_held;
            });
        if (!is_held) {
            lone.push_back(point.position());
        }
    }
    sort_unique(lone);
    return lone;
}

} // namespace

TouchingPlaces touching_places(const Solid& a, const Solid& b, std::span<const TrianglePair> pairs,
                               std::span<const CoplanarPair> coplanar, const Context& context) {
    const FlushCover cover(a, b, coplanar, context);
    const BareContacts contacts = bare_contacts(a.mesh, b.mesh, pairs, context);
    const std::vector<PieceOfLine> pieces = joined_pieces(contacts.pieces, cover, context);
    TouchingPlaces places;
    for (const PieceOfLine& piece : pieces) {
        const Vec3d from = piece.from.position();
        const Vec3d to = piece.to.position();
        places.edges.push_back({std::min(from, to), std::max(from, to)});
    }
    sort_unique(places.edges);
    places.points = lone_points(contacts.points, pieces, cover, context);
    return places;
}

} // namespace impinge::inline v0
