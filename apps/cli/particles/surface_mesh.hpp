// SPDX-License-Identifier: Apache-2.0
//
// Colliders as triangle meshes, to be looked at: surfaces given by equations are sampled.
#pragma once

#include "impinge/colliders.hpp"

namespace impinge::cli {

/// As it stands at time 0. Planes are cut along their bounds; curved surfaces consist of about 40
/// rows of triangles whose corners lie on them. What has no box is shown within 10 of the origin.
Mesh surface_mesh(const Collider& collider);

/// Whether a point on the form of a surface is within its bounds and its outline.
bool within_bounds(const ImplicitSurface& surface, Vec3d point);

/// The nearest point of the surface, to a few digits, for a point that is close to it. A mesh gives
/// the point itself.
Vec3d onto_surface(const Collider& collider, Vec3d near);

/// In the plane of the outline, by triangles; without normals of their own.
Mesh outline_mesh(const Outline& outline);

} // namespace impinge::cli
