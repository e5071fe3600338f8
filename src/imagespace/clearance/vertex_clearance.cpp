// SPDX-License-Identifier: Apache-2.0
#include "base/no_throw.hpp"
#include "base/parallel.hpp"
#include "imagespace/clearance/clearance_stopped.hpp"
#include "imagespace/clearance/view_rays.hpp"
#include "imagespace/session/solid_body.hpp"
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

Ways ways_from(double depth, std::span<const double> surfaces) {
    const auto next = std::lower_bound(surfaces.begin(), surfaces.end(), depth);
    const auto before = next - surfaces.begin();
    return {before > 0 ? depth - *(next - 1) : none, next != surfaces.end() ? *next - depth : none,
            before % 2 == 1};
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
                            const Diagnosis& diagnosis) {
    const std::vector<Vec3d> normals =
        vertex_normals(positions, body.mesh.triangles(), weld_map(positions));
    std::vector<double> out(normals.size());
    std::transform(normals.begin(), normals.end(), out.begin(), [&](Vec3d normal) {
        return dot(axis, normal) * (diagnosis.inside_out ? -1 : 1);
    });
    return out;
}

} // namespace

Expected<std::vector<float>> vertex_clearance(const Body& body, const Body& other,
                                              const raster::View& view, const Context& context) {
    return no_throw([&]() -> Expected<std::vector<float>> {
        if (const Status refused = raster::validate(view)) {
            return *refused;
        }
        if (view.projection != raster::Projection::Orthographic) {
            return Error{ErrorCode::InvalidArgument, "clearance: needs an orthographic view"};
        }
        const auto diagnosis = solid_diagnosis(body, "the body", context);
        if (!diagnosis) {
            return diagnosis.error();
        }
        if (const auto of_other = solid_diagnosis(other, "the other body", context); !of_other) {
            return of_other.error();
        }
        std::vector<Vec3d> positions = gather_positions(body.mesh);
        std::transform(positions.begin(), positions.end(), positions.begin(),
                       [&](Vec3d position) { return apply(body.pose, position); });
        const std::vector<double> facing = facings(body, positions, view.axis_z, *diagnosis);
        const ViewRays rays(view, other.mesh, other.pose);
        std::vector<float> out(positions.size(), std::numeric_limits<float>::quiet_NaN());
        for_each_chunk(context, positions.size(), 4096, [&](const Chunk& chunk) {
            std::vector<double> surfaces;
            for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
                const Vec3d window = raster::to_window(view, positions[i]);
                surfaces.clear();
                rays.append_depths({window.x, window.y}, surfaces);
                const double clearance =
                    clearance_of(ways_from(window.z * (view.far - view.near), surfaces), facing[i]);
                if (std::isfinite(clearance)) {
                    out[i] = static_cast<float>(clearance);
                }
            }
        });
        if (context.cancelled()) {
            return stopped();
        }
        return out;
    });
}

} // namespace impinge::inline v0::imagespace
