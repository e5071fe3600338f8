// SPDX-License-Identifier: Apache-2.0
//
// The frame-buffer machine: meshes are drawn into a depth plane, a stencil plane and two planes of
// ids, and counted there. Methods that work in image space are sequences of these operations,
// written once and run on the processor or through OpenGL.
//
//     impinge::Expected<std::uint64_t> covered_pixels(impinge::raster::Device& device,
//                                                     const impinge::Mesh& mesh,
//                                                     const impinge::raster::View& view) {
//         namespace raster = impinge::raster;
//         const auto geometry = device.upload(mesh.view());
//         const auto target = device.make_target(view.width, view.height);
//         if (!geometry || !target) {
//             return geometry ? target.error() : geometry.error();
//         }
//         const raster::Draw draw{.geometry = geometry->get()};
//         if (const impinge::Status status = device.draw(**target, view, {}, draw); !status) {
//             return status.error();
//         }
//         return device.count(**target, {});
//     }
//
// What every device promises:
//
//  - A vertex is rounded once to the grid of 1/256 pixel. From then on triangles are exact: a pixel
//    centre on a shared edge belongs to exactly one of its triangles, so a closed mesh shows as
//    many front as back faces in every pixel. A triangle whose rounded corners lie on a line covers
//    nothing (except in a conservative pass).
//  - Depth is that of the triangle's plane at the pixel's centre, clamped to 0..1. Nothing is
//  clipped
//    in depth, except what is nearer than `near` in a perspective view.
//  - Triangles take effect in the order in which they are drawn. The software device gives the same
//    bits for any number of threads and every processor.
//  - Devices agree on coverage wherever no edge passes within 1/256 pixel of a pixel's centre.
//    docs/methods/raster.md says how far their depths may differ.
//
// A device may be used from any thread, but by one at a time; so may what it made, which must be
// passed only to it. Geometry, targets and queries may outlive their device.
#pragma once

#include "impinge/standard.hpp"
#ifdef IMPINGE_HAS_CPP20

#include "impinge/context.hpp"
#include "impinge/expected.hpp"
#include "impinge/export.h"
#include "impinge/mesh.hpp"
#include "impinge/rigid.hpp"
#include "impinge/view.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace impinge::inline v0::raster {

/// Vertices are rounded to this many steps per pixel.
inline constexpr int subpixel_steps = 256;

/// Parts of a target that are drawn into begin at multiples of this, and what lies to the right of
/// one up to the next multiple is undefined then.
inline constexpr int area_alignment = 64;

/// What an id plane holds where nothing was drawn, unless cleared to something else.
inline constexpr std::uint32_t no_id = 0xFFFFFFFF;

enum class Compare : std::uint8_t {
    Never,
    Less,
    Equal,
    LessEqual,
    Greater,
    NotEqual,
    GreaterEqual,
    Always,
};

/// What happens to the stencil value. Increment and Decrement stop at 255 and 0.
enum class StencilOp : std::uint8_t {
    Keep,
    Zero,
    Replace, ///< by the reference
    Increment,
    Decrement,
    IncrementWrap,
    DecrementWrap,
    Invert,
};

/// The operation for each way a fragment can end.
struct StencilOps {
    StencilOp stencil_fails = StencilOp::Keep;
    StencilOp depth_fails = StencilOp::Keep;
    StencilOp passes = StencilOp::Keep;

    friend bool operator==(const StencilOps&, const StencilOps&) = default;
};

/// A fragment passes if `(reference & read_mask) compare (stencil & read_mask)`, as in OpenGL.
/// Only the bits of write_mask change.
struct Stencil {
    Compare compare = Compare::Always;
    std::uint8_t reference = 0;
    std::uint8_t read_mask = 0xFF;
    std::uint8_t write_mask = 0xFF;
    StencilOps front = {}; ///< for faces that are counter-clockwise in the window, and for edges
    StencilOps back = {};

    friend bool operator==(const Stencil&, const Stencil&) = default;
};

enum class Primitive : std::uint8_t {
    Triangles,
    /// The edges of unique_edges(), one pixel wide: of an edge that is wider than high, in every
    /// column whose centre it spans the pixel it passes through there; of any other, the same by
    /// rows. Depth is the edge's own at that centre. Edges count as front faces and are not culled.
    Edges,
};

enum class Cull : std::uint8_t { None, Front, Back };

enum class Coverage : std::uint8_t {
    Centre,
    /// Every pixel whose closed square touches the closed triangle, or what its rounding left of it
    /// (a line or a point: these count as front faces and are never culled). For triangles only.
    Conservative,
};

/// Which depth a fragment has. A device may widen the interval by what docs/methods/raster.md
/// states.
enum class DepthOf : std::uint8_t {
    Centre,
    Near, ///< the nearest over the part of the pixel the triangle covers, or nearer; conservative
          ///< only
    Far,  ///< the farthest, or farther; conservative only
};

enum class IdSource : std::uint8_t {
    None, ///< the plane is left alone
    Body,
    Triangle,        ///< its index in the mesh
    ProvokingVertex, ///< the index of its last corner
    Edge,            ///< its index in unique_edges()
    NearDepth,       ///< the bits of the fragment's DepthOf::Near; conservative only
    FarDepth,        ///< the bits of the fragment's DepthOf::Far; conservative only
};

/// One rendering pass, as plain data. The default is an ordinary depth buffer: nearest wins.
///
/// A fragment goes through the comparisons with the reference target (if there is one), the stencil
/// test, the depth test. Fragments that fail the first leave no trace.
struct Pass {
    Primitive primitive = Primitive::Triangles;
    double edge_offset = 0; ///< edges are moved outward along vertex normals, in units of the mesh
    Cull cull = Cull::None;
    Coverage coverage = Coverage::Centre;
    DepthOf depth = DepthOf::Centre;
    Compare depth_compare = Compare::Less; ///< `fragment compare stored`
    bool depth_write = true;
    Stencil stencil = {};
    std::array<IdSource, 2> ids{IdSource::None,
                                IdSource::None}; ///< written where a fragment passes
    /// The part of the target that is drawn into, so that one target holds several views side by
    /// side (an atlas); all of it if this is all zeros. The view shows as many pixels. Begins at a
    /// multiple of area_alignment in x. Reference targets are compared at the pixel drawn to. For
    /// draw() alone.
    PixelArea area = {};
    /// `fragment compare depth of the reference target`, for peeling layer after layer.
    Compare reference_compare = Compare::Always;
    /// `body of the draw compare id`, for each id plane of the reference target (unsigned).
    /// Fragments that fail leave no trace. With NotEqual on the plane that holds bodies, a body is
    /// not held against itself.
    std::array<Compare, 2> reference_ids{Compare::Always, Compare::Always};

    friend bool operator==(const Pass&, const Pass&) = default;
};

/// What of a mesh is kept on the device. Edges and their vertex normals take longer to find than
/// the triangles take to draw, so they are found only if asked for.
enum class Parts : std::uint8_t { Triangles, TrianglesAndEdges };

/// A mesh on a device.
class IMPINGE_API Geometry {
  public:
    virtual ~Geometry();
};

/// The four planes. Their contents are undefined until cleared.
class IMPINGE_API Target {
  public:
    virtual ~Target();
    [[nodiscard]] virtual int width() const = 0;
    [[nodiscard]] virtual int height() const = 0;
};

enum class QueryKind : std::uint8_t {
    Samples,     ///< fragments that passed all tests
    Nanoseconds, ///< time the device spent
};

/// Sums over all draws it was given to since it was made or reset. Any number may be in use.
class IMPINGE_API Query {
  public:
    virtual ~Query();
};

/// What is drawn, and how it is called.
struct Draw {
    const Geometry* geometry = nullptr;
    Rigid pose = {};
    std::uint32_t body = 0; ///< for IdSource::Body and Pass::reference_ids
    Query* query = nullptr;
};

/// What clear() sets each plane to; a plane without a value is left alone.
struct Clear {
    std::optional<float> depth = 1.0F;
    std::optional<std::uint8_t> stencil = std::uint8_t{0};
    std::optional<std::uint32_t> id_0 = no_id;
    std::optional<std::uint32_t> id_1 = no_id;
};

enum class Plane : std::uint8_t { Depth, Stencil, Id0, Id1 };

/// Which pixels are meant: `(reference & mask) compare (stencil & mask)`, and an id where asked
/// for.
struct PixelTest {
    Compare compare = Compare::Always;
    std::uint8_t reference = 0;
    std::uint8_t mask = 0xFF;
    bool with_id_0 = false; ///< only pixels whose first id plane is not no_id
    bool with_id_1 = false;
};

struct Pixel {
    std::uint32_t x = 0;
    std::uint32_t y = 0; ///< upwards
    float depth = 0;
    std::uint8_t stencil = 0;
    std::uint32_t id_0 = no_id;
    std::uint32_t id_1 = no_id;

    friend bool operator==(const Pixel&, const Pixel&) = default;
};

/// The first ids of two targets at one pixel.
struct IdPair {
    std::uint32_t one = no_id;
    std::uint32_t other = no_id;

    friend auto operator<=>(const IdPair&, const IdPair&) = default;
};

/// Where Device::close_pairs() looks, and what is close there.
struct CloseArea {
    PixelArea area;
    float gap = 0;
};

enum class DeviceKind : std::uint8_t { Software, OpenGl };

/// "software" or "opengl", as on the command line.
IMPINGE_API const char* to_string(DeviceKind kind);
IMPINGE_API std::optional<DeviceKind> device_kind_from_string(std::string_view name);

struct DeviceInfo {
    DeviceKind kind = DeviceKind::Software;
    std::string name;                    ///< what it runs on
    std::string driver;                  ///< who drives it, and by which road it was opened
    std::string version;                 ///< of the driver or interface
    int max_size = 0;                    ///< the largest width and height of a target
    bool conservative = false;           ///< Coverage::Conservative works
    bool on_processor = false;           ///< no GPU draws, as with Mesa alone
    unsigned threads = 0;                ///< of the processor that draw; 0 if not known
    std::vector<std::string> extensions; ///< those present that change how it works
};

/// Keeps a device ready, as long as it lives: see Device::hold().
class IMPINGE_API Hold {
  public:
    virtual ~Hold();
};

/// Everything fails with a sentence instead of falling back to something else: an object of another
/// device, a view that shows another number of pixels than the target has, a size or pass the
/// device cannot do, too little memory, a device that was lost.
class IMPINGE_API Device {
  public:
    virtual ~Device();
    [[nodiscard]] virtual const DeviceInfo& info() const = 0;

    /// Copies the mesh. Positions are kept as floats relative to the middle of the box of
    /// its triangles; vertices that no triangle uses play no part.
    virtual Expected<std::unique_ptr<Geometry>> upload(const MeshView& mesh,
                                                       Parts parts = Parts::Triangles) = 0;
    /// New positions for the same triangles and edges.
    virtual Status update_positions(Geometry& geometry, const MeshView& mesh) = 0;
    /// Any other mesh in the place of the old one.
    virtual Status update_mesh(Geometry& geometry, const MeshView& mesh) = 0;

    virtual Expected<std::unique_ptr<Target>> make_target(int width, int height) = 0;
    virtual Expected<std::unique_ptr<Query>> make_query(QueryKind kind = QueryKind::Samples) = 0;

    virtual Status clear(Target& target, const Clear& values = {}) = 0;
    /// Draws one after the other. The reference target has the same size and is not the target.
    virtual Status draw(Target& target, const View& view, const Pass& pass,
                        std::span<const Draw> draws, const Target* reference = nullptr) = 0;
    /// Every pixel once, as one front face at the given depth: for operations on masks. Takes
    /// tests, stencil, depth and IdSource::Body from the pass; draw.geometry and pose are not
    /// looked at.
    virtual Status cover(Target& target, float depth, const Pass& pass, const Draw& draw = {},
                         const Target* reference = nullptr) = 0;
    /// Between targets of one size.
    virtual Status copy(const Target& from, Target& to, Plane plane) = 0;

    // Inspection. What was drawn before is seen. Only the answer crosses the bus.
    virtual Expected<std::uint64_t> count(const Target& target, const PixelTest& test) = 0;
    virtual Expected<std::array<std::uint64_t, 256>> stencil_histogram(const Target& target) = 0;
    /// The pixels that pass, by rows from the bottom, each from the left.
    virtual Expected<std::vector<Pixel>> collect(const Target& target, const PixelTest& test) = 0;
    /// Of two targets of one size, a list for each area: the first ids of every pixel at which both
    /// have one and depths differ by less than the gap (the difference rounded to a float), in the
    /// order of collect(). A pair that many pixels show is there as often.
    virtual Expected<std::vector<std::vector<IdPair>>>
    close_pairs(const Target& one, const Target& other, std::span<const CloseArea> areas) = 0;

    /// Whole planes, rows from the bottom.
    virtual Expected<std::vector<float>> read_depth(const Target& target) = 0;
    virtual Expected<std::vector<std::uint8_t>> read_stencil(const Target& target) = 0;
    virtual Expected<std::vector<std::uint32_t>> read_ids(const Target& target, int plane) = 0;

    /// Waits for the answer.
    virtual Expected<std::uint64_t> result(Query& query) = 0;
    /// The answer if it is there; does not wait.
    virtual Expected<std::optional<std::uint64_t>> poll(Query& query) = 0;
    virtual Status reset(Query& query) = 0;

    /// Waits until everything asked for so far is done.
    virtual Status finish() = 0;

    /// For many calls of one thread. An OpenGL context is made current for every call and given
    /// back after it, which takes longer than a small pass; while a hold lives it stays current on
    /// the thread that asked for it, and the device cannot be used by another one. When the hold
    /// goes, on the same thread, what was current before is so again. Holds may nest. Null if there
    /// is nothing to hold: calls then work as ever, or say why they cannot.
    ///
    /// All methods hold the device they are given for as long as a query takes, progress callbacks
    /// included.
    [[nodiscard]] virtual std::unique_ptr<Hold> hold();

    Status draw(Target& target, const View& view, const Pass& pass, const Draw& one,
                const Target* reference = nullptr) {
        return draw(target, view, pass, std::span(&one, 1), reference);
    }
    /// At all pixels.
    Expected<std::vector<IdPair>> close_pairs(const Target& one, const Target& other, float gap);
};

/// Whether a driver's complaints become errors of the call after which they arrived.
enum class DriverMessages : std::uint8_t { Ignored, Errors };

struct DeviceOptions {
    DriverMessages driver_messages = DriverMessages::Ignored;
    /// Among several of a kind, in the order of list_devices(); by default the first that works.
    std::optional<int> adapter = {};
};

/// Opens a device, or says why it cannot. Never another one instead. The software device draws with
/// the threads of the context.
IMPINGE_API Expected<std::unique_ptr<Device>>
make_device(DeviceKind kind, const DeviceOptions& options = {}, const Context& context = {});

/// A device of this machine, or the reason for its absence.
struct DeviceReport {
    DeviceKind kind = DeviceKind::Software;
    int adapter = 0;
    std::optional<DeviceInfo> info = {};
    std::string absent = {};
};

/// At least one entry for each kind.
IMPINGE_API std::vector<DeviceReport> list_devices();

/// Corners of an edge, the smaller index first.
using EdgeIndices = std::array<std::uint32_t, 2>;

/// Every edge of the mesh once, in lexicographic order. Vertices with equal coordinates count as
/// one, the one with the smallest index; edges without length are left out.
IMPINGE_API Expected<std::vector<EdgeIndices>> unique_edges(const MeshView& mesh);

} // namespace impinge::inline v0::raster

#endif // IMPINGE_HAS_CPP20
