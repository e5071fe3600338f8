// SPDX-License-Identifier: Apache-2.0
//
// What the clearance pane has more where the timeline moves its bodies.
#include "clearance/clearance_pane.hpp"

#include <algorithm>
#include <cmath>

namespace impinge::viewer {
namespace {

constexpr ImU32 gap_line = IM_COL32(40, 116, 186, 255);
constexpr ImU32 overlap_line = IM_COL32(200, 40, 40, 255);

/// Smallest gaps above a line, deepest overlaps below it, frame by frame.
class ClearancePlot {
  public:
    ClearancePlot(const std::vector<double>& values, ImVec2 low, ImVec2 high)
        : values_(values), low_(low), high_(high) {
        for (const double value : values) {
            top_ = std::isfinite(value) ? std::max(top_, value) : top_;
            bottom_ = std::isfinite(value) ? std::min(bottom_, value) : bottom_;
        }
        top_ = top_ > bottom_ ? top_ : bottom_ + 1;
    }
    [[nodiscard]] float x(std::size_t frame) const {
        const auto last = static_cast<float>(std::max<std::size_t>(values_.size() - 1, 1));
        return low_.x + (high_.x - low_.x) * static_cast<float>(frame) / last;
    }
    [[nodiscard]] std::size_t frame(float at) const {
        const auto last = static_cast<float>(values_.size() - 1);
        const float part = (at - low_.x) / (high_.x - low_.x);
        return static_cast<std::size_t>(std::lround(std::clamp(part, 0.0F, 1.0F) * last));
    }
    void draw(ImDrawList& list, float scale) const {
        list.AddRectFilled(low_, high_, IM_COL32(255, 255, 255, 255));
        list.AddLine({low_.x, y(0)}, {high_.x, y(0)}, IM_COL32(150, 158, 170, 255));
        for (std::size_t i = 0; i < values_.size(); ++i) {
            if (std::isfinite(values_[i])) {
                const ImU32 colour = values_[i] < 0 ? overlap_line : gap_line;
                list.AddLine({x(i), y(0)}, {x(i), y(values_[i])}, colour, 1.2F * scale);
                list.AddCircleFilled({x(i), y(values_[i])}, 1.8F * scale, colour);
            }
        }
    }

  private:
    [[nodiscard]] float y(double value) const {
        const auto part = static_cast<float>((value - bottom_) / (top_ - bottom_));
        return high_.y - 4 - part * (high_.y - low_.y - 8);
    }

    const std::vector<double>& values_;
    ImVec2 low_;
    ImVec2 high_;
    double top_ = 0;
    double bottom_ = 0;
};

} // namespace

void ClearancePane::show_motion_switches(PanelContext& context) {
    if (motion_.empty()) {
        return;
    }
    ImGui::PushFont(context.fonts.small);
    if (ImGui::Checkbox("whole motion", &settings_.whole_motion)) {
        asked_ = false;
    }
    context.landmarks.mark_item("clearance.motion");
    if (ImGui::IsItemHovered()) {
        ImGui::SetTooltip("each place with the smallest clearance of all frames of the timeline");
    }
    ImGui::SameLine();
    ImGui::BeginDisabled(!settings_.whole_motion);
    if (ImGui::Checkbox("ever in contact", &settings_.touched)) {
        paint();
    }
    ImGui::EndDisabled();
    context.landmarks.mark_item("clearance.touched");
    ImGui::SameLine();
    if (ImGui::Checkbox("path", &settings_.path)) {
        ++look_;
    }
    context.landmarks.mark_item("clearance.path");
    ImGui::PopFont();
}

/// Click to go to a frame.
void ClearancePane::show_motion(PanelContext& context) {
    if (!answer_->motion) {
        return;
    }
    Timeline& timeline = context.session.timeline;
    const ImVec2 size{ImGui::GetContentRegionAvail().x, 72 * context.scale};
    ImGui::InvisibleButton("##frames", size);
    context.landmarks.mark_item("clearance.frames");
    const ImVec2 low = ImGui::GetItemRectMin();
    const ImVec2 high = ImGui::GetItemRectMax();
    const MotionMap& motion = *answer_->motion;
    const ClearancePlot plot(motion.clearances, low, high);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    plot.draw(list, context.scale);
    const float now = plot.x(timeline.frame());
    list.AddLine({now, low.y}, {now, high.y}, IM_COL32(120, 50, 170, 255), 1.5F * context.scale);
    if (ImGui::IsItemHovered() || ImGui::IsItemActive()) {
        const std::size_t frame = plot.frame(ImGui::GetIO().MousePos.x);
        const double value = motion.clearances[frame];
        const Track* track = timeline.track();
        ImGui::SetTooltip(
            "frame %s: %s %s", track != nullptr ? track->frame_name(frame).c_str() : "",
            value < 0 ? "deepest overlap" : "smallest gap", length(std::abs(value)).c_str());
        if (ImGui::IsItemActive()) {
            timeline.pause();
            timeline.seek(frame);
        }
    }
    list.AddRect(low, high, IM_COL32(210, 216, 224, 255));
}

} // namespace impinge::viewer
