// SPDX-License-Identifier: Apache-2.0
#include "imagespace/edge_rays/edge_frame.hpp"

#include <algorithm>

namespace impinge::inline v0::imagespace {
namespace {

// Windows of bodies that move have now this size, now that. What is kept of all sizes but the last
// is about a hundred megabytes, at most.
constexpr std::size_t most_pixels_kept = 1 << 23;
constexpr std::size_t most_sizes_kept = 64;

} // namespace

std::size_t EdgeTargets::pixels() const {
    std::size_t sum = 0;
    for (const Sized& size : sizes_) {
        const auto made = std::ranges::count_if(
            size.targets, [](const auto& target) { return target != nullptr; });
        sum += static_cast<std::size_t>(made) * static_cast<std::size_t>(size.width) *
               static_cast<std::size_t>(size.height);
    }
    return sum;
}

EdgeTargets::Sized& EdgeTargets::of_size(int width, int height) {
    const auto known = std::ranges::find_if(
        sizes_, [&](const Sized& size) { return size.width == width && size.height == height; });
    if (known == sizes_.end()) {
        sizes_.push_back({.width = width, .height = height});
    } else {
        std::rotate(known, known + 1, sizes_.end());
    }
    return sizes_.back();
}

Expected<raster::Target*> EdgeTargets::get(std::size_t which, int width, int height) {
    if (const auto& known = of_size(width, height).targets[which]) {
        return known.get();
    }
    // Old ones must not be in the way of the new one's memory.
    const std::size_t added = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
    while (sizes_.size() > 1 &&
           (pixels() + added > most_pixels_kept || sizes_.size() > most_sizes_kept)) {
        sizes_.erase(sizes_.begin());
    }
    auto made = device_.make_target(width, height);
    if (!made) {
        return made.error();
    }
    return (sizes_.back().targets[which] = std::move(*made)).get();
}

Expected<std::vector<raster::Query*>> EdgeTargets::queries(QueryUse use, std::size_t count) {
    auto& kept = queries_[static_cast<std::size_t>(use)];
    std::vector<raster::Query*> given;
    given.reserve(count);
    for (std::size_t i = 0; i < std::min(count, kept.size()); ++i) {
        if (const Status status = device_.reset(*kept[i]); !status) {
            return status.error();
        }
        given.push_back(kept[i].get());
    }
    while (given.size() < count) {
        auto made = device_.make_query();
        if (!made) {
            return made.error();
        }
        kept.push_back(std::move(*made));
        given.push_back(kept.back().get());
    }
    return given;
}

} // namespace impinge::inline v0::imagespace
