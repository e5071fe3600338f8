// SPDX-License-Identifier: Apache-2.0
#include "interrupt.hpp"

#include "progress.hpp"

#include <atomic>
#include <csignal>

namespace impinge::cli {
namespace {

std::atomic<const Context*> guarded{nullptr};
static_assert(std::atomic<const Context*>::is_always_lock_free, "a signal handler reads it");

extern "C" void cancel_guarded(int) {
    erase_progress_in_signal();
    if (const Context* context = guarded.load()) {
        context->cancel();
    }
}

} // namespace

InterruptGuard::InterruptGuard(const Context& context) {
    guarded = &context;
    struct sigaction action {};
    action.sa_handler = cancel_guarded;
    action.sa_flags = static_cast<int>(SA_RESETHAND) | SA_RESTART;
    sigaction(SIGINT, &action, nullptr);
}

InterruptGuard::~InterruptGuard() {
    std::signal(SIGINT, SIG_DFL);
    guarded = nullptr;
}

} // namespace impinge::cli
