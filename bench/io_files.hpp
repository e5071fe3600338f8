// SPDX-License-Identifier: Apache-2.0
//
// Mesh files for io_bench: one bumpy sphere in every format, as the common exporters write it.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace impinge::bench {

struct BenchFile {
    std::string what; ///< for the table
    std::filesystem::path path;
    std::size_t triangles = 0;
    void (*write)(const std::filesystem::path& path, std::size_t triangles);
};

/// Each of about `megabytes` once written, apart from 3MF, which is a tenth of that (its text is
/// compressed) and is there only where assimp can write it.
std::vector<BenchFile> bench_files(const std::filesystem::path& folder, std::size_t megabytes);

} // namespace impinge::bench
