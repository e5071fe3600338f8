// SPDX-License-Identifier: Apache-2.0
//
// `impinge check --sequence`: every pair in every position of a motion. Bodies are prepared once
// (impinge/model.hpp); a position costs microseconds a pair then, and what is measured on top.
#pragma once

#include "check/examination.hpp"
#include "impinge/model.hpp"

#include <map>
#include <string>
#include <vector>

namespace impinge::cli {

struct MovedTo {
    std::uint32_t body = 0;
    Rigid pose; ///< applied after the one that the body has of itself; in the unit of the motion
};

/// Bodies that a frame does not name stay where they were.
struct SequenceFrame {
    std::string name; ///< by its number, from 1, if the file gives none
    std::vector<MovedTo> moved;
};

/// A file of poses (of two bodies), or of motions (of any number), as docs/poses.md describes them.
struct Sequence {
    std::string file;
    std::optional<LengthUnit> unit;
    std::vector<SequenceFrame> frames;
    std::vector<std::string> named; ///< of motions: the bodies, in the order of MovedTo::body
};
Expected<Sequence> read_sequence(const std::string& file);

/// Asks about one frame after the other. Frames must be asked for in order, each once.
class SequenceCheck {
  public:
    /// Fails if the motion is not one of these bodies.
    static Expected<SequenceCheck> prepare(Examination base, Sequence sequence,
                                           const Context& context);

    [[nodiscard]] const Sequence& sequence() const { return sequence_; }
    /// The bodies as they stand of themselves, and what is asked about them.
    [[nodiscard]] const Examination& base() const { return base_; }
    /// What `impinge check` would say of the bodies as they stand in this frame, but for triangle
    /// pairs, which are not counted. Partial if the context is cancelled.
    Expected<Examination> examine(std::size_t frame, const Context& context);

  private:
    SequenceCheck() = default;
    Status move_to(const SequenceFrame& frame);
    [[nodiscard]] std::vector<Box3> boxes() const;
    Status ask(AssemblyPair& pair, PairMemory& memory, const Context& context) const;

    Examination base_;
    std::vector<LoadedBody> posed_; ///< as they stand in the frame asked for last
    Sequence sequence_;
    std::map<const Mesh*, Model> models_;
    std::map<std::pair<std::uint32_t, std::uint32_t>, PairMemory> memories_;
    double factor_ = 1; ///< from the unit of the motion to that of the bodies
};

} // namespace impinge::cli
