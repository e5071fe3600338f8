// SPDX-License-Identifier: Apache-2.0
//
// One small valid file of every kind that the library reads, put together by hand.
#pragma once

#include "tests/fuzz/targets.hpp"

#include <ostream>
#include <string>
#include <vector>

namespace impinge::tests {

enum class Notation : std::uint8_t { Binary, Text };

struct SmallFile {
    std::string kind;           ///< for the names of tests
    std::string name;           ///< with the extension that belongs to it
    void (*check)(fuzz::Input); ///< whether the library keeps its promises about any bytes
    Notation notation = Notation::Text;
    std::string bytes;
};

inline void PrintTo(const SmallFile& file, std::ostream* out) { *out << file.kind; }

std::vector<SmallFile> small_files();

} // namespace impinge::tests
