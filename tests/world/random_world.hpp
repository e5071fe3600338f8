// SPDX-License-Identifier: Apache-2.0
//
// Worlds of bodies of every kind that are born, move, deform and die at random, and beside each a
// plain list of the same bodies, for oracles that ask about one pair at a time.
#pragma once

#include "base/random.hpp"
#include "impinge/world.hpp"
#include "tests/mesh/hand_made.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <utility>
#include <vector>

namespace impinge::tests {

/// A body as the oracles see it.
struct TwinBody {
    BodyId id;
    Mesh mesh; ///< in its own frame
    std::optional<Hierarchy> hierarchy;
    bool is_polytope = false;
    BodyOptions options;

    [[nodiscard]] Body body() const { return {mesh.view(), options.pose}; }
};

inline Vec3d grid_point(Random& random, int cells) {
    const int x = random.integer(0, cells);
    const int y = random.integer(0, cells);
    return {static_cast<double>(x), static_cast<double>(y),
            static_cast<double>(random.integer(0, cells))};
}

/// On a coarse grid and mostly not turned, so that all verdicts are common.
inline Rigid random_pose(Random& random) {
    Rigid pose;
    if (random.below(3) == 0) {
        pose = rotation(random.in_box({-1, -1, -1}, {1, 1, 1}), random.uniform(0, 6));
    }
    pose.translation = grid_point(random, 6);
    if (random.below(16) == 0) {
        pose.scale = 0.5;
    }
    if (random.below(24) == 0) { // no longer a turn: a mirror, or a shear
        pose.row_x = random.below(2) == 0 ? -pose.row_x : pose.row_x + pose.row_y * 0.25;
    }
    return pose;
}

inline Mesh random_box(Random& random) {
    return random.below(2) == 0 ? unit_box()
                                : hand_made_box({0, 0, 0}, grid_point(random, 2) + Vec3d{1, 1, 1});
}

inline Mesh octahedron(double radius) {
    const double r = radius;
    return {
        {{r, 0, 0}, {-r, 0, 0}, {0, r, 0}, {0, -r, 0}, {0, 0, r}, {0, 0, -r}},
        {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}}};
}

/// A box without its lid, a flat sheet, an L of two boxes that share a wall, or nothing at all.
inline Mesh random_mesh(Random& random) {
    switch (random.below(5)) {
    case 0: {
        Mesh open = random_box(random);
        open.triangles.resize(10);
        return open;
    }
    case 1:
        return {{{0, 0, 0}, {3, 0, 0}, {3, 3, 0.5}, {0, 3, 0.5}}, {{0, 1, 2}, {0, 2, 3}}};
    case 2:
        return random.below(3) == 0 ? Mesh{} : octahedron(1);
    case 3:
        return random_box(random);
    default:
        return joined({hand_made_box({0, 0, 0}, {3, 1, 1}), hand_made_box({0, 1, 0}, {1, 3, 1})});
    }
}

/// An arm of three parts: boxes that bend at their joints.
inline Hierarchy random_arm(Random& random) {
    Hierarchy arm(random.below(2) == 0 ? NodeVolume::Box : NodeVolume::Hull);
    PartId joint = 0;
    for (int i = 0; i < 3; ++i) {
        const Mesh mesh = i == 2 ? octahedron(0.75) : hand_made_box({0, 0, 0}, {1.5, 0.5, 0.5});
        const auto part = Polytope::from_mesh(mesh.view());
        EXPECT_TRUE(arm.add_part(*part, {}, joint));
        joint = *arm.add_group(joint, translation({1, 0, 0}));
    }
    return arm;
}

class RandomWorld {
  public:
    RandomWorld(const WorldOptions& options, std::uint64_t seed) : world(options), random_(seed) {}

    void add_bodies(std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) {
            add_body();
        }
    }

    /// The same bodies in the same slots, without a past. Only while none has been removed.
    [[nodiscard]] World newborn(const WorldOptions& options) const {
        World copy(options);
        for (const TwinBody& twin : bodies) {
            EXPECT_EQ(add_to(copy, twin), twin.id);
        }
        return copy;
    }

    /// One frame: most bodies stay or move a little, some jump, and one in a while anything else.
    void change() {
        for (TwinBody& twin : bodies) {
            const std::uint64_t dice = random_.below(10);
            if (dice < 4) {
                Rigid pose = dice == 0 ? random_pose(random_) : twin.options.pose;
                pose.translation = pose.translation + grid_point(random_, 1) * 0.5;
                move(twin, pose);
            } else if (dice == 4 && twin.hierarchy) {
                bend(twin);
            } else if (dice == 5) { // where another stands
                move(twin, bodies[random_.below(bodies.size())].options.pose);
            }
        }
    }

    void change_everything() {
        change();
        TwinBody& twin = bodies[random_.below(bodies.size())];
        const bool few = bodies.size() < 8; // so that worlds neither die out nor grow for ever
        const bool many = bodies.size() > 30;
        switch (few ? 0 : random_.below(6)) {
        case 0:
            if (!many) {
                add_body();
            }
            break;
        case 1:
            EXPECT_TRUE(world.remove(twin.id));
            bodies.erase(bodies.begin() + (&twin - bodies.data()));
            break;
        case 2:
            deform(twin);
            break;
        case 3:
            twin.options.filter = {.groups = 1U << random_.below(2),
                                   .mask = random_.below(2) == 0 ? ~0U : 2U};
            EXPECT_TRUE(world.set_filter(twin.id, twin.options.filter));
            break;
        case 4:
            twin.options.mobility = random_.below(2) == 0 ? Mobility::Moving : Mobility::Stationary;
            EXPECT_TRUE(world.set_mobility(twin.id, twin.options.mobility));
            break;
        default:
            break;
        }
    }

    World world;
    std::vector<TwinBody> bodies; ///< in the order of their birth

  private:
    static BodyId add_to(World& world, const TwinBody& twin) {
        if (twin.hierarchy) {
            return *world.add(*twin.hierarchy, twin.options);
        }
        return twin.is_polytope ? *world.add(*Polytope::from_mesh(twin.mesh.view()), twin.options)
                                : *world.add(twin.mesh, twin.options);
    }

    void add_body() {
        TwinBody twin;
        twin.options.pose = random_pose(random_);
        const std::uint64_t kind = random_.below(4);
        if (kind == 0) {
            twin.hierarchy = random_arm(random_);
            twin.mesh = twin.hierarchy->merged_mesh();
        } else {
            twin.is_polytope = kind != 1;
            twin.mesh = kind == 1   ? random_mesh(random_)
                        : kind == 2 ? octahedron(random_.below(2) == 0 ? 0.25 : 2)
                                    : random_box(random_);
        }
        twin.id = add_to(world, twin);
        bodies.push_back(std::move(twin));
    }

    void move(TwinBody& twin, const Rigid& pose) {
        twin.options.pose = pose;
        EXPECT_TRUE(world.move(twin.id, pose));
    }

    void bend(TwinBody& twin) {
        const std::vector<PartId> leaves = twin.hierarchy->leaves();
        const PartId joint = twin.hierarchy->parent(leaves[1 + random_.below(leaves.size() - 1)]);
        Rigid pose = rotation({0, 0, 1}, random_.uniform(-1, 1));
        pose.translation = {1, 0, 0};
        EXPECT_TRUE(twin.hierarchy->set_pose(joint, pose));
        EXPECT_TRUE(world.set_part_pose(twin.id, joint, pose));
        twin.mesh = twin.hierarchy->merged_mesh();
    }

    void deform(TwinBody& twin) {
        if (!twin.hierarchy && !twin.is_polytope) {
            for (Vec3d& position : twin.mesh.positions) {
                position.x *= 0.5;
            }
            EXPECT_TRUE(world.deform(twin.id, twin.mesh.positions));
            return;
        }
        twin.mesh = random_mesh(random_);
        twin.hierarchy.reset();
        twin.is_polytope = false;
        EXPECT_TRUE(world.deform(twin.id, twin.mesh));
    }

    Random random_;
};

} // namespace impinge::tests
