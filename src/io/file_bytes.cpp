// SPDX-License-Identifier: Apache-2.0
#include "io/file_bytes.hpp"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <new>
#include <sys/mman.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace impinge::inline v0 {
namespace {

class Descriptor {
  public:
    explicit Descriptor(const std::filesystem::path& path)
        : fd_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}
    ~Descriptor() {
        if (fd_ >= 0) {
            ::close(fd_);
        }
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    [[nodiscard]] int get() const { return fd_; }

  private:
    int fd_;
};

Error unreadable(const std::filesystem::path& path, const std::string& reason) {
    return {ErrorCode::FileUnreadable, path.string() + ": " + reason};
}

Error not_read(const std::filesystem::path& path, int error_number) {
    return unreadable(path, std::generic_category().message(error_number));
}

/// Bytes read, which are fewer than `size` only at the end of the file; -1 with errno on failure.
ssize_t read_up_to(int fd, char* data, std::size_t size) {
    constexpr std::size_t largest_request = std::size_t{1} << 30;
    std::size_t done = 0;
    while (done < size) {
        const ssize_t got = ::read(fd, data + done, std::min(size - done, largest_request));
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            return -1;
        }
        if (got == 0) {
            break;
        }
        done += static_cast<std::size_t>(got);
    }
    return static_cast<ssize_t>(done);
}

ByteBuffer make_buffer(std::size_t size) {
    auto buffer = std::make_unique_for_overwrite<char[]>(size); // NOLINT(modernize-avoid-c-arrays)
    prefer_large_pages(buffer.get(), size);
    return buffer;
}

Expected<FileBytes> read_regular(const std::filesystem::path& path, int fd, std::size_t size) {
    ByteBuffer data = make_buffer(size);
    const ssize_t got = read_up_to(fd, data.get(), size);
    if (got < 0) {
        return not_read(path, errno);
    }
    char beyond = 0;
    const bool grew = static_cast<std::size_t>(got) == size && ::read(fd, &beyond, 1) == 1;
    if (static_cast<std::size_t>(got) != size || grew) {
        return unreadable(path, "its size changed while it was being read");
    }
    return FileBytes{std::move(data), size};
}

Expected<FileBytes> read_pipe(const std::filesystem::path& path, int fd) {
    constexpr std::size_t step = std::size_t{1} << 20;
    std::vector<char> bytes;
    std::size_t size = 0;
    for (ssize_t got = 1; got > 0; size += static_cast<std::size_t>(got)) {
        bytes.resize(size + step);
        got = read_up_to(fd, bytes.data() + size, step);
        if (got < 0) {
            return not_read(path, errno);
        }
    }
    ByteBuffer data = make_buffer(size);
    std::memcpy(data.get(), bytes.data(), size);
    return FileBytes{std::move(data), size};
}

} // namespace

Expected<FileBytes> read_file_bytes(const std::filesystem::path& path) {
    const Descriptor file(path);
    struct stat facts {};
    if (file.get() < 0 || ::fstat(file.get(), &facts) != 0) {
        return not_read(path, errno);
    }
    try {
        if (S_ISREG(facts.st_mode)) {
            return read_regular(path, file.get(), static_cast<std::size_t>(facts.st_size));
        }
        if (S_ISFIFO(facts.st_mode)) {
            return read_pipe(path, file.get());
        }
    } catch (const std::bad_alloc&) {
        return Error{ErrorCode::OutOfMemory, path.string() + ": not enough memory to hold it"};
    }
    return unreadable(path, S_ISDIR(facts.st_mode) ? "is a directory" : "is not a regular file");
}

void prefer_large_pages(void* memory, std::size_t bytes) {
#ifdef MADV_HUGEPAGE
    constexpr std::size_t large_page = std::size_t{1} << 21;
    if (bytes < 2 * large_page) {
        return;
    }
    if (std::align(large_page, large_page, memory, bytes) != nullptr) {
        static_cast<void>(::madvise(memory, bytes / large_page * large_page, MADV_HUGEPAGE));
    }
#else
    static_cast<void>(memory);
    static_cast<void>(bytes);
#endif
}

} // namespace impinge::inline v0
