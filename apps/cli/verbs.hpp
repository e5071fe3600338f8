// SPDX-License-Identifier: Apache-2.0
//
// The verbs of the command line, a folder each. A verb adds itself to the program: its options, and
// what it does.
#pragma once

#include <string>
#include <vector>

namespace impinge::cli {

class Verb;

void add_check(Verb& program);
void add_self(Verb& program);
void add_distance(Verb& program);
void add_map(Verb& program);
void add_slice(Verb& program);
void add_compare(Verb& program);
void add_diagnose(Verb& program);
void add_sample(Verb& program);
void add_report(Verb& program);
void add_scene(Verb& program);
void add_picture(Verb& program);
void add_image(Verb& program);
void add_simulate(Verb& program);
void add_particles(Verb& program);
void add_devices(Verb& program);
void add_view(Verb& program);

// They tell of all verbs, so they come last.
void add_completion(Verb& program);
void add_manual(Verb& program);

/// For `view`, which hands them on: the verb and what stands behind it, folders replaced.
void remember_arguments(const std::vector<std::string>& arguments);

} // namespace impinge::cli
