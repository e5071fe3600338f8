// SPDX-License-Identifier: Apache-2.0
//
// What a session keeps: meshes by number, frames in their order.
#pragma once

#include "base/body_name.hpp"
#include "gpu/pair_engine.hpp"
#include "mesh/solidity.hpp"

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace impinge::inline v0::gpu {

/// A mesh as the processor knows it; found out when a verdict hangs on it.
struct KnownMesh {
    std::shared_ptr<const std::vector<TriangleIndices>> triangles;
    std::shared_ptr<const IndexTopology> topology; ///< of the triangles
    std::shared_ptr<const std::vector<Vec3d>> positions;
    std::optional<MeshSolidity> solidity; ///< with those positions

    void forget_positions() {
        positions.reset();
        solidity.reset();
    }
};

struct KeptMesh {
    SharedDeviceMesh device;
    KnownMesh known;
    bool attached = false; ///< its buffers are the application's
};

/// Frames that the device works on, oldest first, and those that are done.
class FrameQueue {
  public:
    explicit FrameQueue(PairEngine& engine);

    Expected<std::uint64_t> push(FrameRequest request);
    std::optional<Frame> poll(const Context& context);
    std::optional<Frame> wait(const Context& context);
    [[nodiscard]] std::size_t size() const { return done_.size() + flights_.size(); }

    /// One frame besides those of the queue, waited for.
    Expected<MeetingPairs> answer(const FrameRequest& request, const Context& context);

  private:
    struct Flight {
        std::uint64_t number = 0;
        std::optional<std::size_t> slot; ///< none if there was nothing to ask
        FrameRequest request;
    };

    Expected<MeetingPairs> finish(std::optional<std::size_t> slot, const FrameRequest& request,
                                  const Context& context);
    Frame take_oldest(const Context& context);

    PairEngine& engine_;
    std::vector<std::size_t> free_slots_;
    std::deque<Flight> flights_;
    std::deque<Frame> done_;
    std::uint64_t next_ = 0;
};

class Session::State {
  public:
    explicit State(std::unique_ptr<PairEngine> made) : engine(std::move(made)), frames(*engine) {}

    Expected<KeptMesh*> find(MeshId id);
    MeshId keep(KeptMesh mesh);
    Expected<FrameBody> body(const PlacedMesh& placed, const BodyName& name);
    Expected<FrameRequest> request(const PlacedMesh& a, const PlacedMesh& b);
    Expected<FrameRequest> request_of_one(MeshId mesh);
    /// The bodies of a list, called by their number there.
    Expected<FrameSide> side(std::span<const PlacedMesh> list);
    /// Reads back what is not known.
    Status know(KeptMesh& mesh) const;

    std::unique_ptr<PairEngine> engine;
    FrameQueue frames;
    std::map<MeshId, KeptMesh> meshes;
    std::uint32_t next_mesh = 0;
    FrameReport last_report;
};

} // namespace impinge::inline v0::gpu
