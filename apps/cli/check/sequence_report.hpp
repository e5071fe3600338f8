// SPDX-License-Identifier: Apache-2.0
//
// What `impinge check --sequence` says: frame by frame to programs, to people for each pair how
// long it stays as it is.
#pragma once

#include "check/check_json.hpp"
#include "check/sequence.hpp"

#include <memory>
#include <string>
#include <vector>

namespace impinge::cli {

/// Frames that follow each other in which a pair has the same verdict.
struct SequenceRun {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    std::string verdict; ///< in words
    std::size_t first = 0;
    std::size_t last = 0;
    std::optional<double> deepest = {};
    std::optional<double> nearest = {};
    std::size_t worst = 0; ///< the frame in which it is deepest or nearest
};

class SequenceReport {
  public:
    SequenceReport(const SequenceCheck& check, Listed in_csv);
    ~SequenceReport();
    SequenceReport(const SequenceReport&) = delete;
    SequenceReport& operator=(const SequenceReport&) = delete;

    /// Frames in order.
    void add(const Examination& frame, const VerdictCounts& counts, Answer interference);

    [[nodiscard]] std::size_t frames() const { return frames_; }
    [[nodiscard]] std::size_t interfering_frames() const { return interfering_; }
    [[nodiscard]] std::size_t undecided_frames() const { return undecided_; }
    [[nodiscard]] std::string csv() const { return csv_; }
    /// The text of the document.
    [[nodiscard]] std::string json(Answer interference, bool partial, double total_ms) const;
    [[nodiscard]] std::string table() const;

  private:
    void add_to_runs(const Examination& frame);

    const SequenceCheck& check_;
    Listed in_csv_;
    std::size_t frames_ = 0;
    std::size_t interfering_ = 0;
    std::size_t undecided_ = 0;
    std::optional<std::size_t> first_interfering_;
    std::string csv_;
    std::unique_ptr<Json> json_frames_;
    std::vector<SequenceRun> runs_;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> last_run_;
};

} // namespace impinge::cli
