// SPDX-License-Identifier: Apache-2.0
//
// Scene files: what is understood is written and understood again as the same, to the bit.
#include "impinge/scene_file.hpp"
#include "tests/fuzz/reader_promises.hpp"
#include "tests/fuzz/require.hpp"
#include "tests/fuzz/targets.hpp"

#include <algorithm>
#include <bit>

namespace impinge::fuzz {
namespace {

constexpr const char* scene_name = "fuzz.json";

bool same_bits(double a, double b) {
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

bool same_bits(Vec3d a, Vec3d b) {
    return same_bits(a.x, b.x) && same_bits(a.y, b.y) && same_bits(a.z, b.z);
}

bool same(const Rigid& a, const Rigid& b) {
    return same_bits(a.row_x, b.row_x) && same_bits(a.row_y, b.row_y) &&
           same_bits(a.row_z, b.row_z) && same_bits(a.translation, b.translation) &&
           same_bits(a.scale, b.scale);
}

bool same(const SceneBody& a, const SceneBody& b) {
    return a.name == b.name && a.file == b.file && a.sample == b.sample && a.part == b.part &&
           same(a.pose, b.pose) && a.unit == b.unit && a.group == b.group &&
           a.sample_triangles == b.sample_triangles && a.sample_seed == b.sample_seed &&
           a.read.weld == b.read.weld && a.read.split == b.read.split;
}

bool same(const PairPattern& a, const PairPattern& b) { return a.a == b.a && a.b == b.b; }

bool same(const PairRule& a, const PairRule& b) {
    return same(a.between, b.between) && a.check == b.check;
}

bool same(const ClearanceRule& a, const ClearanceRule& b) {
    return same(a.between, b.between) && same_bits(a.distance, b.distance);
}

bool same(const ToleranceRule& a, const ToleranceRule& b) {
    return same(a.between, b.between) && same_bits(a.depth, b.depth);
}

template <typename T> bool same(const std::vector<T>& a, const std::vector<T>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const T& x, const T& y) { return same(x, y); });
}

bool same(const SceneDescription& a, const SceneDescription& b) {
    return a.unit == b.unit && same(a.bodies, b.bodies) && same(a.pairs, b.pairs) &&
           same(a.clearances, b.clearances) && same(a.tolerances, b.tolerances);
}

} // namespace

void fuzz_scene(Input input) {
    const std::string text(input.begin(), input.end());
    const tests::HeapWatch watch;
    const auto scene = parse_scene(text, scene_name);
    check_memory(watch, input.size());
    if (!scene) {
        check_message(scene.error(), scene_name);
        return;
    }
    const std::string written = scene_text(*scene);
    const auto again = parse_scene(written, scene_name);
    require(again.has_value(), "a scene that was written can be read");
    require(same(*scene, *again), "a scene that was written reads back as the same");
    require(scene_text(*again) == written, "and is written as the same text");
}

} // namespace impinge::fuzz
