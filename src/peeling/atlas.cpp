// SPDX-License-Identifier: Apache-2.0
#include "peeling/atlas.hpp"

#include "impinge/raster.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace impinge::inline v0::imagespace {
namespace {

/// What a region gets at least: it begins at a multiple of so many pixels anyhow.
constexpr int fewest_pixels = raster::area_alignment;

int aligned(int width) {
    return (width + raster::area_alignment - 1) / raster::area_alignment * raster::area_alignment;
}

/// Fills an atlas with shelves, from the bottom; windows come by falling height.
class Shelves {
  public:
    Shelves(Atlas& atlas, int most) : atlas_(atlas), most_(most) {}

    bool put(std::size_t number, const Size2<int>& window) {
        if (x_ + window.width > most_ && x_ > 0) { // the next shelf
            x_ = 0;
            y_ += shelf_;
            shelf_ = 0;
        }
        if (y_ + window.height > most_ && y_ > 0) {
            return false;
        }
        atlas_.windows.push_back(number);
        atlas_.places.push_back({x_, y_, window.width, window.height});
        atlas_.size.width = std::max(atlas_.size.width, x_ + window.width);
        atlas_.size.height = std::max(atlas_.size.height, y_ + window.height);
        x_ += aligned(window.width);
        shelf_ = std::max(shelf_, window.height);
        return true;
    }

  private:
    Atlas& atlas_;
    int most_;
    int x_ = 0;
    int y_ = 0;
    int shelf_ = 0; ///< its height
};

} // namespace

std::vector<int> shared_resolutions(std::span<const Size2<double>> windows, int resolution) {
    if (windows.size() == 1) {
        return {resolution};
    }
    double area = 0;
    for (const Size2<double>& window : windows) {
        area += window.width * window.height;
    }
    const double pixel = std::sqrt(area) / resolution;
    std::vector<int> shares;
    shares.reserve(windows.size());
    for (const Size2<double>& window : windows) {
        const double wanted = std::max(window.width, window.height) / pixel;
        const double most = resolution;
        // Not a number where all windows are points.
        shares.push_back(std::max(wanted < most ? static_cast<int>(std::ceil(wanted)) : resolution,
                                  std::min(fewest_pixels, resolution)));
    }
    return shares;
}

std::vector<Atlas> pack_windows(std::span<const Size2<int>> windows, int most) {
    std::vector<std::size_t> order(windows.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, std::ranges::greater{},
                             [&](std::size_t i) { return windows[i].height; });
    std::vector<Atlas> atlases;
    for (std::size_t done = 0; done < order.size();) {
        Shelves shelves(atlases.emplace_back(), most);
        while (done < order.size() && shelves.put(order[done], windows[order[done]])) {
            ++done;
        }
    }
    return atlases;
}

} // namespace impinge::inline v0::imagespace
