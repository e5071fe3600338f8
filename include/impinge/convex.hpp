// SPDX-License-Identifier: Apache-2.0
//
// Convex polytopes: which features of two of them are closest, how far apart they are or how deep
// they lie in each other. Follows Cohen, Lin, Manocha and Ponamgi 1995 (I-COLLIDE): the search
// walks from the closest pair of the last call, so that bodies that move little are answered in
// expected constant time.
//
//     double gap(const impinge::Polytope& shape, const impinge::Rigid& a, const impinge::Rigid& b,
//                impinge::FeaturePair& last) { // kept between frames
//         const auto found = impinge::closest_features({shape, a}, {shape, b}, last);
//         if (!found) {
//             return std::nan("");
//         }
//         last = found->features;
//         return found->distance;
//     }
//
// Thread rule: polytopes never change; everything here may be called from any number of threads.
#pragma once

#include "impinge/standard.hpp"
#ifdef IMPINGE_HAS_CPP20

#include "impinge/expected.hpp"
#include "impinge/export.h"
#include "impinge/mesh.hpp"
#include "impinge/rigid.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <span>

namespace impinge::inline v0 {

struct PolytopeData;

/// A bounded convex solid with a volume: vertices, edges and flat faces that know their neighbours.
/// A handle: copies share one polytope, and many bodies may be made of one.
class Polytope {
  public:
    /// The solid bounded by a mesh, if that is convex: closed, one part, outward normals, and no
    /// edge bent inwards, decided exactly. Triangles in one plane (exactly) form one face; vertices
    /// inside a face or an edge are no features. Equal positions count as one vertex; vertices keep
    /// their order, and the triangles of the mesh are kept if all its vertices are corners. Fails
    /// with a sentence that names the place where the mesh is not convex; also if it is so flat
    /// that no double lies inside, larger than 1e90 or smaller than 1e-90.
    static IMPINGE_API Expected<Polytope> from_mesh(const MeshView& mesh);

    /// The convex hull of points, exactly: whatever the points, none lies outside a face. Points
    /// inside a face or an edge are no vertices. Fails if all points lie in one plane, or so
    /// nearly that no double lies inside. Expected time n log n, 100,000 points in about 0.1 s.
    static IMPINGE_API Expected<Polytope> hull_of(std::span<const Vec3d> points);

    [[nodiscard]] IMPINGE_API std::size_t vertex_count() const;
    [[nodiscard]] IMPINGE_API std::size_t edge_count() const;
    [[nodiscard]] IMPINGE_API std::size_t face_count() const;
    [[nodiscard]] IMPINGE_API std::span<const Vec3d> vertices() const;
    /// The two ends of an edge.
    [[nodiscard]] IMPINGE_API std::array<std::uint32_t, 2> edge(std::uint32_t index) const;
    /// The corners of a face, counter-clockwise seen from outside.
    [[nodiscard]] IMPINGE_API std::span<const std::uint32_t> face(std::uint32_t index) const;
    [[nodiscard]] IMPINGE_API Vec3d face_normal(std::uint32_t index) const; ///< unit, to rounding

    /// The mean of the vertices, and a radius around it that holds all of them.
    [[nodiscard]] IMPINGE_API Vec3d centre() const;
    [[nodiscard]] IMPINGE_API double radius() const;
    [[nodiscard]] IMPINGE_API double volume() const;
    /// The surface as triangles over vertices(): what collide() is asked about this solid.
    [[nodiscard]] IMPINGE_API MeshView mesh() const;

    [[nodiscard]] const PolytopeData& data() const { return *data_; }
    friend bool operator==(const Polytope&, const Polytope&) = default; ///< the same handle

  private:
    explicit Polytope(std::shared_ptr<const PolytopeData> data) : data_(std::move(data)) {}
    std::shared_ptr<const PolytopeData> data_;
};

enum class FeatureKind : std::uint8_t { Vertex, Edge, Face };

/// A vertex, edge or face of a polytope, by its number among its kind.
struct PolytopeFeature {
    FeatureKind kind = FeatureKind::Vertex;
    std::uint32_t index = 0;

    friend auto operator<=>(const PolytopeFeature&, const PolytopeFeature&) = default;
};

struct FeaturePair {
    PolytopeFeature a;
    PolytopeFeature b;

    friend auto operator<=>(const FeaturePair&, const FeaturePair&) = default;
};

/// A polytope and where it stands. The rotation must be orthonormal to 1e-9 and the scale positive;
/// functions here refuse other poses.
struct ConvexBody {
    const Polytope& shape;
    Rigid pose{};
};

struct ClosestFeatures {
    bool penetrating = false; ///< the solids share a point, to rounding
    /// Closest features; when penetrating, the pair at which that was recognised. Where several
    /// pairs are equally close (parallel edges or faces) the one of highest dimension whose
    /// closest points are not a single point on the border of a lower one.
    FeaturePair features;
    double distance = 0; ///< 0 when penetrating
    Vec3d point_a;       ///< closest points in the world; when penetrating, a common point, twice
    Vec3d point_b;
    std::uint32_t steps = 0; ///< feature pairs looked at
    /// Rounding left what the walk found unproved, so all features were searched instead. Happens
    /// to bodies that touch or nearly do, or whose features are parallel to rounding.
    bool searched = false;
};

/// The closest features of two polytopes, walked to from `start`; the default start means none, and
/// the walk begins where the bodies face each other. The answer (apart from steps and searched, and
/// which of several equally close pairs) does not depend on the start. To double rounding: the
/// error of the distance is at most 1e-14 of the largest coordinate, in the world or of a polytope
/// times its scale; a rotation that is orthonormal to e only adds e times the size. Bodies closer
/// than that penetrate. For coordinates from 1e-70 to 1e70. Always ends.
IMPINGE_API Expected<ClosestFeatures> closest_features(const ConvexBody& a, const ConvexBody& b,
                                                       const FeaturePair& start = {});

/// How two polytopes that overlap can be parted with the least translation.
struct Penetration {
    double depth = 0; ///< 0 if they are apart or touch
    Vec3d direction;  ///< unit, from A to B: moving B by depth * direction parts them
    /// The deepest point of A in B along the direction; the middle of the contact that is left
    /// after parting. On A, and point_b on B, to 1e-9 of their size; where faces or edges are
    /// nearly parallel, which point it is hangs on rounding.
    Vec3d point_a;
    Vec3d point_b; ///< point_a - direction * depth, on B
    /// Face and vertex or edge and edge that meet when they are parted.
    FeaturePair features;
};

/// The smallest of all translations that part the two, to 1e-12 of their size.
IMPINGE_API Expected<Penetration> penetration(const ConvexBody& a, const ConvexBody& b);

/// What double arithmetic can prove about the world vertices of two polytopes. Unsure is neither
/// yes nor no (touching, or nearer to it than rounding): ask collide().
enum class ConvexVerdict : std::uint8_t { Apart, Crossing, AInsideB, BInsideA, Unsure };

/// How convex_verdict() looks for a proof. Never changes an answer that is not Unsure, only the
/// time it takes.
enum class ConvexSearch : std::uint8_t {
    /// The witness of the last frame, the line of the centres, then a linear program for the
    /// deepest common point. Each look scans all vertices or planes, several at a time: the faster
    /// one up to some thousand faces.
    LinearProgram,
    /// The closest features, walked to from those of the last frame (Lin-Canny), and a proof from
    /// their neighbourhood: costs as much as bodies have moved, however many faces they have. What
    /// that leaves open, the linear program is asked.
    ClosestFeatures,
};

IMPINGE_API const char* to_string(ConvexSearch search); ///< "linear-program", "closest-features"

/// What one pair of bodies remembers between frames; a new one says nothing. It never changes an
/// answer that is not Unsure, only the time it takes.
struct ConvexMemory {
    /// For closest_features() and ConvexSearch::ClosestFeatures; nothing else looks at them.
    FeaturePair features;
    /// Of the last verdict: a direction that separated the two, or a common point (from the middle
    /// between their centres), along the axes of the world.
    Vec3d witness;
    std::array<std::uint32_t, 4> planes{}; ///< where the last search ended
    ConvexVerdict last = ConvexVerdict::Unsure;
};

/// The verdict of collide() on the two meshes, or Unsure. Proofs: a direction that separates all
/// vertices by more than rounding can hide; a point deeper in both than that.
IMPINGE_API Expected<ConvexVerdict>
convex_verdict(const ConvexBody& a, const ConvexBody& b, ConvexMemory& memory,
               ConvexSearch search = ConvexSearch::LinearProgram);

} // namespace impinge::inline v0

#endif // IMPINGE_HAS_CPP20
