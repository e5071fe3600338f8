// SPDX-License-Identifier: Apache-2.0
//
// Files that lie beside the tests. Not found by __FILE__, which compiler caches and
// -ffile-prefix-map change.
#pragma once

#include <filesystem>

namespace impinge::tests {

/// `name` as seen from the folder tests/.
inline std::filesystem::path test_file(const std::filesystem::path& name) {
    return std::filesystem::path(IMPINGE_TEST_FOLDER) / name;
}

} // namespace impinge::tests
