// SPDX-License-Identifier: Apache-2.0
#include "panels/pane_image.hpp"

#include "draw/uniforms.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace impinge::viewer {

void PaneImage::set(render::Picture picture) {
    picture_ = std::move(picture);
    sent_ = false;
}

void PaneImage::send() {
    texture_ = make_texture(GL_RGBA8, picture_.width, picture_.height);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glTextureSubImage2D(texture_.get(), 0, 0, 0, picture_.width, picture_.height, GL_RGBA,
                        GL_UNSIGNED_BYTE, picture_.pixels.data());
    glTextureParameteri(texture_.get(), GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTextureParameteri(texture_.get(), GL_TEXTURE_MAG_FILTER,
                        pixels_ == PixelsAre::Measured ? GL_NEAREST : GL_LINEAR);
    glTextureParameteri(texture_.get(), GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTextureParameteri(texture_.get(), GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    sent_ = true;
}

ImTextureID PaneImage::texture() {
    if (!empty() && !sent_) {
        send();
    }
    return empty() ? nullptr // NOLINTNEXTLINE(performance-no-int-to-ptr): how ImGui takes names
                   : reinterpret_cast<ImTextureID>(static_cast<std::uintptr_t>(texture_.get()));
}

std::optional<ImagePixel> PaneImage::show(PanelContext& context, const std::string& name,
                                          float most_height) {
    const ImTextureID shown = texture();
    if (shown == nullptr) {
        return {};
    }
    const auto width = static_cast<float>(picture_.width);
    const auto height = static_cast<float>(picture_.height);
    const float room = ImGui::GetContentRegionAvail().x;
    magnification_ =
        std::max(1.0F / std::max(width, height), std::min(room / width, most_height / height));
    const ImVec2 size{std::floor(width * magnification_), std::floor(height * magnification_)};
    const ImVec2 at = ImGui::GetCursorScreenPos();
    corner_ = {at.x + std::floor((room - size.x) / 2), at.y};
    ImGui::SetCursorScreenPos(corner_);
    ImGui::Image(shown, size);
    context.landmarks.mark_item(name);
    if (!ImGui::IsItemHovered()) {
        return {};
    }
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const ImagePixel pixel{static_cast<int>(std::floor((mouse.x - corner_.x) / magnification_)),
                           static_cast<int>(std::floor((mouse.y - corner_.y) / magnification_))};
    const bool inside =
        pixel.x >= 0 && pixel.y >= 0 && pixel.x < picture_.width && pixel.y < picture_.height;
    return inside ? std::optional(pixel) : std::nullopt;
}

void PaneImage::ring(ImagePixel pixel, float scale) const {
    const ImVec2 at = place_of(pixel);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddCircle(at, 5 * scale, IM_COL32(255, 255, 255, 230), 0, 3 * scale);
    list.AddCircle(at, 5 * scale, IM_COL32(20, 24, 30, 255), 0, 1.4F * scale);
}

ImVec2 PaneImage::place_of(ImagePixel pixel) const {
    return {corner_.x + (static_cast<float>(pixel.x) + 0.5F) * magnification_,
            corner_.y + (static_cast<float>(pixel.y) + 0.5F) * magnification_};
}

} // namespace impinge::viewer
