// SPDX-License-Identifier: Apache-2.0
//
// A simulation for people: what a frame finds and takes, from the least to the most.
#include "console.hpp"
#include "simulate.hpp"
#include "text_table.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace impinge::cli {
namespace {

/// One number of every frame, ascending.
template <typename Take> std::vector<double> sorted(const Simulation& simulation, Take take) {
    std::vector<double> values;
    for (const SimulatedFrame& frame : simulation.frames) {
        values.push_back(static_cast<double>(take(frame)));
    }
    std::sort(values.begin(), values.end());
    return values;
}

class FrameTable {
  public:
    explicit FrameTable(const Simulation& simulation) : simulation_(simulation) {}

    template <typename Take> void add_count(const char* title, Take take) {
        add(title, sorted(simulation_, take), "{:.0f}");
    }
    template <typename Take> void add_milliseconds(const char* title, Take take) {
        add(title, sorted(simulation_, take), "{:.3f}");
    }
    [[nodiscard]] std::string text() const { return table_.text(); }

  private:
    void add(const char* title, const std::vector<double>& values, const char* format) {
        const auto written = [&](double value) { return fmt::format(fmt::runtime(format), value); };
        table_.add({title, written(values.front()), written(values[values.size() / 2]),
                    written(values.back())});
    }

    const Simulation& simulation_;
    TextTable table_{
        {{"per frame"}, {"least", Align::Right}, {"median", Align::Right}, {"most", Align::Right}}};
};

std::string frames_table(const Simulation& simulation) {
    FrameTable table(simulation);
    table.add_count("candidates", [](const auto& frame) { return frame.candidates; });
    table.add_count("colliding", [](const auto& frame) { return frame.colliding; });
    table.add_count("within the margin", [](const auto& frame) { return frame.near_pairs; });
    table.add_count("asked of exact", [](const auto& frame) { return frame.asked_exact; });
    table.add_milliseconds("boxes ms", [](const auto& f) { return f.milliseconds.boxes; });
    table.add_milliseconds("broad phase ms",
                           [](const auto& f) { return f.milliseconds.broad_phase; });
    table.add_milliseconds("verdicts ms",
                           [](const auto& f) { return f.milliseconds.narrow_phase; });
    table.add_milliseconds("all ms", [](const auto& f) { return f.milliseconds.total; });
    return table.text();
}

std::string methods_text(const Simulation& simulation) {
    std::map<std::string, std::size_t> frames_by_method;
    for (const SimulatedFrame& frame : simulation.frames) {
        ++frames_by_method[to_string(frame.method)];
    }
    std::string out;
    for (const auto& [method, frames] : frames_by_method) {
        out += fmt::format("{}{} in {}", out.empty() ? "" : ", ", method,
                           counted(frames, "frame", "frames"));
    }
    return out;
}

std::string check_text(const Simulation& simulation) {
    FrameCheck sum;
    for (const SimulatedFrame& frame : simulation.frames) {
        sum.exact_pairs += frame.check->exact_pairs;
        sum.candidates += frame.check->candidates;
        sum.boxes += frame.check->boxes;
        sum.verdicts += frame.check->verdicts;
        sum.distances += frame.check->distances;
    }
    const std::string asked = counted(sum.exact_pairs, "exact verdict", "exact verdicts");
    if (sum.differences() == 0) {
        return fmt::format("every box against every other and {}: no differences", asked);
    }
    return fmt::format("{}: {} candidates more or fewer, {} that do not hold their body, {} and {} "
                       "that differ",
                       asked, sum.candidates, counted(sum.boxes, "box", "boxes"),
                       counted(sum.verdicts, "verdict", "verdicts"),
                       counted(sum.distances, "distance", "distances"));
}

} // namespace

std::string simulation_text(const Simulation& simulation) {
    const std::size_t done = simulation.frames.size();
    std::string out = simulation.what + ", " + counted(done, "frame", "frames");
    if (simulation.partial) {
        out += fmt::format(" of {} (interrupted)", simulation.frames_wanted);
    }
    out += "\n";
    if (done == 0) {
        return out;
    }
    out +=
        fmt::format("\n{}\nbroad phase  {}\n", frames_table(simulation), methods_text(simulation));
    if (simulation.frames.front().check) {
        out += fmt::format("verified     {}\n", check_text(simulation));
    }
    if (!simulation.picture_folder.empty()) {
        const auto pictures =
            std::count_if(simulation.frames.begin(), simulation.frames.end(),
                          [](const auto& frame) { return !frame.picture.empty(); });
        out += fmt::format("written      {} in {}\n",
                           counted(static_cast<std::size_t>(pictures), "picture", "pictures"),
                           printable(simulation.picture_folder));
    }
    return out;
}

} // namespace impinge::cli
