// SPDX-License-Identifier: Apache-2.0
//
// What the program's exit status means.
#pragma once

namespace impinge::cli {

enum ExitStatus : int {
    Clean = 0,         ///< done; for check and self: no interference
    Found = 1,         ///< done; there is interference
    Failed = 2,        ///< wrong usage, bad input, or an output that could not be written
    Undecided = 3,     ///< done; no interference is known, but it could not be told of all pairs
    Interrupted = 130, ///< Ctrl-C; what was printed is partial
};

} // namespace impinge::cli
