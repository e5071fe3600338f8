// SPDX-License-Identifier: Apache-2.0
//
// How far two solids are from each other, or reach into each other, along one direction: for every
// pixel that both cover, as a map with statistics. What a dentist reads off two jaws and a designer
// off two parts that are to fit.
//
//     double deepest_overlap(impinge::raster::Device& device, const impinge::Mesh& upper_jaw,
//                            const impinge::Mesh& lower_jaw) {
//         const auto map =
//             impinge::imagespace::clearance_map(device, {upper_jaw.view()}, {lower_jaw.view()});
//         return map ? map->statistics.deepest_overlap : std::nan("");
//     }
//
// Bodies must be solids. Inside is where the winding number is at least one, as for collide():
// parts of a body may overlap, lie in each other, cross themselves or have their faces twice.
//
// Thread rule: that of the device.
#pragma once

#include "impinge/standard.hpp"
#ifdef IMPINGE_HAS_CPP20

#include "impinge/collide.hpp"
#include "impinge/imagespace.hpp"
#include "impinge/raster.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace impinge::inline v0::imagespace {

struct ClearanceOptions {
    /// Look along this direction of the world. By default across the flattest side of the region in
    /// which the bounding volumes meet, or, if they do not, of the gap between them; A is in front.
    std::optional<Vec3d> direction = {};
    /// Turn a direction that was not given to the normals of the triangles that face each other.
    ProjectionOptions::Refinement refinement = ProjectionOptions::Refinement::None;
    int resolution = 512; ///< pixels along the longer side of the window
    /// Half the width of the contact band: clearances from -tolerance to tolerance are contact. By
    /// default the size of a pixel.
    std::optional<double> tolerance = {};
};

enum class ClearanceClass : std::uint8_t {
    Empty,
    OnlyA,
    OnlyB,
    Gap,     ///< clearance above the tolerance
    Contact, ///< within the tolerance
    Overlap, ///< below minus the tolerance
};

struct ClearancePixels {
    std::uint64_t a_only = 0;
    std::uint64_t b_only = 0;
    std::uint64_t both = 0; ///< the sum of the next three
    std::uint64_t gap = 0;
    std::uint64_t contact = 0;
    std::uint64_t overlap = 0;     ///< by more than the tolerance
    std::uint64_t overlapping = 0; ///< by any amount: those of `overlap`, and some in contact

    friend bool operator==(const ClearancePixels&, const ClearancePixels&) = default;
};

/// World units. Areas are those of the projection. Places are in the middle of the gap or of the
/// (longest) overlap, on the ray of their pixel.
struct ClearanceStatistics {
    ClearancePixels pixels = {};
    std::optional<double> smallest_gap =
        {}; ///< of the pixels that do not overlap; none without any
    Vec3d smallest_gap_at = {};
    double deepest_overlap = 0; ///< the largest thickness of the overlap
    Vec3d deepest_overlap_at = {};
    double contact_area = 0; ///< of the pixels in the contact band
    double overlap_volume = 0;
    /// The true volume differs by no more than this: the thickness may vary within a pixel by as
    /// much as the surfaces in it span. Rounding to the device's grid is allowed for. Falls with
    /// the size of the pixels.
    double overlap_volume_bound = 0;
};

/// Clearance is the smallest gap between the bodies along the ray through a pixel's centre, or,
/// negative, the length of the ray that lies in both. Rows from the bottom.
struct ClearanceMap {
    raster::View view; ///< in the world
    double pixel_size = 0;
    double pixel_area = 0;
    double tolerance = 0;
    std::vector<float> clearance; ///< NaN where not both bodies are
    std::vector<ClearanceClass> classes;
    ClearanceStatistics statistics;
    std::uint64_t pixels_by_layers = 0; ///< where two depths of each body did not tell enough
    /// No surface was measured farther than this from where it is: rounding to the grid of the
    /// device and to floats, whose steps grow with the size of the bodies, or, by_rays, to doubles.
    /// (OpenGL may add what docs/methods/raster.md states.)
    double surface_error = 0;
    /// The bodies are so much larger than a pixel (2^20 times) that floats would not do: nothing
    /// was drawn, rays were cast in double precision instead.
    bool by_rays = false;
    bool maps_reused = false; ///< A's depth maps came from an earlier map of the session
    bool partial = false;     ///< cancelled: `clearance` and `classes` are empty
};

/// The window shows where the projections of both bodies meet, with a small margin; both bodies
/// whole if they do not. Fails on a body that is no solid, a direction without length, a resolution
/// below 1 or above what the device can do, and a negative tolerance.
IMPINGE_API Expected<ClearanceMap> clearance_map(raster::Device& device, const Body& a,
                                                 const Body& b,
                                                 const ClearanceOptions& options = {},
                                                 const Context& context = {});

/// Two bodies that move, seen from a direction that is chosen once and glued to A. The window shows
/// all of A, and A's depth maps are drawn once; only a B that leaves their range of depths makes it
/// necessary to draw them again.
class IMPINGE_API ClearanceSession {
  public:
    /// The meshes (and the device) must outlive the session. The direction is chosen for the poses
    /// that the bodies come with.
    static Expected<ClearanceSession> create(raster::Device& device, const Body& a, const Body& b,
                                             const ClearanceOptions& options = {},
                                             const Context& context = {});
    ClearanceSession(ClearanceSession&& other) noexcept;
    ClearanceSession& operator=(ClearanceSession&& other) noexcept;
    ~ClearanceSession();

    /// A may only be turned and shifted against the pose it came with: a pose that changes its size
    /// or shape is refused.
    Expected<ClearanceMap> map(const Rigid& pose_a, const Rigid& pose_b,
                               const Context& context = {});

  private:
    struct State;
    explicit ClearanceSession(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

/// The map held against exact rays: for every pixel that both bodies cover, the mean clearance of
/// several rays spread over it.
struct RayComparison {
    int rays_per_pixel = 0;
    std::uint64_t pixels = 0; ///< compared: those where all rays meet both bodies
    double rms_error = 0;
    double max_error = 0;
    int max_error_x = 0; ///< the pixel where it is, from the left and from the bottom
    int max_error_y = 0;
    Vec3d max_error_at = {};
    std::vector<float> errors = {}; ///< map minus rays; NaN where not compared
    bool partial = false;           ///< cancelled: nothing was compared
};

/// Casts the rays at the meshes as they are, in double precision with exact signs; shares nothing
/// with the devices. `rays_per_pixel` is a square number, up to 1024: the rays form a regular grid
/// in each pixel; a single one goes through the centre. The bodies stand where the map saw them.
IMPINGE_API Expected<RayComparison> compare_with_rays(const ClearanceMap& map, const Body& a,
                                                      const Body& b, int rays_per_pixel,
                                                      const Context& context = {});

struct VertexClearances {
    std::vector<float> values;
    bool partial = false; ///< cancelled: some values are NaN that would not be
};

/// For every vertex of the body the clearance to the other body along the view. The vertex faces
/// one way along it, by its normal: outside the other body the clearance is the way ahead until
/// the other body is met; inside it, negative, the way back until it is left. NaN if the other body
/// is not met.
IMPINGE_API Expected<VertexClearances> vertex_clearance(const Body& body, const Body& other,
                                                        const raster::View& view,
                                                        const Context& context = {});

} // namespace impinge::inline v0::imagespace

#endif // IMPINGE_HAS_CPP20
