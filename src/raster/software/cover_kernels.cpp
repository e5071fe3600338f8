// SPDX-License-Identifier: Apache-2.0
#include "raster/software/kernels.hpp"
#include "raster/software/lanes.hpp"

// The file is compiled once for each target: it includes itself through foreach_target.h.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "raster/software/cover_kernels.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "raster/software/fragment_lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace impinge::inline v0::raster::HWY_NAMESPACE {

std::uint64_t cover_box(const FragmentStage& stage, const Fragment& fragment, const PixelBox& box) {
    const Floats d;
    const LaneStage<AllPlanes> lanes(stage);
    const Shared shared{&stage.pass.stencil.front, fragment.ids};
    const auto depth = hn::Set(d, fragment.depth);
    std::uint64_t passed = 0;
    for (int y = box.min_y; y <= box.max_y; ++y) {
        for (int x = box.min_x; x <= box.max_x; x += lane_count()) {
            const auto inside = hn::FirstN(d, static_cast<std::size_t>(box.max_x + 1 - x));
            passed +=
                hn::CountTrue(d, lanes.apply(d, inside, depth, stage.target.at(x, y), shared));
        }
    }
    return passed;
}

} // namespace impinge::inline v0::raster::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace impinge::inline v0::raster {

HWY_EXPORT(cover_box);

std::uint64_t cover_box(const FragmentStage& stage, const Fragment& fragment, const PixelBox& box) {
    return HWY_DYNAMIC_DISPATCH(cover_box)(stage, fragment, box);
}

} // namespace impinge::inline v0::raster
#endif
