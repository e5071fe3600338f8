// SPDX-License-Identifier: Apache-2.0
//
// Very many convex bodies on a GPU: which of them interfere, frame after frame, in the words of
// World. The device finds the pairs whose boxes overlap and settles nearly all of them by proofs in
// floats; the few that are left come back and are proved here. Answers are those of a World whose
// bodies stand where these do, its hash included.
//
//     impinge::Status two_frames(impinge::gpu::Swarm& rocks, // each with add(shape)
//                                std::span<const impinge::Rigid> now,
//                                std::span<const impinge::Rigid> next) {
//         (void)rocks.submit(now);  // the device begins
//         (void)rocks.submit(next); // poses of the next frame follow while it works
//         while (const auto frame = rocks.wait()) {
//             if (!frame->step) {
//                 return frame->step.error();
//             }
//             std::printf("%zu pairs interfere\n", frame->step->pairs.size());
//         }
//         return {};
//     }
//
// Poses are uploaded for each frame, or live on the device, in a buffer of the application or where
// bodies move by themselves (set_motions()): then nothing but answers crosses the bus.
// docs/methods/gpu.md says how and why nothing is missed.
//
// Thread rule: that of gpu::Session.
#pragma once

#include "impinge/standard.hpp"
#ifdef IMPINGE_HAS_CPP20

#include "impinge/collide.hpp"
#include "impinge/convex.hpp"
#include "impinge/export.h"
#include "impinge/gpu.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace impinge::inline v0::gpu {

/// A shape of a swarm.
enum class ShapeId : std::uint32_t {};

/// Two bodies that interfere: A's number is the smaller.
struct SwarmPair {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    Verdict verdict = Verdict::Touching; ///< never Apart

    friend bool operator==(const SwarmPair&, const SwarmPair&) = default;
};

/// Milliseconds that the device took, as far as asked for; stages as docs/methods/gpu.md names
/// them.
struct SwarmTimes {
    double upload = 0; ///< of poses, or the motion that makes them
    double boxes = 0;
    double cells = 0;
    double fill = 0;
    double candidates = 0;
    double quick = 0;
    double search = 0;
    double order = 0;
    double deliver = 0;
    double total = 0;
};

/// How a frame went.
struct SwarmReport {
    std::uint64_t candidates = 0;     ///< pairs of boxes that overlap
    std::uint64_t searched = 0;       ///< of those, what the line of centres did not settle
    std::uint64_t doubtful = 0;       ///< of those, left to the processor
    std::uint64_t bytes_returned = 0; ///< from the device: the answer and nothing else
    unsigned repeats = 0;             ///< how often a list was too short
    bool by_processor = false;        ///< numbers were beyond what the device can say
    SwarmTimes device;
    double proof_ms = 0; ///< of the processor, for what was in doubt and for writing the answer
};

struct SwarmStep {
    std::vector<SwarmPair> pairs; ///< sorted by (a, b), each once, no caps
    /// What World::step() says of the same bodies, options by default; 0 if not wanted.
    std::uint64_t hash = 0;
    SwarmReport report;
};

/// The answer to a frame that was submitted.
struct SwarmFrame {
    std::uint64_t number = 0; ///< that submit() gave it
    Expected<SwarmStep> step;
};

struct SwarmOptions {
    std::size_t frames_in_flight = 2; ///< 1 to 64; submit() refuses more
    Timing timing = Timing::None;
    bool hashes = true; ///< they take one thread a few nanoseconds for each pair
    /// How many elements lists have room for at first; 0: by the number of bodies. A list that was
    /// too short is made longer and the frame done again, so this changes no answer.
    std::size_t first_room = 0;
};

/// A body that flies on its own.
struct SwarmMotion {
    Rigid pose;       ///< where it begins; a turn to 1e-9
    Vec3d velocity{}; ///< by frame
    Vec3d spin{};     ///< about the origin of the shape; its length: radians by frame
};

class Swarm {
  public:
    /// On a device of ours, which must outlive the swarm. Fails on the software device: there a
    /// World is what you want.
    IMPINGE_API static Expected<Swarm> create(raster::Device& device,
                                              const SwarmOptions& options = {});
    /// In the application's own context, as gpu::Session::in_current_context().
    IMPINGE_API static Expected<Swarm> in_current_context(const SwarmOptions& options = {});

    IMPINGE_API Swarm(Swarm&& other) noexcept;
    IMPINGE_API Swarm& operator=(Swarm&& other) noexcept;
    Swarm(const Swarm&) = delete;
    Swarm& operator=(const Swarm&) = delete;
    IMPINGE_API ~Swarm();

    // These three are refused while frames are in flight. After a shape or a body was added,
    // motions are to be set anew, and last_poses() has none to say.
    [[nodiscard]] IMPINGE_API Expected<ShapeId> add_shape(const Polytope& shape);
    /// Bodies are numbered from 0. At most 2^29 - 1.
    IMPINGE_API Expected<std::uint32_t> add(ShapeId shape);
    /// How bodies move by themselves from now on, one for each: straight on, turning, and back from
    /// the walls where their origins reach them. Refuses what is not finite, and poses that are no
    /// turns.
    IMPINGE_API Status set_motions(std::span<const SwarmMotion> motions, const Box3& walls);

    [[nodiscard]] IMPINGE_API std::size_t size() const;

    /// Asks which bodies interfere in these poses, one for each body; the answer is waited for.
    /// Returns its number, counted from 0.
    IMPINGE_API Expected<std::uint64_t> submit(std::span<const Rigid> poses,
                                               const Context& context = {});
    /// The same where their motions bring them next. Poses do not leave the device.
    IMPINGE_API Expected<std::uint64_t> submit_moving();
    /// The same where poses are in a buffer of the application: thirteen doubles for each body, as
    /// Rigid has them. Only in the application's context. They are copied on the device, in the
    /// order of its commands: the buffer may be written again at once.
    IMPINGE_API Expected<std::uint64_t> submit_buffer(unsigned buffer,
                                                      std::size_t offset_bytes = 0);
    /// The answer to the oldest frame in flight; nothing if there is none. A pose that World
    /// refuses is refused here. Cancelled: an error, and the frame is lost.
    [[nodiscard]] IMPINGE_API std::optional<SwarmFrame> wait(const Context& context = {});
    [[nodiscard]] IMPINGE_API std::size_t frames_in_flight() const;

    /// Where bodies stood in the frame that wait() answered last, read back from the device: until
    /// the next submit().
    [[nodiscard]] IMPINGE_API Expected<std::vector<Rigid>> last_poses();

  private:
    class State;
    explicit Swarm(std::unique_ptr<State> state);

    std::unique_ptr<State> state_;
};

} // namespace impinge::inline v0::gpu

#endif // IMPINGE_HAS_CPP20
