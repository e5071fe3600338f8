// SPDX-License-Identifier: Apache-2.0
//
// A table of verdicts: two bodies, how they are built, and what collide() must say, checked in
// every presentation that leaves the point sets as they are (or moves both by the same exact map).
#pragma once

#include "impinge/collide.hpp"
#include "tests/exact/verdict_presentations.hpp"
#include "tests/support/same_answers.hpp"
#include "tests/support/scale.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <string>
#include <vector>

namespace impinge::tests {

/// Whether the verdict survives the rounding of an arbitrary rotation.
enum class Margin : std::uint8_t { None, Clear };

struct Configuration {
    std::string name;
    PolyMesh a;
    PolyMesh b;
    Verdict expected = Verdict::Apart;
    Margin margin = Margin::None;
};

inline void PrintTo(const Configuration& configuration, std::ostream* out) {
    *out << configuration.name;
}

inline std::string name_of(const testing::TestParamInfo<Configuration>& info) {
    return info.param.name;
}

/// Two stored bodies in one presentation.
struct PresentedPair {
    StoredMesh a;
    StoredMesh b;
    Rigid pose;

    [[nodiscard]] Body body_a() const { return {.mesh = a.view(), .pose = pose}; }
    [[nodiscard]] Body body_b() const { return {.mesh = b.view(), .pose = pose}; }
};

/// Whether the pose, a turn by right angles and a translation, moves every vertex exactly.
inline bool moves_exactly(const Rigid& pose, const Mesh& mesh) {
    const Rigid turn{pose.row_x, pose.row_y, pose.row_z};
    return std::all_of(mesh.positions.begin(), mesh.positions.end(), [&](const Vec3d& p) {
        const Vec3d turned = apply(turn, p);
        return exact_sum(turned.x, pose.translation.x) && exact_sum(turned.y, pose.translation.y) &&
               exact_sum(turned.z, pose.translation.z);
    });
}

/// Whether the presentation shows the mesh without rounding a coordinate.
inline bool can_show(const Presentation& presentation, const Mesh& mesh) {
    return StoredMesh::can_hold(mesh, presentation.layout) &&
           (presentation.rounding == Rounding::Allowed || moves_exactly(presentation.pose, mesh));
}

/// Nothing if the presentation would have to round a coordinate.
inline std::optional<PresentedPair> present(const PolyMesh& a, const PolyMesh& b,
                                            const Presentation& presentation) {
    const auto mapped_a = image(presentation.map, a);
    const auto mapped_b = image(presentation.map, b);
    if (!mapped_a || !mapped_b) {
        return std::nullopt;
    }
    Mesh mesh_a = meshed(*mapped_a, presentation.meshing_a);
    Mesh mesh_b = meshed(*mapped_b, presentation.meshing_b);
    if (!can_show(presentation, mesh_a) || !can_show(presentation, mesh_b)) {
        return std::nullopt;
    }
    return PresentedPair{StoredMesh(std::move(mesh_a), presentation.layout),
                         StoredMesh(std::move(mesh_b), presentation.layout), presentation.pose};
}

/// "" if collide() says `expected` of (a, b) and its mirror of (b, a); else what it said.
inline std::string disagreement(const Body& a, const Body& b, Verdict expected,
                                const CollideOptions& options, const Context& context = {}) {
    const auto said = [&](const Body& first, const Body& second, Verdict wanted) -> std::string {
        const Expected<Interference> result = collide(first, second, options, context);
        if (!result) {
            return "error: " + result.error().message;
        }
        if (result->verdict == wanted && result->certainty == Certainty::Exact &&
            !result->partial) {
            return "";
        }
        return std::string("got ") + to_string(result->verdict) + ", expected " +
               to_string(wanted) + (result->partial ? " (partial)" : "");
    };
    const std::string forward = said(a, b, expected);
    return forward.empty() ? said(b, a, mirrored(expected)) : forward;
}

/// All details and thread counts. Costs eight calls.
inline std::string disagreement_in_any_detail(const Body& a, const Body& b, Verdict expected) {
    for (const Detail detail : {Detail::Verdict, Detail::Pairs, Detail::Curves}) {
        for (const unsigned threads : {1U, 4U}) {
            const std::string said =
                disagreement(a, b, expected, {.detail = detail}, Context(threads));
            if (!said.empty()) {
                return said + " with detail " + std::to_string(static_cast<int>(detail)) + " and " +
                       std::to_string(threads) + " threads";
            }
        }
    }
    return "";
}

/// What a correct list of pairs must satisfy under a verdict, whatever the geometry; "" if it does.
inline std::string inconsistency(const Interference& result) {
    std::uint64_t crossing = 0;
    for (std::size_t i = 0; i < result.pairs.size(); ++i) {
        const TrianglePair& pair = result.pairs[i];
        crossing += pair.kind == PairKind::Crossing ? 1U : 0U;
        if (pair.kind == PairKind::Apart) {
            return "a listed pair is apart";
        }
        if (i > 0 && !(std::pair(result.pairs[i - 1].a, result.pairs[i - 1].b) <
                       std::pair(pair.a, pair.b))) {
            return "pairs are not sorted or not unique";
        }
    }
    if (crossing != result.crossing_pairs ||
        result.pairs.size() != result.crossing_pairs + result.touching_pairs) {
        return "pair counts do not add up";
    }
    // Bodies that lie in each other, or are the same, may meet and cross walls inside the other.
    if (result.verdict == Verdict::Apart && !result.pairs.empty()) {
        return "pairs between surfaces that do not meet";
    }
    if (result.verdict == Verdict::Touching && result.pairs.empty()) {
        return "touching without a pair";
    }
    if ((result.verdict == Verdict::Apart || result.verdict == Verdict::Touching) && crossing > 0) {
        return "a crossing pair under a verdict that has none";
    }
    return "";
}

/// Six times the volume the faces enclose; positive when their normals point outwards.
inline double six_volumes(const PolyMesh& mesh) {
    double sum = 0;
    for (const TriangleIndices& t : fanned(mesh, 0).triangles) {
        const Vec3d origin = mesh.positions[0];
        sum += dot(mesh.positions[t[0]] - origin,
                   cross(mesh.positions[t[1]] - origin, mesh.positions[t[2]] - origin));
    }
    return sum;
}

/// Checks one row of a table in every presentation; stops at the first that fails.
inline void expect_in_every_presentation(const Configuration& row) {
    std::vector<Presentation> presentations = exact_presentations();
    if (row.margin == Margin::Clear) {
        for (Presentation& presentation : rigid_presentations()) {
            presentations.push_back(std::move(presentation));
        }
    }
    std::size_t presented = 0;
    // A short run takes eight presentations, others for every configuration.
    const std::size_t step = is_full_run() ? 1 : presentations.size() / 8;
    for (std::size_t i = row.name.size() % step; i < presentations.size(); i += step) {
        const Presentation& presentation = presentations[i];
        const auto pair = present(row.a, row.b, presentation);
        if (!pair) {
            continue;
        }
        ++presented;
        const Body a = pair->body_a();
        const Body b = pair->body_b();
        const std::string said = presentation.effort == Effort::AllDetails
                                     ? disagreement_in_any_detail(a, b, row.expected)
                                     : disagreement(a, b, row.expected, {}, Context(1));
        ASSERT_EQ(said, "") << row.name << " presented as " << presentation.name;
        const auto listed = collide(a, b, {.detail = Detail::Curves}, Context(1));
        ASSERT_TRUE(listed);
        ASSERT_EQ(listed->verdict, row.expected) << row.name << " as " << presentation.name;
        ASSERT_EQ(inconsistency(*listed), "") << row.name << " as " << presentation.name;
        ASSERT_EQ(disagreement_of_models(a, b), "") << row.name << " as " << presentation.name;
    }
    EXPECT_GE(presented, is_full_run() ? 60U : 2U)
        << "too few presentations could hold this configuration";
}

/// As above, for bodies that are built right: a face turned round by mistake must not pass.
inline void expect_solids_in_every_presentation(const Configuration& row) {
    ASSERT_GT(six_volumes(row.a), 0) << "body A is built inside out";
    ASSERT_GT(six_volumes(row.b), 0) << "body B is built inside out";
    expect_in_every_presentation(row);
}

} // namespace impinge::tests
