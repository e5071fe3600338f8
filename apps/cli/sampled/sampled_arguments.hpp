// SPDX-License-Identifier: Apache-2.0
//
// The options that choose an image-space method and how it samples the bodies: as they were
// written, and understood.
#pragma once

#include "impinge/edge_rays.hpp"
#include "sampled/method.hpp"

#include <string>

namespace impinge::cli {

class Verb;

/// The options that only --method edge-rays listens to. Empty where the user wrote nothing.
struct EdgeRayArguments {
    std::string algorithm = {};
    std::string windows = {};
    std::string offset_edges = {};
    bool perspective = false;
    bool nearest_only = false;
    bool localise = false;

    /// The first option that was given; null if none was.
    [[nodiscard]] const char* first_given() const;
};

/// Empty where the user wrote nothing.
struct SampledArguments {
    std::string method = {};
    std::string device = {};
    std::string resolution = {};
    std::string precision = {}; ///< only --method edge-rays and surface-peeling
    std::string direction = {};
    std::string projection = {};
    std::string planes = {};
    std::string directions = {};
    bool spikes = false;
    bool confirm = false;
    bool refine = false;       ///< all but --method surface-peeling
    bool conservative = false; ///< only --method surface-peeling, as is what follows
    bool unique_ids = false;
    EdgeRayArguments edge_rays = {};
};

/// What draws.
void add_sampled_device_option(Verb& verb, SampledArguments& arguments);
/// All but --method, whose default differs, and --device, which others may take, too.
void add_sampled_options(Verb& verb, SampledArguments& arguments);

/// Fails on what is unknown, and on options that say nothing about the method.
Expected<SampledRequest> understand_sampled(const SampledArguments& arguments);

/// Bodies that only touch count as interfering. Fails if the method cannot tell these.
Status count_touching(SampledRequest& request);

/// "METHOD could not tell: ...", with what to do.
std::string could_not_tell_words(const SampledRequest& request);

} // namespace impinge::cli
