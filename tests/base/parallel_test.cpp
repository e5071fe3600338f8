// SPDX-License-Identifier: Apache-2.0
//
// Answers are the same for any number of threads because chunks are; these tests hold the pool to
// that.
#include "base/parallel.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>

namespace impinge {
namespace {

constexpr std::array<unsigned, 6> thread_counts{1, 2, 3, 4, 8, 0};

/// How often each index was visited; each chunk writes only its own part.
std::vector<int> visits(const Context& context, std::size_t count, std::size_t chunk_size) {
    std::vector<int> visited(count, 0);
    for_each_chunk(context, count, chunk_size, [&](const Chunk& chunk) {
        for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
            ++visited[i];
        }
    });
    return visited;
}

std::vector<Chunk> chunks_seen(unsigned threads, std::size_t count, std::size_t chunk_size) {
    std::vector<Chunk> seen(chunk_count(count, chunk_size));
    for_each_chunk(Context(threads), count, chunk_size,
                   [&](const Chunk& chunk) { seen.at(chunk.index) = chunk; });
    return seen;
}

TEST(ChunkCount, CoversTheWorkWithoutAnEmptyChunk) {
    EXPECT_EQ(chunk_count(0, 10), 0u);
    EXPECT_EQ(chunk_count(1, 10), 1u);
    EXPECT_EQ(chunk_count(10, 10), 1u);
    EXPECT_EQ(chunk_count(11, 10), 2u);
}

TEST(ForEachChunk, VisitsEveryIndexOnceWithAnyNumberOfThreads) {
    for (const unsigned threads : thread_counts) {
        for (const std::size_t count : {0u, 1u, 7u, 64u, 1000u, 1001u}) {
            for (const std::size_t chunk_size : {1u, 7u, 64u, 5000u}) {
                EXPECT_EQ(visits(Context(threads), count, chunk_size), std::vector<int>(count, 1))
                    << threads << " threads, " << count << " by " << chunk_size;
            }
        }
    }
}

/// Each work sees the chunks that it would see alone, also beside works that are empty.
TEST(ForEachChunk, SeveralWorksEachSeeTheirOwnChunks) {
    constexpr std::array<std::size_t, 5> counts{0, 103, 0, 7, 64};
    constexpr std::array<std::size_t, 5> sizes{3, 10, 1, 100, 8};
    for (const unsigned threads : thread_counts) {
        std::array<std::vector<Chunk>, 5> seen;
        std::vector<ChunkedWork> works;
        for (std::size_t i = 0; i < counts.size(); ++i) {
            seen[i].resize(chunk_count(counts[i], sizes[i]));
            works.push_back({counts[i], sizes[i],
                             [&seen, i](const Chunk& chunk) { seen[i].at(chunk.index) = chunk; }});
        }
        for_each_chunk(Context(threads), works);
        for (std::size_t i = 0; i < counts.size(); ++i) {
            const std::vector<Chunk> alone = chunks_seen(1, counts[i], sizes[i]);
            ASSERT_EQ(seen[i].size(), alone.size());
            for (std::size_t k = 0; k < alone.size(); ++k) {
                EXPECT_EQ(seen[i][k].begin, alone[k].begin) << "work " << i;
                EXPECT_EQ(seen[i][k].end, alone[k].end) << "work " << i;
            }
        }
    }
}

TEST(ForEachChunk, BoundsDoNotDependOnThreads) {
    for (const unsigned threads : thread_counts) {
        const std::vector<Chunk> seen = chunks_seen(threads, 1003, 10);
        ASSERT_EQ(seen.size(), 101u);
        for (std::size_t i = 0; i < seen.size(); ++i) {
            EXPECT_EQ(seen[i].index, i);
            EXPECT_EQ(seen[i].begin, i * 10);
            EXPECT_EQ(seen[i].end, i == 100 ? 1003 : i * 10 + 10);
        }
    }
}

TEST(ForEachChunk, UsesAtMostTheThreadsAllowed) {
    for (const unsigned threads : {1u, 2u}) {
        std::atomic<int> inside{0};
        std::atomic<int> most{0};
        for_each_chunk(Context(threads), 2000, 1, [&](const Chunk&) {
            const int now = ++inside;
            int before = most.load();
            while (before < now && !most.compare_exchange_weak(before, now)) {
            }
            std::this_thread::yield();
            --inside;
        });
        EXPECT_GE(most.load(), 1);
        EXPECT_LE(most.load(), static_cast<int>(threads));
    }
}

TEST(ForEachChunk, OneThreadIsTheCallersOwnAndGoesInOrder) {
    std::vector<std::size_t> order;
    for_each_chunk(Context(1), 50, 5, [&, caller = std::this_thread::get_id()](const Chunk& chunk) {
        EXPECT_EQ(std::this_thread::get_id(), caller);
        order.push_back(chunk.index);
    });
    EXPECT_EQ(order.size(), 10u);
    EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
}

TEST(ForEachChunk, RethrowsWhatTheBodyThrew) {
    for (const unsigned threads : thread_counts) {
        const auto throw_at_37 = [&] {
            for_each_chunk(Context(threads), 100, 1, [](const Chunk& chunk) {
                if (chunk.index == 37) {
                    throw std::runtime_error("chunk 37");
                }
            });
        };
        try {
            throw_at_37();
            ADD_FAILURE() << "nothing thrown with " << threads << " threads";
        } catch (const std::runtime_error& error) {
            EXPECT_EQ(error.what(), std::string("chunk 37"));
        }
    }
}

TEST(ForEachChunk, OneOfManyExceptionsArrives) {
    for (const unsigned threads : thread_counts) {
        EXPECT_THROW(for_each_chunk(Context(threads), 100, 1,
                                    [](const Chunk&) { throw std::out_of_range("all of them"); }),
                     std::out_of_range);
    }
}

TEST(ForEachChunk, WorksAgainAfterAnException) {
    const Context context(4);
    EXPECT_THROW(for_each_chunk(context, 100, 1, [](const Chunk&) { throw 1; }), int);
    EXPECT_EQ(visits(context, 100, 1), std::vector<int>(100, 1));
}

TEST(ForEachChunk, DoesNothingOnceCancelled) {
    for (const unsigned threads : thread_counts) {
        const Context context(threads);
        context.cancel();
        EXPECT_EQ(visits(context, 100, 1), std::vector<int>(100, 0));
    }
}

TEST(ForEachChunk, CancelFromTheBodyStopsTheRest) {
    constexpr std::size_t chunks = 1'000'000;
    for (const unsigned threads : thread_counts) {
        const Context context(threads);
        std::atomic<std::size_t> calls{0};
        for_each_chunk(context, chunks, 1, [&](const Chunk&) {
            ++calls;
            context.cancel();
        });
        EXPECT_GE(calls.load(), 1u);
        EXPECT_LT(calls.load(), chunks / 2);
    }
}

TEST(ForEachChunk, CancelThroughACopyStopsASingleThreadAtOnce) {
    const Context context(1);
    int calls = 0;
    for_each_chunk(context, 100, 1, [&, copy = context](const Chunk& chunk) {
        ++calls;
        if (chunk.index == 4) {
            copy.cancel();
        }
    });
    EXPECT_EQ(calls, 5);
}

TEST(ForEachChunk, MayBeNested) {
    std::vector<std::vector<int>> visited(40);
    for_each_chunk(Context(4), visited.size(), 1,
                   [&](const Chunk& chunk) { visited[chunk.index] = visits(Context(4), 100, 3); });
    for (const auto& inner : visited) {
        EXPECT_EQ(inner, std::vector<int>(100, 1));
    }
}

TEST(ForEachChunk, MayBeCalledFromManyThreadsAtOnce) {
    std::array<std::vector<int>, 4> visited;
    std::vector<std::thread> callers;
    callers.reserve(visited.size());
    for (auto& mine : visited) {
        callers.emplace_back([&mine] { mine = visits(Context(2), 10'000, 7); });
    }
    for (std::thread& caller : callers) {
        caller.join();
    }
    for (const auto& each : visited) {
        EXPECT_EQ(each, std::vector<int>(10'000, 1));
    }
}

TEST(GatherChunks, JoinsInChunkOrderWithAnyNumberOfThreads) {
    // Chunks of different lengths, some empty: index i contributes i % 3 copies of itself.
    std::vector<std::size_t> expected;
    for (std::size_t i = 0; i < 1000; ++i) {
        expected.insert(expected.end(), i % 3, i);
    }
    for (const unsigned threads : thread_counts) {
        for (const std::size_t chunk_size : {1u, 13u, 2000u}) {
            const auto joined =
                gather_chunks<std::size_t>(Context(threads), 1000, chunk_size, [](const Chunk& c) {
                    std::vector<std::size_t> part;
                    for (std::size_t i = c.begin; i < c.end; ++i) {
                        part.insert(part.end(), i % 3, i);
                    }
                    return part;
                });
            EXPECT_EQ(joined, expected) << threads << " threads, chunks of " << chunk_size;
        }
    }
}

TEST(GatherChunks, NoWorkGivesNothing) {
    const auto make = [](const Chunk&) -> std::vector<int> { throw std::logic_error("called"); };
    EXPECT_TRUE(gather_chunks<int>(Context(2), 0, 8, make).empty());
}

} // namespace
} // namespace impinge
