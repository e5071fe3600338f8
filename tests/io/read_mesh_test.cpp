// SPDX-License-Identifier: Apache-2.0
#include "impinge/files.hpp"

#include "base/random.hpp"
#include "io/write_mesh.hpp"
#include "mesh_files.hpp"

#include <atomic>
#include <gmock/gmock.h>
#include <sys/stat.h>
#include <thread>

namespace impinge::io_test {
namespace {

using ::testing::EndsWith;
using ::testing::StartsWith;

class ReadMesh : public TemporaryFolder {};

TEST_F(ReadMesh, ContentWinsOverTheExtension) {
    const Mesh mesh = tetrahedron();
    for (const std::string& bytes : {ply_bytes(mesh), stl_bytes(mesh)}) {
        for (const char* name : {"a.stl", "a.obj", "a.ply", "a.STL", "a", "a.dat"}) {
            const auto read = read_mesh(file(name, bytes));
            ASSERT_TRUE(read) << name << ": " << read.error().message;
            EXPECT_EQ(read->triangles.size(), 4u);
        }
    }
}

TEST_F(ReadMesh, ObjIsGuessedWhereTheNameSaysNothing) {
    const std::string text = obj_bytes(tetrahedron());
    for (const char* name : {"a.OBJ", "a", "a.dat"}) {
        const auto read = read_mesh(file(name, text));
        ASSERT_TRUE(read) << name << ": " << read.error().message;
        EXPECT_TRUE(same_bits(*read, tetrahedron()));
    }
    EXPECT_FALSE(read_mesh(file("a.ply", text)));
    EXPECT_FALSE(read_mesh(file("a.stl", text)));
}

TEST_F(ReadMesh, UnreadableFilesAreNamed) {
    const auto missing = read_mesh(file("missing.stl"));
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().code, ErrorCode::FileUnreadable);
    EXPECT_EQ(missing.error().message,
              file("missing.stl").string() + ": No such file or directory");
    const auto folder = read_mesh(file("."));
    ASSERT_FALSE(folder);
    EXPECT_THAT(folder.error().message, EndsWith(": is a directory"));
    const auto device = read_mesh("/dev/zero");
    ASSERT_FALSE(device);
    EXPECT_EQ(device.error().message, "/dev/zero: is not a regular file");
}

TEST_F(ReadMesh, EmptyAndForeignFilesAreRefused) {
    const auto empty = read_mesh(file("empty.ply", ""));
    ASSERT_FALSE(empty);
    EXPECT_THAT(empty.error().message, EndsWith("empty.ply: is empty"));
    const auto foreign = read_mesh(file("notes.txt", "Dear reader,\n"));
    ASSERT_FALSE(foreign);
    EXPECT_EQ(foreign.error().code, ErrorCode::Unsupported);
    EXPECT_THAT(foreign.error().message, StartsWith(file("notes.txt").string() + ": is neither"));
}

TEST_F(ReadMesh, FilesWithoutPermissionAreNamed) {
    const auto path = file("secret.off", off_bytes(tetrahedron()));
    std::filesystem::permissions(path, std::filesystem::perms::none);
    if (::access(path.c_str(), R_OK) == 0) {
        GTEST_SKIP() << "this user may read everything";
    }
    const auto read = read_mesh(path);
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().message, path.string() + ": Permission denied");
}

/// A writer changes the size of a file all the time: each read gives a whole state of it, or says
/// that it changed or that it is cut off.
TEST_F(ReadMesh, AFileThatChangesUnderneathIsReadWholeOrRefused) {
    const std::string small = off_bytes(tetrahedron());
    const std::string large = small + std::string(2'000'000, '\n');
    const auto path = file("changing.off", small);
    std::atomic<bool> done = false;
    std::thread writer([&] {
        while (!done) {
            std::ofstream(path, std::ios::binary) << large;
            std::filesystem::resize_file(path, small.size());
        }
    });
    int failures = 0;
    for (int i = 0; i < 200; ++i) {
        const auto read = read_mesh(path);
        if (read) {
            EXPECT_TRUE(same_bits(*read, tetrahedron()));
        } else {
            ++failures;
            EXPECT_THAT(read.error().message, StartsWith(path.string() + ": "));
        }
    }
    done = true;
    writer.join();
    RecordProperty("failures", failures);
    EXPECT_TRUE(read_mesh(path));
}

TEST_F(ReadMesh, PipesAreReadToTheirEnd) {
    const auto pipe = file("pipe.obj");
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    std::string text = obj_bytes(tetrahedron());
    text.insert(0, std::string(3'000'000, '#') + "\n"); // more than one step of the reader
    std::thread writer([&] { std::ofstream(pipe, std::ios::binary) << text; });
    const auto read = read_mesh(pipe);
    writer.join();
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_TRUE(same_bits(*read, tetrahedron()));
}

/// Whatever a reader makes of damaged bytes, it must be an error or a mesh that is safe to use.
TEST(DamagedFiles, FlippedBitsNeverGiveAnInvalidMesh) {
    const Mesh mesh = tetrahedron(0.1);
    Random random(7);
    for (const std::string& whole :
         {ply_bytes(mesh), stl_bytes(mesh), obj_bytes(mesh), off_bytes(mesh)}) {
        std::size_t read = 0;
        constexpr std::size_t trials = 4000;
        for (std::size_t trial = 0; trial < trials; ++trial) {
            std::string bytes = whole;
            const std::size_t flips = 1 + random.below(12);
            for (std::size_t i = 0; i < flips; ++i) {
                char& byte = bytes[random.below(bytes.size())];
                byte =
                    static_cast<char>(static_cast<unsigned char>(byte) ^ (1u << random.below(8)));
            }
            const auto damaged = parse_mesh(bytes_of(bytes), "damaged");
            if (damaged) {
                ++read;
                ASSERT_TRUE(validate(damaged->view()));
                ASSERT_FALSE(damaged->triangles.empty());
            } else {
                ASSERT_THAT(damaged.error().message, StartsWith("damaged: "));
            }
        }
        EXPECT_GT(read, trials / 50);
        EXPECT_LT(read, trials - trials / 50);
    }
}

} // namespace
} // namespace impinge::io_test
