// SPDX-License-Identifier: Apache-2.0
//
// Counting sort: items grouped by a small integer key, in linear time, kept as compressed sparse
// rows (CSR): one array of all items and the places where those of each key begin.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace impinge::inline v0 {

template <typename Item> class Buckets {
  public:
    Buckets() = default;
    /// `for_each_item(put)` must call put(key, item) for every item, and do so twice alike. Items
    /// of one key stay in the order in which they were put.
    template <typename ForEachItem>
    Buckets(std::size_t key_count, ForEachItem for_each_item) : starts_(key_count + 2, 0) {
        for_each_item([&](std::size_t key, const Item&) { ++starts_[key + 2]; });
        for (std::size_t i = 2; i < starts_.size(); ++i) {
            starts_[i] += starts_[i - 1];
        }
        items_.resize(starts_.back());
        // starts_[key + 1] runs from the start of the bucket to its end, the start of the next.
        for_each_item(
            [&](std::size_t key, const Item& item) { items_[starts_[key + 1]++] = item; });
    }

    /// Of buckets, empty ones included.
    [[nodiscard]] std::size_t size() const { return starts_.empty() ? 0 : starts_.size() - 2; }
    [[nodiscard]] std::span<const Item> operator[](std::size_t key) const {
        return {items_.data() + starts_[key], starts_[key + 1] - starts_[key]};
    }
    [[nodiscard]] std::span<Item> operator[](std::size_t key) {
        return {items_.data() + starts_[key], starts_[key + 1] - starts_[key]};
    }

    /// All items, bucket after bucket, and where those of a key begin. The end of the last bucket
    /// is the start of the key that would come next.
    [[nodiscard]] std::span<const Item> items() const { return items_; }
    [[nodiscard]] std::size_t start(std::size_t key) const { return starts_[key]; }
    /// The key of the item at that place among all.
    [[nodiscard]] std::size_t key_of(std::size_t place) const {
        const auto next = std::upper_bound(starts_.begin(), starts_.end(), place);
        return static_cast<std::size_t>(next - starts_.begin()) - 1;
    }
    [[nodiscard]] std::vector<Item> take_items() { return std::move(items_); }

    friend bool operator==(const Buckets&, const Buckets&) = default;

    void sort_each() {
        for (std::size_t key = 0; key < size(); ++key) {
            std::sort((*this)[key].begin(), (*this)[key].end());
        }
    }

  private:
    std::vector<std::size_t> starts_;
    std::vector<Item> items_;
};

} // namespace impinge::inline v0
