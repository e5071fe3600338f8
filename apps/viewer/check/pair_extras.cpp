// SPDX-License-Identifier: Apache-2.0
#include "check/pair_extras.hpp"

#include "check/check_types.hpp"
#include "draw/shape_data.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace impinge::viewer {
namespace {

/// So near a corner or an edge, in parts of the triangle's size, a nearest point counts as on it:
/// it was rounded.
constexpr double on_border = 1e-9;

double distance_to(const std::array<Vec3d, 2>& edge, Vec3d point) {
    const Vec3d along = edge[1] - edge[0];
    const double squared = dot(along, along);
    const double t = squared > 0 ? std::clamp(dot(point - edge[0], along) / squared, 0.0, 1.0) : 0;
    return length(point - (edge[0] + along * t));
}

/// The lowest feature of a triangle that holds a point of it.
NamedFeature feature_of_triangle(const CheckedBody& body, std::uint32_t triangle, Vec3d point) {
    const TriangleIndices& vertices = body.mesh->triangles[triangle];
    std::array<Vec3d, 3> corners;
    for (std::size_t k = 0; k < 3; ++k) {
        corners[k] = apply(body.pose, body.mesh->positions[vertices[k]]);
    }
    const double size = std::max({length(corners[1] - corners[0]), length(corners[2] - corners[1]),
                                  length(corners[0] - corners[2])});
    for (std::size_t k = 0; k < 3; ++k) {
        if (length(point - corners[k]) <= on_border * size) {
            return {fmt::format("vertex {}", vertices[k]), {corners[k]}};
        }
    }
    for (std::size_t k = 0; k < 3; ++k) {
        const std::size_t next = (k + 1) % 3;
        if (distance_to({corners[k], corners[next]}, point) <= on_border * size) {
            return {fmt::format("edge {}-{}", std::min(vertices[k], vertices[next]),
                                std::max(vertices[k], vertices[next])),
                    {corners[k], corners[next]}};
        }
    }
    return {fmt::format("triangle {}", triangle), {corners.begin(), corners.end()}};
}

NamedFeature feature_of_polytope(const ConvexBody& body, PolytopeFeature feature) {
    const auto at = [&](std::uint32_t vertex) {
        return apply(body.pose, body.shape.vertices()[vertex]);
    };
    NamedFeature out;
    if (feature.kind == FeatureKind::Vertex) {
        return {fmt::format("vertex {}", feature.index), {at(feature.index)}};
    }
    if (feature.kind == FeatureKind::Edge) {
        const auto ends = body.shape.edge(feature.index);
        return {fmt::format("edge {}-{}", std::min(ends[0], ends[1]), std::max(ends[0], ends[1])),
                {at(ends[0]), at(ends[1])}};
    }
    out.name = fmt::format("face {}", feature.index);
    for (const std::uint32_t corner : body.shape.face(feature.index)) {
        out.outline.push_back(at(corner));
    }
    return out;
}

std::optional<FeatureFinding> features_of_polytopes(const ConvexBody& a, const ConvexBody& b) {
    const auto closest = closest_features(a, b);
    if (!closest) {
        return {}; // of a pose that polytopes do not take
    }
    if (!closest->penetrating) {
        return FeatureFinding{FeatureFinding::Of::Polytopes,
                              feature_of_polytope(a, closest->features.a),
                              feature_of_polytope(b, closest->features.b),
                              closest->point_a,
                              closest->point_b,
                              closest->distance};
    }
    const auto parted = penetration(a, b);
    if (!parted || parted->depth == 0) {
        return {};
    }
    return FeatureFinding{FeatureFinding::Of::Penetration,
                          feature_of_polytope(a, parted->features.a),
                          feature_of_polytope(b, parted->features.b),
                          parted->point_a,
                          parted->point_b,
                          parted->depth};
}

double area_of(const Mesh& mesh) {
    double twice = 0;
    for (const TriangleIndices& triangle : mesh.triangles) {
        const Vec3d corner = mesh.positions[triangle[0]];
        twice += length(
            cross(mesh.positions[triangle[1]] - corner, mesh.positions[triangle[2]] - corner));
    }
    return twice / 2;
}

} // namespace

Expected<std::shared_ptr<const OverlapFinding>> find_overlap(const Body& a, const Body& b,
                                                             const Context& context) {
    auto found = overlap(a, b, {.meshes = true}, context);
    if (!found) {
        return found.error();
    }
    if (found->partial || context.cancelled()) {
        return std::shared_ptr<const OverlapFinding>();
    }
    auto out = std::make_shared<OverlapFinding>();
    out->measurable = found->measurable;
    out->reasons = std::move(found->reasons);
    out->volume = found->volume;
    for (const OverlapRegion& region : found->regions) {
        out->volume_error += region.volume_error;
        out->area += area_of(region.mesh);
        out->regions.push_back({region.volume, region.centroid,
                                std::make_shared<const ShapeData>(make_shape_data(region.mesh))});
    }
    return std::shared_ptr<const OverlapFinding>(std::move(out));
}

const std::optional<Polytope>& FeatureFinder::polytope_of(const std::shared_ptr<const Mesh>& mesh) {
    const auto [entry, added] = polytopes_.try_emplace(mesh);
    if (added) {
        auto polytope = Polytope::from_mesh(mesh->view());
        entry->second = polytope ? std::optional(std::move(*polytope)) : std::nullopt;
    }
    return entry->second;
}

void FeatureFinder::forget_unused() {
    std::erase_if(polytopes_, [](const auto& entry) { return entry.first.use_count() == 1; });
}

std::shared_ptr<const FeatureFinding> FeatureFinder::find(const CheckedBody& a,
                                                          const CheckedBody& b,
                                                          const std::optional<Distance>& nearest) {
    const auto& shape_a = polytope_of(a.mesh);
    const auto& shape_b = polytope_of(b.mesh);
    if (shape_a && shape_b) {
        if (auto found = features_of_polytopes({*shape_a, a.pose}, {*shape_b, b.pose})) {
            return std::make_shared<const FeatureFinding>(std::move(*found));
        }
    }
    if (!nearest || a.mesh->triangles.empty() || b.mesh->triangles.empty()) {
        return {};
    }
    return std::make_shared<const FeatureFinding>(
        FeatureFinding{FeatureFinding::Of::Triangles,
                       feature_of_triangle(a, nearest->triangle_a, nearest->point_a),
                       feature_of_triangle(b, nearest->triangle_b, nearest->point_b),
                       nearest->point_a, nearest->point_b, nearest->distance});
}

const Box3& WorldBoxes::of(std::size_t number, const CheckedBody& body) {
    boxes_.resize(std::max(boxes_.size(), number + 1));
    Placed& placed = boxes_[number];
    if (placed.mesh == body.mesh && placed.pose == body.pose) {
        return placed.box;
    }
    placed = {body.mesh, body.pose, {}};
    for (const TriangleIndices& triangle : body.mesh->triangles) {
        for (const std::uint32_t corner : triangle) {
            placed.box = extend(placed.box, apply(body.pose, body.mesh->positions[corner]));
        }
    }
    return placed.box;
}

} // namespace impinge::viewer
