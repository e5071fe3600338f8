// SPDX-License-Identifier: Apache-2.0
//
// A ball that falls through a cloth, both on a GPU: triangles are handed over once, then positions
// of each frame, and all pairs of triangles that meet come back, the same as from the processor.
#include <impinge/collide.hpp>
#include <impinge/gpu.hpp>
#include <impinge/raster.hpp>

#include <cmath>
#include <cstdint>
#include <cstdio>

namespace {

constexpr std::uint32_t side = 40;

/// A square of (side - 1)^2 cells, bent by what is asked for.
template <typename Place> impinge::Mesh sheet(Place place) {
    impinge::Mesh mesh;
    for (std::uint32_t y = 0; y < side; ++y) {
        for (std::uint32_t x = 0; x < side; ++x) {
            mesh.positions.push_back(place(x / (side - 1.0), y / (side - 1.0)));
        }
    }
    for (std::uint32_t y = 0; y + 1 < side; ++y) {
        for (std::uint32_t x = 0; x + 1 < side; ++x) {
            const std::uint32_t corner = y * side + x;
            mesh.triangles.push_back({corner, corner + 1, corner + side});
            mesh.triangles.push_back({corner + 1, corner + side + 1, corner + side});
        }
    }
    return mesh;
}

impinge::Mesh cloth(int frame) {
    return sheet([&](double u, double v) {
        return impinge::Vec3d{4 * u - 2, 4 * v - 2, 0.05 * std::sin(9 * u + frame)};
    });
}

impinge::Mesh ball() {
    constexpr double pi = 3.141592653589793;
    return sheet([](double u, double v) {
        const double ring = std::sin(pi * v);
        return impinge::Vec3d{ring * std::cos(2 * pi * u), ring * std::sin(2 * pi * u),
                              std::cos(pi * v)};
    });
}

impinge::Rigid place_of_ball(int frame) { return impinge::translation({0, 0, 1.6 - 0.2 * frame}); }

int fail(const impinge::Error& error) {
    std::fprintf(stderr, "%s\n", error.message.c_str());
    return 2;
}

} // namespace

int main() {
    const auto device = impinge::raster::make_device(impinge::raster::DeviceKind::OpenGl);
    if (!device) { // not a failure of ours
        std::printf("skipped: %s\n", device.error().message.c_str());
        return 0;
    }
    auto session = impinge::gpu::Session::create(**device);
    if (!session) {
        return fail(session.error());
    }
    const auto of_cloth = session->add(cloth(0).view());
    const auto of_ball = session->add(ball().view());
    if (!of_cloth || !of_ball) {
        return fail(of_cloth ? of_ball.error() : of_cloth.error());
    }
    constexpr int frames = 8;
    for (int frame = 0; frame < frames; ++frame) { // none waits for those before
        const impinge::Status moved = session->update_positions(*of_cloth, cloth(frame).view());
        const auto number = session->submit({*of_cloth}, {*of_ball, place_of_ball(frame)});
        if (!moved || !number) {
            return fail(moved ? number.error() : moved.error());
        }
    }
    bool same = true;
    while (const auto frame = session->wait()) {
        if (!frame->pairs) {
            return fail(frame->pairs.error());
        }
        const auto i = static_cast<int>(frame->number);
        const auto expected = impinge::collide({cloth(i).view()}, {ball().view(), place_of_ball(i)},
                                               {.detail = impinge::Detail::Pairs});
        same = same && expected && expected->pairs == frame->pairs->pairs;
        std::printf("frame %d: %zu pairs of triangles\n", i, frame->pairs->pairs.size());
    }
    std::printf("the same as the processor finds: %s\n", same ? "yes" : "no");
    return same ? 0 : 1;
}
