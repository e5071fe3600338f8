// SPDX-License-Identifier: Apache-2.0
//
// The pair lists of collide and self_intersections against CGAL, pair by pair and kind by kind: on
// every sample scene, posed as made and turned at random, and on soups of grid triangles in which
// touching, coplanar and degenerate triangles are the rule.
#include "impinge/collide.hpp"
#include "impinge/self_intersections.hpp"

#include "base/random.hpp"
#include "scenes/assembly.hpp"
#include "scenes/catalogue.hpp"
#include "tests/agreement/cgal_pairs.hpp"
#include "tests/support/scale.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace impinge::tests {
namespace {

void expect_same_list(const std::vector<TrianglePair>& expected,
                      const std::vector<TrianglePair>& got) {
    const ListDifference difference = list_difference(expected, got);
    for (const auto* list : {&difference.missing, &difference.invented}) {
        EXPECT_TRUE(list->empty())
            << list->size() << (list == &difference.missing ? " missing" : " invented")
            << ", first: " << list->front().a << ' ' << list->front().b << ' '
            << to_string(list->front().kind) << ", of " << expected.size();
    }
    EXPECT_EQ(expected, got); // the order too
}

/// Returns how many pairs there are.
std::size_t compare_bodies(const Body& a, const Body& b) {
    const auto expected = cgal_pairs(world_triangles(a), world_triangles(b));
    const auto found = collide(a, b, {.detail = Detail::Pairs});
    EXPECT_TRUE(found.has_value());
    if (!found) {
        return 0;
    }
    expect_same_list(expected, found->pairs);
    EXPECT_EQ(found->touching_pairs + found->crossing_pairs, expected.size());
    const auto crossing = std::count_if(expected.begin(), expected.end(), [](const auto& pair) {
        return pair.kind == PairKind::Crossing;
    });
    EXPECT_EQ(found->crossing_pairs, static_cast<std::uint64_t>(crossing));
    return expected.size();
}

std::size_t compare_with_itself(const Mesh& mesh) {
    const auto expected = cgal_self_pairs(world_triangles({mesh.view()}));
    const auto found = self_intersections(mesh.view());
    EXPECT_TRUE(found.has_value());
    if (found) {
        expect_same_list(expected, found->pairs);
    }
    return expected.size();
}

Rigid random_turn(Random& random) {
    const Vec3d axis = random.in_box({-1, -1, -1}, {1, 1, 1});
    return rotation(axis, random.uniform(-3, 3));
}

/// Poses for the second body, each with the one for the first.
struct Poses {
    Rigid a;
    Rigid b;
};

/// Calls compare(scene) for every scene of the catalogue; of a crowd the first bodies will do.
template <typename Compare> void for_each_scene(Compare compare) {
    constexpr std::size_t most_bodies = 40;
    for (const SceneInfo& info : list_scenes()) {
        SCOPED_TRACE(info.name);
        auto scene = make_scene(info.name);
        ASSERT_TRUE(scene.has_value());
        scene->bodies.resize(std::min(scene->bodies.size(), most_bodies));
        compare(*scene);
    }
}

/// Every pair of bodies, at the poses that `pose()` returns; the number of triangle pairs.
template <typename Pose> std::size_t compare_all_pairs(const Scene& scene, Pose pose) {
    std::size_t pairs = 0;
    for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
        for (std::size_t k = i + 1; k < scene.bodies.size(); ++k) {
            SCOPED_TRACE(scene.bodies[i].name + " " + scene.bodies[k].name);
            const Poses poses = pose();
            pairs += compare_bodies({scene.bodies[i].mesh.view(), poses.a},
                                    {scene.bodies[k].mesh.view(), poses.b});
        }
    }
    return pairs;
}

TEST(CollideAgainstCgal, PairListsAgreeOnEveryScene) {
    std::size_t pairs = 0;
    std::size_t scenes_with_pairs = 0;
    for_each_scene([&](const Scene& scene) {
        const std::size_t found = compare_all_pairs(scene, [] { return Poses{}; });
        pairs += found;
        scenes_with_pairs += found > 0;
    });
    EXPECT_GT(scenes_with_pairs, list_scenes().size() * 3 / 10);
    EXPECT_LT(scenes_with_pairs, list_scenes().size() * 7 / 10);
    EXPECT_GT(pairs, 10'000U);
}

// One common motion for both: flush faces become nearly flush, as in real assemblies.
TEST(CollideAgainstCgal, PairListsAgreeWhenTheSceneIsTurned) {
    Random random(1);
    for_each_scene([&](const Scene& scene) {
        compare_all_pairs(scene, [&] {
            const Rigid turn = random_turn(random);
            return Poses{turn, turn};
        });
    });
}

TEST(CollideAgainstCgal, PairListsAgreeFarFromTheOrigin) {
    for_each_scene([&](const Scene& scene) {
        compare_all_pairs(scene, [] {
            const Rigid far = translation({5000.1, -4999.7, 5000.3});
            return Poses{far, far};
        });
    });
}

TEST(CollideAgainstCgal, PairListsAgreeWhenOneBodyIsTurned) {
    Random random(2);
    std::size_t pairs = 0;
    for_each_scene([&](const Scene& scene) {
        pairs += compare_all_pairs(scene, [&] { return Poses{{}, random_turn(random)}; });
    });
    EXPECT_GT(pairs, 1'000U);
}

TEST(CollideAgainstCgal, SinglePrecisionMeshesAgree) {
    const auto scene = make_scene("bumpy-spheres");
    ASSERT_TRUE(scene.has_value());
    std::vector<std::vector<Vec3f>> positions;
    for (const NamedBody& body : scene->bodies) {
        positions.emplace_back();
        for (const Vec3d& p : body.mesh.positions) {
            positions.back().push_back(
                {static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)});
        }
    }
    const MeshView a(positions[0], scene->bodies[0].mesh.triangles);
    const MeshView b(positions[1], scene->bodies[1].mesh.triangles);
    EXPECT_GT(compare_bodies({a}, {b}), 100U);
}

/// Triangles with corners on a small grid, not connected, some without area.
Mesh grid_soup(Random& random, std::size_t triangles, int size) {
    Mesh mesh;
    for (int x = 0; x <= size; ++x) {
        for (int y = 0; y <= size; ++y) {
            for (int z = 0; z <= size; ++z) {
                mesh.positions.push_back(
                    {static_cast<double>(x), static_cast<double>(y), static_cast<double>(z)});
            }
        }
    }
    const auto vertex = [&] {
        return static_cast<std::uint32_t>(random.below(mesh.positions.size()));
    };
    for (std::size_t i = 0; i < triangles; ++i) {
        const std::uint32_t p = vertex();
        const std::uint32_t q = vertex();
        mesh.triangles.push_back({p, q, vertex()});
    }
    return mesh;
}

TEST(CollideAgainstCgal, PairListsAgreeOnGridSoups) {
    Random random(3);
    std::size_t pairs = 0;
    std::size_t candidates = 0;
    for (std::size_t i = 0; i < scaled(300); ++i) {
        const int size = random.integer(2, 5);
        const Mesh a = grid_soup(random, 1 + random.below(40), size);
        const Mesh b = grid_soup(random, 1 + random.below(40), size);
        pairs += compare_bodies({a.view()}, {b.view()});
        candidates += a.triangles.size() * b.triangles.size();
    }
    EXPECT_GT(pairs, candidates * 3 / 10);
    EXPECT_LT(pairs, candidates * 7 / 10);
}

TEST(SelfIntersectionsAgainstCgal, ListsAgreeOnEveryBodyOfEveryScene) {
    std::size_t bodies = 0;
    std::size_t crossing_bodies = 0;
    for_each_scene([&](const Scene& scene) {
        for (const NamedBody& body : scene.bodies) {
            SCOPED_TRACE(body.name);
            ++bodies;
            crossing_bodies += compare_with_itself(body.mesh) > 0;
        }
    });
    EXPECT_GT(crossing_bodies, 0U);
    EXPECT_LT(crossing_bodies, bodies);
}

// All bodies of a scene as one mesh: what they did to each other they now do to themselves.
TEST(SelfIntersectionsAgainstCgal, ListsAgreeOnEverySceneAsOneMesh) {
    std::size_t meshes = 0;
    std::size_t hits = 0;
    for_each_scene([&](const Scene& scene) {
        std::vector<Mesh> parts;
        for (const NamedBody& body : scene.bodies) {
            parts.push_back(body.mesh);
        }
        ++meshes;
        hits += compare_with_itself(scenes::joined(parts)) > 0;
    });
    EXPECT_GT(hits, meshes * 3 / 10);
    EXPECT_LT(hits, meshes * 7 / 10);
}

TEST(SelfIntersectionsAgainstCgal, ListsAgreeOnGridSoups) {
    Random random(4);
    std::size_t pairs = 0;
    std::size_t candidates = 0;
    for (std::size_t i = 0; i < scaled(300); ++i) {
        const Mesh mesh = grid_soup(random, 2 + random.below(40), random.integer(2, 5));
        pairs += compare_with_itself(mesh);
        candidates += mesh.triangles.size() * (mesh.triangles.size() - 1) / 2;
    }
    EXPECT_GT(pairs, candidates * 3 / 10);
    EXPECT_LT(pairs, candidates * 7 / 10);
}

TEST(SelfIntersectionOracle, TellsNeighboursFromFoldsAndPiercings) {
    const Triangle base{{Vec3d{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}};
    const Triangle hinge{{Vec3d{4, 0, 0}, {0, 0, 0}, {0, -4, 1}}};
    const Triangle folded{{Vec3d{4, 0, 0}, {0, 0, 0}, {1, 1, 0}}};
    const Triangle corner{{Vec3d{0, 0, 0}, {-1, 0, 1}, {-1, 0, 2}}};
    const Triangle pierces{{Vec3d{0, 0, 0}, {1, 1, 1}, {1, 1, -1}}};
    EXPECT_FALSE(cgal_self_intersects(base, hinge));
    EXPECT_TRUE(cgal_self_intersects(base, folded));
    EXPECT_FALSE(cgal_self_intersects(base, corner));
    EXPECT_TRUE(cgal_self_intersects(base, pierces));
    EXPECT_TRUE(cgal_self_intersects(base, base));
}

} // namespace
} // namespace impinge::tests
