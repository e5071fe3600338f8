// SPDX-License-Identifier: Apache-2.0
//
// For people: what a frame finds and takes, from the least to the most.
#pragma once

#include "output/text.hpp"
#include "simulate/simulate.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <string>
#include <vector>

namespace impinge::cli {

class FrameTable {
  public:
    explicit FrameTable(const Simulation& simulation) : simulation_(simulation) {}

    /// `take(frame)` gives the number that a row is about.
    template <typename Take> void add_count(const char* title, Take take) {
        add(title, sorted(take), "{:.0f}");
    }
    template <typename Take> void add_milliseconds(const char* title, Take take) {
        add(title, sorted(take), "{:.3f}");
    }
    [[nodiscard]] std::string text() const { return table_.text(); }

  private:
    template <typename Take> [[nodiscard]] std::vector<double> sorted(Take take) const {
        std::vector<double> values;
        for (const SimulatedFrame& frame : simulation_.frames) {
            values.push_back(static_cast<double>(take(frame)));
        }
        std::sort(values.begin(), values.end());
        return values;
    }
    void add(const char* title, const std::vector<double>& values, const char* format) {
        const auto written = [&](double value) { return fmt::format(fmt::runtime(format), value); };
        table_.add({title, written(values.front()), written(values[values.size() / 2]),
                    written(values.back())});
    }

    const Simulation& simulation_;
    TextTable table_{
        {{"per frame"}, {"least", Align::Right}, {"median", Align::Right}, {"most", Align::Right}}};
};

} // namespace impinge::cli
