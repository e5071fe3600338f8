// SPDX-License-Identifier: Apache-2.0
//
// All of the core library. The headers stand in the order in which a newcomer reads them.
//
//     bool interfere(const impinge::Mesh& a, const impinge::Mesh& b, const impinge::Rigid& pose_b)
//     {
//         const auto found = impinge::collide({a.view()}, {b.view(), pose_b});
//         return !found || !found->decided() || found->verdict != impinge::Verdict::Apart;
//     }
//
// Files are read by impinge/files.hpp and impinge/scene_file.hpp (library impinge::io); image space
// is in impinge/imagespace.hpp, clearance.hpp, edge_rays.hpp, raster.hpp and render.hpp, particles
// are in impinge/particles.hpp, colliders.hpp, impact_map.hpp and impact_sound.hpp
// (impinge::raster).
#pragma once

#include "impinge/standard.hpp"
#ifdef IMPINGE_HAS_CPP20

// clang-format off: in this order on purpose

// What everything is made of.
#include "impinge/context.hpp"  // threads, progress, cancelling
#include "impinge/expected.hpp" // failure as a value: Expected, Status, Error
#include "impinge/mesh.hpp"     // meshes, and whether one is a solid
#include "impinge/rigid.hpp"    // poses
#include "impinge/vec3.hpp"     // points, vectors and axis-aligned bounding boxes (AABB)

// Two bodies.
#include "impinge/clearance_histogram.hpp" // how much of a surface is how near to the other?
#include "impinge/clearance_pairs.hpp"     // which triangles come nearer than a clearance?
#include "impinge/collide.hpp"             // do they interfere, and where?
#include "impinge/contact_patches.hpp"     // where do they touch: walls, edges, points
#include "impinge/contacts.hpp"            // contact manifolds for simulation
#include "impinge/distance.hpp"            // how close are they?
#include "impinge/model.hpp"               // the same for a rigid mesh in many poses, prepared
#include "impinge/overlap.hpp"             // how much do they overlap, and how deep?
#include "impinge/self_intersections.hpp"  // does one cross itself?
#include "impinge/separation.hpp"          // how far must one move to come free?
#include "impinge/signed_distance.hpp"     // how far from a surface, and on which side?
#include "impinge/slice.hpp"               // cut by a plane
#include "impinge/snapshot.hpp"            // the first two for one body against many

// Many bodies.
#include "impinge/assembly.hpp" // all pairs, once
#include "impinge/world.hpp"    // frame after frame, with events

// What those are made of.
#include "impinge/broadphase.hpp" // broad phase: which boxes overlap (sweep and prune, cells)
#include "impinge/convex.hpp"     // narrow phase of convex polytopes: closest features, penetration
#include "impinge/hierarchy.hpp"  // bodies made of convex parts
#include "impinge/predicates.hpp" // exact signs: orient2d, orient3d
#include "impinge/triangle.hpp"   // two triangles

// Meshes that are not as they should be.
#include "impinge/containment.hpp" // advice where a mesh has no inside
#include "impinge/defects.hpp"     // what is wrong, and where?
#include "impinge/winding.hpp"     // generalised winding numbers

#include "impinge/unit.hpp"    // units of length
#include "impinge/version.hpp" // which impinge this is

// clang-format on
#endif // IMPINGE_HAS_CPP20
