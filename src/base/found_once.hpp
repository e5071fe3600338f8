// SPDX-License-Identifier: Apache-2.0
//
// Something that is found out when first asked for and then stays. Thread rule: from any number of
// threads. Nobody waits for another: the pool may hand a thread that waits a task that asks the
// same. Who comes at the same time finds out the same, and one of them keeps it.
#pragma once

#include <atomic>
#include <memory>

namespace impinge::inline v0 {

template <typename T> class FoundOnce {
  public:
    FoundOnce() = default;
    FoundOnce(const FoundOnce&) = delete;
    FoundOnce& operator=(const FoundOnce&) = delete;
    ~FoundOnce() { delete found_.load(std::memory_order_acquire); }

    /// Null if nobody has asked yet.
    [[nodiscard]] const T* peek() const { return found_.load(std::memory_order_acquire); }

    template <typename Find> const T& get(Find find) const {
        if (const T* known = peek()) {
            return *known;
        }
        auto own = std::make_unique<const T>(find());
        const T* expected = nullptr;
        if (found_.compare_exchange_strong(expected, own.get(), std::memory_order_acq_rel)) {
            return *own.release();
        }
        return *expected;
    }

  private:
    mutable std::atomic<const T*> found_ = nullptr;
};

} // namespace impinge::inline v0
