// SPDX-License-Identifier: Apache-2.0
#include "report/page/clash_view.hpp"

#include <algorithm>

namespace impinge::inline v0::report {
namespace {

constexpr double surroundings = 2.2; ///< radii of the clash that are seen around its middle
constexpr double least_share = 1.0 / 3;

Vec3d middle_of(const Box3& box) { return box.min * 0.5 + box.max * 0.5; }
double radius_of(const Box3& box) { return length(box.max * 0.5 - box.min * 0.5); }

} // namespace

Box3 box_of_parts(const Report& report, const Clash& clash) {
    const Box3& a = report.parts[clash.a].box;
    return clash.b == no_part ? a : united(a, report.parts[clash.b].box);
}

ClashView view_around(const Report& report, const Clash& clash) {
    const Box3 parts = box_of_parts(report, clash);
    const Box3 box = is_empty(clash.box) ? parts : clash.box;
    // Parts seldom fill the ball around their box.
    const double largest = std::max(radius_of(parts) * 0.85, 1e-300);
    const double wished = radius_of(box) * surroundings;
    return {middle_of(box), std::clamp(wished, largest * least_share, largest)};
}

const std::vector<Vec3d>& view_directions() {
    static const std::vector<Vec3d> all{
        {0.55, -1, 0.5},  {-0.55, -1, 0.5}, {1, -0.55, 0.5}, {-1, -0.55, 0.5}, {0.55, 1, 0.5},
        {-0.55, 1, 0.5},  {1, 0.55, 0.5},   {-1, 0.55, 0.5}, {0.3, -0.5, 1},   {-0.3, 0.5, 1},
        {0.2, -1, 0.1},   {1, 0.2, 0.1},    {-0.2, 1, 0.1},  {-1, -0.2, 0.1},  {0.55, -1, -0.5},
        {-1, 0.55, -0.5}, {0.3, -0.5, -1},  {-0.3, 0.5, -1}};
    return all;
}

} // namespace impinge::inline v0::report
