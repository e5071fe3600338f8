// SPDX-License-Identifier: Apache-2.0
//
// The sentences about a body that has no inside, or whose inside sampled methods take on trust.
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

/// For each body of several parts: "note: NAME has 14 parts; ... ". Counting layers goes wrong
/// where parts of one body overlap, and does not notice.
inline std::string parts_notes(std::span<const LoadedBody> bodies) {
    std::string out;
    for (const LoadedBody& body : bodies) {
        if (body.diagnosis && body.diagnosis->components > 1) {
            out += fmt::format("note: {} has {} parts, taken not to overlap each other (impinge "
                               "self tells)\n",
                               printable(body.name), body.diagnosis->components);
        }
    }
    return out;
}

} // namespace impinge::cli
