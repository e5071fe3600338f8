// SPDX-License-Identifier: Apache-2.0
//
// How long events wait until the frame is laid out that answers them, apart from drawing: the time
// from an event to the end of Viewer::prepare(), less what of it was spent drawing the frame
// before.
#pragma once

#include <algorithm>
#include <chrono>
#include <vector>

namespace impinge::viewer {

class Latency {
  public:
    using Time = std::chrono::steady_clock::time_point;

    void clear() { *this = Latency(); }
    void add_drawing(Time from, Time to) {
        drawn_ms_.push_back(std::chrono::duration<double, std::milli>(to - from).count());
        drawings_.emplace_back(from, to);
        if (drawings_.size() > 8) { // no event waits for more frames
            drawings_.erase(drawings_.begin());
        }
    }
    void add_event(Time posted, Time prepared, bool checking) {
        auto waited = prepared - posted;
        for (const auto& [from, to] : drawings_) {
            const auto begin = std::max(from, posted);
            const auto end = std::min(to, prepared);
            waited -= begin < end ? end - begin : Time::duration(0);
        }
        waited_ms_.push_back(std::chrono::duration<double, std::milli>(waited).count());
        checking_ += checking ? 1 : 0;
    }
    [[nodiscard]] std::size_t count() const { return waited_ms_.size(); }
    /// The part of the events that came while a check was being made.
    [[nodiscard]] double checking() const {
        return waited_ms_.empty()
                   ? 0
                   : static_cast<double>(checking_) / static_cast<double>(waited_ms_.size());
    }
    [[nodiscard]] double percentile(double part) const { return percentile_of(waited_ms_, part); }
    [[nodiscard]] std::size_t frames() const { return drawn_ms_.size(); }
    [[nodiscard]] double median_drawing() const { return percentile_of(drawn_ms_, 0.5); }

  private:
    static double percentile_of(std::vector<double> sorted, double part) {
        if (sorted.empty()) {
            return 0;
        }
        std::ranges::sort(sorted);
        const auto rank = static_cast<std::size_t>(part * static_cast<double>(sorted.size()));
        return sorted[std::min(rank, sorted.size() - 1)];
    }

    std::vector<std::pair<Time, Time>> drawings_;
    std::vector<double> waited_ms_;
    std::vector<double> drawn_ms_; ///< frames
    std::size_t checking_ = 0;
};

} // namespace impinge::viewer
