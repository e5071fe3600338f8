// SPDX-License-Identifier: Apache-2.0
//
// The viewer without its window: takes events, lays out the panels, draws frames into a target. A
// window and a script use it in the same way. Everything but post() belongs to one thread, whose
// OpenGL context is current.
#pragma once

#include "app/scene_content.hpp"
#include "app/session.hpp"
#include "camera/orbit_camera.hpp"
#include "camera/stereo.hpp"
#include "draw/frame_target.hpp"
#include "draw/interface_drawing.hpp"
#include "draw/scene_drawing.hpp"
#include "panels/panels.hpp"
#include "panels/panes.hpp"
#include "panels/unsaved_question.hpp"
#include "timeline/recorder.hpp"

#include <deque>
#include <functional>
#include <memory>
#include <mutex>

struct ImGuiContext;

namespace impinge::viewer {

struct ViewerSetup {
    unsigned threads = 0; ///< of checks; 0: all but one
    float scale = 1;      ///< of letters and handles
    int samples = 4;      ///< per pixel
    render::Camera camera = {};
    bool camera_given = false; ///< by the user; a simulation has one of its own otherwise
    Stereo stereo = {};
    std::string camera_text; ///< as OrbitCamera::set_text() takes it; replaces the camera
    std::function<void()> wake = [] {};
    std::function<std::string()> clipboard = [] { return std::string(); };
    std::function<void(const std::string&)> set_clipboard = [](const std::string&) {};
};

class Viewer {
  public:
    static Expected<std::unique_ptr<Viewer>> make(ViewerSetup setup);
    ~Viewer();
    Viewer(const Viewer&) = delete;
    Viewer& operator=(const Viewer&) = delete;
    Viewer(Viewer&&) = delete;
    Viewer& operator=(Viewer&&) = delete;

    /// From any thread.
    void post(Event event);
    /// The next frame but its drawing: handles what was posted, at most up to one press of a key or
    /// button, takes what checks have found and lays out the panels. Returns whether more is to be
    /// handled.
    bool prepare(WindowSize size);
    /// Draws what was prepared.
    void draw();

    /// When what prepare() handled last had been posted.
    [[nodiscard]] const std::vector<std::chrono::steady_clock::time_point>& handled() const {
        return handled_;
    }
    [[nodiscard]] Session& session() { return session_; }
    [[nodiscard]] const Session& session() const { return session_; }
    [[nodiscard]] OrbitCamera& camera() { return camera_; }
    [[nodiscard]] const Panes& panes() const { return panes_; }
    /// Nothing is being read, checked, measured or worked out by a pane.
    [[nodiscard]] bool idle() const {
        return session_.idle() && !panes_.busy() && picture_file_.empty();
    }
    /// Whether prepare() found something that is new to be seen, without an event.
    [[nodiscard]] bool has_news() const { return news_; }
    [[nodiscard]] const FrameTarget& target() const { return target_; }
    [[nodiscard]] bool closing() const { return closing_; }
    void close() { closing_ = true; }
    void execute(Command command);
    /// Where something named stands in the window: a widget, "body.NAME", "gizmo.x".
    [[nodiscard]] std::optional<ScreenPoint> landmark(const std::string& name) const;
    /// Of the last frame.
    [[nodiscard]] const raster::View& view() const { return view_; }
    /// The frame that was drawn last, as a PNG file.
    Status export_picture(const std::filesystem::path& file);
    /// Of impacts, as a WAV file.
    Status export_sound(const std::filesystem::path& file);
    /// Draws every frame of what the timeline plays to a folder, from the first to the last.
    Status record(const std::filesystem::path& folder, WindowSize size);
    [[nodiscard]] bool recording() const { return recorder_.has_value(); }
    /// What became of the recording that ended last: how a film is made of it, or nothing.
    [[nodiscard]] const std::string& film_line() const { return film_line_; }

    /// Of the display that the window is on now. Between two frames.
    void set_scale(float scale);
    /// Without panels and handles, for pictures; dimensions stay.
    void show_interface(bool shown) { interface_shown_ = shown; }

  private:
    enum class Dragging { Nothing, Orbit, Pan, Zoom, Body };

    explicit Viewer(ViewerSetup setup);
    void load_letters();
    bool take_events();
    static void feed_interface(const Event& event);
    void share_clipboard();
    void handle(const Event& event);
    [[nodiscard]] bool is_for_panels(const Event& event) const;
    [[nodiscard]] bool handled_by_panes(Event event) const;
    void handle_key(const Event& event);
    /// Keys are for a dialog, or for a text that is being written.
    [[nodiscard]] bool keys_are_taken() const;
    void open_files(std::vector<std::string> files);
    /// Does what loses the scene as it is: at once, or after the user was asked about changes.
    void leave_scene(std::function<void()> then);
    void save_then(const std::function<void()>& then);
    void press(const Event& event);
    void move(const Event& event);
    void release(const Event& event);
    void wheel(const Event& event);
    void take_hold(Handle handle, Vec3d centre, BodyIndex body, ScreenPoint at);
    void click(ScreenPoint at);
    void double_click(ScreenPoint at);
    void lay_out();
    void frame_new_scene();
    void frame_moved_box();
    void frame_all(render::Camera camera);
    void draw_overlay();
    void draw_over(const SceneArea& area, const raster::View& view);
    void execute_file(Command command);
    void execute_edit(Command command);
    void execute_view(Command command);
    void execute_show(Command command);
    void switch_stereo(StereoMode mode);
    void select_next();
    void record_or_stop();
    void update_recording();
    void draw_for_recording();
    [[nodiscard]] std::optional<GizmoPlace> gizmo_place() const;
    /// Pixels of a length at scale 1.
    [[nodiscard]] double scaled(double length) const {
        return length * static_cast<double>(setup_.scale);
    }
    [[nodiscard]] ScreenPoint in_area(double x, double y) const;
    [[nodiscard]] bool in_scene(double x, double y) const;
    /// Of the scene, or of the part of it that each eye has.
    [[nodiscard]] WindowSize area_size() const;
    [[nodiscard]] raster::PixelArea pixel_area() const;
    [[nodiscard]] std::vector<EyePicture> eyes() const;
    /// What the mouse is in: the picture of an eye, or the whole scene.
    [[nodiscard]] raster::View view_of_mouse() const;
    [[nodiscard]] SceneArea area_of_mouse() const;
    void draw_for(const std::vector<EyePicture>& eyes, DrawnScene scene);
    [[nodiscard]] std::optional<Picked> pick(ScreenPoint at);
    [[nodiscard]] Snapping snapping() const;
    [[nodiscard]] DrawnScene drawn_scene();

    /// What a drawing of the scene depends on.
    struct SceneKey {
        raster::View view; ///< between the eyes
        raster::PixelArea area;
        Stereo stereo;
        std::uint64_t look = 0;
        Revision revision = 0;
        const CheckResult* result = nullptr;
        unsigned show = 0;
        bool coarse = false;
        std::optional<PairOfBodies> measured;
        std::uint64_t panes = 0;
        std::uint64_t simulation_look = 0;
        std::uint64_t simulation = 0; ///< its serial number; 0: none
        float scale = 1;

        friend bool operator==(const SceneKey&, const SceneKey&) = default;
    };
    [[nodiscard]] SceneKey scene_key() const;
    void draw_scene(const SceneKey& key);

    ViewerSetup setup_;
    std::mutex posted_mutex_;
    std::deque<Event> posted_;
    std::deque<Event> waiting_;
    std::vector<Event> batch_;
    std::vector<std::chrono::steady_clock::time_point> handled_;
    ImGuiContext* interface_ = nullptr;
    Fonts fonts_;
    FrameTarget target_;
    FrameTarget film_target_; ///< frames that are recorded, without panels
    std::optional<Recorder> recorder_;
    std::string film_line_;
    std::optional<SceneDrawing> scene_drawing_;
    std::optional<InterfaceDrawing> interface_drawing_;
    SceneContent content_;
    OrbitCamera camera_;
    Landmarks landmarks_;
    FileDialog dialog_;
    UnsavedQuestion question_;
    std::filesystem::path picture_file_; ///< to be written once a frame has no dialog in it
    bool picture_laid_out_ = false;      ///< the frame that is drawn next is that one
    std::string pasted_;                 ///< what ImGui was told to be in the clipboard
    SceneArea area_;
    raster::View view_;
    WindowSize size_;
    std::optional<SceneKey> drawn_key_;
    bool draws_slowly_ = false; ///< the scene as it is
    Dragging dragging_ = Dragging::Nothing;
    MouseButton dragging_button_ = MouseButton::Left; ///< that ends it
    std::optional<GizmoDrag> drag_;
    std::optional<Handle> hovered_;
    std::size_t eye_ = 0; ///< whose picture the mouse is in, side by side
    ScreenPoint pressed_at_;
    ScreenPoint last_at_;
    std::chrono::steady_clock::time_point last_click_;
    ScreenPoint last_click_at_;
    bool moved_since_press_ = false;
    bool snap_ = false;
    bool help_ = false;
    bool closing_ = false;
    bool interface_shown_ = true;
    bool news_ = false;
    int framed_scene_ = 0;
    std::uint64_t framed_simulation_ = 0; ///< likewise
    double last_time_ = 0;
    Session session_;
    Panes panes_; ///< last, so that their threads end first
};

} // namespace impinge::viewer
