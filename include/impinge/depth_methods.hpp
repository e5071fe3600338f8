// SPDX-License-Identifier: Apache-2.0
//
// Whether two solids overlap, asked of the pixels of a frame buffer: the depth and stencil methods
// of Myszkowski, Okunev and Kunii (1995). A ray through the centre of every pixel meets the
// surfaces of both bodies; the methods find out, with few rendering passes, whether somewhere it is
// inside both. The cost hardly depends on how complicated the contact is.
//
//     bool overlap_in_pixels(impinge::raster::Device& device, const impinge::Body& a,
//                            const impinge::Body& b) {
//         const auto found =
//             impinge::imagespace::sampled_collide(device, a, b, {.resolution = 256});
//         return !found || !found->settled || // could not tell
//                found->interference.verdict == impinge::Verdict::Crossing;
//     }
//
// What lies between the pixels is not seen: answers are Certainty::Sampled, at the pixel size they
// state. Verdicts are Crossing (at some pixel the interiors overlap; one body may lie within the
// other) and Apart (at no pixel they do). With `.refine = DepthRefinement::Conservative` nothing is
// missed, and verdicts are those of collide(). docs/methods/depth.md is the manual.
//
// Bodies must be solids. What is inside one is what its surface winds around at least once, as
// everywhere in impinge: parts of a body may overlap each other, faces may be there twice, parts
// may nest outward, and a surface may cross itself. What a method cannot settle at such a pixel it
// leaves over. What diagnose() says of a body is believed if it comes with it, and found out
// otherwise; a body that is no solid is refused.
//
// Thread rule: that of the device.
#pragma once

#include "impinge/standard.hpp"
#ifdef IMPINGE_HAS_CPP20

#include "impinge/collide.hpp"
#include "impinge/imagespace.hpp"
#include "impinge/raster.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace impinge::inline v0::imagespace {

enum class Method : std::uint8_t {
    DepthMinmax,     ///< section 4: settles pixels where both bodies have two layers
    DepthParity,     ///< section 5, #1 and #2: settles pixels where one body has two layers
    DepthParityLite, ///< section 5, #1' and #2': three mask planes, more pixels left over
    LayerOrder,      ///< section 6: settles every pixel, layer after layer
    Cascade,         ///< each pixel by the cheapest of the above that can settle it
};

/// "depth-minmax", "depth-parity", "depth-parity-lite", "layer-order", "cascade".
IMPINGE_API const char* to_string(Method method);
IMPINGE_API std::optional<Method> method_from_string(std::string_view name);

/// What it means that two surfaces have equal depths (after rounding to floats) in a pixel.
enum class EqualDepths : std::uint8_t {
    Apart,   ///< bodies that only touch there do not overlap
    Overlap, ///< they do: the comparisons of the paper
};

/// When masks are looked at: after each rendering, to stop early, or once at the end, which pays
/// when drawing is cheaper than looking.
enum class Inspection : std::uint8_t { EachPass, Deferred };

enum class Extent : std::uint8_t {
    FirstOverlap, ///< stop as soon as the verdict is known
    AllPixels,    ///< settle every pixel and return the map
};

/// Thin spikes fall between pixels. With Proxies each is covered by a volume some pixels wide; if
/// that volume meets the other body, the exact engine decides about the spike.
enum class Spikes : std::uint8_t { Ignored, Proxies };

/// Whether what lies between the pixels is searched, too.
enum class DepthRefinement : std::uint8_t {
    None,
    /// No overlap is missed and none invented: the verdict is that of collide(), whatever the
    /// method, the resolution and the direction. An overlap that pixels show is proved on the
    /// triangles there. Where they show none, the depths between which either body lies are found
    /// for every pixel that it touches (conservative coverage); triangles of both bodies that share
    /// a pixel and a depth are then tested exactly, and whether one body lies within the other is
    /// found out exactly.
    Conservative,
};

enum class Timing : std::uint8_t {
    Total,
    ByPhase, ///< waits for the device between phases, so that each can be timed
};

struct SampledOptions {
    Method method = Method::Cascade;
    int resolution = 512; ///< pixels along the longer side of the window
    EqualDepths equal_depths = EqualDepths::Apart;
    Inspection inspection = Inspection::EachPass;
    Extent extent = Extent::FirstOverlap;
    Spikes spikes = Spikes::Ignored;
    /// On the triangles seen at the overlapping pixels, and on the whole bodies if those do not
    /// prove it.
    Confirmation confirmation = Confirmation::None;
    /// Makes Spikes and Confirmation superfluous.
    DepthRefinement refine = DepthRefinement::None;
    Timing timing = Timing::Total;
    ProjectionOptions projection = {};
};

/// How the bodies lie along the ray of one pixel. A to F are the cases of the paper's figure 1 with
/// its bodies A and B (which may be exchanged against the caller's, see PixelMap): intervals that
/// follow each other (A: A before B, F: B before A), B's end beyond A's (BC), B within A (D), B's
/// beginning before A's (E). For concave bodies they stand for what the same comparisons mean.
enum class PixelCase : std::uint8_t {
    Empty, ///< not covered by both
    A,
    BC,
    D,
    E,
    F,
    LayersApart,   ///< settled by the order of all layers
    LayersOverlap, ///< the same
    LeftOver,      ///< the method could not tell
};

constexpr bool overlaps(PixelCase c) {
    return c == PixelCase::BC || c == PixelCase::D || c == PixelCase::E ||
           c == PixelCase::LayersOverlap;
}

/// Who settled a pixel.
enum class Stage : std::uint8_t {
    None,            ///< not covered by both bodies
    Minmax,          ///< the first rendering
    Parity,          ///< the second
    ParityExchanged, ///< both again with the bodies exchanged: so is the meaning of A to F
    LayerOrder,
    Rays,
    LeftOver, ///< nobody
};

/// How many pixels each stage settled. Unless all pixels are asked for, `minmax` counts every pixel
/// of the paper's A at which its B is not entered before A's end, also where there is no B; and
/// pixels that were still open when an overlap ended the search are not counted.
struct PixelsByStage {
    std::uint64_t minmax = 0;
    std::uint64_t parity = 0;
    std::uint64_t parity_exchanged = 0;
    std::uint64_t layer_order = 0;
    std::uint64_t rays = 0;
    std::uint64_t left_over = 0;

    friend bool operator==(const PixelsByStage&, const PixelsByStage&) = default;
};

/// Everything that is known of each pixel, rows from the bottom. The layers are those of the
/// caller's A and B; 255 means as many or more.
struct PixelMap {
    raster::View view;      ///< in the world, for the poses of this query
    bool exchanged = false; ///< the paper's A is the caller's B
    std::vector<PixelCase> cases;
    std::vector<Stage> stages;
    std::vector<std::uint8_t> layers_a;
    std::vector<std::uint8_t> layers_b;
    /// With DepthRefinement, if it had to search: 1 where depths of both bodies come together.
    /// Empty otherwise, and where floats could not draw it, so that all pixels were searched.
    std::vector<std::uint8_t> open = {};
};

/// Milliseconds. The phases are 0 unless Timing::ByPhase.
struct PhaseTimes {
    double graphics = 0;                   ///< drawing and operations on masks
    std::array<double, 3> inspection = {}; ///< of the first and second rendering, of the layers
    double total = 0;
};

/// What a refinement searched; 0 where it needed not.
struct RefinementReport {
    std::uint64_t open_pixels = 0; ///< at which the depths of both bodies come together
    std::uint64_t candidates = 0;  ///< pairs of triangles that were tested exactly
};

/// The common answer, and what is special about a sampled one.
struct Sampled {
    /// `pairs` holds what Confirmation, Spikes or DepthRefinement made the exact engine prove: then
    /// the verdict is its own and the certainty Exact. A refinement finds all pairs, unless a few
    /// prove that the bodies cross, or the bodies are the same.
    Interference interference;
    /// No pixel was left over, or the verdict does not depend on them. If false, Apart means "could
    /// not tell".
    bool settled = true;
    PixelsByStage pixels;
    std::uint64_t overlapping_pixels = 0; ///< with Extent::FirstOverlap, those seen before stopping
    /// How often the bodies were rendered in the worst of the views: 0 if their bounding volumes
    /// do not meet or rays were cast instead, 1 or 2 as in sections 4 and 5, more for the order of
    /// layers.
    unsigned renderings = 0;
    unsigned draws = 0;       ///< how often a body was drawn, both sides of its faces
    bool maps_reused = false; ///< A's depth maps came from an earlier query
    bool exchanged = false;   ///< the paper's A is the caller's B
    /// No surface was seen farther than this from where it is: rounding to the grid of the device
    /// and to floats, whose steps grow with the size of the bodies. (OpenGL may add what
    /// docs/methods/raster.md states.) Where the bodies are more than 2^20 times larger than a
    /// pixel, floats would not do: then nothing is drawn, and every pixel is settled by a ray in
    /// double precision, whatever the method (PixelsByStage::rays).
    double surface_error = 0;
    std::vector<raster::View> views; ///< those looked along, in the world
    RefinementReport refinement;
    std::optional<PixelMap> map; ///< of the first view, with Extent::AllPixels
    PhaseTimes milliseconds;
};

/// One query. Keeps nothing.
IMPINGE_API Expected<Sampled> sampled_collide(raster::Device& device, const Body& a, const Body& b,
                                              const SampledOptions& options = {},
                                              const Context& context = {});

/// The same two bodies over and over: keeps them on the device, and A's depth maps and the
/// direction of projection as long as they stay good. Moving both bodies together changes nothing
/// (unless a direction of the world was given, and they turn away from it); answers are those of
/// sampled_collide up to the choice of direction, window and roles.
///
/// A new window leaves a tenth free on every side. It is kept, with A's maps, while B moves
/// relative to A, until the zone in which the bodies can meet leaves it or fills less than half of
/// it, or another direction would be chosen.
///
/// Which body is the paper's A: for depth-minmax at first the nearer one; for the others one that
/// was found to show two layers everywhere, else at first the one with more triangles. Bodies are
/// exchanged for the next query if more than a quarter of A's pixels needed a second rendering; not
/// back, unless that share is larger by a tenth than it was before. (Before that B may be drawn
/// once more, to find out whether it shows two layers everywhere, too.)
class IMPINGE_API DepthSession {
  public:
    using Which = WhichBody;

    /// The device must outlive the session. Each mesh stays as it is until it is replaced or the
    /// session ends. The poses of the bodies are not looked at. Both bodies are put on the device
    /// here, so that no query has to wait for it: what the device refuses is refused here, also if
    /// the bodies never meet.
    static Expected<DepthSession> create(raster::Device& device, const Body& a, const Body& b,
                                         const SampledOptions& options = {},
                                         const Context& context = {});
    DepthSession(DepthSession&& other) noexcept;
    DepthSession& operator=(DepthSession&& other) noexcept;
    ~DepthSession();

    /// A body that deforms: the same triangles with vertices elsewhere. It must still be a solid:
    /// what diagnose() says of it is believed if it comes with it, and found out otherwise, which
    /// takes longer than drawing it. Its depth maps are forgotten; windows and directions are kept
    /// where they still serve. A refused body changes nothing.
    Status update_positions(Which which, const Body& body, const Context& context = {});
    /// A body with any other mesh, in the place of the old one.
    Status update_mesh(Which which, const Body& body, const Context& context = {});

    Expected<Sampled> query(const Rigid& pose_a, const Rigid& pose_b, const Context& context = {});

  private:
    struct State;
    explicit DepthSession(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

} // namespace impinge::inline v0::imagespace

#endif // IMPINGE_HAS_CPP20
