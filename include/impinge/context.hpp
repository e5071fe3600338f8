// SPDX-License-Identifier: Apache-2.0
//
// How a long call is watched, bounded and stopped.
//
//     impinge::Context patient_for_half_the_work() {
//         impinge::Context context(2); // threads
//         context.set_progress([context](double fraction) {
//             if (fraction > 0.5) {
//                 context.cancel();
//             }
//         });
//         return context; // collide(a, b, {}, context) then says that it is partial
//     }
#pragma once

#include "impinge/standard.hpp"
#ifdef IMPINGE_HAS_CPP20

#include <atomic>
#include <functional>
#include <memory>

namespace impinge::inline v0 {

/// Passed by value into every query that can take long. Copies share one stop flag, so keep a copy
/// and call cancel() on it from any thread, a signal-driven loop or the progress function itself.
///
/// Always the last argument, never an option: no answer depends on it.
///
/// Cancelling means the same everywhere: the call returns soon with what it has, marked `partial`,
/// and does not fail. A partial result never claims that bodies are apart. A call whose result has
/// no such field (diagnose(), list_defects()) takes the threads alone from the context and runs to
/// its end.
class Context {
  public:
    Context() = default;
    explicit Context(unsigned threads) : threads_(threads) {}

    /// The most threads a call may use; 0 means all cores. Answers do not depend on it.
    [[nodiscard]] unsigned threads() const { return threads_; }
    void set_threads(unsigned threads) { threads_ = threads; }

    /// Called now and then with the finished fraction, 0 to 1, never decreasing within one call.
    /// It may come from any worker thread, but never from two at once. Keep it short.
    void set_progress(std::function<void(double)> progress) { progress_ = std::move(progress); }
    [[nodiscard]] bool has_progress() const { return static_cast<bool>(progress_); }
    void report(double fraction) const {
        if (progress_) {
            progress_(fraction);
        }
    }

    void cancel() const { cancelled_->store(true, std::memory_order_relaxed); }
    [[nodiscard]] bool cancelled() const { return cancelled_->load(std::memory_order_relaxed); }

  private:
    unsigned threads_ = 0;
    std::function<void(double)> progress_;
    std::shared_ptr<std::atomic<bool>> cancelled_ = std::make_shared<std::atomic<bool>>(false);
};

} // namespace impinge::inline v0

#endif // IMPINGE_HAS_CPP20
