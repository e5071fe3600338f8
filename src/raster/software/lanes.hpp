// SPDX-License-Identifier: Apache-2.0
//
// How functions over vectors are compiled. To be included before Highway.
#pragma once

#include "base/sanitized.hpp"

// Kernels are compiled once for each target of Highway that is left: SSE2, AVX2 and AVX3 (AVX-512)
// here, NEON on ARM. SSSE3 and SSE4 have vectors no wider than SSE2, and AVX3_DL brings no
// instruction that is used: each would add a quarter to a file that compiles longest of all.
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3_DL)

// Inlined into one another, except in builds with sanitizers: with their checks in it, the whole of
// the loops in one function takes a compiler many minutes.
#ifdef IMPINGE_SANITIZED
#define IMPINGE_LANES inline
#else
#define IMPINGE_LANES HWY_INLINE
#endif
