// SPDX-License-Identifier: Apache-2.0
//
// The verdict for any two solids, from its definition: a solid is the set of points its surface
// winds around at least once. All facets of both bodies cut space into cells; which of these lie in
// A, in B, in both, is the answer. Walls that bound nothing, because the body winds around both of
// their sides, play no part.
//
// Every cell is seen: a cell is bounded by pieces of facets, and such a piece has a line on its rim
// in which facets meet, or belongs to a connected piece of surface without any. So it is enough to
// look around every line, between the places where other facets cut it, and at one place of every
// free piece.
//
// Needs the self-intersections of both bodies and exact points between vertices: milliseconds where
// judge_solids takes microseconds, and for bodies that it cannot judge.
#include "exact/verdict/judge.hpp"

#include "base/parallel.hpp"
#include "exact/verdict/cells/cell_samples.hpp"
#include "geometry/triangle_contact.hpp"
#include "geometry/weighted_point.hpp"

#include <algorithm>
#include <map>
#include <vector>

namespace impinge::inline v0 {
namespace {

/// Whether there are cells inside and outside a body around some place.
struct Sides {
    bool inside = false;
    bool outside = false;

    [[nodiscard]] bool on_border() const { return inside && outside; }
    void operator|=(const Sides& other) {
        inside |= other.inside;
        outside |= other.outside;
    }
};

struct SidesOfBoth {
    Sides a;
    Sides b;
};

/// What was seen around points, by point.
class PointSides {
  public:
    SidesOfBoth& operator[](const WeightedPoint& point) {
        auto& bucket = by_position_[point.position()];
        for (auto& [known, sides] : bucket) {
            if (equal(known, point)) {
                return sides;
            }
        }
        return bucket.emplace_back(point, SidesOfBoth{}).second;
    }

  private:
    std::map<Vec3d, std::vector<std::pair<WeightedPoint, SidesOfBoth>>> by_position_;
};

class CellJudge {
  public:
    CellJudge(const Solid& a, const Solid& b, std::span<const TrianglePair> pairs,
              const Context& context)
        : a_(a), b_(b), context_(context), facets_(a.mesh, b.mesh, pairs, context),
          met_nowhere_(pairs.empty()), finder_a_(a.mesh.vertices, a.mesh.triangles),
          finder_b_(b.mesh.vertices, b.mesh.triangles) {}

    std::optional<Verdict> verdict() {
        look_along(facets_.lines());
        look_at_free_pieces();
        if (is_decided()) {
            return Verdict::Crossing;
        }
        if (in_both_ && !in_a_only_ && !in_b_only_) {
            return Verdict::Same;
        }
        if (!borders_meet_) {
            look_at_contact_points();
        }
        if (wall_without_material_) {
            return std::nullopt;
        }
        if (!in_both_ && !borders_meet_) { // they may still meet at faces without an area
            return met_nowhere_ ? std::optional(Verdict::Apart) : std::nullopt;
        }
        if (!in_both_) {
            return Verdict::Touching;
        }
        return borders_meet_ ? Verdict::Crossing
               : in_a_only_  ? Verdict::BInsideA
                             : Verdict::AInsideB;
    }

  private:
    [[nodiscard]] bool is_in(const Solid& solid, int winding) const {
        return (solid.normals == Normals::Outward ? winding : -winding) >= 1;
    }
    /// Nothing that is still unseen could make it anything but Crossing.
    [[nodiscard]] bool is_decided() const { return in_both_ && in_a_only_ && in_b_only_; }

    std::vector<Surroundings> around(const Solid& solid, std::span<const WeightedPoint> points) {
        return (&solid == &a_ ? finder_a_ : finder_b_).around(points, context_);
    }

    /// Takes note of all cells around the samples.
    void look_around(std::span<const CellSample> samples) {
        std::vector<WeightedPoint> points;
        for (const CellSample& sample : samples) {
            points.push_back(sample.at);
        }
        const auto around_a = around(a_, points);
        const auto around_b = around(b_, points);
        for (std::size_t i = 0; i < samples.size() && !context_.cancelled(); ++i) {
            SidesOfBoth sides;
            for (const auto& cell : cells_around(facets_, samples[i], around_a[i], around_b[i])) {
                const bool in_a = is_in(a_, cell.a);
                const bool in_b = is_in(b_, cell.b);
                in_both_ |= in_a && in_b;
                in_a_only_ |= in_a && !in_b;
                in_b_only_ |= in_b && !in_a;
                (in_a ? sides.a.inside : sides.a.outside) = true;
                (in_b ? sides.b.inside : sides.b.outside) = true;
            }
            if (!around_a[i].holding.empty() && !around_b[i].holding.empty()) {
                meet(sides.a, sides.b);
            }
            for (const WeightedPoint& end : {samples[i].from, samples[i].to}) {
                SidesOfBoth& at_end = at_points_[end];
                at_end.a |= sides.a;
                at_end.b |= sides.b;
            }
        }
    }
    /// A wall of A and a wall of B have a point in common, around which the bodies are like this.
    void meet(const Sides& of_a, const Sides& of_b) {
        borders_meet_ |= of_a.on_border() && of_b.on_border();
        wall_without_material_ |= !of_a.inside || !of_b.inside;
    }

    void look_along(const std::vector<FacetLine>& lines) {
        constexpr std::size_t lines_at_a_time = 64;
        for (std::size_t first = 0; first < lines.size() && !is_decided() && !context_.cancelled();
             first += lines_at_a_time) {
            const std::size_t count = std::min(lines_at_a_time, lines.size() - first);
            look_around(gather_chunks<CellSample>(context_, count, 1, [&](const Chunk& chunk) {
                return samples_along(facets_, lines[first + chunk.begin]);
            }));
        }
    }
    void look_at_free_pieces() {
        std::vector<CellSample> samples;
        for (const FacetId facet : facets_.free_pieces()) {
            if (context_.cancelled()) {
                return;
            }
            samples.push_back(first_sample(facets_, line_across(facets_, facet)));
        }
        look_around(samples);
    }

    /// Bodies may have nothing in common but single points, which are on no line of both.
    void look_at_contact_points() {
        look_along(facets_.other_edges());
        const std::vector<WeightedPoint> points = contact_points();
        const auto around_a = around(a_, points);
        const auto around_b = around(b_, points);
        for (std::size_t i = 0; i < points.size() && !borders_meet_ && !context_.cancelled(); ++i) {
            const SidesOfBoth& seen = at_points_[points[i]];
            meet(sides_at(points[i], a_, around_a[i], seen.a),
                 sides_at(points[i], b_, around_b[i], seen.b));
        }
    }
    /// The corners of all contacts of facets of A with facets of B, each once.
    [[nodiscard]] std::vector<WeightedPoint> contact_points() const {
        PointSides known;
        std::vector<WeightedPoint> points;
        for (const FacetPair& pair : facets_.pairs_of_both()) {
            if (context_.cancelled()) {
                break;
            }
            const Triangle s = facets_.triangle(pair.first);
            const Triangle t = facets_.triangle(pair.second);
            const TriangleContact contact = triangle_contact(s, t, Positions::Omitted);
            for (const ContactPoint& corner : contact.points()) {
                WeightedPoint point = contact_corner(s, t, corner);
                bool& is_known = known[point].a.inside;
                if (!is_known) {
                    is_known = true;
                    points.push_back(std::move(point));
                }
            }
        }
        return points;
    }
    /// What the cells around the point are for one body. Those beside the lines that end there were
    /// seen; they are all unless a facet holds the point in its inside, where no line may end.
    [[nodiscard]] Sides sides_at(const WeightedPoint& point, const Solid& solid,
                                 const Surroundings& here, const Sides& seen) {
        const auto is_within = [&](std::uint32_t triangle) {
            return place_in_triangle(solid.mesh.triangle(triangle), point) > 0;
        };
        if (std::none_of(here.holding.begin(), here.holding.end(), is_within)) {
            return seen;
        }
        if (here.holding.size() > 1) {
            return sides_along_lines(point, solid, here);
        }
        const Sign side = side_of_neighbour(solid.mesh.triangle(here.holding[0]));
        Sides sides;
        for (const int winding : {here.winding, here.winding + side}) {
            (is_in(solid, winding) ? sides.inside : sides.outside) = true;
        }
        return sides;
    }
    [[nodiscard]] Sides sides_along_lines(const WeightedPoint& point, const Solid& solid,
                                          const Surroundings& here) {
        std::vector<WeightedPoint> points;
        std::vector<CellSample> samples;
        for (const FacetLine& line : lines_from(point, solid, here)) {
            samples.push_back(first_sample(facets_, line));
            points.push_back(samples.back().at);
        }
        const auto surrounding = around(solid, points);
        const bool is_a = &solid == &a_;
        Sides sides;
        for (std::size_t i = 0; i < samples.size(); ++i) {
            const Surroundings none;
            for (const auto& cell : cells_around(facets_, samples[i], is_a ? surrounding[i] : none,
                                                 is_a ? none : surrounding[i])) {
                (is_in(solid, is_a ? cell.a : cell.b) ? sides.inside : sides.outside) = true;
            }
        }
        return sides;
    }
    /// Lines that begin at the point and run in facets of the solid: among them all in which
    /// two of these meet, and at least one in each of the facets.
    [[nodiscard]] std::vector<FacetLine> lines_from(const WeightedPoint& point, const Solid& solid,
                                                    const Surroundings& here) const {
        const auto facet_of = [&](std::uint32_t triangle) {
            return &solid == &a_ ? facets_.of_a(triangle) : facets_.of_b(triangle);
        };
        std::vector<FacetLine> lines;
        const auto add = [&](std::uint32_t triangle, const WeightedPoint& target) {
            if (!equal(point, target)) {
                lines.push_back({facet_of(triangle), point, target});
            }
        };
        for (std::size_t i = 0; i < here.holding.size(); ++i) {
            const Triangle s = solid.mesh.triangle(here.holding[i]);
            for (const Vec3d& corner : s.corners) {
                add(here.holding[i], WeightedPoint(corner));
            }
            for (std::size_t j = i + 1; j < here.holding.size(); ++j) {
                const Triangle t = solid.mesh.triangle(here.holding[j]);
                const TriangleContact contact = triangle_contact(s, t, Positions::Omitted);
                for (const ContactPoint& corner : contact.points()) {
                    add(here.holding[i], contact_corner(s, t, corner));
                }
            }
        }
        return lines;
    }

    const Solid& a_;
    const Solid& b_;
    const Context& context_;
    Facets facets_;
    bool met_nowhere_;
    SurroundingsFinder finder_a_;
    SurroundingsFinder finder_b_;
    PointSides at_points_;
    bool in_both_ = false;
    bool in_a_only_ = false;
    bool in_b_only_ = false;
    bool borders_meet_ = false;
    bool wall_without_material_ = false;
};

} // namespace

std::optional<Verdict> judge_cells(const Solid& a, const Solid& b,
                                   std::span<const TrianglePair> pairs, const Context& context) {
    return CellJudge(a, b, pairs, context).verdict();
}

} // namespace impinge::inline v0
