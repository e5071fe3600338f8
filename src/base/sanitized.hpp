// SPDX-License-Identifier: Apache-2.0
//
// IMPINGE_SANITIZED: compiled with a sanitizer, by gcc or clang.
#pragma once

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define IMPINGE_SANITIZED
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(undefined_behavior_sanitizer) ||             \
    __has_feature(thread_sanitizer)
#define IMPINGE_SANITIZED
#endif
#endif
