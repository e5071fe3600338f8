// SPDX-License-Identifier: Apache-2.0
//
// A frame as a list of dispatches.
#pragma once

#include "gpu/opengl/dispatch.hpp"
#include "gpu/opengl/frame_lists.hpp"

#include <array>
#include <vector>

namespace impinge::inline v0::gpu::opengl {

/// In the order in which they run; DeviceTimes has a field for each.
enum class Stage : std::uint8_t {
    World,
    Codes,
    CullA,
    CullManyA, ///< the same for many triangles, two to a thread
    CullB,     ///< of two bodies
    CullManyB,
    Count, ///< of one
    Places,
    Fill,
    Match,
    Crowd, ///< where some cell is known to be crowded
    Filter,
    Refine, ///< where doubles are used
    Deliver,
};
inline constexpr std::size_t stage_count = 14;

/// What distinguishes the programs of frames.
enum class FrameKind : std::uint8_t {
    OfTwo,
    OfTwoSimple, ///< of floats, without poses
    OfMany,
    OfOneList,
};
inline constexpr std::size_t frame_kinds = 4;
FrameKind kind_of(const FrameRequest& request);

/// Null where a stage is not used.
using StagePrograms = std::array<const Program*, stage_count>;
/// Compiled when first asked for. With the context current.
Expected<StagePrograms> stage_programs(GlRoom& room, Reals reals, FrameKind kind);

using StageTimer = Timestamps<stage_count>;
/// Milliseconds. Waits.
DeviceTimes read_timer(const StageTimer& timer, Timing timing);

struct FrameBuffers {
    const FrameLists& lists;
    const GlMesh& a;
    const GlMesh& b;
    const Buffer& uniforms;
    const Buffer& answer;
    Among among = Among::TwoSides;
    bool in_doubles = true;
    const StageTimer* timer = nullptr; ///< not null if there is anything to time
    Timing timing = Timing::None;
    Chip chip = Chip::Gpu;
};

/// Fills in what depends on how many workgroups the device likes.
FrameShape frame_shape(const FrameBuffers& frame);
/// Says how many dispatches there were.
unsigned run_stages(const StagePrograms& programs, const FrameBuffers& frame,
                    const FrameShape& shape);

} // namespace impinge::inline v0::gpu::opengl
