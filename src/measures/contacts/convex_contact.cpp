// SPDX-License-Identifier: Apache-2.0
//
// Along the shortest way out, the face of A that looks that way most and the face of B that looks
// back most are laid over each other. Both belong to what one sees of the bodies along the way, so
// the distance across is how thick the overlap is there. The points are the corners of what the
// faces have in common, as in the clipping of Sutherland and Hodgman: corners of either face over
// the other, and crossings of their edges.
#include "measures/contacts/convex_contact.hpp"

#include "measures/contacts/contact_draft.hpp"
#include "measures/contacts/facing_patch.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

namespace impinge::inline v0 {
namespace {

constexpr double same_convex_place = 1e-9;

WorldMesh placed(const PolytopeData& data, const Rigid& pose) {
    WorldMesh mesh;
    for (const Vec3d vertex : data.vertices) {
        mesh.storage.push_back(apply(pose, vertex));
    }
    mesh.vertices = mesh.storage;
    mesh.triangles = data.triangles;
    return mesh;
}

std::span<const std::uint32_t> corners_of(const PolytopeData& data, std::uint32_t face) {
    return std::span(data.face_corners)
        .subspan(data.face_first[face], data.face_first[face + 1] - data.face_first[face]);
}

/// The face whose normal points along a direction most.
std::uint32_t face_towards(const PolytopeData& data, const Rigid& pose, Vec3d direction) {
    const Vec3d turned = into_frame(pose, direction);
    std::uint32_t best = 0;
    for (std::uint32_t i = 1; i < data.planes.size(); ++i) {
        best =
            dot(data.planes[i].normal, turned) > dot(data.planes[best].normal, turned) ? i : best;
    }
    return best;
}

/// A place on the surface, by triangle and feature.
struct NamedPlace {
    std::uint32_t triangle = 0;
    Feature feature = Feature::Face;
};

/// One of the two bodies.
class ConvexSide {
  public:
    ConvexSide(const PolytopeData& data, const Rigid& pose, Vec3d direction,
               const ContactFrame& frame)
        : data_(data), mesh_(placed(data, pose)),
          corners_(corners_of(data, face_towards(data, pose, direction))), patch_(patch(frame)) {
        for (const std::uint32_t corner : corners_) {
            seen_.push_back(frame.in_frame(mesh_.vertices[corner]));
        }
    }

    [[nodiscard]] const WorldMesh& mesh() const { return mesh_; }
    [[nodiscard]] std::size_t corner_count() const { return corners_.size(); }
    [[nodiscard]] std::uint32_t corner(std::size_t i) const {
        return corners_[i % corners_.size()];
    }
    [[nodiscard]] Vec3d place(std::size_t i) const { return mesh_.vertices[corner(i)]; }
    [[nodiscard]] Vec3d seen(std::size_t i) const { return seen_[i % seen_.size()]; }
    /// What lies of the face straight above or below a place.
    [[nodiscard]] std::optional<FacingPatch::Hit> across(Vec2d flat) const {
        return patch_.first_above(flat, -std::numeric_limits<double>::infinity());
    }
    [[nodiscard]] NamedPlace at_corner(std::uint32_t vertex) const {
        return named([&](std::size_t, const TriangleIndices& t) { return number_in(t, vertex); },
                     Feature::Vertex0);
    }
    [[nodiscard]] NamedPlace at_edge(std::uint32_t tail, std::uint32_t head) const {
        return named(
            [&](std::size_t, const TriangleIndices& t) {
                const int i = number_in(t, tail);
                const int k = number_in(t, head);
                return i < 0 || k < 0 ? -1 : (i + 1) % 3 == k ? i : k;
            },
            Feature::Edge0);
    }
    [[nodiscard]] NamedPlace at_feature(const PolytopeFeature& feature, Vec3d point) const {
        if (feature.kind == FeatureKind::Vertex) {
            return at_corner(feature.index);
        }
        if (feature.kind == FeatureKind::Edge) {
            return at_edge(data_.edges[feature.index].tail, data_.edges[feature.index].head);
        }
        const auto corners = corners_of(data_, feature.index);
        NamedPlace best;
        double nearest = std::numeric_limits<double>::infinity();
        for (std::uint32_t i = 0; i < data_.triangles.size(); ++i) {
            if (is_part(data_.triangles[i], corners)) {
                const Triangle t = mesh_.triangle(i);
                const double off = triangle_distance({{point, point, point}}, t).squared_distance;
                best = off < nearest ? NamedPlace{i, Feature::Face} : best;
                nearest = std::min(nearest, off);
            }
        }
        return best;
    }

  private:
    static int number_in(const TriangleIndices& t, std::uint32_t vertex) {
        const auto found = std::find(t.begin(), t.end(), vertex);
        return found == t.end() ? -1 : static_cast<int>(found - t.begin());
    }
    static bool is_part(const TriangleIndices& t, std::span<const std::uint32_t> corners) {
        return std::all_of(t.begin(), t.end(), [&](std::uint32_t vertex) {
            return std::find(corners.begin(), corners.end(), vertex) != corners.end();
        });
    }
    /// The first triangle that has it.
    template <typename Number> NamedPlace named(Number number, Feature first) const {
        for (std::uint32_t i = 0; i < data_.triangles.size(); ++i) {
            if (const int k = number(i, data_.triangles[i]); k >= 0) {
                return {i, static_cast<Feature>(static_cast<int>(first) + k)};
            }
        }
        return {};
    }
    [[nodiscard]] FacingPatch patch(const ContactFrame& frame) const {
        std::vector<Triangle> triangles;
        std::vector<std::uint32_t> sources;
        for (std::uint32_t i = 0; i < data_.triangles.size(); ++i) {
            if (is_part(data_.triangles[i], corners_)) {
                triangles.push_back(mesh_.triangle(i));
                sources.push_back(i);
            }
        }
        const double size = 2 * data_.radius;
        return {std::move(triangles), std::move(sources), frame, same_convex_place * size,
                Context(1)};
    }

    const PolytopeData& data_;
    WorldMesh mesh_;
    std::span<const std::uint32_t> corners_;
    FacingPatch patch_;
    std::vector<Vec3d> seen_; ///< the corners in the frame
};

class ConvexContact {
  public:
    ConvexContact(const ConvexPair& pair, const Penetration& way)
        : way_(way), frame_(contact_frame(way.direction)),
          a_(pair.a, pair.pose_a, way.direction, frame_),
          b_(pair.b, pair.pose_b, -way.direction, frame_) {}

    Manifold manifold(std::size_t points) {
        add_corners(a_, b_);
        add_corners(b_, a_);
        for (std::size_t i = 0; i < a_.corner_count(); ++i) {
            for (std::size_t k = 0; k < b_.corner_count(); ++k) {
                add_crossing(i, k);
            }
        }
        add_deepest();
        ContactDraft draft{
            {.kind = ManifoldKind::Separation, .normal = way_.direction, .depth = way_.depth},
            std::move(candidates_)};
        Box3 box;
        for (const ContactCandidate& candidate : draft.candidates) {
            box = extend(box, candidate.point.on_a);
        }
        keep_one_per_place(draft.candidates, same_convex_place * length(box.max - box.min));
        name_points({&draft, 1}, a_.mesh(), b_.mesh());
        draft.manifold.points = chosen_points(draft.candidates, points);
        return std::move(draft.manifold);
    }

  private:
    void add(Vec3d on_a, NamedPlace at_a, Vec3d on_b, NamedPlace at_b, Vec2d flat) {
        const double depth = dot(on_a - on_b, way_.direction);
        if (depth < 0) {
            return;
        }
        ContactCandidate candidate{.flat = flat};
        candidate.point = {.on_a = on_a,
                           .on_b = on_b,
                           .depth = depth,
                           .triangle_a = at_a.triangle,
                           .triangle_b = at_b.triangle,
                           .feature_a = at_a.feature,
                           .feature_b = at_b.feature};
        candidates_.push_back(candidate);
    }
    /// Corners of the one face over the other.
    void add_corners(const ConvexSide& of, const ConvexSide& over) {
        for (std::size_t i = 0; i < of.corner_count(); ++i) {
            const Vec2d flat{of.seen(i).x, of.seen(i).y};
            if (const auto hit = over.across(flat)) {
                const NamedPlace here = of.at_corner(of.corner(i));
                const NamedPlace there{hit->source, Feature::Face};
                if (&of == &a_) {
                    add(of.place(i), here, hit->point, there, flat);
                } else {
                    add(hit->point, there, of.place(i), here, flat);
                }
            }
        }
    }
    /// Where an edge of A's face is seen to cross one of B's.
    void add_crossing(std::size_t i, std::size_t k) {
        const Vec3d p = a_.seen(i);
        const Vec3d r = b_.seen(k);
        const Vec3d pq = a_.seen(i + 1) - p;
        const Vec3d rs = b_.seen(k + 1) - r;
        const Vec3d pr = r - p;
        const double across = pq.x * rs.y - pq.y * rs.x;
        const double squared = (pq.x * pq.x + pq.y * pq.y) * (rs.x * rs.x + rs.y * rs.y);
        if (std::abs(across) <= 1e-9 * std::sqrt(squared)) {
            return; // parallel
        }
        const double t = (pr.x * rs.y - pr.y * rs.x) / across;
        const double w = (pr.x * pq.y - pr.y * pq.x) / across;
        if (t > 0 && t < 1 && w > 0 && w < 1) {
            add(a_.place(i) * (1 - t) + a_.place(i + 1) * t,
                a_.at_edge(a_.corner(i), a_.corner(i + 1)),
                b_.place(k) * (1 - w) + b_.place(k + 1) * w,
                b_.at_edge(b_.corner(k), b_.corner(k + 1)), {p.x + pq.x * t, p.y + pq.y * t});
        }
    }
    void add_deepest() {
        const Vec3d seen = frame_.in_frame(way_.point_a);
        add(way_.point_a, a_.at_feature(way_.features.a, way_.point_a), way_.point_b,
            b_.at_feature(way_.features.b, way_.point_b), {seen.x, seen.y});
    }

    const Penetration& way_;
    ContactFrame frame_;
    ConvexSide a_;
    ConvexSide b_;
    std::vector<ContactCandidate> candidates_;
};

} // namespace

std::optional<Manifold> convex_manifold(const ConvexPair& pair, std::size_t points) {
    const Penetration way = penetration(pair);
    if (!(way.depth > 0) || way.direction == Vec3d{}) {
        return std::nullopt;
    }
    return ConvexContact(pair, way).manifold(points);
}

} // namespace impinge::inline v0
