// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/random.hpp"
#include "impinge/rigid.hpp"

namespace impinge::tests {

/// About any axis, nearly once around. Drawn one after the other, the angle first, whatever order a
/// compiler has for arguments.
inline Rigid random_rotation(Random& random) {
    const double angle = random.uniform(0, 6);
    return rotation(random.direction(), angle);
}

} // namespace impinge::tests
