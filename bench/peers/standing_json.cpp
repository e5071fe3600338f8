// SPDX-License-Identifier: Apache-2.0
#include "bench/peers/standing_json.hpp"

#include <algorithm>

namespace impinge::bench::peers {

Json to_json(const Standing& standing) {
    const auto frames = static_cast<double>(standing.whole_frame.size());
    const auto each = [&](std::uint64_t sum) { return static_cast<double>(sum) / frames; };
    return {{"name", standing.name},
            {"configuration", standing.configuration},
            {"whole_frame_ms", median(standing.whole_frame)},
            {"processor_ms", median(standing.processor)},
            {"broad_phase_ms", median(standing.broad_phase)},
            {"fastest_frame_ms",
             *std::min_element(standing.whole_frame.begin(), standing.whole_frame.end())},
            {"frames", standing.whole_frame.size()},
            {"candidates_per_frame", each(standing.candidates)},
            {"colliding_per_frame", each(standing.colliding)},
            {"missed", standing.missed},
            {"invented", standing.invented},
            {"hash", hex(standing.hash)}};
}

} // namespace impinge::bench::peers
