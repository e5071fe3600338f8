// SPDX-License-Identifier: Apache-2.0
#include "base/kept_memory.hpp"

#include "base/sanitized.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <mutex>
#include <vector>

namespace impinge::inline v0 {
namespace {

/// Smaller ones come from pages that are in use anyway.
constexpr std::size_t smallest_kept = std::size_t{1} << 15;

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
        Shelf& shelf = shelves_[size.index];
        if (shelf.blocks.empty()) {
            return nullptr;
        }
        void* const block = shelf.blocks.back();
        shelf.blocks.pop_back();
        kept_bytes_ -= size.bytes;
        return block;
    }
    /// Says whether it was kept. Others make room for it.
    bool keep(void* block, const SizeClass& size) noexcept {
        const std::lock_guard lock(mutex_);
        if (size.bytes > most_kept_bytes) {
            return false;
        }
        while (kept_bytes_ > most_kept_bytes - size.bytes) {
            drop_one();
        }
        try {
            shelves_[size.index].blocks.push_back(block);
        } catch (const std::bad_alloc&) {
            return false;
        }
        shelves_[size.index].bytes_of_each = size.bytes;
        kept_bytes_ += size.bytes;
        return true;
    }

  private:
    /// Blocks of one size, those given back last at the end.
    struct Shelf {
        std::vector<void*> blocks;
        std::size_t bytes_of_each = 0;

        [[nodiscard]] std::size_t bytes() const { return blocks.size() * bytes_of_each; }
    };

    /// The oldest of the size that takes most memory. There is one.
    void drop_one() noexcept {
        Shelf& fullest =
            *std::max_element(shelves_.begin(), shelves_.end(),
                              [](const Shelf& a, const Shelf& b) { return a.bytes() < b.bytes(); });
        ::operator delete(fullest.blocks.front());
        fullest.blocks.erase(fullest.blocks.begin());
        kept_bytes_ -= fullest.bytes_of_each;
    }

    std::mutex mutex_;
    std::array<Shelf, 130> shelves_;
    std::size_t kept_bytes_ = 0;
};

/// Never destroyed: arrays may outlive it otherwise.
Pool& pool() {
    static Pool* const one = new Pool; // NOLINT(cppcoreguidelines-owning-memory)
    return *one;
}

// Under sanitizers every array is memory of its own, whose misuse they see.
#ifdef IMPINGE_SANITIZED
constexpr bool keeps = false;
#else
constexpr bool keeps = true;
#endif

} // namespace

void* take_memory(std::size_t bytes) {
    if (!keeps || bytes < smallest_kept) {
        return ::operator new(bytes);
    }
    const SizeClass size = class_of(bytes);
    void* const kept = pool().take(size);
    return kept != nullptr ? kept : ::operator new(size.bytes);
}

void give_back_memory(void* memory, std::size_t bytes) noexcept {
    if (!keeps || bytes < smallest_kept || !pool().keep(memory, class_of(bytes))) {
        ::operator delete(memory);
    }
}

} // namespace impinge::inline v0
