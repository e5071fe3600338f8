// SPDX-License-Identifier: Apache-2.0
//
// A frame of the viewer, from what has come to what is drawn.
#include "app/make_panes.hpp"
#include "app/viewer.hpp"

#include "output/stopwatch.hpp"

#include <algorithm>
#include <cmath>
#include <thread>

namespace impinge::viewer {
namespace {

/// A movement that is drawn more seldom is not seen as one.
constexpr double slow_ms = 40;

unsigned check_threads(unsigned wished) {
    const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
    return wished > 0 ? wished : std::max(1U, cores - 1);
}

void map_keys(ImGuiIO& io) {
    const auto map = [&](ImGuiKey meaning, Key key) { io.KeyMap[meaning] = static_cast<int>(key); };
    map(ImGuiKey_Tab, Key::Tab);
    map(ImGuiKey_LeftArrow, Key::Left);
    map(ImGuiKey_RightArrow, Key::Right);
    map(ImGuiKey_UpArrow, Key::Up);
    map(ImGuiKey_DownArrow, Key::Down);
    map(ImGuiKey_PageUp, Key::PageUp);
    map(ImGuiKey_PageDown, Key::PageDown);
    map(ImGuiKey_Home, Key::Home);
    map(ImGuiKey_End, Key::End);
    map(ImGuiKey_Delete, Key::Delete);
    map(ImGuiKey_Backspace, Key::Backspace);
    map(ImGuiKey_Space, Key::Space);
    map(ImGuiKey_Enter, Key::Enter);
    map(ImGuiKey_Escape, Key::Escape);
    map(ImGuiKey_KeyPadEnter, Key::KeypadEnter);
    for (const char letter : {'A', 'C', 'V', 'X', 'Y', 'Z'}) {
        const auto meaning = letter == 'A'   ? ImGuiKey_A
                             : letter == 'C' ? ImGuiKey_C
                             : letter == 'V' ? ImGuiKey_V
                             : letter == 'X' ? ImGuiKey_X
                             : letter == 'Y' ? ImGuiKey_Y
                                             : ImGuiKey_Z;
        map(meaning, static_cast<Key>(letter));
    }
}

} // namespace

Viewer::Viewer(ViewerSetup setup)
    : setup_(std::move(setup)), session_(check_threads(setup_.threads), setup_.wake) {
    session_.stereo = setup_.stereo;
    add_panes(panes_, {check_threads(setup_.threads), setup_.wake});
}

Viewer::~Viewer() {
    if (interface_ != nullptr) {
        ImGui::DestroyContext(interface_);
    }
}

Expected<std::unique_ptr<Viewer>> Viewer::make(ViewerSetup setup) {
    std::unique_ptr<Viewer> viewer(new Viewer(std::move(setup)));
    auto scene = SceneDrawing::make();
    auto interface = InterfaceDrawing::make();
    if (!scene || !interface) {
        return scene ? interface.error() : scene.error();
    }
    viewer->scene_drawing_ = std::move(*scene);
    viewer->interface_drawing_ = std::move(*interface);
    viewer->interface_ = ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr; // nothing is remembered
    io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
    io.MousePos = {-1e9F, -1e9F};
    map_keys(io);
    viewer->share_clipboard();
    viewer->load_letters();
    return viewer;
}

/// Sharp at the scale.
void Viewer::load_letters() {
    apply_theme(setup_.scale);
    fonts_ = load_fonts(setup_.scale);
    interface_drawing_->send_letters();
}

void Viewer::set_scale(float scale) {
    if (std::exchange(setup_.scale, scale) != scale) {
        ImGui::SetCurrentContext(interface_);
        load_letters();
    }
}

void Viewer::share_clipboard() {
    ImGuiIO& io = ImGui::GetIO();
    io.ClipboardUserData = this;
    io.GetClipboardTextFn = [](void* viewer) {
        auto& self = *static_cast<Viewer*>(viewer);
        self.pasted_ = self.setup_.clipboard();
        return self.pasted_.c_str();
    };
    io.SetClipboardTextFn = [](void* viewer, const char* text) {
        static_cast<Viewer*>(viewer)->setup_.set_clipboard(text);
    };
}

void Viewer::post(Event event) {
    {
        const std::lock_guard lock(posted_mutex_);
        posted_.push_back(std::move(event));
    }
    setup_.wake();
}

/// Moves what may be handled in one frame to the batch. Two presses in one frame would be one to
/// the panels, which look at the state of buttons and keys.
bool Viewer::take_events() {
    {
        const std::lock_guard lock(posted_mutex_);
        std::ranges::move(posted_, std::back_inserter(waiting_));
        posted_.clear();
    }
    batch_.clear();
    handled_.clear();
    while (!waiting_.empty()) {
        Event event = std::move(waiting_.front());
        waiting_.pop_front();
        using Kind = Event::Kind;
        const bool ends = event.kind == Kind::Press || event.kind == Kind::Release ||
                          event.kind == Kind::KeyDown || event.kind == Kind::KeyUp;
        handled_.push_back(event.when);
        batch_.push_back(std::move(event));
        if (ends) {
            break;
        }
    }
    return !waiting_.empty();
}

WindowSize Viewer::area_size() const {
    return size_for_an_eye(session_.stereo,
                           {static_cast<int>(area_.width), static_cast<int>(area_.height)});
}

raster::PixelArea Viewer::pixel_area() const {
    return {static_cast<int>(area_.x), size_.height - static_cast<int>(area_.y + area_.height),
            static_cast<int>(area_.width), static_cast<int>(area_.height)};
}

std::vector<EyePicture> Viewer::eyes() const {
    return eye_pictures(camera_, session_.stereo, session_.deep_box(), pixel_area());
}

raster::View Viewer::view_of_mouse() const {
    return session_.stereo.mode == StereoMode::SideBySide
               ? eyes()[eye_].view
               : camera_.view(area_size(), session_.deep_box());
}

SceneArea Viewer::area_of_mouse() const {
    if (session_.stereo.mode != StereoMode::SideBySide) {
        return area_;
    }
    const auto width = static_cast<float>(area_size().width);
    return {area_.x + static_cast<float>(eye_) * width, area_.y, width, area_.height};
}

void Viewer::frame_new_scene() {
    const Simulation* simulation = session_.simulation.get();
    if (simulation != nullptr) {
        if (framed_simulation_ != simulation->serial() && simulation->stage()) {
            framed_simulation_ = simulation->serial();
            frame_all(simulation->stage()->camera);
        }
        return;
    }
    if (framed_scene_ == session_.scenes_opened() && framed_simulation_ == 0) {
        return;
    }
    framed_simulation_ = 0;
    framed_scene_ = session_.scenes_opened();
    frame_all(setup_.camera);
}

/// After a scene that was opened for the same frame, whose box is a smaller one.
void Viewer::frame_moved_box() {
    const auto moved_box = std::exchange(session_.box_to_frame, std::nullopt);
    if (moved_box && !setup_.camera_given && setup_.camera_text.empty()) {
        camera_.frame_again(*moved_box, area_size());
    }
}

/// As the camera says, unless the user said otherwise.
void Viewer::frame_all(render::Camera camera) {
    if (session_.simulation && setup_.camera_given) {
        camera = setup_.camera;
    }
    camera_.frame(camera, session_.seen_box(), area_size());
    if (!setup_.camera_text.empty()) {
        camera_.set_text(setup_.camera_text);
    }
}

bool Viewer::prepare(WindowSize size) {
    ImGui::SetCurrentContext(interface_);
    size_ = size;
    const bool more = take_events();
    news_ = session_.update();
    news_ = panes_.update(session_) || news_ || recorder_ || !picture_file_.empty();
    update_recording();
    area_ = interface_shown_
                ? panes_.left_of_panes(scene_area(session_, setup_.scale,
                                                  static_cast<float>(size.width),
                                                  static_cast<float>(size.height)),
                                       setup_.scale)
                : SceneArea{0, 0, static_cast<float>(size.width), static_cast<float>(size.height)};
    area_ = {std::floor(area_.x), std::floor(area_.y), std::floor(area_.width),
             std::floor(area_.height)};
    frame_new_scene();
    frame_moved_box();
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {static_cast<float>(size.width), static_cast<float>(size.height)};
    const double now =
        std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
    io.DeltaTime = static_cast<float>(std::clamp(now - last_time_, 1e-4, 0.1));
    last_time_ = now;
    for (const Event& event : batch_) {
        feed_interface(event);
    }
    view_ = view_of_mouse();
    ImGui::NewFrame();
    for (const Event& event : batch_) {
        handle(event);
    }
    const EyeWalk walk = std::exchange(session_.eye_walks, EyeWalk());
    camera_.walk(walk.step, walk.about, walk.turn_radians);
    view_ = view_of_mouse();
    lay_out();
    ImGui::Render();
    session_.update(); // asks at once for what has changed
    view_ = view_of_mouse();
    return more;
}

void Viewer::lay_out() {
    landmarks_.clear();
    picture_laid_out_ = !picture_file_.empty();
    if (!interface_shown_) {
        return draw_overlay();
    }
    PanelContext context{session_,
                         panes_,
                         landmarks_,
                         fonts_,
                         setup_.scale,
                         camera_.orthographic(),
                         [this](Command command) { execute(command); }};
    show_menu_bar(context);
    if (session_.show.panels) {
        show_side_panel(context);
    }
    show_status_bar(context);
    const bool has_bodies = session_.scenes_opened() > 0 && session_.state().present_count() > 0;
    if (session_.simulation ? !session_.simulation->shown() : !has_bodies) {
        show_welcome(context, area_);
    } else {
        show_tool_strip(context, area_);
        draw_overlay();
    }
    panes_.show(context, scene_area(session_, setup_.scale, static_cast<float>(size_.width),
                                    static_cast<float>(size_.height)));
    question_.show(context);
    dialog_.show(context);
    if (help_) {
        help_ = show_help(context);
    }
}

Viewer::SceneKey Viewer::scene_key() const {
    const ShowOptions& show = session_.show;
    unsigned bits = 0;
    for (const bool on : {show.curves, show.triangles, show.see_through, show.measures, show.boxes,
                          show.edges, show.grid, show.overlaps, show.features, show.interest,
                          session_.verdicts_are_current()}) {
        bits = bits << 1U | (on ? 1U : 0U);
    }
    return {camera_.view(area_size(), session_.deep_box()),
            pixel_area(),
            session_.stereo,
            session_.state().look(),
            session_.state().revision(),
            session_.result(),
            bits,
            draws_slowly_ && dragging_ != Dragging::Nothing && moved_since_press_,
            session_.measured(),
            panes_.look(),
            session_.simulation ? session_.simulation->look() : 0,
            session_.simulation ? session_.simulation->serial() : 0,
            setup_.scale};
}

DrawnScene Viewer::drawn_scene() {
    DrawnScene scene = content_.make(session_);
    scene.view = view_;
    scene.area = pixel_area();
    scene.scale = scaled(1);
    if (!session_.simulation) { // which is no scene of theirs
        panes_.add_to_scene(session_, scene);
    }
    return scene;
}

/// The pictures of an anaglyph lie on each other, in different channels.
void Viewer::draw_for(const std::vector<EyePicture>& eyes, DrawnScene scene) {
    for (const EyePicture& eye : eyes) {
        scene.view = eye.view;
        scene.area = eye.area;
        const GLboolean others = eye.green_and_blue ? GL_TRUE : GL_FALSE;
        glColorMask(eye.red ? GL_TRUE : GL_FALSE, others, others, GL_TRUE);
        scene_drawing_->draw(scene);
    }
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
}

/// Where the whole scene takes long, a coarse one is drawn while the mouse drags something, so that
/// it is seen to move.
void Viewer::draw_scene(const SceneKey& key) {
    const cli::Stopwatch watch;
    DrawnScene scene = drawn_scene();
    scene.coarse = key.coarse;
    target_.begin_scene();
    draw_for(eyes(), std::move(scene));
    target_.end_scene();
    glFinish();
    session_.drawing_ms = watch.milliseconds();
    draws_slowly_ = key.coarse || session_.drawing_ms > slow_ms;
}

void Viewer::draw() {
    ImGui::SetCurrentContext(interface_);
    if (target_.resize(size_.width, size_.height, setup_.samples)) {
        drawn_key_.reset();
    }
    draw_for_recording();
    const SceneKey key = scene_key();
    if (drawn_key_ != key) {
        draw_scene(key);
        drawn_key_ = key;
    }
    target_.begin_interface();
    interface_drawing_->draw(*ImGui::GetDrawData());
    if (std::exchange(picture_laid_out_, false)) {
        (void)export_picture(std::exchange(picture_file_, {}));
    }
}

} // namespace impinge::viewer
