// SPDX-License-Identifier: Apache-2.0
#include "io/wav.hpp"

#include "io/byte_order.hpp"
#include "mesh_files.hpp"

#include <gmock/gmock.h>
#include <limits>

namespace impinge::io_test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

class WavFiles : public TemporaryFolder {};

TEST_F(WavFiles, ChannelsAlternateAndTheHeadCountsThem) {
    const std::vector<float> left{0, 1, -1};
    const std::vector<float> right{0.5F, 2, std::numeric_limits<float>::quiet_NaN()};
    const auto bytes = wav_bytes({8000, left, right});
    ASSERT_TRUE(bytes);
    ASSERT_EQ(bytes->size(), 44U + 12U);
    EXPECT_THAT(*bytes, StartsWith("RIFF"));
    EXPECT_EQ(bytes->substr(8, 8), "WAVEfmt ");
    EXPECT_EQ(load_little<std::uint32_t>(bytes->data() + 4), 36U + 12U);
    EXPECT_EQ(load_little<std::uint16_t>(bytes->data() + 22), 2U);
    EXPECT_EQ(load_little<std::uint32_t>(bytes->data() + 24), 8000U);
    EXPECT_EQ(load_little<std::uint32_t>(bytes->data() + 28), 32000U);
    EXPECT_EQ(load_little<std::uint16_t>(bytes->data() + 34), 16U);
    EXPECT_EQ(load_little<std::uint32_t>(bytes->data() + 40), 12U);
    const std::vector<std::int16_t> expected{0, 16384, 32767, 32767, -32767, 0};
    for (std::size_t i = 0; i < expected.size(); ++i) {
        EXPECT_EQ(load_little<std::int16_t>(bytes->data() + 44 + 2 * i), expected[i]) << i;
    }
}

TEST_F(WavFiles, ChannelsMustBeOfOneLength) {
    const std::vector<float> three(3);
    const std::vector<float> two(2);
    const Status status = write_wav(file("s.wav"), {8000, three, two});
    ASSERT_FALSE(status);
    EXPECT_THAT(status.error().message, HasSubstr("s.wav: sound: its channels differ"));
    EXPECT_FALSE(std::filesystem::exists(file("s.wav")));
    EXPECT_TRUE(write_wav(file("s.wav"), {8000, two, two}));
    EXPECT_EQ(content(file("s.wav")).size(), 52U);
}

} // namespace
} // namespace impinge::io_test
