// SPDX-License-Identifier: Apache-2.0
//
// Contacts from the pairs of triangles that meet, where nothing can be measured: touching bodies,
// open surfaces. Pairs whose contacts have a point in common hang together; of those, pairs with
// much the same normal form one contact, so that a body in a corner has one for each wall.
#include "base/disjoint_sets.hpp"
#include "geometry/triangle_contact.hpp"
#include "geometry/triangle_reach.hpp"
#include "math/measures.hpp"
#include "measures/contacts/contact_draft.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>
#include <utility>

namespace impinge::inline v0 {
namespace {

/// Cosine of the angle up to which normals are much the same.
constexpr double same_direction = 0.9;

/// What the normal of a pair rests on; the lower ones count where there are any.
enum class NormalFrom : std::uint8_t { Faces, Face, Edges, Nothing };

/// A pair of triangles that meet.
struct MetPair {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    TriangleContact contact{};
    NormalFrom from = NormalFrom::Nothing;
    Vec3d normal{};    ///< unit, from A to B
    double weight = 0; ///< of the normal: area or length of the contact
    double area = 0;
    std::optional<ContactCandidate> reached{}; ///< of a pair that crosses
    std::size_t place = 0;                     ///< pairs of one number hang together
};

double area_of_polygon(std::span<const ContactPoint> points) {
    Vec3d sum{};
    for (std::size_t i = 2; i < points.size(); ++i) {
        sum = sum + cross(points[i - 1].position - points[0].position,
                          points[i].position - points[0].position);
    }
    return length(sum) / 2;
}

double extent_of(const TriangleContact& contact) {
    const auto points = contact.points();
    switch (contact.shape()) {
    case ContactShape::Segment:
        return length(points[1].position - points[0].position);
    case ContactShape::Polygon:
        return area_of_polygon(points);
    case ContactShape::None:
    case ContactShape::Point:
        break;
    }
    return 0;
}

class Met {
  public:
    Met(const ContactSurface& a, const ContactSurface& b) : a_(a), b_(b) {}

    [[nodiscard]] MetPair look_at(const TrianglePair& pair) const {
        MetPair met{.a = pair.a, .b = pair.b};
        const Triangle of_a = a_.mesh.triangle(pair.a);
        const Triangle of_b = b_.mesh.triangle(pair.b);
        met.contact = triangle_contact(of_a, of_b, Positions::Rounded);
        met.weight = extent_of(met.contact);
        if (pair.kind != PairKind::Crossing || !reach(of_a, of_b, met)) {
            touch(of_a, of_b, met);
        }
        return met;
    }

  private:
    static Vec3d outward(const ContactSurface& of, const Triangle& face) {
        const Vec3d normal = unit_face_normal(face);
        return of.solid && of.inside_out ? -normal : normal;
    }
    /// Away from the face, on the side of the other triangle.
    static Vec3d towards(const ContactSurface& of, const Triangle& face, const Triangle& other) {
        const Vec3d normal = outward(of, face);
        const Vec3d middle = (other[0] + other[1] + other[2]) * (1.0 / 3);
        return !of.solid && dot(middle - face[0], normal) < 0 ? -normal : normal;
    }

    struct Beyond {
        Vec3d normal;
        TriangleReach reach;
    };
    /// Of what lies beyond a face; of an open surface, on the side where less does.
    static std::optional<Beyond> beyond(const ContactSurface& of, const Triangle& face,
                                        const Triangle& other) {
        const Vec3d normal = outward(of, face);
        const auto behind = reach_beyond(face, normal, other);
        const auto before = of.solid ? std::nullopt : reach_beyond(face, -normal, other);
        if (behind && (!before || behind->depth <= before->depth)) {
            return Beyond{normal, *behind};
        }
        return before ? std::optional(Beyond{-normal, *before}) : std::nullopt;
    }
    /// By the face of a solid rather than by that of a surface; else by the one that is less deep.
    bool reach(const Triangle& of_a, const Triangle& of_b, MetPair& met) const {
        const auto by_a = beyond(a_, of_a, of_b);
        const auto by_b = beyond(b_, of_b, of_a);
        if (!by_a && !by_b) {
            return false;
        }
        const auto order = [](const std::optional<Beyond>& by, const ContactSurface& of) {
            return std::tuple(by ? 0 : 1, of.solid ? 0 : 1, by ? by->reach.depth : 0);
        };
        const bool a_first = order(by_a, a_) <= order(by_b, b_);
        const Beyond& by = a_first ? *by_a : *by_b;
        const Vec3d on_face = by.reach.point + by.normal * by.reach.depth;
        met.from = NormalFrom::Face;
        met.normal = a_first ? by.normal : -by.normal;
        met.reached.emplace();
        ManifoldPoint& point = met.reached->point;
        point.on_a = a_first ? on_face : by.reach.point;
        point.on_b = a_first ? by.reach.point : on_face;
        point.depth = by.reach.depth;
        point.triangle_a = met.a;
        point.triangle_b = met.b;
        const auto blur = [](Vec3d p) { return 0x1p-50 * largest_magnitude(p); };
        if (a_first) {
            point.feature_b = feature_at(of_b, point.on_b, blur(point.on_b));
        } else {
            point.feature_a = feature_at(of_a, point.on_a, blur(point.on_a));
        }
        return true;
    }

    void touch(const Triangle& of_a, const Triangle& of_b, MetPair& met) const {
        const Vec3d normal_a = towards(a_, of_a, of_b);
        const Vec3d normal_b = towards(b_, of_b, of_a);
        const bool on_face_a = met.contact.carrier_a == Feature::Face && normal_a != Vec3d{};
        const bool on_face_b = met.contact.carrier_b == Feature::Face && normal_b != Vec3d{};
        if (met.contact.shape() == ContactShape::Polygon) {
            met.from = NormalFrom::Faces;
            met.normal = a_.solid || !b_.solid ? normal_a : -normal_b;
            met.area = met.weight;
        } else if (on_face_a || on_face_b) {
            met.from = NormalFrom::Face;
            met.normal = on_face_a ? normal_a : -normal_b;
        } else {
            across_edges(of_a, of_b, normal_a - normal_b, met);
        }
    }
    /// Where two edges cross, the direction across both.
    static void across_edges(const Triangle& of_a, const Triangle& of_b, Vec3d mean, MetPair& met) {
        const auto edge = [](const Triangle& t, Feature feature) {
            const int i = static_cast<int>(feature) - static_cast<int>(Feature::Edge0);
            return t[(i + 1) % 3] - t[i];
        };
        met.normal = mean; // not of unit length: opposite faces say nothing
        if (rank_of(met.contact.carrier_a) == 1 && rank_of(met.contact.carrier_b) == 1) {
            const Vec3d along_a = edge(of_a, met.contact.carrier_a);
            const Vec3d along_b = edge(of_b, met.contact.carrier_b);
            const Vec3d across = cross(along_a, along_b);
            const double size = length(across);
            if (size > 1e-6 * length(along_a) * length(along_b)) {
                met.from = NormalFrom::Edges;
                met.normal = across * ((dot(across, mean) < 0 ? -1 : 1) / size);
            }
        }
    }

    const ContactSurface& a_;
    const ContactSurface& b_;
};

/// Numbers the places where pairs hang together.
void find_places(std::vector<MetPair>& pairs) {
    std::vector<std::pair<Vec3d, std::uint32_t>> points;
    for (std::uint32_t i = 0; i < pairs.size(); ++i) {
        for (const ContactPoint& point : pairs[i].contact.points()) {
            points.emplace_back(point.position, i);
        }
    }
    std::sort(points.begin(), points.end());
    DisjointSets sets(pairs.size());
    for (std::size_t i = 1; i < points.size(); ++i) {
        if (points[i].first == points[i - 1].first) {
            sets.unite(points[i].second, points[i - 1].second);
        }
    }
    for (std::uint32_t i = 0; i < pairs.size(); ++i) {
        pairs[i].place = sets.root(i);
    }
}

/// Pairs of one place with much the same normal.
struct MetGroup {
    std::vector<const MetPair*> pairs;
    Vec3d first{};    ///< the normal of the first of them
    Vec3d weighted{}; ///< the sum of the normals
    Vec3d plain{};
};

Vec3d unit_or_zero(Vec3d v) {
    const double size = length(v);
    return size > 0 ? v * (1 / size) : Vec3d{};
}

/// Of the pairs of one place, those whose normals rest on most. What has none goes by the sum.
std::vector<MetGroup> groups_of(std::span<const MetPair* const> place) {
    NormalFrom best = NormalFrom::Nothing;
    Vec3d sum{};
    for (const MetPair* pair : place) {
        best = std::min(best, pair->from);
        sum = sum + pair->normal;
    }
    const NormalFrom last = best == NormalFrom::Faces ? NormalFrom::Face : best;
    std::vector<MetGroup> groups;
    if (best == NormalFrom::Nothing) {
        groups.push_back({{place.begin(), place.end()}, unit_or_zero(sum), {}, sum});
        return groups;
    }
    for (const MetPair* pair : place) {
        if (pair->from > last) {
            continue;
        }
        auto group = std::find_if(groups.begin(), groups.end(), [&](const MetGroup& g) {
            return dot(g.first, pair->normal) >= same_direction;
        });
        if (group == groups.end()) {
            groups.push_back({{}, pair->normal, {}, {}});
            group = groups.end() - 1;
        }
        group->pairs.push_back(pair);
        group->weighted = group->weighted + pair->normal * pair->weight;
        group->plain = group->plain + pair->normal;
    }
    return groups;
}

/// Contact points in one place are one, which lies on the smallest features of any pair there.
void add_touching(const MetPair& pair, const ContactFrame& frame,
                  std::vector<ContactCandidate>& candidates) {
    for (const ContactPoint& point : pair.contact.points()) {
        ContactCandidate candidate{.flat = frame.flat(point.position)};
        candidate.point = {.on_a = point.position,
                           .on_b = point.position,
                           .triangle_a = pair.a,
                           .triangle_b = pair.b,
                           .feature_a = point.on_a,
                           .feature_b = point.on_b};
        candidates.push_back(candidate);
    }
}

void join_equal_places(std::vector<ContactCandidate>& candidates) {
    const auto touches = [](const ContactCandidate& c) { return c.point.on_a == c.point.on_b; };
    std::stable_sort(candidates.begin(), candidates.end(), [&](const auto& p, const auto& q) {
        return std::pair(p.point.on_a, p.point.on_b) < std::pair(q.point.on_a, q.point.on_b);
    });
    std::vector<ContactCandidate> joined;
    for (const ContactCandidate& candidate : candidates) {
        if (joined.empty() || !touches(candidate) || !touches(joined.back()) ||
            joined.back().point.on_a != candidate.point.on_a) {
            joined.push_back(candidate);
            continue;
        }
        ManifoldPoint& known = joined.back().point;
        const ManifoldPoint& more = candidate.point;
        if (rank_of(more.feature_a) < rank_of(known.feature_a)) {
            known.feature_a = more.feature_a;
            known.triangle_a = more.triangle_a;
        }
        if (rank_of(more.feature_b) < rank_of(known.feature_b)) {
            known.feature_b = more.feature_b;
            known.triangle_b = more.triangle_b;
        }
    }
    candidates = std::move(joined);
}

std::optional<ContactDraft> draft_of(const MetGroup& group) {
    const Vec3d weighted = unit_or_zero(group.weighted);
    const Vec3d normal = weighted != Vec3d{} ? weighted : unit_or_zero(group.plain);
    if (normal == Vec3d{}) {
        return std::nullopt; // only triangles without area, or faces that say opposite things
    }
    const ContactFrame frame = contact_frame(normal);
    ContactDraft draft;
    draft.manifold = {.kind = ManifoldKind::Touching, .normal = normal};
    Box3 box;
    for (const MetPair* pair : group.pairs) {
        draft.manifold.area += pair->area;
        if (pair->reached) {
            draft.manifold.kind = ManifoldKind::Surfaces;
            ContactCandidate candidate = *pair->reached;
            ManifoldPoint& point = candidate.point;
            point.depth = std::max(0.0, dot(point.on_a - point.on_b, normal));
            draft.manifold.depth = std::max(draft.manifold.depth, point.depth);
            candidate.flat = frame.flat(point.on_b * 0.5 + point.on_a * 0.5);
            draft.candidates.push_back(candidate);
        } else {
            add_touching(*pair, frame, draft.candidates);
        }
    }
    join_equal_places(draft.candidates);
    for (const ContactCandidate& candidate : draft.candidates) {
        box = extend(box, candidate.point.on_a);
    }
    keep_one_per_place(draft.candidates, 1e-9 * length(extent(box)));
    return draft;
}

} // namespace

std::vector<ContactDraft> drafts_of_surfaces(const ContactSurface& a, const ContactSurface& b,
                                             std::span<const TrianglePair> pairs) {
    const Met met(a, b);
    std::vector<MetPair> all;
    all.reserve(pairs.size());
    for (const TrianglePair& pair : pairs) {
        all.push_back(met.look_at(pair));
    }
    find_places(all);
    std::vector<const MetPair*> by_place;
    for (const MetPair& pair : all) {
        by_place.push_back(&pair);
    }
    std::stable_sort(by_place.begin(), by_place.end(),
                     [](const auto* p, const auto* q) { return p->place < q->place; });
    std::vector<ContactDraft> drafts;
    for (auto begin = by_place.begin(); begin != by_place.end();) {
        const auto end = std::find_if(begin, by_place.end(), [&](const MetPair* pair) {
            return pair->place != (*begin)->place;
        });
        for (const MetGroup& group : groups_of({begin, end})) {
            if (auto draft = draft_of(group)) {
                drafts.push_back(std::move(*draft));
            }
        }
        begin = end;
    }
    return drafts;
}

} // namespace impinge::inline v0
