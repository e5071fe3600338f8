// SPDX-License-Identifier: Apache-2.0
#include "raster/opengl/gl_device.hpp"

#include "raster/request.hpp"

#include <algorithm>
#include <array>
#include <epoxy/gl.h>

namespace impinge::inline v0::raster::opengl {
namespace {

/// Beyond this the hardware's floats no longer name every sub-pixel step.
constexpr int largest_window = 16384;

std::string text(GLenum name) {
    const auto* bytes = glGetString(name);
    return bytes == nullptr ? "unknown" : reinterpret_cast<const char*>(bytes);
}

int largest_target() {
    GLint texture = 0;
    std::array<GLint, 2> viewport{};
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &texture);
    glGetIntegerv(GL_MAX_VIEWPORT_DIMS, viewport.data());
    return std::min({texture, viewport[0], viewport[1], largest_window});
}

bool has_gl_extension(const char* name) {
    GLint count = 0;
    glGetIntegerv(GL_NUM_EXTENSIONS, &count);
    for (GLint i = 0; i < count; ++i) {
        const auto* bytes = glGetStringi(GL_EXTENSIONS, static_cast<GLuint>(i));
        if (bytes != nullptr && std::string(reinterpret_cast<const char*>(bytes)) == name) {
            return true;
        }
    }
    return false;
}

std::vector<std::string> telling_extensions(EGLDisplay display) {
    std::vector<std::string> present;
    for (const char* name : {hardware_conservative, hardware_dilation, "GL_KHR_robustness",
                             "GL_KHR_debug", "GL_KHR_context_flush_control"}) {
        if (has_gl_extension(name)) {
            present.emplace_back(name);
        }
    }
    const char* of_display = eglQueryString(display, EGL_EXTENSIONS);
    for (const char* name :
         {"EGL_KHR_no_config_context", "EGL_KHR_surfaceless_context",
          "EGL_KHR_context_flush_control", "EGL_EXT_create_context_robustness"}) {
        if (has_word(of_display, name)) {
            present.emplace_back(name);
        }
    }
    return present;
}

/// What the context that is current tells about itself.
DeviceInfo describe(const EglAdapter& adapter) {
    return {.kind = DeviceKind::OpenGl,
            .name = text(GL_RENDERER),
            .driver = text(GL_VENDOR) + ", " + adapter.platform,
            .version = text(GL_VERSION),
            .max_size = largest_target(),
            .conservative = true,
            .on_processor = adapter.is_software,
            .extensions = telling_extensions(adapter.display)};
}

} // namespace

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
