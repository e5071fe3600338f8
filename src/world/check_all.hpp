// SPDX-License-Identifier: Apache-2.0
//
// check_all() for callers that have placed bodies already, to know their boxes.
#pragma once

#include "exact/world_mesh.hpp"
#include "impinge/assembly.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace impinge::inline v0 {

/// What collide() says of two of the bodies, from elsewhere, bit for bit; nothing if it is to be
/// asked here. Called from any thread, also side by side.
using InterferenceSource = std::function<Expected<std::optional<Interference>>(
    std::uint32_t a, std::uint32_t b, const CollideOptions& options, const Context& context)>;

/// The answer of check_all(). `placed` has for each body what to_world() made of it, which is used
/// up, or null. `elsewhere`, if not empty, is asked first about each pair whose boxes overlap.
Expected<AssemblyCheck> check_all_placed(std::span<const Body> bodies,
                                         std::span<const std::shared_ptr<WorldMesh>> placed,
                                         const AssemblyOptions& options, const Context& context,
                                         const InterferenceSource& elsewhere = {});

} // namespace impinge::inline v0
