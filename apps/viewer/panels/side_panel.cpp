// SPDX-License-Identifier: Apache-2.0
//
// The panel on the left: the answer, the bodies, where the selected one stands, the pairs.
#include "app/scene_content.hpp"
#include "panels/choices.hpp"
#include "panels/panes.hpp"
#include "panels/words.hpp"
#include "scene/pose_numbers.hpp"
#include "simulations/simulation_pane.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/core.h>
#include <span>

namespace impinge::viewer {
namespace {

std::string name_of(const Session& session, BodyIndex body) {
    return session.state().body(body).name;
}

ShortNames names_of(const Session& session, const PairFinding& pair) {
    return short_names(name_of(session, pair.a), name_of(session, pair.b));
}

/// The verdict of a pair, with the names of the bodies where it says one is in the other.
std::string verdict_text(const Session& session, const PairFinding& pair) {
    if (!pair.decided()) {
        return "undecided";
    }
    if (pair.verdict == Verdict::AInsideB || pair.verdict == Verdict::BInsideA) {
        const auto [a, b] = names_of(session, pair);
        return pair.verdict == Verdict::AInsideB ? a + " inside " + b : b + " inside " + a;
    }
    return pair.too_near && pair.verdict == Verdict::Apart ? "too near"
                                                           : words_of(to_string(pair.verdict));
}

Headline headline_of(const Session& session) {
    const CheckResult* result = session.result();
    if (result == nullptr) {
        return {session.loading() ? "reading..." : "checking...", "", BodyState::Unchecked};
    }
    if (result->error) {
        return {"not checked", result->error->message, BodyState::Unchecked};
    }
    if (session.state().present_count() < 2) {
        return {"nothing to check", "a check needs two bodies", BodyState::Unchecked};
    }
    std::size_t interfering = 0;
    std::size_t touching = 0;
    std::size_t undecided = 0;
    for (const PairFinding& pair : result->pairs) {
        const BodyState state = state_of_pair(pair);
        interfering += state == BodyState::Interfering ? 1 : 0;
        touching += state == BodyState::Touching ? 1 : 0;
        undecided += state == BodyState::Undecided ? 1 : 0;
    }
    if (session.state().present_count() == 2 && result->pairs.size() == 1) {
        const PairFinding& pair = result->pairs.front();
        const auto [a, b] = names_of(session, pair);
        return {verdict_text(session, pair), a + " and " + b, state_of_pair(pair)};
    }
    const std::string small = fmt::format("pairs: {}; touching: {}, undecided: {}",
                                          count_text(result->pairs_wished), touching, undecided);
    if (interfering > 0) {
        return {fmt::format("{} {}", interfering,
                            interfering == 1 ? "pair interferes" : "pairs interfere"),
                small, BodyState::Interfering};
    }
    const BodyState worst = undecided > 0  ? BodyState::Undecided
                            : touching > 0 ? BodyState::Touching
                                           : BodyState::Clear;
    return {undecided > 0 ? "undecided" : touching > 0 ? "touching" : "all apart", small, worst};
}

} // namespace

void show_headline(PanelContext& context, const Headline& line) {
    const render::Colour colour = state_colour(line.state);
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const float height = 58 * context.scale;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float round = 6 * context.scale;
    list.AddRectFilled(from, {from.x + width, from.y + height}, to_u32(render::faded(colour, 0.13)),
                       round);
    list.AddRectFilled(from, {from.x + 5 * context.scale, from.y + height}, to_u32(colour), round,
                       ImDrawFlags_RoundCornersLeft);
    const float left = from.x + 16 * context.scale;
    list.AddText(context.fonts.large, context.fonts.large->FontSize,
                 {left, from.y + 8 * context.scale},
                 to_u32(line.current ? colour : render::faded(colour, 0.6)), line.large.c_str());
    list.AddText(context.fonts.small, context.fonts.small->FontSize,
                 {left, from.y + 36 * context.scale}, IM_COL32(90, 98, 110, 255),
                 line.small.c_str(), nullptr, width - 24 * context.scale);
    ImGui::Dummy({width, height});
    context.landmarks.mark_item("headline");
}

namespace {

/// Rows of one height, of which only those that can be seen are laid out.
template <typename Item, typename Show>
void show_seen_rows(std::span<const Item> items, const Show& show) {
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(items.size()));
    while (clipper.Step()) {
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
            show(items[static_cast<std::size_t>(i)]);
        }
    }
}

void show_body_row(PanelContext& context, BodyIndex index) {
    Session& session = context.session;
    SceneState& state = session.state();
    const ViewedBody& body = state.body(index);
    ImGui::PushID(static_cast<int>(index));
    const float height = ImGui::GetTextLineHeightWithSpacing();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (ImGui::Selectable("##row", state.selected() == index, ImGuiSelectableFlags_AllowItemOverlap,
                          {0, height})) {
        state.select(index);
    }
    context.landmarks.mark_item("row." + body.name);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float size = 11 * context.scale;
    const float top = at.y + (height - size) / 2;
    const render::Colour colour = colour_of(session, index);
    list.AddRectFilled(
        {at.x + 4 * context.scale, top}, {at.x + 4 * context.scale + size, top + size},
        to_u32(body.visible ? colour : render::faded(colour, 0.25)), 3 * context.scale);
    const float width = ImGui::GetContentRegionAvail().x;
    const std::string told = body.visible ? to_string(session.state_of(index)) : "hidden";
    ImFont* small = context.fonts.small;
    const float told_width = small->CalcTextSizeA(small->FontSize, 1e9F, 0, told.c_str()).x;
    const ImVec4 clip{at.x, at.y, at.x + width - told_width - 12 * context.scale, at.y + height};
    list.AddText(context.fonts.normal, context.fonts.normal->FontSize,
                 {at.x + 24 * context.scale, at.y + 1 * context.scale},
                 ImGui::GetColorU32(body.visible ? ImGuiCol_Text : ImGuiCol_TextDisabled),
                 body.name.c_str(), nullptr, 0, &clip);
    list.AddText(small, small->FontSize,
                 {at.x + width - told_width - 4 * context.scale, at.y + 3 * context.scale},
                 to_u32(state_colour(session.state_of(index))), told.c_str());
    if (ImGui::IsItemHovered()) {
        ImGui::SetTooltip("%s\n%s triangles", body.file.c_str(),
                          count_text(body.mesh->triangles.size()).c_str());
    }
    ImGui::PopID();
}

void show_bodies(PanelContext& context) {
    section(context, "BODIES");
    const SceneState& state = context.session.state();
    const auto rows = static_cast<float>(std::min<std::size_t>(state.present_count(), 9));
    const float height =
        (rows + 0.2F) * (ImGui::GetTextLineHeightWithSpacing() + ImGui::GetStyle().ItemSpacing.y);
    std::vector<BodyIndex> present;
    for (BodyIndex i = 0; i < state.bodies().size(); ++i) {
        if (state.body(i).present) {
            present.push_back(i);
        }
    }
    ImGui::BeginChild("bodies", {0, height});
    show_seen_rows<BodyIndex>(present, [&](BodyIndex body) { show_body_row(context, body); });
    ImGui::EndChild();
}

/// Three numbers in a row; true once the user has given others.
bool show_numbers(PanelContext& context, const char* label, const char* mark, Vec3d& numbers,
                  const char* format) {
    std::array<double, 3> values{numbers.x, numbers.y, numbers.z};
    bool given = false;
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(label);
    ImGui::SameLine(72 * context.scale);
    const float width =
        (ImGui::GetContentRegionAvail().x - 2 * ImGui::GetStyle().ItemInnerSpacing.x) / 3;
    for (std::size_t i = 0; i < 3; ++i) {
        ImGui::PushID(mark);
        ImGui::PushID(static_cast<int>(i));
        ImGui::SetNextItemWidth(width);
        given |= ImGui::InputDouble("##n", &values[i], 0, 0, format,
                                    ImGuiInputTextFlags_EnterReturnsTrue |
                                        ImGuiInputTextFlags_AutoSelectAll);
        context.landmarks.mark_item(fmt::format("{}.{}", mark, "xyz"[i]));
        ImGui::PopID();
        ImGui::PopID();
        if (i < 2) {
            ImGui::SameLine(0, ImGui::GetStyle().ItemInnerSpacing.x);
        }
    }
    const bool finite =
        std::ranges::all_of(values, [](double value) { return std::isfinite(value); });
    if (given && finite) {
        numbers = {values[0], values[1], values[2]};
    }
    return given && finite;
}

void show_pose(PanelContext& context) {
    SceneState& state = context.session.state();
    if (!state.selected()) {
        return;
    }
    const BodyIndex index = *state.selected();
    section(context, "SELECTED");
    ImGui::TextUnformatted(state.body(index).name.c_str());
    const Rigid pose = state.body(index).pose;
    Vec3d place = pose.translation;
    if (show_numbers(context, "place", "place", place, "%.6g")) {
        Rigid to = pose;
        to.translation = place;
        state.set_pose(index, to);
    }
    Vec3d turns = turns_of(pose) + Vec3d{0, 0, 0}; // -0 would puzzle
    if (show_numbers(context, "turns \u00b0", "turns", turns, "%.5g")) {
        state.set_pose(index, with_turns(pose, turns));
    }
    double scale = pose.scale;
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted("scale");
    ImGui::SameLine(72 * context.scale);
    ImGui::SetNextItemWidth(80 * context.scale);
    if (ImGui::InputDouble("##scale", &scale, 0, 0, "%.6g",
                           ImGuiInputTextFlags_EnterReturnsTrue |
                               ImGuiInputTextFlags_AutoSelectAll) &&
        std::isfinite(scale) && scale > 0) {
        Rigid to = pose;
        to.scale = scale;
        state.set_pose(index, to);
    }
    ImGui::SameLine();
    if (ImGui::Button("hide")) {
        context.execute(Command::Hide);
    }
    ImGui::SameLine();
    if (ImGui::Button("remove")) {
        context.execute(Command::Remove);
    }
}

void detail_row(PanelContext& context, const char* label, const std::string& text) {
    ImGui::TextDisabled("%s", label);
    ImGui::SameLine(104 * context.scale);
    ImGui::TextUnformatted(text.c_str());
}

/// How much two solids overlap, or why that is not known.
void show_overlap_details(PanelContext& context, const PairFinding& pair) {
    Session& session = context.session;
    if (!session.show.overlaps || !pair.overlaps() || !pair.decided()) {
        return;
    }
    if (!pair.overlap) {
        if (!session.checking() && ImGui::SmallButton("measure the overlap (takes long)")) {
            session.find_overlap();
        }
        return;
    }
    const OverlapFinding& overlap = *pair.overlap;
    if (overlap.measurable != Measurable::Yes) {
        detail_row(context, "overlap", "has no volume that is known");
        for (const std::string& reason : overlap.reasons) {
            ImGui::TextWrapped("%s", reason.c_str());
        }
        return;
    }
    const auto unit = session.document().unit;
    const auto power = [&](double value, const char* exponent) {
        return length_text(value, unit) + (unit ? exponent : "");
    };
    detail_row(context, "overlap",
               fmt::format("{} {}", count_text(overlap.regions.size()),
                           overlap.regions.size() == 1 ? "region" : "regions"));
    detail_row(context, "   volume", power(overlap.volume, "\u00b3"));
    detail_row(context, "   area", power(overlap.area, "\u00b2"));
}

void show_pair_details(PanelContext& context, const PairFinding& pair) {
    const auto unit = context.session.document().unit;
    const auto row = [&](const char* label, const std::string& text) {
        detail_row(context, label, text);
    };
    ImGui::PushFont(context.fonts.small);
    if (pair.decision == Decision::ContainmentOpen) {
        ImGui::TextWrapped("A mesh without an inside (it has a hole) may hold the other body.");
    }
    if (pair.nearest) {
        row("distance", length_text(pair.nearest->distance, unit));
    }
    if (pair.clearance > 0) {
        row("clearance", length_text(pair.clearance, unit));
    }
    if (pair.way_out) {
        row("way out", length_text(pair.way_out->distance, unit) +
                           (pair.way_out->kind == SeparationKind::Minimum ? ", the shortest"
                                                                          : ", the best found"));
        const Vec3d d = pair.way_out->direction;
        row("along", fmt::format("{:.3f}, {:.3f}, {:.3f}", d.x, d.y, d.z));
    }
    show_overlap_details(context, pair);
    if (pair.features && context.session.show.features) {
        row(pair.features->of == FeatureFinding::Of::Penetration ? "part at" : "nearest",
            pair.features->a.name + " \u2013 " + pair.features->b.name);
    }
    if (pair.overlaps() && pair.decided() && !pair.way_out && !context.session.checking() &&
        ImGui::SmallButton("find the way out (takes long)")) {
        context.session.find_way_out();
    }
    if (pair.contacts) {
        row("curves", count_text(pair.contacts->curves.size()));
        row("triangle pairs", count_text(pair.contacts->pairs.size()));
    }
    ImGui::PopFont();
}

/// Known by its bodies: where in a result it stands changes with every one.
void show_pair_row(PanelContext& context, const PairFinding& pair) {
    Session& session = context.session;
    const PairOfBodies both(pair.a, pair.b);
    const bool measured = session.measured() == both;
    const std::string text = pair_name(name_of(session, pair.a), name_of(session, pair.b));
    const std::string verdict = !pair.decided() ? "undecided" : words_of(to_string(pair.verdict));
    ImGui::PushID(static_cast<int>(pair.a));
    ImGui::PushID(static_cast<int>(pair.b));
    const float right = ImGui::CalcTextSize(verdict.c_str()).x;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    if (ImGui::Selectable("##pair", measured)) {
        session.measure(both);
    }
    context.landmarks.mark_item("pair." + name_of(session, pair.a) + "." +
                                name_of(session, pair.b));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec4 clip{at.x, at.y, at.x + width - right - 8 * context.scale, at.y + 1000};
    list.AddText(context.fonts.normal, context.fonts.normal->FontSize, at,
                 ImGui::GetColorU32(ImGuiCol_Text), text.c_str(), nullptr, 0, &clip);
    list.AddText({at.x + width - right - 2 * context.scale, at.y},
                 to_u32(state_colour(state_of_pair(pair))), verdict.c_str());
    if (ImGui::IsItemHovered()) {
        ImGui::SetTooltip("%s\n%s", name_of(session, pair.a).c_str(),
                          name_of(session, pair.b).c_str());
    }
    ImGui::PopID();
    ImGui::PopID();
}

/// The worst first, else in the order of the bodies.
std::vector<const PairFinding*> worst_first(const std::vector<PairFinding>& pairs) {
    constexpr std::array states{BodyState::Interfering, BodyState::Undecided, BodyState::Touching,
                                BodyState::Clear};
    std::vector<const PairFinding*> out;
    out.reserve(pairs.size());
    for (const BodyState state : states) {
        for (const PairFinding& pair : pairs) {
            if (state_of_pair(pair) == state) {
                out.push_back(&pair);
            }
        }
    }
    return out;
}

void show_pairs(PanelContext& context) {
    const CheckResult* result = context.session.result();
    if (result == nullptr || result->pairs.empty()) {
        return;
    }
    section(context, "PAIRS THAT COME NEAR");
    const auto measured = context.session.measured();
    const std::vector<const PairFinding*> pairs = worst_first(result->pairs);
    const auto show = [&](const PairFinding* pair) { show_pair_row(context, *pair); };
    const auto found = std::ranges::find_if(
        pairs, [&](const PairFinding* pair) { return measured == PairOfBodies(pair->a, pair->b); });
    // The measured one has more than a row.
    show_seen_rows<const PairFinding*>(std::span(pairs.begin(), found), show);
    if (found == pairs.end()) {
        return;
    }
    show(*found);
    ImGui::Indent(8 * context.scale);
    show_pair_details(context, **found);
    ImGui::Unindent(8 * context.scale);
    show_seen_rows<const PairFinding*>(std::span(found + 1, pairs.end()), show);
}

void show_switches(PanelContext& context) {
    section(context, "SHOW");
    ShowOptions& show = context.session.show;
    const std::array<std::pair<Command, bool*>, 10> switches{
        {{Command::Curves, &show.curves},
         {Command::Triangles, &show.triangles},
         {Command::SeeThrough, &show.see_through},
         {Command::Measures, &show.measures},
         {Command::Overlaps, &show.overlaps},
         {Command::Features, &show.features},
         {Command::Interest, &show.interest},
         {Command::Boxes, &show.boxes},
         {Command::Edges, &show.edges},
         {Command::Grid, &show.grid}}};
    if (!ImGui::BeginTable("switches", 2)) {
        return;
    }
    ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch, 1.25F);
    ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch, 1);
    for (const auto& [command, on] : switches) {
        ImGui::TableNextColumn();
        ImGui::Checkbox(command == Command::Triangles  ? "Triangles"
                        : command == Command::Features ? "Features"
                        : command == Command::Interest ? "Interest"
                        : command == Command::Overlaps ? "Overlaps"
                                                       : info_of(command).name,
                        on);
        context.landmarks.mark_item(fmt::format("show.{}", info_of(command).name));
        command_tip(info_of(command));
    }
    ImGui::EndTable();
}

/// How far the eyes are apart, while there are two.
void show_eye_distance(PanelContext& context) {
    Stereo& stereo = context.session.stereo;
    if (stereo.mode == StereoMode::Off) {
        return;
    }
    double distance = stereo.eye_distance;
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted("eye distance");
    ImGui::SameLine(104 * context.scale);
    ImGui::SetNextItemWidth(80 * context.scale);
    const bool given = ImGui::InputDouble(
        "##eyes", &distance, 0, 0, distance > 0 ? "%.5g" : "usual",
        ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
    context.landmarks.mark_item("eye-distance");
    if (ImGui::IsItemHovered()) {
        ImGui::SetTooltip(
            "in the unit of the scene; 0: a thirtieth of the way to what is looked at");
    }
    if (given && std::isfinite(distance) && distance >= 0) {
        stereo.eye_distance = distance;
    }
}

/// A switch for each pane that has a place in the window.
void show_pane_switches(PanelContext& context) {
    const auto& panes = context.panes.all();
    if (panes.empty()) {
        return;
    }
    section(context, "PANES");
    if (!ImGui::BeginTable("panes", 2)) {
        return;
    }
    for (const auto& pane : panes) {
        const CommandInfo& info = info_of(pane->command());
        bool open = pane->is_open();
        ImGui::TableNextColumn();
        if (ImGui::Checkbox(info.name, &open)) {
            pane->set_open(open);
        }
        context.landmarks.mark_item(fmt::format("show.{}", info.name));
        command_tip(info);
    }
    ImGui::EndTable();
}

} // namespace

void show_side_panel(PanelContext& context) {
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    const SceneArea area = scene_area(context.session, context.scale, display.x, display.y);
    ImGui::SetNextWindowPos({0, area.y});
    ImGui::SetNextWindowSize({area.x, area.height});
    ImGui::Begin("##side", nullptr,
                 ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus);
    if (context.session.simulation) {
        show_simulation_panel(context);
    } else if (context.session.scenes_opened() > 0) {
        Headline line = headline_of(context.session);
        line.current = context.session.verdicts_are_current();
        show_headline(context, line);
        show_bodies(context);
        show_pose(context);
        show_pairs(context);
    }
    if (!context.session.simulation && context.session.scenes_opened() == 0) {
        show_simulation_list(context);
    }
    show_switches(context);
    show_eye_distance(context);
    show_pane_switches(context);
    ImGui::End();
    ImGui::GetBackgroundDrawList()->AddLine({area.x + 0.5F, area.y},
                                            {area.x + 0.5F, area.y + area.height},
                                            IM_COL32(210, 216, 224, 255));
}

} // namespace impinge::viewer
