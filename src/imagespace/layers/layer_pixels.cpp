// SPDX-License-Identifier: Apache-2.0
#include "imagespace/layers/layer_pixels.hpp"

#include <algorithm>
#include <tuple>

namespace impinge::inline v0::imagespace {

AskedPixels::AskedPixels(std::span<const PixelPlace> pixels) {
    if (pixels.empty()) {
        return;
    }
    const auto [leftmost, rightmost] = std::ranges::minmax(pixels, {}, &PixelPlace::x);
    const PixelPlace low{leftmost.x, pixels.front().y};
    const PixelPlace high{rightmost.x, pixels.back().y};
    box_ = {static_cast<int>(low.x), static_cast<int>(low.y), static_cast<int>(high.x),
            static_cast<int>(high.y)};
    words_per_row_ = (high.x - low.x) / 64 + 1;
    bits_.resize((high.y - low.y + 1) * words_per_row_);
    before_.resize(bits_.size());
    for (const PixelPlace& pixel : pixels) {
        bits_[(pixel.y - low.y) * words_per_row_ + (pixel.x - low.x) / 64] |=
            std::uint64_t{1} << ((pixel.x - low.x) % 64);
    }
    std::uint32_t count = 0;
    for (std::size_t word = 0; word < bits_.size(); ++word) {
        before_[word] = count;
        count += static_cast<std::uint32_t>(std::popcount(bits_[word]));
    }
}

bool are_pixels_of(std::span<const PixelPlace> pixels, int width, int height) {
    const auto outside = [&](const PixelPlace& pixel) {
        return pixel.x >= static_cast<std::uint32_t>(width) ||
               pixel.y >= static_cast<std::uint32_t>(height);
    };
    const auto not_before = [](const PixelPlace& a, const PixelPlace& b) {
        return std::tie(a.y, a.x) >= std::tie(b.y, b.x);
    };
    return std::ranges::none_of(pixels, outside) &&
           std::ranges::adjacent_find(pixels, not_before) == pixels.end();
}

} // namespace impinge::inline v0::imagespace
