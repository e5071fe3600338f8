// SPDX-License-Identifier: Apache-2.0
//
// A ZIP archive in memory, with the same bytes for the same content.
#pragma once

#include <deque>
#include <memory>
#include <set>
#include <string>
#include <string_view>

struct zip;
struct zip_source;

namespace impinge::inline v0::report {

/// Whether an entry is worth deflating: pictures are not.
enum class Packing : std::uint8_t { Deflate, Store };

class ZipWriter {
  public:
    ZipWriter();
    ~ZipWriter();
    ZipWriter(const ZipWriter&) = delete;
    ZipWriter& operator=(const ZipWriter&) = delete;

    /// Parts of the name are separated by "/"; folders get entries of their own, which some readers
    /// want. Throws a ParseFailure if libzip refuses, like all others.
    void add(const std::string& name, std::string content, Packing packing = Packing::Deflate);
    /// The archive; nothing can be added then.
    std::string finish();

  private:
    void set_time(std::uint64_t entry);

    zip_source* source_ = nullptr;
    zip* archive_ = nullptr;
    std::deque<std::string> contents_; ///< libzip reads them at the end
    std::set<std::string> folders_;
};

} // namespace impinge::inline v0::report
