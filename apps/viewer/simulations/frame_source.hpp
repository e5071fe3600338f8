// SPDX-License-Identifier: Apache-2.0
//
// A frame of something that moves, ready to be drawn and told of, and who makes such frames.
#pragma once

#include "check/check_types.hpp"
#include "draw/drawn_scene.hpp"
#include "impinge/context.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace impinge::viewer {

struct FrameBody {
    std::shared_ptr<const ShapeData> shape;
    Rigid pose;
    render::Colour colour; ///< of its own; the verdict's replaces it if that is wished
    BodyState state = BodyState::Clear;
    /// Which body of the simulation it is part of, and so how it is called.
    std::uint32_t number = 0;
    std::shared_ptr<const std::vector<std::uint32_t>> meeting = {}; ///< triangles, sorted
};

/// Two bodies that are not apart.
struct FramePair {
    std::uint32_t a = 0; ///< FrameBody::number
    std::uint32_t b = 0;
    Verdict verdict = Verdict::Touching;
    std::uint64_t triangle_pairs = 0; ///< 0: not asked for
};

/// A number that is told of a frame. Names are those of `impinge simulate --json`.
struct FrameFact {
    const char* name;
    double value = 0;
    const char* unit = ""; ///< "ms", "s"; empty for counts
};

struct SimulationFrame {
    std::vector<FrameBody> bodies;
    std::vector<FramePair> pairs;
    std::vector<FrameFact> facts;                          ///< the same names in every frame
    std::uint64_t hash = 0;                                ///< as `impinge simulate` tells it
    std::shared_ptr<const std::vector<std::string>> names; ///< by FrameBody::number
    std::shared_ptr<const Segments> outline;               ///< of the room, always drawn
    std::shared_ptr<const Segments> boxes;                 ///< that overlap no other one
    std::shared_ptr<const Segments> overlapping_boxes;
    std::shared_ptr<const Segments> features; ///< between closest features
    std::size_t bytes_of_its_own = 0;         ///< of shapes that no other frame shares

    [[nodiscard]] std::size_t bytes() const;
};

/// How frames are to be looked at.
struct Stage {
    std::string what; ///< in words
    render::Camera camera = {};
    std::vector<Vec3d> shown = {}; ///< points that the view holds
    /// Bodies are painted by what is found of them, from the beginning.
    bool painted_by_verdict = false;
    bool shows_meeting = false; ///< triangles that meet, from the beginning
    bool shows_boxes = false;
};

/// Used by one thread, not the window's.
class FrameSource {
  public:
    FrameSource() = default;
    virtual ~FrameSource() = default;
    FrameSource(const FrameSource&) = delete;
    FrameSource& operator=(const FrameSource&) = delete;
    FrameSource(FrameSource&&) = delete;
    FrameSource& operator=(FrameSource&&) = delete;

    [[nodiscard]] virtual Stage stage() const = 0;
    /// Whether any frame can be made at once. Otherwise they are asked for in order, each once, and
    /// another source begins anew: the frames of one number are the same bits.
    [[nodiscard]] virtual bool in_any_order() const { return false; }
    /// Null if it was cancelled.
    virtual Expected<std::shared_ptr<const SimulationFrame>> make(std::size_t frame,
                                                                  const Context& context) = 0;
};

/// Takes as long as it takes; may be called again.
using MakeSource = std::function<Expected<std::unique_ptr<FrameSource>>(const Context& context)>;

} // namespace impinge::viewer
