// SPDX-License-Identifier: Apache-2.0
//
// One body in many poses before another, as a planner of robot motion asks: which of the poses are
// free, and how close does the last free one come? Both are prepared once; the answers are those of
// the bare meshes, bit for bit.
#include "box.hpp"

#include <impinge/model.hpp>

#include <cstdio>
#include <optional>
#include <vector>

int main() {
    const impinge::Mesh gripper = box({0, 0, 0}, {1, 1, 1});
    const impinge::Mesh bench = box({-5, -5, -2}, {5, 5, -1});
    const auto model_of_gripper = impinge::Model::prepare(gripper.view());
    const auto model_of_bench = impinge::Model::prepare(bench.view());
    if (!model_of_gripper || !model_of_bench) {
        return 2;
    }
    std::vector<impinge::PosePair> poses;
    for (int step = 0; step < 100; ++step) {
        poses.push_back({.a = impinge::translation({0, 0, 1 - 0.03 * step})});
    }
    const auto found = collide_batch(*model_of_gripper, *model_of_bench, poses); // on all cores
    if (!found) {
        std::fprintf(stderr, "%s\n", found.error().message.c_str());
        return 2;
    }
    std::optional<impinge::Rigid> last_free;
    int free = 0;
    for (std::size_t i = 0; i < poses.size(); ++i) {
        if ((*found)[i].decided() && (*found)[i].verdict == impinge::Verdict::Apart) {
            last_free = poses[i].a;
            ++free;
        }
    }
    if (!last_free) {
        std::puts("no pose is free");
        return 1;
    }
    const auto nearest = impinge::distance({*model_of_gripper, *last_free}, {*model_of_bench});
    if (!nearest) {
        return 2;
    }
    std::printf("%d of 100 poses are free, the last at a distance of %.3f\n", free,
                nearest->distance);
    return 0;
}
