// SPDX-License-Identifier: Apache-2.0
//
// What a session asks of a device: meshes there, and frames, each of which finds the pairs of
// triangles that may meet and settles most of them by signs with bounds. What is left in doubt
// comes back with its corners. Nothing here knows OpenGL.
#pragma once

#include "exact/pairs/find_pairs.hpp"
#include "exact/pairs/match_parts.hpp"
#include "impinge/gpu.hpp"

#include <algorithm>
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

/// A body of a frame.
struct FrameBody {
    SharedDeviceMesh mesh;
    Rigid pose;
};

/// Bodies of which the triangles, and the vertices, are numbered one body after the other.
class FrameSide {
  public:
    FrameSide() = default;
    explicit FrameSide(std::vector<FrameBody> bodies);

    [[nodiscard]] const std::vector<FrameBody>& bodies() const { return bodies_; }
    [[nodiscard]] std::size_t size() const { return bodies_.size(); }
    [[nodiscard]] const FrameBody& body(std::size_t i) const { return bodies_[i]; }
    [[nodiscard]] std::size_t triangle_count() const { return triangle_ends_.back(); }
    [[nodiscard]] std::size_t vertex_count() const { return vertex_count_; }
    [[nodiscard]] std::size_t first_triangle(std::size_t body) const {
        return triangle_ends_[body];
    }
    [[nodiscard]] std::size_t end_triangle(std::size_t body) const {
        return triangle_ends_[body + 1];
    }
    [[nodiscard]] std::size_t body_of(std::size_t triangle) const {
        std::size_t body = first_bodies_[triangle >> block_bits_];
        while (triangle >= end_triangle(body)) {
            ++body;
        }
        return body;
    }

  private:
    std::vector<FrameBody> bodies_;
    std::vector<std::size_t> triangle_ends_{0}; ///< of all bodies before
    /// For each block of triangles, about as many as bodies, the body of the first.
    std::vector<std::uint32_t> first_bodies_;
    unsigned block_bits_ = 0;
    std::size_t vertex_count_ = 0;
};

/// Which pairs of triangles a frame is about.
enum class Among : std::uint8_t {
    TwoSides, ///< one of a body of A, the other of a body of B
    OneMesh,  ///< both of the only body of A
    OneSide,  ///< of two different bodies of A, the one that is listed first as the first
};

struct FrameRequest {
    FrameSide a;
    FrameSide b; ///< empty if it is about one side
    Among among = Among::TwoSides;
    bool listed = false;     ///< the answer says which bodies meet
    Stop stop = Stop::Never; ///< otherwise the device stops at the first pair that surely crosses
    /// Of a list: the pairs of bodies that are asked about, sorted; empty: all.
    std::vector<BoxPair> only = {};

    [[nodiscard]] bool one_side() const { return among != Among::TwoSides; }
    [[nodiscard]] const FrameSide& other() const { return one_side() ? a : b; }
    [[nodiscard]] bool wants(std::size_t of_a, std::size_t of_b) const {
        const BoxPair pair{static_cast<std::uint32_t>(of_a), static_cast<std::uint32_t>(of_b)};
        return only.empty() || std::binary_search(only.begin(), only.end(), pair);
    }
    [[nodiscard]] Surfaces surfaces() const {
        return among == Among::OneMesh ? Surfaces::One : Surfaces::Two;
    }
    [[nodiscard]] bool is_empty() const {
        return a.triangle_count() == 0 || other().triangle_count() == 0;
    }
};

/// Triangles are numbered through the bodies of their side.
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
    /// A vertex of some body is not finite, or beyond what the device can say: nothing else is
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
    /// Starts a frame in a slot that is free. No side is without triangles.
    virtual Status start(std::size_t slot, const FrameRequest& request) = 0;
    /// Whether the device is done with it. Does not wait; does it again where a list was too
    /// short.
    virtual Expected<bool> is_done(std::size_t slot) = 0;
    /// Waits for the frame, does it again where a list was too short, and frees the slot.
    virtual Expected<RawPairs> finish(std::size_t slot) = 0;
};

} // namespace impinge::inline v0::gpu
