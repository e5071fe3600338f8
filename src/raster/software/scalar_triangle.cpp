// SPDX-License-Identifier: Apache-2.0
#include "raster/software/scalar_triangle.hpp"

#include "raster/software/scalar_geometry.hpp"
#include "raster/software/scalar_touch.hpp"

namespace impinge::inline v0::raster {
namespace {

double depth_at(const StatedPlane& plane, int x, int y) {
    return (plane.z0 + (centre<double>(y) - plane.y0) * plane.slope_y) +
           (centre<double>(x) - plane.x0) * plane.slope_x;
}

template <typename Int, typename Visit>
void for_each_covered(const Turned<Int>& triangle, const PixelBox& box, Visit visit) {
    const EdgeFunction<Int> e0(triangle.corners[1], triangle.corners[2]);
    const EdgeFunction<Int> e1(triangle.corners[2], triangle.corners[0]);
    const EdgeFunction<Int> e2(triangle.corners[0], triangle.corners[1]);
    for (int y = box.min_y; y <= box.max_y; ++y) {
        for (int x = box.min_x; x <= box.max_x; ++x) {
            const Int px = centre<Int>(x);
            const Int py = centre<Int>(y);
            if (e0.at(px, py) >= e0.bias() && e1.at(px, py) >= e1.bias() &&
                e2.at(px, py) >= e2.bias()) {
                visit(x, y);
            }
        }
    }
}

template <typename Int>
std::uint64_t draw_centres(const FragmentStage& stage, const Corners& corners,
                           const TriangleFragments& fragments, const PixelBox& window) {
    const Turned<Int> triangle(corners);
    const Face face = fragments.face.value_or(triangle.face);
    if (triangle.area == 0 || (!fragments.face && culls(stage.pass.cull, face))) {
        return 0;
    }
    std::uint64_t passed = 0;
    const PixelBox box = pixels(Bounds<Int>(corners), Coverage::Centre, window);
    const DepthPlane<Int> plane(triangle);
    for_each_covered(triangle, box, [&](int x, int y) {
        const double depth = fragments.plane ? depth_at(*fragments.plane, x, y)
                                             : plane.at(centre<Int>(x), centre<Int>(y));
        const Fragment fragment{clamped(depth), fragments.ids};
        passed += apply(stage, stage.target.at(x, y), face, fragment) ? 1 : 0;
    });
    return passed;
}

} // namespace

std::uint64_t draw_scalar(const FragmentStage& stage, std::span<const Corners> parts,
                          const TriangleFragments& fragments, const PixelBox& box) {
    if (stage.pass.coverage == Coverage::Conservative) {
        return draw_touched_scalar(stage, parts, fragments.ids, box);
    }
    std::uint64_t passed = 0;
    for (const Corners& corners : parts) {
        passed += within(corners, farthest_step_of_64_bits)
                      ? draw_centres<std::int64_t>(stage, corners, fragments, box)
                      : draw_centres<Int128>(stage, corners, fragments, box);
    }
    return passed;
}

} // namespace impinge::inline v0::raster
