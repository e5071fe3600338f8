// SPDX-License-Identifier: Apache-2.0
#include "picture/overlap_shapes.hpp"

#include "measures/triangulate.hpp"

#include <algorithm>
#include <cmath>

namespace impinge::cli {
namespace {

constexpr render::Colour overlap_red{214, 40, 40, 255};
constexpr render::Colour contact_amber{240, 160, 20, 255};

/// Drops the coordinate along which the normal is longest, and keeps the sense of turning of one
/// whom the normal points at.
Vec2d flattened(Vec3d p, Vec3d normal) {
    const Vec3d size{std::abs(normal.x), std::abs(normal.y), std::abs(normal.z)};
    const Vec2d place = size.x >= size.y && size.x >= size.z ? Vec2d{p.y, p.z}
                        : size.y >= size.z                   ? Vec2d{p.z, p.x}
                                                             : Vec2d{p.x, p.y};
    const double along = size.x >= size.y && size.x >= size.z ? normal.x
                         : size.y >= size.z                   ? normal.y
                                                              : normal.z;
    return along > 0 ? place : Vec2d{-place.x, place.y};
}

/// Both sides of a patch, each moved out by half of the thickness.
void append_sheet(const ContactPatch& patch, double thickness, Mesh& mesh) {
    std::vector<PlanePoint> points;
    std::vector<Vec3d> corners;
    std::vector<std::uint32_t> ends;
    const auto add_loop = [&](const std::vector<Vec3d>& loop) {
        for (const Vec3d corner : loop) {
            const auto name = static_cast<std::uint32_t>(corners.size());
            points.push_back({flattened(corner, patch.normal), name});
            corners.push_back(corner);
        }
        ends.push_back(static_cast<std::uint32_t>(corners.size()));
    };
    add_loop(patch.outline);
    for (const auto& hole : patch.holes) {
        add_loop(hole);
    }
    std::vector<std::array<std::uint32_t, 3>> triangles;
    triangulate(points, ends, triangles);
    for (const double side : {1.0, -1.0}) {
        const auto first = static_cast<std::uint32_t>(mesh.positions.size());
        for (const Vec3d corner : corners) {
            mesh.positions.push_back(corner + patch.normal * (side * thickness / 2));
        }
        for (auto [i, j, k] : triangles) {
            if (side < 0) {
                std::swap(j, k);
            }
            mesh.triangles.push_back({first + i, first + j, first + k});
        }
    }
}

Status add_shape(render::PictureScene& scene, const Mesh& mesh, render::Colour colour,
                 render::Renderer& renderer) {
    if (mesh.triangles.empty()) {
        return {};
    }
    auto shape = renderer.make_shape(mesh.view(), {.shading = render::Shading::Flat});
    if (!shape) {
        return shape.error();
    }
    scene.bodies.push_back({std::move(*shape), {}, {.colour = colour}});
    return {};
}

double size_of_all(std::span<const LoadedBody> bodies) {
    Box3 box;
    for (const LoadedBody& body : bodies) {
        box = united(box, body.box);
    }
    return is_empty(box) ? 0 : length(box.max - box.min);
}

} // namespace

Status add_overlap_shapes(render::PictureScene& scene, const Examination& examination,
                          render::Renderer& renderer) {
    for (const PairMeasure& measure : examination.measures) {
        for (const OverlapRegion& region : measure.overlap.regions) {
            if (Status status = add_shape(scene, region.mesh, overlap_red, renderer); !status) {
                return status;
            }
        }
    }
    constexpr double share_of_scene = 2e-4;
    const double thickness = share_of_scene * size_of_all(examination.bodies);
    Mesh sheets;
    for (const PairContact& contact : examination.contacts) {
        for (const ContactPatch& patch : contact.found.patches) {
            append_sheet(patch, thickness, sheets);
        }
    }
    return add_shape(scene, sheets, contact_amber, renderer);
}

} // namespace impinge::cli
