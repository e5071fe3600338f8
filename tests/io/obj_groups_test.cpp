// SPDX-License-Identifier: Apache-2.0
#include "impinge/files.hpp"
#include "mesh_files.hpp"

#include <gmock/gmock.h>

namespace impinge::io_test {
namespace {

using ::testing::ElementsAre;
using Points = std::vector<Vec3d>;
using Triangles = std::vector<TriangleIndices>;

Expected<FileBodies> parse(const std::string& text) {
    return parse_bodies(bytes_of(text), "part.obj", {.split = Split::Groups});
}

std::string error_of(const std::string& text) {
    const auto bodies = parse(text);
    return bodies ? "no error" : bodies.error().message;
}

std::vector<std::string> names_of(const FileBodies& file) {
    std::vector<std::string> names;
    for (const FileBody& body : file.bodies) {
        names.push_back(body.name);
    }
    return names;
}

const std::string five_vertices = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\n";

TEST(ObjGroups, EachNameIsABodyWithTheVerticesItUses) {
    const auto file = parse(five_vertices + "o first\nf 3 2 1\no second\nf 1 5 4\n");
    ASSERT_TRUE(file) << file.error().message;
    ASSERT_THAT(names_of(*file), ElementsAre("first", "second"));
    EXPECT_EQ(file->bodies[0].mesh->positions, (Points{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}}));
    EXPECT_EQ(file->bodies[0].mesh->triangles, (Triangles{{2, 1, 0}}));
    EXPECT_EQ(file->bodies[1].mesh->positions, (Points{{0, 0, 0}, {0, 1, 0}, {0, 0, 1}}));
    EXPECT_EQ(file->bodies[1].mesh->triangles, (Triangles{{0, 2, 1}}));
    EXPECT_TRUE(is_identity(file->bodies[1].pose));
    EXPECT_FALSE(file->unit);
}

TEST(ObjGroups, WithoutTheWishTheFileIsOneBody) {
    const std::string text = five_vertices + "o first\nf 3 2 1\no second\nf 1 5 4\n";
    const auto file = parse_bodies(bytes_of(text), "part.obj");
    ASSERT_TRUE(file) << file.error().message;
    ASSERT_THAT(names_of(*file), ElementsAre(""));
    EXPECT_EQ(file->bodies[0].mesh->positions.size(), 5u);
    EXPECT_EQ(file->bodies[0].mesh->triangles, (Triangles{{2, 1, 0}, {0, 4, 3}}));
}

TEST(ObjGroups, FacesBeforeAnyNameAreABodyWithoutOne) {
    const auto file = parse(five_vertices + "f 1 2 3\ng late\nf 1 3 4\n");
    ASSERT_TRUE(file) << file.error().message;
    EXPECT_THAT(names_of(*file), ElementsAre("", "late"));
}

TEST(ObjGroups, ANameThatComesAgainContinuesItsBody) {
    const auto file =
        parse(five_vertices + "g a\nf 1 2 3\ng b\nf 1 2 5\ng a\nf 1 3 4\ng\nf 2 3 5\n");
    ASSERT_TRUE(file) << file.error().message;
    ASSERT_THAT(names_of(*file), ElementsAre("a", "b", ""));
    EXPECT_EQ(file->bodies[0].mesh->triangles, (Triangles{{0, 1, 2}, {0, 2, 3}}));
}

TEST(ObjGroups, GroupsOfTwoObjectsStayApart) {
    const auto file = parse(five_vertices + "o box\ng side\nf 1 2 3\ng top\nf 1 2 5\n"
                                            "o lid\ng side\nf 1 3 4\no plain\nf 2 3 5\n"
                                            "o same\ng same\nf 2 4 5\n");
    ASSERT_TRUE(file) << file.error().message;
    EXPECT_THAT(names_of(*file), ElementsAre("box/side", "box/top", "lid/side", "plain", "same"));
}

TEST(ObjGroups, NamesWithoutFacesAreNoBodiesAndNamesKeepTheirSpaces) {
    const auto file = parse(five_vertices + "o empty\no  left wheel \r\nf 1 2 3\ng last\n");
    ASSERT_TRUE(file) << file.error().message;
    EXPECT_THAT(names_of(*file), ElementsAre("left wheel"));
}

TEST(ObjGroups, FacesMayNameVerticesThatFollow) {
    const auto file = parse("o a\nf 1 2 3\no b\nf 3 4 5\n" + five_vertices);
    ASSERT_TRUE(file) << file.error().message;
    ASSERT_THAT(names_of(*file), ElementsAre("a", "b"));
    EXPECT_EQ(file->bodies[1].mesh->positions, (Points{{1, 1, 0}, {0, 1, 0}, {0, 0, 1}}));
}

TEST(ObjGroups, ManyGroupsTogetherAreTheWholeMesh) {
    std::string text;
    for (int i = 0; i < 3000; ++i) {
        text += "v " + std::to_string(i) + " 0 0\n";
    }
    for (int i = 0; i < 2998; ++i) {
        text += "g part" + std::to_string(i * 7 % 400) + "\nf " + std::to_string(i + 1) + " " +
                std::to_string(i + 2) + " " + std::to_string(i + 3) + "\n";
    }
    const auto file = parse(text);
    ASSERT_TRUE(file) << file.error().message;
    ASSERT_EQ(file->bodies.size(), 400u);
    std::vector<int> seen(2998, 0);
    for (const FileBody& body : file->bodies) {
        ASSERT_TRUE(validate(body.mesh->view()));
        for (const auto& [a, b, c] : body.mesh->triangles) {
            const auto first = static_cast<int>(body.mesh->positions[a].x);
            EXPECT_EQ(body.mesh->positions[b].x, first + 1);
            EXPECT_EQ(body.mesh->positions[c].x, first + 2);
            EXPECT_EQ(body.name, "part" + std::to_string(first * 7 % 400));
            ++seen[static_cast<std::size_t>(first)];
        }
    }
    EXPECT_EQ(seen, std::vector<int>(2998, 1));
}

TEST(ObjGroups, MoreGroupsThanAnyAssemblyHasAreRefused) {
    std::string text = five_vertices;
    for (int i = 0; i <= 100000; ++i) {
        text += "g " + std::to_string(i) + "\nf 1 2 3\n";
    }
    const auto file = parse(text);
    ASSERT_FALSE(file);
    EXPECT_EQ(file.error().code, ErrorCode::Unsupported);
    EXPECT_EQ(file.error().message, "part.obj: has more than 100000 groups");
    EXPECT_TRUE(parse_mesh(bytes_of(text), "part.obj"));
}

TEST(ObjGroups, AreCountedWhereTheFileIsOneBody) {
    const auto count = [](const std::string& text) {
        return parse_bodies(bytes_of(text), "part.obj")->unsplit_groups;
    };
    const std::string vertices = five_vertices;
    EXPECT_EQ(count(vertices + "f 1 2 3\n"), 1u);
    EXPECT_EQ(count(vertices + "o a\nf 1 2 3\no empty\no b\nf 3 4 5\no a\nf 1 2 4\n"), 2u);
    EXPECT_EQ(count(vertices + "f 1 2 3\ng b\nf 3 4 5\n"), 2u);
    EXPECT_EQ(parse(vertices + "o a\nf 1 2 3\no b\nf 3 4 5\n")->unsplit_groups, 0u);
    std::string many = vertices;
    for (int i = 0; i < 2000; ++i) {
        many += "g " + std::to_string(i) + "\nf 1 2 3\n";
    }
    EXPECT_EQ(count(many), 1000u);
}

TEST(ObjGroups, MistakesNameFilePlaceAndReason) {
    EXPECT_EQ(error_of(five_vertices + "o a\nf 1 2 6\n"),
              "part.obj: line 7: a face names vertex 6, but the file holds 5 vertices");
    EXPECT_EQ(error_of(five_vertices + "o a\n"), "part.obj: holds no faces");
    EXPECT_EQ(error_of(five_vertices + "o a\nf 1 2\n"),
              "part.obj: line 7: a face needs at least three corners");
}

TEST(ObjGroups, TruncatedAtAnyByteIsAnErrorOrUsable) {
    const std::string whole = five_vertices + "o first\nf 3 2 1\no second\nf 1 5 4\n";
    const std::size_t first_face_end = whole.find("f 3 2 1") + 7;
    for (std::size_t size = 0; size < whole.size(); ++size) {
        const auto file = parse(whole.substr(0, size));
        if (size < first_face_end) {
            EXPECT_FALSE(file) << size;
        } else if (file) {
            for (const FileBody& body : file->bodies) {
                EXPECT_TRUE(validate(body.mesh->view())) << size;
            }
        }
    }
}

} // namespace
} // namespace impinge::io_test
