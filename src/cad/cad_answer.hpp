// SPDX-License-Identifier: Apache-2.0
//
// What the process that reads a CAD file sends through its pipe: the bodies, or why there are none.
// Who receives it trusts nothing of it, since a hostile file may have taken that process over.
#pragma once

#include "impinge/files.hpp"

#include <functional>
#include <span>
#include <string_view>

namespace impinge::inline v0 {

/// Takes the next bytes.
using CadSink = std::function<void(std::string_view)>;

/// In pieces, so that a large answer need not stand in memory twice.
void encode_cad_answer(const FileBodies& bodies, const CadSink& sink);
void encode_cad_failure(const Error& error, const CadSink& sink);

/// The bodies, or the failure that was sent; fails on anything that is neither, whole, with indices
/// in range and finite coordinates.
Expected<FileBodies> decode_cad_answer(std::span<const char> bytes);

} // namespace impinge::inline v0
