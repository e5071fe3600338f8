// SPDX-License-Identifier: Apache-2.0
//
// A closer look at two bodies of which no edge point was found inside the other.
#pragma once

#include "imagespace/edge_rays/edge_frame.hpp"

namespace impinge::inline v0::imagespace {

enum class CloserLook : std::uint8_t {
    Found,     ///< an edge point of one lies in the other
    Apart,     ///< at no pixel do the two come near each other in depth: proved
    Undecided, ///< neither, with the smallest pixels worth drawing
};

struct Looked {
    CloserLook outcome = CloserLook::Undecided;
    double pixel_size = 0; ///< of the last look
};

/// The pair as the caller's frame shows it, orthographically; its view is the first one tried.
/// Every further look halves the pixels and shows only areas that the look before left undecided.
/// Edge points are looked for once the pixels are no larger than those that showed none.
/// Undecided also when cancelled.
Expected<Looked> look_closer(const EdgeFrame& frame, const EdgeBody& a, const EdgeBody& b,
                             double pixel_size_before);

} // namespace impinge::inline v0::imagespace
