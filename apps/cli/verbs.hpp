// SPDX-License-Identifier: Apache-2.0
//
// The verbs of the command line, one file each. A verb adds its options to the program; when the
// user picked it, `chosen` becomes the work to do, which returns the exit status.
#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace impinge::cli {

using Work = std::function<int()>;

void add_check(CLI::App& program, Work& chosen);
void add_self(CLI::App& program, Work& chosen);
void add_distance(CLI::App& program, Work& chosen);
void add_map(CLI::App& program, Work& chosen);
void add_compare(CLI::App& program, Work& chosen);
void add_diagnose(CLI::App& program, Work& chosen);
void add_sample(CLI::App& program, Work& chosen);
void add_scene(CLI::App& program, Work& chosen);
void add_picture(CLI::App& program, Work& chosen);
void add_image(CLI::App& program, Work& chosen);
void add_simulate(CLI::App& program, Work& chosen);
void add_devices(CLI::App& program, Work& chosen);

} // namespace impinge::cli
