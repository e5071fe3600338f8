// SPDX-License-Identifier: Apache-2.0
//
// How a fuzz target says that the library broke a promise. Under libFuzzer nobody catches it, so it
// ends the program with its text; a replay in the test suite reports it as a failed test.
#pragma once

#include <stdexcept>

namespace impinge::fuzz {

class BrokenPromise : public std::logic_error {
  public:
    using std::logic_error::logic_error;
};

inline void require(bool holds, const char* promise) {
    if (!holds) {
        throw BrokenPromise(promise);
    }
}

} // namespace impinge::fuzz
