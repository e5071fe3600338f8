// SPDX-License-Identifier: Apache-2.0
//
// How functions over vectors are compiled. To be included before Highway.
#pragma once

// Kernels are compiled once for each target of Highway that is left: scalar, SSE4, AVX2 and AVX3
// (AVX-512) here, NEON on ARM. A processor with SSSE3 and no SSE4 is older than ten years, and
// AVX3_DL brings no instruction that is used. Low-cost processors of today still end at SSE4.
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_AVX3_DL)

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
