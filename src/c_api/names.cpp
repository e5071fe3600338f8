// SPDX-License-Identifier: Apache-2.0
#include "impinge.h"
#include "impinge/collide.hpp"
#include "impinge/version.hpp"

const char* impinge_version() { return impinge::version(); }

const char* impinge_verdict_name(int verdict) {
    return verdict >= IMPINGE_APART && verdict <= IMPINGE_SAME
               ? impinge::to_string(static_cast<impinge::Verdict>(verdict))
               : nullptr;
}
