// SPDX-License-Identifier: Apache-2.0
#pragma once

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace impinge::bench {

#if defined(__x86_64__)
[[gnu::target("avx")]] inline void zero_upper_halves() { _mm256_zeroupper(); }
#endif

/// Whoever ran before may have left the upper halves of the vector registers in use, after which
/// code for plain x86-64 runs at a fraction of its speed: called before everything that is timed.
inline void leave_clean_vector_state() {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx")) {
        zero_upper_halves();
    }
#endif
}

} // namespace impinge::bench
