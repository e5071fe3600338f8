// SPDX-License-Identifier: Apache-2.0
//
// Frames on their way: drawn by the caller's thread, proved one after the other by a thread of
// their own, so that the device draws the next frame meanwhile.
#pragma once

#include "peeling/peeling_query.hpp"

#include <condition_variable>
#include <list>
#include <mutex>
#include <thread>

namespace impinge::inline v0::imagespace {

/// A mesh of its own: the caller's may change while a frame is proved. Frames share what did not
/// change between them.
struct MeshCopy {
    std::shared_ptr<const std::vector<Vec3d>> positions;
    std::shared_ptr<const std::vector<TriangleIndices>> triangles;

    [[nodiscard]] MeshView view() const { return {*positions, *triangles}; }
};

struct FrameInFlight {
    std::uint64_t number = 0;
    MeshCopy mesh_a; ///< on which the drawn bodies rest
    MeshCopy mesh_b;
    PeelingOptions options;
    Context context;
    DrawnPair drawn;
};

class ProofQueue {
  public:
    /// The device is handed on and not used.
    explicit ProofQueue(raster::Device& device) : device_(device), worker_([this] { run(); }) {}
    /// Waits for the proof under way; frames that wait behind it are dropped.
    ~ProofQueue();
    ProofQueue(const ProofQueue&) = delete;
    ProofQueue& operator=(const ProofQueue&) = delete;
    ProofQueue(ProofQueue&&) = delete;
    ProofQueue& operator=(ProofQueue&&) = delete;

    /// Waits while too many frames wait for their proof.
    void push(FrameInFlight frame);
    /// The first of those that were not taken yet, if it is proved.
    std::optional<PeeledFrame> poll();
    /// The same, once it is proved; nothing if all were taken.
    std::optional<PeeledFrame> wait();
    [[nodiscard]] std::size_t in_flight() const;

  private:
    /// Made by push(), so that nothing has to be allocated once a frame is proved.
    struct Entry {
        std::optional<FrameInFlight> frame;
        PeeledFrame answer;
    };

    void run();
    void prove(Entry& entry) const;
    std::optional<PeeledFrame> take_first();

    raster::Device& device_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::list<Entry> waiting_;
    std::list<Entry> under_way_; ///< one or none
    std::list<Entry> proved_;
    bool stopping_ = false;
    std::thread worker_; // begins when all else is there
};

} // namespace impinge::inline v0::imagespace
