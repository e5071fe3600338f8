// SPDX-License-Identifier: Apache-2.0
#include "base/kept_memory.hpp"

#include <array>
#include <bit>
#include <mutex>
#include <vector>

namespace impinge::inline v0 {
namespace {

/// Smaller ones come from pages that are in use anyway.
constexpr std::size_t smallest = std::size_t{1} << 15;

/// Two sizes for each power of two, so that less than half of a block is wasted.
struct SizeClass {
    std::size_t index = 0;
    std::size_t bytes = 0;
};

SizeClass class_of(std::size_t bytes) {
    const std::size_t power = std::bit_floor(bytes - 1); // power < bytes <= 2 * power
    const std::size_t middle = power + power / 2;
    const auto place = 2 * static_cast<std::size_t>(std::bit_width(power));
    return bytes <= middle ? SizeClass{place, middle} : SizeClass{place + 1, 2 * power};
}

class Pool {
  public:
    void* take(const SizeClass& size) {
        const std::lock_guard lock(mutex_);
        std::vector<void*>& blocks = blocks_[size.index];
        if (blocks.empty()) {
            return nullptr;
        }
        void* const block = blocks.back();
        blocks.pop_back();
        kept_bytes_ -= size.bytes;
        return block;
    }
    /// Says whether it was kept.
    bool keep(void* block, const SizeClass& size) noexcept {
        const std::lock_guard lock(mutex_);
        if (size.bytes > most_kept_bytes - kept_bytes_) {
            return false;
        }
        try {
            blocks_[size.index].push_back(block);
        } catch (const std::bad_alloc&) {
            return false;
        }
        kept_bytes_ += size.bytes;
        return true;
    }

  private:
    std::mutex mutex_;
    std::array<std::vector<void*>, 130> blocks_;
    std::size_t kept_bytes_ = 0;
};

/// Never destroyed: arrays may outlive it otherwise.
Pool& pool() {
    static Pool* const one = new Pool; // NOLINT(cppcoreguidelines-owning-memory)
    return *one;
}

// Under sanitizers every array is memory of its own, whose misuse they see.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool keeps = false;
#else
constexpr bool keeps = true;
#endif

} // namespace

void* take_memory(std::size_t bytes) {
    if (!keeps || bytes < smallest) {
        return ::operator new(bytes);
    }
    const SizeClass size = class_of(bytes);
    void* const kept = pool().take(size);
    return kept != nullptr ? kept : ::operator new(size.bytes);
}

void give_back_memory(void* memory, std::size_t bytes) noexcept {
    if (!keeps || bytes < smallest || !pool().keep(memory, class_of(bytes))) {
        ::operator delete(memory);
    }
}

} // namespace impinge::inline v0
