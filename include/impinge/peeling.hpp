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

#include "impinge/collide.hpp"
#include "impinge/raster.hpp"

#include <cstdint>
#include <memory>
#include <optional>
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

/// Two bodies that deform, tear or break, over many frames. They stay on the device; a frame brings
/// new positions or a new mesh, and nothing is rebuilt. Answers are those of surface_peeling().
class IMPINGE_API PeelingSession {
  public:
    enum class Which : std::uint8_t { A, B };

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

  private:
    struct State;
    explicit PeelingSession(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

} // namespace impinge::inline v0::imagespace

#endif // IMPINGE_HAS_CPP20
