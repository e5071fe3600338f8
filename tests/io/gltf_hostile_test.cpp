// SPDX-License-Identifier: Apache-2.0
//
// glTF files that are wrong, that lie about their sizes, or that mean to be far larger than they
// are.
#include "gltf_files.hpp"

#include <gmock/gmock.h>

namespace impinge::io_test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

const std::string one_node = R"(,"nodes":[{"mesh":0}])";

std::string replaced(std::string text, const std::string& what, const std::string& by) {
    const std::size_t at = text.find(what);
    EXPECT_NE(at, std::string::npos) << what;
    return text.replace(at, what.size(), by);
}

/// The tetrahedron as glTF with its data within.
std::string tetrahedron_text() {
    return tetrahedron_maker().with_data_uri(tetrahedron_mesh + one_node);
}

TEST(GltfHostile, TruncatedAnywhereItIsRefused) {
    for (const std::string& file :
         {tetrahedron_maker().glb(tetrahedron_mesh + one_node), tetrahedron_text()}) {
        ASSERT_TRUE(parse_gltf_file(file));
        for (std::size_t size = 0; size < file.size(); ++size) {
            const auto read = parse_gltf_file(file.substr(0, size));
            ASSERT_FALSE(read) << size;
            ASSERT_TRUE(read.error().message.starts_with("part.gltf: ")) << read.error().message;
        }
    }
}

TEST(GltfHostile, ChunksThatLieAboutTheirLengthAreRefused) {
    const std::string good = tetrahedron_maker().glb(tetrahedron_mesh + one_node);
    const std::size_t binary = good.find(std::string("BIN\0", 4)) - 4;
    const auto with = [&](std::size_t at, std::uint32_t value) {
        return failure(parse_gltf_file(std::string(good).replace(at, 4, little(value))));
    };
    EXPECT_THAT(with(4, 1), HasSubstr("byte 4: is GLB of version 1"));
    EXPECT_THAT(with(8, static_cast<std::uint32_t>(good.size() + 1)), HasSubstr("byte 8: "));
    EXPECT_THAT(with(12, 0xFFFFFFFF), HasSubstr("byte 12: a chunk announces 4294967295 bytes"));
    EXPECT_THAT(with(16, 0x12345678), HasSubstr("byte 12: the first chunk is not JSON"));
    for (const std::uint32_t beyond : {1u, 4u, 8u}) { // the header of the chunk is no slack
        const auto length = static_cast<std::uint32_t>(good.size() - binary - 8 + beyond);
        EXPECT_THAT(with(binary, length), HasSubstr("more than the file has"));
    }
    EXPECT_THAT(with(binary, 4), HasSubstr("buffer 0: declares 72 bytes, but there are only 4"));
    EXPECT_THAT(with(binary + 4, 0x12345678), HasSubstr("buffer 0: has no data"));
}

TEST(GltfHostile, BrokenJsonIsRefusedWithItsPlace) {
    EXPECT_EQ(failure(parse_gltf_file(R"({"asset":{"version":"2.0"},})")),
              "part.gltf: line 1, column 28: is not JSON: unexpected '}'; expected string literal");
    EXPECT_THAT(failure(parse_gltf_file(fuzz::glb_file("{,}", ""))),
                HasSubstr("line 1, column 2: is not JSON"));
    EXPECT_THAT(failure(parse_gltf_file(R"({"asset":{"version":"2.0"},"scene":1e999})")),
                HasSubstr("a number is too large"));
    EXPECT_THAT(failure(parse_gltf_file("{}")), HasSubstr("states no glTF version"));
    EXPECT_THAT(failure(parse_gltf_file(R"({"asset":{"version":"1.0"}})")),
                HasSubstr("is glTF of version '1.0'"));
    EXPECT_THAT(failure(parse_gltf_file(R"({"asset":{"version":"2.9","minVersion":"2.5"}})")),
                HasSubstr("is glTF of version '2.5'"));
    EXPECT_THAT(failure(parse_gltf_file(R"({"asset":{"version":"2.0"}})")),
                HasSubstr("part.gltf: holds no triangles"));
}

TEST(GltfHostile, DeepNestingIsRefused) {
    for (const char* key : {"extras", "nodes"}) {
        const std::string text = R"({"asset":{"version":"2.0"},")" + std::string(key) +
                                 "\":" + std::string(100000, '[') + std::string(100000, ']') + "}";
        EXPECT_THAT(failure(parse_gltf_file(text)), HasSubstr("nested deeper than 128 levels"));
    }
}

TEST(GltfHostile, WrongPropertiesAreRefusedAndNamed) {
    const std::vector<std::array<std::string, 3>> cases = {
        {R"("mesh":0)", R"("mesh":"0")", "node 0: 'mesh' is not a whole number"},
        {R"("mesh":0)", R"("mesh":-1)", "node 0: 'mesh' is not a whole number"},
        {R"("mesh":0)", R"("mesh":0.5)", "node 0: 'mesh' is not a whole number"},
        {R"("mesh":0)", R"("mesh":4294967296)", "mesh 4294967296: is referred to but does not"},
        {R"({"mesh":0})", "0", "node 0: is not an object"},
        {R"([{"mesh":0}])", "{}", "'nodes' is not a list"},
        {R"("mesh":0)", R"("mesh":0,"name":3)", "node 0: 'name' is not a text"},
        {R"("mesh":0)", R"("mesh":0,"scale":[1,2])", "node 0: 'scale' does not hold 3 numbers"},
        {R"("mesh":0)", R"("mesh":0,"scale":[1,2,null])", "node 0: 'scale' does not hold 3"},
        {R"("mesh":0)", R"("mesh":0,"matrix":[1],"scale":[1])", "'matrix' does not hold 16"},
        {R"("mesh":0)", R"("mesh":0,"rotation":[0,0,0,0])", "node 0: its rotation is not a unit"},
        {R"("mesh":0)", R"("mesh":0,"children":["a"])", "node 0: 'children' holds something"},
        {R"("mesh":0)", R"("mesh":0,"children":[1])", "node 0: its child 1 does not exist"},
        {R"("indices":1)", R"("indices":1,"mode":7)",
         "mesh 0, primitive 0: has the unknown mode 7"},
        {R"("indices":1)", R"("indices":0)", "accessor 0: is of type 'VEC3' where SCALAR"},
        {R"("POSITION":0)", R"("POSITION":1)", "accessor 1: is of type 'SCALAR' where VEC3"},
        {R"("POSITION":0)", R"("POSITION":2)", "accessor 2: is referred to but does not exist"},
        {R"("count":4)", R"("count":0)", "accessor 0: is empty"},
        {R"("count":4)", R"("count":3)", "accessor 1: names vertex 3 of 3"},
        {R"("count":12)", R"("count":11)", "accessor 1: has 11 elements, which make no whole"},
        {R"("componentType":5126)", R"("componentType":5124)", "unknown component type 5124"},
        {R"("componentType":5126)", R"("componentType":5125)", "vectors of 32-bit integers"},
        {R"("componentType":5123)", R"("componentType":5122)", "indices that are no unsigned"},
        {"base64,", "base64,*", "buffer 0: its data URI is not valid base64"},
        {";base64,", ",", "buffer 0: its data URI is not valid base64"},
        {R"({"buffer":0)", R"({"buffer":1)", "buffer 1: is referred to but does not exist"}};
    for (const auto& [what, by, reason] : cases) {
        EXPECT_THAT(failure(parse_gltf_file(replaced(tetrahedron_text(), what, by))),
                    AllOf(StartsWith("part.gltf: "), HasSubstr(reason)));
    }
}

TEST(GltfHostile, WhatReachesBeyondItsContainerIsRefused) {
    const std::string most = "18446744073709551615";
    const std::vector<std::array<std::string, 3>> cases = {
        {R"("count":4)", R"("count":5)", "accessor 0: reaches beyond its buffer view"},
        {R"("count":4)", R"("count":4294967295)", "accessor 0: reaches beyond its buffer view"},
        {R"("count":4)", R"("count":)" + most, "accessor 0: reaches beyond its buffer view"},
        {R"("count":4)", R"("count":4,"byteOffset":1)", "accessor 0: reaches beyond its buffer"},
        {R"("count":4)", R"("count":4,"byteOffset":)" + most, "accessor 0: reaches beyond its"},
        {R"("byteOffset":0)", R"("byteOffset":30)", "buffer view 0: reaches beyond its buffer"},
        {R"("byteOffset":0)", R"("byteOffset":)" + most,
         "buffer view 0: reaches beyond its buffer"},
        {R"("byteLength":48)", R"("byteLength":)" + most, "buffer view 0: reaches beyond its"},
        {R"("byteLength":48)", R"("byteLength":48,"byteStride":4)", "buffer view 0: its elements"},
        {R"("byteLength":72)", R"("byteLength":73)", "buffer 0: declares 73 bytes, but there are"},
        {R"("byteLength":72)", R"("byteLength":)" + most, "buffer 0: declares " + most}};
    for (const auto& [what, by, reason] : cases) {
        EXPECT_THAT(failure(parse_gltf_file(replaced(tetrahedron_text(), what, by))),
                    AllOf(StartsWith("part.gltf: "), HasSubstr(reason)));
    }
}

TEST(GltfHostile, SparsePartsAreCheckedToo) {
    const auto with_sparse = [](const std::string& sparse) {
        GltfMaker maker;
        maker.accessor(maker.view(packed(tetrahedron_floats())), float_code, 4, "VEC3",
                       R"(,"sparse":)" + sparse);
        maker.indices(tetrahedron_indices(), uint16_code);
        maker.view(packed<std::uint16_t>({3, 1, 4}));
        return failure(parse_gltf_file(maker.glb(tetrahedron_mesh + one_node)));
    };
    const std::string values = R"("values":{"bufferView":0}})";
    EXPECT_THAT(with_sparse(R"({"count":1,)" + values), HasSubstr("lacks indices or values"));
    const auto indices = [&](const std::string& count, const std::string& offset) {
        return with_sparse(R"({"count":)" + count +
                           R"(,"indices":{"bufferView":2,"componentType":5123,"byteOffset":)" +
                           offset + "}," + values);
    };
    EXPECT_THAT(indices("1", "0"), HasSubstr("read 1 bodies"));
    EXPECT_THAT(indices("2", "0"), HasSubstr("accessor 0: its sparse indices do not ascend"));
    EXPECT_THAT(indices("1", "4"), HasSubstr("or reach beyond its end"));
    EXPECT_THAT(indices("2", "4"), HasSubstr("accessor 0: reaches beyond its buffer view"));
    EXPECT_THAT(indices("5", "0"), HasSubstr("accessor 0: replaces 5 of 4 elements"));
    EXPECT_THAT(indices("0", "0"), HasSubstr("accessor 0: replaces 0 of 4 elements"));
}

TEST(GltfHostile, CoordinatesMustBeFinite) {
    GltfMaker maker;
    maker.floats({0, 0, 0, 1, std::numeric_limits<float>::infinity(), 0, 0, 1, 0, 0, 0, 1});
    maker.indices(tetrahedron_indices(), uint16_code);
    const auto read = parse_gltf_file(maker.glb(tetrahedron_mesh + one_node));
    EXPECT_EQ(failure(read), "part.gltf: accessor 0: element 1 is not finite");
    EXPECT_EQ(read.error().code, ErrorCode::NonFinite);
}

TEST(GltfHostile, NodesMustFormTrees) {
    const auto nodes = [](const std::string& rest) {
        return failure(
            parse_gltf_file(tetrahedron_maker().glb(tetrahedron_mesh + R"(,"nodes":)" + rest)));
    };
    EXPECT_THAT(nodes(R"([{"mesh":0},{"children":[2]},{"children":[1]}])"),
                HasSubstr("node 1: has more than 1000 nodes above it, or stands above itself"));
    EXPECT_THAT(nodes(R"([{"mesh":0,"children":[0]}])"), HasSubstr("or stands above itself"));
    EXPECT_THAT(nodes(R"([{"mesh":0},{"children":[0]},{"children":[0]}])"),
                HasSubstr("node 0: has two parents"));
    EXPECT_THAT(nodes(R"([{"mesh":0},{"children":[0,0]}])"), HasSubstr("node 0: has two parents"));
    EXPECT_THAT(nodes(R"([{"mesh":0},{"children":[0]}],"scenes":[{"nodes":[0]}])"),
                HasSubstr("node 0: is the root of a scene, but stands below"));
    EXPECT_THAT(nodes(R"([{"mesh":0}],"scenes":[{"nodes":[0,0]}])"), HasSubstr("or there twice"));
    EXPECT_THAT(nodes(R"([{"mesh":0}],"scenes":[{"nodes":[7]}])"),
                HasSubstr("node 7: is referred"));
    EXPECT_THAT(nodes(R"([{"mesh":0}],"scene":3)"), HasSubstr("scene 3: is referred to"));
}

TEST(GltfHostile, TreesMayBeDeepButNotEndless) {
    const auto chain = [](std::size_t length) {
        std::string nodes = R"({"mesh":0})";
        for (std::size_t i = 1; i < length; ++i) {
            nodes += R"(,{"translation":[1,0,0],"children":[)" + std::to_string(i - 1) + "]}";
        }
        return parse_gltf_file(
            tetrahedron_maker().glb(tetrahedron_mesh + R"(,"nodes":[)" + nodes + "]"));
    };
    const auto deep = chain(1000);
    ASSERT_TRUE(deep) << failure(deep);
    EXPECT_EQ(deep->bodies[0].pose.translation, (Vec3d{999, 0, 0}));
    EXPECT_THAT(failure(chain(1001)), HasSubstr("has more than 1000 nodes above it"));
}

TEST(GltfHostile, TransformsMustBeAffineAndFinite) {
    const auto node = [](const std::string& properties) {
        return failure(parse_gltf_file(tetrahedron_maker().glb(
            tetrahedron_mesh + R"(,"nodes":[{"mesh":0},{"mesh":0,)" + properties + "}]")));
    };
    EXPECT_THAT(node(R"("matrix":[1,0,0,0.1,0,1,0,0,0,0,1,0,0,0,0,1])"),
                HasSubstr("node 1: the last row of its matrix is not 0 0 0 1"));
    EXPECT_THAT(node(R"("matrix":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1],"scale":[1,1,1])"),
                HasSubstr("node 1: has both a matrix and"));
    EXPECT_THAT(node(R"("scale":[1e200,1,1]},{"children":[1],"scale":[1e200,1,1])"),
                HasSubstr("node 1: its transform is not finite"));
}

TEST(GltfHostile, ExtensionsThatChangeShapesAreRefusedByName) {
    for (const std::string name :
         {"KHR_draco_mesh_compression", "EXT_meshopt_compression", "ANY_thing"}) {
        EXPECT_EQ(failure(parse_gltf_file(tetrahedron_maker().glb(
                      tetrahedron_mesh + one_node + R"(,"extensionsRequired":[")" + name + "\"]"))),
                  "part.gltf: needs the glTF extension '" + name + "', which is not supported");
    }
    const std::string compressed =
        replaced(tetrahedron_text(), R"("indices":1)",
                 R"("indices":1,"extensions":{"KHR_draco_mesh_compression":{"bufferView":0}})");
    EXPECT_TRUE(parse_gltf_file(compressed)); // the plain copy is there
    EXPECT_THAT(
        failure(parse_gltf_file(replaced(compressed, R"("bufferView":0,"componentType":5126)",
                                         R"("componentType":5126)"))),
        HasSubstr("mesh 0, primitive 0: is compressed with KHR_draco_mesh_compression"));
}

/// Meshes that each name one of many index accessors over the same long run of indices.
TEST(GltfHostile, TheSameDataCannotBeNamedEndlessly) {
    GltfMaker maker;
    maker.floats(tetrahedron_floats());
    const std::size_t view = maker.view(std::string(30000, '\1'));
    std::string meshes;
    std::string nodes;
    for (int i = 0; i < 400; ++i) {
        const std::size_t accessor = maker.accessor(view, uint8_code, 30000, "SCALAR");
        meshes += std::string(i == 0 ? "" : ",") +
                  R"({"primitives":[{"attributes":{"POSITION":0},"indices":)" +
                  std::to_string(accessor) + "}]}";
        nodes += std::string(i == 0 ? "" : ",") + R"({"mesh":)" + std::to_string(i) + "}";
    }
    const auto read =
        parse_gltf_file(maker.glb(R"("meshes":[)" + meshes + R"(],"nodes":[)" + nodes + "]"));
    EXPECT_THAT(failure(read), HasSubstr("more than 64 corners per byte"));
}

TEST(GltfHostile, ALongNameCannotBeCopiedEndlessly) {
    std::string nodes = R"({"mesh":0})";
    for (int i = 0; i < 1000; ++i) {
        nodes += R"(,{"mesh":0})";
    }
    const std::string meshes = replaced(tetrahedron_mesh, "tetra", std::string(10000, 'n'));
    EXPECT_THAT(
        failure(parse_gltf_file(tetrahedron_maker().glb(meshes + R"(,"nodes":[)" + nodes + "]"))),
        HasSubstr("the names of its bodies take more than 64 times"));
}

TEST(GltfHostile, InstancesCannotMultiplyEndlessly) {
    GltfMaker maker = tetrahedron_maker();
    maker.floats(std::vector<float>(3 * 500, 0.0f));
    std::string nodes;
    for (int i = 0; i < 60; ++i) {
        nodes += std::string(i == 0 ? "" : ",") +
                 R"({"mesh":0,"extensions":{"EXT_mesh_gpu_instancing":)"
                 R"({"attributes":{"TRANSLATION":2}}}})";
    }
    EXPECT_THAT(
        failure(parse_gltf_file(maker.glb(tetrahedron_mesh + R"(,"nodes":[)" + nodes + "]"))),
        HasSubstr("places more bodies than one for every 4 bytes"));
}

} // namespace
} // namespace impinge::io_test
