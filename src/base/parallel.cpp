// SPDX-License-Identifier: Apache-2.0
#include "base/parallel.hpp"

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <optional>

namespace impinge::inline v0 {
namespace {

int wanted_threads(const Context& context) {
    // The pool starts no more threads than there are cores unless told otherwise. More are worth
    // nothing, but are what was asked for; an application that sets a lower limit of its own wins.
    constexpr std::size_t most = 256;
    static const tbb::global_control raised(tbb::global_control::max_allowed_parallelism, most);
    return static_cast<int>(std::min<std::size_t>(context.threads(), most));
}

// ThreadSanitizer cannot see the ordering inside the prebuilt pool. Two atomics make "caller before
// chunk" and "chunk before return" visible to it, also when a body throws. They are two because one
// would order the chunks among each other as well, and hide races between them.
struct ReleaseAtEnd {
    std::atomic<std::size_t>& finished;
    ~ReleaseAtEnd() { finished.fetch_add(1, std::memory_order_release); }
};
struct AcquireAtEnd {
    std::atomic<std::size_t>& finished;
    ~AcquireAtEnd() { (void)finished.load(std::memory_order_acquire); }
};

/// An arena for this many threads. The calling thread keeps it: workers of a new one would have to
/// be called first.
tbb::task_arena& arena_for(int threads) {
    thread_local std::optional<tbb::task_arena> kept;
    if (!kept || kept->max_concurrency() != threads) {
        kept.emplace(threads);
    }
    return *kept;
}

} // namespace

std::size_t threads_at_most(const Context& context) {
    const int most =
        context.threads() == 0 ? tbb::this_task_arena::max_concurrency() : wanted_threads(context);
    return static_cast<std::size_t>(std::max(1, most));
}

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
    std::atomic<bool> handed_out{false};
    std::atomic<std::size_t> finished{0};
    handed_out.store(true, std::memory_order_release);
    const AcquireAtEnd after_all_chunks{finished};
    const auto run_all = [&] {
        tbb::parallel_for(std::size_t{0}, chunks, [&](std::size_t index) {
            (void)handed_out.load(std::memory_order_acquire);
            const ReleaseAtEnd after_this_chunk{finished};
            run(index);
        });
    };
    if (context.threads() == 0) {
        run_all(); // in the caller's own arena, whose workers are still awake from the last call
    } else {
        arena_for(wanted_threads(context)).execute(run_all);
    }
}

void for_each_chunk(const Context& context, std::span<const ChunkedWork> works) {
    std::vector<std::size_t> ends; // of the works' chunks, among those of all
    for (const ChunkedWork& work : works) {
        ends.push_back((ends.empty() ? 0 : ends.back()) + chunk_count(work.count, work.chunk_size));
    }
    for_each_chunk(context, ends.empty() ? 0 : ends.back(), 1, [&](const Chunk& chunk) {
        const auto end = std::upper_bound(ends.begin(), ends.end(), chunk.index);
        const ChunkedWork& work = works[static_cast<std::size_t>(end - ends.begin())];
        const std::size_t index = chunk.index - (*end - chunk_count(work.count, work.chunk_size));
        work.body(
            {index, index * work.chunk_size, std::min(work.count, (index + 1) * work.chunk_size)});
    });
}

} // namespace impinge::inline v0
