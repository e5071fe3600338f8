// SPDX-License-Identifier: Apache-2.0
//
// Lists of impacts as files: CSV, and NPY (NumPy) as an array of records with the same columns.
#pragma once

#include "impinge/expected.hpp"
#include "impinge/particles.hpp"

#include <filesystem>
#include <span>
#include <string>

namespace impinge::inline v0 {

/// A row for each, in their order. `names` are those of the colliders.
std::string impacts_csv(std::span<const Impact> impacts, std::span<const std::string> names);
/// An array of shape (n,) of records, little-endian and without gaps; colliders by their number.
std::string impacts_npy(std::span<const Impact> impacts);

} // namespace impinge::inline v0
