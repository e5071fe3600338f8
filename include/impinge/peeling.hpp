// SPDX-License-Identifier: Apache-2.0
//
// Which triangles of two bodies meet, proposed by a frame buffer and proved by exact predicates:
// the alternate surface peeling of Jang, Jeong and Han (2007). Nothing is built beforehand, so
// vertices and triangles may change from frame to frame. Bodies may be open, closed or soups.
//
//     std::size_t pairs_that_meet(impinge::raster::Device& device, const impinge::Body& cloth,
//                                 const impinge::Body& ball) {
//         const auto found = impinge::imagespace::surface_peeling(
//             device, cloth, ball, {.search = impinge::imagespace::PeelingSearch::Conservative});
//         return found ? found->interference.pairs.size() : 0;
//     }
//
// Where the boxes (AABBs) of both bodies overlap, the region of interest, both are looked at in
// parallel. The farther body is drawn first, then the other one as far as it lies behind, then the
// first one again as far as it lies behind that, until nothing is left. Triangles of two adjacent
// layers that are closer than epsilon at a pixel are candidates, and so are triangles of the other
// body just before a layer. Only their ids leave the device; each candidate is then proved.
//
// Epsilon. Two triangles that meet in a point p of a pixel have, at its centre c, the depths
// z + g (c - p) and z + h (c - p), with g and h the gradients of their depths. A coordinate of
// c - p is at most half a pixel, so the depths differ by at most sqrt(1/2) |g - h| pixels, which is
// sqrt(2) s pixels if neither slope is steeper than s. That, with the rounding of what is drawn, is
// epsilon; `steepest_slope` is s.
//
// What falls between the centres of pixels is not seen by a sampled search: it reports true pairs
// only, but not all of them. A conservative search finds every pair: every pixel that a triangle
// touches, depth intervals instead of depths, all triangles of a pixel, and crowded pixels cut into
// smaller ones. docs/methods/peeling.md says why none is missed.
//
// Thread rule: that of the device.
#pragma once

#include "impinge/standard.hpp"
#ifdef IMPINGE_HAS_CPP20

#include "impinge/broadphase.hpp"
#include "impinge/collide.hpp"
#include "impinge/imagespace.hpp"
#include "impinge/raster.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace impinge::inline v0::imagespace {

enum class PeelingSearch : std::uint8_t {
    Sampled,      ///< as published: at the centres of pixels
    Conservative, ///< finds every pair
};

/// What a pixel knows of the triangle seen there.
enum class TriangleIds : std::uint8_t {
    Unique,
    /// Its last vertex: all triangles with this last vertex are proposed together, so that fewer
    /// are missed (section 5 of the paper).
    ProvokingVertex,
};

/// Which surfaces are held against a layer.
enum class LayerNeighbours : std::uint8_t {
    /// The layer before it; of the first layer also the other body's surface just before it, which
    /// the paper's figure 6 shows to be missed.
    Layers,
    /// Of every layer the other body's surface just before it, too: between two layers the body
    /// drawn first may have more surfaces, of which the last is the nearest.
    LayersAndLastBefore,
};

struct PeelingOptions {
    PeelingSearch search = PeelingSearch::Sampled;
    int resolution = 512; ///< pixels along the longer side of the region
    /// The pixel size wanted, in world units, instead of a resolution. Refused if the region then
    /// has more pixels along a side than the device can do.
    std::optional<double> precision = {};
    TriangleIds ids = TriangleIds::ProvokingVertex;
    LayerNeighbours neighbours = LayerNeighbours::LayersAndLastBefore;
    double steepest_slope = 8; ///< of depth over the plane of the window
    /// To look along, in the world. By default one near that of the largest walls of the region,
    /// turned aside by 25 degrees, so that walls along the axes are not seen edge-on.
    std::optional<Vec3d> direction = {};
    /// Whether a body may lie in the other. A sampled search leaves that open, unless they are
    /// surfaces; finding out whether it has to takes a look at all triangles.
    OpenMeshes open_meshes = OpenMeshes::UnfinishedSolids;
};

/// Milliseconds. What a device does while it is waited for counts where it is waited for.
struct PeelingTimes {
    double boxes = 0;  ///< the bodies where they stand, their boxes, the view
    double device = 0; ///< drawing
    double read_back =
        0;            ///< close pairs, or depth planes; in crowded pixels the processor's search
    double proof = 0; ///< exact tests, and the verdict
    double total = 0;
};

/// How a search went.
struct PeelingReport {
    std::uint64_t candidates = 0; ///< pairs of triangles that were proved or dismissed
    unsigned layers = 0;
    unsigned stages = 0; ///< of six layers, as on the hardware of 2007
    unsigned draws = 0;  ///< how often a body was drawn
    double epsilon = 0;  ///< in world units; 0 for a conservative search
    double pixel_size = 0;
    std::optional<raster::View> view; ///< nothing if the boxes do not meet
    PeelingTimes milliseconds;
};

struct PeeledPairs {
    /// All pairs are true. A conservative search gives what collide() with Detail::Pairs gives. A
    /// sampled one compares surfaces: Crossing if a pair crosses, which is exact; otherwise
    /// Touching or Apart, of which the certainty is Sampled. Then Decision says whether a body may
    /// lie in the other, solid or not: that is not looked at.
    Interference interference;
    PeelingReport report;
};

/// One query. Keeps nothing.
IMPINGE_API Expected<PeeledPairs> surface_peeling(raster::Device& device, const Body& a,
                                                  const Body& b, const PeelingOptions& options = {},
                                                  const Context& context = {});

struct PeeledSelfPairs {
    /// Pairs with a < b of triangles that meet in more than a common corner or edge, sorted, as
    /// those of self_intersections(): all of them if the search is conservative.
    std::vector<TrianglePair> pairs;
    std::uint64_t crossing_pairs = 0;
    std::uint64_t touching_pairs = 0;
    bool partial = false; ///< cancelled: only what was proved so far
    PeelingReport report;
};

/// One body against itself: its layers, one after the other.
IMPINGE_API Expected<PeeledSelfPairs> self_peeling(raster::Device& device, const Body& body,
                                                   const PeelingOptions& options = {},
                                                   const Context& context = {});

/// The answer to a frame that was submitted.
struct PeeledFrame {
    std::uint64_t frame = 0; ///< the number submit() gave it
    Expected<PeeledPairs> pairs;
};

/// Two of many bodies.
struct PeeledBodies {
    std::uint32_t a = 0;
    std::uint32_t b = 0; ///< a < b
    /// What surface_peeling() says of them, at the resolution they were seen at (report.view). On
    /// devices other than software a sampled search may find a pair more or less, for depths of an
    /// atlas are rounded elsewhere. Times of drawing are those of all pairs, below.
    PeeledPairs found;
};

struct PeeledAssembly {
    /// Those whose boxes overlap, sorted by (a, b). All others are apart.
    std::vector<PeeledBodies> pairs;
    unsigned atlases = 0; ///< targets in which regions were drawn side by side
    unsigned draws = 0;   ///< how often a body was drawn
    /// Cancelled: pairs may be missing, and nothing that is not listed is known to be apart.
    bool partial = false;
    std::uint64_t hash = 0;
    PeelingTimes milliseconds;
};

/// All pairs of many bodies whose boxes overlap and that are `wanted` (asked with a < b; all if it
/// is empty). Meshes that bodies share are put on the device once. The regions of a sampled search
/// lie side by side in one target (an atlas; several if there are very many), so that the device is
/// waited for as often as for one pair; a conservative search goes through them one after the
/// other.
///
/// `resolution` is what a region alone gets; many share out as many pixels as it has, by their
/// sizes, and each gets 64 along its longer side at least. With a `precision` each gets what it
/// asks for.
///
/// Keeps the vertices of all bodies in the world for as long as it takes. Fails as
/// surface_peeling() does; the message then names bodies by their index.
IMPINGE_API Expected<PeeledAssembly>
peel_all(raster::Device& device, std::span<const Body> bodies, const PeelingOptions& options = {},
         const std::function<bool(std::uint32_t a, std::uint32_t b)>& wanted = {},
         const Context& context = {});

/// For WorldOptions::narrow_phase: pairs of a World, looked at by surface peeling, all of a step
/// together. With a conservative search the World's answers are those it gives without. The device
/// must outlive the World.
///
///     impinge::World world_of_surfaces(impinge::raster::Device& device) {
///         impinge::WorldOptions options{.detail = impinge::Detail::Pairs};
///         options.narrow_phase = impinge::imagespace::PeelingNarrowPhase{
///             &device, {.search = impinge::imagespace::PeelingSearch::Conservative}};
///         return impinge::World(options);
///     }
struct IMPINGE_API PeelingNarrowPhase {
    raster::Device* device = nullptr;
    PeelingOptions options = {};

    /// In the order of the pairs. `asked.detail` is listened to by a conservative search.
    Expected<std::vector<Interference>> operator()(std::span<const Body> bodies,
                                                   std::span<const BoxPair> pairs,
                                                   const CollideOptions& asked,
                                                   const Context& context) const;
};

/// Two bodies that deform, tear or break, over many frames. They stay on the device; a frame brings
/// new positions or a new mesh, and nothing is rebuilt. Answers are those of surface_peeling().
///
/// Frames may overlap: submit() draws a frame and leaves its proof to a thread of the session,
/// while the caller goes on to draw the next one.
///
///     void look_at(impinge::imagespace::PeelingSession& session, const impinge::MeshView& cloth) {
///         using impinge::imagespace::PeelingSession;
///         if (session.update_positions(PeelingSession::Which::A, cloth) && session.submit()) {
///             while (const auto done = session.poll()) {
///                 // done->pairs is the answer to frame done->frame
///             }
///         }
///     }
class IMPINGE_API PeelingSession {
  public:
    using Which = WhichBody;

    /// The device must outlive the session, and each mesh the next call that replaces it.
    static Expected<PeelingSession> create(raster::Device& device, const MeshView& a,
                                           const MeshView& b, const PeelingOptions& options = {});
    PeelingSession(PeelingSession&& other) noexcept;
    PeelingSession& operator=(PeelingSession&& other) noexcept;
    ~PeelingSession();

    /// The same triangles with vertices elsewhere. A refused mesh changes nothing.
    Status update_positions(Which which, const MeshView& mesh);
    /// Any other mesh.
    Status update_mesh(Which which, const MeshView& mesh);

    Expected<PeeledPairs> query(const Rigid& pose_a = {}, const Rigid& pose_b = {},
                                const Context& context = {});

    /// Draws a frame now, on this thread, as query() does, and returns its number: 0, 1, 2, ...
    /// What query() would refuse before its proof is refused here, and has no number. The proof
    /// follows on another thread, frame after frame; answers are those of query(). Meshes are
    /// copied where they changed, so that they may be replaced at once. Waits if two frames wait
    /// for their proof already.
    ///
    /// A frame is cancelled by its context, and then comes back partial. Its progress is not
    /// reported. A session that goes waits for the proof under way and drops the frames behind it.
    Expected<std::uint64_t> submit(const Rigid& pose_a = {}, const Rigid& pose_b = {},
                                   const Context& context = {});
    /// The first frame whose answer was not taken yet, if it is there.
    std::optional<PeeledFrame> poll();
    /// The same; waits for it. Nothing if no frame is in flight.
    std::optional<PeeledFrame> wait();
    /// Submitted and not taken.
    [[nodiscard]] std::size_t frames_in_flight() const;

  private:
    struct State;
    explicit PeelingSession(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

} // namespace impinge::inline v0::imagespace

#endif // IMPINGE_HAS_CPP20
