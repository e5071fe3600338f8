// SPDX-License-Identifier: Apache-2.0
#include "simulate_frames.hpp"

namespace impinge::cli {

Status simulate_frames(Simulation& simulation, const Context& context, Progress& progress,
                       const LookAtFrame& look) {
    const Context reporting = progress.phase("simulating", context);
    Context silent = context;
    silent.set_progress({});
    std::vector<SimulatedFrame>& frames = simulation.frames;
    while (frames.size() < simulation.frames_wanted && !context.cancelled()) {
        auto frame = look(frames.size(), silent);
        if (!frame) {
            return frame.error();
        }
        if (*frame) {
            frames.push_back(std::move(**frame));
        }
        reporting.report(static_cast<double>(frames.size()) /
                         static_cast<double>(simulation.frames_wanted));
    }
    simulation.partial = frames.size() < simulation.frames_wanted;
    return {};
}

} // namespace impinge::cli
