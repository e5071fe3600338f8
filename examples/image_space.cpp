// SPDX-License-Identifier: Apache-2.0
//
// The question of two_files, asked in image space: the bodies are drawn into depth and stencil
// buffers, and pixels answer. Fast on graphics hardware, the same on the processor; the answer says
// how large a pixel was, and an overlap can be proved by the exact engine.
#include "box.hpp"

#include <impinge/depth_methods.hpp>

#include <cstdio>

int main() {
    namespace raster = impinge::raster;
    namespace imagespace = impinge::imagespace;
    const impinge::Mesh a = box({0, 0, 0}, {1, 1, 1});
    const impinge::Mesh b = box({0.5, 0.5, 0.5}, {2, 2, 2});
    auto device = raster::make_device(raster::DeviceKind::OpenGl);
    if (!device) { // no GPU, no driver: the processor gives the same answers
        std::fprintf(stderr, "%s\n", device.error().message.c_str());
        device = raster::make_device(raster::DeviceKind::Software);
    }
    if (!device) {
        std::fprintf(stderr, "%s\n", device.error().message.c_str());
        return 2;
    }
    for (const auto confirmation :
         {imagespace::Confirmation::None, imagespace::Confirmation::Exact}) {
        const auto found = imagespace::sampled_collide(
            **device, {a.view()}, {b.view()}, {.resolution = 256, .confirmation = confirmation});
        if (!found) {
            std::fprintf(stderr, "%s\n", found.error().message.c_str());
            return 2;
        }
        if (!found->settled) { // "apart" would mean "could not tell"
            std::puts("could not tell");
            return 3;
        }
        const impinge::Interference& answer = found->interference;
        std::printf("%s (%s, pixel %.4f)\n", to_string(answer.verdict), to_string(answer.certainty),
                    answer.pixel_size);
    }
    return 0;
}
