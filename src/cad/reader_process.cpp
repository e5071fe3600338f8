// SPDX-License-Identifier: Apache-2.0
#include "cad/reader_process.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <string>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ; // NOLINT

namespace impinge::inline v0 {
namespace {

using Clock = std::chrono::steady_clock;

/// Where the child finds what: apps/cad_reader/main.cpp says the same.
constexpr int child_input = 3;
constexpr int child_output = 4;
constexpr int first_free = 10; ///< so that no descriptor of ours is one of those
constexpr auto glance = std::chrono::milliseconds(20);

class Descriptor {
  public:
    explicit Descriptor(int fd = -1) : fd_(fd) {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() { close(); }

    [[nodiscard]] int get() const { return fd_; }
    void close() {
        if (fd_ >= 0) {
            ::close(fd_);
        }
        fd_ = -1;
    }
    /// Out of the way of the numbers that the child knows.
    void take(int fd) {
        close();
        fd_ = fd < 0 ? -1 : ::fcntl(fd, F_DUPFD_CLOEXEC, first_free);
        if (fd >= 0) {
            ::close(fd);
        }
    }

  private:
    int fd_;
};

Error no_process(const char* what) {
    return {ErrorCode::Unsupported, std::string("cannot start the program that reads CAD files: ") +
                                        what + ": " + std::strerror(errno)};
}

/// A file that has no name: OpenCASCADE reads from files, and the one that was named may change.
Status fill(Descriptor& file, std::span<const char> bytes) {
    file.take(::memfd_create("impinge-cad", MFD_CLOEXEC));
    if (file.get() < 0) {
        return no_process("memfd_create");
    }
    while (!bytes.empty()) {
        const ssize_t written = ::write(file.get(), bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written <= 0) {
            return Error{ErrorCode::OutOfMemory, "not enough memory to read it"};
        }
        bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
    ::lseek(file.get(), 0, SEEK_SET);
    return {};
}

std::string exact_text(double value) {
    std::array<char, 40> text{};
    std::snprintf(text.data(), text.size(), "%a", value);
    return text.data();
}

/// How the child is started: with three files, nothing on the terminal, and its own signals.
class SpawnPlan {
  public:
    SpawnPlan(int input, int output) {
        posix_spawn_file_actions_init(&actions_);
        for (const int standard : {0, 1, 2}) {
            posix_spawn_file_actions_addopen(&actions_, standard, "/dev/null", O_RDWR, 0);
        }
        posix_spawn_file_actions_adddup2(&actions_, input, child_input);
        posix_spawn_file_actions_adddup2(&actions_, output, child_output);
        posix_spawnattr_init(&attributes_);
        sigset_t none;
        sigemptyset(&none);
        posix_spawnattr_setsigmask(&attributes_, &none);
        sigset_t all;
        sigfillset(&all);
        posix_spawnattr_setsigdefault(&attributes_, &all);
        posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    }
    SpawnPlan(const SpawnPlan&) = delete;
    SpawnPlan& operator=(const SpawnPlan&) = delete;
    ~SpawnPlan() {
        posix_spawn_file_actions_destroy(&actions_);
        posix_spawnattr_destroy(&attributes_);
    }

    Expected<pid_t> start(const std::string& program, std::vector<std::string> arguments) {
        std::vector<char*> argv;
        for (std::string& argument : arguments) {
            argv.push_back(argument.data());
        }
        argv.push_back(nullptr);
        pid_t child = 0;
        errno = posix_spawn(&child, program.c_str(), &actions_, &attributes_, argv.data(), environ);
        if (errno != 0) {
            return no_process(program.c_str());
        }
        return child;
    }

  private:
    posix_spawn_file_actions_t actions_{};
    posix_spawnattr_t attributes_{};
};

/// The running program; killed, and waited for, when this ends.
class Child {
  public:
    explicit Child(pid_t pid) : pid_(pid) {}
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;
    ~Child() {
        if (pid_ > 0) {
            ::kill(pid_, SIGKILL);
            wait(0);
        }
    }

    /// Whether it has ended; then `status` is how. Waits if `options` do not say WNOHANG.
    bool wait(int options) {
        pid_t done = 0;
        do {
            done = ::waitpid(pid_, &status_, options);
        } while (done < 0 && errno == EINTR);
        if (done == 0) {
            return false;
        }
        pid_ = -1;
        return true;
    }
    [[nodiscard]] int status() const { return status_; }

  private:
    pid_t pid_;
    int status_ = 0;
};

std::string in_words(double seconds) {
    std::array<char, 40> text{};
    std::snprintf(text.data(), text.size(), "%g", seconds);
    return text.data();
}

std::string mebibytes(std::uint64_t bytes) { return std::to_string(bytes >> 20) + " MiB"; }

/// Gathers the answer until the child closes its end.
class Collector {
  public:
    Collector(const CadOptions& options, const Context& context)
        : options_(options), context_(context),
          deadline_(Clock::now() +
                    std::chrono::duration_cast<Clock::duration>(
                        std::chrono::duration<double>(std::min(options.time_limit_seconds, 1e9)))) {
    }

    Status collect(int pipe) {
        std::array<char, 1 << 16> part;
        while (true) {
            if (Status status = still_allowed(); !status) {
                return status;
            }
            pollfd waiting{pipe, POLLIN, 0};
            if (::poll(&waiting, 1, static_cast<int>(glance.count())) <= 0) {
                continue;
            }
            const ssize_t count = ::read(pipe, part.data(), part.size());
            if (count == 0) {
                return {};
            }
            if (count > 0) {
                bytes_.insert(bytes_.end(), part.data(), part.data() + count);
            } else if (errno != EINTR && errno != EAGAIN) {
                return no_process("read");
            }
        }
    }
    /// Its end closed, the child has little left to do; one that does not end is no better than
    /// one that does not answer.
    Status await(Child& child) {
        while (!child.wait(WNOHANG)) {
            if (Status status = still_allowed(); !status) {
                return status;
            }
            ::poll(nullptr, 0, 1);
        }
        return {};
    }
    std::vector<char> take() { return std::move(bytes_); }

  private:
    [[nodiscard]] Status still_allowed() const {
        if (context_.cancelled()) {
            return Error{ErrorCode::Unsupported, "interrupted while it was being read"};
        }
        if (Clock::now() > deadline_) {
            return Error{ErrorCode::Unsupported, "takes more than " +
                                                     in_words(options_.time_limit_seconds) +
                                                     " seconds to read"};
        }
        if (bytes_.size() > options_.memory_limit) {
            return Error{ErrorCode::OutOfMemory,
                         "its triangles take more than " + mebibytes(options_.memory_limit)};
        }
        return {};
    }

    const CadOptions& options_;
    const Context& context_;
    Clock::time_point deadline_;
    std::vector<char> bytes_;
};

/// Why there is no whole answer.
Error how_it_ended(int status, const std::filesystem::path& program) {
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU) {
        return {ErrorCode::Unsupported, "takes too much time to read"};
    }
    if (WIFSIGNALED(status)) {
        return {ErrorCode::FileMalformed, "OpenCASCADE crashed while reading it (signal " +
                                              std::to_string(WTERMSIG(status)) + ")"};
    }
    if (WEXITSTATUS(status) == 127) { // what the dynamic linker ends with
        return {ErrorCode::Unsupported, program.string() +
                                            " cannot start: install libocct-data-exchange-7.6 and "
                                            "libocct-ocaf-7.6, or what else it is linked with"};
    }
    return {ErrorCode::FileMalformed, "OpenCASCADE gave up while reading it (exit status " +
                                          std::to_string(WEXITSTATUS(status)) + ")"};
}

} // namespace

Expected<std::vector<char>> run_cad_reader(const std::filesystem::path& program,
                                           std::span<const char> bytes, CadFormat format,
                                           const CadOptions& options, const Context& context) {
    Descriptor input;
    if (Status status = fill(input, bytes); !status) {
        return status.error();
    }
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
        return no_process("pipe");
    }
    Descriptor from_child;
    Descriptor to_us;
    from_child.take(ends[0]);
    to_us.take(ends[1]);
    const double deflection = options.deflection;
    auto pid =
        SpawnPlan(input.get(), to_us.get())
            .start(program.string(),
                   {program.string(), to_string(format), exact_text(deflection),
                    options.deflection_unit ? to_string(*options.deflection_unit) : "file",
                    exact_text(options.angular_deflection_degrees),
                    exact_text(options.time_limit_seconds), std::to_string(options.memory_limit)});
    if (!pid) {
        return pid.error();
    }
    Child child(*pid);
    to_us.close();
    Collector collector(options, context);
    if (Status status = collector.collect(from_child.get()); !status) {
        return status.error();
    }
    if (Status status = collector.await(child); !status) {
        return status.error();
    }
    std::vector<char> answer = collector.take();
    if (!WIFEXITED(child.status()) || WEXITSTATUS(child.status()) != 0 || answer.empty()) {
        return how_it_ended(child.status(), program);
    }
    return answer;
}

} // namespace impinge::inline v0
