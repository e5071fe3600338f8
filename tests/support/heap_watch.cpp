// SPDX-License-Identifier: Apache-2.0
//
// A sanitizer has hooks for this. Without one the C library's functions are replaced by ones that
// count and then do what those did; operator new calls them too.
#include "tests/support/heap_watch.hpp"

#include <algorithm>
#include <atomic>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define IMPINGE_SANITIZER_HOOKS 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define IMPINGE_SANITIZER_HOOKS 1
#endif
#endif

namespace {

std::atomic<std::size_t> in_use{0};
std::atomic<std::size_t> peak{0};

void count_taken(std::size_t bytes) {
    const std::size_t now = in_use.fetch_add(bytes, std::memory_order_relaxed) + bytes;
    std::size_t highest = peak.load(std::memory_order_relaxed);
    while (now > highest && !peak.compare_exchange_weak(highest, now, std::memory_order_relaxed)) {
    }
}

void count_given_back(std::size_t bytes) { in_use.fetch_sub(bytes, std::memory_order_relaxed); }

} // namespace

#ifdef IMPINGE_SANITIZER_HOOKS

// Declared here because gcc 12 of Debian has the functions but not their header.
// NOLINTBEGIN(readability-identifier-naming): the sanitizers' names
extern "C" {
int __sanitizer_install_malloc_and_free_hooks(void (*)(const volatile void*, std::size_t),
                                              void (*)(const volatile void*));
std::size_t __sanitizer_get_allocated_size(const volatile void*);
}
// NOLINTEND(readability-identifier-naming)

namespace {

void taken(const volatile void*, std::size_t bytes) { count_taken(bytes); }

void given_back(const volatile void* block) {
    if (block != nullptr) {
        count_given_back(__sanitizer_get_allocated_size(block));
    }
}

const int installed = __sanitizer_install_malloc_and_free_hooks(taken, given_back);

} // namespace

#else

#include <cerrno>
#include <malloc.h>

// NOLINTBEGIN(readability-identifier-naming): the C library's names
extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);
void __libc_free(void*);
}
// NOLINTEND(readability-identifier-naming)

namespace {

void* counted(void* block) {
    if (block != nullptr) {
        count_taken(malloc_usable_size(block));
    }
    return block;
}

} // namespace

extern "C" {
void* malloc(std::size_t size) { return counted(__libc_malloc(size)); }
void* calloc(std::size_t count, std::size_t size) { return counted(__libc_calloc(count, size)); }
void* memalign(std::size_t alignment, std::size_t size) {
    return counted(__libc_memalign(alignment, size));
}
void* aligned_alloc(std::size_t alignment, std::size_t size) { return memalign(alignment, size); }
int posix_memalign(void** block, std::size_t alignment, std::size_t size) {
    *block = memalign(alignment, size);
    return *block == nullptr ? ENOMEM : 0;
}
void* realloc(void* block, std::size_t size) {
    const std::size_t before = block == nullptr ? 0 : malloc_usable_size(block);
    void* moved = __libc_realloc(block, size);
    if (moved != nullptr || size == 0) {
        count_given_back(before);
    }
    return counted(moved);
}
void free(void* block) {
    if (block != nullptr) {
        count_given_back(malloc_usable_size(block));
    }
    __libc_free(block);
}
}

#endif

namespace impinge::tests {

HeapWatch::HeapWatch() : at_start_(in_use.load(std::memory_order_relaxed)) {
    peak.store(at_start_, std::memory_order_relaxed);
}

std::size_t HeapWatch::peak_bytes() const {
    return std::max(peak.load(std::memory_order_relaxed), at_start_) - at_start_;
}

} // namespace impinge::tests
