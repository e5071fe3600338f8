// SPDX-License-Identifier: Apache-2.0
//
// Runs impinge-cad-reader on the bytes of a file, with a limit of time and of memory, and collects
// what it sends.
#pragma once

#include "impinge/files.hpp"

#include <vector>

namespace impinge::inline v0 {

/// What the program sent, which may be anything. Fails if it crashed, took too long or too much, or
/// if the context was cancelled; the process is gone in any case when this returns.
Expected<std::vector<char>> run_cad_reader(const std::filesystem::path& program,
                                           std::span<const char> bytes, CadFormat format,
                                           const CadOptions& options, const Context& context);

} // namespace impinge::inline v0
