// SPDX-License-Identifier: Apache-2.0
#include "particles/placed_particles.hpp"

#include "arguments/values.hpp"
#include "impinge/files.hpp"
#include "impinge/scene_file.hpp"
#include "io/scene/particle_file.hpp"
#include "output/picture_style.hpp"
#include "output/text.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fmt/core.h>

namespace impinge::cli {
namespace {

using scenes::ParticleScene;
using scenes::Tint;

Tint tint_of(const FileColour& colour) { return {colour[0], colour[1], colour[2]}; }

Tint tint_of(render::Colour colour) { return {colour.r, colour.g, colour.b}; }

bool only_turns(const Rigid& pose) {
    constexpr double tolerance = 1e-9;
    const auto near = [](double a, double b) { return std::fabs(a - b) <= tolerance; };
    return near(pose.scale, 1) && near(squared_length(pose.row_x), 1) &&
           near(squared_length(pose.row_y), 1) && near(squared_length(pose.row_z), 1) &&
           near(dot(pose.row_x, pose.row_y), 0) && near(dot(pose.row_y, pose.row_z), 0) &&
           near(dot(pose.row_z, pose.row_x), 0);
}

/// Shapes given by one equation, in their own frame.
struct SurfaceOf {
    ImplicitSurface operator()(const RectangleShape& s) const {
        return rectangle(s.origin, s.u, s.v);
    }
    ImplicitSurface operator()(const DiscShape& s) const {
        return disc(s.centre, s.normal, s.radius, s.hole);
    }
    ImplicitSurface operator()(const PolygonShape& s) const { return polygon(s.outline); }
    ImplicitSurface operator()(const EllipsoidShape& s) const { return ellipsoid(s.radii); }
    ImplicitSurface operator()(const TurnedShape& s) const {
        switch (s.kind) {
        case RoundShape::Cylinder:
            return cylinder(s.radius.x, s.radius.y, s.low, s.high);
        case RoundShape::Cone:
            return cone(s.radius.x, s.radius.y, s.low, s.high);
        default:
            return paraboloid(s.radius.x, s.radius.y, s.high);
        }
    }
    ImplicitSurface operator()(const SaddleShape& s) const {
        return saddle(s.radius.x, s.radius.y, s.half.x, s.half.y);
    }
    ImplicitSurface operator()(const HyperboloidShape& s) const {
        return hyperboloid(s.radii, s.sheets, s.low, s.high);
    }
    ImplicitSurface operator()(const QuadricShape& s) const {
        return {.form = s.form, .box = s.box};
    }
    // What has no single equation does not come here.
    ImplicitSurface operator()(const Blend& /*blend*/) const { return {}; }
    ImplicitSurface operator()(const MeshShape& /*mesh*/) const { return {}; }
};

ImplicitSurface placed_surface(const DescribedCollider& described) {
    ImplicitSurface surface = std::visit(SurfaceOf{}, described.shape);
    for (const DescribedBound& bound : described.bounds) {
        const auto* side = std::get_if<PlaneSide>(&bound);
        surface.bounds.push_back(side != nullptr ? half_space(side->point, side->normal)
                                                 : std::get<QuadraticForm>(bound));
    }
    return is_identity(described.pose) ? surface : moved(surface, described.pose);
}

Blend placed_blend(Blend blend, const Rigid& pose) {
    for (Blob& blob : blend.blobs) {
        blob.centre = apply(pose, blob.centre);
    }
    return blend;
}

bool lies_in_unit_square(const TriangleUv& corners) {
    return std::all_of(corners.begin(), corners.end(), [](Vec2d place) {
        return place.x >= 0 && place.x <= 1 && place.y >= 0 && place.y <= 1;
    });
}

/// What keeps texture coordinates from being a chart; empty if nothing does.
std::string why_no_chart(const MappedMesh& mesh) {
    if (mesh.uv.empty()) {
        return fmt::format("the file has texture coordinates for {} of {} triangles",
                           mesh.mapped_triangles, mesh.mesh.triangles.size());
    }
    const auto beyond = std::find_if_not(mesh.uv.begin(), mesh.uv.end(), lies_in_unit_square);
    return beyond == mesh.uv.end()
               ? std::string()
               : fmt::format("texture coordinates of triangle {} go beyond the unit square",
                             beyond - mesh.uv.begin());
}

/// Whether the corners of all triangles were put in another order.
bool place_mesh(Mesh& mesh, const Rigid& pose) {
    for (Vec3d& position : mesh.positions) {
        position = apply(pose, position);
    }
    const bool mirrored = dot(cross(pose.row_x, pose.row_y), pose.row_z) < 0;
    if (mirrored) {
        for (TriangleIndices& triangle : mesh.triangles) {
            std::swap(triangle[1], triangle[2]);
        }
    }
    return mirrored;
}

Status add_mesh(Collider& collider, const MeshShape& shape, const Rigid& pose,
                const std::string& place, const std::filesystem::path& folder) {
    auto read = read_mapped_mesh(folder / shape.file);
    if (!read) {
        return read.error(); // which names the mesh file
    }
    const std::string why_not = why_no_chart(*read);
    if (shape.chart == MeshChart::Uv && !why_not.empty()) {
        return Error{ErrorCode::FileMalformed, place + ".shape.chart: " + why_not};
    }
    if (shape.chart != MeshChart::Atlas && why_not.empty()) {
        collider.uv = std::move(read->uv);
    }
    if (place_mesh(read->mesh, pose)) {
        for (TriangleUv& corners : collider.uv) {
            std::swap(corners[1], corners[2]);
        }
    }
    collider.shape = std::move(read->mesh);
    return {};
}

Expected<Collider> placed_collider(const DescribedCollider& described, const std::string& place,
                                   const std::filesystem::path& folder) {
    Collider collider{.name = described.name,
                      .shape = ImplicitSurface{},
                      .velocity = described.velocity,
                      .response = described.response,
                      .restitution = described.restitution,
                      .friction = described.friction};
    if (const auto* shape = std::get_if<MeshShape>(&described.shape)) {
        if (Status status = add_mesh(collider, *shape, described.pose, place, folder); !status) {
            return status.error();
        }
        return collider;
    }
    if (!only_turns(described.pose)) {
        return Error{ErrorCode::FileMalformed,
                     place + ".pose: a shape given by an equation can be turned and moved only"};
    }
    if (const auto* blend = std::get_if<Blend>(&described.shape)) {
        collider.shape = placed_blend(*blend, described.pose);
    } else {
        collider.shape = placed_surface(described);
    }
    return collider;
}

scenes::ColliderLook look_of(const DescribedCollider& described, std::size_t number) {
    scenes::ColliderLook look{.tint = described.colour ? tint_of(*described.colour)
                                                       : tint_of(calm_colour(number))};
    look.splat = described.splat_colour ? tint_of(*described.splat_colour) : Tint{196, 62, 48};
    look.splat_radius = described.splat_radius.value_or(look.splat_radius);
    return look;
}

SoundMaterial material_of(const DescribedSound& sound) {
    if (const auto* plate = std::get_if<SubstanceSound>(&sound)) {
        return ringing(plate->substance, plate->size);
    }
    const auto* modes = std::get_if<SoundMaterial>(&sound);
    return modes != nullptr ? *modes : SoundMaterial{};
}

Status add_emitter(ParticleScene& scene, const DescribedEmitter& described,
                   const std::filesystem::path& folder) {
    Emitter emitter = described.emitter;
    if (!described.body_file.empty()) {
        auto mesh = read_mesh(folder / described.body_file);
        if (!mesh) {
            return mesh.error();
        }
        emitter.body.vertices = std::move(mesh->positions);
        emitter.body.triangles = std::move(mesh->triangles);
    }
    if (emitter.air && described.wind) {
        emitter.air->wind = [wind = *described.wind](Vec3d, double) { return wind; };
        emitter.air->gusts = WindGusts{};
    }
    scene.emit(std::move(emitter), {.radius = described.radius,
                                    .end_radius = described.end_radius,
                                    .tint = tint_of(described.colour),
                                    .end_tint = tint_of(described.end_colour),
                                    .stretch = described.stretch,
                                    .spin = described.spin});
    return {};
}

void set_eye_and_ear(ParticleScene& scene, const ParticleFile& file) {
    scene.view.from = file.camera.from.value_or(scene.view.from);
    scene.view.middle = file.camera.at;
    scene.view.zoom = file.camera.zoom.value_or(1);
    scene.view.vertical_angle_degrees =
        file.camera.angle.value_or(scene.view.vertical_angle_degrees);
    scene.ear = file.ear.at.value_or(scene.ear);
    scene.right = file.ear.right.value_or(scene.right);
    scene.loudness = file.ear.loudness.value_or(scene.loudness);
}

} // namespace

Expected<ParticleScene> load_particles(const std::string& file) {
    const auto read = read_particles(file);
    if (!read) {
        return read.error();
    }
    ParticleScene scene;
    scene.what = read->title.empty() ? std::filesystem::path(file).stem().string() : read->title;
    scene.seconds = read->seconds.value_or(scene.seconds);
    const std::filesystem::path folder = std::filesystem::path(file).parent_path();
    for (const DescribedEmitter& emitter : read->emitters) {
        if (Status status = add_emitter(scene, emitter, folder); !status) {
            return status.error();
        }
    }
    for (std::size_t i = 0; i < read->colliders.size(); ++i) {
        const DescribedCollider& described = read->colliders[i];
        auto collider =
            placed_collider(described, fmt::format("{}: colliders[{}]", file, i), folder);
        if (!collider) {
            return collider.error();
        }
        scene.colliders.push_back(std::move(*collider));
        scene.collider_looks.push_back(look_of(described, i));
        scene.materials.push_back(material_of(described.sound));
    }
    set_eye_and_ear(scene, *read);
    return scene;
}

std::string particle_scene_names() {
    std::string names;
    for (const scenes::ParticleSceneName& scene : scenes::particle_scenes) {
        names += std::string(names.empty() ? "" : ", ") + std::string(scene.name);
    }
    return names;
}

Expected<ParticleScene> particle_scene_called(const std::string& name) {
    if (is_scene_file(name)) {
        return load_particles(name);
    }
    for (const scenes::ParticleSceneName& scene : scenes::particle_scenes) {
        if (name == scene.name) {
            return scene.make();
        }
    }
    return usage_error(fmt::format("{}: is neither a scene ({}) nor a file FILE.json",
                                   printable(name), particle_scene_names()));
}

} // namespace impinge::cli
