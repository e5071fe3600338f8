// SPDX-License-Identifier: Apache-2.0
//
// collide() of two models. Their trees find the triangle pairs that meet; winding numbers are asked
// of the few triangles on a ray. That settles bodies that cross and bodies that do not touch. Where
// they touch, or where the few triangles do not decide, the query goes the way of bare meshes from
// there on, with the pairs from the trees.
#include "base/no_throw.hpp"
#include "base/parallel.hpp"
#include "base/stopwatch.hpp"
#include "exact/collide.hpp"
#include "exact/curves.hpp"
#include "exact/result_hash.hpp"
#include "exact/verdict/crossing_points.hpp"
#include "exact/verdict/judge.hpp"
#include "geometry/bvh.hpp"
#include "geometry/triangle_contact.hpp"
#include "math/measures.hpp"
#include "model/free_space_verdict.hpp"
#include "model/model_data.hpp"
#include "model/model_pairs.hpp"
#include "model/winding_near.hpp"
#include "predicates/mirrors.hpp"

#include <algorithm>
#include <optional>
#include <string>

namespace impinge::inline v0 {
namespace {

using model::find_by_trees;
using model::free_space_of;
using model::FreeSpace;
using model::placed_tree;
using model::reach_into_each_other;
using model::through_trees;
using model::TreePair;
using model::triangles_on_ray;
using model::verdict_by_free_space;
using model::WindingNear;
using model::world_mesh_of;
using model::WorldTriangles;

struct Query {
    const PlacedModel& a;
    const PlacedModel& b;
    const CollideOptions& options;
    const Context& context;
    PairMemory& memory;
    // Null until it pays to know them.
    const FreeSpace* around_a = nullptr;
    const FreeSpace* around_b = nullptr;
};

// --- verdicts ----------------------------------------------------------------------------------

Normals normals_of(const PlacedModel& body) {
    return body.model.data().solidity().inside_out != mirrors(body.pose) ? Normals::Inward
                                                                         : Normals::Outward;
}

bool both_solid(const Query& query) {
    return query.a.model.data().solidity().solid && query.b.model.data().solidity().solid;
}

/// A few triangles of a model, of which one is known by its number there.
struct FewTriangles {
    std::vector<TriangleIndices> indices;
    WorldMesh mesh;
    std::uint32_t place = 0;

    FewTriangles(const PlacedModel& body, Vec3d point, double tolerance, std::uint32_t known) {
        std::vector<std::uint32_t> triangles = triangles_on_ray(body, point, tolerance);
        if (!std::binary_search(triangles.begin(), triangles.end(), known)) {
            triangles.insert(std::lower_bound(triangles.begin(), triangles.end(), known), known);
        }
        place = static_cast<std::uint32_t>(
            std::lower_bound(triangles.begin(), triangles.end(), known) - triangles.begin());
        mesh = world_mesh_of(body, triangles, indices);
    }
};

/// Whether the point is in the material of the solid, or in its outside, strictly.
bool is_strictly(Vec3d point, bool inside, const WindingNear& winding_of, Normals normals) {
    const auto winding = winding_of(point);
    return winding && (*winding * (normals == Normals::Outward ? 1 : -1) >= 1) == inside;
}

/// Whether points beside the middle of the contact prove that the bodies cross.
bool points_prove_crossing(const Query& query, const Triangle& s, const Triangle& t) {
    const Normals of_a = normals_of(query.a);
    const Normals of_b = normals_of(query.b);
    const auto points = points_beside_crossing(s, of_a, t, of_b);
    if (!points) {
        return false;
    }
    const auto& [middle, in_both, in_a, in_b] = *points;
    const double reach =
        std::max({length(in_both - middle), length(in_a - middle), length(in_b - middle)});
    const WindingNear a(query.a, query.around_a, middle, reach);
    if (!is_strictly(in_both, true, a, of_a) || !is_strictly(in_a, true, a, of_a) ||
        !is_strictly(in_b, false, a, of_a)) {
        return false;
    }
    const WindingNear b(query.b, query.around_b, middle, reach);
    return is_strictly(in_both, true, b, of_b) && is_strictly(in_a, false, b, of_b) &&
           is_strictly(in_b, true, b, of_b);
}

/// The same at the exact middle, where no rounding gets in the way: borders_cross() on the
/// triangles that can matter to it.
bool borders_prove_crossing(const Query& query, const TrianglePair& pair, const Triangle& s,
                            const Triangle& t) {
    const TriangleContact contact = triangle_contact(s, t);
    const auto ends = contact.points();
    const Vec3d middle = ends.front().position * 0.5 + ends.back().position * 0.5;
    const double tolerance = 0x1p-40 * std::max(longest_side(box_of(s)), longest_side(box_of(t))) +
                             0x1p-45 * largest_magnitude(middle);
    const FewTriangles some_a(query.a, middle, tolerance, pair.a);
    const FewTriangles some_b(query.b, middle, tolerance, pair.b);
    const TrianglePair renamed{some_a.place, some_b.place, PairKind::Crossing};
    return borders_cross({some_a.mesh, normals_of(query.a)}, {some_b.mesh, normals_of(query.b)},
                         {&renamed, 1}, 1, query.context);
}

bool proves_crossing(const Query& query, const TrianglePair& pair) {
    const Triangle s = WorldTriangles(query.a)(pair.a);
    const Triangle t = WorldTriangles(query.b)(pair.b);
    return points_prove_crossing(query, s, t) || borders_prove_crossing(query, pair, s, t);
}

/// Whether some of the crossing pairs prove that the bodies cross. Surfaces without an inside do
/// anyway.
bool bodies_cross(const Query& query, std::span<const TrianglePair> pairs) {
    if (!both_solid(query)) {
        return std::any_of(pairs.begin(), pairs.end(), [](const TrianglePair& pair) {
            return pair.kind == PairKind::Crossing;
        });
    }
    constexpr std::size_t most_tries = 8;
    std::size_t tries = 0;
    const std::size_t step = std::max<std::size_t>(1, pairs.size() / most_tries);
    for (std::size_t i = 0; i < pairs.size() && tries < most_tries; i += step) {
        if (pairs[i].kind == PairKind::Crossing) {
            ++tries;
            if (proves_crossing(query, pairs[i])) {
                query.memory.crossing = PairMemory::Triangles{pairs[i].a, pairs[i].b};
                return true;
            }
        }
    }
    return false;
}

/// How many components of a body lie in the material of the other, no triangle of which they meet.
std::size_t components_inside(const PlacedModel& body, const PlacedModel& other,
                              const FreeSpace* around_other) {
    const WorldTriangles world(body);
    const Sign sign = normals_of(other) == Normals::Outward ? 1 : -1;
    std::size_t inside = 0;
    for (const std::uint32_t triangle : body.model.data().solid_facts().first_triangles) {
        const Vec3d point = world(triangle)[0];
        const auto winding = WindingNear(other, around_other, point, 0)(point);
        inside += winding && *winding * sign >= 1 ? 1 : 0;
    }
    return inside;
}

void record_solidity(const PlacedModel& body, Solidity& solidity) {
    const MeshSolidity& known = body.model.data().solidity();
    solidity = {.examined = true, .solid = known.solid, .reasons = known.reasons};
}

// --- answers by verdict -----------------------------------------------------------------------

std::vector<ContactSegment> segments_of(const Query& query, std::span<const TrianglePair> pairs) {
    std::vector<std::uint32_t> of_a = triangles_in(pairs, &TrianglePair::a);
    std::vector<std::uint32_t> of_b = triangles_in(pairs, &TrianglePair::b);
    std::vector<TriangleIndices> indices_a;
    std::vector<TriangleIndices> indices_b;
    const WorldMesh mesh_a = world_mesh_of(query.a, of_a, indices_a);
    const WorldMesh mesh_b = world_mesh_of(query.b, of_b, indices_b);
    const auto place = [](const std::vector<std::uint32_t>& list, std::uint32_t triangle) {
        return static_cast<std::uint32_t>(std::lower_bound(list.begin(), list.end(), triangle) -
                                          list.begin());
    };
    std::vector<TrianglePair> renamed;
    for (const TrianglePair& pair : pairs) {
        renamed.push_back({place(of_a, pair.a), place(of_b, pair.b), pair.kind});
    }
    std::vector<ContactSegment> segments = contact_segments(mesh_a, mesh_b, renamed, query.context);
    for (ContactSegment& segment : segments) {
        segment.pair = {of_a[segment.pair.a], of_b[segment.pair.b], segment.pair.kind};
    }
    return segments;
}

Interference crossing(const Query& query, FoundPairs found) {
    Interference result;
    result.verdict = Verdict::Crossing;
    if (query.options.detail != Detail::Verdict) {
        result.pairs = std::move(found.pairs);
        for (const TrianglePair& pair : result.pairs) {
            ++(pair.kind == PairKind::Crossing ? result.crossing_pairs : result.touching_pairs);
        }
    }
    if (query.options.detail == Detail::Curves) {
        result.segments = segments_of(query, result.pairs);
        result.curves = chain_curves(result.segments);
    }
    result.counters = found.counters;
    result.milliseconds = found.milliseconds;
    return result;
}

/// The answer for solids whose surfaces do not meet.
Interference judged_solids(const Query& query, Verdict verdict) {
    Interference result;
    result.verdict = verdict;
    record_solidity(query.a, result.solidity_a);
    record_solidity(query.b, result.solidity_b);
    return result;
}

/// The answer for bodies whose triangles do not meet; nothing if it takes the whole meshes.
std::optional<Interference> judge_without_pairs(const Query& query) {
    if (!reach_into_each_other(query.a, query.b)) {
        return Interference{};
    }
    if (!both_solid(query)) {
        return std::nullopt;
    }
    const std::size_t in_b = components_inside(query.a, query.b, query.around_b);
    const std::size_t in_a = components_inside(query.b, query.a, query.around_a);
    if (in_a + in_b == 0) {
        return judged_solids(query, Verdict::Apart);
    }
    const bool single = query.a.model.data().solid_facts().first_triangles.size() == 1 &&
                        query.b.model.data().solid_facts().first_triangles.size() == 1;
    if (!single) {
        return std::nullopt;
    }
    return judged_solids(query, in_b > 0 ? Verdict::AInsideB : Verdict::BInsideA);
}

/// The answer for solids far from each other's surfaces, or deep in each other.
std::optional<Interference> judge_by_free_space(const Query& query, const TreePair& trees) {
    if (query.around_a == nullptr || query.around_b == nullptr || !both_solid(query)) {
        return std::nullopt;
    }
    const auto verdict = verdict_by_free_space(trees, *query.around_a, *query.around_b);
    if (!verdict) {
        return std::nullopt;
    }
    switch (*verdict) {
    case Verdict::Crossing:
        return query.options.detail == Detail::Verdict ? std::optional(crossing(query, {}))
                                                       : std::nullopt;
    case Verdict::Apart: // told as for bare meshes
        return reach_into_each_other(query.a, query.b) ? judged_solids(query, *verdict)
                                                       : Interference{};
    default:
        return judged_solids(query, *verdict);
    }
}

// --- the whole answer --------------------------------------------------------------------------

/// As for bare meshes, with what the models know.
Expected<Interference> collide_meshes(const Query& query, const FoundPairs* found,
                                      Stop found_with) {
    const Body a{query.a.model.mesh(), query.a.pose};
    const Body b{query.b.model.mesh(), query.b.pose};
    QuerySources sources;
    sources.solidity = [&](const MeshView& mesh, const Context&) -> Expected<MeshSolidity> {
        const bool is_a = mesh.triangles().data() == a.mesh.triangles().data();
        return (is_a ? query.a : query.b).model.data().solidity();
    };
    if (found != nullptr) {
        sources.pairs = [&](const WorldMesh& in_a, const WorldMesh& in_b, Stop stop,
                            const Context& context) {
            if (stop != found_with && found_with != Stop::Never && !found->pairs.empty()) {
                auto again = find_by_trees(query.a, query.b, stop, context);
                if (!again) {
                    return find_pairs(in_a, in_b, stop, context);
                }
                again->counters.triangles_in_region = 1; // they meet
                return std::move(*again);
            }
            FoundPairs pairs = *found;
            pairs.counters.triangles_in_region = reach_into_each_other(query.a, query.b) ? 1 : 0;
            return pairs;
        };
    }
    return collide_sharing(a, b, query.options, query.context, sources);
}

/// Whether the triangles that crossed last time still do, and prove it.
bool still_crossing(const Query& query) {
    const auto& last = query.memory.crossing;
    if (!last || query.options.detail != Detail::Verdict ||
        last->a >= query.a.model.mesh().triangle_count() ||
        last->b >= query.b.model.mesh().triangle_count()) {
        return false;
    }
    const PairKind kind =
        classify_triangles(WorldTriangles(query.a)(last->a), WorldTriangles(query.b)(last->b));
    const TrianglePair pair{last->a, last->b, kind};
    return bodies_cross(query, {&pair, 1});
}

Expected<Interference> collide_through_trees(Query& query) {
    Stopwatch watch;
    query.around_a = free_space_of(query.a.model);
    query.around_b = free_space_of(query.b.model);
    const auto finish = [&](Interference result) {
        result.hash = hash_of(result);
        result.milliseconds.total = watch.lap();
        return result;
    };
    const TreePair trees(placed_tree(query.a), placed_tree(query.b));
    if (auto result = judge_by_free_space(query, trees)) {
        return finish(std::move(*result));
    }
    if (still_crossing(query)) {
        return finish(crossing(query, {}));
    }
    const Stop stop = query.options.detail == Detail::Verdict ? Stop::AtFirstCrossing : Stop::Never;
    auto by_trees = find_by_trees(query.a, query.b, trees, stop, query.context);
    if (!by_trees) {
        return collide_meshes(query, nullptr, Stop::Never);
    }
    FoundPairs& found = *by_trees;
    if (!query.context.cancelled()) {
        if (found.pairs.empty()) {
            if (auto result = judge_without_pairs(query)) {
                result->counters = found.counters;
                result->milliseconds = found.milliseconds;
                return finish(std::move(*result));
            }
        } else if (bodies_cross(query, found.pairs)) {
            return finish(crossing(query, std::move(found)));
        }
    }
    return collide_meshes(query, &found, stop);
}

Expected<Interference> answer(Query query) {
    return no_throw([&]() -> Expected<Interference> {
        return through_trees(query.a, query.b) && !query.context.cancelled()
                   ? collide_through_trees(query)
                   : collide_meshes(query, nullptr, Stop::Never);
    });
}

} // namespace

Expected<Interference> collide(const PlacedModel& a, const PlacedModel& b, PairMemory& memory,
                               const CollideOptions& options, const Context& context) {
    return answer({a, b, options, context, memory});
}

Expected<Interference> collide(const PlacedModel& a, const PlacedModel& b,
                               const CollideOptions& options, const Context& context) {
    PairMemory memory;
    return answer({a, b, options, context, memory});
}

Expected<std::vector<Interference>> collide_batch(const Model& a, const Model& b,
                                                  std::span<const PosePair> poses,
                                                  const CollideOptions& options,
                                                  const Context& context) {
    return no_throw([&]() -> Expected<std::vector<Interference>> {
        std::vector<Interference> results(poses.size());
        std::vector<std::optional<Error>> errors(poses.size());
        for (Interference& result : results) { // unless it is got to
            result.partial = true;
            result.decision = Decision::Cancelled;
        }
        constexpr std::size_t poses_per_chunk = 4;
        for_each_chunk(context, poses.size(), poses_per_chunk, [&](const Chunk& chunk) {
            PairMemory memory;
            for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
                auto result = collide({a, poses[i].a}, {b, poses[i].b}, memory, options, context);
                if (result) {
                    results[i] = std::move(*result);
                } else {
                    errors[i] = result.error();
                }
            }
        });
        for (std::size_t i = 0; i < errors.size(); ++i) {
            if (errors[i]) {
                Error error = *errors[i];
                error.message = "pose " + std::to_string(i) + ": " + error.message;
                return error;
            }
        }
        return results;
    });
}

} // namespace impinge::inline v0
