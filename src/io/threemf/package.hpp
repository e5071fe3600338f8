// SPDX-License-Identifier: Apache-2.0
//
// A 3MF file is a ZIP archive of parts. They are inflated piece by piece and never kept, and the
// sum of all pieces is bounded, so that an archive cannot mean to be far larger than it is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

struct zip;

namespace impinge::inline v0 {

class ThreemfPackage {
  public:
    /// The bytes must outlive it.
    explicit ThreemfPackage(std::span<const char> bytes);

    /// Parts are named without a leading slash; small and capital letters are the same.
    [[nodiscard]] bool has(const std::string& part) const;
    /// The names of all, in small letters, sorted.
    [[nodiscard]] std::vector<std::string> parts() const;
    /// Hands the content of a part to `take`, in pieces.
    void read(const std::string& part, const std::function<void(std::span<const char>)>& take);
    [[nodiscard]] std::size_t file_bytes() const { return file_bytes_; }

  private:
    struct Closer {
        void operator()(zip* archive) const;
    };

    void count_inflated(const std::string& part, std::size_t bytes);

    std::unique_ptr<zip, Closer> archive_;
    std::map<std::string, std::uint64_t> entries_; ///< by name in small letters
    std::size_t file_bytes_;
    std::size_t inflated_ = 0;
};

} // namespace impinge::inline v0
