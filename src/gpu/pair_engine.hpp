// SPDX-License-Identifier: Apache-2.0
//
// What a session asks of a device: meshes there, and frames, each of which finds the pairs of
// triangles that may meet and settles most of them by signs with bounds. What is left in doubt
// comes back with its corners. Nothing here knows OpenGL.
#pragma once

#include "exact/pairs/find_pairs.hpp"
#include "exact/pairs/match_parts.hpp"
#include "impinge/gpu.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace impinge::inline v0::gpu {

/// A mesh on a device as it is at one time: frames under way keep theirs, whatever comes after.
class DeviceMesh {
  public:
    virtual ~DeviceMesh() = default;

    std::size_t vertex_count = 0;
    std::size_t triangle_count = 0;
    Scalar scalar = Scalar::Float64;
    /// Of some of its vertices: for numbers to be well scaled. No answer depends on them.
    Vec3d centre;
    double reach = 0; ///< from there, along an axis
};
using SharedDeviceMesh = std::shared_ptr<const DeviceMesh>;

struct FrameRequest {
    SharedDeviceMesh a;
    SharedDeviceMesh b; ///< of one surface, a again
    Rigid pose_a;
    Rigid pose_b;
    Surfaces surfaces = Surfaces::Two;
    Stop stop = Stop::Never; ///< otherwise the device stops at the first pair that surely crosses

    [[nodiscard]] bool one_body() const { return surfaces == Surfaces::One; }
};

struct SurePair {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
};

/// Of which the processor decides. Corners as they are stored, before a pose.
struct DoubtfulPair {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    Triangle of_a;
    Triangle of_b;
};

struct RawPairs {
    std::vector<SurePair> crossing;
    std::vector<DoubtfulPair> doubtful;
    Counters counters;
    /// A vertex of either body is not finite, or beyond what the device can say: nothing else is
    /// told.
    bool beyond_numbers = false;
    FrameReport report;
};

/// Thread rule: one thread at a time.
class PairEngine {
  public:
    virtual ~PairEngine() = default;

    /// Of a mesh that validate() accepts.
    virtual Expected<SharedDeviceMesh> upload(const MeshView& mesh) = 0;
    virtual Expected<SharedDeviceMesh> attach(const BufferMesh& mesh) = 0;
    /// The same triangles with other positions, as many.
    virtual Expected<SharedDeviceMesh> with_positions(const SharedDeviceMesh& old,
                                                      const MeshView& mesh) = 0;
    /// Reads back; waits.
    virtual Expected<std::vector<Vec3d>> positions_of(const DeviceMesh& mesh) = 0;
    virtual Expected<std::vector<TriangleIndices>> triangles_of(const DeviceMesh& mesh) = 0;

    /// How many frames may be under way.
    [[nodiscard]] virtual std::size_t slots() const = 0;
    /// Starts a frame in a slot that is free. Neither body is empty.
    virtual Status start(std::size_t slot, const FrameRequest& request) = 0;
    /// Whether the device is done with it. Does not wait.
    virtual Expected<bool> is_done(std::size_t slot) = 0;
    /// Waits for the frame, does it again where a list was too short, and frees the slot.
    virtual Expected<RawPairs> finish(std::size_t slot) = 0;
};

} // namespace impinge::inline v0::gpu
