// SPDX-License-Identifier: Apache-2.0
//
// A line on the terminal that says what a long run is doing and how far it is. It appears after
// half a second, on standard error and only if that is a terminal, and leaves nothing behind.
// Ctrl-C stops the work through the query's context, so that what was found can still be told.
#pragma once

#include "impinge/context.hpp"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>

namespace impinge::cli {

class Progress {
  public:
    enum class Show : std::uint8_t { OnTerminal, Never };

    explicit Progress(Show show);
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    /// Begins a phase ("reading", a literal) and returns the context whose reports it shows. The
    /// context shares the stop flag of the one given.
    Context phase(const char* name, const Context& context);

    /// Erases the line and draws no more.
    void finish();

  private:
    void draw_until_done();
    void draw();

    std::atomic<const char*> name_{""};
    std::atomic<double> fraction_{0};
    std::mutex mutex_;
    std::condition_variable wake_;
    bool done_ = false;
    std::thread thread_;
};

/// Before anything is printed: ends the line that may be shown.
void finish_progress();

/// While it lives, the first Ctrl-C cancels the context and a second one ends the program. There is
/// one at a time.
class InterruptGuard {
  public:
    explicit InterruptGuard(const Context& context);
    ~InterruptGuard();
    InterruptGuard(const InterruptGuard&) = delete;
    InterruptGuard& operator=(const InterruptGuard&) = delete;
};

} // namespace impinge::cli
