// SPDX-License-Identifier: Apache-2.0
//
// What the stages are told of a frame: one uniform block, whose layout stage_common.cpp and
// stage_world.cpp read.
#pragma once

#include "gpu/pair_engine.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace impinge::inline v0::gpu::opengl {

inline constexpr std::size_t word_bytes = sizeof(std::uint32_t);
inline constexpr std::size_t frame_word_count = std::size_t{4} * 34;
using FrameWords = std::array<std::uint32_t, frame_word_count>;

/// Where a mesh lies in its buffers, in words.
struct MeshPlace {
    std::uint32_t first_position = 0;
    std::uint32_t position_stride = 0;
    std::uint32_t first_corner = 0;

    friend bool operator==(const MeshPlace&, const MeshPlace&) = default;
};

/// How many there is room for in each list.
struct ListRoom {
    std::uint32_t records_a = 0;
    std::uint32_t records_b = 0;
    std::uint32_t entries = 0;
    std::uint32_t tasks = 0;
    std::uint32_t candidates = 0;
    std::uint32_t crossing = 0;
    std::uint32_t doubtful = 0;
    std::uint32_t cell_bits = 10; ///< cells are hashed into so many bits
};

struct FrameShape {
    MeshPlace a;
    MeshPlace b;
    ListRoom room;
    std::uint32_t world_groups_of_a = 1;
    std::uint32_t sample_mask = 0; ///< of workgroups: in which of them sizes are counted
};

/// More than one body on a side, or all of one list: bodies have words of their own.
bool is_of_many(const FrameRequest& request);
/// Bodies of floats without poses, in a unit that a float can say: those of a frame of two.
bool is_of_simple(const FrameRequest& request);
FrameWords frame_words(const FrameRequest& request, const FrameShape& shape);

/// Where the meshes of a side lie in the buffers of the side.
using MeshPlaces = std::vector<MeshPlace>;
/// For each body, those of A first: what is told of a body in a frame of two.
std::vector<std::uint32_t> words_of_bodies(const FrameRequest& request, const MeshPlaces& a,
                                           const MeshPlaces& b);

} // namespace impinge::inline v0::gpu::opengl
