// SPDX-License-Identifier: Apache-2.0
//
// Models in files: a mesh with the order that its tree puts its triangles in, so that preparing it
// again takes a fraction of the time.
//
//     impinge::Expected<impinge::Model> cached(const impinge::Mesh& mesh) {
//         if (auto known = impinge::read_model("arm.impm")) {
//             return known;
//         }
//         auto model = impinge::Model::prepare(mesh.view());
//         if (model && !write_model("arm.impm", *model)) {
//             std::puts("could not keep the model");
//         }
//         return model;
//     }
#pragma once

#include "impinge/standard.hpp"
#ifdef IMPINGE_HAS_CPP20

#include "impinge/export.h"
#include "impinge/model.hpp"

#include <filesystem>
#include <span>

namespace impinge::inline v0 {

/// Written whole or not at all. The same bytes on every machine.
IMPINGE_API Status write_model(const std::filesystem::path& path, const Model& model);

/// Fails on anything that write_model() would not write: another format or version, bytes missing,
/// left over or changed, a mesh that validate() refuses. What is read is checked, and nothing that
/// decides an answer is taken from the file but the mesh.
IMPINGE_API Expected<Model> read_model(const std::filesystem::path& path,
                                       const Context& context = {});

/// The same for bytes already in memory; `name` stands for the file in messages.
IMPINGE_API Expected<Model> parse_model(std::span<const char> bytes,
                                        const std::filesystem::path& name,
                                        const Context& context = {});

} // namespace impinge::inline v0

#endif // IMPINGE_HAS_CPP20
