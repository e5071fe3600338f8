// SPDX-License-Identifier: Apache-2.0
//
// A spatial order of the triangles of a mesh that is asked about again and again: they are dealt
// out to the cells of a coarse grid by one counting sort, and each cell keeps the box of its own.
// A question with a small region then looks at the blocks that meet it instead of at all triangles,
// in whatever order the mesh has them. Made in a few nanoseconds per triangle, so that it pays from
// the second question on.
#pragma once

#include "exact/pairs/quantised_mesh.hpp"

#include <atomic>
#include <memory>
#include <optional>
#include <vector>

namespace impinge::inline v0 {

class TriangleBlocks {
  public:
    /// Means nothing once the context is cancelled. The mesh has triangles.
    TriangleBlocks(const WorldMesh& mesh, const Context& context);

    /// All triangles whose boxes reach into the region, and some beside, each once and in an order
    /// that depends on the mesh and the region alone; nothing if they are more than `most`.
    [[nodiscard]] std::optional<std::vector<std::uint32_t>> reaching(const Box3& region,
                                                                     std::size_t most) const;

  private:
    struct Block {
        Codes low;
        Codes high;
        std::uint32_t begin = 0; ///< in triangles_
        std::uint32_t end = 0;
    };

    Quantiser quantiser_;
    std::vector<Block> blocks_;
    KeptArray<std::uint32_t> triangles_;
};

/// The blocks of one mesh, made when a question comes that they help with, and not for the first.
/// Thread rule: const functions from any number of threads. Nobody waits for the blocks: who comes
/// while they are being made does without.
class SharedBlocks {
  public:
    /// How many questions with a small region have been asked before the first.
    explicit SharedBlocks(unsigned asked_before) : asked_(asked_before) {}

    /// Null if there are none, or none yet.
    [[nodiscard]] const TriangleBlocks* get(const WorldMesh& mesh, const Box3& region,
                                            const Context& context) const;

  private:
    enum class State : std::uint8_t { None, InTheMaking, Made };

    mutable std::atomic<unsigned> asked_;
    mutable std::atomic<State> state_ = State::None;
    mutable std::unique_ptr<const TriangleBlocks> blocks_;
};

/// The triangles of the mesh whose boxes reach into the region, and some beside, if the mesh is
/// shared between questions and few of its triangles are near; otherwise nothing: look at all.
std::optional<std::vector<std::uint32_t>>
triangles_reaching(const WorldMesh& mesh, const Box3& region, const Context& context);

} // namespace impinge::inline v0
