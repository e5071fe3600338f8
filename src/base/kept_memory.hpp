// SPDX-License-Identifier: Apache-2.0
//
// Memory for arrays that every query makes and drops: what one gives back the next one gets. New
// memory costs a page fault for each 4 KiB, more than the passes that fill it.
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>

namespace impinge::inline v0 {

/// As operator new, and for the same alignments. Safe from many threads.
void* take_memory(std::size_t bytes);
/// With the number of bytes that were asked for. All threads together keep most_kept_bytes at most.
void give_back_memory(void* memory, std::size_t bytes) noexcept;

inline constexpr std::size_t most_kept_bytes = std::size_t{64} << 20;

class GiveBack {
  public:
    GiveBack() = default;
    explicit GiveBack(std::size_t bytes) : bytes_(bytes) {}
    void operator()(void* memory) const noexcept { give_back_memory(memory, bytes_); }

  private:
    std::size_t bytes_ = 0;
};

/// An array whose items are not set to anything first.
template <typename T>
using KeptArray = std::unique_ptr<T[], GiveBack>; // NOLINT(modernize-avoid-c-arrays)

template <typename T> KeptArray<T> make_kept_array(std::size_t size) {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);
    static_assert(alignof(T) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__);
    if (size > static_cast<std::size_t>(-1) / 2 / sizeof(T)) {
        throw std::bad_alloc();
    }
    const std::size_t bytes = size * sizeof(T);
    return KeptArray<T>(static_cast<T*>(take_memory(bytes)), GiveBack(bytes));
}

} // namespace impinge::inline v0
