// SPDX-License-Identifier: Apache-2.0
//
// Work beside the window's thread of which only the newest counts: a request replaces one that was
// not begun yet, and cancels what is being done for an older one unless that is to be finished.
#pragma once

#include "base/no_throw.hpp"
#include "impinge/context.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace impinge::viewer {

/// What becomes of older work. While something moves under the mouse it is finished: otherwise work
/// that takes longer than the pause between two movements would never tell anything.
enum class OlderWork : std::uint8_t { Cancel, Finish };

template <typename Request, typename Answer> class NewestWork {
  public:
    /// Called on the thread; an answer of cancelled work is dropped. Says in its answer what went
    /// wrong; where it throws all the same, there is no answer.
    using Work = std::function<std::shared_ptr<const Answer>(const Request&, const Context&)>;

    /// `wake` is called from the thread when there is a new answer, or progress.
    NewestWork(unsigned threads, std::function<void()> wake, Work work)
        : threads_(threads), wake_(std::move(wake)), work_(std::move(work)),
          thread_([this] { run(); }) {}
    ~NewestWork() {
        {
            const std::lock_guard lock(mutex_);
            ending_ = true;
            context_.cancel();
        }
        changed_.notify_one();
        thread_.join();
    }
    NewestWork(const NewestWork&) = delete;
    NewestWork& operator=(const NewestWork&) = delete;
    NewestWork(NewestWork&&) = delete;
    NewestWork& operator=(NewestWork&&) = delete;

    // All of these return at once, but for settle().
    void ask(Request request, OlderWork older = OlderWork::Cancel) {
        {
            const std::lock_guard lock(mutex_);
            waiting_ = std::move(request);
            if (older == OlderWork::Cancel) {
                context_.cancel();
            }
        }
        changed_.notify_one();
    }
    /// Forgets what is asked for, and the answer.
    void drop() {
        const std::lock_guard lock(mutex_);
        waiting_.reset();
        context_.cancel();
        answer_.reset();
    }
    /// The newest; null before the first.
    [[nodiscard]] std::shared_ptr<const Answer> answer() const {
        const std::lock_guard lock(mutex_);
        return answer_;
    }
    /// Waits until there is nothing to be done any more, but no longer than that.
    void settle(std::chrono::milliseconds longest) {
        std::unique_lock lock(mutex_);
        finished_.wait_for(lock, longest, [this] { return !running_ && !waiting_; });
    }
    [[nodiscard]] bool busy() const {
        const std::lock_guard lock(mutex_);
        return running_ || waiting_.has_value();
    }
    /// The finished part of what is being done.
    [[nodiscard]] double progress() const { return progress_; }

  private:
    void run() {
        std::unique_lock lock(mutex_);
        while (true) {
            changed_.wait(lock, [this] { return ending_ || waiting_.has_value(); });
            if (ending_) {
                lock.unlock();
                work_ = nullptr; // devices are closed by the thread that opened them
                return;
            }
            const Request request = *std::exchange(waiting_, std::nullopt);
            const Context context = context_ = fresh_context();
            running_ = true;
            lock.unlock();
            std::shared_ptr<const Answer> answer;
            (void)no_throw([&]() -> Status {
                answer = work_(request, context);
                return {};
            });
            lock.lock();
            running_ = false;
            if (!context.cancelled()) {
                answer_ = std::move(answer);
            }
            lock.unlock();
            finished_.notify_all();
            wake_();
            lock.lock();
        }
    }
    Context fresh_context() {
        Context context(threads_);
        progress_ = 0;
        context.set_progress([this](double part) {
            const int before = static_cast<int>(100 * progress_);
            progress_ = part;
            if (static_cast<int>(100 * part) != before) {
                wake_();
            }
        });
        return context;
    }

    const unsigned threads_;
    const std::function<void()> wake_;
    Work work_; ///< of the thread
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::condition_variable finished_;
    std::optional<Request> waiting_;
    std::shared_ptr<const Answer> answer_;
    bool running_ = false;
    bool ending_ = false;
    std::atomic<double> progress_ = 0;
    Context context_; ///< of what is being done
    std::thread thread_;
};

} // namespace impinge::viewer
