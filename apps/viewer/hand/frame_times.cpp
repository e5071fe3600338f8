// SPDX-License-Identifier: Apache-2.0
#include "hand/frame_times.hpp"

#include <algorithm>
#include <map>

namespace impinge::viewer {
namespace {

template <typename T> T median(std::vector<T> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

} // namespace

void FrameTimes::add(const FrameTime& time) {
    if (times_.size() == most) {
        times_.erase(times_.begin());
    }
    times_.push_back(time);
}

std::vector<TimeAtCount> FrameTimes::over(CountOf what, std::size_t points) const {
    const auto count_of = [&](const FrameTime& time) {
        return what == CountOf::Bodies ? time.bodies : time.colliding;
    };
    if (times_.empty()) {
        return {};
    }
    const std::size_t low = count_of(*std::ranges::min_element(times_, {}, count_of));
    const std::size_t high = count_of(*std::ranges::max_element(times_, {}, count_of));
    const std::size_t width = (high - low) / points + 1;
    std::map<std::size_t, std::vector<const FrameTime*>> groups;
    for (const FrameTime& time : times_) {
        groups[(count_of(time) - low) / width].push_back(&time);
    }
    std::vector<TimeAtCount> out;
    for (const auto& [group, times] : groups) {
        std::vector<std::size_t> counts;
        std::vector<double> drawing;
        std::vector<double> collision;
        for (const FrameTime* time : times) {
            counts.push_back(count_of(*time));
            drawing.push_back(time->drawing_ms);
            collision.push_back(time->collision_ms);
        }
        out.push_back(
            {median(std::move(counts)), median(std::move(drawing)), median(std::move(collision))});
    }
    return out;
}

} // namespace impinge::viewer
