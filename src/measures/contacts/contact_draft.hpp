// SPDX-License-Identifier: Apache-2.0
//
// Manifolds in the making: all points that could stand for them, before a few are chosen.
#pragma once

#include "exact/world_mesh.hpp"
#include "impinge/contacts.hpp"
#include "impinge/overlap.hpp"
#include "measures/contacts/contact_points.hpp"
#include "measures/shadow_height.hpp"

#include <optional>
#include <span>
#include <vector>

namespace impinge::inline v0 {

struct ContactDraft {
    Manifold manifold; ///< without its points
    std::vector<ContactCandidate> candidates;
};

/// A frame along a normal, the same for the normal and its opposite: what is computed in it does
/// not depend on which body is A.
struct ContactFrame {
    ShadowFrame axes;
    bool a_below = true; ///< the normal, from A to B, points along the axis; else against it

    [[nodiscard]] Vec3d in_frame(Vec3d p) const {
        return {dot(p, axes.u), dot(p, axes.v), dot(p, axes.direction)};
    }
    [[nodiscard]] Vec2d flat(Vec3d p) const { return {dot(p, axes.u), dot(p, axes.v)}; }
};

ContactFrame contact_frame(Vec3d normal);

// --- solids that overlap: region_contact.cpp ---------------------------------------------------

/// Of a region measured with OverlapOptions::meshes; nothing if no direction makes its volume
/// shrink in particular.
std::optional<ContactDraft> draft_of_region(const OverlapRegion& region, const WorldMesh& a,
                                            const WorldMesh& b, const Context& context);

/// One point, where B clears A last when it moves along the direction.
std::optional<ContactDraft> draft_of_separation(Vec3d direction, const WorldMesh& a,
                                                const WorldMesh& b, const Context& context);

// --- surfaces that meet: surface_contacts.cpp --------------------------------------------------

/// A body of which surfaces are looked at. Sides of a solid's faces are known.
struct ContactSurface {
    const WorldMesh& mesh;
    bool solid = false;
    bool inside_out = false; ///< of a solid
};

/// One draft for each place where triangles meet, and for each direction in which they do.
std::vector<ContactDraft> drafts_of_surfaces(const ContactSurface& a, const ContactSurface& b,
                                             std::span<const TrianglePair> pairs);

// --- names: contact_ids.cpp --------------------------------------------------------------------

/// Fills ManifoldPoint::id of all candidates of a pair of bodies.
void name_points(std::span<ContactDraft> drafts, const WorldMesh& a, const WorldMesh& b);

/// The smallest part of a triangle that holds a point of it; what is nearer than `reach` is held.
Feature feature_at(const Triangle& triangle, Vec3d point, double reach);

} // namespace impinge::inline v0
