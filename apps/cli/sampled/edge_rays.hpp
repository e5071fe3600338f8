// SPDX-License-Identifier: Apache-2.0
//
// Edge rays as one of the sampled methods: what they say of a pair, and in words.
#pragma once

#include "sampled/method.hpp"

#include <span>
#include <string>

namespace impinge::cli {

/// Whether the algorithm says of every point which bodies it lies in.
bool names_pairs(imagespace::EdgeRayAlgorithm algorithm);
/// Whether it says which bodies are penetrated.
bool names_penetrated(imagespace::EdgeRayAlgorithm algorithm);

/// "rays", "refinement", "exact": stable, for files.
const char* to_string(imagespace::EdgeRayDecidedBy decided_by);
/// "open", "inside_out", "negative": stable, for files.
const char* to_string(imagespace::UnsoundBody::Fault fault);

/// What edge rays found out about each pair of `rays.pairs`, in the same order. Bodies and
/// algorithm are those they were asked about.
Expected<std::vector<MethodAnswer>> answers_about_pairs(const imagespace::EdgeRays& rays,
                                                        imagespace::EdgeRayAlgorithm algorithm,
                                                        std::span<const Body> bodies);

/// "1 of a in b, 2 of b in a"; "none" if no point of one lies in the other; "not counted".
std::string edge_points_text(const EdgeRayShare& share);

/// How the bodies were looked at: two lines.
std::string edge_ray_facts(const imagespace::EdgeRays& rays, std::optional<LengthUnit> unit);

/// What an algorithm that names no pairs found out; empty for the one that does.
std::string penetration_text(const imagespace::EdgeRays& rays,
                             imagespace::EdgeRayAlgorithm algorithm,
                             std::span<const LoadedBody> bodies);

/// A line for each body that has no proper inside.
std::string unsound_notes(const imagespace::EdgeRays& rays, std::span<const LoadedBody> bodies);

/// What to do about pairs that could not be told, as half a sentence.
std::string advice_on_untold(const imagespace::EdgeRayOptions& options);

} // namespace impinge::cli
