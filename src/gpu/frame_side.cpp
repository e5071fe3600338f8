// SPDX-License-Identifier: Apache-2.0
#include "gpu/pair_engine.hpp"

#include <bit>

namespace impinge::inline v0::gpu {

FrameSide::FrameSide(std::vector<FrameBody> bodies) : bodies_(std::move(bodies)) {
    triangle_ends_.reserve(bodies_.size() + 1);
    for (const FrameBody& body : bodies_) {
        triangle_ends_.push_back(triangle_ends_.back() + body.mesh->triangle_count);
        vertex_count_ += body.mesh->vertex_count;
    }
    if (triangle_count() == 0) {
        return;
    }
    block_bits_ = static_cast<unsigned>(std::bit_width(triangle_count() / size()));
    std::uint32_t body = 0;
    for (std::size_t triangle = 0; triangle < triangle_count();
         triangle += std::size_t{1} << block_bits_) {
        while (triangle >= end_triangle(body)) {
            ++body;
        }
        first_bodies_.push_back(body);
    }
}

} // namespace impinge::inline v0::gpu
