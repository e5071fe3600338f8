// SPDX-License-Identifier: Apache-2.0
//
// A folder in place of mesh files.
#pragma once

#include "impinge/expected.hpp"

#include <string>
#include <vector>

namespace impinge::cli {

/// Also through a link.
bool is_folder(const std::string& path);

/// Every file in it whose name ends as that of a mesh file, in the order of the names; those in
/// folders within it are not looked at: such a folder is more often an older state than a further
/// part. Warns of all that is skipped but hidden files. Fails if there is no mesh file.
Expected<std::vector<std::string>> mesh_files_in(const std::string& folder);

} // namespace impinge::cli
