// SPDX-License-Identifier: Apache-2.0
#include "io/write_file.hpp"

#include "mesh_files.hpp"

#include <gmock/gmock.h>

namespace impinge::io_test {
namespace {

namespace fs = std::filesystem;

class WriteFile : public TemporaryFolder {};

TEST_F(WriteFile, ReplacesTheOldContentAndKeepsItsPermissions) {
    const fs::path path = file("a.txt", "a long old content");
    fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write);
    ASSERT_TRUE(write_file(path, "new"));
    EXPECT_EQ(content(path), "new");
    EXPECT_EQ(fs::status(path).permissions(), fs::perms::owner_read | fs::perms::owner_write);
    EXPECT_EQ(files_present(), 1u);
}

TEST_F(WriteFile, FailureIsReportedAndLeavesNoTemporaryFile) {
    fs::create_directory(file("folder"));
    const Status folder = write_file(file("folder"), "x");
    ASSERT_FALSE(folder);
    EXPECT_EQ(folder.error().code, ErrorCode::FileUnwritable);
    EXPECT_EQ(folder.error().message,
              file("folder").string() + ": cannot be written: is a directory");
    EXPECT_FALSE(write_file(file("missing") / "a.txt", "x"));
    EXPECT_EQ(files_present(), 1u);
}

TEST_F(WriteFile, DevicesAreWrittenToAndNotReplaced) {
    EXPECT_TRUE(write_file("/dev/null", "x"));
    EXPECT_TRUE(fs::is_character_file("/dev/null"));
    const Status full = write_file("/dev/full", "x");
    ASSERT_FALSE(full);
    EXPECT_THAT(full.error().message, ::testing::HasSubstr("No space left"));
}

TEST_F(WriteFile, SymbolicLinksStayLinks) {
    const fs::path target = file("target.txt", "old");
    fs::create_symlink("target.txt", file("link.txt"));
    ASSERT_TRUE(write_file(file("link.txt"), "new"));
    EXPECT_TRUE(fs::is_symlink(file("link.txt")));
    EXPECT_EQ(content(target), "new");
}

TEST_F(WriteFile, CheckWritableForeseesFailure) {
    EXPECT_TRUE(check_writable(file("new.txt")));
    EXPECT_TRUE(check_writable(file("old.txt", "x")));
    EXPECT_TRUE(check_writable("/dev/null"));
    EXPECT_FALSE(check_writable(file(".")));
    EXPECT_FALSE(check_writable(file("missing") / "new.txt"));
    EXPECT_FALSE(check_writable(file("old.txt") / "new.txt"));
}

} // namespace
} // namespace impinge::io_test
