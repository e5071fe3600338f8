// SPDX-License-Identifier: Apache-2.0
//
// Work on many items of very different size: large ones get all threads one after the other, small
// ones run side by side with one thread each.
#pragma once

#include "impinge/context.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

namespace impinge::inline v0 {

/// A context for one part of a longer job: its fractions 0 to 1 become `from` to `to` of the whole.
Context part_of(const Context& whole, double from, double to);

/// Calls work(i, context) once for every item, in any order, the weights telling how long each
/// takes in proportion. Reports progress. Items not yet begun when the context is cancelled are
/// left out.
void for_each_weighted(const Context& context, std::span<const std::uint64_t> weights,
                       const std::function<void(std::size_t, const Context&)>& work);

} // namespace impinge::inline v0
