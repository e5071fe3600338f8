// SPDX-License-Identifier: Apache-2.0
#include "world/weighted_work.hpp"

#include "base/parallel.hpp"

#include <algorithm>
#include <mutex>
#include <numeric>
#include <vector>

namespace impinge::inline v0 {
namespace {

/// An item with at least this share of the whole would keep the other threads waiting for it.
constexpr std::uint64_t large_share = 16;

/// The finished part of the whole, told in order whichever thread finishes an item.
class Finished {
  public:
    Finished(const Context& context, std::uint64_t whole)
        : context_(context), whole_(static_cast<double>(std::max<std::uint64_t>(whole, 1))) {}

    void add(std::uint64_t weight) {
        const std::lock_guard lock(mutex_);
        done_ += weight;
        context_.report(fraction(done_));
    }
    /// For an item that runs alone.
    [[nodiscard]] Context next(std::uint64_t weight) const {
        return part_of(context_, fraction(done_), fraction(done_ + weight));
    }

  private:
    [[nodiscard]] double fraction(std::uint64_t weight) const {
        return static_cast<double>(weight) / whole_;
    }

    const Context& context_;
    double whole_;
    std::mutex mutex_;
    std::uint64_t done_ = 0;
};

/// Shares the stop flag; silent, and with one thread.
Context for_one_thread(const Context& context) {
    Context alone = context;
    alone.set_threads(1);
    alone.set_progress({});
    return alone;
}

} // namespace

Context part_of(const Context& whole, double from, double to) {
    Context part = whole;
    if (whole.has_progress()) {
        part.set_progress(
            [whole, from, to](double fraction) { whole.report(from + (to - from) * fraction); });
    }
    return part;
}

void for_each_weighted(const Context& context, std::span<const std::uint64_t> weights,
                       const std::function<void(std::size_t, const Context&)>& work) {
    const std::uint64_t whole =
        std::accumulate(weights.begin(), weights.end(), std::uint64_t{weights.size()});
    Finished finished(context, whole);
    std::vector<std::size_t> small;
    for (std::size_t i = 0; i < weights.size() && !context.cancelled(); ++i) {
        if (weights[i] + 1 < whole / large_share) {
            small.push_back(i);
            continue;
        }
        work(i, finished.next(weights[i] + 1));
        finished.add(weights[i] + 1);
    }
    if (small.empty()) {
        return;
    }
    const Context alone = for_one_thread(context);
    for_each_chunk(context, small.size(), 1, [&](const Chunk& chunk) {
        const std::size_t i = small[chunk.index];
        work(i, alone);
        finished.add(weights[i] + 1);
    });
}

} // namespace impinge::inline v0
