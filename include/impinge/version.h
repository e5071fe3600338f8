/* SPDX-License-Identifier: Apache-2.0
 *
 * The version, once: the build, both manuals (C and C++) and the package read it here.
 * While the major version is 0, another minor version may break programs; a patch never does.
 */
#ifndef IMPINGE_VERSION_H
#define IMPINGE_VERSION_H

#define IMPINGE_VERSION_MAJOR 0
#define IMPINGE_VERSION_MINOR 2
#define IMPINGE_VERSION_PATCH 0
#define IMPINGE_VERSION_STRING "0.2.0"

#endif
