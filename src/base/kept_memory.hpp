// SPDX-License-Identifier: Apache-2.0
//
// Memory for arrays that every query makes and drops: what one gives back the next one gets. New
// memory costs a page fault for each 4 KiB, more than the passes that fill it.
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

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

/// For vectors of the same memory. Items that are added without a value are not set to anything.
template <typename T> struct KeptAllocator {
    using value_type = T;

    KeptAllocator() = default;
    template <typename U>
    KeptAllocator(const KeptAllocator<U>& /*other*/) {} // NOLINT(*-explicit-*)

    T* allocate(std::size_t size) {
        static_assert(alignof(T) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__);
        return static_cast<T*>(take_memory(size * sizeof(T)));
    }
    void deallocate(T* memory, std::size_t size) noexcept {
        give_back_memory(memory, size * sizeof(T));
    }
    template <typename U> void construct(U* place) { ::new (static_cast<void*>(place)) U; }
    template <typename U, typename... Arguments>
    void construct(U* place, Arguments&&... arguments) {
        ::new (static_cast<void*>(place)) U(std::forward<Arguments>(arguments)...);
    }
    friend bool operator==(const KeptAllocator&, const KeptAllocator&) { return true; }
};

template <typename T> using KeptVector = std::vector<T, KeptAllocator<T>>;

} // namespace impinge::inline v0
