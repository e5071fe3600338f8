// SPDX-License-Identifier: Apache-2.0
//
// How a parser gives up. Inside io/ the parsers throw this; read_mesh() and parse_mesh() turn it
// into an Error that names the file, so nothing is thrown across the API.
#pragma once

#include "impinge/expected.hpp"

#include <cstddef>
#include <string>

namespace impinge::inline v0 {

struct ParseFailure {
    ErrorCode code = ErrorCode::FileMalformed;
    std::string place; ///< "line 12" or "byte 84"; empty when the whole file is meant
    std::string reason;
};

[[noreturn]] inline void fail_at_byte(std::size_t offset, std::string reason,
                                      ErrorCode code = ErrorCode::FileMalformed) {
    throw ParseFailure{code, "byte " + std::to_string(offset), std::move(reason)};
}

[[noreturn]] inline void fail_whole(std::string reason, ErrorCode code = ErrorCode::FileMalformed) {
    throw ParseFailure{code, {}, std::move(reason)};
}

} // namespace impinge::inline v0
