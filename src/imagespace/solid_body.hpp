// SPDX-License-Identifier: Apache-2.0
//
// A body as the sampled queries take it in: examined once, put on the device once.
#pragma once

#include "base/body_name.hpp"
#include "imagespace/projection/collision_zone.hpp"
#include "impinge/collide.hpp"
#include "predicates/mirrors.hpp"
#include "raster/local_mesh.hpp"

#include <memory>
#include <optional>

namespace impinge::inline v0::imagespace {

/// A body as it is drawn: on the device and in memory.
struct Side {
    const raster::Geometry* geometry = nullptr;
    MeshView mesh;
    Rigid pose;
    const raster::LocalMesh* local = nullptr; ///< the mesh for rays; made for each call if missing
    /// A ray enters through faces seen from behind: normals point inward, or the pose is a mirror.
    bool inside_out = false;
};

/// Those through which a ray enters the body, or leaves it. The winding number along the ray goes
/// up by one at the former and down at the latter; inside is where it is at least one.
enum class Faces : std::uint8_t { Entered, Left };

/// Leaves only these.
constexpr raster::Cull cull_for(Faces faces, const Side& side) {
    return (faces == Faces::Entered) != side.inside_out ? raster::Cull::Back : raster::Cull::Front;
}

/// Which way the faces of a body look where it stands.
enum class Facing : std::uint8_t { Outward, Inward };

/// The faces of a body that is inside out look inward, and a pose with a mirror in it turns them.
inline Facing facing_of(const Diagnosis& diagnosis, const Rigid& pose) {
    return diagnosis.inside_out != mirrors(pose) ? Facing::Inward : Facing::Outward;
}

struct SolidBody {
    MeshView mesh;
    Box3 box; ///< of the mesh, in its own frame
    Diagnosis diagnosis;
    std::unique_ptr<raster::Geometry> geometry = nullptr;
    std::optional<raster::LocalMesh> local = {}; ///< if rays are to find it ready

    [[nodiscard]] bool empty() const { return mesh.triangle_count() == 0; }
};

/// One that stands somewhere.
struct Posed {
    SolidBody* solid = nullptr;
    Rigid pose;

    [[nodiscard]] Placed placed() const { return {solid->box, pose}; }
    [[nodiscard]] Side side() const {
        return {.geometry = solid->geometry.get(),
                .mesh = solid->mesh,
                .pose = pose,
                .local = solid->local ? &*solid->local : nullptr,
                .inside_out = facing_of(solid->diagnosis, pose) == Facing::Inward};
    }
    [[nodiscard]] Body body() const { return {solid->mesh, pose, &solid->diagnosis}; }
};

/// Whether the interiors of two solids have a point in common.
constexpr bool interiors_overlap(Verdict verdict) {
    return verdict != Verdict::Apart && verdict != Verdict::Touching;
}

/// Of the triangles, in the frame of the mesh.
Box3 box_of(const MeshView& mesh);

/// What diagnose() says that bears on being a solid, believed if it comes with the body. Refuses
/// what is none. `name` is "body A" or "body B".
Expected<Diagnosis> solid_diagnosis(const Body& body, const BodyName& name, const Context& context);

/// Refuses what is no solid, except a mesh without triangles, which is the empty set.
Expected<SolidBody> enter_solid(const Body& body, const BodyName& name, const Context& context);

Status need_geometry(raster::Device& device, SolidBody& body, const BodyName& name);
Status need_local_mesh(SolidBody& body, const BodyName& name);

/// Whether a body can stand there: finite, with a positive scale.
Status check_pose(const Rigid& pose, const BodyName& name);

} // namespace impinge::inline v0::imagespace
