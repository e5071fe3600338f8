// SPDX-License-Identifier: Apache-2.0
//
// The options that only --method edge-rays listens to: as they were written, and understood.
#pragma once

#include "impinge/edge_rays.hpp"

#include <string>

namespace CLI {
class App;
}

namespace impinge::cli {

/// Empty where the user wrote nothing.
struct EdgeRayArguments {
    std::string algorithm = {};
    std::string precision = {};
    std::string windows = {};
    std::string offset_edges = {};
    bool perspective = false;
    bool nearest_only = false;
    bool refine = false;
    bool localise = false;

    /// The first option that was given; null if none was.
    [[nodiscard]] const char* first_given() const;
};

void add_edge_ray_options(CLI::App& verb, EdgeRayArguments& arguments);

/// Fails on what is unknown or contradicts itself.
Status understand_edge_rays(const EdgeRayArguments& arguments, imagespace::EdgeRayOptions& options);

} // namespace impinge::cli
