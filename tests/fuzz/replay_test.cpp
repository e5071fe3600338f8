// SPDX-License-Identifier: Apache-2.0
//
// Runs the fuzz targets, in any build and without libFuzzer, on the seed corpora and on every input
// that once broke something.
#include "tests/fuzz/require.hpp"
#include "tests/fuzz/targets.hpp"
#include "tests/support/test_files.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace impinge::fuzz {
namespace {

std::filesystem::path folder() { return tests::test_file("fuzz"); }

struct Seed {
    std::string name;
    std::string bytes;
};

std::string content(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::vector<Seed> files_in(const std::filesystem::path& place) {
    std::vector<Seed> seeds;
    if (std::filesystem::is_directory(place)) {
        for (const auto& entry : std::filesystem::directory_iterator(place)) {
            seeds.push_back({entry.path().string(), content(entry.path())});
        }
    }
    return seeds;
}

/// Little-endian, as everything in a ZIP archive.
std::size_t number_at(std::string_view bytes, std::size_t offset, std::size_t width) {
    std::size_t value = 0;
    for (std::size_t i = width; i-- > 0;) {
        value = value << 8U | static_cast<std::uint8_t>(bytes.at(offset + i));
    }
    return value;
}

/// The entries of an archive that tools/fuzz_corpus.py packed: none is compressed, nothing stands
/// between them, and what follows the last one begins with another signature.
std::vector<Seed> seeds_in(const std::filesystem::path& path) {
    const std::string archive = content(path);
    const auto entry = std::string_view("PK\x03\x04", 4);
    std::vector<Seed> seeds;
    for (std::size_t at = 0; archive.compare(at, entry.size(), entry) == 0;) {
        const std::size_t size = number_at(archive, at + 18, 4);
        const std::size_t name_size = number_at(archive, at + 26, 2);
        const std::size_t name_at = at + 30;
        const std::size_t bytes_at = name_at + name_size + number_at(archive, at + 28, 2);
        EXPECT_EQ(number_at(archive, at + 8, 2), 0U) << path << ": compressed";
        seeds.push_back({path.string() + ": " + archive.substr(name_at, name_size),
                         archive.substr(bytes_at, size)});
        at = bytes_at + size;
    }
    return seeds;
}

void replay(const Target& target, const std::vector<Seed>& seeds) {
    for (const Seed& seed : seeds) {
        try {
            target.run(
                {reinterpret_cast<const std::uint8_t*>(seed.bytes.data()), seed.bytes.size()});
        } catch (const BrokenPromise& broken) {
            ADD_FAILURE() << seed.name << ": not kept: " << broken.what();
        }
    }
}

class Replay : public testing::TestWithParam<Target> {};

TEST_P(Replay, SeedsBreakNoPromise) {
    const auto seeds = seeds_in(folder() / "corpus" / (std::string(GetParam().name) + ".zip"));
    EXPECT_EQ(seeds.size(), GetParam().seeds);
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
