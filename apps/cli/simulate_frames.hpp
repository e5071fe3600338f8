// SPDX-License-Identifier: Apache-2.0
//
// The loop over the frames of a simulation, with progress, until done or interrupted.
#pragma once

#include "simulate.hpp"

#include <functional>

namespace impinge::cli {

/// One frame by its number; nothing if it was interrupted.
using LookAtFrame = std::function<Expected<std::optional<SimulatedFrame>>(std::size_t frame,
                                                                          const Context& context)>;

/// Appends frames until there are as many as wanted; marks the simulation as partial if it was
/// interrupted before.
Status simulate_frames(Simulation& simulation, const Context& context, Progress& progress,
                       const LookAtFrame& look);

} // namespace impinge::cli
