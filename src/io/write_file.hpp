// SPDX-License-Identifier: Apache-2.0
//
// Files that are either whole or not there.
#pragma once

#include "impinge/expected.hpp"

#include <filesystem>
#include <string_view>

namespace impinge::inline v0 {

/// Writes a temporary file beside `path` and renames it: whoever looks sees the old file or the
/// whole new one. On failure the temporary file is removed and the old one stays. A path that is no
/// regular file (a device, a pipe) is written to directly; a symbolic link stays and what it points
/// to is replaced.
Status write_file(const std::filesystem::path& path, std::string_view content);

/// Whether write_file() can hope to succeed, for programs that want to know before long work: the
/// folder exists and admits new files, and the path is not a directory.
Status check_writable(const std::filesystem::path& path);

} // namespace impinge::inline v0
