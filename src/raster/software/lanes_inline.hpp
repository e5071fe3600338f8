// SPDX-License-Identifier: Apache-2.0
//
// How functions over vectors are declared.
#pragma once

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
