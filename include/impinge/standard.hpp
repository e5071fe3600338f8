// SPDX-License-Identifier: Apache-2.0
//
// impinge is written in C++20. A compiler that is set to an older standard is told so in one
// sentence: every header of impinge hides the rest of itself then, instead of a page of errors
// about concepts and spans that would follow.
#pragma once

#if defined(_MSVC_LANG)
#define IMPINGE_STANDARD _MSVC_LANG
#else
#define IMPINGE_STANDARD __cplusplus
#endif

#if IMPINGE_STANDARD > 201703L
#define IMPINGE_HAS_CPP20
#else
#error "impinge needs C++20: compile with -std=c++20 (CMake: compile feature cxx_std_20)"
#endif
