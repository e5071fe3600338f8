// SPDX-License-Identifier: Apache-2.0
//
// The pane of image space as it is seen: what is shown, its picture with what the colours mean, and
// the ray of the pixel under the mouse in the scene.
#include "panels/choices.hpp"
#include "planes/planes_pane.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/core.h>

namespace impinge::viewer {
namespace {

constexpr std::array sizes{64, 128, 256, 512, 1024};
constexpr std::array size_names{"64", "128", "256", "512", "1024"};
constexpr float legend_room = 190; ///< below the picture, at scale 1

/// "passes", then all methods.
std::vector<const char*> method_names() {
    std::vector<const char*> out{"passes"};
    for (const cli::NamedMethod& method : cli::sampled_methods()) {
        out.push_back(method.name);
    }
    return out;
}

std::vector<const char*> pass_names() {
    std::vector<const char*> out;
    for (const cli::NamedPass& pass : cli::image_passes()) {
        out.push_back(pass.name);
    }
    return out;
}

/// In the colour of its body, full where the ray enters it, a ring where it leaves.
void draw_mark(ImDrawList& list, ImVec2 at, const RayLayer& layer, float radius) {
    const ImU32 colour = to_u32(ray_colour(layer.body));
    list.AddCircleFilled(at, radius, IM_COL32(255, 255, 255, 255));
    if (layer.enters) {
        list.AddCircleFilled(at, radius * 0.78F, colour);
    } else {
        list.AddCircle(at, radius * 0.62F, colour, 0, radius * 0.36F);
    }
}

/// Its end, where names differ mostly, as far as there is room.
std::string fitting(const std::string& name, float room) {
    std::string out = name;
    for (std::size_t from = 1; from < name.size() && ImGui::CalcTextSize(out.c_str()).x > room;
         ++from) {
        const bool within_letter = (static_cast<unsigned char>(name[from]) & 0xC0U) == 0x80U;
        out = within_letter ? out : "\u2026" + name.substr(from);
    }
    return out;
}

} // namespace

std::string PlanesPane::length(double value) const { return length_text(value, unit_); }

void PlanesPane::show(PanelContext& context) {
    pointed_.reset();
    show_settings(context);
    if (names_.empty()) {
        ImGui::TextWrapped("%s",
                           looks_at_pair(settings_.method)
                               ? "Select a pair of bodies on the left, or a body that comes near "
                                 "others; passes look at all bodies."
                               : "There are no bodies.");
        return;
    }
    if (answer_ && answer_->error) {
        ImGui::TextWrapped("%s", answer_->error->message.c_str());
        return;
    }
    if (!can_be_shown()) {
        ImGui::TextDisabled("looking...");
        return;
    }
    show_picture(context);
    show_legend_and_facts(context);
}

void PlanesPane::show_settings(PanelContext& context) {
    ImGui::PushFont(context.fonts.small);
    if (ImGui::BeginTable("settings", 4)) {
        for (const float share : {0.8F, 1.6F, 0.8F, 1.4F}) {
            ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch, share);
        }
        PlanesSettings wished = settings_;
        setting_label("method");
        const auto methods = cli::sampled_methods();
        int method =
            wished.method == nullptr ? 0 : static_cast<int>(1 + (wished.method - methods.data()));
        if (choose(context, "planes.method", method_names(), method)) {
            wished = with_method(
                wished, method == 0 ? nullptr : &methods[static_cast<std::size_t>(method) - 1]);
        }
        setting_label("show");
        const int first = has_map(wished.method) ? 0 : static_cast<int>(Shown::Depth);
        int shown = std::max(static_cast<int>(wished.shown) - first, 0);
        choose(context, "planes.show",
               std::span(shown_names).subspan(static_cast<std::size_t>(first)), shown);
        wished.shown = static_cast<Shown>(shown + first);
        setting_label("along");
        int along = static_cast<int>(wished.along);
        choose(context, "planes.along", planes_along_names, along);
        wished.along = static_cast<PlanesAlong>(along);
        setting_label("pixels");
        int size = static_cast<int>(std::ranges::find(sizes, wished.resolution) - sizes.begin());
        choose(context, "planes.pixels", size_names, size);
        wished.resolution = sizes.at(static_cast<std::size_t>(size));
        show_choices_of_pass(context, wished);
        ImGui::EndTable();
        if (wished != settings_) {
            set(wished);
        }
    }
    ImGui::PopFont();
}

/// Pictures of methods have no pass.
void PlanesPane::show_choices_of_pass(PanelContext& context, PlanesSettings& wished) {
    ImGui::BeginDisabled(map_of(wished.shown).has_value());
    setting_label("pass");
    const auto passes = cli::image_passes();
    int pass = static_cast<int>(wished.pass - passes.data());
    choose(context, "planes.pass", pass_names(), pass);
    wished.pass = &passes[static_cast<std::size_t>(pass)];
    if (ImGui::IsItemHovered()) {
        ImGui::SetTooltip("%s", wished.pass->explanation);
    }
    setting_label("of");
    int of = static_cast<int>(wished.of);
    choose(context, "planes.of", std::array{"all bodies", "the first", "the second"}, of);
    wished.of = static_cast<PlanesOf>(of);
    ImGui::EndDisabled();
    ImGui::TableNextColumn();
    ImGui::TableNextColumn();
    if (ImGui::Checkbox("view in the scene", &framed_)) {
        ++look_;
    }
    context.landmarks.mark_item("planes.framed");
}

void PlanesPane::show_picture(PanelContext& context) {
    const float below = legend_room * context.scale + 2.2F * ImGui::GetTextLineHeightWithSpacing();
    const float room = std::max(ImGui::GetContentRegionAvail().y - below, 120 * context.scale);
    if (const auto pixel = picture_.show(context, "planes.picture", room)) {
        point_at(*pixel);
        picture_.ring(*pixel, context.scale);
    }
    ImGui::PushFont(context.fonts.small);
    if (pointed_) {
        ImGui::TextUnformatted(pointed_->value.c_str());
    } else {
        ImGui::TextDisabled("%s", work_.busy() ? "looking..."
                                               : "point at a pixel: its ray, and what it meets");
    }
    ImGui::PopFont();
}

void PlanesPane::show_legend_and_facts(PanelContext& context) {
    if (!ImGui::BeginTable("legend", 2)) {
        return;
    }
    ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed,
                            static_cast<float>(legend_.picture().width) * context.scale);
    ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch);
    ImGui::TableNextColumn();
    legend_.show(context, "planes.legend",
                 static_cast<float>(legend_.picture().height) * context.scale);
    ImGui::TableNextColumn();
    ImGui::PushFont(context.fonts.small);
    if (pointed_) {
        show_layers();
    } else {
        show_facts();
    }
    ImGui::PopFont();
    ImGui::EndTable();
}

void PlanesPane::show_facts() const {
    const raster::View& view = answer_->view;
    if (!answer_->verdict.empty()) {
        ImGui::TextWrapped("%s: %s", settings_.method->name, answer_->verdict.c_str());
    }
    const Vec3d along = view.axis_z + Vec3d{};
    ImGui::TextWrapped("along %.3g, %.3g, %.3g", along.x, along.y, along.z);
    ImGui::TextWrapped("%d x %d pixels of %s", view.width, view.height,
                       length(raster::pixel_size(view)).c_str());
    if (answer_->windows > 1) {
        ImGui::TextWrapped("the first of %zu windows", answer_->windows);
    }
    ImGui::TextWrapped("in %.0f ms", answer_->milliseconds);
}

/// As many as there is room for.
void PlanesPane::show_layers() const {
    const auto& layers = pointed_->ray.layers;
    const float line = ImGui::GetTextLineHeightWithSpacing();
    const auto room =
        static_cast<std::size_t>(std::max(ImGui::GetContentRegionAvail().y / line - 2, 2.0F));
    ImGui::Text("%zu layers", layers.size());
    for (std::size_t i = 0; i < std::min(layers.size(), room); ++i) {
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float r = 0.36F * ImGui::GetTextLineHeight();
        draw_mark(*ImGui::GetWindowDrawList(), {at.x + r, at.y + ImGui::GetTextLineHeight() / 2},
                  layers[i], r);
        ImGui::SetCursorScreenPos({at.x + 3 * r, at.y});
        const std::string& name = answer_->bodies[layers[i].body].name;
        ImGui::Text("%s %s", layers[i].enters ? "in" : "out", length(layers[i].distance).c_str());
        ImGui::SameLine();
        ImGui::TextUnformatted(fitting(name, ImGui::GetContentRegionAvail().x).c_str());
    }
    if (layers.size() > room) {
        ImGui::TextDisabled("and %zu more", layers.size() - room);
    }
}

void PlanesPane::draw_over(const SceneOverlay& overlay) {
    view_axis_ = overlay.view.axis_z;
    if (!pointed_ || !can_be_shown()) {
        return;
    }
    const PixelRay& ray = pointed_->ray;
    const ViewPixel pixel{pointed_->pixel.x, answer_->view.height - 1 - pointed_->pixel.y};
    const float scale = overlay.scale;
    const auto line = [&](Vec3d from, Vec3d to, ImU32 colour, float width) {
        overlay.list.AddLine(overlay.at(from), overlay.at(to), colour, width * scale);
    };
    const auto stretch = [&](const RayStretch& s, ImU32 colour, float width) {
        line(along_ray(answer_->view, pixel, s.begin), along_ray(answer_->view, pixel, s.end),
             colour, width);
    };
    line(ray.from, ray.to, IM_COL32(255, 255, 255, 210), 4);
    line(ray.from, ray.to, IM_COL32(40, 46, 56, 255), 1.6F);
    for (const RayStretch& inside : ray.inside) {
        stretch(inside, to_u32(ray_colour(inside.body)), 5);
    }
    for (const RayStretch& shared : ray.shared) {
        stretch(shared, IM_COL32(196, 24, 36, 255), 8);
    }
    for (const RayLayer& layer : ray.layers) {
        draw_mark(overlay.list, overlay.at(layer.place), layer, 5.5F * scale);
    }
}

} // namespace impinge::viewer
