// SPDX-License-Identifier: Apache-2.0
//
// The road of a response: the crossings of each pair, completed along their curves, then point,
// normal and depth of every curve.
#include "impinge/edge_contacts.hpp"
#include "base/no_throw.hpp"
#include "edge_rays/crossings/edge_crossings.hpp"
#include "edge_rays/edge_query.hpp"
#include "edge_rays/response/contact_curves.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace impinge::inline v0::imagespace {
namespace {

using BodyPair = std::pair<std::uint32_t, std::uint32_t>;

BodyPair pair_of(const EdgeCrossing& crossing) {
    return std::minmax(crossing.body, crossing.penetrated);
}

bool comes_before(const EdgeCrossing& l, const EdgeCrossing& r) {
    return std::tuple(l.body, l.edge, l.penetrated) < std::tuple(r.body, r.edge, r.penetrated);
}

/// A point of one body that lies in the other.
struct InnerPoint {
    Vec3d position;
    bool of_a = false;
};

/// Two bodies with all that is known of where they pass through each other.
class CrossingPair {
  public:
    CrossingPair(std::span<const Body> bodies, BodyPair pair, const SurfaceEdges& a,
                 const SurfaceEdges& b)
        : bodies_(bodies), pair_(pair), a_(a), b_(b) {}

    void add(const EdgeCrossing& crossing) { crossings_.push_back(crossing); }
    void add(const InnerPoint& point) { seen_.push_back(point); }
    /// Follows open curves through the triangles that they leave, until nothing new is found.
    /// Returns how many crossings were added.
    Expected<std::uint64_t> complete(const Context& context);
    [[nodiscard]] std::vector<EdgeContact> contacts() const;

  private:
    [[nodiscard]] std::vector<NamedEdge> edges_at(std::span<const OpenEnd> open);
    [[nodiscard]] std::vector<InnerPoint> inner_ends() const;
    [[nodiscard]] std::vector<std::vector<InnerPoint>> points_by_curve() const;
    [[nodiscard]] std::optional<EdgeContact> contact_of(const CrossingCurve& curve,
                                                        std::span<const InnerPoint> inner) const;
    [[nodiscard]] Vec3d mean_of_faces(const CrossingCurve& curve) const;
    [[nodiscard]] const SurfaceEdges& surface_of(std::uint32_t body) const {
        return body == pair_.first ? a_ : b_;
    }
    void trace() { traced_ = trace_curves(crossings_, pair_.first, a_, b_); }

    std::span<const Body> bodies_;
    BodyPair pair_;
    const SurfaceEdges& a_;
    const SurfaceEdges& b_;
    std::vector<EdgeCrossing> crossings_; ///< sorted as EdgeRays::crossings
    std::vector<InnerPoint> seen_;        ///< by rays
    std::set<NamedEdge> asked_;
    TracedCurves traced_;
};

/// Those of the triangles that were not asked about.
std::vector<NamedEdge> CrossingPair::edges_at(std::span<const OpenEnd> open) {
    const auto& [a, b] = pair_;
    std::set<NamedEdge> edges;
    for (const OpenEnd& end : open) {
        for (const std::uint32_t edge : a_.edges_of(end.triangle_a)) {
            edges.insert({a, edge, a_.corners(edge), b});
        }
        for (const std::uint32_t edge : b_.edges_of(end.triangle_b)) {
            edges.insert({b, edge, b_.corners(edge), a});
        }
    }
    std::erase_if(edges, [&](const NamedEdge& edge) { return !asked_.insert(edge).second; });
    return {edges.begin(), edges.end()};
}

Expected<std::uint64_t> CrossingPair::complete(const Context& context) {
    for (const EdgeCrossing& crossing : crossings_) {
        asked_.insert({crossing.body, crossing.edge,
                       surface_of(crossing.body).corners(crossing.edge), crossing.penetrated});
    }
    std::uint64_t added = 0;
    for (;;) {
        trace();
        const std::vector<NamedEdge> edges = edges_at(traced_.open);
        if (edges.empty() || context.cancelled()) {
            return added;
        }
        const auto found = edge_crossings(bodies_, edges, context);
        if (!found) {
            return found.error();
        }
        added += found->size();
        crossings_.insert(crossings_.end(), found->begin(), found->end());
        std::ranges::stable_sort(crossings_, comes_before); // on an edge they stay in order
    }
}

/// The ends of edges that cross, where they lie in the other body: an edge that leaves at its first
/// crossing, or comes in at its last.
std::vector<InnerPoint> CrossingPair::inner_ends() const {
    std::vector<InnerPoint> ends(2 * crossings_.size());
    for (std::size_t i = 0; i < crossings_.size(); ++i) {
        const EdgeCrossing& crossing = crossings_[i];
        const auto [from, to] = surface_of(crossing.body).ends(crossing.edge);
        const bool leaves = dot(crossing.normal, to - from) > 0;
        ends[2 * i] = {crossing.position, crossing.body == pair_.first};
        ends[2 * i + 1] = ends[2 * i];
        const auto is_same = [&](const EdgeCrossing& other) {
            return other.body == crossing.body && other.edge == crossing.edge;
        };
        const bool is_first = i == 0 || !is_same(crossings_[i - 1]);
        const bool is_last = i + 1 == crossings_.size() || !is_same(crossings_[i + 1]);
        if (is_first && leaves) {
            ends[2 * i].position = from;
        }
        if (is_last && !leaves) {
            ends[2 * i + 1].position = to;
        }
    }
    return ends;
}

/// What rays saw belongs to the curve with the nearest crossing.
std::vector<std::vector<InnerPoint>> CrossingPair::points_by_curve() const {
    const std::vector<InnerPoint> ends = inner_ends();
    std::vector<std::vector<InnerPoint>> points(traced_.curves.size());
    std::vector<std::size_t> curve_of(crossings_.size());
    for (std::size_t curve = 0; curve < points.size(); ++curve) {
        for (const std::uint32_t crossing : traced_.curves[curve].crossings) {
            curve_of[crossing] = curve;
            points[curve].push_back(ends[2 * std::size_t{crossing}]);
            points[curve].push_back(ends[2 * std::size_t{crossing} + 1]);
        }
    }
    for (const InnerPoint& point : seen_) {
        std::size_t nearest = 0;
        if (points.size() > 1) {
            const auto squared = [&](const EdgeCrossing& crossing) {
                return squared_length(crossing.position - point.position);
            };
            const auto at = std::ranges::min_element(crossings_, {}, squared);
            nearest = curve_of[static_cast<std::size_t>(at - crossings_.begin())];
        }
        points[nearest].push_back(point);
    }
    return points;
}

/// Where the curve itself encloses nothing: outward of A, inward of B.
Vec3d CrossingPair::mean_of_faces(const CrossingCurve& curve) const {
    Vec3d sum;
    for (const std::uint32_t i : curve.crossings) {
        const EdgeCrossing& crossing = crossings_[i];
        sum = sum + crossing.normal * (crossing.penetrated == pair_.first ? 1 : -1);
    }
    return sum;
}

/// Between the farthest of A along the normal and the farthest of B against it.
double depth_along(Vec3d normal, Vec3d from, std::span<const InnerPoint> inner,
                   std::span<const Vec3d> on_curve) {
    double of_a = -std::numeric_limits<double>::infinity();
    double of_b = std::numeric_limits<double>::infinity();
    for (const Vec3d& point : on_curve) {
        const double along = dot(point - from, normal);
        of_a = std::max(of_a, along);
        of_b = std::min(of_b, along);
    }
    for (const InnerPoint& point : inner) {
        const double along = dot(point.position - from, normal);
        of_a = point.of_a ? std::max(of_a, along) : of_a;
        of_b = point.of_a ? of_b : std::min(of_b, along);
    }
    return std::max(0.0, of_a - of_b);
}

std::optional<EdgeContact> CrossingPair::contact_of(const CrossingCurve& curve,
                                                    std::span<const InnerPoint> inner) const {
    std::vector<Vec3d> corners;
    Vec3d middle;
    for (const std::uint32_t crossing : curve.crossings) {
        corners.push_back(crossings_[crossing].position);
        middle = middle + corners.back() * (1 / static_cast<double>(curve.crossings.size()));
    }
    Vec3d twice_area;
    Vec3d moment;
    double size = 0;
    for (const CurvePiece& piece : curve.pieces) {
        const Vec3d p = crossings_[piece.from].position - middle;
        const Vec3d q = crossings_[piece.to].position - middle;
        twice_area = twice_area + cross(p, q);
        moment = moment + (p + q) * (length(q - p) / 2);
        size += length(q - p);
    }
    constexpr double flat = 1e-9; // of the curve's own size: less is rounding
    const bool encloses = length(twice_area) > flat * size * size;
    const Vec3d along = encloses ? twice_area : mean_of_faces(curve);
    if (!(length(along) > 0)) {
        return {};
    }
    EdgeContact contact{.a = pair_.first, .b = pair_.second};
    contact.normal = along * (1 / length(along));
    contact.point = size > 0 ? middle + moment * (1 / size) : middle;
    contact.depth = depth_along(contact.normal, middle, inner, corners);
    contact.area = encloses ? length(twice_area) / 2 : 0;
    contact.crossings = static_cast<std::uint32_t>(curve.crossings.size());
    contact.closed = curve.closed;
    for (const CurvePiece& piece : curve.pieces) {
        contact.pairs.push_back({piece.triangle_a, piece.triangle_b, PairKind::Crossing});
    }
    std::ranges::sort(contact.pairs);
    return contact;
}

std::vector<EdgeContact> CrossingPair::contacts() const {
    const auto points = points_by_curve();
    std::vector<EdgeContact> contacts;
    for (std::size_t i = 0; i < traced_.curves.size(); ++i) {
        if (auto contact = contact_of(traced_.curves[i], points[i])) {
            contacts.push_back(*contact);
        }
    }
    std::ranges::stable_sort(contacts, std::ranges::greater(), &EdgeContact::depth);
    return contacts;
}

/// The bodies of some pair, each placed and paired once.
class Surfaces {
  public:
    Surfaces(std::span<const Body> bodies, const Context& context)
        : bodies_(bodies), context_(context) {}

    Expected<const SurfaceEdges*> get(std::uint32_t body) {
        if (const auto known = surfaces_.find(body); known != surfaces_.end()) {
            return &known->second;
        }
        auto surface = SurfaceEdges::of(bodies_[body], body, context_);
        if (!surface) {
            return surface.error();
        }
        return &surfaces_.emplace(body, std::move(*surface)).first->second;
    }

  private:
    std::span<const Body> bodies_;
    const Context& context_;
    std::map<std::uint32_t, SurfaceEdges> surfaces_;
};

Error not_theirs() {
    return {ErrorCode::InvalidArgument, "edge contacts: the crossings are not of these bodies"};
}

class EdgeResponse {
  public:
    EdgeResponse(std::span<const Body> bodies, const Context& context)
        : bodies_(bodies), context_(context), surfaces_(bodies, context_) {}

    Status take_over(const EdgeRays& rays);
    Expected<EdgeContacts> answer();

  private:
    Status add(const EdgeCrossing& crossing);

    std::span<const Body> bodies_;
    const Context& context_;
    Surfaces surfaces_;
    std::map<BodyPair, CrossingPair> pairs_;
};

Status EdgeResponse::add(const EdgeCrossing& crossing) {
    const BodyPair pair = pair_of(crossing);
    if (pair.first == pair.second || pair.second >= bodies_.size()) {
        return not_theirs();
    }
    const auto a = surfaces_.get(pair.first);
    const auto b = a ? surfaces_.get(pair.second) : a;
    if (!b) {
        return b.error();
    }
    const bool of_a = crossing.body == pair.first;
    const SurfaceEdges& own = of_a ? **a : **b;
    const SurfaceEdges& other = of_a ? **b : **a;
    if (crossing.edge >= own.edge_count() || crossing.triangle >= other.triangle_count()) {
        return not_theirs();
    }
    pairs_.try_emplace(pair, bodies_, pair, **a, **b).first->second.add(crossing);
    return {};
}

/// Rays see points of edges up to half a pixel beside them.
Vec3d nearest_on_edge(const std::array<Vec3d, 2>& ends, Vec3d point) {
    const Vec3d way = ends[1] - ends[0];
    const double along = dot(point - ends[0], way) / squared_length(way);
    return along > 0 ? ends[0] + way * std::min(along, 1.0) : ends[0];
}

Status EdgeResponse::take_over(const EdgeRays& rays) {
    for (const EdgeCrossing& crossing : rays.crossings) {
        if (context_.cancelled()) {
            return {};
        }
        if (Status status = add(crossing); !status) {
            return status;
        }
    }
    for (const EdgePoint& point : rays.points) {
        for (const std::uint32_t penetrated : rays.penetrated_by(point)) {
            const auto pair = pairs_.find(std::minmax(point.body, penetrated));
            if (pair != pairs_.end()) {
                const SurfaceEdges& own = **surfaces_.get(point.body);
                if (point.edge >= own.edge_count()) {
                    return not_theirs();
                }
                pair->second.add(InnerPoint{nearest_on_edge(own.ends(point.edge), point.position),
                                            point.body < penetrated});
            }
        }
    }
    return {};
}

Expected<EdgeContacts> EdgeResponse::answer() {
    EdgeContacts found;
    for (auto& [bodies, pair] : pairs_) {
        const auto completed = pair.complete(context_);
        if (!completed) {
            return completed.error();
        }
        found.completed += *completed;
        const std::vector<EdgeContact> contacts = pair.contacts();
        found.contacts.insert(found.contacts.end(), contacts.begin(), contacts.end());
    }
    if (context_.cancelled()) {
        return EdgeContacts{.contacts = {}, .completed = 0, .partial = true};
    }
    return found;
}

} // namespace

Expected<EdgeContacts> edge_contacts(std::span<const Body> bodies, const EdgeRays& rays,
                                     const Context& context) {
    return no_throw([&]() -> Expected<EdgeContacts> {
        const Context quiet = silent(context);
        EdgeResponse response(bodies, quiet);
        if (const Status status = response.take_over(rays); !status) {
            return status.error();
        }
        return response.answer();
    });
}

} // namespace impinge::inline v0::imagespace
