// SPDX-License-Identifier: Apache-2.0
#include "io/write_impacts.hpp"

#include "io/byte_order.hpp"

#include <gmock/gmock.h>

namespace impinge::io_test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

std::vector<Impact> two_impacts() {
    Impact first;
    first.time = 0.1;
    first.particle = 7;
    first.collider = 1;
    first.position = {1, -2, 0.5};
    Impact second = first;
    second.time = 1e-300;
    second.bounce = 4294967295;
    second.collider = 0;
    return {first, second};
}

TEST(WrittenImpacts, CsvHasARowForEachWithTheNameOfTheCollider) {
    const std::vector<std::string> names{"plain", "with, comma"};
    const std::string text = impacts_csv(two_impacts(), names);
    EXPECT_THAT(text, StartsWith("time,emitter,particle,"));
    EXPECT_THAT(text, HasSubstr("angle,collider_name\n0.1,0,7,0,0,1,0,1,-2,0.5,"));
    EXPECT_THAT(text, HasSubstr(",\"with, comma\"\n1e-300,0,7,0,4294967295,0,"));
    EXPECT_THAT(text, testing::EndsWith(",plain\n"));
}

TEST(WrittenImpacts, NpyIsAnArrayOfRecordsWithAlignedData) {
    const std::string bytes = impacts_npy(two_impacts());
    ASSERT_THAT(bytes, StartsWith(std::string("\x93NUMPY\x01\x00", 8)));
    const std::size_t head = 10U + load_little<std::uint16_t>(bytes.data() + 8);
    EXPECT_EQ(head % 64, 0U);
    EXPECT_EQ(bytes[head - 1], '\n');
    EXPECT_THAT(bytes.substr(0, head), HasSubstr("('time', '<f8'), ('emitter', '<u4'), "));
    EXPECT_THAT(bytes.substr(0, head), HasSubstr("'shape': (2,), }"));
    constexpr std::size_t record = 13 * 8 + 6 * 4;
    ASSERT_EQ(bytes.size(), head + 2 * record);
    EXPECT_EQ(load_little<double>(bytes.data() + head), 0.1);
    EXPECT_EQ(load_little<std::uint32_t>(bytes.data() + head + 12), 7U);
    EXPECT_EQ(load_little<double>(bytes.data() + head + record), 1e-300);
    EXPECT_EQ(load_little<std::uint32_t>(bytes.data() + head + record + 20), 4294967295U);
}

TEST(WrittenImpacts, NoneAreAnEmptyTable) {
    EXPECT_THAT(impacts_csv({}, {}), testing::EndsWith("collider_name\n"));
    EXPECT_THAT(impacts_npy({}), HasSubstr("'shape': (0,), }"));
}

} // namespace
} // namespace impinge::io_test
