// SPDX-License-Identifier: Apache-2.0
//
// Clearing, copying, reading and counting.
#include "raster/opengl/device.hpp"
#include "raster/opengl/pass_state.hpp"
#include "raster/request.hpp"

#include <bit>

namespace impinge::inline v0::raster::opengl {
namespace {

void clear_planes(const GlTarget& target, const Clear& values) {
    const GLuint framebuffer = target.framebuffer(both_planes);
    unmask_all();
    if (values.depth && values.stencil) {
        glClearNamedFramebufferfi(framebuffer, GL_DEPTH_STENCIL, 0, *values.depth, *values.stencil);
    } else if (values.depth) {
        glClearNamedFramebufferfv(framebuffer, GL_DEPTH, 0, &*values.depth);
    } else if (values.stencil) {
        const GLint stencil = *values.stencil;
        glClearNamedFramebufferiv(framebuffer, GL_STENCIL, 0, &stencil);
    }
    const std::array<std::optional<std::uint32_t>, 2> ids{values.id_0, values.id_1};
    for (std::size_t plane = 0; plane < 2; ++plane) {
        if (ids[plane]) {
            const std::array<GLuint, 4> value{*ids[plane], 0, 0, 0};
            glClearNamedFramebufferuiv(framebuffer, GL_COLOR, static_cast<GLint>(plane),
                                       value.data());
        }
    }
}

void copy_plane(const GlTarget& from, const GlTarget& to, Plane plane) {
    if (plane == Plane::Id0 || plane == Plane::Id1) {
        const std::size_t index = plane == Plane::Id0 ? 0 : 1;
        glCopyImageSubData(from.id_texture(index), GL_TEXTURE_2D, 0, 0, 0, 0, to.id_texture(index),
                           GL_TEXTURE_2D, 0, 0, 0, 0, from.width(), from.height(), 1);
        return;
    }
    // Images of both planes at once would be copied whole; a blit tells them apart.
    unmask_all();
    glBlitNamedFramebuffer(from.framebuffer(no_plane), to.framebuffer(no_plane), 0, 0, from.width(),
                           from.height(), 0, 0, to.width(), to.height(),
                           plane == Plane::Depth ? GL_DEPTH_BUFFER_BIT : GL_STENCIL_BUFFER_BIT,
                           GL_NEAREST);
}

/// Drivers of GPUs take stencils slowly out of their plane (1024 x 1024 on an NVIDIA H200: 2.2 ms
/// by glReadPixels, 0.26 ms packed by a shader; depths gain nothing). Where the processor draws it
/// is the other way round (Mesa's llvmpipe: 0.36 and 4.1 ms). Packed stencils have the low byte
/// first.
bool packing_pays(const DeviceInfo& info) {
    return !info.on_processor && std::endian::native == std::endian::little;
}

} // namespace

Status GlDevice::clear(Target& target, const Clear& values) {
    const auto* mine = own<GlTarget>(&target);
    if (mine == nullptr) {
        return foreign_object("clear");
    }
    return context_->run([&]() -> Status {
        clear_planes(*mine, values);
        return {};
    });
}

Status GlDevice::copy(const Target& from, Target& to, Plane plane) {
    const auto* source = own<const GlTarget>(&from);
    const auto* destination = own<GlTarget>(&to);
    if (source == nullptr || destination == nullptr) {
        return foreign_object("copy");
    }
    if (Status refused = check_copy(from, to)) {
        return refused;
    }
    return context_->run([&]() -> Status {
        if (source != destination) {
            copy_plane(*source, *destination, plane);
        }
        return {};
    });
}

Expected<std::uint64_t> GlDevice::count(const Target& target, const PixelTest& test) {
    const auto* mine = own<const GlTarget>(&target);
    if (mine == nullptr) {
        return foreign_object("count");
    }
    return context_->run([&] { return objects_->inspector.count(*mine, test); });
}

Expected<std::array<std::uint64_t, 256>> GlDevice::stencil_histogram(const Target& target) {
    const auto* mine = own<const GlTarget>(&target);
    if (mine == nullptr) {
        return foreign_object("stencil_histogram");
    }
    return context_->run([&] { return objects_->inspector.stencil_histogram(*mine); });
}

Expected<std::vector<Pixel>> GlDevice::collect(const Target& target, const PixelTest& test) {
    const auto* mine = own<const GlTarget>(&target);
    if (mine == nullptr) {
        return foreign_object("collect");
    }
    return context_->run([&] { return objects_->inspector.collect(*mine, test); });
}

template <typename T>
Expected<std::vector<T>> GlDevice::read_plane(const Target& target, PlaneMask mask, GLenum format,
                                              GLenum type) {
    const auto* mine = own<const GlTarget>(&target);
    if (mine == nullptr) {
        return foreign_object("read");
    }
    return context_->run([&]() -> Expected<std::vector<T>> {
        std::vector<T> values(static_cast<std::size_t>(target.width()) *
                              static_cast<std::size_t>(target.height()));
        glBindFramebuffer(GL_READ_FRAMEBUFFER, mine->framebuffer(mask));
        glReadPixels(0, 0, target.width(), target.height(), format, type, values.data());
        return values;
    });
}

Expected<std::vector<float>> GlDevice::read_depth(const Target& target) {
    return read_plane<float>(target, no_plane, GL_DEPTH_COMPONENT, GL_FLOAT);
}

Expected<std::vector<std::uint8_t>> GlDevice::read_stencil(const Target& target) {
    const auto* mine = own<const GlTarget>(&target);
    if (mine != nullptr && packing_pays(info_)) {
        return context_->run([&] { return objects_->inspector.read_stencil(*mine); });
    }
    return read_plane<std::uint8_t>(target, no_plane, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE);
}

Expected<std::vector<std::uint32_t>> GlDevice::read_ids(const Target& target, int plane) {
    if (plane != 0 && plane != 1) {
        return Error{ErrorCode::InvalidArgument, "read_ids: there are id planes 0 and 1 only"};
    }
    return read_plane<std::uint32_t>(target, plane == 0 ? 1U : 2U, GL_RED_INTEGER, GL_UNSIGNED_INT);
}

} // namespace impinge::inline v0::raster::opengl
