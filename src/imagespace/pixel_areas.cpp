// SPDX-License-Identifier: Apache-2.0
#include "imagespace/pixel_areas.hpp"

#include <algorithm>

namespace impinge::inline v0::imagespace {
namespace {

/// Pixels in neighbouring tiles of this side belong together.
constexpr std::uint32_t tile_side = 16;
/// Each area is drawn by itself, so that many would cost more than they focus.
constexpr std::size_t most_areas = 16;

constexpr int nobody = -1;

/// Squares over the window that hold pixels, in connected groups.
class TileGroups {
  public:
    explicit TileGroups(std::span<const PixelPlace> pixels) {
        for (const PixelPlace& pixel : pixels) {
            columns_ = std::max(columns_, static_cast<int>(pixel.x / tile_side) + 1);
            rows_ = std::max(rows_, static_cast<int>(pixel.y / tile_side) + 1);
        }
        group_.assign(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_), empty);
        for (const PixelPlace& pixel : pixels) {
            group_[tile_of(pixel)] = nobody;
        }
        for (std::size_t tile = 0; tile < group_.size(); ++tile) {
            if (group_[tile] == nobody) {
                spread(tile, count_++);
            }
        }
    }

    [[nodiscard]] std::size_t count() const { return static_cast<std::size_t>(count_); }
    [[nodiscard]] std::size_t group_of(const PixelPlace& pixel) const {
        return static_cast<std::size_t>(group_[tile_of(pixel)]);
    }

  private:
    static constexpr int empty = -2;

    [[nodiscard]] std::size_t index(int column, int row) const {
        return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) +
               static_cast<std::size_t>(column);
    }
    [[nodiscard]] std::size_t tile_of(const PixelPlace& pixel) const {
        return index(static_cast<int>(pixel.x / tile_side), static_cast<int>(pixel.y / tile_side));
    }
    void spread(std::size_t first, int group) {
        group_[first] = group;
        std::vector<std::size_t> open{first};
        while (!open.empty()) {
            const auto row = static_cast<int>(open.back()) / columns_;
            const auto column = static_cast<int>(open.back()) % columns_;
            open.pop_back();
            for (int y = std::max(row - 1, 0); y <= std::min(row + 1, rows_ - 1); ++y) {
                for (int x = std::max(column - 1, 0); x <= std::min(column + 1, columns_ - 1);
                     ++x) {
                    if (group_[index(x, y)] == nobody) {
                        group_[index(x, y)] = group;
                        open.push_back(index(x, y));
                    }
                }
            }
        }
    }

    int columns_ = 1;
    int rows_ = 1;
    int count_ = 0;
    std::vector<int> group_; ///< of each tile
};

/// Pixel bounds, both included.
struct PlaceBounds {
    std::uint32_t min_x = ~std::uint32_t{0};
    std::uint32_t min_y = ~std::uint32_t{0};
    std::uint32_t max_x = 0;
    std::uint32_t max_y = 0;

    [[nodiscard]] std::size_t pixels() const {
        return std::size_t{max_x - min_x + 1} * std::size_t{max_y - min_y + 1};
    }
};

PlaceBounds joined(const PlaceBounds& a, const PlaceBounds& b) {
    return {std::min(a.min_x, b.min_x), std::min(a.min_y, b.min_y), std::max(a.max_x, b.max_x),
            std::max(a.max_y, b.max_y)};
}

struct Group {
    PlaceBounds bounds;
    std::vector<std::uint32_t> pixels;
};

std::vector<Group> groups_of(std::span<const PixelPlace> pixels) {
    const TileGroups tiles(pixels);
    std::vector<Group> groups(tiles.count());
    for (std::uint32_t i = 0; i < pixels.size(); ++i) {
        Group& group = groups[tiles.group_of(pixels[i])];
        const PixelPlace& pixel = pixels[i];
        group.bounds = joined(group.bounds, {pixel.x, pixel.y, pixel.x, pixel.y});
        group.pixels.push_back(i);
    }
    return groups;
}

/// What joining the two would draw for nothing.
std::size_t added_pixels(const Group& a, const Group& b) {
    const std::size_t apart = a.bounds.pixels() + b.bounds.pixels();
    const std::size_t together = joined(a.bounds, b.bounds).pixels();
    return together > apart ? together - apart : 0;
}

/// Joins two groups for which it pays. False if there are none.
bool join_two(std::vector<Group>& groups, std::size_t most_added_pixels) {
    for (std::size_t i = 0; i < groups.size(); ++i) {
        for (std::size_t j = i + 1; j < groups.size(); ++j) {
            if (added_pixels(groups[i], groups[j]) <= most_added_pixels) {
                groups[i].bounds = joined(groups[i].bounds, groups[j].bounds);
                groups[i].pixels.insert(groups[i].pixels.end(), groups[j].pixels.begin(),
                                        groups[j].pixels.end());
                groups.erase(groups.begin() + static_cast<std::ptrdiff_t>(j));
                return true;
            }
        }
    }
    return false;
}

raster::PixelArea area_of(const PlaceBounds& bounds) {
    return {static_cast<int>(bounds.min_x), static_cast<int>(bounds.min_y),
            static_cast<int>(bounds.max_x - bounds.min_x + 1),
            static_cast<int>(bounds.max_y - bounds.min_y + 1)};
}

} // namespace

PixelAreas pixel_areas(std::span<const PixelPlace> pixels, const PixelAreaOptions& options) {
    PixelAreas areas;
    std::vector<Group> groups = groups_of(pixels);
    std::ranges::stable_sort(groups, std::ranges::greater{},
                             [](const Group& group) { return group.pixels.size(); });
    const auto scatter = [&](const Group& group) {
        areas.scattered.insert(areas.scattered.end(), group.pixels.begin(), group.pixels.end());
    };
    for (; groups.size() > most_areas; groups.pop_back()) {
        scatter(groups.back());
    }
    while (join_two(groups, options.most_added_pixels)) {
    }
    for (Group& group : groups) {
        if (group.pixels.size() < options.least_pixels) {
            scatter(group);
        } else {
            std::ranges::sort(group.pixels);
            areas.compact.push_back({area_of(group.bounds), std::move(group.pixels)});
        }
    }
    std::ranges::sort(areas.scattered);
    return areas;
}

} // namespace impinge::inline v0::imagespace
