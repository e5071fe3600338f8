// SPDX-License-Identifier: Apache-2.0
//
// Shows that ThreadSanitizer sees through the thread pool: work ordered only by for_each_chunk must
// be silent ("clean"), and a body that writes to one place from several threads must be reported
// ("racy"). A suppression that hides too much fails the second.
#include "base/parallel.hpp"

#include <cstdio>
#include <string_view>
#include <thread>

namespace impinge {
namespace {

/// The caller writes, chunks read that and write their own part, the caller reads all of it.
int run_clean() {
    const Context context(4);
    for (int round = 0; round < 200; ++round) {
        const std::vector<int> input(1000, round);
        const std::vector<int> output =
            gather_chunks<int>(context, input.size(), 10, [&](const Chunk& chunk) {
                std::vector<int> part;
                for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
                    part.push_back(2 * input[i]);
                }
                return part;
            });
        for (const int value : output) {
            if (value != 2 * round) {
                return 1;
            }
        }
    }
    return 0;
}

int run_racy() {
    long shared = 0;
    for_each_chunk(Context(4), 20'000, 1, [&](const Chunk& chunk) {
        shared += static_cast<long>(chunk.index);
        std::this_thread::yield();
    });
    std::printf("%ld\n", shared);
    return 0;
}

/// Forty chunks far apart in time: reported only if the pool's wrapper does not order chunks.
int run_rare() {
    long shared = 0;
    for_each_chunk(Context(4), 20'000, 1, [&](const Chunk& chunk) {
        volatile double busy = 0;
        for (int i = 0; i < 200; ++i) {
            busy = busy + i;
        }
        if (chunk.index % 500 == 100) {
            ++shared;
        }
    });
    std::printf("%ld\n", shared);
    return 0;
}

} // namespace
} // namespace impinge

int main(int count, char** arguments) {
    const std::string_view mode = count == 2 ? arguments[1] : "";
    if (mode == "clean") {
        return impinge::run_clean();
    }
    if (mode == "racy") {
        return impinge::run_racy();
    }
    if (mode == "rare") {
        return impinge::run_rare();
    }
    std::fputs("usage: tsan_probe clean|racy|rare\n", stderr);
    return 2;
}
