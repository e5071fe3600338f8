// SPDX-License-Identifier: Apache-2.0
#include "raster/software/kernels.hpp"
#include "raster/software/lanes.hpp"

// The file is compiled once for each target: it includes itself through foreach_target.h.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "raster/software/vertex_kernels.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace impinge::inline v0::raster::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::CappedTag<float, 16>;
using FloatLanes = hn::Vec<Floats>;

IMPINGE_LANES FloatLanes row_lanes(const std::array<float, 4>& row, FloatLanes x, FloatLanes y,
                                   FloatLanes z) {
    const Floats d;
    const auto xy = hn::Add(hn::Mul(hn::Set(d, row[0]), x), hn::Mul(hn::Set(d, row[1]), y));
    return hn::Add(hn::Add(xy, hn::Mul(hn::Set(d, row[2]), z)), hn::Set(d, row[3]));
}

void transform_vertices(const PlacedMesh& placed, const LaneMesh& lanes, std::size_t begin,
                        std::size_t end, const WindowVertices& window) {
    const Floats d;
    const WindowMatrix& matrix = placed.matrix;
    const auto offset = hn::Set(d, placed.offset);
    const auto left = hn::Set(d, placed.left);
    const auto bottom = hn::Set(d, placed.bottom);
    for (std::size_t i = begin; i < end; i += hn::Lanes(d)) {
        std::array<FloatLanes, 3> p;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            p[axis] = hn::LoadU(d, lanes.positions[axis].data() + i);
            if (placed.offset != 0) {
                p[axis] =
                    hn::Add(p[axis], hn::Mul(hn::LoadU(d, lanes.normals[axis].data() + i), offset));
            }
        }
        auto x = row_lanes(matrix.x, p[0], p[1], p[2]);
        auto y = row_lanes(matrix.y, p[0], p[1], p[2]);
        auto z = row_lanes(matrix.z, p[0], p[1], p[2]);
        if (placed.projection == Projection::Perspective) {
            const auto distance = row_lanes(matrix.w, p[0], p[1], p[2]);
            const auto visible = hn::Ge(distance, hn::Set(d, placed.near));
            const auto divisor = hn::IfThenElse(visible, distance, hn::Set(d, 1.0F));
            x = hn::IfThenElse(visible, hn::Div(x, divisor), hn::Inf(d));
            y = hn::Div(y, divisor);
            z = hn::Div(z, divisor);
        }
        hn::StoreU(hn::Sub(hn::Round(x), left), d, window.x.data() + i);
        hn::StoreU(hn::Sub(hn::Round(y), bottom), d, window.y.data() + i);
        // Of the two zeros +0, so that no loop meets the other.
        hn::StoreU(hn::Add(z, hn::Zero(d)), d, window.z.data() + i);
    }
}

const char* lane_instructions() { return hwy::TargetName(HWY_TARGET); }

} // namespace impinge::inline v0::raster::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace impinge::inline v0::raster {

HWY_EXPORT(transform_vertices);
HWY_EXPORT(lane_instructions);

void transform_vertices(const PlacedMesh& placed, const LaneMesh& lanes, std::size_t begin,
                        std::size_t end, const WindowVertices& window) {
    HWY_DYNAMIC_DISPATCH(transform_vertices)(placed, lanes, begin, end, window);
}

const char* lane_instructions() { return HWY_DYNAMIC_DISPATCH(lane_instructions)(); }

} // namespace impinge::inline v0::raster
#endif
