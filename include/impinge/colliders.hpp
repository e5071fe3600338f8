// SPDX-License-Identifier: Apache-2.0
//
// What particles fly against: surfaces given by equations, blends of balls, and triangle meshes.
//
//     impinge::Collider dome() {
//         impinge::Collider collider{.name = "dome",
//                                    .shape = impinge::ellipsoid({2, 2, 1})};
//         collider.response = impinge::Response::Bounce;
//         return collider;
//     }
#pragma once

#include "impinge/standard.hpp"
#ifdef IMPINGE_HAS_CPP20

#include "impinge/expected.hpp"
#include "impinge/export.h"
#include "impinge/mesh.hpp"
#include "impinge/predicates.hpp"
#include "impinge/rigid.hpp"
#include "impinge/vec3.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace impinge::inline v0 {

/// f(p) = xx x² + yy y² + zz z² + 2 (xy xy + xz xz + yz yz + x x + y y + z z) + one: the entries of
/// the symmetric 4x4 matrix Q of pᵀQp with p = (x, y, z, 1). A plane has no squares.
struct QuadraticForm {
    double xx = 0;
    double yy = 0;
    double zz = 0;
    double xy = 0;
    double xz = 0;
    double yz = 0;
    double x = 0;
    double y = 0;
    double z = 0;
    double one = 0;

    friend bool operator==(const QuadraticForm&, const QuadraticForm&) = default;
};

IMPINGE_API double value(const QuadraticForm& form, Vec3d p);
IMPINGE_API Vec3d gradient(const QuadraticForm& form, Vec3d p);
/// Positive on the side to which the normal points.
IMPINGE_API QuadraticForm half_space(Vec3d point, Vec3d normal);
/// The form whose value at apply(pose, p) is that of `form` at p, to rounding. The rotation of the
/// pose must be orthonormal.
IMPINGE_API QuadraticForm moved(const QuadraticForm& form, const Rigid& pose);

/// Loops in a plane with coordinates of its own: inside is what an odd number of them goes round.
/// Borders belong to it.
struct Outline {
    Vec3d origin{};
    Vec3d u{1, 0, 0}; ///< the point (s, t) is origin + s u + t v; u and v are perpendicular
    Vec3d v{0, 1, 0};
    std::vector<std::vector<Vec2d>> loops = {};
};

/// The points with f(p) = 0 at which no bound is negative and that lie in the outline, if there is
/// one. (A point at which a bound is zero belongs to the surface, so that surfaces that share a
/// border leave no gap.)
struct ImplicitSurface {
    QuadraticForm form;
    std::vector<QuadraticForm> bounds = {};
    std::optional<Outline> outline = {}; ///< for planes
    /// A box that holds the surface, to find it by; nothing outside is looked for. By default there
    /// is none, and every particle is tried.
    std::optional<Box3> box = {};
};

// Planes. Normals of rectangle() and polygon() point along the cross product of u and v.
/// A parallelogram with corners origin, origin + u, origin + v, origin + u + v.
IMPINGE_API ImplicitSurface rectangle(Vec3d origin, Vec3d u, Vec3d v);
/// With a hole in its middle if `hole` is not 0.
IMPINGE_API ImplicitSurface disc(Vec3d centre, Vec3d normal, double radius, double hole = 0);
IMPINGE_API ImplicitSurface polygon(Outline outline);

// Quadrics about the z axis of their own frame; place them with moved(). Radii are half axes.
IMPINGE_API ImplicitSurface ellipsoid(Vec3d radii);
/// Its side from z = low to high.
IMPINGE_API ImplicitSurface cylinder(double radius_x, double radius_y, double low, double high);
/// (x / radius_x)² + (y / radius_y)² = z² from z = low to high: the apex is the origin.
IMPINGE_API ImplicitSurface cone(double radius_x, double radius_y, double low, double high);
/// z = (x / radius_x)² + (y / radius_y)² up to z = high.
IMPINGE_API ImplicitSurface paraboloid(double radius_x, double radius_y, double high);
/// z = (x / radius_x)² - (y / radius_y)² for |x| <= half_x and |y| <= half_y.
IMPINGE_API ImplicitSurface saddle(double radius_x, double radius_y, double half_x, double half_y);
/// (x / radii.x)² + (y / radii.y)² - (z / radii.z)² = 1, or = -1 for two sheets, from z = low to
/// high.
IMPINGE_API ImplicitSurface hyperboloid(Vec3d radii, int sheets, double low, double high);

IMPINGE_API ImplicitSurface moved(const ImplicitSurface& surface, const Rigid& pose);

/// One ball of a blend. Its density is weight (1 - (distance / radius)²)³ within the radius, 0
/// outside.
struct Blob {
    Vec3d centre{};
    double radius = 1;
    double weight = 1;
};

/// Metaballs: where the densities of all add up to the threshold.
struct Blend {
    std::vector<Blob> blobs = {};
    double threshold = 0.5;
};

/// What becomes of a particle that hits.
enum class Response : std::uint8_t {
    Eliminate, ///< it is gone until it is born again
    Stick,     ///< it stays, and moves with the collider
    Bounce,
};

IMPINGE_API const char* to_string(Response response);
IMPINGE_API std::optional<Response> response_from_string(std::string_view name);

struct Collider {
    std::string name = {};
    std::variant<ImplicitSurface, Blend, Mesh> shape = ImplicitSurface{};
    /// It stands as given at time 0.
    Vec3d velocity{};
    Response response = Response::Eliminate;
    /// Of a bounce: the share of the speed along the normal that is left, 0 to 1.
    double restitution = 0.5;
    /// Coulomb's: what is lost along the surface is at most this times what the normal speed
    /// changed by.
    double friction = 0;
    /// Of a mesh: where the corners of each triangle lie on its impact map, in the unit square. One
    /// entry for each triangle, or none: then a map is made in which no two triangles overlap.
    std::vector<std::array<Vec2d, 3>> uv = {};
};

} // namespace impinge::inline v0

#endif // IMPINGE_HAS_CPP20
