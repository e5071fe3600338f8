// SPDX-License-Identifier: Apache-2.0
//
// Clearing, copying, reading and counting.
#include "raster/opengl/gl_device.hpp"
#include "raster/opengl/program.hpp"
#include "raster/request.hpp"
#include "raster/software/planes.hpp"

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

/// The planes of a target in memory.
struct ReadPlanes {
    std::vector<float> depth;
    std::vector<std::uint8_t> stencil;
    std::array<std::vector<std::uint32_t>, 2> ids;

    [[nodiscard]] Planes of(const Target& target) {
        return {.width = target.width(),
                .height = target.height(),
                .stride = static_cast<std::size_t>(target.width()),
                .depth = depth.data(),
                .stencil = stencil.data(),
                .ids = {ids[0].data(), ids[1].data()}};
    }
};

template <typename T>
std::vector<T> read_by_driver(const GlTarget& target, PlaneMask mask, GLenum format, GLenum type) {
    std::vector<T> values(static_cast<std::size_t>(target.width()) *
                          static_cast<std::size_t>(target.height()));
    glBindFramebuffer(GL_READ_FRAMEBUFFER, target.framebuffer(mask));
    glReadPixels(0, 0, target.width(), target.height(), format, type, values.data());
    return values;
}

std::vector<float> depths_of(const GlTarget& target) {
    return read_by_driver<float>(target, no_plane, GL_DEPTH_COMPONENT, GL_FLOAT);
}

std::vector<std::uint8_t> stencils_of(const GlTarget& target) {
    return read_by_driver<std::uint8_t>(target, no_plane, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE);
}

std::vector<std::uint32_t> ids_of(const GlTarget& target, int plane) {
    return read_by_driver<std::uint32_t>(target, plane == 0 ? 1U : 2U, GL_RED_INTEGER,
                                         GL_UNSIGNED_INT);
}

/// Where the processor draws, all planes are read in less time than shaders take to look at one of
/// them (Mesa's llvmpipe, 512 x 512: 0.5 ms to read all, 9 ms to count, 70 ms to collect all
/// pixels). What only `collect` needs stays empty for a count.
ReadPlanes planes_to_count(const GlTarget& target, const PixelTest& test) {
    ReadPlanes planes{.depth = {}, .stencil = stencils_of(target), .ids = {}};
    if (test.with_id_0) {
        planes.ids[0] = ids_of(target, 0);
    }
    if (test.with_id_1) {
        planes.ids[1] = ids_of(target, 1);
    }
    return planes;
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
    if (Status status = check_copy(from, to); !status) {
        return status;
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
    return context_->run([&]() -> Expected<std::uint64_t> {
        if (!info_.on_processor) {
            return objects_->inspector.count(*mine, test);
        }
        ReadPlanes planes = planes_to_count(*mine, test);
        return count_pixels(Context(1), planes.of(target), test);
    });
}

Expected<std::array<std::uint64_t, 256>> GlDevice::stencil_histogram(const Target& target) {
    const auto* mine = own<const GlTarget>(&target);
    if (mine == nullptr) {
        return foreign_object("stencil_histogram");
    }
    return context_->run([&]() -> Expected<std::array<std::uint64_t, 256>> {
        if (!info_.on_processor) {
            return objects_->inspector.stencil_histogram(*mine);
        }
        ReadPlanes planes = planes_to_count(*mine, {});
        return raster::stencil_histogram(Context(1), planes.of(target));
    });
}

Expected<std::vector<Pixel>> GlDevice::collect(const Target& target, const PixelTest& test) {
    const auto* mine = own<const GlTarget>(&target);
    if (mine == nullptr) {
        return foreign_object("collect");
    }
    return context_->run([&]() -> Expected<std::vector<Pixel>> {
        if (!info_.on_processor) {
            return objects_->inspector.collect(*mine, test);
        }
        ReadPlanes planes{
            depths_of(*mine), stencils_of(*mine), {ids_of(*mine, 0), ids_of(*mine, 1)}};
        return collect_pixels(Context(1), planes.of(target), test);
    });
}

Expected<std::vector<std::vector<IdPair>>>
GlDevice::close_pairs(const Target& one, const Target& other, std::span<const CloseArea> areas) {
    const auto* mine = own<const GlTarget>(&one);
    const auto* others = own<const GlTarget>(&other);
    if (mine == nullptr || others == nullptr) {
        return foreign_object("close_pairs");
    }
    if (Status status = check_close(one, other, areas); !status) {
        return status.error();
    }
    return context_->run([&]() -> Expected<std::vector<std::vector<IdPair>>> {
        if (!info_.on_processor) {
            return objects_->inspector.close_pairs(*mine, *others, areas);
        }
        const auto planes_of = [](const GlTarget& target) {
            return ReadPlanes{
                .depth = depths_of(target), .stencil = {}, .ids = {ids_of(target, 0), {}}};
        };
        ReadPlanes planes = planes_of(*mine);
        ReadPlanes other_planes = planes_of(*others);
        return raster::close_pairs(Context(1), planes.of(one), other_planes.of(other), areas);
    });
}

Expected<std::vector<float>> GlDevice::read_depth(const Target& target) {
    const auto* mine = own<const GlTarget>(&target);
    if (mine == nullptr) {
        return foreign_object("read");
    }
    return context_->run([&]() -> Expected<std::vector<float>> { return depths_of(*mine); });
}

Expected<std::vector<std::uint8_t>> GlDevice::read_stencil(const Target& target) {
    const auto* mine = own<const GlTarget>(&target);
    if (mine == nullptr) {
        return foreign_object("read");
    }
    return context_->run([&]() -> Expected<std::vector<std::uint8_t>> {
        return packing_pays(info_) ? objects_->inspector.read_stencil(*mine) : stencils_of(*mine);
    });
}

Expected<std::vector<std::uint32_t>> GlDevice::read_ids(const Target& target, int plane) {
    if (plane != 0 && plane != 1) {
        return Error{ErrorCode::InvalidArgument, "read_ids: there are id planes 0 and 1 only"};
    }
    const auto* mine = own<const GlTarget>(&target);
    if (mine == nullptr) {
        return foreign_object("read");
    }
    return context_->run(
        [&]() -> Expected<std::vector<std::uint32_t>> { return ids_of(*mine, plane); });
}

} // namespace impinge::inline v0::raster::opengl
