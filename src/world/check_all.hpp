// SPDX-License-Identifier: Apache-2.0
//
// check_all() for callers that have placed bodies already, to know their boxes.
#pragma once

#include "exact/world_mesh.hpp"
#include "impinge/assembly.hpp"

#include <memory>
#include <span>
#include <vector>

namespace impinge::inline v0 {

/// The answer of check_all(). `placed` has for each body what to_world() made of it, which is used
/// up, or null.
Expected<AssemblyCheck> check_all_placed(std::span<const Body> bodies,
                                         std::span<const std::shared_ptr<WorldMesh>> placed,
                                         const AssemblyOptions& options, const Context& context);

} // namespace impinge::inline v0
