// SPDX-License-Identifier: Apache-2.0
//
// A sampled method asked about two bodies, whichever kind of method it is.
#pragma once

#include "sampled_arguments.hpp"

#include <span>

namespace impinge::cli {

struct AskedMethod {
    MethodAnswer answer;
    std::optional<imagespace::EdgeRays> edge_rays = {}; ///< if these were asked
};

/// The bodies are A and B. Depth methods refuse bodies that are no solids.
Expected<AskedMethod> ask_about_two(std::span<const LoadedBody> bodies,
                                    const SampledRequest& request, raster::Device& device,
                                    const Context& context);

/// Whether it is interference that bodies only touch.
enum class Touch : std::uint8_t { IsNothing, Counts };

/// By the exact verdict.
bool interferes(const Interference& exact, Touch touch);

} // namespace impinge::cli
