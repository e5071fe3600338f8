// SPDX-License-Identifier: Apache-2.0
#include "base/no_throw.hpp"
#include "base/parallel.hpp"
#include "clearance/ray_clearance.hpp"
#include "imagespace/solid_body.hpp"
#include "imagespace/view_rays.hpp"
#include "impinge/clearance.hpp"
#include "mesh/positions.hpp"
#include "mesh/vertex_normals.hpp"
#include "mesh/weld.hpp"

#include <algorithm>
#include <cmath>

namespace impinge::inline v0::imagespace {
namespace {

constexpr double none = std::numeric_limits<double>::infinity();

/// The way from a depth to the surfaces before and behind it.
struct Ways {
    double back = none;  ///< against the direction of view
    double ahead = none; ///< along it
    bool inside = false;
};

Ways ways_from(double depth, std::span<const RayPiece> pieces) {
    Ways ways;
    for (const RayPiece& piece : pieces) {
        for (const double surface : {piece.begin, piece.end}) {
            (surface < depth ? ways.back : ways.ahead) =
                surface < depth ? depth - surface : std::min(ways.ahead, surface - depth);
        }
        ways.inside = ways.inside || (piece.begin < depth && depth <= piece.end);
    }
    return ways;
}

/// `facing` is positive if the vertex looks along the view, negative if against it.
double clearance_of(const Ways& ways, double facing) {
    if (ways.ahead == 0) { // on the surface, where inside and outside are the same
        return 0;
    }
    const double sign = ways.inside ? -1 : 1;
    if (facing == 0) {
        return sign * std::min(ways.ahead, ways.back);
    }
    return sign * ((facing > 0) != ways.inside ? ways.ahead : ways.back);
}

/// How much each vertex faces along the axis; outwards also for a body that is inside out.
std::vector<double> facings(const Body& body, std::span<const Vec3d> positions, Vec3d axis,
                            Facing facing) {
    const std::vector<Vec3d> normals =
        vertex_normals(positions, body.mesh.triangles(), weld_map(positions));
    std::vector<double> out(normals.size());
    std::transform(normals.begin(), normals.end(), out.begin(), [&](Vec3d normal) {
        return dot(axis, normal) * (facing == Facing::Inward ? -1 : 1);
    });
    return out;
}

} // namespace

Expected<VertexClearances> vertex_clearance(const Body& body, const Body& other,
                                            const raster::View& view, const Context& context) {
    return no_throw([&]() -> Expected<VertexClearances> {
        if (const Status status = raster::validate(view); !status) {
            return status.error();
        }
        if (view.projection != raster::Projection::Orthographic) {
            return Error{ErrorCode::InvalidArgument, "clearance: needs an orthographic view"};
        }
        const auto diagnosis = solid_diagnosis(body, {"the body"}, context);
        if (!diagnosis) {
            return diagnosis.error();
        }
        const auto of_other = solid_diagnosis(other, {"the other body"}, context);
        if (!of_other) {
            return of_other.error();
        }
        std::vector<Vec3d> positions = gather_positions(body.mesh);
        std::transform(positions.begin(), positions.end(), positions.begin(),
                       [&](Vec3d position) { return apply(body.pose, position); });
        const std::vector<double> facing =
            facings(body, positions, view.axis_z, facing_of(*diagnosis, body.pose));
        const ViewRays rays(view, {other.mesh, other.pose, facing_of(*of_other, other.pose)});
        std::vector<float> out(positions.size(), std::numeric_limits<float>::quiet_NaN());
        for_each_chunk(context, positions.size(), 4096, [&](const Chunk& chunk) {
            PieceFinder finder(rays);
            for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
                const Vec3d window = raster::to_window(view, positions[i]);
                const double depth = dot(view.axis_z, positions[i] - view.eye);
                const double clearance =
                    clearance_of(ways_from(depth, finder.at({window.x, window.y})), facing[i]);
                if (std::isfinite(clearance)) {
                    out[i] = static_cast<float>(clearance);
                }
            }
        });
        return VertexClearances{std::move(out), context.cancelled()};
    });
}

} // namespace impinge::inline v0::imagespace
