// SPDX-License-Identifier: Apache-2.0
#include "io/threemf/package.hpp"

#include "io/parse_failure.hpp"
#include "io/text_cursor.hpp"

#include <array>
#include <zip.h>

namespace impinge::inline v0 {
namespace {

/// Deflate can reach 1000; the coordinates and indices of a mesh stay far below this.
constexpr std::size_t largest_ratio = 64;
constexpr std::size_t always_allowed = std::size_t{1} << 20;
constexpr std::size_t piece_bytes = std::size_t{1} << 16;

class ZipError {
  public:
    ZipError() { zip_error_init(&error_); }
    ~ZipError() { zip_error_fini(&error_); }
    ZipError(const ZipError&) = delete;
    ZipError& operator=(const ZipError&) = delete;

    zip_error_t* get() { return &error_; }
    std::string text() { return zip_error_strerror(&error_); }

  private:
    zip_error_t error_{};
};

std::string in_small_letters(std::string text) {
    for (char& c : text) {
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    }
    return text;
}

using OpenPart = std::unique_ptr<zip_file_t, decltype(&zip_fclose)>;

[[noreturn]] void fail_in_part(const std::string& part, std::string reason,
                               ErrorCode code = ErrorCode::FileMalformed) {
    throw ParseFailure{code, in_quotes(part, 100), std::move(reason)};
}

} // namespace

void ThreemfPackage::Closer::operator()(zip* archive) const { zip_discard(archive); }

ThreemfPackage::ThreemfPackage(std::span<const char> bytes) : file_bytes_(bytes.size()) {
    ZipError error;
    zip_source_t* source = zip_source_buffer_create(bytes.data(), bytes.size(), 0, error.get());
    if (source != nullptr) {
        archive_.reset(zip_open_from_source(source, ZIP_RDONLY, error.get()));
    }
    if (archive_ == nullptr) {
        zip_source_free(source);
        fail_whole("is not a ZIP archive that can be read: " + error.text());
    }
    const zip_int64_t count = zip_get_num_entries(archive_.get(), 0);
    for (zip_uint64_t i = 0; i < static_cast<zip_uint64_t>(count); ++i) {
        const char* name = zip_get_name(archive_.get(), i, ZIP_FL_ENC_RAW);
        entries_.emplace(in_small_letters(name == nullptr ? "" : name), i);
    }
}

bool ThreemfPackage::has(const std::string& part) const {
    return entries_.contains(in_small_letters(part));
}

std::vector<std::string> ThreemfPackage::parts() const {
    std::vector<std::string> names;
    for (const auto& [name, entry] : entries_) {
        names.push_back(name);
    }
    return names;
}

void ThreemfPackage::read(const std::string& part,
                          const std::function<void(std::span<const char>)>& take) {
    const auto entry = entries_.find(in_small_letters(part));
    if (entry == entries_.end()) {
        fail_in_part(part, "is referred to but does not exist");
    }
    const OpenPart file(zip_fopen_index(archive_.get(), entry->second, 0), &zip_fclose);
    if (file == nullptr) {
        fail_in_part(part, zip_strerror(archive_.get()));
    }
    std::array<char, piece_bytes> piece;
    while (true) {
        const zip_int64_t got = zip_fread(file.get(), piece.data(), piece.size());
        if (got < 0) {
            fail_in_part(part, zip_file_strerror(file.get()));
        }
        if (got == 0) {
            return;
        }
        count_inflated(part, static_cast<std::size_t>(got));
        take(std::span<const char>(piece).first(static_cast<std::size_t>(got)));
    }
}

void ThreemfPackage::count_inflated(const std::string& part, std::size_t bytes) {
    inflated_ += bytes;
    if (inflated_ > largest_ratio * file_bytes_ + always_allowed) {
        fail_in_part(part,
                     "inflates to more than " + std::to_string(largest_ratio) +
                         " times the size of the file",
                     ErrorCode::Unsupported);
    }
}

} // namespace impinge::inline v0
