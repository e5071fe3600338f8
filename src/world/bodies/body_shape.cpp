// SPDX-License-Identifier: Apache-2.0
#include "world/bodies/body_shape.hpp"

#include <algorithm>
#include <new>

namespace impinge::inline v0 {

BodyShape::BodyShape(Polytope polytope)
    : shape_(std::move(polytope)), weight_(this->polytope()->mesh().triangle_count()) {}

BodyShape::BodyShape(Hierarchy hierarchy) : shape_(std::move(hierarchy)) {
    for (const PartId leaf : this->hierarchy()->leaves()) {
        weight_ += this->hierarchy()->shape(leaf).mesh().triangle_count();
    }
}

BodyShape::BodyShape(Mesh mesh)
    : shape_(std::move(mesh)), weight_(this->mesh()->triangles.size()) {}

void BodyShape::set_positions(std::span<const Vec3d> positions) {
    std::get<Mesh>(shape_).positions.assign(positions.begin(), positions.end());
    std::optional<Model> last = model_ ? std::move(model_) : std::move(model_before_);
    const std::size_t asked = questions_;
    forget();
    model_before_ = std::move(last);
    questions_before_ = asked;
}

Status BodyShape::set_part_pose(PartId part, const Rigid& pose_in_parent) {
    forget();
    return std::get<Hierarchy>(shape_).set_pose(part, pose_in_parent);
}

MeshView BodyShape::surface() const {
    if (const Polytope* const whole = polytope()) {
        return whole->mesh();
    }
    return mesh() != nullptr ? mesh()->view() : merged().view();
}

const Mesh& BodyShape::merged() const {
    const std::lock_guard lock(mutex_);
    if (!merged_) {
        merged_ = hierarchy()->merged_mesh();
    }
    return *merged_;
}

const Hierarchy& BodyShape::parts() const {
    if (hierarchy() != nullptr) {
        return *hierarchy();
    }
    const std::lock_guard lock(mutex_);
    if (!parts_) {
        Hierarchy one; // under its root, where it stands, there is nothing to refuse
        if (!one.add_part(*polytope())) {
            throw std::bad_alloc();
        }
        parts_ = std::move(one);
    }
    return *parts_;
}

MeshSolidity BodyShape::solidity(const Context& context) const {
    const MeshView view = surface();
    const std::lock_guard lock(mutex_);
    if (solidity_) {
        return *solidity_;
    }
    if (!topology_) {
        IndexTopology found(view.triangles(), view.vertex_count(), context);
        if (context.cancelled()) {
            return {};
        }
        topology_ = std::move(found);
    }
    MeshSolidity found = solidity_of_valid(view, *topology_, context);
    if (!context.cancelled()) {
        solidity_ = found;
    }
    return found;
}

Expected<std::shared_ptr<const SnapshotData>>
BodyShape::snapshot(const Rigid& pose, const BodyName& name, const Context& context) const {
    const Body body{surface(), pose};
    const std::lock_guard lock(mutex_);
    if (snapshot_ && snapshot_->body().pose == pose) {
        return snapshot_;
    }
    snapshot_.reset();
    auto taken = take_snapshot(body, name, Queries::Some, context);
    if (taken && !context.cancelled()) {
        snapshot_ = *taken;
    }
    return taken;
}

Expected<Box3> BodyShape::box(const Rigid& pose, const BodyName& name,
                              const Context& context) const {
    const auto placed = snapshot(pose, name, context);
    if (!placed) {
        return placed.error();
    }
    const std::lock_guard lock(mutex_);
    if (model_) {
        snapshot_.reset();
    }
    return (*placed)->mesh().box;
}

std::optional<Model> BodyShape::model() const {
    // Preparing and refitting a mesh cost about as much as so many queries about the bare one.
    constexpr std::size_t questions_that_pay = 8;
    constexpr std::size_t questions_that_pay_refitting = 3;
    if (hierarchy() != nullptr) {
        return std::nullopt;
    }
    const std::lock_guard lock(mutex_);
    ++questions_;
    if (model_) {
        return model_;
    }
    // A mesh that was asked about often before will be again.
    if (model_before_ && std::max(questions_, questions_before_) > questions_that_pay_refitting) {
        if (auto made = model_before_->refitted(mesh()->positions, Context(1))) {
            model_ = std::move(*made);
            snapshot_.reset();
        }
        model_before_.reset();
    } else if (questions_ > questions_that_pay) {
        if (auto made = Model::prepare(surface(), Context(1))) {
            model_ = std::move(*made);
            snapshot_.reset();
        }
    }
    return model_;
}

std::optional<model::BoxBounds> BodyShape::bound_box(const Rigid& pose) {
    const std::lock_guard lock(mutex_);
    if (!model_) {
        return std::nullopt;
    }
    const auto bounds = model::world_box_bounds({*model_, pose});
    if (bounds) {
        bounded_ = Placed{*model_, pose, *bounds};
    }
    return bounds;
}

Box3 BodyShape::box_where_bounded() const {
    return model::world_box({bounded_->model, bounded_->pose}).value();
}

double BodyShape::side_where_bounded(int axis, model::Side side) const {
    return model::side_of_world_box({bounded_->model, bounded_->pose}, axis, side);
}

void BodyShape::forget() {
    questions_ = 0;
    questions_before_ = 0;
    model_.reset();
    snapshot_.reset();
    model_before_.reset();
    merged_.reset();
    solidity_.reset();
}

} // namespace impinge::inline v0
