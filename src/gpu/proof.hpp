// SPDX-License-Identifier: Apache-2.0
//
// What the device left in doubt, proved; all pairs, sorted.
#pragma once

#include "gpu/pair_engine.hpp"

namespace impinge::inline v0::gpu {

/// With the poses of the request, applied as to_world() does.
MeetingPairs proved_pairs(RawPairs raw, const FrameRequest& request, const Context& context);

/// The same by the processor alone, from the meshes of the request as the device has them: for
/// numbers that are beyond the device, and to say what is wrong with those that are beyond us.
Expected<MeetingPairs> pairs_by_processor(PairEngine& engine, const FrameRequest& request,
                                          const Context& context);

/// What queries of the exact engine want to be told.
FoundPairs as_found(MeetingPairs pairs);

} // namespace impinge::inline v0::gpu
