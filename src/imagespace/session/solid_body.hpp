// SPDX-License-Identifier: Apache-2.0
//
// A body as the methods take it in: examined once, put on the device once.
#pragma once

#include "imagespace/projection/projection.hpp"
#include "raster/local_mesh.hpp"

namespace impinge::inline v0::imagespace {

struct SolidBody {
    MeshView mesh;
    Box3 box; ///< of the mesh, in its own frame
    Diagnosis diagnosis;
    std::unique_ptr<raster::Geometry> geometry = nullptr;
    std::optional<raster::LocalMesh> local = {}; ///< if rays are to find it ready

    [[nodiscard]] bool empty() const { return mesh.triangle_count() == 0; }
};

/// Whether a pose turns left into right, and so the faces inside out.
constexpr bool mirrors(const Rigid& pose) {
    return dot(cross(pose.row_x, pose.row_y), pose.row_z) < 0;
}

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
                .inside_out = solid->diagnosis.inside_out != mirrors(pose)};
    }
    [[nodiscard]] Body body() const { return {solid->mesh, pose, &solid->diagnosis}; }
};

/// What diagnose() says, believed if it comes with the body. Refuses what is no solid. `name` is
/// "body A" or "body B".
Expected<Diagnosis> solid_diagnosis(const Body& body, const char* name, const Context& context);

/// Refuses what is no solid, except a mesh without triangles, which is the empty set.
Expected<SolidBody> enter_solid(const Body& body, const char* name, const Context& context);

Status need_geometry(raster::Device& device, SolidBody& body, const char* name);
Status need_local_mesh(SolidBody& body, const char* name);

/// Whether a body can stand there: finite, with a positive scale.
Status check_pose(const Rigid& pose, const char* name);

} // namespace impinge::inline v0::imagespace
