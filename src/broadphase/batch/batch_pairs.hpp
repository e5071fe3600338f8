// SPDX-License-Identifier: Apache-2.0
//
// All overlapping pairs of very many boxes at once, with no memory of earlier frames: a
// uniform grid without a table. Boxes are sorted by cells about as large as most of them are,
// and each is compared with those of the cells around it. Cells are never stored, only the order of
// the boxes, so that it does not matter how far apart they lie.
#pragma once

#include "impinge/broadphase.hpp"

#include <memory>
#include <span>

namespace impinge::inline v0 {

struct BatchBoxes {
    std::span<const Box3> boxes;        ///< empty ones and those with a NaN overlap nothing
    std::span<const Mobility> mobility; ///< as many; two stationary boxes are no pair
};

/// Keeps nothing but its buffers from one call to the next.
class BatchPairs {
  public:
    BatchPairs();
    BatchPairs(BatchPairs&&) noexcept;
    BatchPairs& operator=(BatchPairs&&) noexcept;
    ~BatchPairs();

    /// The pairs of closed boxes that share a point, sorted, each once; valid until the next call.
    /// The same for any number of threads.
    std::span<const BoxPair> find(const BatchBoxes& boxes, const Context& context = {});

    /// Box against box, in the last call.
    [[nodiscard]] std::uint64_t tests() const;

  private:
    struct Buffers;
    std::unique_ptr<Buffers> buffers_;
};

} // namespace impinge::inline v0
