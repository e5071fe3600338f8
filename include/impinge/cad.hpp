// SPDX-License-Identifier: Apache-2.0
//
// STEP (AP203, AP214, AP242), IGES and BREP files. Part of the library impinge::cad.
//
//     impinge::Expected<impinge::FileBodies> parts_of(const char* step_file) {
//         impinge::enable_cad();
//         return impinge::read_bodies(step_file, {.cad = {.deflection = 0.05}});
//     }
//
// Every solid of every placed part becomes a body whose mesh is closed: triangles of neighbouring
// faces share the vertices of the edge between them. Instances of a part share one mesh. Faces that
// bound no solid become open surfaces (BodyKind::Surface). docs/cad.md says more.
//
// OpenCASCADE does the reading, in a process of its own with a limit of time and of memory
// (CadOptions): a file that makes it crash, hang or fill the memory is refused with an Error, and
// nothing that it prints is seen. Cancelling the context ends that process. It is the program
// impinge-cad-reader, which lies beside this library or where IMPINGE_CAD_READER says.
//
// Meshes are the same for every run with the same OpenCASCADE; another version, or another
// machine's mathematical functions, may cut faces into other triangles.
//
// Thread rule: safe to call from any number of threads at once.
#pragma once

#include "impinge/standard.hpp"
#ifdef IMPINGE_HAS_CPP20

#include "impinge/export.h"
#include "impinge/files.hpp"

#include <filesystem>

namespace impinge::inline v0 {

/// From now on read_bodies(), read_mesh(), place_scene() and whatever else reads mesh files in this
/// process reads CAD files too.
IMPINGE_API void enable_cad() noexcept;

/// The program that does the reading; the error says where it was looked for.
IMPINGE_API Expected<std::filesystem::path> cad_reader_program();

} // namespace impinge::inline v0

#endif // IMPINGE_HAS_CPP20
