// SPDX-License-Identifier: Apache-2.0
//
// Contacts as a simulation wants them: for each place where two bodies meet a manifold, a normal
// and a few points with depths, and ids by which they are known again in the next frame.
//
//     void push_apart(const impinge::Body& a, const impinge::Body& b) {
//         const auto found = impinge::contacts(a, b);
//         if (!found || found->partial) {
//             return;
//         }
//         for (const impinge::Manifold& manifold : found->manifolds) {
//             for (const impinge::ManifoldPoint& point : manifold.points) {
//                 const impinge::Vec3d push = manifold.normal * point.depth; // of B
//                 std::printf("%llx: %g %g %g\n", static_cast<unsigned long long>(point.id),
//                             push.x, push.y, push.z);
//             }
//         }
//     }
//
// A World gives the same for all its pairs (WorldOptions::contact_points), C for two bodies
// (impinge_contact_manifolds).
#pragma once

#include "impinge/standard.hpp"
#ifdef IMPINGE_HAS_CPP20

#include "impinge/collide.hpp"
#include "impinge/context.hpp"
#include "impinge/expected.hpp"
#include "impinge/export.h"
#include "impinge/triangle.hpp"

#include <cstdint>
#include <vector>

namespace impinge::inline v0 {

/// Where normal and depth of a manifold come from.
enum class ManifoldKind : std::uint8_t {
    /// A region that two solids have in common (see overlap.hpp). Measured: the normal is the
    /// direction in which B must move for the volume of the region to shrink fastest (the vector
    /// area of A's surface in B), the depth how far it must move until the surfaces of the region
    /// have passed each other.
    Overlap,
    /// Solids of which such a direction would be none: one in the other, or through it. Normal and
    /// depth are those of minimum_separation(); there is one point. Also of overlapping polytopes
    /// in a World, with as many points as are wanted.
    Separation,
    /// The surfaces meet and do not overlap. All depths are 0. The normal is exact, to rounding,
    /// where faces lie on each other or a corner or an edge lies on a face, or two edges cross;
    /// elsewhere it is a choice, the mean of the faces there.
    Touching,
    /// Surfaces that cross where there is no inside to measure: open ones, and solids that overlap
    /// by no more than rounding. Normals are those of the faces that
    /// meet, and a depth is how far one triangle reaches beyond another: a choice. Of an open
    /// surface, the side to which less reaches counts as beyond.
    Surfaces,
};

IMPINGE_API const char* to_string(ManifoldKind kind); ///< "overlap", "separation", ...

struct ManifoldPoint {
    /// On the triangles named below, to a few rounding steps of the bodies' coordinates (in
    /// Overlap, to 1e-9 of the size of the region where walls are steep). Where depth is 0 they are
    /// one point.
    Vec3d on_a{};
    Vec3d on_b{};
    double depth = 0; ///< dot(on_a - on_b, normal): how far B must move to clear it; never negative
    std::uint32_t triangle_a = 0;
    std::uint32_t triangle_b = 0;
    /// What the point lies on. Not Face where it is known to be a corner or on an edge.
    Feature feature_a = Feature::Face;
    Feature feature_b = Feature::Face;
    /// Names corner, edge or face of A and of B that make the point, by their numbers in the
    /// meshes, no matter where the bodies stand: while a corner of one body slides over triangles
    /// of the other, the id stays. No two points of a pair of bodies share one, but by accident of
    /// 64 bits. What (A, B) calls a point (B, A) calls otherwise.
    std::uint64_t id = 0;
};

struct Manifold {
    ManifoldKind kind = ManifoldKind::Overlap;
    Vec3d normal{};   ///< unit, from A to B
    double depth = 0; ///< the largest
    double area = 0;  ///< of the contact seen along the normal; 0 where it is a line or a point
    /// At least one, by id; at most as many as were asked for. The deepest is among them, or one
    /// within 2 % of it; the others are those that span the largest area, deep ones before shallow
    /// ones. Points less than a sixteenth as deep as the deepest are left out.
    std::vector<ManifoldPoint> points{};
};

struct ContactOptions {
    unsigned points = 4; ///< of a manifold, at most; at least 1
    /// Pairs, or Curves if the contact curves are wanted too.
    Detail detail = Detail::Pairs;
    OpenMeshes open_meshes = OpenMeshes::UnfinishedSolids;
};

struct Contacts {
    Interference interference; ///< what collide() says
    /// The deepest first. None of bodies that are apart, and none where a surface without an inside
    /// lies in a solid and meets it nowhere.
    std::vector<Manifold> manifolds;
    bool partial = false; ///< cancelled: there are no manifolds
};

/// A function of the bodies as they stand, without memory. The same bits for any number of threads;
/// (B, A) is the mirror image, but for ids (and but for bodies that are equal in every coordinate).
/// Fails as collide() does, and if no points are asked for. Costs a few times the pairs.
IMPINGE_API Expected<Contacts> contacts(const Body& a, const Body& b,
                                        const ContactOptions& options = {},
                                        const Context& context = {});

} // namespace impinge::inline v0

#endif // IMPINGE_HAS_CPP20
