// SPDX-License-Identifier: Apache-2.0
//
// How functions over vectors are compiled. To be included before Highway.
#pragma once

// Kernels are compiled once for each target of Highway that is left: SSE2, AVX2 and AVX3 (AVX-512)
// here, NEON on ARM. SSSE3 and SSE4 have vectors no wider than SSE2, and AVX3_DL brings no
// instruction that is used: each would add a quarter to a file that compiles longest of all.
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3_DL)

// Inlined into one another, except in builds with sanitizers: with their checks in it, the whole of
// the loops in one function takes a compiler many minutes.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define IMPINGE_LANES inline
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(undefined_behavior_sanitizer) ||             \
    __has_feature(thread_sanitizer)
#define IMPINGE_LANES inline
#endif
#endif
#ifndef IMPINGE_LANES
#define IMPINGE_LANES HWY_INLINE
#endif
