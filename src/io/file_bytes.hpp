// SPDX-License-Identifier: Apache-2.0
//
// A whole file in memory. It is read, not mapped: a mapped file that someone shortens meanwhile
// would kill the program.
#pragma once

#include "impinge/expected.hpp"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

namespace impinge::inline v0 {

/// Unlike a vector's, its memory is not zeroed before it is filled.
using ByteBuffer = std::unique_ptr<char[]>; // NOLINT(modernize-avoid-c-arrays)

class FileBytes {
  public:
    FileBytes() = default;
    FileBytes(ByteBuffer data, std::size_t size) : data_(std::move(data)), size_(size) {}

    [[nodiscard]] std::span<const char> view() const { return {data_.get(), size_}; }

  private:
    ByteBuffer data_;
    std::size_t size_ = 0;
};

/// Reads a regular file or a pipe to its end. Directories and devices are refused, and so is a file
/// whose size changes while it is being read. The error names the file.
Expected<FileBytes> read_file_bytes(const std::filesystem::path& path);

// Fresh memory comes from the system page by page, and each page costs about as much as parsing
// what will stand in it. Large pages make that cost vanish where the system offers them.

/// Asks for large pages under memory that has not been touched yet. A wish: nothing depends on it.
void prefer_large_pages(void* memory, std::size_t bytes);

/// vector::reserve with that wish.
template <typename T> void reserve_large(std::vector<T>& items, std::size_t count) {
    items.reserve(count);
    prefer_large_pages(items.data() + items.size(), (items.capacity() - items.size()) * sizeof(T));
}

} // namespace impinge::inline v0
