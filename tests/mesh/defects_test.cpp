// SPDX-License-Identifier: Apache-2.0
#include "impinge/defects.hpp"

#include "base/random.hpp"
#include "tests/mesh/hand_made.hpp"
#include "tests/support/random_soups.hpp"
#include "tests/support/scale.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <set>

namespace impinge {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

using Indices = std::vector<std::uint32_t>;

std::vector<Defect> of_kind(const Defects& defects, DefectKind kind) {
    std::vector<Defect> found;
    for (const Defect& defect : defects.list) {
        if (defect.kind == kind) {
            found.push_back(defect);
        }
    }
    return found;
}

TEST(ListDefects, FindsNothingWrongWithABoxOrWithNothing) {
    EXPECT_THAT(list_defects(unit_box().view()).list, IsEmpty());
    EXPECT_THAT(list_defects(MeshView{}).list, IsEmpty());
}

TEST(ListDefects, NamesTheRimOfAHoleAndTheFacesAroundIt) {
    Mesh box = unit_box();
    const auto [a, b, c] = box.triangles.back();
    box.triangles.pop_back();
    const Defects found = list_defects(box.view());
    ASSERT_EQ(found.list.size(), 3U);
    std::set<Indices> rim;
    for (const Defect& defect : found.list) {
        EXPECT_EQ(defect.kind, DefectKind::OpenEdge);
        EXPECT_EQ(defect.triangles.size(), 1U);
        EXPECT_THAT(defect.positions, ElementsAre(box.positions[defect.vertices[0]],
                                                  box.positions[defect.vertices[1]]));
        rim.insert(defect.vertices);
    }
    const auto edge = [](std::uint32_t p, std::uint32_t q) {
        return Indices{std::min(p, q), std::max(p, q)};
    };
    EXPECT_EQ(rim, (std::set<Indices>{edge(a, b), edge(b, c), edge(c, a)}));
}

TEST(ListDefects, NamesTheFlippedFaceAtEachOfItsEdges) {
    Mesh box = unit_box();
    std::swap(box.triangles[4][0], box.triangles[4][1]);
    const Defects found = list_defects(box.view());
    EXPECT_EQ(found.total(DefectKind::MisorientedEdge), 3U);
    for (const Defect& defect : found.list) {
        EXPECT_EQ(defect.kind, DefectKind::MisorientedEdge);
        EXPECT_THAT(defect.triangles, testing::Contains(4U));
        EXPECT_EQ(defect.triangles.size(), 2U);
    }
}

TEST(ListDefects, NamesAllFacesOfAnEdgeThatTwoBoxesShare) {
    const Mesh mesh = joined({unit_box(), hand_made_box({1, 1, 0}, {2, 2, 1})});
    const Defects found = list_defects(unwelded(mesh).view());
    ASSERT_EQ(found.list.size(), 1U);
    EXPECT_EQ(found.list[0].kind, DefectKind::NonManifoldEdge);
    EXPECT_EQ(found.list[0].triangles.size(), 4U);
    EXPECT_THAT(found.list[0].positions,
                testing::UnorderedElementsAre(Vec3d{1, 1, 0}, Vec3d{1, 1, 1}));
}

TEST(ListDefects, NamesDuplicatesWithTheFirstOfThem) {
    Mesh box = unit_box();
    const auto [a, b, c] = box.triangles[5];
    box.triangles.push_back({c, a, b});
    box.triangles.push_back({c, b, a});
    const std::vector<Defect> found = of_kind(list_defects(box.view()), DefectKind::DuplicateFace);
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0].triangles, (Indices{5, 12}));
    EXPECT_EQ(found[1].triangles, (Indices{5, 13}));
    EXPECT_EQ(found[1].vertices, (Indices{c, b, a}));
}

TEST(ListDefects, NamesTheWholePartThatIsInsideOut) {
    const Mesh mesh = joined({unit_box(), turned_over(hand_made_box({5, 0, 0}, {6, 1, 1})),
                              hand_made_box({9, 0, 0}, {10, 1, 1})});
    const Defects found = list_defects(mesh.view());
    ASSERT_EQ(found.list.size(), 1U);
    EXPECT_EQ(found.list[0].kind, DefectKind::InsideOutComponent);
    EXPECT_EQ(found.list[0].triangles, (Indices{12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23}));
    EXPECT_EQ(found.list[0].positions[0].x, 5);
}

TEST(ListDefects, DoesNotBlameTheWallOfACavityNorASolidInsideOutAsAWhole) {
    EXPECT_THAT(
        list_defects(
            joined({cube_around({0, 0, 0}, 4), turned_over(cube_around({0, 0, 0}, 2))}).view())
            .list,
        IsEmpty());
    EXPECT_THAT(list_defects(turned_over(unit_box()).view()).list, IsEmpty());
}

TEST(ListDefects, OfARefusedMeshNamesEveryBadIndexAndVertexAndNothingElse) {
    Mesh box = unit_box();
    box.triangles.pop_back(); // open, which is not told yet
    box.triangles.push_back({0, 1, 8});
    box.triangles.push_back({4000000000U, 9, 2});
    box.positions[3].y = std::numeric_limits<double>::quiet_NaN();
    box.positions[7].x = -std::numeric_limits<double>::infinity();
    const Defects found = list_defects(box.view());
    ASSERT_EQ(found.list.size(), 4U);
    EXPECT_EQ(found.list[0], (Defect{DefectKind::IndexOutOfRange, {11}, {0, 1, 8}, {}}));
    EXPECT_EQ(found.list[1], (Defect{DefectKind::IndexOutOfRange, {12}, {4000000000U, 9, 2}, {}}));
    EXPECT_EQ(found.list[2].kind, DefectKind::NonFiniteVertex);
    EXPECT_EQ(found.list[2].vertices, Indices{3});
    EXPECT_TRUE(std::isnan(found.list[2].positions[0].y));
    for (const std::uint32_t triangle : found.list[2].triangles) {
        EXPECT_THAT(box.triangles[triangle], testing::Contains(3U));
    }
    EXPECT_EQ(found.list[3].vertices, Indices{7});
    EXPECT_FALSE(found.list[3].triangles.empty());
}

TEST(ListDefects, AVertexThatIsNotFiniteIsNamedEvenIfNobodyUsesIt) {
    Mesh box = unit_box();
    box.positions.push_back({0, 0, std::numeric_limits<double>::infinity()});
    const Defects found = list_defects(box.view());
    ASSERT_EQ(found.list.size(), 1U);
    EXPECT_EQ(found.list[0].vertices, Indices{8});
    EXPECT_THAT(found.list[0].triangles, IsEmpty());
}

TEST(ListDefects, ALimitShortensTheListAndNotTheTotals) {
    Random random(5);
    const Mesh soup = tests::grid_soup(random, 60, 12, 2);
    const Defects all = list_defects(soup.view());
    for (const std::size_t limit : {0U, 1U, 2U, 1000U}) {
        const Defects some = list_defects(soup.view(), {.limit_per_kind = limit});
        EXPECT_EQ(some.totals, all.totals);
        for (std::size_t kind = 0; kind < defect_kind_count; ++kind) {
            auto whole = of_kind(all, static_cast<DefectKind>(kind));
            EXPECT_EQ(whole.size(), all.totals[kind]);
            whole.resize(std::min(whole.size(), limit));
            EXPECT_EQ(of_kind(some, static_cast<DefectKind>(kind)), whole);
        }
    }
}

/// The same lists from maps over coordinates: edges with the triangles that run through them.
class MapOracle {
  public:
    explicit MapOracle(const Mesh& mesh) : mesh_(mesh) {
        for (std::uint32_t vertex = 0; vertex < mesh.positions.size(); ++vertex) {
            smallest_.try_emplace(mesh.positions[vertex], vertex);
        }
        for (std::uint32_t index = 0; index < mesh.triangles.size(); ++index) {
            add(index);
        }
    }

    [[nodiscard]] std::vector<Defect> expected() const {
        std::vector<Defect> list;
        for (const DefectKind kind :
             {DefectKind::OpenEdge, DefectKind::TJunctionEdge, DefectKind::MisorientedEdge,
              DefectKind::DuplicateFaceEdge, DefectKind::NonManifoldEdge}) {
            for (const auto& [edge, faces] : edges_) {
                if (is(kind, edge, faces)) {
                    list.push_back(edge_defect(kind, edge, faces));
                }
            }
        }
        for (std::uint32_t index = 0; index < mesh_.triangles.size(); ++index) {
            if (no_area(index)) {
                list.push_back(face_defect(DefectKind::DegenerateFace, {index}));
            }
        }
        for (std::uint32_t index = 0; index < mesh_.triangles.size(); ++index) {
            const std::uint32_t first = first_with_.at(sorted_places(index));
            if (first != index) {
                list.push_back(face_defect(DefectKind::DuplicateFace, {first, index}));
            }
        }
        return list;
    }

  private:
    using Edge = std::pair<std::uint32_t, std::uint32_t>;
    struct Faces {
        std::vector<std::uint32_t> up;
        std::vector<std::uint32_t> down;
    };

    [[nodiscard]] TriangleIndices places(std::uint32_t index) const {
        const auto& [a, b, c] = mesh_.triangles[index];
        return {smallest_.at(mesh_.positions[a]), smallest_.at(mesh_.positions[b]),
                smallest_.at(mesh_.positions[c])};
    }
    [[nodiscard]] std::multiset<std::uint32_t> sorted_places(std::uint32_t index) const {
        const TriangleIndices corners = places(index);
        return {corners.begin(), corners.end()};
    }
    void add(std::uint32_t index) {
        first_with_.try_emplace(sorted_places(index), index);
        const auto [a, b, c] = places(index);
        if (a == b || b == c || c == a) {
            return;
        }
        for (const auto& [from, to] : {Edge{a, b}, Edge{b, c}, Edge{c, a}}) {
            Faces& faces = edges_[std::minmax(from, to)];
            (from < to ? faces.up : faces.down).push_back(index);
        }
    }
    [[nodiscard]] bool is(DefectKind kind, Edge edge, const Faces& faces) const {
        const std::size_t count = faces.up.size() + faces.down.size();
        const bool misoriented = count > 1 && faces.up.size() != faces.down.size();
        switch (kind) {
        case DefectKind::OpenEdge:
            return count == 1 && !runs_along_another(edge);
        case DefectKind::TJunctionEdge:
            return count == 1 && runs_along_another(edge);
        case DefectKind::MisorientedEdge:
            return misoriented && is_unequal_without_copies(faces);
        case DefectKind::DuplicateFaceEdge:
            return misoriented && !is_unequal_without_copies(faces);
        default:
            return count > 2;
        }
    }
    /// On the grid: another open edge on the same line, with more than a point in common.
    [[nodiscard]] bool runs_along_another(Edge edge) const {
        const Vec3d from = mesh_.positions[edge.first];
        const Vec3d along = mesh_.positions[edge.second] - from;
        for (const auto& [other, faces] : edges_) {
            const Vec3d a = mesh_.positions[other.first] - from;
            const Vec3d b = mesh_.positions[other.second] - from;
            if (other == edge || faces.up.size() + faces.down.size() != 1 ||
                cross(along, a) != Vec3d{} || cross(along, b) != Vec3d{}) {
                continue;
            }
            const double first = std::max(0.0, std::min(dot(along, a), dot(along, b)));
            const double last = std::min(dot(along, along), std::max(dot(along, a), dot(along, b)));
            if (first < last) {
                return true;
            }
        }
        return false;
    }
    /// Whether it is still run through unequally often, and not open, if of equal triangles that
    /// run one way more often than the other one is kept, and none if there are as many of both.
    [[nodiscard]] bool is_unequal_without_copies(const Faces& faces) const {
        std::map<std::multiset<std::uint32_t>, int> balance;
        for (const std::uint32_t index : faces.up) {
            ++balance[sorted_places(index)];
        }
        for (const std::uint32_t index : faces.down) {
            --balance[sorted_places(index)];
        }
        int up = 0;
        int down = 0;
        for (const auto& [places, sum] : balance) {
            up += sum > 0 ? 1 : 0;
            down += sum < 0 ? 1 : 0;
        }
        return up != down && up + down != 1;
    }
    /// Grid points are small integers, so that products are exact.
    [[nodiscard]] bool no_area(std::uint32_t index) const {
        const auto& [a, b, c] = mesh_.triangles[index];
        const Vec3d normal =
            cross(mesh_.positions[b] - mesh_.positions[a], mesh_.positions[c] - mesh_.positions[a]);
        return normal == Vec3d{0, 0, 0};
    }
    [[nodiscard]] Defect edge_defect(DefectKind kind, Edge edge, const Faces& faces) const {
        Indices triangles = faces.up;
        triangles.insert(triangles.end(), faces.down.begin(), faces.down.end());
        std::sort(triangles.begin(), triangles.end());
        return {kind,
                triangles,
                {edge.first, edge.second},
                {mesh_.positions[edge.first], mesh_.positions[edge.second]}};
    }
    [[nodiscard]] Defect face_defect(DefectKind kind, Indices triangles) const {
        const TriangleIndices& corners = mesh_.triangles[triangles.back()];
        Defect defect{kind, std::move(triangles), {corners.begin(), corners.end()}, {}};
        for (const std::uint32_t corner : corners) {
            defect.positions.push_back(mesh_.positions[corner]);
        }
        return defect;
    }

    const Mesh& mesh_;
    std::map<Vec3d, std::uint32_t> smallest_;
    std::map<Edge, Faces> edges_;
    std::map<std::multiset<std::uint32_t>, std::uint32_t> first_with_;
};

/// A soup, or a closed surface with a few faces taken away, flipped or doubled.
Mesh damaged_mesh(Random& random) {
    if (random.below(2) == 0) {
        return tests::grid_soup(random, 1 + random.below(40), 4 + random.below(12), 2);
    }
    Mesh mesh = joined({unit_box(), hand_made_box({1, 1, 0}, {2, 2, 1}),
                        turned_over(hand_made_box({4, 0, 0}, {5, 1, 1}))});
    for (std::uint64_t blow = random.below(5); blow > 0; --blow) {
        TriangleIndices& hit = mesh.triangles[random.below(mesh.triangles.size())];
        switch (random.below(4)) {
        case 0:
            std::swap(hit[0], hit[1]);
            break;
        case 1:
            hit[0] = hit[1];
            break;
        case 2:
            hit = mesh.triangles.back();
            mesh.triangles.pop_back();
            break;
        default:
            mesh.triangles.push_back(TriangleIndices{hit[1], hit[2], hit[0]});
        }
    }
    return random.below(2) == 0 ? mesh : unwelded(mesh);
}

TEST(ListDefects, AgreesWithMapsAndWithDiagnoseOnDamagedMeshes) {
    Random random(77);
    std::array<std::size_t, defect_kind_count> seen{};
    const std::size_t rounds = tests::scaled(2000);
    for (std::size_t round = 0; round < rounds; ++round) {
        const Mesh mesh = damaged_mesh(random);
        Defects found = list_defects(mesh.view());
        const Diagnosis diagnosis = *diagnose(mesh.view());
        EXPECT_EQ(found.total(DefectKind::OpenEdge) + found.total(DefectKind::TJunctionEdge),
                  diagnosis.open_edges);
        EXPECT_EQ(found.total(DefectKind::MisorientedEdge) +
                      found.total(DefectKind::DuplicateFaceEdge),
                  diagnosis.misoriented_edges);
        EXPECT_EQ(found.total(DefectKind::InsideOutComponent), diagnosis.inside_out_components);
        EXPECT_EQ(found.total(DefectKind::NonManifoldEdge), diagnosis.non_manifold_edges);
        EXPECT_EQ(found.total(DefectKind::DegenerateFace), diagnosis.degenerate_faces);
        EXPECT_EQ(found.total(DefectKind::DuplicateFace), diagnosis.duplicate_faces);
        EXPECT_EQ(found.total(DefectKind::RedundantComponent), diagnosis.redundant_components);
        std::erase_if(found.list, [](const Defect& defect) {
            return defect.kind == DefectKind::InsideOutComponent ||
                   defect.kind == DefectKind::RedundantComponent;
        });
        ASSERT_EQ(found.list, MapOracle(mesh).expected()) << "round " << round;
        for (std::size_t kind = 0; kind < defect_kind_count; ++kind) {
            seen[kind] += found.totals[kind] > 0 ? 1 : 0;
        }
    }
    // Nests have a test of their own.
    for (std::size_t kind = 2; kind < static_cast<std::size_t>(DefectKind::RedundantComponent);
         ++kind) {
        EXPECT_GT(seen[kind], rounds / 20) << to_string(static_cast<DefectKind>(kind));
    }
}

TEST(Measure, GivesVolumeAreaAndBox) {
    const MeshMeasures box = *measure(hand_made_box({1, 2, 3}, {2, 4, 7}).view());
    EXPECT_DOUBLE_EQ(box.volume, 8);
    EXPECT_DOUBLE_EQ(box.area, 2 * (2 + 4 + 8));
    EXPECT_EQ(box.box, (Box3{{1, 2, 3}, {2, 4, 7}}));
    EXPECT_DOUBLE_EQ(measure(turned_over(unit_box()).view())->volume, -1);
}

TEST(Measure, LeavesOutVerticesThatNoTriangleUses) {
    Mesh box = unit_box();
    box.positions.push_back({100, 0, 0});
    EXPECT_EQ(measure(box.view())->box.max, (Vec3d{1, 1, 1}));
    const MeshMeasures nothing = *measure(MeshView{});
    EXPECT_TRUE(is_empty(nothing.box));
    EXPECT_EQ(nothing.area, 0);
    EXPECT_EQ(nothing.volume, 0);
}

TEST(Measure, KeepsItsDigitsFarFromTheOrigin) {
    EXPECT_NEAR(measure(cube_around({1e6, -2e6, 5e6}, 0.5).view())->volume, 1, 1e-9);
}

TEST(Measure, FailsWhereValidateDoes) {
    Mesh box = unit_box();
    box.triangles[0][0] = 99;
    EXPECT_FALSE(measure(box.view()).has_value());
}

} // namespace
} // namespace impinge
