// SPDX-License-Identifier: Apache-2.0
//
// How mouse, keys and scripts move the hand of the walkthrough.
#include "arguments/values.hpp"
#include "hand/hand_pane.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/core.h>
#include <numbers>
#include <utility>

namespace impinge::viewer {
namespace {

constexpr double step_degrees = 5;
constexpr double degrees_per_pixel = 0.4;
constexpr double scale_step = 1.1;

bool moves_hand(Key key) {
    return (key >= Key::Left && key <= Key::Down) || key == Key::PageUp || key == Key::PageDown;
}

} // namespace

/// One step for each press, and for each time a key that is held repeats; a fifth of it with ctrl.
void HandPane::step(const Event& event, const WalkAxes& axes) {
    const Vec3d way = event.key == Key::Up       ? axes.ahead
                      : event.key == Key::Down   ? -axes.ahead
                      : event.key == Key::Right  ? axes.right
                      : event.key == Key::Left   ? -axes.right
                      : event.key == Key::PageUp ? axes.up
                                                 : -axes.up;
    const Vec3d by = way * (step_length() * (event.modifiers.control ? 0.2 : 1));
    pose_.place = pose_.place + by;
    if (eye_follows_) {
        session_->eye_walks.step = session_->eye_walks.step + by;
    }
    moved();
}

void HandPane::turn_by(double heading, double dip, double roll) {
    pose_.heading_degrees += heading;
    pose_.dip_degrees += dip;
    pose_.roll_degrees += roll;
    moved();
}

void HandPane::turn(const Event& event) {
    const double angle = step_degrees * (event.modifiers.control ? 0.2 : 1);
    const bool heads = event.key == Key::Left || event.key == Key::Right;
    const bool dips = event.key == Key::Up || event.key == Key::Down;
    const bool positive =
        event.key == Key::Left || event.key == Key::Down || event.key == Key::PageUp;
    const double by = positive ? angle : -angle;
    if (heads && eye_follows_) {
        session_->eye_walks.about = pose_.place;
        session_->eye_walks.turn_radians += by * std::numbers::pi / 180;
    }
    turn_by(heads ? by : 0, dips ? by : 0, heads || dips ? 0 : by);
}

bool HandPane::key_once(const Event& event) {
    if (event.key == Key::Space) {
        carried_ || grasp_ ? let_go() : grasp();
    } else if (carried_) {
        session_->cancel_drag();
        notice_lost_hold();
    } else {
        set_open(false);
    }
    return true;
}

bool HandPane::key(const Event& event, const raster::View& view) {
    if (moves_hand(event.key)) {
        event.modifiers.shift ? turn(event) : step(event, walk_axes(view));
        return true;
    }
    if (event.key == Key::Space || event.key == Key::Escape) {
        return std::exchange(held_, event.key) == event.key || key_once(event);
    }
    const char letter = event.key < Key::Escape ? static_cast<char>(event.key) : ' ';
    if (letter == '+' || letter == '=' || letter == '-') {
        scale_carried(letter == '-' ? 1 / scale_step : scale_step);
        return true;
    }
    return false;
}

void HandPane::wheel(const Event& event, const raster::View& view) {
    if (event.modifiers.shift || shift_) {
        return scale_carried(std::pow(scale_step, event.y));
    }
    const ScreenPoint at = to_screen(view, pose_.place);
    pose_.place = pose_.place + ray_through(view, at).direction * (event.y * 2 * step_length());
    moved();
}

bool HandPane::mouse(const Event& event, const raster::View& view) {
    const ScreenPoint at{event.x, event.y};
    const ScreenPoint by{at.x - last_at_.x, at.y - last_at_.y};
    last_at_ = at;
    if (event.kind == Event::Kind::Press) {
        const bool plain = !event.modifiers.shift && !event.modifiers.control;
        const bool grasps = event.button == MouseButton::Left && plain;
        turning_ = event.button == MouseButton::Right;
        viewer_drags_ = !grasps && !turning_;
        if (grasps) {
            held_by_mouse_ = true;
            grasp();
        }
        return !viewer_drags_;
    }
    if (event.kind == Event::Kind::Release) {
        const bool own = !std::exchange(viewer_drags_, false);
        if (event.button == MouseButton::Left && std::exchange(held_by_mouse_, false)) {
            let_go();
        }
        turning_ = false;
        return own;
    }
    const bool inside = at.x >= 0 && at.y >= 0 && at.x < view.width && at.y < view.height;
    if (turning_) {
        const double roll = event.modifiers.shift ? by.x * degrees_per_pixel : 0;
        turn_by(roll == 0 ? -by.x * degrees_per_pixel : 0, by.y * degrees_per_pixel, roll);
    } else if (inside && !viewer_drags_ && !event.modifiers.control) {
        if (const auto place = place_under(view, pose_.place, at)) {
            pose_.place = *place;
            moved();
        }
    }
    return turning_;
}

bool HandPane::handle(const Event& event, const raster::View& view) {
    if (scene_ == 0) {
        return false;
    }
    if (event.kind != Event::Kind::Wheel) {
        shift_ = event.modifiers.shift;
    }
    switch (event.kind) {
    case Event::Kind::KeyDown:
        return key(event, view);
    case Event::Kind::KeyUp:
        held_ = Key::None;
        return false;
    case Event::Kind::Wheel:
        wheel(event, view);
        return true;
    case Event::Kind::Press:
    case Event::Kind::Release:
    case Event::Kind::Move:
        return mouse(event, view);
    default:
        return false;
    }
}

std::optional<Status> HandPane::obey(std::span<const std::string> words) {
    std::array<double, 6> numbers{
        0, 0, 0, pose_.heading_degrees, pose_.dip_degrees, pose_.roll_degrees};
    const std::size_t count = words.empty() ? 0 : words.size() - 1;
    bool are_numbers = !words.empty() && count <= numbers.size();
    for (std::size_t i = 0; are_numbers && i < count; ++i) {
        const auto number = cli::number_of<double>(words[i + 1]);
        are_numbers = number && std::isfinite(*number);
        numbers[i] = number.value_or(0);
    }
    if (scene_ == 0 || !are_numbers) {
        return Status(Error{ErrorCode::InvalidArgument,
                            scene_ == 0 ? "there is no hand" : "needs finite numbers"});
    }
    const auto is = [&](const char* word, std::size_t least) {
        return words[0] == word && count >= least;
    };
    if (is("at", 3) || is("by", 3)) {
        const Vec3d place{numbers[0], numbers[1], numbers[2]};
        pose_ = {is("at", 3) ? place : pose_.place + place, numbers[3], numbers[4], numbers[5]};
        moved();
    } else if (is("grasp", 0)) {
        grasp();
    } else if (is("let-go", 0)) {
        let_go();
    } else if (is("scale", 1) && numbers[0] > 0) {
        scale_carried(numbers[0]);
    } else if (is("size", 1) && numbers[0] > 0 && !hand_body_) {
        size_ = numbers[0];
        moved();
    } else if (is("measure", 0)) {
        measure();
    } else if (is("strew", 1) && numbers[0] >= 1 && numbers[0] <= 1e5 && numbers[1] >= 0) {
        return strew(static_cast<std::size_t>(numbers[0]), static_cast<std::uint64_t>(numbers[1]));
    } else {
        return Status(Error{ErrorCode::InvalidArgument, "is nothing that a hand can do"});
    }
    return Status();
}

std::optional<std::string> HandPane::fact(std::string_view name) const {
    if (scene_ == 0) {
        return std::nullopt;
    }
    const auto number = [](double value) { return fmt::format("{:.17g}", value); };
    if (name == "carries") {
        return carried_ ? session_->state().body(carried_->body).name : "nothing";
    }
    if (name == "scale") {
        return carried_ ? std::optional(number(session_->state().body(carried_->body).pose.scale))
                        : std::nullopt;
    }
    if (name.starts_with("place.") && name.size() == 7 && name[6] >= 'x' && name[6] <= 'z') {
        return number(pose_.place[name[6] - 'x']);
    }
    if (name == "size") {
        return number(size_);
    }
    if (name == "frames") {
        return std::to_string(times_.all().size());
    }
    if (name == "counts") {
        return std::to_string(times_.over(CountOf::Bodies).size());
    }
    return found_ ? fact_of_answer(name) : std::nullopt;
}

std::optional<std::string> HandPane::fact_of_answer(std::string_view name) const {
    if (name == "touches") {
        return names_of(found_->touched);
    }
    if (name == "crossing") {
        return names_of(found_->crossing);
    }
    if (name == "touched-parts") {
        return std::to_string(std::ranges::count(found_->touched_parts, true));
    }
    if (name == "bodies") {
        return std::to_string(found_->bodies);
    }
    if (name == "colliding") {
        return std::to_string(found_->colliding);
    }
    if (name == "collision-ms") {
        return fmt::format("{:.4f}", found_->milliseconds);
    }
    return name == "drawing-ms" ? std::optional(fmt::format("{:.4f}", session_->drawing_ms))
                                : std::nullopt;
}

} // namespace impinge::viewer
