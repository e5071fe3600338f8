// SPDX-License-Identifier: Apache-2.0
//
// The closed meshes of what bodies have in common, in files: `impinge check --regions`.
#pragma once

#include "check/examination.hpp"

#include <string>

namespace impinge::cli {

/// A mesh for each region, called A--B-0 by the names of its bodies and its place in the report,
/// with signs that no file name holds replaced. Writes nothing if there are no regions; says so.
Status write_regions(const Examination& examination, const std::string& path);

} // namespace impinge::cli
