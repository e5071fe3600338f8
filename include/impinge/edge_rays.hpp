// SPDX-License-Identifier: Apache-2.0
//
// Who penetrates whom among any number of solids, asked of the pixels of a frame buffer: the edge
// rays of Knott and Pai (CInDeR, 2003) and of chapter 4 of Knott's thesis. Two solids overlap if
// and only if an edge of one lies partly inside the other. The edges of all bodies are drawn; at
// every pixel that shows a point of an edge the faces before that point are counted, front faces up
// and back faces down; what remains is the number of bodies the point lies in. One sweep serves all
// bodies, concave and hollow ones too, and those that wind around themselves: a point lies in a
// body that winds around it at least once.
//
//     std::size_t interfering_pairs(impinge::raster::Device& device,
//                                   std::span<const impinge::Body> bodies) {
//         const auto found = impinge::imagespace::edge_rays(device, bodies);
//         return found ? found->pairs.size() : bodies.size();
//     }
//
// Who asks about the same bodies frame after frame keeps an EdgeRaySession.
//
// What no ray meets is not seen: answers are Certainty::Sampled, at the pixel size they state,
// unless refinement or confirmation made the exact engine prove them. docs/methods/edge-rays.md is
// the manual.
//
// Thread rule: that of the device.
#pragma once

#include "impinge/standard.hpp"
#ifdef IMPINGE_HAS_CPP20

#include "impinge/collide.hpp"
#include "impinge/imagespace.hpp"
#include "impinge/raster.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace impinge::inline v0::imagespace {

/// The algorithms of the thesis, by its numbers. They look at the same rays and differ in what they
/// tell.
enum class EdgeRayAlgorithm : std::uint8_t {
    Detect = 1,                 ///< whether any body is penetrated
    IdentifyPenetrating = 2,    ///< and by whose edges
    IdentifyWithoutStencil = 3, ///< the same, without reading stencil values
    IdentifyBoth = 4,           ///< and who is penetrated, at every edge point: the pairs
    IdentifyByQueries = 5,      ///< who penetrates and who is penetrated, without reading pixels
};

/// What keeps the edges of a body from being found inside the body they belong to.
enum class OwnBody : std::uint8_t {
    Excluded,    ///< the faces of a body do not count at points of its own edges
    OffsetEdges, ///< as in the thesis: edges are moved outward, by one pixel and a half
};

enum class HiddenPoints : std::uint8_t {
    Peeled,  ///< layer after layer, until every edge point of every pixel was looked at
    Ignored, ///< as in the thesis: only the nearest edge point of each pixel
};

/// Whether a query tells if anything was found before anything is read (section 4.5.2).
enum class EarlyExit : std::uint8_t { ByQuery, None };

/// What is looked at through one window.
enum class Windows : std::uint8_t {
    Clusters,   ///< bodies connected by overlapping boxes, around the places where boxes overlap
    WholeScene, ///< all bodies at once, as in the thesis
};

/// What becomes of pairs whose boxes overlap and of which no edge point was found inside the other.
enum class EdgeRayRefinement : std::uint8_t {
    None,
    /// Where the two may still meet they are looked at again with ever smaller pixels, until one is
    /// found inside the other (by more than a pixel), or they are seen to be apart everywhere. The
    /// exact engine decides about pairs that stay undecided, such as those that touch. No pair that
    /// interferes is called apart then.
    Undecided,
};

enum class Localisation : std::uint8_t {
    None,
    /// Where the edges that have a point inside a body pass through its surface, exactly. Only with
    /// IdentifyBoth.
    Crossings,
};

struct EdgeRayOptions {
    EdgeRayAlgorithm algorithm = EdgeRayAlgorithm::IdentifyBoth;
    int resolution = 512; ///< pixels along the longer side of a window
    /// The pixel size wanted, in world units, instead of a resolution. A window may then be larger
    /// than a target and is looked at piece by piece.
    std::optional<double> precision = {};
    std::optional<Vec3d> direction = {}; ///< of the rays, in the world; by default one is chosen
    raster::Projection projection = raster::Projection::Orthographic;
    Windows windows = Windows::Clusters;
    OwnBody own_body = OwnBody::Excluded;
    /// How far edges are moved outward (inward if negative), in world units. By default nothing if
    /// the own body is excluded, else what the pixel size and the steps of depth ask for.
    std::optional<double> edge_offset = {};
    HiddenPoints hidden_points = HiddenPoints::Peeled;
    EarlyExit early_exit = EarlyExit::ByQuery;
    EdgeRayRefinement refinement = EdgeRayRefinement::None;
    Confirmation confirmation = Confirmation::None; ///< of pairs that were found
    Localisation localisation = Localisation::None;
};

/// A point of an edge that lies in at least one other body.
struct EdgePoint {
    std::uint32_t body = 0;        ///< whose edge it is: the penetrating one
    std::uint32_t edge = 0;        ///< its index in raster::unique_edges() of the mesh
    raster::EdgeIndices corners{}; ///< of that edge
    Vec3d position = {};           ///< in the world: where the ray meets the depth of the edge
    std::uint32_t view = 0;        ///< which of EdgeRays::views saw it
    std::uint32_t x = 0; ///< the pixel of that view, in its whole window (see View::shown)
    std::uint32_t y = 0;
    std::uint32_t layer = 0; ///< how many edge points lie before it at that pixel
    // Which of EdgeRays::penetrated: begin and end.
    std::uint32_t first_penetrated = 0;
    std::uint32_t last_penetrated = 0;

    friend bool operator==(const EdgePoint&, const EdgePoint&) = default;
};

/// Where an edge passes through the surface of another body. Exact.
struct EdgeCrossing {
    std::uint32_t body = 0; ///< whose edge it is
    std::uint32_t edge = 0;
    std::uint32_t penetrated = 0; ///< whose surface
    std::uint32_t triangle = 0;   ///< of its mesh; the smallest if the point lies on several
    Vec3d position = {};          ///< in the world, rounded once from the exact point
    Vec3d normal = {};            ///< of the triangle in the world, outward, of length 1

    friend bool operator==(const EdgeCrossing&, const EdgeCrossing&) = default;
};

/// How a pair was decided.
enum class EdgeRayDecidedBy : std::uint8_t {
    Rays,       ///< the first look: sampled
    Refinement, ///< a closer look: Crossing is sampled, Apart conservative
    Exact,      ///< the exact engine
};

/// Two bodies, a < b.
struct EdgeRayPair {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    /// Crossing: an edge point of one lies in the other (one may lie within the other). Apart: no
    /// edge point that was looked at does. Anything else was said by the exact engine. The pixel
    /// size is that of the look that decided.
    Interference interference = {};
    std::uint64_t points_of_a = 0; ///< edge points of A that lie in B
    std::uint64_t points_of_b = 0; ///< edge points of B that lie in A
    EdgeRayDecidedBy decided_by = EdgeRayDecidedBy::Rays;
    /// If false, Apart means "could not tell": the algorithm does not name pairs and found
    /// something, a body is not closed or was seen by no ray, hidden points were ignored, one of
    /// three bodies or more crosses itself and the algorithm does not name bodies, the place where
    /// the two may meet is smaller than 2^-17 of a body in its window (there the floats that are
    /// drawn say nothing, and no point is believed), or the query was cancelled.
    bool settled = true;
};

/// A body that has no proper inside, as counted along the rays. Its edges are looked at like those
/// of any other; nothing is said to lie in it.
struct UnsoundBody {
    enum class Fault : std::uint8_t {
        Open,      ///< some ray enters it and does not leave, or leaves without having entered
        InsideOut, ///< all its faces look inward; it is taken as its maker meant it
        Negative,  ///< edge points with a negative count, and diagnose() finds it is no solid
    };
    std::uint32_t body = 0;
    Fault fault = Fault::Open;
    std::uint64_t rays = 0; ///< that say so; 0 for InsideOut
};

/// How much work it was.
struct EdgeRayWork {
    unsigned windows = 0;            ///< views looked through, pieces of large ones included
    unsigned layers = 0;             ///< of edge points: the most any window needed
    unsigned rounds = 0;             ///< the most it took to name all bodies a point lies in
    std::uint64_t draws = 0;         ///< how often a body was drawn, as edges or as faces
    std::uint64_t edge_points = 0;   ///< looked at, inside other bodies or not
    std::uint64_t hidden_points = 0; ///< of those, not the nearest at their pixel
    std::uint64_t read_backs = 0;    ///< how often pixels were read
    unsigned refinements = 0;        ///< closer looks
    std::uint64_t asked_exact = 0;   ///< pairs the exact engine decided
};

struct EdgeRays {
    /// Some body is penetrated; if pairs were named, by their last verdict.
    bool interference = false;
    /// As the first look tells, with an algorithm that names them. Sorted.
    std::vector<std::uint32_t> penetrating_bodies;
    std::vector<std::uint32_t> penetrated_bodies;
    /// All pairs whose boxes overlap, sorted by (a, b); all others are apart. Only IdentifyBoth
    /// names pairs by itself; the others do so through windows that show no more than two bodies.
    std::vector<EdgeRayPair> pairs;
    /// With IdentifyPenetrating and above (without `penetrated` below IdentifyBoth), except by
    /// queries: by view, layer, row and column.
    std::vector<EdgePoint> points;
    std::vector<std::uint32_t> penetrated; ///< of all points, one after the other
    /// Of the edges of these points. Sorted by body, edge, penetrated, place on the edge.
    std::vector<EdgeCrossing> crossings;
    std::vector<UnsoundBody> unsound; ///< sorted by body
    /// By cluster, in the order of their first bodies. A window of more than 1024 pixels (or what
    /// the device can) on a side is there as several pieces, by rows, then columns.
    std::vector<raster::View> views;
    double pixel_size = 0; ///< the largest of all views
    /// No surface was drawn farther than this from where it is: rounding to the grid of the device
    /// and to floats, whose steps grow with the size of the bodies. The largest of all views.
    double surface_error = 0;
    double edge_offset = 0; ///< the farthest edges were moved, in world units
    bool partial = false;   ///< cancelled: nothing that is not listed is known to be apart
    EdgeRayWork work;
    /// Of everything but work, views and times.
    std::uint64_t hash = 0;
    double milliseconds = 0;

    /// The bodies a point lies in, ascending.
    [[nodiscard]] std::span<const std::uint32_t> penetrated_by(const EdgePoint& point) const {
        return std::span(penetrated)
            .subspan(point.first_penetrated, point.last_penetrated - point.first_penetrated);
    }
};

/// All pairs of the bodies. Keeps nothing. What diagnose() says of a body is believed if it comes
/// with it; otherwise one more sweep over the faces finds out which bodies are open.
///
/// Fails on what the device refuses, on bodies that collide() refuses, and on a precision finer
/// than 2^-20 of the largest body or of a window, which is where the floats that are drawn end. (A
/// resolution gives no smaller pixels either.) Algorithms other than IdentifyBoth refuse scenes in
/// which a point may lie in 128 bodies.
IMPINGE_API Expected<EdgeRays> edge_rays(raster::Device& device, std::span<const Body> bodies,
                                         const EdgeRayOptions& options = {},
                                         const Context& context = {});

/// The same bodies over and over: they stay on the device, with the targets and queries it takes to
/// look at them. Answers are those of edge_rays(), bit for bit.
class IMPINGE_API EdgeRaySession {
  public:
    /// The device must outlive the session. Each mesh, and what diagnose() says of it, stays as it
    /// is until it is replaced or the session ends. The poses of the bodies are not looked at. All
    /// bodies are put on the device here, so that no query has to wait for it: what the device
    /// refuses is refused here, also if the bodies never meet.
    static Expected<EdgeRaySession> create(raster::Device& device, std::span<const Body> bodies,
                                           const EdgeRayOptions& options = {},
                                           const Context& context = {});
    EdgeRaySession(EdgeRaySession&& other) noexcept;
    EdgeRaySession& operator=(EdgeRaySession&& other) noexcept;
    ~EdgeRaySession();

    /// A body that deforms: the same triangles with vertices elsewhere. Its pose is not looked at;
    /// what diagnose() said of it before is forgotten, unless it comes with it again. Other bodies
    /// that shared its mesh keep theirs. A refused body changes nothing.
    Status update_positions(std::size_t body, const Body& changed, const Context& context = {});
    /// A body with any other mesh, in the place of the old one.
    Status update_mesh(std::size_t body, const Body& changed, const Context& context = {});

    /// One pose for each body. Fails where edge_rays() would; the session can be asked again.
    Expected<EdgeRays> query(std::span<const Rigid> poses, const Context& context = {});

  private:
    struct State;
    explicit EdgeRaySession(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

} // namespace impinge::inline v0::imagespace

#endif // IMPINGE_HAS_CPP20
