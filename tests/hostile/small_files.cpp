// SPDX-License-Identifier: Apache-2.0
#include "tests/hostile/small_files.hpp"

#include "io/scene/motions.hpp"
#include "io/scene/poses.hpp"
#include "tests/fuzz/containers.hpp"
#include "tests/fuzz/reader_promises.hpp"
#include "tests/fuzz/require.hpp"

#include <bit>
#include <cmath>
#include <string_view>

namespace impinge::tests {
namespace {

/// Numbers one after the other, least significant byte first.
template <typename T> std::string little(const std::vector<T>& values) {
    static_assert(std::endian::native == std::endian::little);
    std::string out;
    for (const T& value : values) {
        out.append(reinterpret_cast<const char*>(&value), sizeof value);
    }
    return out;
}

template <typename T> std::string big(const std::vector<T>& values) {
    std::string out;
    for (const T& value : values) {
        const std::string reversed = little(std::vector<T>{value});
        out.append(reversed.rbegin(), reversed.rend());
    }
    return out;
}

const std::vector<float> floats = {0, 0, 0, 1, 0, 0, 0, 1, 0};

std::string stl_binary() {
    return std::string(80, 'h') + little<std::uint32_t>({1}) + little<float>({0, 0, 1}) +
           little(floats) + std::string(2, '\0');
}

std::string ply(const std::string& encoding, const std::string& rows) {
    return "ply\nformat " + encoding +
           " 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
           "element face 1\nproperty list uchar int vertex_indices\nend_header\n" +
           rows;
}

std::string gltf_json(const std::string& buffer) {
    return R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],)"
           R"("nodes":[{"mesh":0,"name":"n","translation":[1,2,3]}],)"
           R"("meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}],)"
           R"("buffers":[{)" +
           buffer +
           R"("byteLength":42}],"bufferViews":[{"buffer":0,"byteLength":36},)"
           R"({"buffer":0,"byteOffset":36,"byteLength":6}],"accessors":[)"
           R"({"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"},)"
           R"({"bufferView":1,"componentType":5123,"count":3,"type":"SCALAR"}]})";
}

/// 36 bytes of `floats` and the indices 0, 1, 2 in 16 bits each.
constexpr std::string_view buffer_in_base64 =
    "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAABAAIA";

std::string model() {
    return R"(<model unit="inch" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02">)"
           R"(<resources><object id="1"><mesh><vertices><vertex x="0" y="0" z="0"/>)"
           R"(<vertex x="1" y="0" z="0"/><vertex x="0" y="1" z="0"/></vertices><triangles>)"
           R"(<triangle v1="0" v2="1" v3="2"/></triangles></mesh></object></resources>)"
           R"(<build><item objectid="1" transform="1 0 0 0 1 0 0 0 1 5 6 7"/></build></model>)";
}

std::string scene() {
    return R"({"format":"impinge-scene","format_version":1,"unit":"mm","bodies":[)"
           R"({"name":"a","file":"a.stl","group":"g","pose":{"translation":[1,2,3]}},)"
           R"({"name":"b","sample":"jaws","triangles":900,"seed":3}],)"
           R"("pairs":[{"between":["a","b"],"check":false}],)"
           R"("clearances":[{"between":["group:g","*"],"distance":0.5}],)"
           R"("tolerances":[{"between":["a","b"],"depth":0.1}]})";
}

std::string poses() {
    return R"({"format":"impinge-poses","format_version":1,"unit":"mm","frames":[)"
           R"({"name":"open","b":{"rotation":{"axis":[1,0,0],"degrees":8},"translation":[0,0,-2]}},)"
           R"({"a":{"matrix":[[1,0,0,5],[0,1,0,6],[0,0,1,7]]},)"
           R"("b":{"rotation":{"quaternion":[0,0,1,1]},"scale":2}},{}]})";
}

std::string motions() {
    return R"({"format":"impinge-motions","format_version":1,"unit":"in","frames":[{},)"
           R"({"moved":[{"body":"door","pose":{"rotation":{"axis":[0,0,1],"degrees":30}}},)"
           R"({"body":"drawer","pose":{"translation":[0,-120,0]}}]},)"
           R"({"moved":[{"body":"door","pose":{"rotation":{"matrix":[[0,1,0],[1,0,0],[0,0,1]]}}}]}]})";
}

void check_pose(const Rigid& pose) {
    for (const Vec3d& part : {pose.row_x, pose.row_y, pose.row_z, pose.translation}) {
        fuzz::require(is_finite(part), "a pose that was read is finite");
    }
    fuzz::require(std::isfinite(pose.scale) && pose.scale > 0, "a scale is greater than 0");
}

void check_poses(fuzz::Input input) {
    const auto read = parse_pose_sequence(std::string(input.begin(), input.end()), "a.json");
    if (!read) {
        return fuzz::check_message(read.error(), "a.json");
    }
    fuzz::require(!read->frames.empty(), "there is a frame");
    for (const PoseFrame& frame : read->frames) {
        check_pose(frame.a);
        check_pose(frame.b);
    }
}

void check_motions(fuzz::Input input) {
    const auto read = parse_motions(std::string(input.begin(), input.end()), "a.json");
    if (!read) {
        return fuzz::check_message(read.error(), "a.json");
    }
    fuzz::require(!read->frames.empty(), "there is a frame");
    for (const MotionFrame& frame : read->frames) {
        for (const MovedBody& moved : frame.moved) {
            fuzz::require(!moved.body.empty(), "a body has a name");
            check_pose(moved.pose);
        }
    }
}

std::string recorded_case() {
    return R"({"format":"impinge-case","format_version":1,"impinge_version":"0.1.0",)"
           R"("detail":"pairs","touching_counts":false,"meshes":[{"vertices":3,"triangles":1}],)"
           R"("bodies":[{"name":"a","mesh":0},{"name":"b","mesh":0}],"wish_runs":1})"
           "\n" +
           little<double>({0, 0, 0, 1, 0, 0, 0, 1, 0}) + little<std::uint32_t>({0, 1, 2}) +
           little<double>({1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}) +
           little<double>({1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 5, 1}) + little<std::uint64_t>({1}) +
           little<double>({0.5});
}

} // namespace

std::vector<SmallFile> small_files() {
    const std::string indices = little<std::uint16_t>({0, 1, 2});
    const std::string uri =
        R"("uri":"data:application/octet-stream;base64,)" + std::string(buffer_in_base64) + "\",";
    const std::string text_rows = "0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n";
    const std::string facet = "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1.5 0 0\n"
                              "vertex 0 1e-3 0\nendloop\nendfacet\n";
    using fuzz::Packing;
    return {
        {"BinaryStl", "a.stl", fuzz::fuzz_stl, Notation::Binary, stl_binary()},
        {"AsciiStl", "a.stl", fuzz::fuzz_stl, Notation::Text, "solid s\n" + facet + "endsolid s\n"},
        {"Obj", "a.obj", fuzz::fuzz_obj, Notation::Text,
         "o one\nv 0 0 0\nv 1.5 0 0\nv 0 1e-3 0\nvn 0 0 1\nf 1//1 2//1 3//1\nf -3 -2 -1\n"},
        {"AsciiPly", "a.ply", fuzz::fuzz_ply, Notation::Text, ply("ascii", text_rows)},
        {"LittleEndianPly", "a.ply", fuzz::fuzz_ply, Notation::Binary,
         ply("binary_little_endian", little(floats) + '\x03' + little<std::uint32_t>({0, 1, 2}))},
        {"BigEndianPly", "a.ply", fuzz::fuzz_ply, Notation::Binary,
         ply("binary_big_endian", big(floats) + '\x03' + big<std::uint32_t>({0, 1, 2}))},
        {"Off", "a.off", fuzz::fuzz_off, Notation::Text, "OFF\n3 1 3\n" + text_rows},
        {"Gltf", "a.gltf", fuzz::fuzz_gltf, Notation::Text, gltf_json(uri)},
        {"Glb", "a.glb", fuzz::fuzz_gltf, Notation::Binary,
         fuzz::glb_file(gltf_json(""), little(floats) + indices)},
        {"ThreeMfStored", "a.3mf", fuzz::fuzz_3mf, Notation::Binary,
         fuzz::threemf_file(model(), Packing::Stored)},
        {"ThreeMfDeflated", "a.3mf", fuzz::fuzz_3mf, Notation::Binary,
         fuzz::threemf_file(model(), Packing::Deflated)},
        {"Scene", "a.json", fuzz::fuzz_scene, Notation::Text, scene()},
        {"Poses", "a.json", check_poses, Notation::Text, poses()},
        {"Motions", "a.json", check_motions, Notation::Text, motions()},
        {"Case", "a.case", fuzz::fuzz_case, Notation::Binary, recorded_case()},
    };
}

} // namespace impinge::tests
