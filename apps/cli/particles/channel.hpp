// SPDX-License-Identifier: Apache-2.0
//
// Hands values from one thread to another, in order.
#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <utility>

namespace impinge::cli {

template <typename Value> class Channel {
  public:
    void put(Value value) {
        {
            const std::lock_guard lock(mutex_);
            values_.push_back(std::move(value));
        }
        changed_.notify_one();
    }
    /// Nothing follows.
    void close() {
        {
            const std::lock_guard lock(mutex_);
            closed_ = true;
        }
        changed_.notify_one();
    }
    /// Waits for the next one; nothing if it was closed and all were taken.
    std::optional<Value> take() {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return closed_ || !values_.empty(); });
        if (values_.empty()) {
            return std::nullopt;
        }
        std::optional<Value> first = std::move(values_.front());
        values_.pop_front();
        return first;
    }

  private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Value> values_;
    bool closed_ = false;
};

} // namespace impinge::cli
