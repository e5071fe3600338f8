// SPDX-License-Identifier: Apache-2.0
#include "app/feature_overlay.hpp"

#include "app/scene_content.hpp"

#include <algorithm>
#include <cmath>

namespace impinge::viewer {
namespace {

/// So many regions of a pair get a label, the largest first.
constexpr std::size_t most_labels = 6;

const PairFinding* measured_finding(const SceneOverlay& overlay) {
    const auto pair = overlay.session.measured();
    return pair && overlay.session.result() != nullptr && overlay.session.verdicts_are_current()
               ? overlay.session.result()->find(*pair)
               : nullptr;
}

Vec3d middle_of(const NamedFeature& feature) {
    Vec3d sum;
    for (const Vec3d& corner : feature.outline) {
        sum = sum + corner;
    }
    return sum * (1.0 / static_cast<double>(std::max<std::size_t>(1, feature.outline.size())));
}

/// The label keeps away from the other feature, so that both can be read where they are near.
void draw_feature(const SceneOverlay& overlay, const NamedFeature& feature, Vec3d point,
                  Vec3d other_point, render::Colour colour) {
    const ImU32 paint = to_u32(colour);
    const float scale = overlay.scale;
    const ImVec2 at = overlay.at(point);
    const ImVec2 other = overlay.at(other_point);
    overlay.list.AddCircleFilled(at, 5.4F * scale, IM_COL32(255, 255, 255, 255));
    overlay.list.AddCircleFilled(at, 4 * scale, paint);
    ImVec2 away{at.x - other.x, at.y - other.y};
    const float size = std::hypot(away.x, away.y);
    away = size > 1 ? ImVec2(away.x / size, away.y / size) : ImVec2(0, -1);
    const ImVec2 text = ImGui::CalcTextSize(feature.name.c_str());
    draw_label(overlay.list,
               {at.x + away.x * (text.x / 2 + 14 * scale), at.y + away.y * (text.y + 12 * scale)},
               feature.name, paint, scale);
}

} // namespace

void draw_label(ImDrawList& list, ImVec2 middle, const std::string& text, ImU32 colour,
                float scale) {
    const ImVec2 size = ImGui::CalcTextSize(text.c_str());
    const ImVec2 from{middle.x - size.x / 2, middle.y - size.y / 2};
    const float pad = 4 * scale;
    list.AddRectFilled({from.x - pad, from.y - pad / 2},
                       {from.x + size.x + pad, from.y + size.y + pad / 2},
                       IM_COL32(255, 255, 255, 225), 4 * scale);
    list.AddText(from, colour, text.c_str());
}

void draw_features(const SceneOverlay& overlay) {
    const PairFinding* const found = measured_finding(overlay);
    if (found == nullptr || !found->features || !overlay.session.show.features) {
        return;
    }
    const FeatureFinding& features = *found->features;
    // Parted, the one goes to the other side of the other: there labels keep away from the middle.
    const bool parted = features.of == FeatureFinding::Of::Penetration;
    const Vec3d from_a = parted ? middle_of(features.b) : features.point_b;
    const Vec3d from_b = parted ? middle_of(features.a) : features.point_a;
    draw_feature(overlay, features.a, features.point_a, from_a, feature_a_colour);
    draw_feature(overlay, features.b, features.point_b, from_b, feature_b_colour);
}

void draw_regions(const SceneOverlay& overlay) {
    const PairFinding* const found = measured_finding(overlay);
    if (found == nullptr || !found->overlap || !overlay.session.show.overlaps) {
        return;
    }
    const auto unit = overlay.session.document().unit;
    const auto& regions = found->overlap->regions;
    std::vector<ImVec2> labels;
    for (std::size_t i = 0; i < std::min(regions.size(), most_labels); ++i) {
        const ImVec2 at = overlay.at(regions[i].centroid);
        const bool covered = std::ranges::any_of(labels, [&](ImVec2 label) {
            return std::abs(label.x - at.x) < 70 * overlay.scale &&
                   std::abs(label.y - at.y) < 20 * overlay.scale;
        });
        if (covered) {
            continue;
        }
        labels.push_back(at);
        draw_label(overlay.list, {at.x, at.y + 22 * overlay.scale},
                   length_text(regions[i].volume, unit) + (unit ? "\u00b3" : ""),
                   IM_COL32(86, 30, 170, 255), overlay.scale);
    }
}

} // namespace impinge::viewer
