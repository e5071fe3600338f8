// SPDX-License-Identifier: Apache-2.0
#include "app/surface.hpp"

// Before GLFW, which would bring OpenGL headers of its own.
#include <epoxy/gl.h>

#include <GLFW/glfw3.h>

#include <algorithm>
#include <utility>

namespace impinge::viewer {
namespace {

/// GLFW names places, by what a US keyboard has there; shortcuts mean what is printed on a key.
/// Digits of layouts that have them with shift stay in their places.
Key key_of(int key, int scancode) {
    if (key >= GLFW_KEY_SPACE && key <= GLFW_KEY_WORLD_2) {
        const char* printed = glfwGetKeyName(key, scancode);
        const Key meant = printed == nullptr ? Key::None : key_printed(printed);
        const bool is_ascii = key <= GLFW_KEY_GRAVE_ACCENT; // which both number alike
        return meant != Key::None || !is_ascii ? meant : static_cast<Key>(key);
    }
    if (key >= GLFW_KEY_KP_0 && key <= GLFW_KEY_KP_9) {
        return static_cast<Key>('0' + (key - GLFW_KEY_KP_0));
    }
    constexpr auto others =
        std::to_array<std::pair<int, Key>>({{GLFW_KEY_ESCAPE, Key::Escape},
                                            {GLFW_KEY_ENTER, Key::Enter},
                                            {GLFW_KEY_TAB, Key::Tab},
                                            {GLFW_KEY_BACKSPACE, Key::Backspace},
                                            {GLFW_KEY_DELETE, Key::Delete},
                                            {GLFW_KEY_LEFT, Key::Left},
                                            {GLFW_KEY_RIGHT, Key::Right},
                                            {GLFW_KEY_UP, Key::Up},
                                            {GLFW_KEY_DOWN, Key::Down},
                                            {GLFW_KEY_HOME, Key::Home},
                                            {GLFW_KEY_END, Key::End},
                                            {GLFW_KEY_PAGE_UP, Key::PageUp},
                                            {GLFW_KEY_PAGE_DOWN, Key::PageDown},
                                            {GLFW_KEY_KP_ADD, static_cast<Key>('+')},
                                            {GLFW_KEY_KP_SUBTRACT, static_cast<Key>('-')},
                                            {GLFW_KEY_F11, Key::F11},
                                            {GLFW_KEY_F12, Key::F12},
                                            {GLFW_KEY_KP_ENTER, Key::KeypadEnter}});
    const auto* found = std::ranges::find(others, key, &std::pair<int, Key>::first);
    return found == others.end() ? Key::None : found->second;
}

/// For events that come without them.
Modifiers held_modifiers(GLFWwindow* window) {
    const auto is_held = [&](int left, int right) {
        return glfwGetKey(window, left) == GLFW_PRESS || glfwGetKey(window, right) == GLFW_PRESS;
    };
    return {is_held(GLFW_KEY_LEFT_SHIFT, GLFW_KEY_RIGHT_SHIFT),
            is_held(GLFW_KEY_LEFT_CONTROL, GLFW_KEY_RIGHT_CONTROL),
            is_held(GLFW_KEY_LEFT_ALT, GLFW_KEY_RIGHT_ALT)};
}

Modifiers modifiers_of(int bits) {
    return {(bits & GLFW_MOD_SHIFT) != 0, (bits & GLFW_MOD_CONTROL) != 0,
            (bits & GLFW_MOD_ALT) != 0};
}

class Window final : public Surface {
  public:
    /// At a scale that the user has given, or that of the display.
    Window(GLFWwindow* window, float given_scale) : window_(window), given_scale_(given_scale) {
        glfwSetWindowUserPointer(window, this);
        glfwSetCursorPosCallback(window, on_move);
        glfwSetMouseButtonCallback(window, on_button);
        glfwSetScrollCallback(window, on_scroll);
        glfwSetKeyCallback(window, on_key);
        glfwSetCharCallback(window, on_text);
        glfwSetDropCallback(window, on_drop);
        glfwSetWindowCloseCallback(window, on_close);
        glfwSetCursorEnterCallback(window, on_enter);
        glfwSetFramebufferSizeCallback(window, on_resize);
        glfwSetWindowContentScaleCallback(window, on_scale);
        glfwSetWindowRefreshCallback(window, on_refresh);
    }
    ~Window() override {
        glfwDestroyWindow(window_);
        glfwTerminate();
    }
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;
    Window(Window&&) = delete;
    Window& operator=(Window&&) = delete;

    [[nodiscard]] WindowSize size() const override {
        WindowSize size;
        glfwGetFramebufferSize(window_, &size.width, &size.height);
        return {std::max(1, size.width), std::max(1, size.height)};
    }
    [[nodiscard]] float scale() const override {
        float scale = given_scale_;
        float other = 1;
        if (scale <= 0) {
            glfwGetWindowContentScale(window_, &scale, &other);
        }
        return std::clamp(scale, 0.5F, 4.0F);
    }
    void collect(Viewer& viewer, double wait_seconds) override {
        viewer_ = &viewer;
        if (wait_seconds > 0) {
            glfwWaitEventsTimeout(wait_seconds);
        } else {
            glfwPollEvents();
        }
        viewer_ = nullptr;
    }
    void show(const FrameTarget& frame) override {
        frame.show();
        glfwSwapBuffers(window_);
    }
    void wake() override { glfwPostEmptyEvent(); }
    std::string clipboard() override {
        const char* text = glfwGetClipboardString(window_);
        return text == nullptr ? "" : text;
    }
    void set_clipboard(const std::string& text) override {
        glfwSetClipboardString(window_, text.c_str());
    }

  private:
    static void post(GLFWwindow* window, Event event) {
        auto& self = *static_cast<Window*>(glfwGetWindowUserPointer(window));
        if (self.viewer_ != nullptr) {
            self.viewer_->post(std::move(event));
        }
    }
    /// In pixels, where the system counts in something larger.
    static std::pair<double, double> pixels(GLFWwindow* window, double x, double y) {
        int width = 1;
        int height = 1;
        int pixels_wide = 1;
        int pixels_high = 1;
        glfwGetWindowSize(window, &width, &height);
        glfwGetFramebufferSize(window, &pixels_wide, &pixels_high);
        return {x * pixels_wide / std::max(1, width), y * pixels_high / std::max(1, height)};
    }
    static void on_move(GLFWwindow* window, double x, double y) {
        const auto [px, py] = pixels(window, x, y);
        post(window,
             {.kind = Event::Kind::Move, .x = px, .y = py, .modifiers = held_modifiers(window)});
    }
    static void on_button(GLFWwindow* window, int button, int action, int bits) {
        if (button > GLFW_MOUSE_BUTTON_MIDDLE) {
            return;
        }
        double x = 0;
        double y = 0;
        glfwGetCursorPos(window, &x, &y);
        const auto [px, py] = pixels(window, x, y);
        post(window, {.kind = action == GLFW_PRESS ? Event::Kind::Press : Event::Kind::Release,
                      .x = px,
                      .y = py,
                      .button = static_cast<MouseButton>(button), // numbered alike
                      .modifiers = modifiers_of(bits)});
    }
    static void on_scroll(GLFWwindow* window, double x, double y) {
        post(window,
             {.kind = Event::Kind::Wheel, .x = x, .y = y, .modifiers = held_modifiers(window)});
    }
    static void on_key(GLFWwindow* window, int key, int scancode, int action, int bits) {
        post(window, {.kind = action == GLFW_RELEASE ? Event::Kind::KeyUp : Event::Kind::KeyDown,
                      .key = key_of(key, scancode),
                      .modifiers = modifiers_of(bits)});
    }
    static void on_text(GLFWwindow* window, unsigned character) {
        post(window, {.kind = Event::Kind::Text, .character = character});
    }
    static void on_drop(GLFWwindow* window, int count, const char** files) {
        post(window, {.kind = Event::Kind::Drop, .files = {files, files + count}});
    }
    static void on_resize(GLFWwindow* window, int /*width*/, int /*height*/) { on_refresh(window); }
    static void on_refresh(GLFWwindow* window) { post(window, {.kind = Event::Kind::Redraw}); }
    /// The window has come to another display, whose scale() is asked for before the next frame.
    static void on_scale(GLFWwindow* window, float /*x*/, float /*y*/) { on_refresh(window); }
    static void on_close(GLFWwindow* window) { post(window, {.kind = Event::Kind::Close}); }
    static void on_enter(GLFWwindow* window, int entered) {
        if (entered == GLFW_FALSE) {
            post(window, {.kind = Event::Kind::Leave});
        }
    }

    GLFWwindow* window_;
    float given_scale_;
    Viewer* viewer_ = nullptr;
};

Error no_window(const std::string& what) {
    const char* reason = nullptr;
    glfwGetError(&reason);
    return {ErrorCode::Unsupported, "view: " + what +
                                        (reason == nullptr ? "" : std::string(": ") + reason) +
                                        "; --screenshot FILE needs no window"};
}

} // namespace

Expected<std::unique_ptr<Surface>> open_window(const SurfaceOptions& options) {
    if (glfwInit() == GLFW_FALSE) {
        return no_window("there is no display");
    }
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 4);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 5);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_DEBUG_CONTEXT, options.debug ? GLFW_TRUE : GLFW_FALSE);
    glfwWindowHint(GLFW_DEPTH_BITS, 0);
    glfwWindowHint(GLFW_STENCIL_BITS, 0);
    glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
    GLFWwindow* window =
        glfwCreateWindow(options.size.width, options.size.height, "impinge", nullptr, nullptr);
    if (window == nullptr) {
        Error error = no_window("no window with OpenGL 4.5 can be opened");
        glfwTerminate();
        return error;
    }
    glfwMakeContextCurrent(window);
    glfwSwapInterval(1);
    auto surface = std::make_unique<Window>(window, options.scale);
    if (options.debug) {
        surface->messages.listen();
    }
    return std::unique_ptr<Surface>(std::move(surface));
}

} // namespace impinge::viewer
