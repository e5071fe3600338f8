// SPDX-License-Identifier: Apache-2.0
#include "output/progress.hpp"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <fmt/core.h>
#include <string>
#include <sys/ioctl.h>
#include <unistd.h>

namespace impinge::cli {
namespace {

constexpr auto before_it_appears = std::chrono::milliseconds(500);
constexpr auto between_drawings = std::chrono::milliseconds(100);

std::atomic<Progress*> active{nullptr};
std::atomic<bool> visible{false};
std::atomic<bool> silenced{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler uses them");

/// One call, so that nothing of another thread comes between.
void write_to_terminal(const char* text, std::size_t size) {
    [[maybe_unused]] const auto written = write(STDERR_FILENO, text, size);
}

void erase() {
    constexpr char erase_line[] = "\r\x1b[K"; // NOLINT(modernize-avoid-c-arrays)
    if (visible.exchange(false)) {
        write_to_terminal(erase_line, sizeof erase_line - 1);
    }
}

std::size_t columns() {
    winsize size{};
    const bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    return known ? size.ws_col : 80;
}

std::string line_of(const char* name, double fraction) {
    constexpr std::size_t bar_width = 30;
    const double shown = std::clamp(fraction, 0.0, 1.0);
    std::string percent = fmt::format("{:<10} {:3.0f} %", name, 100 * shown);
    if (columns() < percent.size() + bar_width + 5) {
        return percent;
    }
    const auto full = static_cast<std::size_t>(shown * static_cast<double>(bar_width));
    return fmt::format("{}  [{}{}]", percent, std::string(full, '#'),
                       std::string(bar_width - full, ' '));
}

} // namespace

Progress::Progress(Show show) {
    if (show == Show::Never || isatty(STDERR_FILENO) == 0) {
        return;
    }
    active = this;
    thread_ = std::thread([this] { draw_until_done(); });
}

Progress::~Progress() { finish(); }

Context Progress::phase(const char* name, const Context& context) {
    fraction_ = 0;
    name_ = name;
    Context watched = context;
    watched.set_progress([this](double fraction) { fraction_ = fraction; });
    return watched;
}

void Progress::finish() {
    if (!thread_.joinable()) {
        return;
    }
    {
        const std::lock_guard lock(mutex_);
        done_ = true;
    }
    wake_.notify_all();
    thread_.join();
    active = nullptr;
    erase();
}

void Progress::draw_until_done() {
    std::unique_lock lock(mutex_);
    auto pause = before_it_appears;
    while (!wake_.wait_for(lock, pause, [this] { return done_; })) {
        pause = between_drawings;
        draw();
    }
}

void Progress::draw() {
    const std::string line = fmt::format("\r{}\x1b[K", line_of(name_, fraction_));
    if (!silenced) {
        visible = true;
        write_to_terminal(line.data(), line.size());
    }
}

void finish_progress() {
    if (Progress* progress = active) {
        progress->finish();
    }
}

namespace {

std::atomic<const Context*> guarded{nullptr};
static_assert(std::atomic<const Context*>::is_always_lock_free, "a signal handler reads it");

/// Erases the line and keeps it from being drawn again. Calls nothing that a signal handler must
/// not call.
void erase_progress_in_signal() {
    const int error = errno;
    silenced = true;
    erase();
    errno = error;
}

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
