// SPDX-License-Identifier: Apache-2.0
//
// One body in many poses before another, as a planner of robot motion asks: which of the poses are
// free, and how close does the last free one come? Nothing is prepared; a diagnosis that is handed
// over is not made again for each pose.
#include "box.hpp"

#include <impinge/collide.hpp>
#include <impinge/distance.hpp>

#include <cstdio>
#include <optional>

int main() {
    const impinge::Mesh gripper = box({0, 0, 0}, {1, 1, 1});
    const impinge::Mesh bench = box({-5, -5, -2}, {5, 5, -1});
    const auto diagnosis = impinge::diagnose(bench.view());
    if (!diagnosis || !diagnosis->solid()) {
        return 2;
    }
    const impinge::Body below{bench.view(), {}, &*diagnosis};

    std::optional<impinge::Rigid> last_free;
    int free = 0;
    for (int step = 0; step < 100; ++step) {
        const impinge::Rigid pose = impinge::translation({0, 0, 1 - 0.03 * step});
        const auto found = impinge::collide({gripper.view(), pose}, below);
        if (!found) {
            std::fprintf(stderr, "%s\n", found.error().message.c_str());
            return 2;
        }
        if (found->decided() && found->verdict == impinge::Verdict::Apart) {
            last_free = pose;
            ++free;
        }
    }
    if (!last_free) {
        std::puts("no pose is free");
        return 1;
    }
    const auto nearest = impinge::distance({gripper.view(), *last_free}, below);
    if (!nearest) {
        return 2;
    }
    std::printf("%d of 100 poses are free, the last at a distance of %.3f\n", free,
                nearest->distance);
    return 0;
}
