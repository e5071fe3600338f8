// SPDX-License-Identifier: Apache-2.0
//
// Files of particles: emitters, what their particles fly against, how that looks and sounds.
// docs/particles.md is the manual, docs/schema/particle-scene.schema.json says the same in the
// words of JSON Schema.
#pragma once

#include "impinge/colliders.hpp"
#include "impinge/expected.hpp"
#include "impinge/impact_sound.hpp"
#include "impinge/particles.hpp"

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace impinge::inline v0 {

// Shapes as a file describes them, in their own frame; what their numbers mean is said by the
// functions of impinge/colliders.hpp that have their names.

struct RectangleShape {
    Vec3d origin;
    Vec3d u;
    Vec3d v;
};
struct DiscShape {
    Vec3d centre;
    Vec3d normal{0, 0, 1};
    double radius = 0;
    double hole = 0;
};
struct PolygonShape {
    Outline outline;
};
struct EllipsoidShape {
    Vec3d radii;
};
enum class RoundShape : std::uint8_t { Cylinder, Cone, Paraboloid };
struct TurnedShape {
    RoundShape kind = RoundShape::Cylinder;
    Vec2d radius{};
    double low = 0; ///< 0 for a paraboloid
    double high = 0;
};
struct SaddleShape {
    Vec2d radius{};
    Vec2d half{};
};
struct HyperboloidShape {
    Vec3d radii;
    int sheets = 1;
    double low = 0;
    double high = 0;
};
struct QuadricShape {
    QuadraticForm form;
    std::optional<Box3> box;
};
/// How a mesh is laid out for its impact map.
enum class MeshChart : std::uint8_t {
    Auto,  ///< by the texture coordinates of its file if they are there and fit, else as Atlas
    Uv,    ///< by its texture coordinates
    Atlas, ///< triangle by triangle
};
struct MeshShape {
    std::string file; ///< relative to the folder of the file
    MeshChart chart = MeshChart::Auto;
};

using DescribedShape =
    std::variant<RectangleShape, DiscShape, PolygonShape, EllipsoidShape, TurnedShape, SaddleShape,
                 HyperboloidShape, QuadricShape, Blend, MeshShape>;

/// A side of a plane, or where a form is not negative.
struct PlaneSide {
    Vec3d point;
    Vec3d normal;
};
using DescribedBound = std::variant<PlaneSide, QuadraticForm>;

/// Red, green, blue.
using FileColour = std::array<std::uint8_t, 3>;

/// A plate of a substance, or modes one by one.
struct SubstanceSound {
    Substance substance = Substance::Stone;
    double size = 1;
};
using DescribedSound = std::variant<std::monostate, SubstanceSound, SoundMaterial>;

struct DescribedCollider {
    std::string name;
    DescribedShape shape;
    std::vector<DescribedBound> bounds; ///< of shapes given by equations
    Rigid pose;
    Vec3d velocity{};
    Response response = Response::Eliminate;
    double restitution = 0.5;
    double friction = 0;
    DescribedSound sound;
    std::optional<FileColour> colour;
    std::optional<FileColour> splat_colour;
    std::optional<double> splat_radius;
};

struct DescribedEmitter {
    Emitter emitter;
    std::optional<Vec3d> wind; ///< of the emitter's air
    double radius = 0.03;
    double end_radius = 0.03;
    FileColour colour{235, 240, 246};
    FileColour end_colour{235, 240, 246};
    double stretch = 0; ///< seconds
    double spin = 0;    ///< degrees a second
    /// A mesh about its origin, multiplied with the radius; relative to the folder of the file. A
    /// ball if empty.
    std::string body_file;
};

struct DescribedCamera {
    std::optional<Vec3d> from;
    std::optional<Vec3d> at;
    std::optional<double> zoom;
    std::optional<double> angle; ///< degrees
};

struct DescribedEar {
    std::optional<Vec3d> at;
    std::optional<Vec3d> right;
    std::optional<double> loudness;
};

struct ParticleFile {
    std::string title; ///< empty if there is none
    std::optional<double> seconds;
    std::vector<DescribedEmitter> emitters; ///< at least one
    std::vector<DescribedCollider> colliders;
    DescribedCamera camera;
    DescribedEar ear;
};

/// From the text of a file; `name` stands for it in messages: "FILE: colliders[3].shape.radius:
/// must be greater than 0". A field that is not known is an error, as are wrong types and names
/// that two colliders share. Mesh files are not looked for.
Expected<ParticleFile> parse_particles(std::string_view text, const std::filesystem::path& name);
Expected<ParticleFile> read_particles(const std::filesystem::path& path);

} // namespace impinge::inline v0
