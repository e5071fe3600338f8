// SPDX-License-Identifier: Apache-2.0
//
// A frame of a swarm as a list of dispatches, and the buffers they read and write.
#pragma once

#include "gpu/opengl/dispatch.hpp"
#include "gpu/swarm/swarm_engine.hpp"

#include <array>

namespace impinge::inline v0::gpu::opengl::swarm {

// What stages tell each other and the processor: words of one buffer.
inline constexpr std::uint32_t swarm_beyond = 0;      ///< some body is beyond the device
inline constexpr std::uint32_t swarm_uncountable = 1; ///< a count did not fit its word
inline constexpr std::uint32_t swarm_levels = 2;      ///< a bit for each level that has boxes
inline constexpr std::uint32_t swarm_candidates_word = 4;
inline constexpr std::uint32_t swarm_searches_word = 5;
inline constexpr std::uint32_t swarm_results_word = 6;
inline constexpr std::uint32_t swarm_doubtful_word = 7;
inline constexpr std::uint32_t swarm_placed_entries = 8;
inline constexpr std::uint32_t swarm_placed_results = 9;
inline constexpr std::uint32_t swarm_head = 16; ///< how many there are; an answer begins with them

/// Groups are given places in blocks of so many.
inline constexpr std::size_t swarm_block = 2048;
inline constexpr std::size_t words_of_doubtful = 54;

/// The order in which they run; SwarmTimes has a field for each, but one for the three before the
/// last.
enum class SwarmStage : std::uint8_t {
    Motion, ///< or the upload
    Boxes,
    Cells,
    Fill,
    Candidates,
    Quick,
    Search,
    Places,
    Order,
    Sort,
    Deliver,
};
inline constexpr std::size_t swarm_stage_count = 11;
using SwarmPrograms = std::array<const Program*, swarm_stage_count>;
using SwarmTimer = Timestamps<swarm_stage_count>;

/// How many elements lists have room for.
struct SwarmRoom {
    std::uint32_t candidates = 0;
    std::uint32_t searches = 0;
    std::uint32_t results = 0;
    std::uint32_t doubtful = 0;

    [[nodiscard]] bool holds(const SwarmRoom& needed) const {
        return needed.candidates <= candidates && needed.searches <= searches &&
               needed.results <= results && needed.doubtful <= doubtful;
    }
};

/// Of the bodies: made when they are brought.
struct SwarmBuffers {
    Buffer shape_of;
    Buffer frames; ///< of shapes, in doubles
    Buffer shapes;
    Buffer motions;
    Buffer bodies;
    Buffer boxes;
    Buffer entries;
    Buffer cells;
    Buffer partners;
    std::size_t count = 0;
    std::size_t groups = 0; ///< count, in whole blocks
    std::size_t cell_count = 0;
    float widest = 1; ///< of a body with scale 1
};

/// Of all frames: they follow each other on the device.
struct SwarmLists {
    Buffer state;
    Buffer candidates;
    Buffer searches;
    Buffer results;
    Buffer doubtful;
    Buffer ordered;
    SwarmRoom room;
};

/// As the shaders read them.
using SwarmWords = std::array<std::uint32_t, 24>;
SwarmWords swarm_words(const SwarmBuffers& bodies, const SwarmRoom& room, const Box3& walls,
                       Chip chip);

// All of these need the context to be current.
Expected<SwarmPrograms> swarm_programs(GlRoom& room);
Status make_swarm_buffers(SwarmBuffers& buffers, std::span<const Polytope> shapes,
                          std::span<const std::uint32_t> shape_of);
/// Longer where too short.
Status fit_swarm_lists(SwarmLists& lists, const SwarmRoom& needed);

struct SwarmFrameBuffers {
    const SwarmBuffers& bodies;
    const SwarmLists& lists;
    const Buffer& uniforms;
    const Buffer& poses;
    const Buffer& answer;
    const SwarmTimer* timer = nullptr;
    Timing timing = Timing::None;
};
/// `make_poses` fills the buffer of poses.
void run_swarm_stages(const SwarmPrograms& programs, const SwarmFrameBuffers& frame,
                      const std::function<void()>& make_poses);
/// Moves the bodies on.
void run_swarm_motion(const SwarmPrograms& programs, const SwarmFrameBuffers& frame);

SwarmTimes read_swarm_timer(const SwarmTimer& timer, Timing timing); ///< waits

} // namespace impinge::inline v0::gpu::opengl::swarm
