// SPDX-License-Identifier: Apache-2.0
#include "panels/theme.hpp"

#include "panels/embedded_font.hpp"

#include <fmt/core.h>

namespace impinge::viewer {
namespace {

ImVec4 grey(int r, int g, int b, int a = 255) {
    return {static_cast<float>(r) / 255, static_cast<float>(g) / 255, static_cast<float>(b) / 255,
            static_cast<float>(a) / 255};
}

void set_colours(ImVec4* colours) {
    ImGui::StyleColorsLight();
    const ImVec4 accent = grey(46, 109, 180);
    colours[ImGuiCol_Text] = grey(36, 42, 52);
    colours[ImGuiCol_TextDisabled] = grey(118, 127, 140);
    colours[ImGuiCol_WindowBg] = grey(248, 249, 251);
    colours[ImGuiCol_PopupBg] = grey(255, 255, 255, 250);
    colours[ImGuiCol_MenuBarBg] = grey(240, 242, 246);
    colours[ImGuiCol_Border] = grey(210, 216, 224);
    colours[ImGuiCol_FrameBg] = grey(233, 237, 242);
    colours[ImGuiCol_FrameBgHovered] = grey(222, 229, 238);
    colours[ImGuiCol_FrameBgActive] = grey(208, 220, 234);
    colours[ImGuiCol_Button] = grey(233, 237, 242);
    colours[ImGuiCol_ButtonHovered] = grey(216, 226, 238);
    colours[ImGuiCol_ButtonActive] = grey(196, 212, 232);
    colours[ImGuiCol_Header] = grey(214, 227, 243);
    colours[ImGuiCol_HeaderHovered] = grey(226, 235, 246);
    colours[ImGuiCol_HeaderActive] = grey(200, 218, 240);
    colours[ImGuiCol_Separator] = grey(224, 229, 236);
    colours[ImGuiCol_CheckMark] = accent;
    colours[ImGuiCol_SliderGrab] = accent;
    colours[ImGuiCol_TextSelectedBg] = grey(46, 109, 180, 90);
    colours[ImGuiCol_ScrollbarBg] = grey(0, 0, 0, 0);
    colours[ImGuiCol_ScrollbarGrab] = grey(200, 207, 217);
    colours[ImGuiCol_TitleBg] = grey(240, 242, 246);
    colours[ImGuiCol_TitleBgActive] = grey(228, 234, 242);
    colours[ImGuiCol_ModalWindowDimBg] = grey(40, 48, 60, 70);
    colours[ImGuiCol_TableRowBgAlt] = grey(0, 0, 0, 8);
}

} // namespace

void apply_theme(float scale) {
    ImGuiStyle& style = ImGui::GetStyle();
    style = ImGuiStyle();
    style.WindowPadding = {12, 10};
    style.FramePadding = {7, 4};
    style.ItemSpacing = {8, 5};
    style.ItemInnerSpacing = {6, 4};
    style.ScrollbarSize = 11;
    style.WindowRounding = 0;
    style.ChildRounding = 5;
    style.PopupRounding = 5;
    style.FrameRounding = 4;
    style.GrabRounding = 4;
    style.WindowBorderSize = 0;
    style.PopupBorderSize = 1;
    style.FrameBorderSize = 0;
    set_colours(style.Colors);
    style.ScaleAllSizes(scale);
}

Fonts load_fonts(float scale) {
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    atlas.Clear();
    ImFontConfig config;
    config.FontDataOwnedByAtlas = false;
    // Latin, punctuation, arrows, signs of mathematics, shapes.
    static constexpr auto ranges =
        std::to_array<ImWchar>({0x20, 0x17F, 0x2010, 0x2027, 0x2190, 0x2199, 0x2212, 0x2212, 0x25A0,
                                0x25FF, 0x2713, 0x2713, 0});
    const auto add = [&](float size) {
        return atlas.AddFontFromMemoryTTF(const_cast<unsigned char*>(font_begin()),
                                          static_cast<int>(font_size()), size * scale, &config,
                                          ranges.data());
    };
    const Fonts fonts{add(14), add(21), add(12)};
    atlas.Build();
    return fonts;
}

ImVec4 to_vec4(render::Colour c) { return grey(c.r, c.g, c.b, c.a); }
ImU32 to_u32(render::Colour c) { return IM_COL32(c.r, c.g, c.b, c.a); }

render::Colour state_colour(BodyState state) {
    switch (state) {
    case BodyState::Interfering:
        return {200, 62, 56, 255};
    case BodyState::Touching:
        return {196, 138, 20, 255};
    case BodyState::Undecided:
        return {150, 96, 20, 255};
    case BodyState::Clear:
        return {56, 138, 88, 255};
    default:
        return {128, 136, 148, 255};
    }
}

std::string length_text(double length, std::optional<LengthUnit> unit) {
    return fmt::format("{:.5g}{}{}", length, unit ? " " : "", unit ? to_string(*unit) : "");
}

std::string count_text(std::size_t count) {
    std::string out = std::to_string(count);
    for (std::size_t i = out.size(); i > 3; i -= 3) {
        out.insert(i - 3, ",");
    }
    return out;
}

} // namespace impinge::viewer
