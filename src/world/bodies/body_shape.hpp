// SPDX-License-Identifier: Apache-2.0
//
// What a body of a world is made of, and what has been found out about it: made when first asked
// for, kept until the shape changes.
#pragma once

#include "exact/collide.hpp"
#include "impinge/hierarchy.hpp"
#include "impinge/model.hpp"
#include "model/model_data.hpp"

#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <variant>

namespace impinge::inline v0 {

/// Thread rule: const functions from any number of threads. Who calls surface(), parts(),
/// solidity() or snapshot() from inside the thread pool gives contexts of one thread, since others
/// may wait for the answer.
class BodyShape {
  public:
    explicit BodyShape(Polytope polytope);
    explicit BodyShape(Hierarchy hierarchy);
    explicit BodyShape(Mesh mesh);

    // Null if it is something else.
    [[nodiscard]] const Polytope* polytope() const { return std::get_if<Polytope>(&shape_); }
    [[nodiscard]] const Hierarchy* hierarchy() const { return std::get_if<Hierarchy>(&shape_); }
    [[nodiscard]] const Mesh* mesh() const { return std::get_if<Mesh>(&shape_); }

    // The body must be a mesh with as many vertices, or a hierarchy.
    void set_positions(std::span<const Vec3d> positions);
    Status set_part_pose(PartId part, const Rigid& pose_in_parent);

    /// How many triangles surface() has, without making it.
    [[nodiscard]] std::size_t weight() const { return weight_; }
    /// What collide() is asked about this body.
    [[nodiscard]] MeshView surface() const;
    /// The body as a hierarchy; a polytope is the only part of one. Not for meshes.
    [[nodiscard]] const Hierarchy& parts() const;
    /// Whether surface(), which must be valid, is a solid. Means nothing once the context is
    /// cancelled.
    [[nodiscard]] MeshSolidity solidity(const Context& context) const;
    /// The surface in a pose. Kept until the shape changes or another pose is asked for. Named as
    /// in to_world().
    [[nodiscard]] Expected<std::shared_ptr<const SnapshotData>>
    snapshot(const Rigid& pose, const BodyName& name, const Context& context) const;
    /// Its box. The snapshot is kept unless there is a model: then most likely nobody asks for it.
    [[nodiscard]] Expected<Box3> box(const Rigid& pose, const BodyName& name,
                                     const Context& context) const;
    /// The surface prepared for queries, once it has been asked about often enough since it last
    /// changed for that to pay; nothing before, and for hierarchies. A mesh that was prepared and
    /// then deformed is refitted, which pays sooner.
    [[nodiscard]] std::optional<Model> model() const;

    /// Bounds of the box of surface() in the world, where a model that was made already has them.
    /// They and box_where_bounded() stay those of this pose until they are asked for again.
    std::optional<model::BoxBounds> bound_box(const Rigid& pose);
    [[nodiscard]] const model::BoxBounds& box_bounds() const { return bounded_->bounds; }
    /// The box itself, to the bit: takes ten times as long.
    [[nodiscard]] Box3 box_where_bounded() const;
    /// One side of it.
    [[nodiscard]] double side_where_bounded(int axis, model::Side side) const;

  private:
    [[nodiscard]] const Mesh& merged() const;
    void forget();

    std::variant<Polytope, Hierarchy, Mesh> shape_;
    std::size_t weight_ = 0;
    mutable std::mutex mutex_; ///< of what is below
    mutable std::optional<Mesh> merged_;
    mutable std::optional<Hierarchy> parts_;
    mutable std::optional<MeshSolidity> solidity_;
    mutable std::size_t questions_ = 0; ///< calls of model() since the shape changed
    std::size_t questions_before_ = 0;  ///< about the shape before
    mutable std::optional<Model> model_;
    mutable std::shared_ptr<const SnapshotData> snapshot_;
    mutable std::optional<Model> model_before_; ///< of the same triangles elsewhere
    struct Placed {
        Model model;
        Rigid pose;
        model::BoxBounds bounds;
    };
    std::optional<Placed> bounded_;
    /// Of surface(), whose triangles never change: moving vertices or parts leaves it true.
    mutable std::optional<IndexTopology> topology_;
};

} // namespace impinge::inline v0
