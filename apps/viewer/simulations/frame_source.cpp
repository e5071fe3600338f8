// SPDX-License-Identifier: Apache-2.0
#include "simulations/frame_source.hpp"

namespace impinge::viewer {

std::size_t SimulationFrame::bytes() const {
    std::size_t sum = sizeof *this + bytes_of_its_own + bodies.size() * sizeof(FrameBody) +
                      pairs.size() * sizeof(FramePair) + facts.size() * sizeof(FrameFact);
    for (const FrameBody& body : bodies) {
        sum += body.meeting ? body.meeting->size() * sizeof(std::uint32_t) : 0;
    }
    for (const auto* lines : {&boxes, &overlapping_boxes, &features}) {
        sum += *lines ? (*lines)->size() * sizeof(render::Segment) : 0;
    }
    return sum;
}

} // namespace impinge::viewer
