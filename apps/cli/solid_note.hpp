// SPDX-License-Identifier: Apache-2.0
//
// The sentence about a body that has no inside.
#pragma once

#include "console.hpp"
#include "loaded_body.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace impinge::cli {

/// "note: NAME is not a solid (12 open edges)"
inline std::string solid_note(const LoadedBody& body) {
    return fmt::format("note: {} is not a solid ({})", printable(body.name),
                       fmt::join(body.diagnosis->reasons(), ", "));
}

} // namespace impinge::cli
