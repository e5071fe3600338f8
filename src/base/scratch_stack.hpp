// SPDX-License-Identifier: Apache-2.0
//
// Memory for lists that are made and dropped in nested order, as by a recursion: kept for the next
// one instead of being given back. Lists do not move while they live.
#pragma once

#include "base/unset_array.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace impinge::inline v0 {

template <typename T> class ScratchStack {
  public:
    /// Gives back what was taken after it was made.
    class Mark {
      public:
        explicit Mark(ScratchStack& stack)
            : stack_(stack), block_(stack.block_), used_(stack.used_) {}
        Mark(const Mark&) = delete;
        Mark& operator=(const Mark&) = delete;
        ~Mark() {
            stack_.block_ = block_;
            stack_.used_ = used_;
        }

      private:
        ScratchStack& stack_;
        std::size_t block_;
        std::size_t used_;
    };

    /// Uninitialised.
    std::span<T> take(std::size_t count) {
        while (block_ < blocks_.size() && blocks_[block_].size - used_ < count) {
            ++block_;
            used_ = 0;
        }
        if (block_ == blocks_.size()) {
            constexpr std::size_t smallest = 8192;
            const std::size_t size = std::max(smallest, count);
            blocks_.push_back({make_unset_array<T>(size), size});
        }
        T* begin = blocks_[block_].items.get() + used_;
        used_ += count;
        return {begin, count};
    }

  private:
    struct Block {
        UnsetArray<T> items;
        std::size_t size = 0;
    };
    std::vector<Block> blocks_;
    std::size_t block_ = 0;
    std::size_t used_ = 0;
};

} // namespace impinge::inline v0
