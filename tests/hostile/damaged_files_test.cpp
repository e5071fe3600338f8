// SPDX-License-Identifier: Apache-2.0
//
// Small files of every kind, damaged in every way there is: each either reads as something valid or
// is refused with one line that names the file and the reason, within a little memory.
#include "tests/fuzz/require.hpp"
#include "tests/hostile/corruptions.hpp"
#include "tests/hostile/small_files.hpp"
#include "tests/support/heap_watch.hpp"
#include "tests/support/scale.hpp"

#include "impinge/scene_file.hpp"
#include "io/case_file.hpp"
#include "io/scene/motions.hpp"
#include "io/scene/poses.hpp"

#include <gtest/gtest.h>

namespace impinge::tests {
namespace {

/// What one read took, and whether it worked.
struct Outcome {
    bool accepted = false;
    std::size_t peak_bytes = 0;
};

template <typename Result> Outcome outcome(const Result& result, const HeapWatch& watch) {
    return {result.has_value(), watch.peak_bytes()};
}

/// What reading takes whatever the size of the file. An archive may announce 65535 entries, for
/// which libzip makes a table before it looks for them.
std::size_t memory_for_any(const SmallFile& file) {
    return file.name.ends_with(".3mf") ? std::size_t{3} << 20 : std::size_t{1} << 19;
}

Outcome read(const SmallFile& file, const std::string& bytes) {
    const HeapWatch watch;
    if (file.kind == "Scene") {
        return outcome(parse_scene(bytes, file.name), watch);
    }
    if (file.kind == "Poses") {
        return outcome(parse_pose_sequence(bytes, file.name), watch);
    }
    if (file.kind == "Motions") {
        return outcome(parse_motions(bytes, file.name), watch);
    }
    const std::span<const char> all(bytes.data(), bytes.size());
    if (file.kind == "Case") {
        return outcome(parse_case(all, file.name), watch);
    }
    return outcome(parse_bodies(all, file.name), watch);
}

/// All damages in a full run. Otherwise some at every place of a byte and of a number in turn.
std::size_t thinning() { return is_full_run() ? 1 : 13; }

class DamagedFile : public testing::TestWithParam<SmallFile> {
  protected:
    using Damage = void (*)(const std::string&, const Visit&);

    /// Returns which share was refused of all damages, or of every so many.
    double refused_share(Damage damage, std::size_t every = 1) {
        std::size_t next = 0;
        std::size_t all = 0;
        std::size_t refused = 0;
        damage(GetParam().bytes, [&](const std::string& harmed, const std::string& how) {
            if (next++ % every != 0) {
                return;
            }
            ++all;
            refused += survives(harmed, how).accepted ? 0U : 1U;
        });
        EXPECT_GT(all, 0U);
        return static_cast<double>(refused) / static_cast<double>(all);
    }

  private:
    static Outcome survives(const std::string& harmed, const std::string& how) {
        const SmallFile& file = GetParam();
        try {
            // NOLINTNEXTLINE(bugprone-*): the same bytes, as the fuzzers take them
            file.check({reinterpret_cast<const std::uint8_t*>(harmed.data()), harmed.size()});
        } catch (const fuzz::BrokenPromise& broken) {
            ADD_FAILURE() << how << ": not kept: " << broken.what();
        }
        const Outcome found = read(file, harmed);
        EXPECT_LE(found.peak_bytes, memory_for_any(file) + 100 * harmed.size()) << how;
        return found;
    }
};

TEST_P(DamagedFile, IsReadWhenItIsWhole) {
    EXPECT_TRUE(read(GetParam(), GetParam().bytes).accepted);
}

TEST_P(DamagedFile, IsRefusedWhenCutShort) {
    // Text can lose its last line, or a digit of its last number, and still be whole.
    EXPECT_GE(refused_share(each_truncation), GetParam().notation == Notation::Binary ? 1 : 0.9);
}

TEST_P(DamagedFile, SurvivesAnyFlippedBit) {
    EXPECT_GT(refused_share(each_flipped_bit, thinning()), 0.01);
}

TEST_P(DamagedFile, SurvivesEnormousNumbersInAnyPlace) {
    EXPECT_GT(refused_share(each_enormous_field, thinning()), 0.05);
}

TEST_P(DamagedFile, SurvivesAbsurdNumbersInItsText) {
    if (GetParam().kind == "BinaryStl") {
        GTEST_SKIP() << "it holds no text";
    }
    EXPECT_GT(refused_share(each_absurd_number, thinning()), 0.05);
}

TEST_P(DamagedFile, SurvivesMoreBytesThanItShouldHave) { refused_share(each_appendix); }

std::string kind_of(const testing::TestParamInfo<SmallFile>& info) { return info.param.kind; }

INSTANTIATE_TEST_SUITE_P(Every, DamagedFile, testing::ValuesIn(small_files()), kind_of);

} // namespace
} // namespace impinge::tests
