// SPDX-License-Identifier: Apache-2.0
#include "timeline/timeline_pane.hpp"

#include "base/no_throw.hpp"
#include "panels/choices.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/core.h>

namespace impinge::viewer {
namespace {

constexpr std::array speeds{0.1, 0.25, 0.5, 1.0, 2.0, 4.0};

ImU32 mark_colour(FrameMark mark) {
    switch (mark) {
    case FrameMark::Known:
        return IM_COL32(150, 178, 210, 255);
    case FrameMark::Clear:
        return IM_COL32(116, 168, 122, 255);
    case FrameMark::Touching:
        return to_u32(state_colour(BodyState::Touching));
    case FrameMark::Interfering:
        return to_u32(state_colour(BodyState::Interfering));
    default:
        return IM_COL32(224, 229, 235, 255);
    }
}

/// A triangle that points to the left or to the right, in the middle of a button.
void draw_triangle(ImDrawList& list, ImVec2 middle, float size, bool left, ImU32 colour) {
    const float tip = left ? -size : size;
    list.AddTriangleFilled({middle.x + tip, middle.y}, {middle.x - tip * 0.7F, middle.y - size},
                           {middle.x - tip * 0.7F, middle.y + size}, colour);
}

void draw_stroke(ImDrawList& list, ImVec2 middle, float offset, float size, ImU32 colour) {
    list.AddRectFilled({middle.x + offset - size * 0.22F, middle.y - size},
                       {middle.x + offset + size * 0.22F, middle.y + size}, colour);
}

void draw_icon(ImDrawList& list, Command command, bool playing, ImVec2 at, float size,
               ImU32 colour) {
    const float s = size * 0.24F;
    switch (command) {
    case Command::FirstFrame:
    case Command::LastFrame: {
        const bool left = command == Command::FirstFrame;
        draw_triangle(list, at, s, left, colour);
        draw_stroke(list, at, left ? -s * 1.25F : s * 1.25F, s, colour);
        return;
    }
    case Command::StepBack:
    case Command::StepForward: {
        const bool left = command == Command::StepBack;
        draw_triangle(list, {at.x + (left ? -s : s) * 0.4F, at.y}, s * 0.85F, left, colour);
        draw_stroke(list, at, left ? s * 0.95F : -s * 0.95F, s * 0.85F, colour);
        return;
    }
    case Command::PlayOrPause:
        if (playing) {
            list.AddRectFilled({at.x - s * 0.9F, at.y - s}, {at.x - s * 0.25F, at.y + s}, colour);
            list.AddRectFilled({at.x + s * 0.25F, at.y - s}, {at.x + s * 0.9F, at.y + s}, colour);
        } else {
            draw_triangle(list, at, s * 1.15F, false, colour);
        }
        return;
    case Command::Loop:
        list.PathArcTo(at, s * 1.1F, -0.6F, 4.6F, 20);
        list.PathStroke(colour, 0, s * 0.36F);
        draw_triangle(list, {at.x + s * 0.35F, at.y - s * 1.1F}, s * 0.55F, false, colour);
        return;
    default: // record
        list.AddCircleFilled(at, s * 1.05F, IM_COL32(200, 62, 56, 255), 24);
        return;
    }
}

bool icon_button(PanelContext& context, Command command, bool on, bool playing) {
    const float size = ImGui::GetFrameHeight();
    const CommandInfo& info = info_of(command);
    ImGui::PushID(info.name);
    if (on) {
        ImGui::PushStyleColor(ImGuiCol_Button, to_vec4({46, 109, 180, 255}));
        ImGui::PushStyleColor(ImGuiCol_ButtonHovered, to_vec4({60, 124, 196, 255}));
    }
    const bool pressed = ImGui::Button("##icon", {size * 1.25F, size});
    if (on) {
        ImGui::PopStyleColor(2);
    }
    context.landmarks.mark_item(fmt::format("tool.{}", info.name));
    const ImVec2 low = ImGui::GetItemRectMin();
    const ImVec2 high = ImGui::GetItemRectMax();
    draw_icon(*ImGui::GetWindowDrawList(), command, playing,
              {(low.x + high.x) / 2, (low.y + high.y) / 2}, size,
              on ? IM_COL32(255, 255, 255, 255) : IM_COL32(52, 60, 72, 255));
    command_tip(info);
    ImGui::SameLine(0, 3 * context.scale);
    ImGui::PopID();
    return pressed;
}

std::string speed_text(double speed) { return fmt::format("{:g}x", speed); }

} // namespace

/// Once the bodies that it moves have been read.
void TimelinePane::open_sequence(Session& session) {
    if (sequence_ && !sequence_->is_valid() && session.timeline.track() == sequence_.get()) {
        session.timeline.close();
    }
    if (sequence_ && session.timeline.track() != sequence_.get()) {
        sequence_->leave();
        sequence_.reset();
    }
    if (!session.sequence_file.empty() && !reading_.valid()) {
        reading_ = std::async(std::launch::async,
                              [wake = wake_, file = std::exchange(session.sequence_file, {})] {
                                  auto read = no_throw([&] { return cli::read_sequence(file); });
                                  wake();
                                  return read;
                              });
    }
    if (!reading_.valid() || session.loading() ||
        reading_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
        return;
    }
    auto read = reading_.get();
    session.timeline.close();
    if (sequence_) {
        sequence_->leave();
        sequence_.reset();
    }
    auto track = read ? SequenceTrack::open(session, std::move(*read))
                      : Expected<std::shared_ptr<SequenceTrack>>(read.error());
    if (!track) {
        return session.fail(track.error().message);
    }
    sequence_ = *track;
    session.timeline.open(sequence_);
    session.box_to_frame = sequence_->box();
}

bool TimelinePane::update(Session& session) {
    session_ = &session;
    open_sequence(session);
    Timeline& timeline = session.timeline;
    const auto now = std::chrono::steady_clock::now();
    timeline.advance(std::chrono::duration<double>(now - last_).count());
    last_ = now;
    if (timeline.track() != seen_track_) {
        set_open(timeline.track() != nullptr);
    }
    const bool ready = timeline.is_ready();
    const bool news =
        timeline.track() != seen_track_ || timeline.frame() != seen_frame_ || ready != seen_ready_;
    seen_track_ = timeline.track();
    seen_frame_ = timeline.frame();
    seen_ready_ = ready;
    animates_ = timeline.playing() || !session.recording.empty();
    busy_ = reading_.valid() || !session.sequence_file.empty() ||
            (timeline.track() != nullptr && !ready && timeline.track()->problem().empty());
    return news;
}

std::optional<std::string> TimelinePane::fact(std::string_view name) const {
    if (session_ == nullptr || session_->timeline.track() == nullptr) {
        return name == "frames" ? std::optional<std::string>("0") : std::nullopt;
    }
    const Timeline& timeline = session_->timeline;
    if (name == "frame") {
        return std::to_string(timeline.frame());
    }
    if (name == "frames") {
        return std::to_string(timeline.track()->frame_count());
    }
    if (name == "seconds") {
        return fmt::format("{}", timeline.seconds());
    }
    if (name == "playing") {
        return timeline.playing() ? "yes" : "no";
    }
    if (name == "name") {
        return timeline.track()->frame_name(timeline.frame());
    }
    return std::nullopt;
}

void TimelinePane::show_buttons(PanelContext& context) {
    Timeline& timeline = context.session.timeline;
    for (const Command command :
         {Command::FirstFrame, Command::StepBack, Command::PlayOrPause, Command::StepForward,
          Command::LastFrame, Command::Loop, Command::RecordFrames}) {
        const bool on = command == Command::Loop          ? timeline.loops()
                        : command == Command::PlayOrPause ? timeline.playing()
                                                          : command == Command::RecordFrames &&
                                                                !context.session.recording.empty();
        if (icon_button(context, command, on, timeline.playing())) {
            context.execute(command);
        }
    }
    ImGui::SetNextItemWidth(64 * context.scale);
    if (ImGui::BeginCombo("##speed", speed_text(timeline.speed()).c_str())) {
        for (const double speed : speeds) {
            if (ImGui::Selectable(speed_text(speed).c_str(), speed == timeline.speed())) {
                timeline.set_speed(speed);
            }
        }
        ImGui::EndCombo();
    }
    context.landmarks.mark_item("timeline.speed");
    ImGui::SameLine(0, 12 * context.scale);
}

void TimelinePane::show_numbers(PanelContext& context) {
    const Timeline& timeline = context.session.timeline;
    const Track& track = *timeline.track();
    std::string text = fmt::format("frame {} of {}", timeline.frame() + 1, track.frame_count());
    const std::string name = track.frame_name(timeline.frame());
    text += name.empty() ? fmt::format("   {:.2f} s", timeline.seconds()) : "   " + name;
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(text.c_str());
    std::string beside = track.problem();
    beside = context.session.recording.empty() ? beside : context.session.recording;
    beside = beside.empty() && !timeline.is_ready() ? "computing..." : beside;
    if (!beside.empty()) {
        ImGui::SameLine(0, 14 * context.scale);
        ImGui::TextDisabled("%s", beside.c_str());
    }
    const std::string title = track.title();
    const float width = ImGui::CalcTextSize(title.c_str()).x;
    ImGui::SameLine();
    const float room = ImGui::GetContentRegionAvail().x;
    if (room > width + 20 * context.scale) {
        ImGui::SameLine(ImGui::GetCursorPosX() + room - width);
        ImGui::TextDisabled("%s", title.c_str());
    } else {
        ImGui::NewLine();
    }
}

/// What is known of each frame, and the playhead, to be dragged.
void TimelinePane::show_bar(PanelContext& context) {
    Timeline& timeline = context.session.timeline;
    const Track& track = *timeline.track();
    const float scale = context.scale;
    const ImVec2 size{std::max(1.0F, ImGui::GetContentRegionAvail().x), 22 * scale};
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    ImGui::InvisibleButton("##bar", size);
    const float inset = 6 * scale;
    const float width = std::max(1.0F, size.x - 2 * inset);
    const auto count = static_cast<float>(track.frame_count());
    const auto left_of = [&](std::size_t frame) {
        return corner.x + inset + width * static_cast<float>(frame) / count;
    };
    if (ImGui::IsItemActive()) {
        const float part = (ImGui::GetIO().MousePos.x - corner.x - inset) / width;
        const float frame = std::floor(std::clamp(part, 0.0F, 1.0F) * count);
        timeline.pause();
        timeline.seek(static_cast<std::size_t>(std::min(frame, count - 1)));
    }
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float top = corner.y + 6 * scale;
    const float bottom = top + 9 * scale;
    for (std::size_t i = 0; i < track.frame_count();) { // runs of one colour as one
        const FrameMark mark = track.mark(i);
        std::size_t end = i + 1;
        while (end < track.frame_count() && track.mark(end) == mark) {
            ++end;
        }
        list.AddRectFilled({left_of(i), top}, {left_of(end), bottom}, mark_colour(mark));
        i = end;
    }
    list.AddRect({left_of(0), top}, {left_of(track.frame_count()), bottom},
                 IM_COL32(170, 180, 192, 255));
    const float head = (left_of(timeline.frame()) + left_of(timeline.frame() + 1)) / 2;
    list.AddRectFilled({head - 1 * scale, corner.y + 2 * scale},
                       {head + 1 * scale, bottom + 4 * scale}, IM_COL32(36, 44, 56, 255));
    list.AddCircleFilled({head, bottom + 4 * scale}, 4.5F * scale, IM_COL32(46, 109, 180, 255));
    context.landmarks.mark_item("timeline.bar");
    context.landmarks.set("timeline.start", {left_of(0), (top + bottom) / 2.0});
    context.landmarks.set("timeline.end", {left_of(track.frame_count()) - 1, (top + bottom) / 2.0});
}

void TimelinePane::show(PanelContext& context) {
    if (context.session.timeline.track() == nullptr) {
        ImGui::TextDisabled("Nothing moves. The menu Time has simulations; impinge view --sequence "
                            "FILE plays your own motions.");
        return;
    }
    show_buttons(context);
    show_numbers(context);
    show_bar(context);
}

} // namespace impinge::viewer
