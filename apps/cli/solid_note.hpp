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
