// SPDX-License-Identifier: Apache-2.0
//
// What mouse and keys do.
#include "app/viewer.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace impinge::viewer {
namespace {

// In pixels at scale 1.
constexpr double click_reach = 4;  ///< a mouse that moved less has clicked
constexpr double handle_reach = 9; ///< of a handle of the gizmo
constexpr std::chrono::milliseconds double_click_time{400};

double distance(ScreenPoint a, ScreenPoint b) { return std::hypot(a.x - b.x, a.y - b.y); }

bool has_place(Event::Kind kind) {
    return kind == Event::Kind::Move || kind == Event::Kind::Press || kind == Event::Kind::Release;
}

bool is_mouse(Event::Kind kind) { return kind == Event::Kind::Press || kind == Event::Kind::Wheel; }

} // namespace

void Viewer::feed_interface(const Event& event) {
    ImGuiIO& io = ImGui::GetIO();
    io.KeyShift = event.modifiers.shift;
    io.KeyCtrl = event.modifiers.control;
    io.KeyAlt = event.modifiers.alt;
    switch (event.kind) {
    case Event::Kind::Move:
        io.MousePos = {static_cast<float>(event.x), static_cast<float>(event.y)};
        break;
    case Event::Kind::Press:
    case Event::Kind::Release:
        io.MousePos = {static_cast<float>(event.x), static_cast<float>(event.y)};
        io.MouseDown[static_cast<int>(event.button)] = event.kind == Event::Kind::Press;
        break;
    case Event::Kind::Wheel:
        io.MouseWheel += static_cast<float>(event.y);
        break;
    case Event::Kind::KeyDown:
    case Event::Kind::KeyUp:
        if (event.key > Key::None && event.key < Key::Last) {
            io.KeysDown[static_cast<int>(event.key)] = event.kind == Event::Kind::KeyDown;
        }
        break;
    case Event::Kind::Text:
        io.AddInputCharacter(event.character);
        break;
    case Event::Kind::Leave:
        io.MousePos = {-1e9F, -1e9F};
        break;
    default:
        break;
    }
}

ScreenPoint Viewer::in_area(double x, double y) const {
    const SceneArea area = area_of_mouse();
    return {x - static_cast<double>(area.x), y - static_cast<double>(area.y)};
}

std::optional<Picked> Viewer::pick(ScreenPoint at) {
    const auto picked = scene_drawing_->pick(drawn_scene(), at.x, at.y);
    const bool is_body =
        session_.simulation || (picked && picked->body < session_.state().bodies().size());
    return is_body ? picked : std::nullopt; // what panes have added is none
}

bool Viewer::in_scene(double x, double y) const {
    const ScreenPoint at = in_area(x, y);
    const SceneArea area = area_of_mouse();
    return at.x >= 0 && at.y >= 0 && at.x < static_cast<double>(area.width) &&
           at.y < static_cast<double>(area.height);
}

void Viewer::handle(const Event& event) {
    const ImGuiIO& io = ImGui::GetIO();
    if (has_place(event.kind) && dragging_ == Dragging::Nothing) {
        eye_ = event.x >= static_cast<double>(area_.x) + area_size().width ? 1 : 0;
        view_ = view_of_mouse();
    }
    if (is_mouse(event.kind) && dragging_ == Dragging::Nothing && io.WantCaptureMouse) {
        return;
    }
    if (!is_for_panels(event) && handled_by_panes(event)) {
        return;
    }
    snap_ = event.modifiers.shift;
    switch (event.kind) {
    case Event::Kind::Press:
        return press(event);
    case Event::Kind::Move:
        return move(event);
    case Event::Kind::Release:
        return release(event);
    case Event::Kind::Wheel:
        return wheel(event);
    case Event::Kind::KeyDown:
        return handle_key(event);
    case Event::Kind::Drop:
        return open_files(event.files);
    case Event::Kind::Close:
        return execute(Command::Quit);
    default:
        return;
    }
}

/// Where the mouse is over them, or what is typed into them. What was begun in the scene goes on
/// there, and ends there: ImGui leaves the mouse to whom its button was pressed in.
bool Viewer::is_for_panels(const Event& event) const {
    const ImGuiIO& io = ImGui::GetIO();
    switch (event.kind) {
    case Event::Kind::KeyDown:
    case Event::Kind::KeyUp:
        return keys_are_taken();
    case Event::Kind::Move:
        return dragging_ == Dragging::Nothing && io.WantCaptureMouse;
    default:
        return false;
    }
}

/// Panes are told places of the view. A wheel has none, but turns.
bool Viewer::handled_by_panes(Event event) const {
    if (event.kind != Event::Kind::Wheel) {
        const ScreenPoint at = in_area(event.x, event.y);
        event.x = at.x;
        event.y = at.y;
    }
    return panes_.handle(event, view_);
}

bool Viewer::keys_are_taken() const {
    return ImGui::GetIO().WantTextInput || dialog_.is_open() || question_.is_open();
}

void Viewer::handle_key(const Event& event) {
    if (keys_are_taken()) {
        return;
    }
    if (const auto command = command_of(event.key, event.modifiers)) {
        execute(*command);
    }
}

std::optional<GizmoPlace> Viewer::gizmo_place() const {
    const auto selected = session_.state().selected();
    if (!selected || !session_.state().body(*selected).visible || session_.simulation ||
        session_.walking) {
        return {};
    }
    const ViewedBody& body = session_.state().body(*selected);
    const Rigid pose = body.world_pose();
    GizmoPlace place;
    place.view = view_;
    place.centre = apply(pose, (body.box.min + body.box.max) * 0.5);
    place.size_pixels = scaled(92);
    if (session_.tools.local_axes) {
        for (int i = 0; i < 3; ++i) {
            place.axes[static_cast<std::size_t>(i)] = {pose.row_x[i], pose.row_y[i], pose.row_z[i]};
        }
    }
    return place;
}

/// Steps that are round numbers, about a hundredth of the scene; 15 degrees.
Snapping Viewer::snapping() const {
    if (!snap_) {
        return {};
    }
    const Box3 box = session_.seen_box();
    const double size = is_empty(box) ? 1 : length(extent(box));
    const double power = std::pow(10, std::floor(std::log10(std::max(size, 1e-300) / 50)));
    return {power, std::numbers::pi / 12};
}

void Viewer::take_hold(Handle handle, Vec3d centre, BodyIndex body, ScreenPoint at) {
    GizmoPlace place = gizmo_place().value_or(GizmoPlace{});
    place.view = view_;
    place.centre = centre;
    drag_.emplace(place, handle, at, session_.state().body(body).pose);
    session_.begin_drag(body);
    dragging_ = Dragging::Body;
}

void Viewer::press(const Event& event) {
    if (dragging_ != Dragging::Nothing || !in_scene(event.x, event.y)) {
        return;
    }
    const ScreenPoint at = in_area(event.x, event.y);
    pressed_at_ = last_at_ = at;
    moved_since_press_ = false;
    dragging_button_ = event.button;
    if (event.button != MouseButton::Left) {
        dragging_ = event.button == MouseButton::Right ? Dragging::Zoom : Dragging::Pan;
        return;
    }
    if (event.modifiers.control && !session_.simulation && !session_.walking) {
        if (const auto picked = pick(at)) {
            session_.state().select(picked->body);
            return take_hold(Handle::Screen, picked->point, picked->body, at);
        }
    }
    if (const auto place = gizmo_place()) {
        if (const auto handle = handle_at(*place, session_.tools.mode, at, scaled(handle_reach))) {
            return take_hold(*handle, place->centre, *session_.state().selected(), at);
        }
    }
    dragging_ = event.modifiers.shift ? Dragging::Pan : Dragging::Orbit;
}

void Viewer::move(const Event& event) {
    const ScreenPoint at = in_area(event.x, event.y);
    const double right = at.x - last_at_.x;
    const double down = at.y - last_at_.y;
    last_at_ = at;
    moved_since_press_ = moved_since_press_ || distance(at, pressed_at_) > scaled(click_reach);
    switch (dragging_) {
    case Dragging::Nothing: {
        const auto place = gizmo_place();
        hovered_ = place && in_scene(event.x, event.y) && !ImGui::GetIO().WantCaptureMouse
                       ? handle_at(*place, session_.tools.mode, at, scaled(handle_reach))
                       : std::nullopt;
        return;
    }
    case Dragging::Orbit:
        return moved_since_press_ ? camera_.orbit(right, down) : void();
    case Dragging::Pan:
        return camera_.pan(right, down, area_size());
    case Dragging::Zoom:
        return camera_.zoom(std::exp(-down * 0.006));
    case Dragging::Body:
        return session_.drag_to(drag_->pose_at(at, snapping()));
    }
}

void Viewer::release(const Event& event) {
    if (event.button != dragging_button_) {
        return;
    }
    const Dragging ended = std::exchange(dragging_, Dragging::Nothing);
    const ScreenPoint at = in_area(event.x, event.y);
    if (ended == Dragging::Body) {
        drag_.reset();
        return session_.end_drag();
    }
    if (event.button != MouseButton::Left || moved_since_press_ || ended == Dragging::Nothing) {
        return;
    }
    const bool again = event.when - last_click_ < double_click_time &&
                       distance(at, last_click_at_) < scaled(2 * click_reach);
    last_click_ = event.when;
    last_click_at_ = at;
    click(at);
    if (again) {
        double_click(at);
    }
}

void Viewer::click(ScreenPoint at) {
    const auto picked = pick(at);
    if (session_.simulation) {
        return session_.simulation->select(picked ? std::optional(picked->body) : std::nullopt);
    }
    session_.state().select(picked ? std::optional<BodyIndex>(picked->body) : std::nullopt);
}

void Viewer::double_click(ScreenPoint at) {
    if (const auto picked = pick(at)) {
        camera_.centre(picked->point);
    }
}

void Viewer::wheel(const Event& event) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    if (!in_scene(static_cast<double>(mouse.x), static_cast<double>(mouse.y))) {
        return;
    }
    const ScreenPoint at = in_area(static_cast<double>(mouse.x), static_cast<double>(mouse.y));
    const PickRay ray = ray_through(view_, at);
    const double slope = dot(ray.direction, view_.axis_z);
    const double t = dot(camera_.target() - ray.origin, view_.axis_z) / slope;
    camera_.zoom(std::pow(1.15, event.y), ray.origin + ray.direction * t);
}

std::optional<ScreenPoint> Viewer::landmark(const std::string& name) const {
    const auto offset = [&](ScreenPoint at) {
        const SceneArea area = area_of_mouse();
        return ScreenPoint{at.x + static_cast<double>(area.x), at.y + static_cast<double>(area.y)};
    };
    if (name.starts_with("gizmo.")) {
        const auto handle = handle_from_string(name.substr(6));
        const auto place = gizmo_place();
        const auto grip =
            handle && place ? grip_of(*place, session_.tools.mode, *handle) : std::nullopt;
        return grip ? std::optional(offset(*grip)) : std::nullopt;
    }
    if (name.starts_with("body.")) {
        const auto body = session_.state().find(name.substr(5));
        if (!body) {
            return {};
        }
        const ViewedBody& viewed = session_.state().body(*body);
        return offset(
            to_screen(view_, apply(viewed.world_pose(), (viewed.box.min + viewed.box.max) * 0.5)));
    }
    return landmarks_.find(name);
}

} // namespace impinge::viewer
