// SPDX-License-Identifier: Apache-2.0
//
// What is told of scenes that move by themselves: a table, JSON and CSV.
#pragma once

#include "output/json_report.hpp"
#include "simulate/simulate.hpp"

#include <string>

namespace impinge::cli {

// Of simulations whose frames have a SceneFrame.
std::string scene_text(const Simulation& simulation);
Json json_scene_frame(const SimulatedFrame& frame, std::size_t index);
std::string scene_csv(const Simulation& simulation);

} // namespace impinge::cli
