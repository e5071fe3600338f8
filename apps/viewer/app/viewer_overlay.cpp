// SPDX-License-Identifier: Apache-2.0
//
// What is drawn on top of the scene and belongs to no panel: handles, dimensions, the axes.
#include "app/feature_overlay.hpp"
#include "app/viewer.hpp"

#include <array>
#include <cmath>
#include <fmt/core.h>

namespace impinge::viewer {
namespace {

constexpr std::array<render::Colour, 3> axis_colours{
    {{206, 66, 62, 255}, {76, 150, 60, 255}, {52, 104, 204, 255}}};

ImVec2 at(const SceneArea& area, ScreenPoint point) {
    return {area.x + static_cast<float>(point.x), area.y + static_cast<float>(point.y)};
}

void draw_arrow_head(ImDrawList& list, ImVec2 from, ImVec2 to, float size, ImU32 colour) {
    const float dx = to.x - from.x;
    const float dy = to.y - from.y;
    const float length = std::sqrt(dx * dx + dy * dy);
    if (length < 1) {
        return;
    }
    const ImVec2 along{dx / length * size, dy / length * size};
    const ImVec2 across{-along.y * 0.42F, along.x * 0.42F};
    list.AddTriangleFilled({to.x + along.x * 0.6F, to.y + along.y * 0.6F},
                           {to.x - along.x * 0.4F + across.x, to.y - along.y * 0.4F + across.y},
                           {to.x - along.x * 0.4F - across.x, to.y - along.y * 0.4F - across.y},
                           colour);
}

void draw_gizmo(ImDrawList& list, const SceneArea& area, const GizmoPlace& place, GizmoMode mode,
                std::optional<Handle> lit, float scale) {
    for (const HandleLine& line : handle_lines(place, mode)) {
        const std::size_t axis = static_cast<std::size_t>(line.handle) % 3;
        const bool is_lit = lit == line.handle;
        const ImU32 colour = is_lit ? IM_COL32(255, 196, 40, 255) : to_u32(axis_colours[axis]);
        std::vector<ImVec2> points;
        for (const ScreenPoint& point : line.points) {
            points.push_back(at(area, point));
        }
        const int count = static_cast<int>(points.size());
        if (line.closed) {
            const ImU32 fill = to_u32(
                render::faded(is_lit ? render::Colour{255, 196, 40, 255} : axis_colours[axis],
                              is_lit ? 0.7 : 0.35));
            list.AddConvexPolyFilled(points.data(), count, fill);
            list.AddPolyline(points.data(), count, colour, ImDrawFlags_Closed, 1.2F * scale);
            continue;
        }
        list.AddPolyline(points.data(), count, IM_COL32(255, 255, 255, 150), 0, 5 * scale);
        list.AddPolyline(points.data(), count, colour, 0, (is_lit ? 3.6F : 2.6F) * scale);
        if (mode == GizmoMode::Move) {
            draw_arrow_head(list, points.front(), points.back(), 12 * scale, colour);
        }
    }
}

void draw_triad(ImDrawList& list, const SceneArea& area, const raster::View& view, float scale) {
    const ImVec2 middle{area.x + area.width - 48 * scale, area.y + area.height - 48 * scale};
    const std::array<Vec3d, 3> axes{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    for (std::size_t i = 0; i < 3; ++i) {
        const ImVec2 tip{middle.x + static_cast<float>(dot(axes[i], view.axis_x)) * 28 * scale,
                         middle.y - static_cast<float>(dot(axes[i], view.axis_y)) * 28 * scale};
        const ImU32 colour = to_u32(axis_colours[i]);
        list.AddLine(middle, tip, colour, 2 * scale);
        const std::string letter(1, "xyz"[i]);
        list.AddText({tip.x + (tip.x - middle.x) * 0.28F - 4 * scale,
                      tip.y + (tip.y - middle.y) * 0.28F - 8 * scale},
                     colour, letter.c_str());
    }
}

/// The length beside a line in the scene, not on it.
void draw_dimension(ImDrawList& list, const SceneArea& area, const raster::View& view, Vec3d from,
                    Vec3d to, const std::string& text, ImU32 colour, float scale) {
    const ImVec2 a = at(area, to_screen(view, from));
    const ImVec2 b = at(area, to_screen(view, to));
    for (const ImVec2 end : {a, b}) {
        list.AddCircleFilled(end, 3.4F * scale, IM_COL32(255, 255, 255, 255));
        list.AddCircleFilled(end, 2.4F * scale, colour);
    }
    const ImVec2 middle{(a.x + b.x) / 2 + 12 * scale, (a.y + b.y) / 2 - 16 * scale};
    draw_label(list, middle, text, colour, scale);
}

/// To scale where that is long enough to show a direction, else longer.
void draw_way_out(ImDrawList& list, const SceneArea& area, const raster::View& view,
                  const Separation& way_out, Vec3d from, const std::string& text, float scale) {
    const ImU32 colour = IM_COL32(176, 44, 140, 255);
    const ImVec2 start = at(area, to_screen(view, from));
    const double least = 44.0 * static_cast<double>(scale) * raster::pixel_size(view);
    const double long_enough = std::max(way_out.distance, least);
    const ImVec2 tip = at(area, to_screen(view, from + way_out.direction * long_enough));
    list.AddLine(start, tip, IM_COL32(255, 255, 255, 200), 6 * scale);
    list.AddLine(start, tip, colour, 3 * scale);
    draw_arrow_head(list, start, tip, 13 * scale, colour);
    draw_label(list, {start.x, start.y - 18 * scale}, text, colour, scale);
}

void draw_measures(ImDrawList& list, const Session& session, const SceneArea& area,
                   const raster::View& view, float scale) {
    const auto pair = session.measured();
    const PairFinding* found = pair && session.result() != nullptr && session.verdicts_are_current()
                                   ? session.result()->find(*pair)
                                   : nullptr;
    if (found == nullptr || !session.show.measures) {
        return;
    }
    const auto unit = session.document().unit;
    if (found->nearest && found->nearest->distance > 0) {
        draw_dimension(list, area, view, found->nearest->point_a, found->nearest->point_b,
                       length_text(found->nearest->distance, unit), IM_COL32(20, 100, 180, 255),
                       scale);
    }
    if (found->way_out && found->way_out->distance > 0) {
        const ViewedBody& body = session.state().body(pair->second);
        const Box3 box = placed_box(body.box, body.world_pose());
        draw_way_out(list, area, view, *found->way_out, (box.min + box.max) * 0.5,
                     "way out " + length_text(found->way_out->distance, unit), scale);
    }
}

} // namespace

/// Side by side for both eyes, else once.
void Viewer::draw_overlay() {
    if (session_.stereo.mode != StereoMode::SideBySide) {
        return draw_over(area_, view_);
    }
    for (const EyePicture& eye : eyes()) {
        draw_over({static_cast<float>(eye.area.x), area_.y, static_cast<float>(eye.area.width),
                   area_.height},
                  eye.view);
    }
}

void Viewer::draw_over(const SceneArea& area, const raster::View& view) {
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const float scale = setup_.scale;
    list.PushClipRect({area.x, area.y}, {area.x + area.width, area.y + area.height});
    if (!session_.simulation) { // which is not what they are about
        draw_measures(list, session_, area, view, scale);
        const SceneOverlay overlay{list, session_, area, view, fonts_, scale};
        draw_features(overlay);
        draw_regions(overlay);
        panes_.draw_over(overlay);
    }
    auto place = interface_shown_ ? gizmo_place() : std::nullopt;
    if (place && drag_ && drag_->handle() == Handle::Screen) {
        place.reset();
    }
    if (place) {
        place->view = view;
        const auto lit = drag_ ? std::optional(drag_->handle()) : hovered_;
        draw_gizmo(list, area, *place, session_.tools.mode, lit, scale);
        if (drag_ && drag_->amount() != 0) {
            ImVec2 label = at(area, to_screen(view, place->centre));
            label.y += 26 * scale;
            const bool turns = session_.tools.mode == GizmoMode::Turn;
            draw_label(list, label,
                       turns ? fmt::format("{:.4g}\u00b0", drag_->amount())
                             : length_text(drag_->amount(), session_.document().unit),
                       IM_COL32(40, 46, 56, 255), scale);
        }
    }
    if (interface_shown_) {
        draw_triad(list, area, view, scale);
    }
    list.PopClipRect();
}

} // namespace impinge::viewer
