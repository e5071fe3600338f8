// SPDX-License-Identifier: Apache-2.0
//
// The thread that checks. The window hands over what it wants checked and looks at what has come
// back; neither waits. A new request replaces one that was not begun yet and cancels what is being
// done for an older one; every result says which revision of the scene it is about.
#pragma once

#include "check/check_types.hpp"
#include "check/pair_checks.hpp"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace impinge::viewer {

class Checker {
  public:
    /// `wake` is called from the checker's thread when there is a new result.
    Checker(unsigned threads, std::function<void()> wake);
    ~Checker();
    Checker(const Checker&) = delete;
    Checker& operator=(const Checker&) = delete;
    Checker(Checker&&) = delete;
    Checker& operator=(Checker&&) = delete;

    // All of these return at once.
    void ask(CheckRequest request);
    /// The newest; null before the first.
    [[nodiscard]] std::shared_ptr<const CheckResult> result() const;
    /// Whether something is asked for or being done.
    [[nodiscard]] bool busy() const;

  private:
    void work();
    void publish(const CheckResult& result);
    /// Whether a request that is waiting makes what is being done pointless.
    [[nodiscard]] static bool supersedes(const CheckRequest& waiting, CheckStage running);

    const unsigned threads_;
    const std::function<void()> wake_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::optional<CheckRequest> waiting_;
    std::shared_ptr<const CheckResult> result_;
    bool running_ = false;
    bool ending_ = false;
    CheckStage stage_ = CheckStage::Verdicts;
    Context context_; ///< of what is being done
    PairChecks checks_;
    std::thread thread_;
};

} // namespace impinge::viewer
