// SPDX-License-Identifier: Apache-2.0
//
// What a clearance query answers whose context was cancelled: half a map would be taken for one.
#pragma once

#include "impinge/expected.hpp"

namespace impinge::inline v0::imagespace {

inline Error stopped() { return {ErrorCode::InvalidArgument, "clearance: interrupted"}; }

} // namespace impinge::inline v0::imagespace
