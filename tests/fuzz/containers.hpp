// SPDX-License-Identifier: Apache-2.0
//
// Containers around a payload, with right lengths and check sums and without the library's own
// code: a fuzzer that had to guess those would never get past them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace impinge::fuzz {

enum class Packing : std::uint8_t {
    Stored,
    Deflated, ///< as one block that is stored within the deflate stream; at most 65535 bytes
};

struct ZipEntry {
    std::string name;
    std::string content;
};

std::string zip_archive(const std::vector<ZipEntry>& entries, Packing packing = Packing::Stored);

/// A 3MF file around the text of its model.
std::string threemf_file(std::string_view model, Packing packing = Packing::Stored);

/// A GLB file of these two chunks; without the second if `binary` is empty.
std::string glb_file(std::string_view json, std::string_view binary);

} // namespace impinge::fuzz
