// SPDX-License-Identifier: Apache-2.0
#include "check/checker.hpp"

#include "base/no_throw.hpp"

#include <utility>

namespace impinge::viewer {

Checker::Checker(unsigned threads, std::function<void()> wake)
    : threads_(threads), wake_(std::move(wake)), thread_([this] { work(); }) {}

Checker::~Checker() {
    {
        const std::lock_guard lock(mutex_);
        ending_ = true;
        context_.cancel();
    }
    changed_.notify_one();
    thread_.join();
}

bool Checker::supersedes(const CheckRequest& waiting, CheckStage running) {
    return waiting.settled || running != CheckStage::Verdicts;
}

void Checker::ask(CheckRequest request) {
    {
        const std::lock_guard lock(mutex_);
        if (running_ && supersedes(request, stage_)) {
            context_.cancel();
        }
        waiting_ = std::move(request);
    }
    changed_.notify_one();
}

std::shared_ptr<const CheckResult> Checker::result() const {
    const std::lock_guard lock(mutex_);
    return result_;
}

bool Checker::busy() const {
    const std::lock_guard lock(mutex_);
    return running_ || waiting_;
}

void Checker::publish(const CheckResult& result) {
    auto shared = std::make_shared<const CheckResult>(result);
    {
        const std::lock_guard lock(mutex_);
        if (context_.cancelled()) {
            return; // what came too late is not finished either
        }
        result_ = std::move(shared);
        stage_ = result.stage;
        if (waiting_ && supersedes(*waiting_, stage_)) {
            context_.cancel();
        }
    }
    wake_();
}

void Checker::work() {
    for (;;) {
        std::unique_lock lock(mutex_);
        running_ = false;
        changed_.wait(lock, [this] { return waiting_ || ending_; });
        if (ending_) {
            return;
        }
        const CheckRequest request = *std::exchange(waiting_, std::nullopt);
        running_ = true;
        stage_ = CheckStage::Verdicts;
        context_ = Context(threads_);
        const Context context = context_;
        lock.unlock();
        // What goes wrong is in the result; without memory for one there is none.
        (void)no_throw([&]() -> Status {
            checks_.run(request, context, [this](const CheckResult& result) { publish(result); });
            return {};
        });
        wake_();
    }
}

} // namespace impinge::viewer
