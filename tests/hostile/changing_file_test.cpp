// SPDX-License-Identifier: Apache-2.0
//
// A file that someone else writes to while it is being read.
#include "impinge/files.hpp"
#include "tests/io/mesh_files.hpp"

#include <atomic>
#include <thread>

namespace impinge::tests {
namespace {

using ChangingFile = io_test::TemporaryFolder;

TEST_F(ChangingFile, IsReadWholeOrRefused) {
    std::string one = io_test::binary_stl(io_test::tetrahedron(), 4);
    std::string two = one.substr(84);
    for (int i = 0; i < 12; ++i) {
        two += two;
    }
    const std::uint32_t triangles = 4U << 12;
    two = std::string(80, 'h') + io_test::little(triangles) + two;
    const auto path = file("a.stl", one);

    std::atomic<bool> done{false};
    std::thread writer([&] {
        for (bool large = true; !done; large = !large) {
            std::ofstream(path, std::ios::binary) << (large ? two : one);
        }
    });
    for (int i = 0; i < 300; ++i) {
        const auto mesh = read_mesh(path);
        if (mesh) {
            EXPECT_TRUE(mesh->triangles.size() == 4 || mesh->triangles.size() == triangles);
        } else {
            EXPECT_TRUE(mesh.error().message.starts_with(path.string() + ": "));
        }
    }
    done = true;
    writer.join();
}

/// The kernel's own files announce other sizes than they have, every time.
TEST(FileThatGrows, IsRefused) {
    const std::filesystem::path grows = "/proc/self/maps";
    if (!std::filesystem::exists(grows)) {
        GTEST_SKIP() << "no " << grows;
    }
    const auto mesh = read_mesh(grows);
    ASSERT_FALSE(mesh);
    EXPECT_EQ(mesh.error().code, ErrorCode::FileUnreadable);
    EXPECT_EQ(mesh.error().message, grows.string() + ": its size changed while it was being read");
}

TEST(FileThatShrinks, IsRefused) {
    const std::filesystem::path shrinks = "/sys/kernel/mm/transparent_hugepage/enabled";
    if (!std::filesystem::exists(shrinks)) {
        GTEST_SKIP() << "no " << shrinks;
    }
    const auto mesh = read_mesh(shrinks);
    ASSERT_FALSE(mesh);
    EXPECT_EQ(mesh.error().code, ErrorCode::FileUnreadable);
    EXPECT_EQ(mesh.error().message,
              shrinks.string() + ": its size changed while it was being read");
}

} // namespace
} // namespace impinge::tests
