// SPDX-License-Identifier: Apache-2.0
//
// The answer of a sampled query, put together from what was found along each direction.
#pragma once

#include "imagespace/frame.hpp"

namespace impinge::inline v0::imagespace {

void add_passes(Sampled& result, const PassLog& log);

/// `view` is that of the world. Result.exchanged must be known.
void add_findings(Sampled& result, Findings findings, const raster::View& view);

/// The verdict, and whether it is one, once everything was added.
void judge(Sampled& result);

/// Those among Findings::cases, if there are cases.
std::vector<PixelPlace> overlapping_places(const Findings& findings, int width);

} // namespace impinge::inline v0::imagespace
