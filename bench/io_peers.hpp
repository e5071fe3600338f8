// SPDX-License-Identifier: Apache-2.0
//
// Readers of mesh files behind one interface, for io_bench.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace impinge::bench {

struct ReadSize {
    std::uint64_t triangles = 0; ///< 0 if the file could not be read
    std::uint64_t vertices = 0;
};

struct Reader {
    std::string name;
    ReadSize (*read)(const std::filesystem::path& path);
    bool only_stl = false; ///< where it differs from the reader before it
};

#ifdef IMPINGE_BENCH_ASSIMP
/// As stored; and with equal vertices made one, which impinge does for STL.
std::vector<Reader> assimp_readers();
void export_3mf_by_assimp(const std::filesystem::path& from, const std::filesystem::path& to);
#endif

} // namespace impinge::bench
