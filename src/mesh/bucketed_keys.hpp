// SPDX-License-Identifier: Apache-2.0
//
// Sorting by a vertex first and a 64-bit key second, in linear time for meshes: a counting sort
// over the vertices, then a sort within each bucket, which holds a handful of keys.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace impinge::inline v0 {

class BucketedKeys {
  public:
    /// `for_each_key(put)` must call put(bucket, key) for every key, and do so twice alike.
    template <typename ForEachKey>
    BucketedKeys(std::size_t bucket_count, ForEachKey for_each_key) : starts_(bucket_count + 2, 0) {
        for_each_key([&](std::size_t bucket, std::uint64_t) { ++starts_[bucket + 2]; });
        for (std::size_t i = 2; i < starts_.size(); ++i) {
            starts_[i] += starts_[i - 1];
        }
        keys_.resize(starts_.back());
        // starts_[bucket + 1] runs from the start of the bucket to its end, the start of the next.
        for_each_key(
            [&](std::size_t bucket, std::uint64_t key) { keys_[starts_[bucket + 1]++] = key; });
        for (std::size_t bucket = 0; bucket < bucket_count; ++bucket) {
            std::sort(keys_.data() + starts_[bucket], keys_.data() + starts_[bucket + 1]);
        }
    }

    [[nodiscard]] std::size_t bucket_count() const { return starts_.size() - 2; }
    /// The keys of one bucket, in increasing order.
    [[nodiscard]] std::span<const std::uint64_t> bucket(std::size_t index) const {
        return {keys_.data() + starts_[index], starts_[index + 1] - starts_[index]};
    }

  private:
    std::vector<std::size_t> starts_;
    std::vector<std::uint64_t> keys_;
};

} // namespace impinge::inline v0
