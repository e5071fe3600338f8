// SPDX-License-Identifier: Apache-2.0
#include "io/write_file.hpp"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace impinge::inline v0 {
namespace {

namespace fs = std::filesystem;

Error unwritable(const fs::path& path, const std::string& reason) {
    return {ErrorCode::FileUnwritable, path.string() + ": cannot be written: " + reason};
}

Error not_written(const fs::path& path, int error_number) {
    return unwritable(path, std::generic_category().message(error_number));
}

/// Where the bytes end up: links are followed, since renaming onto a link would replace the link.
fs::path where_it_ends(const fs::path& path) {
    std::error_code ignored;
    if (fs::is_symlink(fs::symlink_status(path, ignored))) {
        const fs::path target = fs::weakly_canonical(path, ignored);
        return target.empty() ? path : target;
    }
    return path;
}

fs::path folder_of(const fs::path& path) {
    return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

/// A name that no other process or thread uses at the same time.
fs::path temporary_beside(const fs::path& path) {
    static std::atomic<unsigned> serial{0};
    const std::string name = ".impinge-" + std::to_string(::getpid()) + "-" +
                             std::to_string(serial.fetch_add(1)) + ".tmp";
    return folder_of(path) / name;
}

/// 0, or the errno of what went wrong. Closes the descriptor in any case.
int write_and_close(int fd, std::string_view content) {
    constexpr std::size_t largest_request = std::size_t{1} << 30;
    int error_number = 0;
    while (!content.empty() && error_number == 0) {
        const ssize_t put = ::write(fd, content.data(), std::min(content.size(), largest_request));
        if (put >= 0) {
            content.remove_prefix(static_cast<std::size_t>(put));
        } else if (errno != EINTR) {
            error_number = errno;
        }
    }
    if (::close(fd) != 0 && error_number == 0) {
        error_number = errno;
    }
    return error_number;
}

Status write_directly(const fs::path& path, std::string_view content) {
    const int fd = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    const int error_number = fd < 0 ? errno : write_and_close(fd, content);
    return error_number == 0 ? Status{} : not_written(path, error_number);
}

} // namespace

Status write_file(const fs::path& path, std::string_view content) {
    const fs::path target = where_it_ends(path);
    struct stat facts {};
    const bool exists = ::stat(target.c_str(), &facts) == 0;
    if (exists && S_ISDIR(facts.st_mode)) {
        return unwritable(path, "is a directory");
    }
    if (exists && !S_ISREG(facts.st_mode)) {
        return write_directly(path, content);
    }
    const fs::path temporary = temporary_beside(target);
    const int fd = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd < 0) {
        return not_written(path, errno);
    }
    if (exists) { // if it fails, the new file has the usual permissions
        static_cast<void>(::fchmod(fd, facts.st_mode & 07777));
    }
    int error_number = write_and_close(fd, content);
    if (error_number == 0 && ::rename(temporary.c_str(), target.c_str()) != 0) {
        error_number = errno;
    }
    if (error_number != 0) {
        ::unlink(temporary.c_str());
        return not_written(path, error_number);
    }
    return {};
}

Status check_writable(const fs::path& path) {
    const fs::path target = where_it_ends(path);
    struct stat facts {};
    if (::stat(target.c_str(), &facts) == 0) {
        if (S_ISDIR(facts.st_mode)) {
            return unwritable(path, "is a directory");
        }
        if (!S_ISREG(facts.st_mode)) {
            return {};
        }
    }
    if (::access(folder_of(target).c_str(), W_OK | X_OK) != 0) {
        return not_written(path, errno);
    }
    return {};
}

} // namespace impinge::inline v0
