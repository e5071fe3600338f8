// SPDX-License-Identifier: Apache-2.0
//
// The options that choose a sampled method and how it looks at the bodies: as they were written,
// and understood.
#pragma once

#include "sampled_method.hpp"

#include <string>

namespace CLI {
class App;
}

namespace impinge::cli {

/// Empty where the user wrote nothing.
struct SampledArguments {
    std::string method = {};
    std::string device = {};
    std::string resolution = {};
    std::string direction = {};
    std::string projection = {};
    std::string planes = {};
    bool spikes = false;
    bool confirm = false;
};

struct SampledRequest {
    const NamedMethod* method = nullptr; ///< null: the exact one
    raster::DeviceKind device = raster::DeviceKind::Software;
    imagespace::SampledOptions options;
};

/// All but --method, whose default differs.
void add_sampled_options(CLI::App& verb, SampledArguments& arguments);

/// Fails on what is unknown, and on options that say nothing about the exact method.
Expected<SampledRequest> understand_sampled(const SampledArguments& arguments);

} // namespace impinge::cli
