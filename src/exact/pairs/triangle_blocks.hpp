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

/// Triangles that lie near each other.
struct TriangleBlock {
    Box3 box; ///< contains them; sides may be infinite
    std::span<const std::uint32_t> triangles;
};

struct NearBlocks {
    std::vector<TriangleBlock> blocks;
    std::size_t triangle_count = 0;

    /// The triangles of the blocks for which keep(block) says yes.
    template <typename Keep> [[nodiscard]] std::vector<std::uint32_t> listed(Keep keep) const {
        std::vector<std::uint32_t> all;
        all.reserve(triangle_count);
        for (const TriangleBlock& block : blocks) {
            if (keep(block)) {
                all.insert(all.end(), block.triangles.begin(), block.triangles.end());
            }
        }
        return all;
    }
    [[nodiscard]] std::vector<std::uint32_t> listed() const {
        return listed([](const TriangleBlock&) { return true; });
    }
};

class TriangleBlocks {
  public:
    /// Means nothing once the context is cancelled. The mesh has triangles.
    TriangleBlocks(const WorldMesh& mesh, const Context& context);

    /// Blocks that hold all triangles whose boxes reach into the region, and some beside, in an
    /// order that depends on the mesh and the region alone; nothing if these are more triangles
    /// than `most`.
    [[nodiscard]] std::optional<NearBlocks> reaching(const Box3& region, std::size_t most) const;

  private:
    struct Block {
        Codes low;
        Codes high;
        std::uint32_t begin = 0; ///< in triangles_
        std::uint32_t end = 0;
    };

    [[nodiscard]] Box3 box_of(const Block& block) const;

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

/// The blocks of the mesh that hold all triangles whose boxes reach into the region, if the mesh is
/// shared between questions and few of its triangles are near; otherwise nothing: look at all. They
/// live as long as the mesh.
std::optional<NearBlocks> blocks_reaching(const WorldMesh& mesh, const Box3& region,
                                          const Context& context);

} // namespace impinge::inline v0
