// SPDX-License-Identifier: Apache-2.0
#include "edge_rays/edge_scene.hpp"

#include "base/body_name.hpp"
#include "exact/collide.hpp"
#include "exact/world_mesh.hpp"
#include "imagespace/solid_body.hpp"
#include "impinge/defects.hpp"
#include "impinge/self_intersections.hpp"
#include "mesh/positions.hpp"
#include "mesh/weld.hpp"
#include "raster/request.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

namespace impinge::inline v0::imagespace {
namespace {

/// What is drawn are floats relative to the middle of the mesh, what is proved are the doubles of
/// apply(): the box holds both.
Box3 with_rounding(const Box3& box) {
    if (is_empty(box)) {
        return box;
    }
    const Vec3d size = extent(box);
    const Vec3d farthest = max(box.max, -box.min);
    const double off = std::max({size.x, size.y, size.z}) * 0x1p-21 +
                       std::max({farthest.x, farthest.y, farthest.z}) * 0x1p-49;
    return widened(box, off);
}

/// Parts that cancel out leave rounding, which says nothing.
bool encloses_negative_volume(const MeshMeasures& measures) {
    const Vec3d size = extent(measures.box);
    return measures.volume < -1e-12 * measures.area * std::max({size.x, size.y, size.z});
}

} // namespace

EdgeScene::EdgeScene(raster::Device& device, std::span<const Body> bodies)
    : device_(&device), bodies_(bodies.begin(), bodies.end()), boxes_(bodies.size()),
      tight_boxes_(bodies.size()) {
    shape_of_body_.reserve(bodies.size());
    std::map<Key, std::size_t> shape_of_mesh;
    for (const Body& body : bodies) {
        const auto [entry, is_new] = shape_of_mesh.try_emplace(key_of(body.mesh), shapes_.size());
        if (is_new) {
            shapes_.push_back({.mesh = body.mesh});
        }
        shape_of_body_.push_back(entry->second);
        ++shapes_[entry->second].bodies;
    }
}

EdgeScene::Key EdgeScene::key_of(const MeshView& mesh) {
    return {mesh.data(),   mesh.stride_bytes(),     mesh.vertex_count(),
            mesh.scalar(), mesh.triangles().data(), mesh.triangle_count()};
}

Status EdgeScene::hand_over(const Context& context) {
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
        Shape& shape = shapes_[shape_of_body_[i]];
        if (shape.geometry || shape.mesh.triangle_count() == 0) {
            continue;
        }
        const auto checked = to_world({.mesh = shape.mesh}, body_number(i), context);
        if (!checked) {
            return checked.error();
        }
        if (const Status status = need_geometry(shape); !status) {
            return about(body_number(i), status.error());
        }
    }
    return {};
}

/// Checks the fresh shape and puts it on the device. The old one's geometry is taken over if no
/// other body needs it.
Status EdgeScene::put_in_place_of(Shape& old, Shape& fresh, Replaced replaced) const {
    if (replaced == Replaced::Positions) {
        if (fresh.mesh.vertex_count() != old.mesh.vertex_count() ||
            !std::ranges::equal(fresh.mesh.triangles(), old.mesh.triangles())) {
            return Error{ErrorCode::InvalidArgument,
                         "new positions need the vertices and triangles they replace"};
        }
        fresh.weld = weld_map(gather_positions(fresh.mesh));
    }
    if (fresh.mesh.triangle_count() == 0 || !old.geometry || old.bodies > 1) {
        return fresh.mesh.triangle_count() == 0 ? Status() : need_geometry(fresh);
    }
    const auto measures = measure(fresh.mesh);
    if (!measures) {
        return measures.error();
    }
    // Vertices that meet, or part, make other edges of the same triangles.
    const bool same_edges = replaced == Replaced::Positions && fresh.weld == old.weld;
    Status status = same_edges ? device_->update_positions(*old.geometry, fresh.mesh)
                               : device_->update_mesh(*old.geometry, fresh.mesh);
    if (!status) {
        return status;
    }
    if (same_edges) {
        fresh.edges = std::move(old.edges);
    }
    fresh.turned = encloses_negative_volume(*measures);
    fresh.geometry = std::move(old.geometry);
    return {};
}

Status EdgeScene::replace(std::size_t body, const Body& changed, Replaced replaced,
                          const Context& context) {
    if (body >= bodies_.size()) {
        return Error{ErrorCode::InvalidArgument, "body " + std::to_string(body) + ": there are " +
                                                     std::to_string(bodies_.size()) + " only"};
    }
    // Finished even if the caller cancels: a mesh is refused or not.
    const auto checked =
        to_world({.mesh = changed.mesh}, body_number(body), Context(context.threads()));
    if (!checked) {
        return checked.error();
    }
    Shape& old = shapes_[shape_of_body_[body]];
    Shape fresh{.mesh = changed.mesh, .bodies = 1};
    if (Status status = put_in_place_of(old, fresh, replaced); !status) {
        return about(body_number(body), status.error());
    }
    if (old.bodies == 1) {
        old = std::move(fresh);
    } else {
        shapes_.push_back(std::move(fresh)); // may move `old`
        --shapes_[shape_of_body_[body]].bodies;
        shape_of_body_[body] = shapes_.size() - 1;
    }
    bodies_[body].mesh = changed.mesh;
    bodies_[body].diagnosis = changed.diagnosis;
    return {};
}

Status EdgeScene::place(std::span<const Rigid> poses, const Context& context) {
    if (poses.size() != bodies_.size()) {
        return Error{ErrorCode::InvalidArgument, "poses: there are " +
                                                     std::to_string(poses.size()) + " for " +
                                                     std::to_string(bodies_.size()) + " bodies"};
    }
    for (std::size_t i = 0; i < poses.size(); ++i) {
        if (const Status status = raster::check_pose(poses[i]); !status) {
            return about(body_number(i), status.error());
        }
        bodies_[i].pose = poses[i];
        const auto world = to_world(bodies_[i], body_number(i), context);
        if (!world) {
            return world.error();
        }
        tight_boxes_[i] = world->box;
        boxes_[i] = with_rounding(world->box);
    }
    return {};
}

Status EdgeScene::need_geometry(Shape& shape) const {
    if (shape.geometry) {
        return {};
    }
    const auto measures = measure(shape.mesh);
    if (!measures) {
        return measures.error();
    }
    auto uploaded = device_->upload(shape.mesh, raster::Parts::TrianglesAndEdges);
    if (!uploaded) {
        return uploaded.error();
    }
    shape.turned = encloses_negative_volume(*measures);
    shape.geometry = std::move(*uploaded);
    return {};
}

Expected<std::vector<EdgeBody>> EdgeScene::drawn(std::span<const std::uint32_t> indices) {
    std::vector<EdgeBody> drawn;
    drawn.reserve(indices.size());
    for (const std::uint32_t index : indices) {
        Shape& shape = shapes_[shape_of_body_[index]];
        if (const Status status = need_geometry(shape); !status) {
            return about(body_number(index), status.error());
        }
        drawn.push_back({.geometry = shape.geometry.get(),
                         .mesh = shape.mesh,
                         .pose = bodies_[index].pose,
                         .box = boxes_[index],
                         .index = index,
                         .inside_out = shape.turned != mirrors(bodies_[index].pose)});
    }
    return drawn;
}

bool EdgeScene::known_closed(std::uint32_t body) const {
    const Diagnosis* const diagnosis = bodies_[body].diagnosis;
    return diagnosis != nullptr && diagnosis->closed() && diagnosis->oriented();
}

bool EdgeScene::turned(std::uint32_t body) const { return shapes_[shape_of_body_[body]].turned; }

Expected<raster::EdgeIndices> EdgeScene::corners(std::uint32_t body, std::uint32_t edge) {
    Shape& shape = shapes_[shape_of_body_[body]];
    if (!shape.edges) {
        auto edges = raster::unique_edges(shape.mesh);
        if (!edges) {
            return about(body_number(body), edges.error());
        }
        shape.edges = std::move(*edges);
    }
    return (*shape.edges)[edge];
}

Expected<MeshSolidity> EdgeScene::solidity_of(Shape& shape, const Context& context) {
    if (!shape.solidity) {
        // Finished even if the query is cancelled: it then says what was told so far.
        auto found = examine_solidity(shape.mesh, Context(context.threads()));
        if (!found) {
            return found;
        }
        shape.solidity = std::move(*found);
    }
    return *shape.solidity;
}

Expected<bool> EdgeScene::is_solid(std::uint32_t body, const Context& context) {
    if (bodies_[body].diagnosis != nullptr) {
        return bodies_[body].diagnosis->solid();
    }
    const auto solidity = solidity_of(shapes_[shape_of_body_[body]], context);
    if (!solidity) {
        return about(body_number(body), solidity.error());
    }
    return solidity->solid;
}

Expected<bool> EdgeScene::crosses_itself(std::uint32_t body, const Context& context) {
    Shape& shape = shapes_[shape_of_body_[body]];
    if (!shape.crosses_itself) {
        const auto found = self_intersections(shape.mesh, {.detail = Detail::Verdict}, context);
        if (!found) {
            return about(body_number(body), found.error());
        }
        if (found->partial) {
            return true;
        }
        shape.crosses_itself = !found->pairs.empty();
    }
    return *shape.crosses_itself;
}

Expected<Interference> EdgeScene::collide_exactly(std::uint32_t a, std::uint32_t b,
                                                  const Context& context) {
    const auto solidity = [&](const MeshView& mesh, const Context& inner) {
        const std::uint32_t whose = key_of(mesh) == key_of(bodies_[a].mesh) ? a : b;
        return solidity_of(shapes_[shape_of_body_[whose]], inner);
    };
    auto result = collide_sharing(bodies_[a], bodies_[b], {}, context, {.solidity = solidity});
    if (!result) {
        return about_pair(a, b, result.error());
    }
    return result;
}

} // namespace impinge::inline v0::imagespace
