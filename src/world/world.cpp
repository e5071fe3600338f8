// SPDX-License-Identifier: Apache-2.0
#include "impinge/world.hpp"

#include "world/world_data.hpp"

#include <string>

namespace impinge::inline v0 {
namespace {

/// x - x is 0 for finite x and no number otherwise.
double zero_if_finite(Vec3d p) { return (p.x - p.x) + (p.y - p.y) + (p.z - p.z); }

/// Infinities that a pose makes of finite numbers show in step().
bool is_finite(const Rigid& pose) {
    const double zero = zero_if_finite(pose.row_x) + zero_if_finite(pose.row_y) +
                        zero_if_finite(pose.row_z) + zero_if_finite(pose.translation) +
                        (pose.scale - pose.scale);
    return zero == 0;
}

Error infinite_pose() { return {ErrorCode::NonFinite, "pose: must be finite"}; }

Status check_positions(std::span<const Vec3d> positions) {
    for (std::size_t i = 0; i < positions.size(); ++i) {
        if (!is_finite(positions[i])) {
            return Error{ErrorCode::NonFinite, "vertex " + std::to_string(i) + " is not finite"};
        }
    }
    return {};
}

Error no_such_body(BodyId id) {
    return {ErrorCode::InvalidArgument, "body " + std::to_string(id.index) + " (generation " +
                                            std::to_string(id.generation) +
                                            "): there is no such body"};
}

Expected<BodyId> add_to(World::Data& world, std::unique_ptr<BodyShape> shape,
                        const BodyOptions& options) {
    if (!is_finite(options.pose)) {
        return infinite_pose();
    }
    const std::uint32_t index = world.broad_phase.insert({}, options.mobility);
    return world.bodies.add(index, std::move(shape), options);
}

} // namespace

World::World(const WorldOptions& options) : data_(std::make_unique<Data>(options)) {}
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;
World::~World() = default;

Expected<BodyId> World::add(const Polytope& shape, const BodyOptions& options) {
    return add_to(*data_, std::make_unique<BodyShape>(shape), options);
}

Expected<BodyId> World::add(Hierarchy shape, const BodyOptions& options) {
    return add_to(*data_, std::make_unique<BodyShape>(std::move(shape)), options);
}

Expected<BodyId> World::add(Mesh mesh, const BodyOptions& options) {
    if (const Status bad = validate(mesh.view())) {
        return *bad;
    }
    return add_to(*data_, std::make_unique<BodyShape>(std::move(mesh)), options);
}

Status World::remove(BodyId body) {
    if (!data_->bodies.has(body)) {
        return no_such_body(body);
    }
    data_->bodies.remove(body.index);
    data_->broad_phase.remove(body.index);
    return {};
}

Status World::move(BodyId body, const Rigid& pose) {
    if (!data_->bodies.has(body)) {
        return no_such_body(body);
    }
    if (!is_finite(pose)) {
        return infinite_pose();
    }
    data_->bodies.move(body.index, pose);
    return {};
}

Status World::deform(BodyId body, std::span<const Vec3d> positions) {
    if (!data_->bodies.has(body)) {
        return no_such_body(body);
    }
    const Mesh* const mesh = data_->bodies.shape(body.index).mesh();
    if (mesh == nullptr || mesh->positions.size() != positions.size()) {
        return Error{ErrorCode::InvalidArgument,
                     mesh == nullptr ? "positions: the body is no mesh; deform it with a whole one"
                                     : "positions: as many are needed as the mesh has vertices"};
    }
    if (Status bad = check_positions(positions)) {
        return bad;
    }
    data_->bodies.shape(body.index).set_positions(positions);
    data_->bodies.mark_changed(body.index);
    return {};
}

Status World::deform(BodyId body, Mesh mesh) {
    if (!data_->bodies.has(body)) {
        return no_such_body(body);
    }
    if (Status bad = validate(mesh.view())) {
        return bad;
    }
    data_->bodies.reshape(body.index, std::make_unique<BodyShape>(std::move(mesh)));
    return {};
}

Status World::set_part_pose(BodyId body, PartId part, const Rigid& pose_in_parent) {
    if (!data_->bodies.has(body)) {
        return no_such_body(body);
    }
    BodyShape& shape = data_->bodies.shape(body.index);
    if (shape.hierarchy() == nullptr) {
        return Error{ErrorCode::InvalidArgument, "part: the body is no hierarchy"};
    }
    if (Status bad = shape.set_part_pose(part, pose_in_parent)) {
        return bad;
    }
    data_->bodies.mark_moved(body.index);
    return {};
}

Status World::set_filter(BodyId body, const PairFilter& filter) {
    if (!data_->bodies.has(body)) {
        return no_such_body(body);
    }
    data_->bodies.set_filter(body.index, filter);
    return {};
}

Status World::set_mobility(BodyId body, Mobility mobility) {
    if (!data_->bodies.has(body)) {
        return no_such_body(body);
    }
    data_->broad_phase.set_mobility(body.index, mobility);
    return {};
}

std::size_t World::size() const { return data_->bodies.size(); }

Expected<Rigid> World::pose(BodyId body) const {
    if (!data_->bodies.has(body)) {
        return no_such_body(body);
    }
    return data_->bodies[body.index].pose;
}

Expected<Box3> World::box(BodyId body) const {
    if (!data_->bodies.has(body)) {
        return no_such_body(body);
    }
    return data_->bodies.boxes[body.index];
}

} // namespace impinge::inline v0
