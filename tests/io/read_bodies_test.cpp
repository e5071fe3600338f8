// SPDX-License-Identifier: Apache-2.0
#include "impinge/files.hpp"
#include "io/join_bodies.hpp"
#include "io/parse_failure.hpp"
#include "mesh_files.hpp"

#include <gmock/gmock.h>
#include <limits>

namespace impinge::io_test {
namespace {

using ::testing::HasSubstr;
using Points = std::vector<Vec3d>;
using Triangles = std::vector<TriangleIndices>;

const std::string doubled_obj = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 1 0\nv 1 -0 0\nv 0 0 1\nv 9 9 9\n"
                                "f 1 2 3\nf 4 5 6\nf 1 1 2\n";

TEST(ReadBodies, AFileOfOneMeshIsOneBodyWithoutNamePoseOrUnit) {
    const auto file = parse_bodies(bytes_of(doubled_obj), "a.obj");
    ASSERT_TRUE(file) << file.error().message;
    ASSERT_EQ(file->bodies.size(), 1u);
    EXPECT_EQ(file->bodies[0].name, "");
    EXPECT_TRUE(is_identity(file->bodies[0].pose));
    EXPECT_FALSE(file->unit);
    EXPECT_EQ(file->bodies[0].mesh->positions.size(), 7u);
}

TEST(ReadBodies, WeldingKeepsTheOrderAndTheTriangles) {
    const ReadOptions options{.weld = Weld::Equal};
    const Points points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {9, 9, 9}};
    const Triangles triangles = {{0, 1, 2}, {2, 1, 3}, {0, 0, 1}};
    const auto mesh = parse_mesh(bytes_of(doubled_obj), "a.obj", options);
    ASSERT_TRUE(mesh) << mesh.error().message;
    EXPECT_EQ(mesh->positions, points);
    EXPECT_EQ(mesh->triangles, triangles);
    const auto file = parse_bodies(bytes_of(doubled_obj), "a.obj", options);
    ASSERT_TRUE(file) << file.error().message;
    EXPECT_EQ(file->bodies[0].mesh->positions, points);
    EXPECT_EQ(file->bodies[0].mesh->triangles, triangles);
}

FileBodies two_of(const Mesh& mesh, const Rigid& first, const Rigid& second) {
    const auto shared = std::make_shared<const Mesh>(mesh);
    return {{{"a", shared, first}, {"b", shared, second}}, std::nullopt};
}

TEST(JoinBodies, PosesAreAppliedAndMirroredTrianglesTurned) {
    const Mesh one{{{0, 0, -0.0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}};
    Rigid mirror = translation({0, 0, 5});
    mirror.row_x = {-1, 0, 0};
    const Mesh joined = join_bodies(two_of(one, {}, mirror));
    const Mesh expected{{{0, 0, -0.0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 5}, {-1, 0, 5}, {0, 1, 5}},
                        {{0, 1, 2}, {3, 5, 4}}};
    EXPECT_EQ(joined.positions, expected.positions);
    EXPECT_EQ(joined.triangles, expected.triangles);
    EXPECT_TRUE(std::signbit(joined.positions[0].z));
}

TEST(JoinBodies, APoseThatLeavesTheRangeOfNumbersIsRefused) {
    Rigid huge;
    huge.scale = 1e300;
    try {
        join_bodies(two_of(tetrahedron(1e10), {}, huge));
        FAIL() << "nothing was thrown";
    } catch (const ParseFailure& failure) {
        EXPECT_EQ(failure.code, ErrorCode::NonFinite);
        EXPECT_THAT(failure.reason, HasSubstr("'b'"));
    }
}

TEST(JoinBodies, AFewMeshesInVeryManyPlacesAreRefusedBeforeTheyAreUnfolded) {
    Mesh mesh;
    mesh.positions.resize(10000);
    mesh.triangles.resize(10000, {0, 1, 2});
    FileBodies file = two_of(mesh, {}, {});
    file.bodies.resize(10000, file.bodies[0]);
    try {
        join_bodies(file);
        FAIL() << "nothing was thrown";
    } catch (const ParseFailure& failure) {
        EXPECT_EQ(failure.code, ErrorCode::Unsupported);
        EXPECT_THAT(failure.reason, HasSubstr("would have 100000000 triangles"));
    }
}

TEST(CadFiles, WithoutTheComponentTheErrorSaysWhatToInstall) {
    set_cad_reader(nullptr);
    std::string iges(72, ' ');
    iges.append("S      1\n");
    const std::pair<std::string, const char*> files[] = {
        {"ISO-10303-21;\nHEADER;", "STEP"}, {iges, "IGES"}, {"DBRep_DrawableShape\n", "BREP"}};
    for (const auto& [text, format] : files) {
        const auto bodies = parse_bodies({text.data(), text.size()}, "part.stl");
        ASSERT_FALSE(bodies);
        EXPECT_EQ(bodies.error().code, ErrorCode::Unsupported);
        EXPECT_THAT(bodies.error().message, HasSubstr(std::string("part.stl: is a ") + format));
        EXPECT_THAT(bodies.error().message, HasSubstr("install libocct-data-exchange-dev"));
    }
}

TEST(WeldBodies, SharedMeshesStayShared) {
    Mesh mesh = tetrahedron();
    mesh.positions.push_back(mesh.positions[0]);
    mesh.triangles[3] = {2, 4, 3};
    FileBodies file = two_of(mesh, {}, translation({1, 2, 3}));
    weld_bodies(file);
    EXPECT_EQ(file.bodies[0].mesh->positions.size(), 4u);
    EXPECT_EQ(file.bodies[0].mesh->triangles, tetrahedron().triangles);
    EXPECT_EQ(file.bodies[0].mesh, file.bodies[1].mesh);
    EXPECT_EQ(file.bodies[1].name, "b");
}

} // namespace
} // namespace impinge::io_test
