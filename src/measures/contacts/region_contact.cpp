// SPDX-License-Identifier: Apache-2.0
//
// The contact of a region that two solids have in common. When B moves by d, the volume of the
// region changes by the integral of dot(n, d) over B's surface in A: it shrinks fastest along the
// vector area of A's surface in B, which is that of B's surface in A turned round.
//
// Everything is computed in a frame in which one body is below the other, whichever is A.
#include "math/measures.hpp"
#include "measures/contacts/contact_draft.hpp"
#include "measures/contacts/facing_patch.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace impinge::inline v0 {
namespace {

/// Triangles that are steeper along the normal face nobody.
constexpr double least_facing = 1.0 / 64;
/// Of the area of the region's surface: a vector area below this has no direction.
constexpr double least_vector_area = 1.0 / 256;
/// Of the size of a region: places nearer to each other are one.
constexpr double same_place = 1e-9;
/// The same for points beside which a corner or an edge is worth naming.
constexpr double named_place = 1e-9;

Vec3d area_vector(const Triangle& t) { return cross(t[1] - t[0], t[2] - t[0]) * 0.5; }

/// One of the two bodies as the region has it.
struct RegionSide {
    const WorldMesh& mesh;
    bool of_a = false;
};

class RegionContact {
  public:
    RegionContact(const OverlapRegion& region, const WorldMesh& a, const WorldMesh& b, Vec3d normal,
                  const Context& context)
        : region_(region), frame_(contact_frame(normal)), size_(length(extent(region.box))),
          reach_(same_place * size_), below_{frame_.a_below ? a : b, frame_.a_below},
          above_{frame_.a_below ? b : a, !frame_.a_below},
          below_patch_(patch(below_.of_a, 1, context)),
          above_patch_(patch(above_.of_a, -1, context)) {}

    std::vector<ContactCandidate> candidates(const Context& context) {
        find_faces_at_vertices();
        for (std::uint32_t vertex = 0; vertex < region_.mesh.positions.size(); ++vertex) {
            add_vertex(vertex);
        }
        add_deepest(context);
        keep_one_per_place(candidates_, reach_);
        return std::move(candidates_);
    }
    [[nodiscard]] double depth() const { return depth_; }

  private:
    [[nodiscard]] Triangle face(std::size_t i) const {
        return region_.mesh.view().triangle(static_cast<std::uint32_t>(i));
    }
    /// Faces of one body's surface that look up (1) or down (-1).
    [[nodiscard]] FacingPatch patch(bool of_a, double up, const Context& context) const {
        std::vector<Triangle> triangles;
        std::vector<std::uint32_t> sources;
        for (std::size_t i = 0; i < region_.faces.size(); ++i) {
            const Triangle t = face(i);
            const Vec3d area = area_vector(t);
            if (region_.faces[i].of_a == of_a &&
                dot(area, frame_.axes.direction) * up > least_facing * length(area)) {
                triangles.push_back(t);
                sources.push_back(region_.faces[i].triangle);
            }
        }
        return {std::move(triangles), std::move(sources), frame_, reach_, context};
    }

    /// The triangle of a body at a vertex of the region, and what of it the vertex lies on.
    struct FaceAtVertex {
        bool found = false;
        std::uint32_t triangle = 0;
        Feature feature = Feature::Face;
    };
    void find_faces_at_vertices() {
        for (auto& faces : at_vertex_) {
            faces.resize(region_.mesh.positions.size());
        }
        const double blur = 0x1p-50 * std::max(largest_magnitude(region_.box.min),
                                               largest_magnitude(region_.box.max));
        for (std::size_t i = 0; i < region_.faces.size(); ++i) {
            const auto [of_a, source] = region_.faces[i];
            const bool is_below = of_a == below_.of_a;
            const Triangle whole = (is_below ? below_ : above_).mesh.triangle(source);
            for (const std::uint32_t vertex : region_.mesh.triangles[i]) {
                FaceAtVertex& known = at_vertex_.at(is_below ? 0 : 1)[vertex];
                const Feature feature = feature_at(whole, region_.mesh.positions[vertex], blur);
                const auto order = [](const FaceAtVertex& f) {
                    return std::pair(rank_of(f.feature), f.triangle);
                };
                const FaceAtVertex here{true, source, feature};
                if (!known.found || order(here) < order(known)) {
                    known = here;
                }
            }
        }
    }

    /// A point of the body below and one of the body above it, or in the same place.
    void add(Vec3d on_below, std::uint32_t triangle_below, Feature feature_below, Vec3d on_above,
             std::uint32_t triangle_above, Feature feature_above, Vec2d flat) {
        // The body below reaches up into the other: its point is the higher one.
        const double depth = frame_.in_frame(on_below).z - frame_.in_frame(on_above).z;
        ContactCandidate candidate{.flat = flat};
        ManifoldPoint& point = candidate.point;
        point.depth = std::max(0.0, depth);
        point.on_a = below_.of_a ? on_below : on_above;
        point.on_b = below_.of_a ? on_above : on_below;
        point.triangle_a = below_.of_a ? triangle_below : triangle_above;
        point.triangle_b = below_.of_a ? triangle_above : triangle_below;
        point.feature_a = below_.of_a ? feature_below : feature_above;
        point.feature_b = below_.of_a ? feature_above : feature_below;
        candidates_.push_back(candidate);
    }

    /// A corner of the region's surface, with what lies of the other body straight across.
    void add_vertex(std::uint32_t vertex) {
        const Vec3d p = region_.mesh.positions[vertex];
        const Vec3d seen = frame_.in_frame(p);
        const Vec2d flat{seen.x, seen.y};
        const FaceAtVertex& below = at_vertex_[0][vertex];
        const FaceAtVertex& above = at_vertex_[1][vertex];
        const auto under = below.found ? above_patch_.first_below(flat, seen.z) : std::nullopt;
        const auto over = above.found ? below_patch_.first_above(flat, seen.z) : std::nullopt;
        const double down = under ? seen.z - under->height : -1;
        const double up = over ? over->height - seen.z : -1;
        if (below.found && above.found && std::max(down, up) <= reach_) { // at the rim
            add(p, below.triangle, below.feature, p, above.triangle, above.feature, flat);
        } else if (under && down >= up) {
            add(p, below.triangle, below.feature, under->point, under->source, Feature::Face, flat);
        } else if (over) {
            add(over->point, over->source, Feature::Face, p, above.triangle, above.feature, flat);
        }
    }

    /// Where the one rises highest above the other: at a corner, or where two edges pass.
    void add_deepest(const Context& context) {
        const auto rise =
            highest_rise(below_patch_.triangles(), above_patch_.triangles(), frame_.axes, context);
        if (!rise) {
            return;
        }
        depth_ = std::max(0.0, rise->height);
        constexpr double infinity = std::numeric_limits<double>::infinity();
        const Vec2d flat{rise->u, rise->v};
        const auto top = below_patch_.first_below(flat, infinity);
        const auto bottom = above_patch_.first_above(flat, -infinity);
        if (top && bottom) {
            const double blur = named_place * size_;
            add(top->point, top->source,
                feature_at(below_.mesh.triangle(top->source), top->point, blur), bottom->point,
                bottom->source,
                feature_at(above_.mesh.triangle(bottom->source), bottom->point, blur), flat);
        }
    }

    const OverlapRegion& region_;
    ContactFrame frame_;
    double size_;
    double reach_;
    RegionSide below_;
    RegionSide above_;
    FacingPatch below_patch_; ///< what looks up of the body below
    FacingPatch above_patch_;
    std::array<std::vector<FaceAtVertex>, 2> at_vertex_; ///< of the body below, and above
    std::vector<ContactCandidate> candidates_;
    double depth_ = 0;
};

/// All triangles of a body that do not stand upright.
FacingPatch whole_patch(const WorldMesh& mesh, const ContactFrame& frame, double reach,
                        const Context& context) {
    std::vector<Triangle> triangles;
    std::vector<std::uint32_t> sources;
    for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i) {
        const Triangle t = mesh.triangle(i);
        const Vec3d area = area_vector(t);
        if (std::abs(dot(area, frame.axes.direction)) > least_facing * length(area)) {
            triangles.push_back(t);
            sources.push_back(i);
        }
    }
    return {std::move(triangles), std::move(sources), frame, reach, context};
}

} // namespace

std::optional<ContactDraft> draft_of_region(const OverlapRegion& region, const WorldMesh& a,
                                            const WorldMesh& b, const Context& context) {
    Vec3d of_a{};
    Vec3d of_b{};
    for (std::size_t i = 0; i < region.faces.size(); ++i) {
        const Vec3d area = area_vector(region.mesh.view().triangle(static_cast<std::uint32_t>(i)));
        (region.faces[i].of_a ? of_a : of_b) = (region.faces[i].of_a ? of_a : of_b) + area;
    }
    const Vec3d vector = (of_a - of_b) * 0.5;
    const double area = length(vector);
    if (!(area > least_vector_area * (region.area_a + region.area_b))) {
        return std::nullopt;
    }
    const Vec3d normal = vector * (1 / area);
    RegionContact contact(region, a, b, normal, context);
    ContactDraft draft;
    draft.candidates = contact.candidates(context);
    if (draft.candidates.empty()) {
        return std::nullopt;
    }
    draft.manifold = {
        .kind = ManifoldKind::Overlap, .normal = normal, .depth = contact.depth(), .area = area};
    return draft;
}

std::optional<ContactDraft> draft_of_separation(Vec3d direction, const WorldMesh& a,
                                                const WorldMesh& b, const Context& context) {
    const ContactFrame frame = contact_frame(direction);
    const double size = length(extent(united(a.box, b.box)));
    const double reach = same_place * size;
    const WorldMesh& below = frame.a_below ? a : b;
    const WorldMesh& above = frame.a_below ? b : a;
    const FacingPatch below_patch = whole_patch(below, frame, reach, context);
    const FacingPatch above_patch = whole_patch(above, frame, reach, context);
    const auto rise =
        highest_rise(below_patch.triangles(), above_patch.triangles(), frame.axes, context);
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const Vec2d flat = rise ? Vec2d{rise->u, rise->v} : Vec2d{};
    const auto top = rise ? below_patch.first_below(flat, infinity) : std::nullopt;
    const auto bottom = rise ? above_patch.first_above(flat, -infinity) : std::nullopt;
    if (!top || !bottom) {
        return std::nullopt;
    }
    const FacingPatch::Hit& on_a = frame.a_below ? *top : *bottom;
    const FacingPatch::Hit& on_b = frame.a_below ? *bottom : *top;
    ContactDraft draft;
    draft.manifold = {.kind = ManifoldKind::Separation,
                      .normal = direction,
                      .depth = std::max(0.0, rise->height)};
    ContactCandidate candidate{.flat = flat};
    candidate.point = {
        .on_a = on_a.point,
        .on_b = on_b.point,
        .depth = std::max(0.0, top->height - bottom->height),
        .triangle_a = on_a.source,
        .triangle_b = on_b.source,
        .feature_a = feature_at(a.triangle(on_a.source), on_a.point, named_place * size),
        .feature_b = feature_at(b.triangle(on_b.source), on_b.point, named_place * size)};
    draft.candidates.push_back(candidate);
    return draft;
}

} // namespace impinge::inline v0
