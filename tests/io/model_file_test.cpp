// SPDX-License-Identifier: Apache-2.0
#include "impinge/model_file.hpp"

#include "base/random.hpp"
#include "io/file_bytes.hpp"
#include "model/model_data.hpp"
#include "scenes/bumpy_sphere.hpp"
#include "tests/support/same_answers.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace impinge::io_test {
namespace {

class ModelFile : public testing::Test {
  protected:
    std::filesystem::path path_ = std::filesystem::path(testing::TempDir()) /
                                  (std::string("model_file_") +
                                   testing::UnitTest::GetInstance()->current_test_info()->name());

    std::vector<char> written(const Mesh& mesh) {
        const auto model = Model::prepare(mesh.view());
        EXPECT_TRUE(model);
        EXPECT_TRUE(write_model(path_, *model));
        const auto bytes = read_file_bytes(path_);
        return {bytes->view().begin(), bytes->view().end()};
    }
    void TearDown() override { std::filesystem::remove(path_); }
};

TEST_F(ModelFile, ReadsBackAsTheSameModel) {
    const Mesh a = scenes::bumpy_sphere({.triangles = 3000, .seed = 1});
    const Mesh b = scenes::bumpy_sphere({.triangles = 800, .seed = 2});
    written(a);
    const auto made = Model::prepare(a.view());
    const auto read = read_model(path_);
    ASSERT_TRUE(read);
    EXPECT_EQ(read->data().positions, a.positions);
    EXPECT_EQ(read->data().shared->triangles, a.triangles);
    EXPECT_TRUE(std::ranges::equal(read->data().tree.order(), made->data().tree.order()));
    EXPECT_EQ(read->data().solidity(), made->data().solidity());
    const auto other = Model::prepare(b.view());
    for (const double x : {0.5, 1.8, 3.0}) {
        const Rigid pose = translation({x, 0.1, 0});
        const CollideOptions options{.detail = Detail::Curves};
        EXPECT_EQ(tests::difference(collide({*read}, {*other, pose}, options),
                                    collide({*made}, {*other, pose}, options)),
                  "");
        EXPECT_EQ(
            tests::difference(distance({*read}, {*other, pose}), distance({*made}, {*other, pose})),
            "");
    }
}

TEST_F(ModelFile, HoldsMeshesWithoutATree) {
    for (const Mesh& mesh : {Mesh{}, Mesh{{{1, 2, 3}}, {{0, 0, 0}}}}) {
        written(mesh);
        const auto read = read_model(path_);
        ASSERT_TRUE(read);
        EXPECT_EQ(read->data().shared->triangles, mesh.triangles);
        EXPECT_FALSE(read->data().has_tree);
    }
}

TEST_F(ModelFile, EveryChangedByteIsNoticed) {
    const std::vector<char> good = written(scenes::bumpy_sphere({.triangles = 40}));
    for (std::size_t i = 0; i < good.size(); ++i) {
        std::vector<char> bad = good;
        bad[i] = static_cast<char>(bad[i] ^ 0x10);
        EXPECT_FALSE(parse_model(bad, "bad.impm")) << "byte " << i;
    }
}

TEST_F(ModelFile, EveryLengthButTheRightOneIsRefused) {
    const std::vector<char> good = written(scenes::bumpy_sphere({.triangles = 40}));
    for (std::size_t size = 0; size < good.size(); ++size) {
        EXPECT_FALSE(parse_model(std::span(good).first(size), "short.impm")) << size;
    }
    std::vector<char> longer = good;
    longer.push_back(0);
    EXPECT_FALSE(parse_model(longer, "long.impm"));
}

TEST_F(ModelFile, SaysWhatIsWrong) {
    std::vector<char> bytes = written(scenes::bumpy_sphere({.triangles = 40}));
    EXPECT_EQ(parse_model(std::span(bytes).first(3), "x.impm").error().message,
              "x.impm: not a model file");
    bytes[8] = 2;
    EXPECT_EQ(parse_model(bytes, "x.impm").error().message,
              "x.impm: a model file of another version");
    EXPECT_EQ(parse_model(bytes, "x.impm").error().code, ErrorCode::Unsupported);
    bytes[8] = 1;
    const std::uint64_t many = std::uint64_t{1} << 62;
    std::memcpy(&bytes[16], &many, sizeof many);
    EXPECT_EQ(parse_model(bytes, "x.impm").error().message, "x.impm: shorter than it says");
    EXPECT_EQ(read_model("/no/such/file").error().code, ErrorCode::FileUnreadable);
}

} // namespace
} // namespace impinge::io_test
