// SPDX-License-Identifier: Apache-2.0
//
// The one place that knows the thread pool. Work is cut into chunks whose bounds depend on the
// amount of work alone, never on the number of threads, so that per-chunk results joined in chunk
// order are the same for any number of threads.
#pragma once

#include "impinge/context.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace impinge::inline v0 {

struct Chunk {
    std::size_t index = 0;
    std::size_t begin = 0;
    std::size_t end = 0;
};

inline std::size_t chunk_count(std::size_t count, std::size_t chunk_size) {
    return (count + chunk_size - 1) / chunk_size;
}

/// For passes that take nanoseconds per item: chunks small enough that threads pay from some ten
/// thousand items on and that sixteen of them end at nearly the same time, and few enough that
/// handing them out costs nothing.
inline std::size_t chunk_size_for(std::size_t count) {
    constexpr std::size_t smallest = 4096;
    constexpr std::size_t largest = 65536;
    return std::clamp(count / 128, smallest, largest);
}

/// How many threads may work on chunks at once. Nothing that is found may depend on it.
std::size_t threads_at_most(const Context& context);

/// Calls body(chunk) for every chunk of 0..count, on at most context.threads() threads, in any
/// order. Stops handing out chunks once the context is cancelled. Returns when all are done.
/// Nothing thrown by body is lost: the first exception is rethrown here.
void for_each_chunk(const Context& context, std::size_t count, std::size_t chunk_size,
                    const std::function<void(const Chunk&)>& body);

/// What for_each_chunk() would be called with.
struct ChunkedWork {
    std::size_t count = 0;
    std::size_t chunk_size = 1;
    std::function<void(const Chunk&)> body{};
};
/// The chunks of several works, none of which waits for another to end.
void for_each_chunk(const Context& context, std::span<const ChunkedWork> works);

/// The vectors that make(chunk) returned, in chunk order.
template <typename T, typename Make>
auto make_chunks(const Context& context, std::size_t count, std::size_t chunk_size, Make make) {
    using Vector = std::invoke_result_t<Make&, const Chunk&>;
    static_assert(std::is_same_v<typename Vector::value_type, T>);
    std::vector<Vector> parts(chunk_count(count, chunk_size));
    for_each_chunk(context, count, chunk_size,
                   [&](const Chunk& chunk) { parts[chunk.index] = make(chunk); });
    return parts;
}

/// The same joined, which takes one thread a copy of all.
template <typename T, typename Make>
std::vector<T> gather_chunks(const Context& context, std::size_t count, std::size_t chunk_size,
                             Make make) {
    std::vector<std::vector<T>> parts = make_chunks<T>(context, count, chunk_size, make);
    if (parts.size() == 1) {
        return std::move(parts.front());
    }
    std::size_t total = 0;
    for (const auto& part : parts) {
        total += part.size();
    }
    std::vector<T> joined;
    joined.reserve(total);
    for (const auto& part : parts) {
        joined.insert(joined.end(), part.begin(), part.end());
    }
    return joined;
}

} // namespace impinge::inline v0
