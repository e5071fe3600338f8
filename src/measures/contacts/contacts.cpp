// SPDX-License-Identifier: Apache-2.0
#include "measures/contacts/contacts.hpp"

#include "base/enum_names.hpp"
#include "base/no_throw.hpp"
#include "exact/collide.hpp"
#include "exact/distance/distance_search.hpp"
#include "geometry/bvh.hpp"
#include "impinge/separation.hpp"
#include "math/measures.hpp"
#include "measures/contacts/contact_draft.hpp"
#include "measures/overlap_sharing.hpp"
#include "measures/solids.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <tuple>
#include <utility>

namespace impinge::inline v0 {
namespace {

struct ContactPair {
    const SnapshotData& a;
    const SnapshotData& b;
    const MeshSolidity& solidity_a;
    const MeshSolidity& solidity_b;

    [[nodiscard]] bool are_solids() const { return solidity_a.solid && solidity_b.solid; }
    [[nodiscard]] ContactSurface surface_a() const {
        return {a.mesh(), solidity_a.solid, normals_of(a, solidity_a) == Normals::Inward};
    }
    [[nodiscard]] ContactSurface surface_b() const {
        return {b.mesh(), solidity_b.solid, normals_of(b, solidity_b) == Normals::Inward};
    }
};

bool have_interiors_in_common(Verdict verdict) {
    return verdict != Verdict::Apart && verdict != Verdict::Touching;
}

void mirror(ContactDraft& draft) {
    draft.manifold.normal = -draft.manifold.normal;
    for (ContactCandidate& candidate : draft.candidates) {
        ManifoldPoint& point = candidate.point;
        std::swap(point.on_a, point.on_b);
        std::swap(point.triangle_a, point.triangle_b);
        std::swap(point.feature_a, point.feature_b);
    }
}

/// In an order of the bodies that does not depend on which was named first.
std::vector<ContactDraft> drafts_in_order(const ContactPair& pair,
                                          std::span<const TrianglePair> met) {
    const WorldMesh& a = pair.a.mesh();
    const WorldMesh& b = pair.b.mesh();
    const bool keep = comes_first(
        a.triangles, a.vertices.size(), [&](std::size_t i) { return a.vertices[i]; }, b.triangles,
        b.vertices.size(), [&](std::size_t i) { return b.vertices[i]; });
    if (keep) {
        return drafts_of_surfaces(pair.surface_a(), pair.surface_b(), met);
    }
    std::vector<TrianglePair> turned;
    for (const TrianglePair& of : met) {
        turned.push_back({of.b, of.a, of.kind});
    }
    std::sort(turned.begin(), turned.end());
    std::vector<ContactDraft> drafts =
        drafts_of_surfaces(pair.surface_b(), pair.surface_a(), turned);
    for (ContactDraft& draft : drafts) {
        mirror(draft);
    }
    return drafts;
}

/// Places that touch, none of whose points lies in the box of what overlaps.
void add_touching_elsewhere(const ContactPair& pair, std::span<const TrianglePair> met,
                            const Box3& overlap, std::vector<ContactDraft>& drafts) {
    std::vector<TrianglePair> elsewhere;
    std::copy_if(met.begin(), met.end(), std::back_inserter(elsewhere),
                 [&](const TrianglePair& of) {
                     const Box3 common = intersection(box_of(pair.a.mesh().triangle(of.a)),
                                                      box_of(pair.b.mesh().triangle(of.b)));
                     return of.kind == PairKind::Touching && !holds(overlap, common);
                 });
    if (elsewhere.empty()) {
        return;
    }
    for (ContactDraft& draft : drafts_in_order(pair, elsewhere)) {
        const auto& candidates = draft.candidates;
        if (std::none_of(candidates.begin(), candidates.end(), [&](const ContactCandidate& c) {
                return contains(overlap, c.point.on_a);
            })) {
            drafts.push_back(std::move(draft));
        }
    }
}

/// Of the regions of two solids, and of places that touch elsewhere. Nothing if there are none that
/// can be measured.
Expected<std::vector<ContactDraft>>
drafts_of_overlap(const ContactPair& pair, const Interference& found, const Context& context) {
    std::vector<ContactDraft> drafts;
    const auto overlap =
        overlap_sharing(pair.a, pair.b, {.meshes = true},
                        {&pair.solidity_a, &pair.solidity_b, &found.pairs}, context);
    if (!overlap) {
        return overlap.error();
    }
    if (overlap->measurable != Measurable::Yes || overlap->regions.empty()) {
        return drafts;
    }
    const bool same = found.verdict == Verdict::Same; // which of two equal walls counts is chance
    bool directionless = same;
    Box3 all;
    for (const OverlapRegion& region : overlap->regions) {
        all = united(all, region.box);
        auto draft =
            same ? std::nullopt : draft_of_region(region, pair.a.mesh(), pair.b.mesh(), context);
        directionless = directionless || !draft;
        if (draft) {
            drafts.push_back(std::move(*draft));
        }
    }
    if (directionless) {
        const auto way = minimum_separation(pair.a.body(), pair.b.body(), {}, context);
        if (!way) {
            return way.error();
        }
        if (auto draft = way->distance > 0 ? draft_of_separation(way->direction, pair.a.mesh(),
                                                                 pair.b.mesh(), context)
                                           : std::nullopt) {
            drafts.push_back(std::move(*draft));
        }
    }
    add_touching_elsewhere(pair, found.pairs, grown(all, 1e-9 * length(extent(all))), drafts);
    return drafts;
}

Expected<std::vector<ContactDraft>> drafts_of(const ContactPair& pair, const Interference& found,
                                              const Context& context) {
    if (pair.are_solids() && have_interiors_in_common(found.verdict)) {
        auto drafts = drafts_of_overlap(pair, found, context);
        if (!drafts || !drafts->empty() || context.cancelled()) {
            return drafts;
        }
    }
    return drafts_in_order(pair, found.pairs);
}

Expected<std::vector<Manifold>> manifolds_or_throw(const ContactPair& pair,
                                                   const Interference& found, std::size_t points,
                                                   const Context& context) {
    auto drafts = drafts_of(pair, found, context);
    if (!drafts) {
        return drafts.error();
    }
    std::vector<Manifold> manifolds;
    if (context.cancelled()) {
        return manifolds;
    }
    name_points(*drafts, pair.a.mesh(), pair.b.mesh());
    for (ContactDraft& draft : *drafts) {
        draft.manifold.points = chosen_points(draft.candidates, points);
        manifolds.push_back(std::move(draft.manifold));
    }
    const auto order = [](const Manifold& m) {
        Vec3d least = m.points.front().on_a;
        for (const ManifoldPoint& point : m.points) {
            least = std::min({least, point.on_a, point.on_b});
        }
        return std::tuple(-m.depth, -m.area, least);
    };
    std::stable_sort(manifolds.begin(), manifolds.end(),
                     [&](const Manifold& p, const Manifold& q) { return order(p) < order(q); });
    return manifolds;
}

Contacts cancelled_contacts(Interference found) {
    return {.interference = std::move(found), .manifolds = {}, .partial = true};
}

} // namespace

Expected<std::vector<Manifold>> manifolds_of(const SnapshotData& a, const SnapshotData& b,
                                             const Interference& found, std::size_t points,
                                             const KnownSolidity& known, const Context& context) {
    return no_throw([&]() -> Expected<std::vector<Manifold>> {
        if (found.verdict == Verdict::Apart || found.partial) {
            return std::vector<Manifold>();
        }
        const MeshSolidity of_a = known.a != nullptr ? *known.a : solidity_of_body(a, context);
        const MeshSolidity of_b = known.b != nullptr ? *known.b : solidity_of_body(b, context);
        if (context.cancelled()) {
            return std::vector<Manifold>();
        }
        return manifolds_or_throw({a, b, of_a, of_b}, found, points, context);
    });
}

Expected<Contacts> contacts(const Body& a, const Body& b, const ContactOptions& options,
                            const Context& context) {
    return no_throw([&]() -> Expected<Contacts> {
        if (options.points == 0) {
            return invalid("points: at least one must be wanted");
        }
        auto world = to_world(a, b, context);
        if (!world) {
            return world.error();
        }
        const SnapshotData of_a(a, std::move(world->a), Queries::One);
        const SnapshotData of_b(b, std::move(world->b), Queries::One);
        const Detail detail = std::max(options.detail, Detail::Pairs);
        auto found = collide_sharing(
            of_a, of_b, {.detail = detail, .open_meshes = options.open_meshes}, context, {});
        if (!found) {
            return found.error();
        }
        if (found->partial) {
            return cancelled_contacts(std::move(*found));
        }
        auto manifolds = manifolds_of(of_a, of_b, *found, options.points, {}, context);
        if (!manifolds) {
            return manifolds.error();
        }
        if (context.cancelled()) {
            return cancelled_contacts(std::move(*found));
        }
        return Contacts{std::move(*found), std::move(*manifolds), false};
    });
}

const char* to_string(ManifoldKind kind) {
    constexpr std::array names{"overlap", "separation", "touching", "surfaces"};
    return name_in(names, kind);
}

} // namespace impinge::inline v0
