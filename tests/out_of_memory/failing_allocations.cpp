// SPDX-License-Identifier: Apache-2.0
#include "tests/out_of_memory/failing_allocations.hpp"

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<bool> armed{false};
std::atomic<bool> only_once{false};
std::atomic<std::size_t> passing_left{0};
std::atomic<std::size_t> asked{0};
std::atomic<std::size_t> failed{0};
std::atomic<std::size_t> in_use{0};

/// Whether this allocation is to fail.
bool fails() {
    if (!armed) {
        return false;
    }
    ++asked;
    if (passing_left > 0) {
        --passing_left;
        return false;
    }
    if (only_once && failed > 0) {
        return false;
    }
    ++failed;
    return true;
}

void* take(std::size_t size, std::size_t alignment) {
    if (fails()) {
        throw std::bad_alloc();
    }
    const std::size_t wanted = size == 0 ? 1 : size;
    void* block =
        alignment <= alignof(std::max_align_t)
            ? std::malloc(wanted)
            : std::aligned_alloc(alignment, (wanted + alignment - 1) / alignment * alignment);
    if (block == nullptr) {
        throw std::bad_alloc();
    }
    ++in_use;
    return block;
}

/// As `take`, for callers that look at what they get, such as std::stable_sort.
void* take_or_nothing(std::size_t size, std::size_t alignment) noexcept {
    try {
        return take(size, alignment);
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
}

void give_back(void* block) {
    if (block != nullptr) {
        --in_use;
        std::free(block);
    }
}

} // namespace

void* operator new(std::size_t size) { return take(size, 1); }
void* operator new[](std::size_t size) { return take(size, 1); }
void* operator new(std::size_t size, std::align_val_t alignment) {
    return take(size, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
    return take(size, static_cast<std::size_t>(alignment));
}
// A sanitizer has its own of these, which do not lead here.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    return take_or_nothing(size, 1);
}
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
    return take_or_nothing(size, 1);
}
void operator delete(void* block) noexcept { give_back(block); }
void operator delete[](void* block) noexcept { give_back(block); }
void operator delete(void* block, const std::nothrow_t&) noexcept { give_back(block); }
void operator delete[](void* block, const std::nothrow_t&) noexcept { give_back(block); }
void operator delete(void* block, std::size_t) noexcept { give_back(block); }
void operator delete[](void* block, std::size_t) noexcept { give_back(block); }
void operator delete(void* block, std::align_val_t) noexcept { give_back(block); }
void operator delete[](void* block, std::align_val_t) noexcept { give_back(block); }
void operator delete(void* block, std::size_t, std::align_val_t) noexcept { give_back(block); }
void operator delete[](void* block, std::size_t, std::align_val_t) noexcept { give_back(block); }

namespace impinge::tests {

FailingAllocations::FailingAllocations(std::size_t passing, Failing failing) {
    asked = 0;
    failed = 0;
    passing_left = passing;
    only_once = failing == Failing::Once;
    armed = true;
}

FailingAllocations::~FailingAllocations() { armed = false; }

std::size_t blocks_in_use() { return in_use; }
std::size_t allocations_asked() { return asked; }
std::size_t allocations_failed() { return failed; }

} // namespace impinge::tests
