// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

namespace impinge::inline v0 {

class Stopwatch {
  public:
    /// Milliseconds since construction or the last call.
    double lap() {
        const auto now = std::chrono::steady_clock::now();
        const double elapsed = std::chrono::duration<double, std::milli>(now - start_).count();
        start_ = now;
        return elapsed;
    }

  private:
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

} // namespace impinge::inline v0
