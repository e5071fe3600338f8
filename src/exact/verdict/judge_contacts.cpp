// SPDX-License-Identifier: Apache-2.0
#include "exact/verdict/judge.hpp"

#include "base/hash.hpp"
#include "base/parallel.hpp"
#include "base/sort_unique.hpp"
#include "exact/verdict/equal_surfaces.hpp"
#include "exact/verdict/neighbourhood.hpp"
#include "geometry/feature.hpp"
#include "geometry/triangle_contact.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <map>
#include <numeric>
#include <optional>

namespace impinge::inline v0 {
namespace {

/// A place where the surfaces meet, by what of A and what of B meets there. The many pairs of
/// triangles around an edge or a vertex name the same place.
struct Place {
    SurfaceFeature on_a;
    SurfaceFeature on_b;

    friend auto operator<=>(const Place&, const Place&) = default;
};

/// Places in no order, each once: pairs of triangles name the same ones again and again.
class PlaceSet {
  public:
    void add(const Place& place) {
        if (2 * (list_.size() + 1) > slots_.size()) {
            grow();
        }
        std::uint32_t& slot = slot_of(place);
        if (slot == none) {
            slot = static_cast<std::uint32_t>(list_.size());
            list_.push_back(place);
        }
    }
    std::vector<Place> take() { return std::move(list_); }

  private:
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    static std::uint64_t hash_of_place(const Place& place) {
        Hasher hasher;
        for (const SurfaceFeature& feature : {place.on_a, place.on_b}) {
            hasher.add(std::uint64_t{feature.first} << 32 | feature.second);
            hasher.add(static_cast<std::uint64_t>(feature.kind));
        }
        return hasher.digest();
    }
    /// That holds the place, or is free for it.
    std::uint32_t& slot_of(const Place& place) {
        std::size_t slot = hash_of_place(place) & (slots_.size() - 1);
        while (slots_[slot] != none && list_[slots_[slot]] != place) {
            slot = (slot + 1) & (slots_.size() - 1);
        }
        return slots_[slot];
    }
    void grow() {
        slots_.assign(std::max<std::size_t>(64, 2 * slots_.size()), none);
        for (std::uint32_t i = 0; i < list_.size(); ++i) {
            slot_of(list_[i]) = i;
        }
    }

    std::vector<Place> list_;
    std::vector<std::uint32_t> slots_;
};

/// Edges and vertices around which the surface is flat: as good as the inside of a face. Two fans
/// over one polygon have very many such edges that cross.
class FlatFeatures {
  public:
    explicit FlatFeatures(const SolidSurface& surface) : surface_(surface) {}

    [[nodiscard]] bool is_flat(std::uint32_t face, Feature feature) {
        if (feature == Feature::Face) {
            return true;
        }
        const auto [known, is_new] = flat_.try_emplace(name_feature(surface_, face, feature));
        if (is_new) {
            known->second = lies_in_plane(known->first, face);
        }
        return known->second;
    }

  private:
    [[nodiscard]] bool lies_in_plane(const SurfaceFeature& feature, std::uint32_t face) const {
        const auto in_plane = [&](std::uint32_t other) {
            return other == face ||
                   all_zero(plane_sides(surface_.triangle(face), surface_.triangle(other)));
        };
        if (feature.kind == SurfaceFeatureKind::Edge) {
            const auto faces = faces_at_edge(surface_, feature.first, feature.second);
            return std::all_of(faces.begin(), faces.end(), in_plane);
        }
        const auto faces = surface_.faces_at(feature.first);
        return std::all_of(faces.begin(), faces.end(), in_plane);
    }

    const SolidSurface& surface_;
    std::map<SurfaceFeature, bool> flat_;
};

/// Two triangles that meet and have nothing in common but one corner of each, told quickly: there
/// are very many where fans of faces meet at a point. Nothing if it may be otherwise.
struct CommonCorner {
    Feature on_a;
    Feature on_b;
};
std::optional<CommonCorner> only_common_corner(const Triangle& s, const Triangle& t) {
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            if (s[i] == t[j]) {
                const std::array<Sign, 3> sides = plane_sides(s, t);
                const Sign next = sides[static_cast<std::size_t>((j + 1) % 3)];
                const Sign last = sides[static_cast<std::size_t>((j + 2) % 3)];
                return next == last && next != 0
                           ? std::optional(CommonCorner{vertex_feature(i), vertex_feature(j)})
                           : std::nullopt;
            }
        }
    }
    return std::nullopt;
}

/// Areas are judged when they are added. Places where both surfaces are flat and in one plane are
/// left out: faces of both overlap around them, and those areas say all there is to say.
class PlaceCollector {
  public:
    PlaceCollector(const SolidSurface& a, const SolidSurface& b)
        : a_(a), b_(b), flat_a_(a), flat_b_(b) {}

    /// Whether the pair shows that the interiors overlap.
    bool add(const TrianglePair& pair) {
        const Triangle s = a_.triangle(pair.a);
        const Triangle t = b_.triangle(pair.b);
        if (const auto corner = only_common_corner(s, t)) {
            points_.add(
                {name_feature(a_, pair.a, corner->on_a), name_feature(b_, pair.b, corner->on_b)});
            return false;
        }
        const TriangleContact contact = triangle_contact(s, t, Positions::Omitted);
        const bool is_area = contact.shape() == ContactShape::Polygon;
        // Flush faces with agreeing normals: both solids lie behind the common piece of wall.
        if (is_area && normals_agree(s, t) > 0) {
            return true;
        }
        const bool in_one_plane = is_area || all_zero(plane_sides(s, t));
        const auto add_to = [&](PlaceSet& places, Feature on_a, Feature on_b) {
            if (!in_one_plane || !flat_a_.is_flat(pair.a, on_a) || !flat_b_.is_flat(pair.b, on_b)) {
                places.add({name_feature(a_, pair.a, on_a), name_feature(b_, pair.b, on_b)});
            }
        };
        for (const ContactPoint& point : contact.points()) {
            add_to(points_, point.on_a, point.on_b);
        }
        if (contact.shape() == ContactShape::Segment) {
            add_to(lines_, contact.carrier_a, contact.carrier_b);
        }
        return false;
    }
    std::vector<Place> take_points() { return points_.take(); }
    std::vector<Place> take_lines() { return lines_.take(); }

  private:
    const SolidSurface& a_;
    const SolidSurface& b_;
    FlatFeatures flat_a_;
    FlatFeatures flat_b_;
    PlaceSet points_;
    PlaceSet lines_;
};

// --- lines: an edge along a face or an edge ---------------------------------------------------

Axis axis_of(const SolidSurface& surface, const SurfaceFeature& edge) {
    return {surface.position(edge.first), surface.position(edge.second)};
}

bool overlap_along(const SolidSurface& a, const SolidSurface& b, const Place& line) {
    // Two faces that are not coplanar and meet in a line inside both would be a Crossing pair.
    const Axis axis =
        line.on_a.kind == SurfaceFeatureKind::Edge ? axis_of(a, line.on_a) : axis_of(b, line.on_b);
    return interiors_overlap_around(axis, half_planes(a, line.on_a, axis),
                                    half_planes(b, line.on_b, axis));
}

// --- points: a corner on anything, two edges crossing -----------------------------------------

/// A surface around one point of it. What is asked of it is made ready once.
class PointSurroundings {
  public:
    PointSurroundings(const SolidSurface& surface, const SurfaceFeature& feature)
        : surface_(surface), feature_(feature) {
        if (feature.kind == SurfaceFeatureKind::Vertex) {
            around_vertex_.emplace(surface, feature.first);
        }
    }

    /// Directions from the point into the surface, at least one on every sheet of it that comes
    /// together there. Each is given by a vertex to go towards.
    [[nodiscard]] std::vector<Vec3d> directions() const {
        switch (feature_.kind) {
        case SurfaceFeatureKind::Face:
            return {surface_.triangle(feature_.first)[0]};
        case SurfaceFeatureKind::Edge:
            return {surface_.position(feature_.first)};
        case SurfaceFeatureKind::Vertex:
            break;
        }
        std::vector<Vec3d> targets;
        for (const Arc& arc : around_vertex_->arcs()) {
            targets.push_back(arc.p);
        }
        return targets;
    }
    [[nodiscard]] Where locate(Vec3d target) const {
        switch (feature_.kind) {
        case SurfaceFeatureKind::Face: {
            const Triangle face = surface_.triangle(feature_.first);
            const Sign side = orient3d(face[0], face[1], face[2], target);
            return side < 0 ? Where::Inside : side > 0 ? Where::Outside : Where::OnSurface;
        }
        case SurfaceFeatureKind::Edge: {
            const Axis axis = axis_of(surface_, feature_);
            return locate_around(axis, half_planes(surface_, feature_, axis), target);
        }
        case SurfaceFeatureKind::Vertex:
            break;
        }
        return around_vertex_->locate(target);
    }
    /// Whether all directions of one lead to the same side of the other.
    [[nodiscard]] bool are_parted_from(const PointSurroundings& other) const {
        return around_vertex_ && other.around_vertex_ &&
               around_vertex_->are_parted_from(*other.around_vertex_);
    }

  private:
    const SolidSurface& surface_;
    SurfaceFeature feature_;
    std::optional<VertexSurroundings> around_vertex_;
};

bool some_direction_leads_inside(std::span<const Vec3d> targets, const PointSurroundings& into) {
    return std::any_of(targets.begin(), targets.end(),
                       [&](Vec3d target) { return into.locate(target) == Where::Inside; });
}

bool overlap_at(const SolidSurface& a, const SolidSurface& b, const Place& point) {
    const PointSurroundings around_a(a, point.on_a);
    const PointSurroundings around_b(b, point.on_b);
    std::vector<Vec3d> of_a = around_a.directions();
    std::vector<Vec3d> of_b = around_b.directions();
    if (around_a.are_parted_from(around_b)) { // one speaks for all
        of_a.resize(1);
        of_b.resize(1);
    }
    return some_direction_leads_inside(of_a, around_b) ||
           some_direction_leads_inside(of_b, around_a);
}

/// Whether one of so many chunks shows it; the others are then not looked at. No once cancelled.
template <typename Shows>
bool any_chunk(std::size_t count, std::size_t chunk_size, const Context& context, Shows shows) {
    std::atomic<bool> found{false};
    for_each_chunk(context, count, chunk_size, [&](const Chunk& chunk) {
        if (!found.load(std::memory_order_relaxed) && shows(chunk)) {
            found.store(true, std::memory_order_relaxed);
        }
    });
    return found.load() && !context.cancelled();
}

/// Whether one of the places, which may be listed more than once, shows it.
template <typename Shows>
bool any_place(std::vector<std::vector<Place>>& lists, const Context& context, Shows shows) {
    std::vector<Place> places;
    for (std::vector<Place>& list : lists) {
        places.insert(places.end(), list.begin(), list.end());
        list = {};
    }
    sort_unique(places);
    constexpr std::size_t places_at_once = 64;
    return any_chunk(places.size(), places_at_once, context, [&](const Chunk& chunk) {
        const auto first = places.begin() + static_cast<std::ptrdiff_t>(chunk.begin);
        const auto last = places.begin() + static_cast<std::ptrdiff_t>(chunk.end);
        return std::any_of(
            first, last, [&](const Place& place) { return !context.cancelled() && shows(place); });
    });
}

} // namespace

bool interiors_overlap_at_contact(const SolidSurface& a, const SolidSurface& b,
                                  std::span<const TrianglePair> pairs, const Context& context) {
    constexpr std::size_t pairs_at_once = 1 << 13;
    const std::size_t chunks = chunk_count(pairs.size(), pairs_at_once);
    std::vector<std::vector<Place>> lines(chunks);
    std::vector<std::vector<Place>> points(chunks);
    const bool by_area = any_chunk(pairs.size(), pairs_at_once, context, [&](const Chunk& chunk) {
        PlaceCollector collector(a, b);
        for (std::size_t i = chunk.begin; i < chunk.end && !context.cancelled(); ++i) {
            if (collector.add(pairs[i])) {
                return true;
            }
        }
        lines[chunk.index] = collector.take_lines();
        points[chunk.index] = collector.take_points();
        return false;
    });
    return by_area ||
           any_place(lines, context,
                     [&](const Place& line) { return overlap_along(a, b, line); }) ||
           any_place(points, context, [&](const Place& point) { return overlap_at(a, b, point); });
}

// --- equal surfaces ------------------------------------------------------------------------------

namespace {

/// Whether they are stored alike, as copies of one mesh are.
bool are_stored_alike(const WorldMesh& a, const WorldMesh& b) {
    return std::ranges::equal(a.triangles, b.triangles) &&
           std::ranges::equal(a.vertices, b.vertices);
}

/// -1 if the normals of one mesh point outwards and those of the other inwards.
Sign turn_between(const Solid& a, const Solid& b) { return a.normals == b.normals ? 1 : -1; }

} // namespace

SurfaceEquality compare_surfaces(const Solid& a, std::span<const std::uint32_t> touched_a,
                                 const Solid& b, std::span<const std::uint32_t> touched_b,
                                 const Context& context) {
    if (!are_same_surface({a.mesh, touched_a}, {b.mesh, touched_b}, turn_between(a, b), context)) {
        return SurfaceEquality::Different;
    }
    const bool all_touched =
        touched_a.size() == a.mesh.triangles.size() && touched_b.size() == b.mesh.triangles.size();
    return all_touched ? SurfaceEquality::Equal : SurfaceEquality::WhereTouched;
}

bool are_same_as_a_whole(const WorldMesh& a, const WorldMesh& b, Sign turn,
                         const Context& context) {
    if (a.box != b.box) {
        return false;
    }
    if (turn == 1 && are_stored_alike(a, b)) {
        return true;
    }
    std::vector<std::uint32_t> all(std::max(a.triangles.size(), b.triangles.size()));
    std::iota(all.begin(), all.end(), std::uint32_t{0});
    const std::span<const std::uint32_t> numbers(all);
    return are_same_surface({a, numbers.first(a.triangles.size())},
                            {b, numbers.first(b.triangles.size())}, turn, context);
}

} // namespace impinge::inline v0
