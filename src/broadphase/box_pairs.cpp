// SPDX-License-Identifier: Apache-2.0
#include "broadphase/box_pairs.hpp"

#include "base/buckets.hpp"
#include "base/parallel.hpp"
#include "math/measures.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace impinge::inline v0 {
namespace {

constexpr std::size_t boxes_per_chunk = 1 << 9;

std::vector<std::uint32_t> indices_of_full(std::span<const Box3> boxes) {
    std::vector<std::uint32_t> full;
    full.reserve(boxes.size());
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        if (!is_empty(boxes[i])) {
            full.push_back(static_cast<std::uint32_t>(i));
        }
    }
    return full;
}

/// The centre, so much smaller that sums over all boxes stay finite.
Vec3d shrunk_centre(const Box3& box) { return box.min * 0x1p-64 + box.max * 0x1p-64; }

/// The sweep runs along `first`, in strips across `second`.
struct Axes {
    int first = 0;
    int second = 1;
    int third = 2;
};

/// By the mean deviation of centres, largest first: one box far out does not decide it.
Axes axes_by_spread(std::span<const Box3> boxes, std::span<const std::uint32_t> indices) {
    const double share = 1 / static_cast<double>(indices.size());
    Vec3d mean;
    for (const std::uint32_t i : indices) {
        mean = mean + shrunk_centre(boxes[i]) * share;
    }
    Vec3d deviation;
    for (const std::uint32_t i : indices) {
        deviation = deviation + absolute(shrunk_centre(boxes[i]) - mean);
    }
    std::array<int, 3> order{0, 1, 2};
    std::stable_sort(order.begin(), order.end(),
                     [&](int p, int q) { return deviation[p] > deviation[q]; });
    return {order[0], order[1], order[2]};
}

/// Cuts an axis into strips of equal width. The strip never decreases with the coordinate, so two
/// boxes that overlap along the axis are both in the strip where the later one begins.
class Strips {
  public:
    /// As many strips as make them twice as wide as a box is on average.
    Strips(std::span<const Box3> boxes, std::span<const std::uint32_t> indices, int axis,
           double margin) {
        double low = boxes[indices.front()].min[axis];
        double high = low;
        double widths = 0;
        for (const std::uint32_t i : indices) {
            low = std::min(low, boxes[i].min[axis]);
            high = std::max(high, boxes[i].min[axis]);
            widths += boxes[i].max[axis] - boxes[i].min[axis] + margin;
        }
        const auto boxes_in_all = static_cast<double>(indices.size());
        const double most = std::min<double>(1 << 12, boxes_in_all);
        const double wanted = (high - low) * boxes_in_all / (2 * widths); // may be NaN
        if (wanted >= 2 && std::isfinite(high - low)) {
            low_ = low;
            count_ = static_cast<std::uint32_t>(std::min(wanted, most));
            per_unit_ = count_ / (high - low);
        }
    }

    [[nodiscard]] std::uint32_t count() const { return count_; }
    [[nodiscard]] std::uint32_t of(double coordinate) const {
        const double strip = (coordinate - low_) * per_unit_;
        if (!(strip > 0)) { // also NaN, where there is one strip
            return 0;
        }
        return strip >= count_ ? count_ - 1 : static_cast<std::uint32_t>(strip);
    }

  private:
    double low_ = 0;
    double per_unit_ = 0;
    std::uint32_t count_ = 1;
};

/// A box in a strip. Upper bounds include the margin.
struct Entry {
    double low = 0; // along the sweep
    double high = 0;
    double low_2 = 0;
    double high_2 = 0;
    double low_3 = 0;
    double high_3 = 0;
    std::uint32_t index = 0;
    std::uint32_t begins_in = 0; // the strip of low_2
};

/// Every strip's entries in the order of the sweep, one strip after the other.
using StripSweep = Buckets<Entry>;

void sort_by_begin(std::span<const Box3> boxes, std::vector<std::uint32_t>& indices, int axis) {
    std::sort(indices.begin(), indices.end(), [&](std::uint32_t i, std::uint32_t j) {
        const double low_i = boxes[i].min[axis];
        const double low_j = boxes[j].min[axis];
        return low_i < low_j || (low_i == low_j && i < j);
    });
}

StripSweep make_sweep(std::span<const Box3> boxes, std::vector<std::uint32_t> indices,
                      double margin) {
    const Axes axes = axes_by_spread(boxes, indices);
    sort_by_begin(boxes, indices, axes.first);
    const Strips strips(boxes, indices, axes.second, margin);
    return {strips.count(), [&](auto put) {
                for (const std::uint32_t i : indices) {
                    const Box3& box = boxes[i];
                    const std::uint32_t begins_in = strips.of(box.min[axes.second]);
                    const std::uint32_t last = strips.of(box.max[axes.second] + margin);
                    const Entry entry{box.min[axes.first],
                                      box.max[axes.first] + margin,
                                      box.min[axes.second],
                                      box.max[axes.second] + margin,
                                      box.min[axes.third],
                                      box.max[axes.third] + margin,
                                      i,
                                      begins_in};
                    for (auto strip = begins_in; strip <= last; ++strip) {
                        put(strip, entry);
                    }
                }
            }};
}

/// The pairs of one entry with those of its strip that begin no earlier. A pair that shares several
/// strips is taken in the one where the later box begins.
void pairs_from(const StripSweep& sweep, std::size_t at, std::uint32_t strip,
                std::vector<BoxPair>& pairs) {
    const Entry& p = sweep.items()[at];
    const Entry* const end = sweep.items().data() + sweep.start(strip + 1);
    for (const Entry* q = &p + 1; q < end && q->low <= p.high; ++q) {
        const bool near = (q->low_2 <= p.high_2) & (p.low_2 <= q->high_2) & (q->low_3 <= p.high_3) &
                          (p.low_3 <= q->high_3) & (std::max(p.begins_in, q->begins_in) == strip);
        if (near) {
            pairs.push_back({std::min(p.index, q->index), std::max(p.index, q->index)});
        }
    }
}

std::vector<BoxPair> pairs_of_chunk(const StripSweep& sweep, const Chunk& chunk) {
    std::vector<BoxPair> pairs;
    auto strip = static_cast<std::uint32_t>(sweep.key_of(chunk.begin));
    for (std::size_t at = chunk.begin; at < chunk.end; ++at) {
        while (at >= sweep.start(strip + 1)) {
            ++strip;
        }
        pairs_from(sweep, at, strip, pairs);
    }
    return pairs;
}

/// Sorted by `a` through counting, which is linear, then by `b` among the few with one `a`.
std::vector<BoxPair> sorted_pairs(std::span<const BoxPair> pairs, std::size_t box_count,
                                  const Context& context) {
    Buckets<BoxPair> by_a(box_count, [&](auto put) {
        for (const BoxPair& pair : pairs) {
            put(pair.a, pair);
        }
    });
    for_each_chunk(context, box_count, boxes_per_chunk, [&](const Chunk& chunk) {
        for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
            std::sort(by_a[i].begin(), by_a[i].end());
        }
    });
    return by_a.take_items();
}

} // namespace

std::vector<BoxPair> box_pairs(std::span<const Box3> boxes, double margin, const Context& context) {
    std::vector<std::uint32_t> full = indices_of_full(boxes);
    if (full.size() < 2) {
        return {};
    }
    const StripSweep sweep = make_sweep(boxes, std::move(full), margin);
    const auto found =
        gather_chunks<BoxPair>(context, sweep.items().size(), boxes_per_chunk,
                               [&](const Chunk& chunk) { return pairs_of_chunk(sweep, chunk); });
    return sorted_pairs(found, boxes.size(), context);
}

} // namespace impinge::inline v0
