// SPDX-License-Identifier: Apache-2.0
//
// Too little memory is an error with a sentence. Run in a process of its own, whose address space
// is cut off; sanitizers need more of it than that.
#include "tests/raster/devices.hpp"

#include <cstdlib>
#include <iostream>
#include <sys/resource.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define IMPINGE_UNDER_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define IMPINGE_UNDER_SANITIZER 1
#endif
#endif

namespace impinge::tests {
namespace {

#ifndef IMPINGE_UNDER_SANITIZER

/// Ends the process: 0 if target after target ended in a plain error, which is printed.
[[noreturn]] void fill_memory() {
    const auto device = need(raster::make_device(raster::DeviceKind::Software));
    const rlimit limit{2'000'000'000, 2'000'000'000};
    if (setrlimit(RLIMIT_AS, &limit) != 0) {
        std::_Exit(2);
    }
    std::vector<std::unique_ptr<raster::Target>> targets;
    for (int i = 0; i < 1000; ++i) {
        auto target = device->make_target(8192, 4096);
        if (!target) {
            targets.clear();
            const bool right_code = target.error().code == ErrorCode::OutOfMemory;
            const bool works_again = bool{device->make_target(64, 64)};
            std::cerr << target.error().message << '\n';
            std::_Exit(right_code && works_again ? 0 : 3);
        }
        targets.push_back(std::move(*target));
    }
    std::_Exit(4);
}

TEST(OutOfMemoryDeathTest, IsAnErrorOfMakeTargetAndTheDeviceGoesOn) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(fill_memory(), testing::ExitedWithCode(0), "memory");
}

#endif

TEST(OutOfMemory, IsNotMetByTheLargestSmallTargets) {
    const auto device = need(raster::make_device(raster::DeviceKind::Software));
    EXPECT_TRUE(device->make_target(device->info().max_size, 1));
}

} // namespace
} // namespace impinge::tests
