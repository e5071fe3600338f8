// SPDX-License-Identifier: Apache-2.0
//
// What is known of a body where it stands: its world vertices and box, found out first; whether it
// is a solid and which of its triangles are near a region, found out when a query asks and kept for
// the next. The one type behind every query; a query about bare meshes makes one for each and drops
// it.
#pragma once

#include "exact/shared_facts.hpp"
#include "exact/world_mesh.hpp"
#include "impinge/snapshot.hpp"
#include "mesh/solidity.hpp"

#include <atomic>
#include <memory>

namespace impinge::inline v0 {

/// How many queries are to be expected about a snapshot: whether what saves time in those to come
/// is worth making.
enum class Queries : std::uint8_t {
    One,
    Some, ///< one surely; the second shows that there are more
    Many,
};

/// Thread rule: const functions from any number of threads.
class SnapshotData {
  public:
    /// `mesh` is the body placed by to_world().
    SnapshotData(const Body& body, WorldMesh mesh, Queries queries);

    [[nodiscard]] const Body& body() const { return body_; }
    [[nodiscard]] const WorldMesh& mesh() const { return mesh_; }
    /// Whether more than one query is expected.
    [[nodiscard]] bool is_shared() const { return mesh_.shared != nullptr; }
    /// As solidity_of_valid(). Means nothing once the context is cancelled.
    [[nodiscard]] MeshSolidity solidity(const Context& context) const;
    /// True only if the edges are not balanced; see vector_area.hpp.
    [[nodiscard]] bool surely_unbalanced(const Context& context) const;

  private:
    enum class Answer : std::uint8_t { NotAsked, No, Yes };

    Body body_;
    WorldMesh mesh_;
    MadeOnce<MeshSolidity> solidity_;
    mutable std::atomic<Answer> unbalanced_ = Answer::NotAsked;
};

/// Named as in to_world().
Expected<std::shared_ptr<const SnapshotData>>
take_snapshot(const Body& body, const BodyName& name, Queries queries, const Context& context);

} // namespace impinge::inline v0
