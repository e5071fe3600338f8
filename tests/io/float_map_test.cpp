// SPDX-License-Identifier: Apache-2.0
#include "io/float_map.hpp"

#include "io/byte_order.hpp"
#include "mesh_files.hpp"

#include <gmock/gmock.h>

namespace impinge::io_test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

const std::vector<float> two_rows = {1.5F, -2, std::numeric_limits<float>::quiet_NaN(), 4, 5, 6};
const FloatMap three_by_two{3, 2, two_rows};

class FloatMaps : public TemporaryFolder {};

TEST_F(FloatMaps, PfmHasItsRowsFromTheBottom) {
    const std::string bytes = pfm_bytes(three_by_two);
    ASSERT_THAT(bytes, StartsWith("Pf\n3 2\n-1.0\n"));
    const std::size_t head = std::string("Pf\n3 2\n-1.0\n").size();
    ASSERT_EQ(bytes.size(), head + 24);
    EXPECT_EQ(load_little<float>(bytes.data() + head), 1.5F);
    EXPECT_TRUE(std::isnan(load_little<float>(bytes.data() + head + 8)));
    EXPECT_EQ(load_little<float>(bytes.data() + head + 20), 6);
}

TEST_F(FloatMaps, NpyHasItsRowsFromTheTopAndAlignedData) {
    const std::string bytes = npy_bytes(three_by_two);
    ASSERT_THAT(bytes, StartsWith(std::string("\x93NUMPY\x01\x00", 8)));
    const std::size_t head = 10U + load_little<std::uint16_t>(bytes.data() + 8);
    EXPECT_EQ(head % 64, 0U);
    EXPECT_EQ(bytes[head - 1], '\n');
    EXPECT_THAT(bytes.substr(10, head - 10),
                StartsWith("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }"));
    ASSERT_EQ(bytes.size(), head + 24);
    EXPECT_EQ(load_little<float>(bytes.data() + head), 4);
    EXPECT_EQ(load_little<float>(bytes.data() + head + 12), 1.5F);
}

TEST_F(FloatMaps, NpyHeadersAreAlignedForEverySize) {
    for (std::size_t width = 1; width < 200'000'000; width *= 7) {
        const std::string bytes = npy_bytes({width, 0, {}});
        EXPECT_EQ(bytes.size() % 64, 0U) << width;
    }
}

TEST_F(FloatMaps, TheNameSaysTheFormat) {
    ASSERT_TRUE(write_float_map(file("m.pfm"), three_by_two));
    ASSERT_TRUE(write_float_map(file("m.NPY"), three_by_two));
    EXPECT_EQ(content(file("m.pfm")), pfm_bytes(three_by_two));
    EXPECT_EQ(content(file("m.NPY")), npy_bytes(three_by_two));
}

TEST_F(FloatMaps, OtherNamesAndSizesAreRefused) {
    for (const char* name : {"m.tif", "m", ".npy/"}) {
        const Status status = write_float_map(file(name), three_by_two);
        ASSERT_FALSE(status);
        EXPECT_THAT(status.error().message, HasSubstr("must end in .pfm or .npy"));
    }
    const Status status = write_float_map(file("m.npy"), {3, 3, two_rows});
    ASSERT_FALSE(status);
    EXPECT_THAT(status.error().message, HasSubstr("do not match"));
    EXPECT_EQ(files_present(), 0U);
}

} // namespace
} // namespace impinge::io_test
