// SPDX-License-Identifier: Apache-2.0
//
// Wall-clock time for reports.
#pragma once

#include <chrono>

namespace impinge::cli {

class Stopwatch {
  public:
    [[nodiscard]] double milliseconds() const {
        return std::chrono::duration<double, std::milli>(Clock::now() - start_).count();
    }

  private:
    using Clock = std::chrono::steady_clock;
    Clock::time_point start_ = Clock::now();
};

} // namespace impinge::cli
