// SPDX-License-Identifier: Apache-2.0
//
// An image-space method asked about bodies, whichever kind of method it is.
#pragma once

#include "sampled/sampled_arguments.hpp"

#include <span>

namespace impinge::cli {

/// Methods that compare depths cannot be asked about bodies that are known not to be solids.
Status need_solids(const LoadedBody& a, const LoadedBody& b);

/// A method that compares depths, about one pair of solids.
Expected<MethodAnswer> ask_depths(const LoadedBody& a, const LoadedBody& b,
                                  const SampledRequest& request, raster::Device& device,
                                  const Context& context);

/// What edge rays say of all bodies, and of each pair of `rays.pairs`, in the same order.
struct AskedEdgeRays {
    imagespace::EdgeRays rays;
    std::vector<MethodAnswer> answers;
};
Expected<AskedEdgeRays> ask_edge_rays(std::span<const LoadedBody> bodies,
                                      const SampledRequest& request, raster::Device& device,
                                      const Context& context);

struct AskedMethod {
    MethodAnswer answer;
    std::optional<imagespace::EdgeRays> edge_rays = {}; ///< if these were asked
};
/// Whichever of the two it is, about A and B. Refuses bodies that the method cannot be asked about.
Expected<AskedMethod> ask_about_two(std::span<const LoadedBody> bodies,
                                    const SampledRequest& request, raster::Device& device,
                                    const Context& context);

} // namespace impinge::cli
