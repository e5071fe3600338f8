// SPDX-License-Identifier: Apache-2.0
#include "imagespace/edge_rays/crossings/edge_crossing_search.hpp"

#include <cmath>
#include <limits>

namespace impinge::inline v0::imagespace {
namespace {

Box3 box_of(const Segment& segment) {
    return {min(segment.from, segment.to), max(segment.from, segment.to)};
}

double greatest_coordinate(const Box3& box) {
    double greatest = 0;
    for (int axis = 0; axis < 3; ++axis) {
        greatest = std::max({greatest, std::fabs(box.min[axis]), std::fabs(box.max[axis])});
    }
    return greatest;
}

/// A segment that can be asked about many boxes. Boxes of long segments hold much that the segments
/// themselves do not come near; so it is also seen along the axes, as a line beside a rectangle.
class SegmentProbe {
  public:
    explicit SegmentProbe(const Segment& segment)
        : from_(segment.from), way_(segment.to - segment.from), box_(box_of(segment)),
          greatest_(greatest_coordinate(box_)) {}

    /// False only if no point of the segment lies in the box.
    [[nodiscard]] bool may_meet(const Box3& box) const {
        if (!boxes_overlap(box_, box)) {
            return false;
        }
        const double greatest = std::max(greatest_, greatest_coordinate(box));
        // Products of larger numbers would overflow; there the boxes alone decide.
        constexpr double largest_product_of_two = 0x1p500;
        return greatest > largest_product_of_two ||
               (line_meets(box, 0, 1, greatest) && line_meets(box, 1, 2, greatest) &&
                line_meets(box, 2, 0, greatest));
    }

  private:
    /// Whether the corners of the rectangle do not all lie on one side of the line: its centre is
    /// no farther from the line than it reaches across. Each of the dozen roundings is off by less
    /// than 2^-52 of the product of a coordinate and the way.
    [[nodiscard]] bool line_meets(const Box3& box, int i, int j, double greatest) const {
        const double centre_i = 0.5 * (box.min[i] + box.max[i]) - from_[i];
        const double centre_j = 0.5 * (box.min[j] + box.max[j]) - from_[j];
        const double aside = std::fabs(way_[i] * centre_j - way_[j] * centre_i);
        const double way_i = std::fabs(way_[i]);
        const double way_j = std::fabs(way_[j]);
        const double reach =
            0.5 * (way_i * (box.max[j] - box.min[j]) + way_j * (box.max[i] - box.min[i]));
        const double rounding = 0x1p-46 * greatest * (way_i + way_j) + 0x1p-1000;
        return aside <= reach + rounding;
    }

    Vec3d from_;
    Vec3d way_;
    Box3 box_;
    double greatest_;
};

} // namespace

NearTriangles::NearTriangles(const WorldMesh& surface, std::span<const Segment> segments,
                             std::span<const std::size_t> chosen, const Context& context) {
    Box3 region;
    for (const std::size_t segment : chosen) {
        region = united(region, box_of(segments[segment]));
    }
    std::vector<Box3> boxes;
    for (std::size_t triangle = 0; triangle < surface.triangles.size(); ++triangle) {
        const Box3 box = impinge::box_of(surface.triangle(triangle));
        if (boxes_overlap(box, region)) {
            triangles_.push_back(static_cast<std::uint32_t>(triangle));
            boxes.push_back(box);
        }
    }
    tree_ = Bvh(boxes, context);
}

void NearTriangles::find(const Segment& segment, std::vector<std::uint32_t>& near) const {
    near.clear();
    const SegmentProbe probe(segment);
    const auto bound = [&](const Box3& box) {
        return probe.may_meet(box) ? 0 : std::numeric_limits<double>::infinity();
    };
    visit_nearest_first(tree_, 0, bound, [&](std::uint32_t item) {
        near.push_back(triangles_[item]);
        return 0.0;
    });
}

} // namespace impinge::inline v0::imagespace
