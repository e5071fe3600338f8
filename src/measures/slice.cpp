// SPDX-License-Identifier: Apache-2.0
#include "impinge/slice.hpp"

#include "base/enum_names.hpp"
#include "base/no_throw.hpp"
#include "exact/snapshot_data.hpp"
#include "impinge/distance.hpp"
#include "impinge/overlap.hpp"
#include "measures/outline_regions.hpp"
#include "measures/plane_section.hpp"
#include "measures/solids.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace impinge::inline v0 {
namespace {

/// The outlines of a body, what it bounds on their left.
struct CutBody {
    std::vector<SectionSegment> segments;
    bool solid = false;
};

CutBody cut_body(const SnapshotData& body, const char* name, Slice& slice, const Context& context) {
    CutBody cut;
    const MeshSolidity solidity = solidity_of_body(body, context);
    cut.solid = solidity.solid;
    for (const std::string& reason : solidity.reasons) {
        slice.reasons.push_back(std::string(name) + ": " + reason);
    }
    cut.segments = plane_section(body.mesh().vertices, body.mesh().triangles, slice.plane,
                                 slice.axes, context);
    if (solidity.solid && normals_of(body, solidity) == Normals::Inward) {
        for (SectionSegment& segment : cut.segments) {
            std::swap(segment.from, segment.to);
        }
    }
    return cut;
}

SliceSection section_of_polygons(std::vector<SlicePolygon> polygons) {
    SliceSection section;
    section.polygons = std::move(polygons);
    for (const SlicePolygon& polygon : section.polygons) {
        section.area += polygon.area;
    }
    return section;
}

SliceSection section_of(const CutBody& cut) {
    if (cut.solid) {
        return section_of_polygons(region_within(cut.segments));
    }
    SliceSection section;
    section.curves = joined_curves(cut.segments);
    return section;
}

Status check_plane(const SlicePlane& plane) {
    if (!is_finite(plane.point) || !is_finite(plane.normal)) {
        return invalid("plane: point and normal must be finite");
    }
    if (plane.normal == Vec3d{}) {
        return invalid("plane: the normal must not be zero");
    }
    return {};
}

/// The axis along which a vector is shortest; of equal ones the last, which shows x to the right.
int axis_across(Vec3d v) {
    int best = 2;
    for (const int axis : {1, 0}) {
        best = std::abs(v[axis]) < std::abs(v[best]) ? axis : best;
    }
    return best;
}

SlicePlane across(int axis, Vec3d point) {
    SlicePlane plane{point, {0, 0, 0}};
    plane.normal[axis] = 1;
    return plane;
}

Expected<SuggestedPlane> suggested(const Body& a, const Body& b, const Context& context) {
    const auto common = overlap(a, b, {.depths = true}, context);
    if (!common) {
        return common.error();
    }
    RegionDepth deepest;
    for (const OverlapRegion& region : common->regions) {
        for (const RegionDepth& depth : {region.a_in_b, region.b_in_a}) {
            deepest = depth.depth > deepest.depth ? depth : deepest;
        }
    }
    if (deepest.depth > 0) {
        return SuggestedPlane{
            across(axis_across(deepest.surface_point - deepest.point), deepest.point),
            SlicePlace::DeepestPoint, common->partial};
    }
    const auto nearest = distance(a, b, context);
    if (!nearest) {
        return nearest.error();
    }
    if (nearest->distance == std::numeric_limits<double>::infinity() && !nearest->partial) {
        return invalid("slice: a body without triangles has no section");
    }
    return SuggestedPlane{across(axis_across(nearest->point_b - nearest->point_a),
                                 nearest->point_a * 0.5 + nearest->point_b * 0.5),
                          SlicePlace::NearestPoints, nearest->partial};
}

} // namespace

Expected<Slice> slice(const Body& a, const Body& b, const SlicePlane& plane,
                      const Context& context) {
    return no_throw([&]() -> Expected<Slice> {
        if (Status status = check_plane(plane); !status) {
            return status.error();
        }
        auto world = to_world(a, b, context);
        if (!world) {
            return world.error();
        }
        const SnapshotData of_a(a, std::move(world->a), Queries::One);
        const SnapshotData of_b(b, std::move(world->b), Queries::One);
        Slice result;
        result.plane = plane;
        result.axes = slice_axes(plane);
        const CutBody cut_a = cut_body(of_a, "body A", result, context);
        const CutBody cut_b = cut_body(of_b, "body B", result, context);
        if (!context.cancelled()) {
            result.solid_a = cut_a.solid;
            result.solid_b = cut_b.solid;
            result.a = section_of(cut_a);
            result.b = section_of(cut_b);
            if (cut_a.solid && cut_b.solid) {
                result.overlap =
                    section_of_polygons(region_within_both(cut_a.segments, cut_b.segments));
            }
        }
        result.partial = context.cancelled();
        return result;
    });
}

Expected<SuggestedPlane> suggest_slice_plane(const Body& a, const Body& b, const Context& context) {
    return no_throw([&] { return suggested(a, b, context); });
}

const char* to_string(SlicePlace place) {
    constexpr std::array names{"deepest_point", "nearest_points"};
    return name_in(names, place);
}

} // namespace impinge::inline v0
