// SPDX-License-Identifier: Apache-2.0
//
// What a simulation needs to answer collisions that edge rays found (section 4.5.6 of Knott's
// thesis, which leaves it open): where two bodies meet, along which normal, how deep. All of it
// comes from the places where edges of the one pass through the surface of the other.
//
//     void bounce(impinge::raster::Device& device, std::span<const impinge::Body> bodies) {
//         const auto rays = impinge::imagespace::edge_rays(
//             device, bodies, {.localisation = impinge::imagespace::Localisation::Crossings});
//         const auto found = rays ? impinge::imagespace::edge_contacts(bodies, *rays)
//                                 : impinge::Expected<impinge::imagespace::EdgeContacts>(
//                                       rays.error());
//         if (!found || found->partial) {
//             return;
//         }
//         for (const impinge::imagespace::EdgeContact& contact : found->contacts) {
//             const impinge::Vec3d way = contact.normal * contact.depth; // frees B from A
//             std::printf("%u %u: %g %g %g\n", contact.a, contact.b, way.x, way.y, way.z);
//         }
//     }
//
// Which contacts there are is Certainty::Sampled, as what edge rays say: a pair of which no ray
// sees an edge inside has none. The crossings of those that are there are exact and, once one is
// known, completed along the curve in which the surfaces meet, whatever the pixels.
//
// Exact and complete, at a higher price: impinge/contacts.hpp.
#pragma once

#include "impinge/standard.hpp"
#ifdef IMPINGE_HAS_CPP20

#include "impinge/edge_rays.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace impinge::inline v0::imagespace {

/// A curve in which the surfaces of two bodies pass through each other. Its corners are places
/// where an edge of one passes through a triangle of the other.
struct EdgeContact {
    std::uint32_t a = 0; ///< a < b
    std::uint32_t b = 0;
    /// Where to push: the middle of the curve, by length.
    Vec3d point{};
    /// Unit, from A to B: the vector area of the part of A's surface that the curve cuts out, which
    /// is that of any surface with this border. Pushing B along it shrinks what the bodies have in
    /// common fastest.
    Vec3d normal{};
    /// How far B must move along the normal until what the two have in common has passed: between
    /// the farthest point of A's edges within B and that of B's within A, the curve included. The
    /// ends of edges that cross are among them; of others the points that rays saw, so that a
    /// corner may be missed by a pixel. Never negative.
    double depth = 0;
    double area = 0;             ///< of what the curve encloses, seen along the normal
    std::uint32_t crossings = 0; ///< corners of the curve
    /// Every corner has both neighbours. If not (edges that run through corners or along edges, or
    /// a body that is not closed), all open pieces of a pair are one contact, closed by guess.
    bool closed = true;
    /// Triangles of A and of B between whose crossings it runs, sorted; of a closed one all pairs
    /// of triangles that meet along it in more than a point.
    std::vector<TrianglePair> pairs{};
};

struct EdgeContacts {
    /// By (a, b); of a pair, the deepest first. A rod through a wall has two curves, whose normals
    /// look at each other.
    std::vector<EdgeContact> contacts;
    std::uint64_t completed = 0; ///< crossings that no ray had seen
    bool partial = false;        ///< cancelled: there are no contacts
};

/// Of what edge_rays() found of these bodies, in these poses, with Localisation::Crossings. A
/// function of both; the same for any number of threads. None for pairs without crossings, such as
/// one body in the other.
///
/// Fails on bodies that collide() refuses and on crossings that are not of these bodies. Costs a
/// few passes over the triangles of the bodies that cross, not over pairs of triangles.
IMPINGE_API Expected<EdgeContacts> edge_contacts(std::span<const Body> bodies, const EdgeRays& rays,
                                                 const Context& context = {});

} // namespace impinge::inline v0::imagespace

#endif // IMPINGE_HAS_CPP20
