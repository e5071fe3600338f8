// SPDX-License-Identifier: Apache-2.0
#include "base/parallel.hpp"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>

namespace impinge {

void for_each_chunk(const Context& context, std::size_t count, std::size_t chunk_size,
                    const std::function<void(const Chunk&)>& body) {
    const std::size_t chunks = chunk_count(count, chunk_size);
    const auto run = [&](std::size_t index) {
        if (!context.cancelled()) {
            body({index, index * chunk_size, std::min(count, (index + 1) * chunk_size)});
        }
    };
    if (chunks <= 1 || context.threads() == 1) {
        for (std::size_t index = 0; index < chunks; ++index) {
            run(index);
        }
        return;
    }
    // ThreadSanitizer cannot see the ordering inside the prebuilt pool; this counter makes "caller
    // before chunk" and "chunk before return" visible to it, and costs two atomic steps per chunk.
    std::atomic<std::size_t> ordering{0};
    ordering.store(1, std::memory_order_release);
    const int threads =
        context.threads() == 0 ? tbb::task_arena::automatic : static_cast<int>(context.threads());
    tbb::task_arena arena(threads);
    arena.execute([&] {
        tbb::parallel_for(std::size_t{0}, chunks, [&](std::size_t index) {
            (void)ordering.load(std::memory_order_acquire);
            run(index);
            ordering.fetch_add(1, std::memory_order_release);
        });
    });
    (void)ordering.load(std::memory_order_acquire);
}

} // namespace impinge
