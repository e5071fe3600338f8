// SPDX-License-Identifier: Apache-2.0
#include "report/bcf/zip_writer.hpp"

#include "io/parse_failure.hpp"

#include <zip.h>

namespace impinge::inline v0::report {
namespace {

constexpr zip_uint16_t first_dos_day = 0x21; // 1980-01-01, the first that the format knows

[[noreturn]] void zip_failed(const char* reason) {
    fail_whole(std::string("the archive could not be made: ") + reason, ErrorCode::Internal);
}

} // namespace

ZipWriter::ZipWriter() {
    zip_error_t error;
    zip_error_init(&error);
    source_ = zip_source_buffer_create(nullptr, 0, 0, &error);
    if (source_ != nullptr) {
        zip_source_keep(source_); // to read it when the archive is closed
        archive_ = zip_open_from_source(source_, ZIP_CREATE | ZIP_TRUNCATE, &error);
    }
    const std::string reason = zip_error_strerror(&error);
    zip_error_fini(&error);
    if (archive_ == nullptr) {
        zip_source_free(source_);
        zip_failed(reason.c_str());
    }
}

ZipWriter::~ZipWriter() {
    if (archive_ != nullptr) {
        zip_discard(archive_);
    }
    zip_source_free(source_);
}

void ZipWriter::set_time(std::uint64_t entry) {
    if (zip_file_set_dostime(archive_, entry, 0, first_dos_day, 0) != 0) {
        zip_failed(zip_strerror(archive_));
    }
}

void ZipWriter::add(const std::string& name, std::string content, Packing packing) {
    const std::string folder = name.substr(0, name.find('/') + 1);
    if (!folder.empty() && folders_.insert(folder).second) {
        const zip_int64_t made = zip_dir_add(archive_, folder.c_str(), ZIP_FL_ENC_UTF_8);
        if (made < 0) {
            zip_failed(zip_strerror(archive_));
        }
        set_time(static_cast<std::uint64_t>(made));
    }
    const std::string& kept = contents_.emplace_back(std::move(content));
    zip_source_t* source = zip_source_buffer(archive_, kept.data(), kept.size(), 0);
    const zip_int64_t entry =
        source == nullptr ? -1 : zip_file_add(archive_, name.c_str(), source, ZIP_FL_ENC_UTF_8);
    if (entry < 0) {
        zip_source_free(source);
        zip_failed(zip_strerror(archive_));
    }
    set_time(static_cast<std::uint64_t>(entry));
    if (packing == Packing::Store) {
        zip_set_file_compression(archive_, static_cast<std::uint64_t>(entry), ZIP_CM_STORE, 0);
    }
}

std::string ZipWriter::finish() {
    if (zip_close(archive_) != 0) {
        zip_failed(zip_strerror(archive_));
    }
    archive_ = nullptr;
    zip_stat_t facts;
    if (zip_source_open(source_) != 0 || zip_source_stat(source_, &facts) != 0) {
        zip_failed("it cannot be read back");
    }
    std::string bytes(facts.size, '\0');
    const zip_int64_t got = zip_source_read(source_, bytes.data(), bytes.size());
    zip_source_close(source_);
    if (got != static_cast<zip_int64_t>(bytes.size())) {
        zip_failed("it cannot be read back");
    }
    return bytes;
}

} // namespace impinge::inline v0::report
