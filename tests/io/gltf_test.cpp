// SPDX-License-Identifier: Apache-2.0
#include "gltf_files.hpp"
#include "tests/support/test_files.hpp"

#include <algorithm>
#include <gmock/gmock.h>

namespace impinge::io_test {
namespace {

using ::testing::HasSubstr;

const std::string one_node = R"(,"nodes":[{"mesh":0}])";

/// The only body's mesh.
Mesh only_mesh(const std::string& bytes) {
    const auto read = parse_gltf_file(bytes);
    EXPECT_TRUE(read) << failure(read);
    EXPECT_TRUE(!read || read->bodies.size() == 1);
    return read && read->bodies.size() == 1 ? *read->bodies[0].mesh : Mesh{};
}

/// The mesh of one primitive, given as JSON.
Mesh mesh_of_primitive(const GltfMaker& maker, const std::string& primitive) {
    return only_mesh(maker.glb(R"("meshes":[{"primitives":[)" + primitive + "]}]" + one_node));
}

/// World positions of a body.
std::vector<Vec3d> placed(const FileBody& body) {
    std::vector<Vec3d> points;
    for (const Vec3d& p : body.mesh->positions) {
        points.push_back(apply(body.pose, p));
    }
    return points;
}

TEST(Gltf, GlbHoldsPositionsIndicesNameAndUnit) {
    const auto read = parse_gltf_file(tetrahedron_maker().glb(tetrahedron_mesh + one_node));
    ASSERT_TRUE(read) << failure(read);
    EXPECT_EQ(read->unit, LengthUnit::Metre);
    ASSERT_EQ(read->bodies.size(), 1u);
    EXPECT_EQ(read->bodies[0].name, "tetra");
    EXPECT_TRUE(is_identity(read->bodies[0].pose));
    EXPECT_TRUE(same_bits(*read->bodies[0].mesh, tetrahedron()));
}

TEST(Gltf, DataUriHoldsTheSame) {
    const std::string text = tetrahedron_maker().with_data_uri(tetrahedron_mesh + one_node);
    EXPECT_TRUE(same_bits(only_mesh(text), tetrahedron()));
}

TEST(Gltf, AllIndexTypesAreRead) {
    for (const int code : {uint8_code, uint16_code, uint32_code}) {
        GltfMaker maker;
        maker.floats(tetrahedron_floats());
        const auto wide = tetrahedron_indices();
        if (code == uint8_code) {
            maker.indices(std::vector<std::uint8_t>(wide.begin(), wide.end()), code);
        } else if (code == uint16_code) {
            maker.indices(wide, code);
        } else {
            maker.indices(std::vector<std::uint32_t>(wide.begin(), wide.end()), code);
        }
        EXPECT_TRUE(same_bits(only_mesh(maker.glb(tetrahedron_mesh + one_node)), tetrahedron()));
    }
}

TEST(Gltf, WithoutIndicesEveryThreeVerticesAreATriangle) {
    GltfMaker maker;
    maker.floats({0, 0, 0, 1, 0, 0, 0, 1, 0, 5, 0, 0, 6, 0, 0, 5, 1, 0});
    const Mesh mesh = mesh_of_primitive(maker, R"({"attributes":{"POSITION":0}})");
    const std::vector<TriangleIndices> triangles = {{0, 1, 2}, {3, 4, 5}};
    EXPECT_EQ(mesh.triangles, triangles);
    EXPECT_EQ(mesh.positions.size(), 6u);
}

TEST(Gltf, StripsTurnEverySecondTriangle) {
    GltfMaker maker;
    maker.floats({0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 2, 0});
    const Mesh mesh = mesh_of_primitive(maker, R"({"attributes":{"POSITION":0},"mode":5})");
    const std::vector<TriangleIndices> triangles = {{0, 1, 2}, {1, 3, 2}, {2, 3, 4}};
    EXPECT_EQ(mesh.triangles, triangles);
}

TEST(Gltf, TrianglesThatJoinStripsAreLeftOut) {
    GltfMaker maker;
    maker.floats({0, 0, 0, 1, 0, 0, 0, 1, 0, 5, 0, 0, 6, 0, 0, 5, 1, 0});
    maker.indices<std::uint8_t>({0, 1, 2, 2, 3, 3, 4, 5}, uint8_code);
    const Mesh mesh =
        mesh_of_primitive(maker, R"({"attributes":{"POSITION":0},"indices":1,"mode":5})");
    const std::vector<TriangleIndices> triangles = {{0, 1, 2}, {3, 5, 4}};
    EXPECT_EQ(mesh.triangles, triangles);
}

TEST(Gltf, FansTurnAboutTheirFirstVertex) {
    GltfMaker maker;
    maker.floats({0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0});
    const Mesh mesh = mesh_of_primitive(maker, R"({"attributes":{"POSITION":0},"mode":6})");
    const std::vector<TriangleIndices> triangles = {{1, 2, 0}, {2, 3, 0}};
    EXPECT_EQ(mesh.triangles, triangles);
}

TEST(Gltf, PrimitivesJoinAndShareTheirVertices) {
    GltfMaker maker = tetrahedron_maker();
    maker.indices<std::uint8_t>({3, 1, 0}, uint8_code);
    maker.floats({7, 0, 0, 8, 0, 0, 7, 1, 0});
    const Mesh mesh = mesh_of_primitive(maker, R"({"attributes":{"POSITION":0},"indices":1},
        {"attributes":{"POSITION":3}},{"attributes":{"POSITION":0},"indices":2},
        {"attributes":{"POSITION":0},"mode":1},{"attributes":{"POSITION":0},"mode":0})");
    EXPECT_EQ(mesh.positions.size(), 7u);
    ASSERT_EQ(mesh.triangles.size(), 6u);
    EXPECT_EQ(mesh.triangles[4], (TriangleIndices{3, 1, 0}));
    EXPECT_EQ(mesh.triangles[5], (TriangleIndices{4, 5, 6}));
}

TEST(Gltf, VerticesThatNoTriangleNamesAreLeftOut) {
    for (const std::size_t unused : {1u, 100u}) { // few and many take different ways
        GltfMaker maker;
        std::vector<float> xyz(3 * unused, 9.0f);
        const auto used = tetrahedron_floats();
        xyz.insert(xyz.end(), used.begin(), used.end());
        maker.floats(xyz);
        std::vector<std::uint16_t> indices = tetrahedron_indices();
        for (std::uint16_t& index : indices) {
            index = static_cast<std::uint16_t>(index + unused);
        }
        maker.indices(indices, uint16_code);
        EXPECT_TRUE(same_bits(only_mesh(maker.glb(tetrahedron_mesh + one_node)), tetrahedron()));
    }
}

TEST(Gltf, InterleavedVerticesAreReadWithTheirStride) {
    GltfMaker maker;
    std::string bytes(4, 'x');
    for (std::size_t i = 0; i < 4; ++i) {
        const auto xyz = tetrahedron_floats();
        bytes += packed(std::vector<float>(xyz.begin() + static_cast<std::ptrdiff_t>(3 * i),
                                           xyz.begin() + static_cast<std::ptrdiff_t>(3 * i + 3)));
        bytes += i < 3 ? std::string(8, 'n') : "";
    }
    maker.accessor(maker.view(bytes, R"(,"byteStride":20)"), float_code, 4, "VEC3",
                   R"(,"byteOffset":4)");
    maker.indices(tetrahedron_indices(), uint16_code);
    EXPECT_TRUE(same_bits(only_mesh(maker.glb(tetrahedron_mesh + one_node)), tetrahedron()));
}

TEST(Gltf, QuantisedPositionsAreWholeNumbersOrFractions) {
    GltfMaker maker;
    const std::string bytes = packed<std::int16_t>({-32768, 32767, 0, 0, 1, -1, 0, 0, 2, 2, 2, 0});
    const std::size_t view = maker.view(bytes, R"(,"byteStride":8)");
    maker.accessor(view, int16_code, 3, "VEC3", R"(,"normalized":true)");
    maker.accessor(view, int16_code, 3, "VEC3");
    const std::size_t small = maker.view(packed<std::uint8_t>({255, 0, 51, 0, 1, 2, 3, 0, 4, 5, 6}),
                                         R"(,"byteStride":4)");
    maker.accessor(small, uint8_code, 3, "VEC3", R"(,"normalized":true)");
    const Mesh fractions = mesh_of_primitive(maker, R"({"attributes":{"POSITION":0}})");
    EXPECT_EQ(fractions.positions[0], (Vec3d{-1, 1, 0}));
    EXPECT_EQ(fractions.positions[1], (Vec3d{1.0 / 32767, -1.0 / 32767, 0}));
    const Mesh whole = mesh_of_primitive(maker, R"({"attributes":{"POSITION":1}})");
    EXPECT_EQ(whole.positions[0], (Vec3d{-32768, 32767, 0}));
    const Mesh bytes_mesh = mesh_of_primitive(maker, R"({"attributes":{"POSITION":2}})");
    EXPECT_EQ(bytes_mesh.positions[0], (Vec3d{1, 0, 0.2}));
}

TEST(Gltf, SparseAccessorsReplaceSomeElements) {
    GltfMaker maker = tetrahedron_maker();
    const std::size_t which = maker.view(packed<std::uint8_t>({1, 3}));
    const std::size_t values = maker.view(packed<float>({2, 0, 0, 0, 0, 5}));
    const std::string sparse =
        R"("sparse":{"count":2,"indices":{"bufferView":)" + std::to_string(which) +
        R"(,"componentType":5121},"values":{"bufferView":)" + std::to_string(values) + "}}}";
    maker.accessor(R"({"bufferView":0,"componentType":5126,"count":4,"type":"VEC3",)" + sparse);
    maker.accessor(R"({"componentType":5126,"count":4,"type":"VEC3",)" + sparse);
    const Mesh replaced = mesh_of_primitive(maker, R"({"attributes":{"POSITION":2},"indices":1})");
    const std::vector<Vec3d> expected = {{0, 0, 0}, {2, 0, 0}, {0, 1, 0}, {0, 0, 5}};
    EXPECT_EQ(replaced.positions, expected);
    const Mesh from_zeros =
        mesh_of_primitive(maker, R"({"attributes":{"POSITION":3},"indices":1})");
    const std::vector<Vec3d> mostly_zero = {{0, 0, 0}, {2, 0, 0}, {0, 0, 0}, {0, 0, 5}};
    EXPECT_EQ(from_zeros.positions, mostly_zero);
}

TEST(Gltf, NodesThatShareAMeshShareItsMemory) {
    const auto read = parse_gltf_file(tetrahedron_maker().glb(
        tetrahedron_mesh + R"(,"nodes":[{"mesh":0,"name":"left","translation":[-5,0,0]},
                               {"mesh":0,"name":"right","translation":[5,0,0]}])"));
    ASSERT_TRUE(read) << failure(read);
    ASSERT_EQ(read->bodies.size(), 2u);
    EXPECT_EQ(read->bodies[0].mesh, read->bodies[1].mesh);
    EXPECT_EQ(read->bodies[0].name, "left");
    EXPECT_EQ(placed(read->bodies[1])[1], (Vec3d{6, 0, 0}));
}

TEST(Gltf, MeshesThatDifferInMaterialAloneAreOne) {
    const std::string meshes =
        R"("meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1,"material":0}]},
           {"primitives":[{"attributes":{"POSITION":0},"indices":1,"material":1}]}],
           "nodes":[{"mesh":0},{"mesh":1}])";
    const auto read = parse_gltf_file(tetrahedron_maker().glb(meshes));
    ASSERT_TRUE(read) << failure(read);
    EXPECT_EQ(read->bodies[0].mesh, read->bodies[1].mesh);
}

TEST(Gltf, NestedTransformsApplyInnermostFirst) {
    // The child is scaled unevenly and mirrored, then moved; the parent turns z by a quarter (its
    // quaternion is rounded to float), the grandparent is a matrix that moves.
    const auto read = parse_gltf_file(
        tetrahedron_maker().glb(tetrahedron_mesh +
                                R"(,"nodes":[{"mesh":0,"scale":[2,3,-4],"translation":[1,0,0]},
           {"children":[0],"rotation":[0,0,0.70710677,0.70710677]},
           {"children":[1],"matrix":[1,0,0,0, 0,1,0,0, 0,0,1,0, 10,20,30,1]}],
           "scenes":[{"nodes":[2]}],"scene":0)"));
    ASSERT_TRUE(read) << failure(read);
    ASSERT_EQ(read->bodies.size(), 1u);
    EXPECT_EQ(read->bodies[0].pose.scale, 1);
    const std::vector<Vec3d> expected = {{10, 21, 30}, {10, 23, 30}, {7, 21, 30}, {10, 21, 26}};
    const std::vector<Vec3d> found = placed(read->bodies[0]);
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_LT(length(found[i] - expected[i]), 1e-14) << i;
    }
}

TEST(Gltf, AMatrixIsStoredByColumns) {
    const auto read = parse_gltf_file(tetrahedron_maker().glb(
        tetrahedron_mesh +
        R"(,"nodes":[{"mesh":0,"matrix":[1,2,3,0, 4,5,6,0, 7,8,10,0, 10,11,12,1]}])"));
    ASSERT_TRUE(read) << failure(read);
    const std::vector<Vec3d> expected = {{10, 11, 12}, {11, 13, 15}, {14, 16, 18}, {17, 19, 22}};
    EXPECT_EQ(placed(read->bodies[0]), expected);
}

TEST(Gltf, OnlyTheDefaultSceneIsRead) {
    const std::string nodes = R"(,"nodes":[{"mesh":0,"name":"a"},{"mesh":0,"name":"b"},
        {"children":[0]}],"scenes":[{"nodes":[2]},{"nodes":[1]}])";
    const auto first = parse_gltf_file(tetrahedron_maker().glb(tetrahedron_mesh + nodes));
    ASSERT_TRUE(first) << failure(first);
    ASSERT_EQ(first->bodies.size(), 1u);
    EXPECT_EQ(first->bodies[0].name, "a");
    const auto second =
        parse_gltf_file(tetrahedron_maker().glb(tetrahedron_mesh + nodes + R"(,"scene":1)"));
    ASSERT_TRUE(second) << failure(second);
    EXPECT_EQ(second->bodies[0].name, "b");
}

TEST(Gltf, NodesWithoutTrianglesGiveNoBody) {
    const auto read = parse_gltf_file(tetrahedron_maker().glb(
        R"("meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]},
           {"primitives":[{"attributes":{"POSITION":0},"mode":0}]}],
           "nodes":[{"mesh":1},{"mesh":0},{"camera":0},{}])"));
    ASSERT_TRUE(read) << failure(read);
    EXPECT_EQ(read->bodies.size(), 1u);
}

TEST(Gltf, InstancesOfANodeBecomeBodies) {
    GltfMaker maker = tetrahedron_maker();
    maker.floats({1, 0, 0, 0, 2, 0});
    maker.accessor(maker.view(packed<std::int8_t>({0, 0, 0, 127, 127, 0, 0, 0})), int8_code, 2,
                   "VEC4", R"(,"normalized":true)");
    maker.floats({1, 1, 1, 2, 2, 2});
    const auto read = parse_gltf_file(maker.glb(
        tetrahedron_mesh +
        R"(,"extensionsRequired":["EXT_mesh_gpu_instancing"],"nodes":[{"mesh":0,"name":"many",
           "translation":[0,0,7],"extensions":{"EXT_mesh_gpu_instancing":
           {"attributes":{"TRANSLATION":2,"ROTATION":3,"SCALE":4}}}}])"));
    ASSERT_TRUE(read) << failure(read);
    ASSERT_EQ(read->bodies.size(), 2u);
    EXPECT_EQ(read->bodies[0].mesh, read->bodies[1].mesh);
    EXPECT_EQ(placed(read->bodies[0])[1], (Vec3d{2, 0, 7}));
    EXPECT_EQ(placed(read->bodies[1])[1], (Vec3d{2, 2, 7}));
    EXPECT_EQ(placed(read->bodies[1])[2], (Vec3d{0, 0, 7})); // turned half about x
}

TEST(Gltf, ImagesMaterialsSkinsAndExtrasAreIgnored) {
    const auto read = parse_gltf_file(tetrahedron_maker().glb(
        tetrahedron_mesh +
        R"(,"nodes":[{"mesh":0,"skin":5,"weights":[1],"extras":{"a":[[[[1]]]]}}],
           "images":[{"uri":"no such image.png"}],"materials":[7],"skins":"odd",
           "extensionsRequired":["KHR_materials_unlit","KHR_texture_transform"])"));
    EXPECT_TRUE(read) << failure(read);
}

std::filesystem::path reference(const char* name) { return tests::test_file("io/data") / name; }

TEST(GltfReference, FilesOfAssimpHoldTheTwoSolidsItWasGiven) {
    for (const char* name : {"assimp_two.glb", "assimp_two.gltf"}) {
        const auto read = read_bodies(reference(name));
        ASSERT_TRUE(read) << failure(read);
        ASSERT_EQ(read->bodies.size(), 2u);
        EXPECT_EQ(read->bodies[0].name, "left");
        EXPECT_EQ(read->bodies[1].name, "right");
        EXPECT_EQ(diagnose(read->bodies[0].mesh->view())->reasons(), std::vector<std::string>{});
        const Mesh& right = *read->bodies[1].mesh;
        EXPECT_TRUE(diagnose(right.view())->solid());
        std::vector<Vec3d> points = right.positions;
        std::sort(points.begin(), points.end());
        const std::vector<Vec3d> expected = {
            {5.5, 0, 0}, {5.5, 0, 2}, {5.5, 0.3f, 0}, {6.25, 0, 0}};
        EXPECT_EQ(points, expected) << name;
    }
}

TEST(GltfReference, AFileOfAssimpPlacesThreeInstances) {
    const auto read = read_bodies(reference("assimp_instances.glb"));
    ASSERT_TRUE(read) << failure(read);
    ASSERT_EQ(read->bodies.size(), 3u);
    EXPECT_EQ(read->bodies[0].name, "turned");
    EXPECT_EQ(read->bodies[1].name, "mirrored");
    EXPECT_EQ(read->bodies[2].name, "plain");
    EXPECT_EQ(read->bodies[0].mesh, read->bodies[2].mesh);
    Box3 box; // of what the scene scales by 2, 3, 4, turns a quarter about z and moves
    for (const Vec3d& point : placed(read->bodies[0])) {
        box = extend(box, point);
    }
    EXPECT_LT(length(box.min - Vec3d{7, 20, 30}), 1e-6);
    EXPECT_LT(length(box.max - Vec3d{10, 22, 34}), 1e-6);
    for (const Vec3d& point : placed(read->bodies[1])) {
        EXPECT_LE(point.x, 10);
    }
}

class GltfWithFiles : public TemporaryFolder {};

TEST_F(GltfWithFiles, BuffersLieBesideTheFile) {
    const GltfMaker maker = tetrahedron_maker();
    std::filesystem::create_directory(file("sub folder"));
    const auto binary = file("sub folder/data 1%.bin", maker.buffer());
    const auto path = file(
        "scene.gltf", maker.json(tetrahedron_mesh + one_node, "./sub%20folder/data%201%25.bin"));
    const auto read = read_bodies(path);
    ASSERT_TRUE(read) << failure(read);
    EXPECT_TRUE(same_bits(*read->bodies[0].mesh, tetrahedron()));
    std::filesystem::remove(binary);
    EXPECT_THAT(failure(read_bodies(path)), HasSubstr("scene.gltf: buffer 0: './sub%20folder/"));
}

TEST_F(GltfWithFiles, BuffersThatNoMeshNeedsMayBeMissing) {
    const auto path =
        file("scene.gltf", tetrahedron_maker().with_data_uri(tetrahedron_mesh + one_node));
    std::string text = content(path);
    text.insert(text.find("}],\"bufferViews\"") + 1, R"(,{"byteLength":9,"uri":"not there.bin"})");
    EXPECT_TRUE(parse_bodies(bytes_of(text), path));
}

TEST_F(GltfWithFiles, BuffersElsewhereAreNotOpened) {
    const GltfMaker maker = tetrahedron_maker();
    const auto outside = file("data.bin", maker.buffer());
    std::filesystem::create_directory(file("inner"));
    for (const std::string& uri :
         {outside.string(), std::string("../data.bin"), std::string("a/../../data.bin"),
          "file://" + outside.string(), std::string("http://host/data.bin"),
          std::string("%2e%2e/data.bin"), std::string("data.bin%00"), std::string("%zz"),
          std::string("%")}) {
        const auto path = file("inner/scene.gltf",
                               maker.json(tetrahedron_mesh + one_node, uri.empty() ? "%" : uri));
        EXPECT_THAT(failure(read_bodies(path)), HasSubstr("is not the path of a file beside"))
            << uri;
    }
}

TEST_F(GltfWithFiles, ABufferFileMustHaveTheDeclaredSize) {
    const GltfMaker maker = tetrahedron_maker();
    const std::string json = maker.json(tetrahedron_mesh + one_node, "data.bin");
    const auto path = file("scene.gltf", json);
    EXPECT_TRUE(file("data.bin", maker.buffer() + std::string(100, 'p')).has_filename());
    EXPECT_TRUE(read_bodies(path));
    for (const std::string& other :
         {maker.buffer().substr(1), maker.buffer() + std::string(100000, 'p'), std::string()}) {
        EXPECT_TRUE(file("data.bin", other).has_filename());
        EXPECT_THAT(failure(read_bodies(path)), HasSubstr("are declared"));
    }
    std::filesystem::remove(file("data.bin"));
    std::filesystem::create_directory(file("data.bin"));
    EXPECT_THAT(failure(read_bodies(path)), HasSubstr("buffer 0: 'data.bin'"));
}

} // namespace
} // namespace impinge::io_test
