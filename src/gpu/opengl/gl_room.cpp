// SPDX-License-Identifier: Apache-2.0
#include "gpu/opengl/gl_room.hpp"

#include "raster/opengl/glx_context.hpp"

#include <array>
#include <map>
#include <new>

namespace impinge::inline v0::gpu::opengl {
namespace {

class RoomOfDevice final : public GlRoom {
  public:
    explicit RoomOfDevice(raster::opengl::GlDevice& device) : device_(device) {}

    Status run(const std::function<Status()>& body) override { return device_.context().run(body); }
    void release(const std::function<void()>& body) override { device_.context().release(body); }
    Expected<const Program*> program(const std::string& name,
                                     const std::function<Expected<Program>()>& link) override {
        return device_.program_called(name, link);
    }
    [[nodiscard]] Chip chip() const override {
        return device_.info().on_processor ? Chip::Processor : Chip::Gpu;
    }

  private:
    raster::opengl::GlDevice& device_;
};

/// What our calls change of a context's state.
class KeptState {
  public:
    KeptState() {
        glGetIntegerv(GL_CURRENT_PROGRAM, &program_);
        glGetIntegeri_v(GL_UNIFORM_BUFFER_BINDING, 0, &uniforms_.buffer);
        glGetInteger64i_v(GL_UNIFORM_BUFFER_START, 0, &uniforms_.start);
        glGetInteger64i_v(GL_UNIFORM_BUFFER_SIZE, 0, &uniforms_.size);
        glGetIntegerv(GL_UNIFORM_BUFFER_BINDING, &general_uniforms_);
        glGetIntegerv(GL_SHADER_STORAGE_BUFFER_BINDING, &general_storage_);
        for (GLuint i = 0; i < storage_.size(); ++i) {
            glGetIntegeri_v(GL_SHADER_STORAGE_BUFFER_BINDING, i, &storage_[i].buffer);
            glGetInteger64i_v(GL_SHADER_STORAGE_BUFFER_START, i, &storage_[i].start);
            glGetInteger64i_v(GL_SHADER_STORAGE_BUFFER_SIZE, i, &storage_[i].size);
        }
    }
    ~KeptState() {
        glUseProgram(static_cast<GLuint>(program_));
        bind(GL_UNIFORM_BUFFER, 0, uniforms_);
        for (GLuint i = 0; i < storage_.size(); ++i) {
            bind(GL_SHADER_STORAGE_BUFFER, i, storage_[i]);
        }
        glBindBuffer(GL_UNIFORM_BUFFER, static_cast<GLuint>(general_uniforms_));
        glBindBuffer(GL_SHADER_STORAGE_BUFFER, static_cast<GLuint>(general_storage_));
    }
    KeptState(const KeptState&) = delete;
    KeptState& operator=(const KeptState&) = delete;
    KeptState(KeptState&&) = delete;
    KeptState& operator=(KeptState&&) = delete;

  private:
    struct Binding {
        GLint buffer = 0;
        GLint64 start = 0;
        GLint64 size = 0; ///< 0: all of it
    };

    static void bind(GLenum target, GLuint place, const Binding& binding) {
        const auto buffer = static_cast<GLuint>(binding.buffer);
        if (binding.size > 0) {
            glBindBufferRange(target, place, buffer, static_cast<GLintptr>(binding.start),
                              static_cast<GLsizeiptr>(binding.size));
        } else {
            glBindBufferBase(target, place, buffer);
        }
    }

    GLint program_ = 0;
    GLint general_uniforms_ = 0;
    GLint general_storage_ = 0;
    Binding uniforms_;
    std::array<Binding, 8> storage_;
};

class RoomOfApplication final : public GlRoom {
  public:
    explicit RoomOfApplication(Chip chip) : chip_(chip) {}
    Status run(const std::function<Status()>& body) override {
        try {
            if (lost_) {
                return lost_error();
            }
            if (glGetError() == GL_CONTEXT_LOST) { // others are the application's
                lost_ = true;
                return lost_error();
            }
            const KeptState kept;
            Status status = body();
            if (Status fault = take_fault(); !fault) {
                return fault;
            }
            return status;
        } catch (const std::bad_alloc&) {
            return Error{ErrorCode::OutOfMemory, "opengl: not enough memory for the answer"};
        }
    }
    void release(const std::function<void()>& body) override { body(); }
    Expected<const Program*> program(const std::string& name,
                                     const std::function<Expected<Program>()>& link) override {
        auto found = programs_.find(name);
        if (found == programs_.end()) {
            auto linked = link();
            if (!linked) {
                return linked.error();
            }
            found = programs_.emplace(name, std::move(*linked)).first;
        }
        return &found->second;
    }
    [[nodiscard]] Chip chip() const override { return chip_; }

  private:
    static Error lost_error() {
        return {ErrorCode::DeviceLost,
                "opengl: the device was lost (the GPU was reset); make another session"};
    }
    Status take_fault() {
        const GLenum first = glGetError();
        for (int i = 0; i < 16 && first != GL_NO_ERROR && glGetError() != GL_NO_ERROR; ++i) {
        }
        if (first == GL_NO_ERROR) {
            return {};
        }
        if (first == GL_OUT_OF_MEMORY) {
            return Error{ErrorCode::OutOfMemory, "opengl: the driver is out of memory"};
        }
        if (first == GL_CONTEXT_LOST) {
            lost_ = true;
            return lost_error();
        }
        return Error{ErrorCode::Unsupported,
                     "opengl: the driver reports error " + std::to_string(first)};
    }

    std::map<std::string, Program> programs_;
    bool lost_ = false;
    Chip chip_ = Chip::Gpu;
};

Status check_current_by_egl() {
    // libepoxy ends the process where there is none.
    if (const auto adapters = raster::opengl::find_adapters(); !adapters) {
        return adapters.error();
    }
    if (eglGetCurrentContext() == EGL_NO_CONTEXT || eglQueryAPI() != EGL_OPENGL_API) {
        return Error{ErrorCode::InvalidArgument,
                     "opengl: no context of OpenGL is current on the calling thread"};
    }
    return {};
}

} // namespace

std::shared_ptr<GlRoom> room_of(raster::opengl::GlDevice& device) {
    return std::make_shared<RoomOfDevice>(device);
}

Expected<std::shared_ptr<GlRoom>> room_of_current_context() {
    if (!raster::opengl::is_current_by_glx()) {
        if (Status status = check_current_by_egl(); !status) {
            return status.error();
        }
    }
    const auto* name = glGetString(GL_RENDERER);
    if (!epoxy_is_desktop_gl() || epoxy_gl_version() < 45) {
        return Error{ErrorCode::Unsupported,
                     "opengl: the context that is current is older than 4.5"};
    }
    const std::string renderer(name == nullptr ? "" : reinterpret_cast<const char*>(name));
    const bool on_processor = renderer.find("llvmpipe") != std::string::npos ||
                              renderer.find("softpipe") != std::string::npos;
    return std::shared_ptr<GlRoom>(
        std::make_shared<RoomOfApplication>(on_processor ? Chip::Processor : Chip::Gpu));
}

} // namespace impinge::inline v0::gpu::opengl
