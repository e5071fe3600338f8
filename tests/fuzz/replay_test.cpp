// SPDX-License-Identifier: Apache-2.0
//
// Runs the fuzz targets, in any build and without libFuzzer, on the seed corpora and on every input
// that once broke something.
#include "tests/fuzz/require.hpp"
#include "tests/fuzz/targets.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace impinge::fuzz {
namespace {

using Bytes = std::vector<std::uint8_t>;

std::filesystem::path folder() { return std::filesystem::path(__FILE__).parent_path(); }

Bytes content(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::vector<std::filesystem::path> files_in(const std::filesystem::path& place) {
    std::vector<std::filesystem::path> files;
    if (std::filesystem::is_directory(place)) {
        for (const auto& entry : std::filesystem::directory_iterator(place)) {
            files.push_back(entry.path());
        }
    }
    std::sort(files.begin(), files.end());
    return files;
}

void replay(const Target& target, const std::vector<std::filesystem::path>& files) {
    for (const std::filesystem::path& file : files) {
        try {
            target.run(content(file));
        } catch (const BrokenPromise& broken) {
            ADD_FAILURE() << file << ": not kept: " << broken.what();
        }
    }
}

class Replay : public testing::TestWithParam<Target> {};

TEST_P(Replay, SeedsBreakNoPromise) {
    const auto seeds = files_in(folder() / "corpus" / GetParam().name);
    EXPECT_GE(seeds.size(), 5U);
    replay(GetParam(), seeds);
}

TEST_P(Replay, InputsThatOnceBrokeSomethingDoSoNoMore) {
    replay(GetParam(), files_in(folder() / "regressions" / GetParam().name));
}

TEST_P(Replay, NothingAtAllBreaksNoPromise) { EXPECT_NO_THROW(GetParam().run({})); }

INSTANTIATE_TEST_SUITE_P(Every, Replay, testing::ValuesIn(targets),
                         [](const auto& row) { return "Target_" + std::string(row.param.name); });

TEST(Require, ThrowsWhenAPromiseIsBroken) {
    EXPECT_THROW(require(false, "the sky is green"), BrokenPromise);
    EXPECT_NO_THROW(require(true, "the sky is blue"));
}

TEST(Corpora, StayUnderTwoMegabytes) {
    std::uintmax_t total = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder())) {
        total += entry.is_regular_file() ? entry.file_size() : 0;
    }
    EXPECT_LT(total, 2'000'000U);
}

} // namespace
} // namespace impinge::fuzz
