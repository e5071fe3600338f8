// SPDX-License-Identifier: Apache-2.0
//
// What the stages of a frame write for each other. Frames follow each other on the device, so one
// set of lists serves all; only answers are kept apart.
#pragma once

#include "gpu/opengl/mesh_buffers.hpp"

#include <array>

namespace impinge::inline v0::gpu::opengl {

struct FrameLists {
    std::array<Buffer, 2> states; ///< a frame clears that of the next
    std::size_t current = 0;
    Buffer image;
    Buffer body_image; ///< of frames about one list
    Buffer codes;
    Buffer records_a;
    Buffer records_b;
    Buffer survivors;
    Buffer counts; ///< of entries in each cell
    Buffer places; ///< where they begin and end
    Buffer entries;
    Buffer tasks;
    Buffer candidates;
    Buffer uncertain; ///< those that floats leave to doubles, perhaps all of them
    Buffer crossing;
    Buffer doubtful;

    ListRoom room;
    std::size_t codes_room = 0;
    std::size_t state_words = 0; ///< what is told of bodies included
    bool has_body_image = false;
    std::uint32_t cell_bits_room = 0;
};

inline constexpr std::size_t image_words = std::size_t{2} * 8192; ///< of both bodies
inline constexpr std::size_t body_image_words = 64 * 64 * 64 + 8 * 8 * 8;

/// How many a frame had to write to each list.
struct ListNeeds {
    std::uint32_t entries = 0;
    std::uint32_t tasks = 0;
    std::uint32_t candidates = 0;
    std::uint32_t crossing = 0;
    std::uint32_t doubtful = 0;
};

// All of these need the context to be current.

/// What does not depend on meshes.
Status make_lists(FrameLists& lists);
/// Room for a frame of these bodies; `first_room` as in SessionOptions.
Status fit_lists(FrameLists& lists, const DeviceMesh& a, const DeviceMesh& b,
                 std::size_t first_room);
/// For so many words of bodies behind the state.
Status fit_words_of_bodies(FrameLists& lists, std::size_t words);
/// For the first frame about one list.
Status fit_body_image(FrameLists& lists);
/// Longer where it was too short; whether something was. Cells become as many as entries want.
Expected<bool> lengthen_lists(FrameLists& lists, const ListNeeds& needs);

} // namespace impinge::inline v0::gpu::opengl
