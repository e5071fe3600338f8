// SPDX-License-Identifier: Apache-2.0
//
// What the pane of the walkthrough shows: what is touched, and what frames take.
#include "hand/hand_pane.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/core.h>
#include <limits>

namespace impinge::viewer {
namespace {

constexpr ImU32 drawing_colour = IM_COL32(46, 109, 180, 255);
constexpr ImU32 collision_colour = IM_COL32(200, 62, 56, 255);
constexpr ImU32 ground_colour = IM_COL32(244, 246, 249, 255);
constexpr std::size_t shown_frames = 240;

struct PlotPoint {
    double x = 0;
    double y = 0;
};

struct PlotLine {
    std::vector<PlotPoint> points;
    ImU32 colour = 0;
    bool marked = false; ///< a dot at each point
};

std::string count_of_words(std::size_t count, const char* one, const char* many) {
    return count_text(count) + " " + (count == 1 ? one : many);
}

struct PlotRange {
    double from = 0;
    double to = 0;
};

PlotRange range_of(std::span<const PlotLine> lines) {
    PlotRange range{std::numeric_limits<double>::infinity(),
                    -std::numeric_limits<double>::infinity()};
    for (const PlotLine& line : lines) {
        for (const PlotPoint& point : line.points) {
            range = {std::min(range.from, point.x), std::max(range.to, point.x)};
        }
    }
    return range;
}

double top_of(const PlotLine& line) {
    double top = 0;
    for (const PlotPoint& point : line.points) {
        top = std::max(top, point.y);
    }
    return top;
}

/// Lines over a common range, each from zero to its own largest number, which is told above.
void show_plot(PanelContext& context, const char* title, std::span<const PlotLine> lines,
               const std::string& from, const std::string& to) {
    const PlotRange range = range_of(lines);
    ImGui::PushFont(context.fonts.small);
    ImGui::TextDisabled("%s, up to", title);
    for (const PlotLine& line : lines) {
        ImGui::SameLine();
        ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(line.colour), "%.3g ms", top_of(line));
    }
    const ImVec2 size{std::max(1.0F, ImGui::GetContentRegionAvail().x), 74 * context.scale};
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float inset = 5 * context.scale;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(corner, {corner.x + size.x, corner.y + size.y}, ground_colour,
                       4 * context.scale);
    const auto at = [&](const PlotPoint& point, double top) {
        const double x =
            range.to > range.from ? (point.x - range.from) / (range.to - range.from) : 0.5;
        const double y = top > 0 ? point.y / top : 0;
        return ImVec2{corner.x + inset + static_cast<float>(x) * (size.x - 2 * inset),
                      corner.y + size.y - inset - static_cast<float>(y) * (size.y - 2 * inset)};
    };
    for (const PlotLine& line : lines) {
        const double top = top_of(line);
        for (std::size_t i = 0; i < line.points.size(); ++i) {
            const ImVec2 point = at(line.points[i], top);
            if (i > 0) {
                list.AddLine(at(line.points[i - 1], top), point, line.colour, 1.4F * context.scale);
            }
            if (line.marked) {
                list.AddCircleFilled(point, 2.6F * context.scale, line.colour);
            }
        }
    }
    ImGui::Dummy(size);
    ImGui::TextDisabled("%s", from.c_str());
    const float room = ImGui::CalcTextSize(to.c_str()).x;
    ImGui::SameLine(ImGui::GetStyle().WindowPadding.x + size.x - room);
    ImGui::TextDisabled("%s", to.c_str());
    ImGui::PopFont();
}

void show_times_over(PanelContext& context, const FrameTimes& times, CountOf what) {
    const bool bodies = what == CountOf::Bodies;
    std::array<PlotLine, 2> lines{PlotLine{{}, drawing_colour, true},
                                  PlotLine{{}, collision_colour, true}};
    const std::vector<TimeAtCount> points = times.over(what);
    for (const TimeAtCount& point : points) {
        const auto x = static_cast<double>(point.count);
        lines[0].points.push_back({x, point.drawing_ms});
        lines[1].points.push_back({x, point.collision_ms});
    }
    const char* one = bodies ? "body" : "pair";
    const char* many = bodies ? "bodies" : "pairs";
    show_plot(context, bodies ? "over bodies" : "over colliding pairs", lines,
              count_of_words(points.front().count, one, many),
              points.size() > 1 ? count_of_words(points.back().count, one, many) : "");
}

void coloured_row(PanelContext& context, ImU32 colour, const char* label, double milliseconds) {
    ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(colour), "%s", label);
    ImGui::SameLine(104 * context.scale);
    ImGui::Text("%.2f ms", milliseconds);
}

void text_row(PanelContext& context, const char* label, const std::string& text) {
    ImGui::TextDisabled("%s", label);
    ImGui::SameLine(104 * context.scale);
    ImGui::TextWrapped("%s", text.c_str());
}

} // namespace

void HandPane::show_state(PanelContext& context) {
    const auto many = [&](const std::set<BodyIndex>& bodies) {
        return bodies.size() > 6 ? count_text(bodies.size()) + " bodies" : names_of(bodies);
    };
    text_row(context, "touches", found_ ? many(found_->touched) : "...");
    text_row(context, "carries",
             carried_ ? context.session.state().body(carried_->body).name : "nothing");
    text_row(context, "collide", found_ ? many(found_->crossing) : "...");
    ImGui::PushFont(context.fonts.small);
    ImGui::TextDisabled("mouse: move; wheel: nearer, farther; right: turn");
    ImGui::TextDisabled("hold left, or Space: grasp; shift + wheel, + -: scale");
    ImGui::TextDisabled("arrows, PageUp, PageDown: move; with shift: turn");
    ImGui::PopFont();
}

void HandPane::show_tools(PanelContext& context) {
    ImGui::Checkbox("eye goes along with keys", &eye_follows_);
    context.landmarks.mark_item("hand.eye");
    if (!hand_body_) {
        double size = size_;
        ImGui::SameLine();
        ImGui::SetNextItemWidth(64 * context.scale);
        if (ImGui::InputDouble("size", &size, 0, 0, "%.4g", ImGuiInputTextFlags_EnterReturnsTrue) &&
            std::isfinite(size) && size > 0) {
            size_ = size;
            moved();
        }
        context.landmarks.mark_item("hand.size");
    }
    ImGui::SetNextItemWidth(64 * context.scale);
    ImGui::InputInt("copies", &strew_count_, 0);
    ImGui::SameLine();
    ImGui::SetNextItemWidth(48 * context.scale);
    ImGui::InputInt("seed", &strew_seed_, 0);
    strew_count_ = std::clamp(strew_count_, 1, 100'000);
    strew_seed_ = std::max(strew_seed_, 0);
    ImGui::SameLine();
    if (ImGui::Button("strew")) {
        const Status status =
            strew(static_cast<std::size_t>(strew_count_), static_cast<std::uint64_t>(strew_seed_));
        context.session.tell(status ? "" : status.error().message);
    }
    context.landmarks.mark_item("hand.strew");
    if (ImGui::IsItemHovered()) {
        ImGui::SetTooltip("copies of small bodies, or of the selected one, all over the scene");
    }
    ImGui::SameLine();
    if (ImGui::Button("measure")) {
        measure();
    }
    context.landmarks.mark_item("hand.measure");
}

void HandPane::show_times(PanelContext& context) {
    if (!found_) {
        return;
    }
    const double drawing = context.session.drawing_ms;
    coloured_row(context, drawing_colour, "drawing", drawing);
    coloured_row(context, collision_colour, "collision", found_->milliseconds);
    text_row(context, "of",
             fmt::format("{}, {} collide, {} come near",
                         count_of_words(found_->bodies, "body", "bodies"),
                         count_of_words(found_->colliding, "pair", "pairs"),
                         count_text(found_->candidates)));
    const std::vector<FrameTime>& all = times_.all();
    if (all.empty()) {
        return;
    }
    const std::size_t begin = all.size() - std::min(all.size(), shown_frames);
    std::array<PlotLine, 2> lines{PlotLine{{}, drawing_colour}, PlotLine{{}, collision_colour}};
    for (std::size_t i = begin; i < all.size(); ++i) {
        const auto x = static_cast<double>(i);
        lines[0].points.push_back({x, all[i].drawing_ms});
        lines[1].points.push_back({x, all[i].collision_ms});
    }
    show_plot(context, "frame by frame", lines,
              count_of_words(all.size() - begin, "frame", "frames"), "now");
    show_times_over(context, times_, CountOf::Bodies);
    show_times_over(context, times_, CountOf::CollidingPairs);
}

/// A ring around a hand that is small in the window, so that it is found.
void HandPane::draw_over(const SceneOverlay& overlay) {
    if (scene_ == 0) {
        return;
    }
    const Vec3d side = overlay.view.axis_x * (made_hand_length * size_ / 2);
    const ImVec2 middle = overlay.at(pose_.place);
    const float radius = overlay.at(pose_.place + side).x - middle.x;
    const float least = 16 * overlay.scale;
    if (radius > 0 && radius < least) {
        overlay.list.AddCircle(middle, least, IM_COL32(255, 255, 255, 200), 0, 4 * overlay.scale);
        overlay.list.AddCircle(middle, least, IM_COL32(176, 100, 40, 255), 0, 2 * overlay.scale);
    }
}

void HandPane::show(PanelContext& context) {
    if (scene_ == 0) {
        ImGui::TextWrapped("A hand walks through scenes of bodies that stand still: open one.");
        return;
    }
    (void)answer_now();
    show_state(context);
    ImGui::Separator();
    show_tools(context);
    ImGui::Separator();
    show_times(context);
}

} // namespace impinge::viewer
