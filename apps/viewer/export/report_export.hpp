// SPDX-License-Identifier: Apache-2.0
//
// The clash report of the scene as it stands, written beside the window's thread: what `impinge
// report` would write of the scene file that would be saved.
#pragma once

#include "impinge/report.hpp"
#include "scene/document.hpp"

#include <functional>
#include <future>
#include <optional>
#include <set>
#include <string>

namespace impinge::viewer {

/// The bodies that are there, where they stand, with the rules of the document.
PlacedScene placed_scene(const Document& document, const SceneState& state);

/// Every file that the scene was read from: what no output may replace.
std::set<std::filesystem::path> input_files(const Document& document, const SceneState& state);

class ReportExport {
  public:
    ReportExport(unsigned threads, std::function<void()> wake)
        : threads_(threads), wake_(std::move(wake)) {}
    ~ReportExport() { context_.cancel(); }
    ReportExport(const ReportExport&) = delete;
    ReportExport& operator=(const ReportExport&) = delete;
    ReportExport(ReportExport&&) = delete;
    ReportExport& operator=(ReportExport&&) = delete;

    /// Fails at once on a name that cannot be written to, or is an input, and while one is being
    /// written.
    Status start(const Document& document, const SceneState& state,
                 const std::filesystem::path& file);
    [[nodiscard]] bool busy() const { return future_.valid(); }
    /// "report: looking for clashes, 45 %"; empty if nothing is being done.
    [[nodiscard]] std::string progress() const;
    /// What came of it, once: a sentence for the person in front, or why there is no report.
    std::optional<Expected<std::string>> take();

  private:
    struct Order {
        SceneDescription scene;
        PlacedScene placed;
        std::vector<std::string> inputs;
        std::filesystem::path file;
    };
    Expected<std::string> write(const Order& order);
    Context phase(const char* name);

    unsigned threads_;
    std::function<void()> wake_;
    Context context_;
    std::atomic<const char*> phase_{""};
    std::atomic<double> part_{0};
    std::future<Expected<std::string>> future_; ///< last: its thread ends before the rest goes
};

} // namespace impinge::viewer
