// SPDX-License-Identifier: Apache-2.0
#include "scenes/motion/check_motion.hpp"

#include "base/disjoint_sets.hpp"
#include "impinge/distance.hpp"
#include "impinge/winding.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

namespace impinge::scenes {
namespace {

/// The triangles of one body that meet another one, and those that each of them meets.
using Cut = std::map<std::uint32_t, std::vector<std::uint32_t>>;

Cut cut_of(const BodyContacts& contacts, bool of_a) {
    Cut cut;
    for (const TrianglePair& pair : contacts.pairs) {
        cut[of_a ? pair.a : pair.b].push_back(of_a ? pair.b : pair.a);
    }
    return cut;
}

template <typename Skip> DisjointSets connected(const Mesh& mesh, Skip skip) {
    DisjointSets sets(mesh.positions.size());
    for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i) {
        if (!skip(i)) {
            const auto& [a, b, c] = mesh.triangles[i];
            sets.unite(a, b);
            sets.unite(b, c);
        }
    }
    return sets;
}

/// Vertices that a cut parts from the largest piece of what they were connected with, by piece.
std::map<std::uint32_t, std::vector<std::uint32_t>> cut_off(const Mesh& mesh, const Cut& cut) {
    DisjointSets whole = connected(mesh, [](std::uint32_t) { return false; });
    DisjointSets pieces = connected(mesh, [&](std::uint32_t i) { return cut.contains(i); });
    std::map<std::uint32_t, std::vector<std::uint32_t>> by_piece;
    for (std::uint32_t v = 0; v < mesh.positions.size(); ++v) {
        by_piece[pieces.root(v)].push_back(v);
    }
    std::map<std::uint32_t, std::uint32_t> largest;
    for (const auto& [piece, vertices] : by_piece) {
        const auto [entry, added] = largest.try_emplace(whole.root(piece), piece);
        if (!added && by_piece[entry->second].size() < vertices.size()) {
            entry->second = piece;
        }
    }
    for (const auto& [all, piece] : largest) {
        by_piece.erase(piece);
    }
    return by_piece;
}

/// Whether a corner of these triangles lies on an edge that only one triangle of the sheet has.
bool at_rim(const Mesh& sheet, const std::set<std::uint32_t>& triangles) {
    std::vector<bool> asked(sheet.positions.size(), false);
    for (const std::uint32_t triangle : triangles) {
        for (const std::uint32_t corner : sheet.triangles[triangle]) {
            asked[corner] = true;
        }
    }
    std::map<std::pair<std::uint32_t, std::uint32_t>, int> uses;
    for (const TriangleIndices& triangle : sheet.triangles) {
        for (std::size_t i = 0; i < 3; ++i) {
            const auto edge = std::minmax(triangle[i], triangle[(i + 1) % 3]);
            if (asked[edge.first] || asked[edge.second]) {
                ++uses[edge];
            }
        }
    }
    return std::any_of(uses.begin(), uses.end(),
                       [](const auto& entry) { return entry.second == 1; });
}

bool is_inside(const SceneBody& solid, Vec3d point) {
    const Vec3d local = apply(inverse(solid.pose), point);
    const auto numbers = generalized_winding_numbers(solid.mesh.view(), {&local, 1},
                                                     {.method = WindingMethod::Direct}, Context(1));
    return !numbers || numbers->values[0] > 0.5;
}

/// Of the vertices of `body` that its cut with `other` has cut off.
double deepest_of(const SceneBody& body, const SceneBody& other, const Cut& cut) {
    const auto pieces = cut_off(body.mesh, cut);
    if (pieces.empty()) {
        return 0;
    }
    std::map<std::uint32_t, std::uint32_t> piece_of;
    for (const auto& [piece, vertices] : pieces) {
        for (const std::uint32_t vertex : vertices) {
            piece_of[vertex] = piece;
        }
    }
    std::map<std::uint32_t, std::set<std::uint32_t>> met_along;
    for (const auto& [triangle, met] : cut) {
        for (const std::uint32_t corner : body.mesh.triangles[triangle]) {
            if (const auto piece = piece_of.find(corner); piece != piece_of.end()) {
                met_along[piece->second].insert(met.begin(), met.end());
            }
        }
    }
    const bool can_be_torn = other.moved_by == MovedBy::Sheet;
    double deepest = 0;
    for (const auto& [piece, vertices] : pieces) {
        const std::set<std::uint32_t>& met = met_along[piece];
        if (can_be_torn && at_rim(other.mesh, met)) {
            continue;
        }
        for (const std::uint32_t vertex : vertices) {
            const Vec3d at = body.vertex(vertex);
            if (!can_be_torn && !is_inside(other, at)) {
                continue; // all its triangles meet others, but it is outside
            }
            double nearest = std::numeric_limits<double>::infinity();
            for (const std::uint32_t triangle : met) {
                const auto gap = triangle_distance({{at, at, at}}, other.triangle(triangle));
                nearest = std::min(nearest, gap.squared_distance);
            }
            deepest = std::max(deepest, std::sqrt(nearest));
        }
    }
    return deepest;
}

Box3 box_of_vertices(const SceneBody& body) {
    Box3 box;
    for (std::uint32_t i = 0; i < body.mesh.positions.size(); ++i) {
        box = extend(box, body.vertex(i));
    }
    return box;
}

/// How far the lowest vertex of any body lies in the ground, if there is one.
double deepest_in_ground(const MovingScene& scene) {
    double deepest = 0;
    for (const SceneBody& ground : scene.bodies()) {
        if (ground.rank != FaceRank::Ground) {
            continue;
        }
        const double top = box_of_vertices(ground).max.z;
        for (const SceneBody& body : scene.bodies()) {
            if (body.moved_by != MovedBy::Nothing) {
                deepest = std::max(deepest, top - box_of_vertices(body).min.z);
            }
        }
    }
    return deepest;
}

} // namespace

namespace {

/// Pairs of triangles are complete here.
Expected<FrameContacts> complete_contacts(const MovingScene& scene) {
    std::vector<Body> standing;
    for (const SceneBody& body : scene.bodies()) {
        standing.push_back(body.body());
    }
    return exact_contacts(standing,
                          [&](std::uint32_t a, std::uint32_t b) { return scene.matters(a, b); });
}

void check_depths(MotionCheck& check, const MovingScene& scene, const FrameContacts& found) {
    for (const BodyContacts& contacts : found.bodies) {
        const bool inside = contacts.verdict == Verdict::AInsideB ||
                            contacts.verdict == Verdict::BInsideA ||
                            contacts.verdict == Verdict::Same;
        check.swallowed += inside ? 1 : 0;
        if (contacts.verdict == Verdict::Crossing) {
            const double deep = deepest_vertex(scene, contacts);
            check.deepest = std::max(check.deepest, deep);
            check.too_deep += deep <= scene.limits().depth ? 0 : 1;
        }
    }
}

/// Two bodies, what the scene says of them (null: nothing) and what the exact engine says.
struct ToldPair {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    const BodyContacts* told = nullptr;
    Interference exact;
};

void hold_exact(MotionCheck& check, const ToldPair& pair) {
    const Verdict verdict = pair.told != nullptr ? pair.told->verdict : Verdict::Apart;
    check.verdicts += verdict == pair.exact.verdict ? 0 : 1;
    const std::vector<TrianglePair> nothing;
    check.contacts +=
        (pair.told != nullptr ? pair.told->pairs : nothing) == pair.exact.pairs ? 0 : 1;
}

/// A pixel decides whether a difference is one.
Status hold_sampled(MotionCheck& check, const MovingScene& scene, const ToldPair& pair,
                    double pixel) {
    const bool interferes =
        pair.exact.verdict != Verdict::Apart && pair.exact.verdict != Verdict::Touching;
    if (interferes && pair.told == nullptr) {
        const double deep =
            deepest_vertex(scene, {pair.a, pair.b, pair.exact.verdict, pair.exact.pairs});
        const bool too_deep = deep > pixel || pair.exact.verdict != Verdict::Crossing;
        ++(too_deep ? check.verdicts : check.unseen);
    }
    if (!interferes && pair.told != nullptr) {
        const auto gap = distance(scene.bodies()[pair.a].body(), scene.bodies()[pair.b].body());
        if (!gap) {
            return gap.error();
        }
        check.verdicts += gap->distance > pixel ? 1 : 0;
    }
    if (pair.told != nullptr) {
        check.contacts += std::ranges::includes(pair.exact.pairs, pair.told->pairs) ? 0 : 1;
    }
    return {};
}

} // namespace

double deepest_vertex(const MovingScene& scene, const BodyContacts& contacts) {
    const SceneBody& a = scene.bodies()[contacts.a];
    const SceneBody& b = scene.bodies()[contacts.b];
    // A sheet has no thickness: whatever of it lies in a body, the body lies as deep beyond it.
    const double of_a = a.moved_by == MovedBy::Sheet ? 0 : deepest_of(a, b, cut_of(contacts, true));
    const double of_b =
        b.moved_by == MovedBy::Sheet ? 0 : deepest_of(b, a, cut_of(contacts, false));
    return std::max(of_a, of_b);
}

void check_step(MotionCheck& check, const MovingScene& scene) {
    const PassingLimits limits = scene.limits();
    check.largest_step = std::max(check.largest_step, scene.largest_step());
    check.too_far += scene.largest_step() <= limits.step ? 0 : 1;
    const double in_ground = deepest_in_ground(scene);
    check.deepest = std::max(check.deepest, in_ground);
    check.too_deep += in_ground <= limits.depth ? 0 : 1;
    if (!scene.pixel_size()) {
        check_depths(check, scene, scene.contacts());
        return;
    }
    const auto complete = complete_contacts(scene);
    if (complete) {
        check_depths(check, scene, *complete);
    } else {
        ++check.contacts; // nothing is known of this step
    }
}

Status check_contacts(MotionCheck& check, const MovingScene& scene, const Context& context) {
    std::vector<Box3> boxes;
    for (const SceneBody& body : scene.bodies()) {
        boxes.push_back(box_of_vertices(body));
    }
    auto told = scene.contacts().bodies.begin();
    const auto end = scene.contacts().bodies.end();
    for (std::uint32_t a = 0; a < boxes.size() && !context.cancelled(); ++a) {
        for (std::uint32_t b = a + 1; b < boxes.size(); ++b) {
            const bool listed = told != end && told->a == a && told->b == b;
            Interference found;
            if (scene.matters(a, b) && boxes_overlap(boxes[a], boxes[b])) {
                auto met = collide(scene.bodies()[a].body(), scene.bodies()[b].body(),
                                   {.detail = Detail::Pairs, .open_meshes = OpenMeshes::Surfaces},
                                   context);
                if (!met) {
                    return met.error();
                }
                ++check.exact_pairs;
                found = std::move(*met);
            }
            const ToldPair pair{a, b, listed ? &*told : nullptr, std::move(found)};
            if (!scene.pixel_size()) {
                hold_exact(check, pair);
            } else if (Status status = hold_sampled(check, scene, pair, *scene.pixel_size());
                       !status) {
                return status;
            }
            told += listed ? 1 : 0;
        }
    }
    return {};
}

} // namespace impinge::scenes
