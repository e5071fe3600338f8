// SPDX-License-Identifier: Apache-2.0
//
// Small files that announce enormous contents are refused before memory is taken for them.
#include "impinge/files.hpp"
#include "impinge/scene_file.hpp"
#include "io/case_file.hpp"
#include "tests/fuzz/containers.hpp"
#include "tests/support/heap_watch.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <new>
#include <vector>

namespace impinge::tests {
namespace {

TEST(HeapWatch, SeesMallocNewAndRealloc) {
    const HeapWatch watch;
    EXPECT_LT(watch.peak_bytes(), 10'000U);
    const std::vector<char> vector(1'000'000, 'x');
    EXPECT_GE(watch.peak_bytes(), 1'000'000U);
    void* block = std::malloc(2'000'000); // NOLINT(cppcoreguidelines-no-malloc)
    EXPECT_NE(block, nullptr);
    void* larger = std::realloc(block, 4'000'000); // NOLINT(cppcoreguidelines-no-malloc)
    EXPECT_NE(larger, nullptr);
    std::free(larger == nullptr ? block : larger); // NOLINT(cppcoreguidelines-no-malloc)
    EXPECT_GE(watch.peak_bytes(), 5'000'000U);
    EXPECT_LT(watch.peak_bytes(), 9'000'000U);
}

TEST(HeapWatch, ForgetsWhatWasGivenBackBeforeIt) {
    std::make_unique<std::vector<char>>(1'000'000).reset();
    const HeapWatch watch;
    EXPECT_LT(watch.peak_bytes(), 10'000U);
}

struct Lie {
    std::string kind;
    std::string name;
    std::string bytes;
    std::size_t allowed_bytes = std::size_t{1} << 19;
};

void PrintTo(const Lie& lie, std::ostream* out) { *out << lie.kind; }

std::string gltf(const std::string& accessor, const std::string& more) {
    return R"({"asset":{"version":"2.0"},"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],)"
           R"("meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"accessors":[{)" +
           accessor + R"("componentType":5126,"count":4000000000,"type":"VEC3"}])" + more + "}";
}

/// Each object is two of the one before: 2^40 bodies in 4 kilobytes.
std::string components_of_components() {
    std::string objects =
        R"(<object id="1"><mesh><vertices><vertex x="0" y="0" z="0"/>)"
        R"(<vertex x="1" y="0" z="0"/><vertex x="0" y="1" z="0"/></vertices>)"
        R"(<triangles><triangle v1="0" v2="1" v3="2"/></triangles></mesh></object>)";
    for (int i = 2; i <= 41; ++i) {
        const std::string part = "<component objectid=\"" + std::to_string(i - 1) + "\"/>";
        objects += "<object id=\"" + std::to_string(i) + "\"><components>" + part + part +
                   "</components></object>";
    }
    return fuzz::threemf_file(
        R"(<model xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02"><resources>)" +
        objects + R"(</resources><build><item objectid="41"/></build></model>)");
}

std::string entities_of_entities() {
    std::string declarations = R"(<!ENTITY e0 "0123456789">)";
    for (int i = 1; i < 20; ++i) {
        const std::string inner = "&e" + std::to_string(i - 1) + ";";
        declarations += "<!ENTITY e" + std::to_string(i) + " \"" + inner + inner + inner + inner +
                        inner + inner + inner + inner + "\">";
    }
    return fuzz::threemf_file("<!DOCTYPE model [" + declarations + "]><model>&e19;</model>");
}

std::vector<Lie> lies() {
    const std::string large_buffer = R"(,"buffers":[{"byteLength":48000000000}],)"
                                     R"("bufferViews":[{"buffer":0,"byteLength":48000000000}])";
    return {
        {"FourBillionTrianglesIn84Bytes", "a.stl", std::string(80, ' ') + "\xFF\xFF\xFF\xFF"},
        {"VerticesOfPly", "a.ply",
         "ply\nformat binary_little_endian 1.0\nelement vertex 4000000000\nproperty float x\n"
         "property float y\nproperty float z\nelement face 4000000000\n"
         "property list uchar int vertex_indices\nend_header\n"},
        {"RowsOfPlyWithoutProperties", "a.ply",
         "ply\nformat ascii 1.0\nelement nothing 999999999999999999\nelement vertex 4000000000\n"
         "property float x\nproperty float y\nproperty float z\nelement face 4000000000\n"
         "property list uchar int vertex_indices\nend_header\n0 0 0\n"},
        {"CornersOfPly", "a.ply",
         "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\n"
         "property float z\nelement face 1\nproperty list uint uint vertex_indices\nend_header\n"
         "0 0 0\n1 0 0\n0 1 0\n4000000000 0 1 2\n"},
        {"VerticesOfOff", "a.off", "OFF\n4000000000 4000000000 0\n0 0 0\n"},
        {"CornersOfOff", "a.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n4000000000 0 1 2\n"},
        {"AccessorWithoutBuffer", "a.gltf", gltf("", "")},
        {"BufferOfGlb", "a.glb", fuzz::glb_file(gltf(R"("bufferView":0,)", large_buffer), "abcd")},
        {"LengthOfGlb", "a.glb",
         std::string("glTF\x02\0\0\0\xFF\xFF\xFF\xFF\xF0\xFF\xFF\xFFJSON", 20)},
        {"ComponentsOfComponents", "a.3mf", components_of_components(),
         std::size_t{8} << 20} /* some thousand bodies are always allowed */,
        {"EntitiesOfEntities", "a.3mf", entities_of_entities()},
        {"DeepNesting", "a.gltf", std::string(100'000, '[')},
        {"DeepObjects", "a.3mf", fuzz::threemf_file([] {
             std::string deep;
             for (int i = 0; i < 20'000; ++i) {
                 deep += "<a>";
             }
             return deep;
         }())},
    };
}

class LyingFile : public testing::TestWithParam<Lie> {};

TEST_P(LyingFile, IsRefusedWithAlmostNoMemory) {
    const Lie& lie = GetParam();
    const HeapWatch watch;
    const auto result = parse_bodies({lie.bytes.data(), lie.bytes.size()}, lie.name);
    EXPECT_LE(watch.peak_bytes(), lie.allowed_bytes + 16 * lie.bytes.size());
    ASSERT_FALSE(result);
    EXPECT_TRUE(result.error().message.starts_with(lie.name + ": ")) << result.error().message;
}

INSTANTIATE_TEST_SUITE_P(Every, LyingFile, testing::ValuesIn(lies()),
                         [](const auto& row) { return row.param.kind; });

TEST(LyingCase, IsRefusedWithAlmostNoMemory) {
    const std::string bytes =
        R"({"format":"impinge-case","format_version":1,"impinge_version":"0.1.0",)"
        R"("detail":"pairs","touching_counts":false,"bodies":[{"name":"a","mesh":0}],)"
        R"("meshes":[{"vertices":4000000000,"triangles":4000000000}],"wish_runs":4000000000})"
        "\n";
    const HeapWatch watch;
    EXPECT_FALSE(parse_case({bytes.data(), bytes.size()}, "a.case"));
    EXPECT_LE(watch.peak_bytes(), std::size_t{1} << 19);
}

TEST(LyingScene, IsRefusedWithAlmostNoMemory) {
    const std::string bytes(100'000, '[');
    const HeapWatch watch;
    EXPECT_FALSE(parse_scene(bytes, "a.json"));
    EXPECT_LE(watch.peak_bytes(), (std::size_t{1} << 19) + 16 * bytes.size());
}

} // namespace
} // namespace impinge::tests
