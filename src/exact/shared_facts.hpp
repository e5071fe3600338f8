// SPDX-License-Identifier: Apache-2.0
//
// What queries about one placed mesh find out for each other. None of it changes an answer.
#pragma once

#include "exact/pairs/triangle_blocks.hpp"
#include "exact/verdict/surface.hpp"

#include <memory>
#include <mutex>
#include <vector>

namespace impinge::inline v0 {

/// Something that is made when first asked for. Thread rule: from any number of threads. Nobody
/// waits for another: the pool may hand a thread that waits inside make() a query that asks the
/// same. Who comes at the same time makes the same.
template <typename T> class MadeOnce {
  public:
    /// Means nothing once the context is cancelled.
    template <typename Make> std::shared_ptr<const T> get(const Context& context, Make make) const {
        {
            const std::lock_guard lock(mutex_);
            if (made_) {
                return made_;
            }
        }
        auto made = std::make_shared<const T>(make());
        if (!context.cancelled()) {
            const std::lock_guard lock(mutex_);
            made_ = made;
        }
        return made;
    }

  private:
    mutable std::mutex mutex_;
    mutable std::shared_ptr<const T> made_;
};

struct SharedFacts {
    /// How many questions with a small region have been asked before the first.
    explicit SharedFacts(unsigned asked_before) : blocks(asked_before) {}

    SharedBlocks blocks;
    MadeOnce<SurfaceParts> parts;
    MadeOnce<std::vector<Box3>> rims;
};

} // namespace impinge::inline v0
