// SPDX-License-Identifier: Apache-2.0
//
// The sentences about a body that has no inside, or parts that bound nothing.
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

/// "note: NAME has 2 parts that bound nothing (impinge diagnose tells which)\n", if so.
inline std::string redundant_note(const LoadedBody& body) {
    const std::size_t parts = body.diagnosis ? body.diagnosis->redundant_components : 0;
    return parts == 0 ? ""
                      : fmt::format("note: {} has {} nothing (impinge diagnose tells which)\n",
                                    printable(body.name),
                                    counted(parts, "part that bounds", "parts that bound"));
}

} // namespace impinge::cli
