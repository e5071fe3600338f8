// SPDX-License-Identifier: Apache-2.0
//
// Other libraries and ours behind one interface: each is set up once for a scene and then asked
// about its frames one after another, all about the same ones, in turns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace impinge::bench::peers {

/// Two bodies by their place in the scene.
using BodyPair = std::pair<std::uint32_t, std::uint32_t>;

/// What a peer says of one frame.
struct Answer {
    std::vector<BodyPair> colliding;   ///< each pair once, in any order
    std::uint64_t candidates = 0;      ///< pairs that the narrow phase looked at
    double broad_phase_milliseconds{}; ///< taking over the frame, boxes, candidates
};

/// One library, set up for one scene. Frames are asked about in order; what is kept between them
/// is the peer's own matter.
class Peer {
  public:
    Peer() = default;
    Peer(const Peer&) = delete;
    Peer& operator=(const Peer&) = delete;
    virtual ~Peer() = default;

    /// The whole frame, from the scene's description to the colliding pairs. The answer comes
    /// empty.
    virtual void ask(std::size_t frame, Answer& answer) = 0;
};

/// Who can be asked about scenes of one kind, and how it was set up.
template <typename Scene> struct Entrant {
    std::string name;
    std::string configuration; ///< for the page: version, structures, precision
    std::function<std::unique_ptr<Peer>(const Scene&)> enter;
};

} // namespace impinge::bench::peers
