/* SPDX-License-Identifier: Apache-2.0
 *
 * IMPINGE_API marks what the libraries export; all else in them is hidden. It stands before every
 * public function that is not inline. One set of object files serves the static and the shared
 * library, so the mark does not depend on which of the two is built or used.
 */
#ifndef IMPINGE_EXPORT_H
#define IMPINGE_EXPORT_H

#if defined(__GNUC__)
#define IMPINGE_API __attribute__((visibility("default")))
/* For arithmetic in headers: compiled into its callers, so that the library never runs the copy of
 * a program whose flags let the compiler fuse or reorder it. */
#define IMPINGE_INLINE __attribute__((always_inline))
#else
#define IMPINGE_API
#define IMPINGE_INLINE
#endif

#endif
