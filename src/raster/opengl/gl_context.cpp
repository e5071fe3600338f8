// SPDX-License-Identifier: Apache-2.0
#include "raster/opengl/gl_context.hpp"

#include <array>
#include <utility>
#include <vector>

namespace impinge::inline v0::raster::opengl {
namespace {

Error unsupported(std::string message) { return {ErrorCode::Unsupported, std::move(message)}; }

/// A context that needs no config, or the first that can do OpenGL.
Expected<EGLConfig> usable_config(EGLDisplay display, const char* extensions) {
    if (has_word(extensions, "EGL_KHR_no_config_context")) {
        return EGLConfig{EGL_NO_CONFIG_KHR};
    }
    constexpr std::array<EGLint, 5> wanted{EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_SURFACE_TYPE, 0,
                                           EGL_NONE};
    EGLConfig config = nullptr;
    EGLint found = 0;
    if (eglChooseConfig(display, wanted.data(), &config, 1, &found) == EGL_FALSE || found == 0) {
        return unsupported("opengl: EGL has no configuration for OpenGL");
    }
    return config;
}

/// Every call makes the context current and puts it back. Mesa need not cut its work short there,
/// which saves it more time than a small pass takes. Other drivers were seen to lose what they had
/// not begun when told the same.
bool keeps_work_when_released(EGLDisplay display, const char* extensions) {
    const char* vendor = eglQueryString(display, EGL_VENDOR);
    return has_word(vendor, "Mesa") && has_word(extensions, "EGL_KHR_context_flush_control");
}

std::vector<EGLint> context_attributes(EGLDisplay display, const char* extensions,
                                       DriverMessages messages) {
    std::vector<EGLint> attributes{
        EGL_CONTEXT_MAJOR_VERSION,       4,
        EGL_CONTEXT_MINOR_VERSION,       5,
        EGL_CONTEXT_OPENGL_PROFILE_MASK, EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT};
    const auto add = [&](EGLint name, EGLint value) {
        attributes.insert(attributes.end(), {name, value});
    };
    if (messages == DriverMessages::Errors) {
        add(EGL_CONTEXT_OPENGL_DEBUG, EGL_TRUE);
    }
    if (keeps_work_when_released(display, extensions)) {
        add(EGL_CONTEXT_RELEASE_BEHAVIOR_KHR, EGL_CONTEXT_RELEASE_BEHAVIOR_NONE_KHR);
    }
    return attributes;
}

EGLContext create_context(const EglAdapter& adapter, EGLConfig config,
                          std::vector<EGLint> attributes) {
    // A GPU that was reset is reported rather than answering nonsense, where the driver can.
    std::vector<EGLint> notified = attributes;
    notified.insert(notified.end(), {EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY,
                                     EGL_LOSE_CONTEXT_ON_RESET, EGL_NONE});
    EGLContext context = eglCreateContext(adapter.display, config, EGL_NO_CONTEXT, notified.data());
    if (context == EGL_NO_CONTEXT) {
        attributes.push_back(EGL_NONE);
        context = eglCreateContext(adapter.display, config, EGL_NO_CONTEXT, attributes.data());
    }
    return context;
}

/// What the whole device needs of OpenGL beyond its version.
Status check_limits() {
    GLint subpixel_bits = 0;
    GLint vertex_buffers = 0;
    glGetIntegerv(GL_SUBPIXEL_BITS, &subpixel_bits);
    glGetIntegerv(GL_MAX_VERTEX_SHADER_STORAGE_BLOCKS, &vertex_buffers);
    if (subpixel_bits < 8) {
        return unsupported("opengl: the driver rounds vertices to " +
                           std::to_string(1 << subpixel_bits) + " steps per pixel, not to " +
                           std::to_string(subpixel_steps));
    }
    if (vertex_buffers < 3) {
        return unsupported("opengl: the driver has too few storage buffers for vertex shaders");
    }
    return {};
}

} // namespace

Current::Current(EGLDisplay display, EGLContext context, std::thread::id own_thread)
    : display_(display), on_own_thread_(own_thread == std::this_thread::get_id()),
      previous_api_(eglQueryAPI()) {
    if (previous_api_ == EGL_OPENGL_API && eglGetCurrentContext() == context) {
        switched_ = false;
        return;
    }
    eglBindAPI(EGL_OPENGL_API);
    previous_display_ = eglGetCurrentDisplay();
    previous_context_ = eglGetCurrentContext();
    previous_draw_ = eglGetCurrentSurface(EGL_DRAW);
    previous_read_ = eglGetCurrentSurface(EGL_READ);
    worked_ = eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context) != EGL_FALSE;
}

Current::~Current() {
    if (!switched_) {
        return;
    }
    if (previous_context_ == EGL_NO_CONTEXT) {
        eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    } else {
        eglMakeCurrent(previous_display_, previous_draw_, previous_read_, previous_context_);
    }
    if (previous_context_ == EGL_NO_CONTEXT && !on_own_thread_) {
        eglReleaseThread();
    }
    if (eglQueryAPI() != previous_api_) {
        eglBindAPI(previous_api_);
    }
}

Expected<std::shared_ptr<GlContext>> GlContext::open(const EglAdapter& adapter,
                                                     DriverMessages messages) {
    if (const Status status = initialize(adapter); !status) {
        return status.error();
    }
    const char* extensions = eglQueryString(adapter.display, EGL_EXTENSIONS);
    if (!has_word(extensions, "EGL_KHR_surfaceless_context")) {
        return unsupported("opengl: the driver needs a window (no EGL_KHR_surfaceless_context)");
    }
    const Expected<EGLConfig> config = usable_config(adapter.display, extensions);
    if (!config) {
        return config.error();
    }
    const EGLenum previous_api = eglQueryAPI();
    if (eglBindAPI(EGL_OPENGL_API) == EGL_FALSE) {
        return unsupported("opengl: the driver knows OpenGL ES only");
    }
    EGLContext context =
        create_context(adapter, *config, context_attributes(adapter.display, extensions, messages));
    const std::string reason = context == EGL_NO_CONTEXT ? egl_error_text() : "";
    eglBindAPI(previous_api);
    if (context == EGL_NO_CONTEXT) {
        return unsupported("opengl: the driver has no OpenGL 4.5 core context: " + reason);
    }
    std::shared_ptr<GlContext> opened(new GlContext(adapter, context));
    const Status status = opened->run([&]() -> Status {
        if (messages == DriverMessages::Errors) {
            opened->listen();
        }
        return check_limits();
    });
    if (!status) {
        return status.error();
    }
    return opened;
}

GlContext::~GlContext() { eglDestroyContext(adapter_.display, context_); }

namespace {

class HeldContext final : public Hold {
  public:
    HeldContext(std::shared_ptr<GlContext> context, EGLContext name, std::thread::id own_thread)
        : context_(std::move(context)), current_(context_->adapter().display, name, own_thread) {}

    [[nodiscard]] bool worked() const { return current_.worked(); }

  private:
    std::shared_ptr<GlContext> context_; // goes last
    Current current_;
};

} // namespace

std::unique_ptr<Hold> GlContext::hold(std::shared_ptr<GlContext> context) {
    if (context->lost_) {
        return nullptr;
    }
    const EGLContext name = context->context_;
    const std::thread::id own_thread = context->own_thread_;
    std::unique_ptr<HeldContext> held(new (std::nothrow)
                                          HeldContext(std::move(context), name, own_thread));
    return held != nullptr && held->worked() ? std::move(held) : nullptr;
}

void GlContext::listen() {
    glEnable(GL_DEBUG_OUTPUT);
    glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
    // Drivers keep what they find of little weight to themselves unless told otherwise.
    for (const int type : {GL_DEBUG_TYPE_ERROR, GL_DEBUG_TYPE_UNDEFINED_BEHAVIOR}) {
        glDebugMessageControl(GL_DONT_CARE, static_cast<GLenum>(type), GL_DONT_CARE, 0, nullptr,
                              GL_TRUE);
    }
    glDebugMessageCallback(hear, this);
}

void GLAPIENTRY GlContext::hear(GLenum source, GLenum type, GLuint /*id*/, GLenum severity,
                                GLsizei length, const GLchar* text, const void* context) {
    // What a compiler finds odd in a shader it accepts is no fault of the call.
    const bool severe =
        severity == GL_DEBUG_SEVERITY_HIGH && source != GL_DEBUG_SOURCE_SHADER_COMPILER;
    const bool matters =
        severe || type == GL_DEBUG_TYPE_ERROR || type == GL_DEBUG_TYPE_UNDEFINED_BEHAVIOR;
    // The driver hands back the pointer it was given, as const.
    auto& listener = *static_cast<GlContext*>(const_cast<void*>(context));
    if (matters && listener.complaint_.empty()) {
        listener.complaint_ =
            length < 0 ? std::string(text) : std::string(text, static_cast<std::size_t>(length));
    }
}

Status GlContext::take_fault() {
    const GLenum first = glGetError();
    // A lost context repeats the same error for ever.
    for (int i = 0; i < 16 && first != GL_NO_ERROR && glGetError() != GL_NO_ERROR; ++i) {
    }
    const std::string complaint = std::exchange(complaint_, {});
    if (first == GL_OUT_OF_MEMORY) {
        return Error{ErrorCode::OutOfMemory, "opengl: the driver is out of memory"};
    }
    if (first == GL_CONTEXT_LOST ||
        (first != GL_NO_ERROR && glGetGraphicsResetStatus() != GL_NO_ERROR)) {
        lose();
        return lost_error();
    }
    if (!complaint.empty()) {
        return unsupported("opengl: the driver complains: " + complaint);
    }
    if (first != GL_NO_ERROR) {
        return unsupported("opengl: the driver reports error " + std::to_string(first));
    }
    return {};
}

Error GlContext::not_current() {
    const EGLint code = eglGetError();
    if (code == EGL_CONTEXT_LOST) {
        lose();
        return lost_error();
    }
    return code == EGL_BAD_ACCESS
               ? Error{ErrorCode::InvalidArgument,
                       "opengl: the device is in use by another thread at this moment"}
               : Error{ErrorCode::DeviceLost, "opengl: the context cannot be made current"};
}

Error GlContext::lost_error() {
    return {ErrorCode::DeviceLost, "opengl: the device was lost (the GPU was reset); make another"};
}

Error GlContext::out_of_memory() {
    return {ErrorCode::OutOfMemory, "opengl: not enough memory for the answer"};
}

} // namespace impinge::inline v0::raster::opengl
