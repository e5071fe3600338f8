// SPDX-License-Identifier: Apache-2.0
//
// The two scenes of Jang, Jeong and Han (2007), simulated before the clock runs: one body that
// changes from frame to frame, and forty rigid ones.
#pragma once

#include "impinge/collide.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace impinge::bench {

struct RecordedFrame {
    std::uint32_t number = 0;
    Mesh changing;
    std::vector<Rigid> poses; ///< of the rigid bodies
    bool torn = false;        ///< other triangles than in the frame before
    std::uint64_t hash = 0;   ///< of all bodies of the scene
};

struct RecordedScene {
    std::vector<Mesh> shapes;          ///< of rigid bodies, each once
    std::vector<std::size_t> shape_of; ///< each rigid body
    std::vector<RecordedFrame> frames;

    [[nodiscard]] Body rigid(std::size_t body, const RecordedFrame& frame) const {
        return {shapes[shape_of[body]].view(), frame.poses[body]};
    }
};

/// "creature": a lizard of 2,100 triangles among 40 balls of 4,600; "cloth": 1,600 triangles, torn
/// by 40 bodies of 2,048. Every third or fifth frame, as many as `frames`.
Expected<RecordedScene> record(const std::string& name, int frames);

/// A square sheet of 2 x 37 x 37 triangles with spikes at two corners, which make its box; at
/// `raised` other places a vertex reaches through the other sheet, which lies above.
Mesh lower_sheet(int raised);
Mesh upper_sheet();
inline constexpr int most_raised = 160;

} // namespace impinge::bench
