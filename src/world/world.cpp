// SPDX-License-Identifier: Apache-2.0
#include "impinge/world.hpp"

#include "base/no_throw.hpp"
#include "world/world_data.hpp"

#include <algorithm>
#include <string>

namespace impinge::inline v0 {
namespace {

Status check_positions(std::span<const Vec3d> positions) {
    for (std::size_t i = 0; i < positions.size(); ++i) {
        if (!is_finite(positions[i])) {
            return Error{.code = ErrorCode::NonFinite,
                         .message = "vertex " + std::to_string(i) + " is not finite",
                         .place = {ErrorPlace::Kind::Vertex, i}};
        }
    }
    return {};
}

Error no_such_body(BodyId id) {
    return {ErrorCode::InvalidArgument, "body " + std::to_string(id.index) + " (generation " +
                                            std::to_string(id.generation) +
                                            "): there is no such body"};
}

/// work(), which returns an Expected or a Status, if there is such a body.
template <typename Work>
auto if_there(const World::Data& world, BodyId body, Work work) noexcept -> decltype(work()) {
    return no_throw([&]() -> decltype(work()) {
        if (!world.bodies.has(body)) {
            return no_such_body(body);
        }
        return work();
    });
}

/// A change of the broad phase, which may be left in pieces if memory runs out.
template <typename Change> void change_broad_phase(World::Data& world, Change change) {
    try {
        change(world.broad_phase);
    } catch (...) {
        world.damaged = true;
        throw;
    }
}

/// `make` gives the shape.
template <typename Make>
Expected<BodyId> add_to(World::Data& world, const BodyOptions& options, Make make) {
    return no_throw([&]() -> Expected<BodyId> {
        if (const Status status = validate(options.pose); !status) {
            return status.error();
        }
        world.repair();
        std::unique_ptr<BodyShape> shape = make();
        world.bodies.make_room();
        world.mobility.reserve(world.bodies.slots_with_room());
        std::uint32_t index = 0;
        change_broad_phase(world,
                           [&](BroadPhase& boxes) { index = boxes.insert({}, options.mobility); });
        world.mobility.resize(std::max<std::size_t>(world.mobility.size(), index + 1));
        world.mobility[index] = options.mobility;
        return world.bodies.add(index, std::move(shape), options);
    });
}

} // namespace

void World::Data::repair() {
    if (!damaged) {
        return;
    }
    BroadPhase fresh({.method = options.broad_phase});
    for (std::uint32_t index = 0; index < bodies.slots(); ++index) {
        fresh.insert({}, mobility[index]); // in the order of the slots, so with their numbers
    }
    for (std::uint32_t index = 0; index < bodies.slots(); ++index) {
        if (!bodies[index].alive) {
            fresh.remove(index);
        }
    }
    broad_phase = std::move(fresh);
    bodies.mark_all_moved();
    forget_last_step();
    damaged = false;
}

void World::Data::forget_last_step() {
    candidates.clear();
    next_candidates.clear();
    near.clear();
}

World::World(const WorldOptions& options) : data_(std::make_unique<Data>(options)) {}
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;
World::~World() = default;

Expected<BodyId> World::add(const Polytope& shape, const BodyOptions& options) {
    return add_to(*data_, options, [&] { return std::make_unique<BodyShape>(shape); });
}

Expected<BodyId> World::add(Hierarchy shape, const BodyOptions& options) {
    return add_to(*data_, options, [&] { return std::make_unique<BodyShape>(std::move(shape)); });
}

Expected<BodyId> World::add(Mesh mesh, const BodyOptions& options) {
    if (const Status status = validate(mesh.view()); !status) {
        return status.error();
    }
    return add_to(*data_, options, [&] { return std::make_unique<BodyShape>(std::move(mesh)); });
}

Status World::remove(BodyId body) {
    return if_there(*data_, body, [&]() -> Status {
        data_->repair();
        change_broad_phase(*data_, [&](BroadPhase& boxes) { boxes.remove(body.index); });
        data_->bodies.remove(body.index);
        return {};
    });
}

Status World::move(BodyId body, const Rigid& pose) {
    return if_there(*data_, body, [&]() -> Status {
        if (Status status = validate(pose); !status) {
            return status;
        }
        data_->bodies.move(body.index, pose);
        return {};
    });
}

Status World::deform(BodyId body, std::span<const Vec3d> positions) {
    return if_there(*data_, body, [&]() -> Status {
        const Mesh* const mesh = data_->bodies.shape(body.index).mesh();
        if (mesh == nullptr || mesh->positions.size() != positions.size()) {
            return Error{ErrorCode::InvalidArgument,
                         mesh == nullptr
                             ? "positions: the body is no mesh; deform it with a whole one"
                             : "positions: as many are needed as the mesh has vertices"};
        }
        if (Status status = check_positions(positions); !status) {
            return status;
        }
        data_->bodies.shape(body.index).set_positions(positions);
        data_->bodies.mark_changed(body.index);
        return {};
    });
}

Status World::deform(BodyId body, Mesh mesh) {
    return if_there(*data_, body, [&]() -> Status {
        if (Status status = validate(mesh.view()); !status) {
            return status;
        }
        data_->bodies.reshape(body.index, std::make_unique<BodyShape>(std::move(mesh)));
        return {};
    });
}

Status World::set_part_pose(BodyId body, PartId part, const Rigid& pose_in_parent) {
    return if_there(*data_, body, [&]() -> Status {
        BodyShape& shape = data_->bodies.shape(body.index);
        if (shape.hierarchy() == nullptr) {
            return Error{ErrorCode::InvalidArgument, "part: the body is no hierarchy"};
        }
        if (Status status = shape.set_part_pose(part, pose_in_parent); !status) {
            return status;
        }
        data_->bodies.mark_moved(body.index);
        return {};
    });
}

Status World::set_filter(BodyId body, const PairFilter& filter) {
    return if_there(*data_, body, [&]() -> Status {
        data_->bodies.set_filter(body.index, filter);
        return {};
    });
}

Status World::set_mobility(BodyId body, Mobility mobility) {
    return if_there(*data_, body, [&]() -> Status {
        data_->repair();
        change_broad_phase(*data_,
                           [&](BroadPhase& boxes) { boxes.set_mobility(body.index, mobility); });
        data_->mobility[body.index] = mobility;
        return {};
    });
}

std::size_t World::size() const { return data_->bodies.size(); }

Expected<Rigid> World::pose(BodyId body) const {
    return if_there(*data_, body,
                    [&]() -> Expected<Rigid> { return data_->bodies[body.index].pose; });
}

Expected<Box3> World::box(BodyId body) const {
    return if_there(*data_, body,
                    [&]() -> Expected<Box3> { return data_->bodies.box(body.index); });
}

} // namespace impinge::inline v0
