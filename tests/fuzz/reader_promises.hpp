// SPDX-License-Identifier: Apache-2.0
//
// What include/impinge/files.hpp promises of every reader, whatever the bytes: shared by the fuzz
// targets and by the tests of hostile files.
#pragma once

#include "impinge/files.hpp"
#include "tests/fuzz/targets.hpp"
#include "tests/support/heap_watch.hpp"

#include <filesystem>
#include <string>

namespace impinge::fuzz {

Input bytes_of(std::string_view text);

/// Reads the bytes as a file of that name. The bytes themselves decide, by a digest, with which
/// options; `name` leads to the format where the content does not. Throws BrokenPromise.
void check_reader(Input input, const std::filesystem::path& name);

/// Memory stays within a small multiple of the size of the file, and a constant.
void check_memory(const tests::HeapWatch& watch, std::size_t file_bytes);

/// One printable line that begins with the name of the file and gives a reason.
void check_message(const Error& error, const std::filesystem::path& name);

/// What read_bodies() promises of what it returns.
void check_bodies(const FileBodies& read, const ReadOptions& options);

/// Writes the mesh in every format that can hold it and reads it back.
void check_round_trips(const Mesh& mesh);

} // namespace impinge::fuzz
