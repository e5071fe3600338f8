// SPDX-License-Identifier: Apache-2.0
#include "raster/opengl/egl_adapter.hpp"

#include "raster/opengl/gl_libraries.hpp"

#include <algorithm>
#include <array>
#include <sstream>

namespace impinge::inline v0::raster::opengl {
namespace {

template <typename Function> Function egl_function(const char* name) {
    return reinterpret_cast<Function>(eglGetProcAddress(name));
}

/// What a client extension adds is asked for by hand: libepoxy looks at displays only.
EGLDisplay platform_display(EGLenum platform, void* native) {
    const auto get = egl_function<PFNEGLGETPLATFORMDISPLAYEXTPROC>("eglGetPlatformDisplayEXT");
    return get == nullptr ? EGL_NO_DISPLAY : get(platform, native, nullptr);
}

std::vector<EGLDeviceEXT> egl_devices() {
    const auto query = egl_function<PFNEGLQUERYDEVICESEXTPROC>("eglQueryDevicesEXT");
    EGLint count = 0;
    if (query == nullptr || query(0, nullptr, &count) == EGL_FALSE || count <= 0) {
        return {};
    }
    std::vector<EGLDeviceEXT> devices(static_cast<std::size_t>(count));
    if (query(count, devices.data(), &count) == EGL_FALSE) {
        return {};
    }
    devices.resize(static_cast<std::size_t>(std::max(count, 0)));
    return devices;
}

bool is_software(EGLDeviceEXT device) {
    const auto query = egl_function<PFNEGLQUERYDEVICESTRINGEXTPROC>("eglQueryDeviceStringEXT");
    return query != nullptr && has_word(query(device, EGL_EXTENSIONS), "EGL_MESA_device_software");
}

std::vector<EglAdapter> device_adapters() {
    std::vector<EglAdapter> adapters;
    for (EGLDeviceEXT device : egl_devices()) {
        if (EGLDisplay display = platform_display(EGL_PLATFORM_DEVICE_EXT, device);
            display != EGL_NO_DISPLAY) {
            adapters.push_back({display, "EGL device platform", is_software(device)});
        }
    }
    std::stable_sort(adapters.begin(), adapters.end(),
                     [](const EglAdapter& a, const EglAdapter& b) {
                         return static_cast<int>(a.is_software) < static_cast<int>(b.is_software);
                     });
    return adapters;
}

} // namespace

bool has_word(const char* words, const char* name) {
    std::istringstream list(words == nullptr ? "" : words);
    for (std::string word; list >> word;) {
        if (word == name) {
            return true;
        }
    }
    return false;
}

std::string egl_error_text() {
    constexpr std::array<const char*, 15> names{
        "success",       "not initialized", "bad access",        "out of memory",
        "bad attribute", "bad config",      "bad context",       "bad current surface",
        "bad display",   "bad match",       "bad native pixmap", "bad native window",
        "bad parameter", "bad surface",     "context lost"};
    const auto code = static_cast<std::size_t>(eglGetError() - EGL_SUCCESS);
    return code < names.size() ? names[code] : "unknown error";
}

Expected<std::vector<EglAdapter>> find_adapters() {
    if (const Status missing = check_gl_libraries(); !missing) {
        return missing.error();
    }
    const char* extensions = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
    std::vector<EglAdapter> adapters;
    if (has_word(extensions, "EGL_EXT_platform_device") ||
        has_word(extensions, "EGL_EXT_platform_base")) {
        adapters = device_adapters();
    }
    if (adapters.empty() && has_word(extensions, "EGL_MESA_platform_surfaceless")) {
        if (EGLDisplay display = platform_display(EGL_PLATFORM_SURFACELESS_MESA, nullptr);
            display != EGL_NO_DISPLAY) {
            adapters.push_back({display, "EGL surfaceless platform", true});
        }
    }
    if (adapters.empty()) {
        return Error{ErrorCode::Unsupported,
                     "opengl: EGL knows no device, and no Mesa without a window; is a driver "
                     "installed?"};
    }
    return adapters;
}

Status initialize(const EglAdapter& adapter) {
    if (eglInitialize(adapter.display, nullptr, nullptr) == EGL_FALSE) {
        return Error{ErrorCode::Unsupported,
                     "opengl: EGL cannot open the display: " + egl_error_text()};
    }
    return {};
}

} // namespace impinge::inline v0::raster::opengl
