// SPDX-License-Identifier: Apache-2.0
//
// Many bodies, frame after frame: which pairs begin to interfere, and which cease to?
#include "box.hpp"

#include <impinge/world.hpp>

#include <cstdio>

namespace {

int fail(const impinge::Error& error) {
    std::fprintf(stderr, "%s\n", error.message.c_str());
    return 2;
}

} // namespace

int main() {
    impinge::World world;
    const auto wall =
        world.add(box({0, -5, -5}, {1, 5, 5}), {.mobility = impinge::Mobility::Stationary});
    const auto shape = impinge::Polytope::from_mesh(box({-1, -1, -1}, {1, 1, 1}).view());
    if (!wall || !shape) {
        return fail(wall ? shape.error() : wall.error());
    }
    const auto ball = world.add(*shape);
    if (!ball) {
        return fail(ball.error());
    }
    for (int frame = 0; frame < 9; ++frame) {
        const impinge::Rigid pose = impinge::translation({-4.0 + frame, 0, 0});
        if (const impinge::Status status = world.move(*ball, pose); !status) {
            return fail(status.error());
        }
        const auto step = world.step();
        if (!step) {
            return fail(step.error());
        }
        for (const impinge::WorldPair& pair : step->pairs) {
            if (pair.phase == impinge::Phase::Began) {
                std::printf("frame %d: bodies %u and %u begin: %s\n", frame, pair.a.index,
                            pair.b.index, to_string(pair.verdict));
            }
        }
        for (const impinge::EndedPair& pair : step->ended) {
            std::printf("frame %d: bodies %u and %u end\n", frame, pair.a.index, pair.b.index);
        }
    }
    return 0;
}
