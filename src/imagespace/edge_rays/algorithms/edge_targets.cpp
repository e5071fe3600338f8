// SPDX-License-Identifier: Apache-2.0
#include "imagespace/edge_rays/edge_frame.hpp"

namespace impinge::inline v0::imagespace {

Expected<raster::Target*> EdgeTargets::get(std::size_t which, int width, int height) {
    if (targets_.size() <= which) {
        targets_.resize(which + 1);
    }
    auto& target = targets_[which];
    if (!target || target->width() != width || target->height() != height) {
        target.reset(); // the old one must not be in the way of the new one's memory
        auto made = device_.make_target(width, height);
        if (!made) {
            return made.error();
        }
        target = std::move(*made);
    }
    return target.get();
}

} // namespace impinge::inline v0::imagespace
