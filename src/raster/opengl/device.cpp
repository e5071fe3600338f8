// SPDX-License-Identifier: Apache-2.0
#include "raster/opengl/device.hpp"

#include "raster/opengl/describe.hpp"
#include "raster/opengl/pass_state.hpp"
#include "raster/request.hpp"

namespace impinge::inline v0::raster::opengl {

Expected<std::unique_ptr<GlDevice>> GlDevice::open(const EglAdapter& adapter,
                                                   DriverMessages messages) {
    Expected<std::shared_ptr<GlContext>> context = GlContext::open(adapter, messages);
    if (!context) {
        return context.error();
    }
    return (*context)->run([&]() -> Expected<std::unique_ptr<GlDevice>> {
        std::unique_ptr<GlDevice> device(new GlDevice(*context, describe(adapter)));
        set_lasting_state();
        device->objects_.emplace();
        return device;
    });
}

GlDevice::~GlDevice() {
    context_->release([&] { objects_.reset(); });
}

Expected<std::unique_ptr<Geometry>> GlDevice::upload(const MeshView& mesh, Parts parts) {
    return context_->run([&]() -> Expected<std::unique_ptr<Geometry>> {
        auto geometry = std::make_unique<GlGeometry>(context_, parts);
        if (const Status status = geometry->set_mesh(mesh); !status) {
            return status.error();
        }
        return std::unique_ptr<Geometry>(std::move(geometry));
    });
}

Status GlDevice::update_positions(Geometry& geometry, const MeshView& mesh) {
    auto* mine = own<GlGeometry>(&geometry);
    if (mine == nullptr) {
        return foreign_object("update_positions");
    }
    return context_->run([&] { return mine->set_positions(mesh); });
}

Status GlDevice::update_mesh(Geometry& geometry, const MeshView& mesh) {
    auto* mine = own<GlGeometry>(&geometry);
    if (mine == nullptr) {
        return foreign_object("update_mesh");
    }
    return context_->run([&] { return mine->set_mesh(mesh); });
}

Expected<std::unique_ptr<Target>> GlDevice::make_target(int width, int height) {
    if (const Status status = check_size(info_, width, height); !status) {
        return status.error();
    }
    return context_->run([&]() -> Expected<std::unique_ptr<Target>> {
        auto target = std::make_unique<GlTarget>(context_, width, height);
        if (const Status status = target->allocate(); !status) {
            return status.error();
        }
        return std::unique_ptr<Target>(std::move(target));
    });
}

Expected<std::unique_ptr<Query>> GlDevice::make_query(QueryKind kind) {
    return context_->run([&]() -> Expected<std::unique_ptr<Query>> {
        return std::unique_ptr<Query>(std::make_unique<GlQuery>(context_, kind));
    });
}

Expected<std::uint64_t> GlDevice::result(Query& query) {
    auto* mine = own<GlQuery>(&query);
    if (mine == nullptr) {
        return foreign_object("result");
    }
    return context_->run([&]() -> Expected<std::uint64_t> { return mine->sum(); });
}

Expected<std::optional<std::uint64_t>> GlDevice::poll(Query& query) {
    auto* mine = own<GlQuery>(&query);
    if (mine == nullptr) {
        return foreign_object("poll");
    }
    return context_->run([&]() -> Expected<std::optional<std::uint64_t>> {
        if (mine->is_available()) {
            return std::optional(mine->sum());
        }
        glFlush(); // or it might never be
        return std::optional<std::uint64_t>();
    });
}

Status GlDevice::reset(Query& query) {
    auto* mine = own<GlQuery>(&query);
    if (mine == nullptr) {
        return foreign_object("reset");
    }
    mine->reset();
    return {};
}

Status GlDevice::finish() {
    return context_->run([]() -> Status {
        glFinish();
        return {};
    });
}

} // namespace impinge::inline v0::raster::opengl
