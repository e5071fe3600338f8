// SPDX-License-Identifier: Apache-2.0
//
// Which pixels are asked about, as bits by rows: whether a row holds some, and the place of each in
// the list, cost the same for a handful as for a whole window.
#pragma once

#include "imagespace/frame.hpp"
#include "raster/software/planes.hpp"

#include <bit>
#include <span>

namespace impinge::inline v0::imagespace {

class AskedPixels {
  public:
    /// Sorted by row, then column, each once.
    explicit AskedPixels(std::span<const PixelPlace> pixels);

    /// The smallest box that holds them all.
    [[nodiscard]] const raster::PixelBox& box() const { return box_; }

    /// Columns of a row, both included; all within the box.
    struct Row {
        int y = 0;
        int first_x = 0;
        int last_x = -1;
    };

    [[nodiscard]] bool any(const Row& row) const {
        const Words words = words_of(row);
        std::uint64_t found = 0;
        for (std::size_t word = words.first; word <= words.last; ++word) {
            found |= bits_[word] & words.mask(word);
        }
        return found != 0;
    }

    /// Calls visit(place in the list, x) for each of the row, from the left.
    template <typename Visit> void for_each(const Row& row, Visit visit) const {
        const Words words = words_of(row);
        int x = box_.min_x + (row.first_x - box_.min_x) / 64 * 64;
        for (std::size_t word = words.first; word <= words.last; ++word, x += 64) {
            std::uint64_t left = bits_[word] & words.mask(word);
            if (left == 0) {
                continue;
            }
            const std::uint64_t earlier = bits_[word] & ((left & ~(left - 1)) - 1);
            auto place = before_[word] + static_cast<std::uint32_t>(std::popcount(earlier));
            for (; left != 0; left &= left - 1) {
                visit(place++, x + std::countr_zero(left));
            }
        }
    }

  private:
    struct Words {
        std::size_t first = 0;
        std::size_t last = 0;
        std::uint64_t first_mask = 0;
        std::uint64_t last_mask = 0;

        [[nodiscard]] std::uint64_t mask(std::size_t word) const {
            return (word == first ? first_mask : ~std::uint64_t{0}) &
                   (word == last ? last_mask : ~std::uint64_t{0});
        }
    };
    [[nodiscard]] Words words_of(const Row& row) const {
        const auto first = static_cast<std::size_t>(row.first_x - box_.min_x);
        const auto last = static_cast<std::size_t>(row.last_x - box_.min_x);
        const std::size_t begin = static_cast<std::size_t>(row.y - box_.min_y) * words_per_row_;
        return {begin + first / 64, begin + last / 64, ~std::uint64_t{0} << (first % 64),
                ~std::uint64_t{0} >> (63 - last % 64)};
    }

    raster::PixelBox box_;
    std::size_t words_per_row_ = 0;
    std::vector<std::uint64_t> bits_;
    std::vector<std::uint32_t> before_; ///< how many come before the word
};

/// Whether they are sorted by row, then column, each once, and lie in a target of this size.
bool are_pixels_of(std::span<const PixelPlace> pixels, int width, int height);

} // namespace impinge::inline v0::imagespace
