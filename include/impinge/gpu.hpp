// SPDX-License-Identifier: Apache-2.0
//
// The exact engine on a GPU: for meshes that live there, because something deforms or draws them
// there. The device finds the pairs of triangles that may meet and settles nearly all of them by
// signs with error bounds; the few that are left come back and are proved here. Answers are those
// of the processor, bit for bit.
//
//     impinge::Status two_frames(impinge::gpu::Session& session, impinge::gpu::MeshId cloth,
//                                impinge::gpu::MeshId ball, const impinge::Mesh& moved) {
//         (void)session.submit({cloth}, {ball});                // the device begins
//         (void)session.update_positions(cloth, moved.view());  // for frames to come
//         (void)session.submit({cloth}, {ball});
//         while (const auto frame = session.wait()) {
//             if (!frame->pairs) {
//                 return frame->pairs.error();
//             }
//             std::printf("%zu pairs meet\n", frame->pairs->pairs.size());
//         }
//         return {};
//     }
//
// docs/methods/gpu.md says how and why nothing is missed. Any device with OpenGL 4.5 will do, Mesa
// on the processor included; doubles are used where the device has them.
//
// Thread rule: a session is used by one thread at a time; different sessions do not know of each
// other, but a raster::Device is used by one thread at a time, so sessions of different threads
// have devices of their own.
#pragma once

#include "impinge/standard.hpp"
#ifdef IMPINGE_HAS_CPP20

#include "impinge/broadphase.hpp"
#include "impinge/collide.hpp"
#include "impinge/export.h"
#include "impinge/raster.hpp"
#include "impinge/self_intersections.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace impinge::inline v0::gpu {

/// In which numbers the device computes. Answers are the same; with floats more pairs are left to
/// the processor. Auto means doubles, which every device with OpenGL 4.5 has, though some of them
/// are slow at it.
enum class Reals : std::uint8_t { Auto, Doubles, Floats };

/// What the device is asked to take the time of. Stages are kept apart for that, which takes each
/// of them some microseconds.
enum class Timing : std::uint8_t { None, Total, Stages };

struct SessionOptions {
    Reals reals = Reals::Auto;
    std::size_t frames_in_flight = 3; ///< 1 to 64; submit() waits for the oldest beyond that
    Timing timing = Timing::None;
    /// How many elements lists have room for at first; 0: by the size of the meshes. A list that
    /// was too short is made longer and the frame done again, so this changes no answer.
    std::size_t first_room = 0;
};

/// A mesh of a session.
enum class MeshId : std::uint32_t {};

struct PlacedMesh {
    MeshId mesh{};
    Rigid pose{};
    /// What is known of the mesh, as in Body: spares collide() from finding out.
    const Diagnosis* diagnosis = nullptr;
};

/// A mesh in buffers that the application made in its own context: positions as three floats or
/// doubles, triangles as three indices of 32 bits. Offsets and stride are multiples of 4 bytes.
struct BufferMesh {
    unsigned positions = 0; ///< the buffer's name
    std::size_t positions_offset = 0;
    std::size_t stride_bytes = 0; ///< 0: one position follows the other
    Scalar scalar = Scalar::Float32;
    std::size_t vertex_count = 0;
    unsigned triangles = 0;
    std::size_t triangles_offset = 0;
    std::size_t triangle_count = 0;
};

/// Milliseconds that the device took, as far as asked for; stages as docs/methods/gpu.md names
/// them.
struct DeviceTimes {
    double world = 0;
    double codes = 0;
    double cull_a = 0;
    double cull_b = 0;
    double count = 0; ///< of one body with itself; of two, cull B counts
    double places = 0;
    double fill = 0;
    double match = 0;
    double crowd = 0;
    double filter = 0;
    double refine = 0; ///< what floats left in doubt, in doubles
    double deliver = 0;
    double total = 0;
};

/// How a frame went.
struct FrameReport {
    std::uint64_t candidates = 0;     ///< pairs of boxes that overlap
    std::uint64_t sure = 0;           ///< of those, pairs that the device knew to cross
    std::uint64_t doubtful = 0;       ///< left to the processor
    std::uint64_t entries = 0;        ///< in cells
    std::uint64_t tasks = 0;          ///< in crowded cells
    std::uint64_t bytes_returned = 0; ///< from the device: the answer and nothing else
    unsigned repeats = 0;             ///< how often a list was too short
    unsigned dispatches = 0;          ///< each time; whatever the number of bodies
    bool in_doubles = false;
    bool by_processor = false; ///< numbers were beyond what the device can say
    DeviceTimes device;
    double proof_ms = 0; ///< of the processor, for what was in doubt and for sorting
};

/// Two bodies of lists that meet, by their places in the lists, and which pairs of triangles are
/// theirs: those of MeetingPairs::pairs from `first_pair` on.
struct BodyPair {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    std::size_t first_pair = 0;
    std::size_t pair_count = 0;
    std::uint64_t hash = 0; ///< of the pairs: what a frame of these two alone says
};

/// All pairs of triangles of two bodies that meet, or of one with itself, or of bodies of lists.
struct MeetingPairs {
    /// Sorted by (a, b), each once, no caps; those of lists by their bodies, then by (a, b), which
    /// are the triangles' numbers in the bodies' meshes.
    std::vector<TrianglePair> pairs;
    std::vector<BodyPair> bodies; ///< of lists: those that meet, sorted by (a, b)
    std::uint64_t crossing_pairs = 0;
    std::uint64_t touching_pairs = 0;
    bool partial = false;   ///< cancelled: some pairs that were in doubt are missing
    std::uint64_t hash = 0; ///< of the pairs
    Counters counters;
    FrameReport report;
};

/// Those of two bodies.
inline std::span<const TrianglePair> pairs_between(const MeetingPairs& found,
                                                   const BodyPair& bodies) {
    return std::span(found.pairs).subspan(bodies.first_pair, bodies.pair_count);
}

/// The answer to a frame that was submitted.
struct Frame {
    std::uint64_t number = 0; ///< that submit() gave it
    Expected<MeetingPairs> pairs;
};

/// Meshes on a device, and questions about them.
class Session {
  public:
    /// On a device of ours, which must outlive the session. Fails on the software device: there the
    /// exact engine of the processor is what you want.
    IMPINGE_API static Expected<Session> create(raster::Device& device,
                                                const SessionOptions& options = {});
    /// In the application's own context, made by EGL or GLX, which is current on the calling thread
    /// now and in every later call, the destructor included. Programs and buffer bindings are left
    /// as they were found; errors of OpenGL that the application has not asked for are lost.
    IMPINGE_API static Expected<Session> in_current_context(const SessionOptions& options = {});

    IMPINGE_API Session(Session&& other) noexcept;
    IMPINGE_API Session& operator=(Session&& other) noexcept;
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;
    IMPINGE_API ~Session();

    /// Copies the mesh to the device. Refuses what validate() refuses.
    [[nodiscard]] IMPINGE_API Expected<MeshId> add(const MeshView& mesh);
    /// Takes the application's buffers, without a copy on the device. The mesh is read back once,
    /// since no index may be trusted before. Only in the application's context. A buffer must stay
    /// as it is until the frames that use it have been answered: they are done again if a list was
    /// too short.
    [[nodiscard]] IMPINGE_API Expected<MeshId> attach(const BufferMesh& mesh);
    /// New positions for the same triangles, as many as before: for frames submitted from now on.
    /// Does not wait for those under way.
    IMPINGE_API Status update_positions(MeshId mesh, const MeshView& positions);
    /// Positions in the application's buffer have changed.
    IMPINGE_API Status positions_changed(MeshId mesh);
    /// Any other mesh in its place.
    IMPINGE_API Status update_mesh(MeshId id, const MeshView& mesh);
    /// Frames under way keep what they need of it.
    IMPINGE_API Status remove(MeshId mesh);

    /// Asks for all pairs of two bodies; the answer is polled or waited for. Returns its number,
    /// counted from 0. A mesh against itself in another pose is two bodies.
    IMPINGE_API Expected<std::uint64_t> submit(const PlacedMesh& a, const PlacedMesh& b);
    /// All pairs of a body of one list and a body of the other, in as many dispatches as two bodies
    /// take. A mesh may be in a list more than once. Lists of the same meshes, in the same order,
    /// are laid out on the device once; then a frame uploads poses, and copies there what positions
    /// have changed. Best is to have the mesh whose triangles change alone in its list.
    IMPINGE_API Expected<std::uint64_t> submit(std::span<const PlacedMesh> a,
                                               std::span<const PlacedMesh> b);
    /// All pairs of two different bodies of the list, a step of a world: each once, `a` before `b`
    /// in the list. Bodies with themselves are left out.
    IMPINGE_API Expected<std::uint64_t> submit_all(std::span<const PlacedMesh> bodies);
    /// All pairs of one mesh with itself, as self_intersections() has them.
    IMPINGE_API Expected<std::uint64_t> submit_self(MeshId mesh);
    /// The oldest frame not handed out yet, if it is done. Does not wait for the device, unless
    /// it left the frame to the processor; a frame whose lists were too short goes on.
    [[nodiscard]] IMPINGE_API std::optional<Frame> poll(const Context& context = {});
    /// The same, waits; nothing if no frame is left.
    [[nodiscard]] IMPINGE_API std::optional<Frame> wait(const Context& context = {});
    [[nodiscard]] IMPINGE_API std::size_t frames_in_flight() const;

    /// What collide() says of the two bodies, bit for bit, the hash included. Pairs are found by
    /// the device; the verdict is judged here, for which positions that are known to the device
    /// alone are read back, and whether a body is a solid is found out once for each state of its
    /// positions. Frames in flight are left in flight.
    [[nodiscard]] IMPINGE_API Expected<Interference> collide(const PlacedMesh& a,
                                                             const PlacedMesh& b,
                                                             const CollideOptions& options = {},
                                                             const Context& context = {});
    /// What collide() says of each of these pairs of bodies of a list, in their order; `pairs` are
    /// places in the list, the smaller first. Triangles of all of them are found in one frame, as
    /// submit_all() has it, pairs are judged by all threads, and what is found out about a body is
    /// shared. Bodies that no pair is about are best left out of the list: the device looks at them
    /// too. Pairs that were not looked at when the context was cancelled are `partial`.
    ///
    /// With bodies from WorldOptions::narrow_phase, each as a mesh of the session in its pose, this
    /// is the narrow phase of a World.
    [[nodiscard]] IMPINGE_API Expected<std::vector<Interference>>
    collide_all(std::span<const PlacedMesh> bodies, std::span<const BoxPair> pairs,
                const CollideOptions& options = {}, const Context& context = {});
    /// What self_intersections() says, likewise.
    [[nodiscard]] IMPINGE_API Expected<SelfIntersections>
    self_intersections(MeshId mesh, const SelfIntersectionOptions& options = {},
                       const Context& context = {});
    /// Of meshes of the processor, uploads included.
    [[nodiscard]] IMPINGE_API Expected<Interference> collide(const Body& a, const Body& b,
                                                             const CollideOptions& options = {},
                                                             const Context& context = {});
    /// Of the last collide(), collide_all() or self_intersections().
    [[nodiscard]] IMPINGE_API const FrameReport& last_report() const;

  private:
    class State;
    explicit Session(std::unique_ptr<State> state);

    std::unique_ptr<State> state_;
};

} // namespace impinge::inline v0::gpu

#endif // IMPINGE_HAS_CPP20
