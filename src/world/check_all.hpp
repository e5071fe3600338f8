// SPDX-License-Identifier: Apache-2.0
//
// check_all() for callers that have placed bodies already, to know their boxes.
#pragma once

#include "exact/world_mesh.hpp"
#include "impinge/assembly.hpp"
#include "impinge/broadphase.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace impinge::inline v0 {

/// What collide() says of each of these pairs of the bodies, in their order, from elsewhere, bit
/// for bit; nothing for those that it is to be asked about here. Called once.
using InterferenceSource = std::function<Expected<std::vector<std::optional<Interference>>>(
    std::span<const BoxPair> pairs, const CollideOptions& options, const Context& context)>;

/// The answer of check_all(). `placed` has for each body what to_world() made of it, which is used
/// up, or null. `elsewhere`, if not empty, is asked first about all pairs whose boxes overlap.
Expected<AssemblyCheck> check_all_placed(std::span<const Body> bodies,
                                         std::span<const std::shared_ptr<WorldMesh>> placed,
                                         const AssemblyOptions& options, const Context& context,
                                         const InterferenceSource& elsewhere = {});

} // namespace impinge::inline v0
