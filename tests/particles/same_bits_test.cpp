// SPDX-License-Identifier: Apache-2.0
//
// One hash for any number of threads and every set of instructions.
#include "tests/particles/mixed_system.hpp"

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <cstdint>
#include <string>
#include <vector>

namespace impinge {
namespace {

class SameBits : public testing::Test {
  protected:
    void TearDown() override { hwy::SetSupportedTargetsForTest(0); }
};

TEST_F(SameBits, ForAnyThreadsAndInstructions) {
    constexpr std::uint64_t expected = 5167663563632666605u;
    const ParticleSystem system = tests::mixed_system();
    std::vector<std::int64_t> targets;
    for (std::int64_t rest = hwy::SupportedTargets(); rest != 0; rest &= rest - 1) {
        targets.push_back(rest & -rest);
    }
    ASSERT_GE(targets.size(), 1u);
    for (const std::int64_t target : targets) {
        hwy::SetSupportedTargetsForTest(target);
        for (const unsigned threads : {1u, 2u, 7u}) {
            const auto impacts = system.impacts(0.5, 4.5, Context(threads));
            ASSERT_TRUE(impacts);
            EXPECT_GT(impacts->list.size(), 8000u);
            EXPECT_EQ(impacts->hash, expected) << hwy::TargetName(target) << " " << threads;
        }
    }
}

} // namespace
} // namespace impinge
