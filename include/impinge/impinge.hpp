// SPDX-License-Identifier: Apache-2.0
//
// Everything. The headers, in the order in which a newcomer would read them:
#pragma once

#include "impinge/standard.hpp"
#ifdef IMPINGE_HAS_CPP20

#include "impinge/assembly.hpp"           // all pairs of many bodies
#include "impinge/broadphase.hpp"         // which of many boxes overlap, frame after frame
#include "impinge/collide.hpp"            // do two bodies interfere, and where?
#include "impinge/containment.hpp"        // advice where a mesh has no inside
#include "impinge/context.hpp"            // threads, progress, cancel
#include "impinge/convex.hpp"             // closest features of convex polytopes
#include "impinge/defects.hpp"            // what is wrong with a mesh, and where?
#include "impinge/distance.hpp"           // how close are they?
#include "impinge/expected.hpp"           // failure as a value
#include "impinge/hierarchy.hpp"          // bodies made of convex parts
#include "impinge/mesh.hpp"               // meshes, and what is wrong with one
#include "impinge/predicates.hpp"         // exact signs
#include "impinge/rigid.hpp"              // poses
#include "impinge/self_intersections.hpp" // does a mesh cross itself?
#include "impinge/triangle.hpp"           // two triangles
#include "impinge/unit.hpp"               // units of length
#include "impinge/vec3.hpp"               // points and boxes
#include "impinge/version.hpp"            // which impinge this is
#include "impinge/winding.hpp"            // how much of a mesh is a point in?
#include "impinge/world.hpp"              // many bodies over time

#endif // IMPINGE_HAS_CPP20
