// SPDX-License-Identifier: Apache-2.0
//
// What a Model holds, and its triangles where they stand in the world.
#pragma once

#include "base/found_once.hpp"
#include "exact/world_mesh.hpp"
#include "impinge/model.hpp"
#include "mesh/solidity.hpp"
#include "model/free_space.hpp"
#include "model/placement.hpp"

#include <array>
#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

namespace impinge::inline v0::model {

/// What bears on being a solid.
struct SolidFacts {
    Diagnosis diagnosis;
    MeshSolidity solidity;
    std::vector<std::uint32_t> first_triangles; ///< one triangle of each component
};

/// What models of the same triangles share, wherever their vertices are.
struct SharedTriangles {
    std::vector<TriangleIndices> triangles;
    FoundOnce<IndexTopology> topology{};
};

/// The triangles in the order of a tree: triangle i is number order[i], and vertices stand in the
/// order in which these need them, so that a walk through the tree finds them near each other in
/// memory.
struct SortedTriangles {
    std::shared_ptr<const std::vector<std::uint32_t>> order;
    std::vector<TriangleIndices> triangles;
    std::vector<std::uint32_t> from; ///< which vertex of the mesh each vertex is
    double first_looseness = 0;      ///< of the tree when its order was found
};

struct ModelData {
    std::vector<Vec3d> positions;
    std::shared_ptr<const SharedTriangles> shared;
    ObbTree tree;
    std::vector<Vec3d> sorted_positions;
    std::shared_ptr<const SortedTriangles> in_order; ///< null if there is no tree
    bool has_tree = false; ///< not if it is empty, or so large or small that floats do not hold it
    unsigned threads = 1;  ///< as many as it was prepared with, for what is found out later

    // Found out when first asked for.
    FoundOnce<SolidFacts> facts;
    FoundOnce<FreeSpace> free_space;                  ///< see free_space_of()
    mutable std::atomic<std::uint32_t> questions = 0; ///< to free_space_of()
    FoundOnce<std::vector<TriangleBlock>> outermost;

    [[nodiscard]] IndexedMesh mesh() const { return {positions, shared->triangles}; }
    /// In the order of the tree; empty if there is none.
    [[nodiscard]] IndexedMesh sorted() const {
        return in_order ? IndexedMesh{sorted_positions, in_order->triangles} : IndexedMesh{};
    }

    [[nodiscard]] const SolidFacts& solid_facts() const;
    [[nodiscard]] const MeshSolidity& solidity() const { return solid_facts().solidity; }
    /// Corners that are farthest in some directions, in the frame of the tree: a body reaches at
    /// least as far as these.
    [[nodiscard]] const std::vector<TriangleBlock>& outer_points() const;
};

/// A model of a mesh that validate() accepts. With the order of an earlier tree of the same mesh, a
/// permutation of its triangles, much of the work is saved; empty: without.
Model make_model(Mesh mesh, std::vector<std::uint32_t> order, const Context& context);

/// The triangles of a placed model, as to_world() would place them.
class WorldTriangles {
  public:
    explicit WorldTriangles(const PlacedModel& body)
        : mesh_(body.model.data().mesh()), sorted_(body.model.data().sorted()), pose_(body.pose),
          moved_(!is_identity(body.pose)) {}

    [[nodiscard]] Vec3d vertex(std::uint32_t index) const { return placed(mesh_.positions[index]); }
    [[nodiscard]] Triangle operator()(std::uint32_t triangle) const {
        return placed(mesh_, mesh_.triangles[triangle]);
    }
    /// Triangle number `entry` in the order of the tree.
    [[nodiscard]] Triangle at(std::size_t entry) const {
        return placed(sorted_, sorted_.triangles[entry]);
    }

  private:
    [[nodiscard]] Vec3d placed(Vec3d local) const { return moved_ ? apply(pose_, local) : local; }
    [[nodiscard]] Triangle placed(const IndexedMesh& mesh, const TriangleIndices& t) const {
        return {{placed(mesh.positions[t[0]]), placed(mesh.positions[t[1]]),
                 placed(mesh.positions[t[2]])}};
    }

    IndexedMesh mesh_;
    IndexedMesh sorted_;
    const Rigid& pose_;
    bool moved_;
};

inline PlacedTree placed_tree(const PlacedModel& body) {
    return {body.model.data().tree, body.pose};
}

/// Whether queries about the two go through their trees; else they are answered as for bare meshes.
bool through_trees(const PlacedModel& a, const PlacedModel& b);

// --- questions to one tree ---------------------------------------------------------------------

/// The triangles that a ray from near `point` towards +x can meet: all that matters for winding
/// numbers of points within `tolerance` of it.
std::vector<std::uint32_t> triangles_on_ray(const PlacedModel& body, Vec3d point, double tolerance);

/// The box of the triangles in the world, to the bit; nothing where it takes a look at them all.
std::optional<Box3> world_box(const PlacedModel& body);

/// One coordinate of it, where there is one.
enum class Side : std::uint8_t { Low, High };
double side_of_world_box(const PlacedModel& body, int axis, Side side);

/// Boxes, mostly a few percent smaller and larger, that the box in the world holds and that hold
/// it. Nothing where there is no world_box() either.
struct BoxBounds {
    Box3 inner; ///< may be empty
    Box3 outer;
};
std::optional<BoxBounds> world_box_bounds(const PlacedModel& body);

/// Whether the AABBs of the bodies in the world overlap, and that of some triangle the part they
/// have in common.
bool reach_into_each_other(const PlacedModel& a, const PlacedModel& b);

/// For ModelData.
std::vector<TriangleBlock> find_outer_points(const ObbTree& tree);

/// Whether the AABB of some triangle in the world overlaps the box; none does an empty one.
bool reaches_into(const PlacedModel& body, const Box3& box);

/// Some triangles as a mesh of their own, each with three corners of its own.
WorldMesh world_mesh_of(const PlacedModel& body, std::span<const std::uint32_t> triangles,
                        std::vector<TriangleIndices>& indices);

} // namespace impinge::inline v0::model
