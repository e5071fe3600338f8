// SPDX-License-Identifier: Apache-2.0
//
// Marks a kernel that is compiled several times, for processors with wider vectors too; the loader
// picks the one that fits. All give the same bits: contraction is off and no order of sums changes.
#pragma once

#include "base/sanitized.hpp"

// Where sanitizers are on, the choice would run before they are ready.
#if defined(__x86_64__) && defined(__ELF__) && defined(__GNUC__) && !defined(__clang__) &&         \
    !defined(IMPINGE_SANITIZED)
#define IMPINGE_CLONES __attribute__((target_clones("default", "avx2", "avx512f")))
/// For kernels on eight floats at a time, which 512 bits do not help.
#define IMPINGE_CLONES_OF_EIGHT __attribute__((target_clones("default", "avx2")))
/// For kernels whose versions are written out, marked [[gnu::target]] each.
#define IMPINGE_HAS_CLONES
#else
#define IMPINGE_CLONES
#define IMPINGE_CLONES_OF_EIGHT
#endif
