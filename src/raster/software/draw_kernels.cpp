// SPDX-License-Identifier: Apache-2.0
#include "raster/software/kernels.hpp"

#include "raster/request.hpp"
#include "raster/software/lanes.hpp"

#include <bit>

// The file is compiled once for each target: it includes itself through foreach_target.h.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "raster/software/draw_kernels.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "raster/software/pixel_loops-inl.hpp"
#include "raster/software/touch_loops-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace impinge::inline v0::raster::HWY_NAMESPACE {

IMPINGE_LANES std::array<CornerLanes, 3>
triangle_lanes(const PrimitiveJob& job, const PrimitiveRange& range, std::size_t first) {
    const auto& corners = job.lanes->corners;
    return {corner_lanes(job, corners[0], range, first),
            corner_lanes(job, corners[1], range, first),
            corner_lanes(job, corners[2], range, first)};
}

struct TriangleShapes {
    static constexpr std::size_t sides = 3;
    IMPINGE_LANES static void fill(const PrimitiveJob& job, const PrimitiveRange& range,
                                   std::size_t first, const PixelBox& box, std::size_t slot,
                                   ShapeBatch& batch) {
        set_up(triangle_lanes(job, range, first + slot), box, job.stage.pass.cull, slot, batch);
    }
};

struct EdgeShapes {
    static constexpr std::size_t sides = 4;
    IMPINGE_LANES static void fill(const PrimitiveJob& job, const PrimitiveRange& range,
                                   std::size_t first, const PixelBox& box, std::size_t slot,
                                   ShapeBatch& batch) {
        const auto& ends = job.lanes->edge_ends;
        set_up_edges(corner_lanes(job, ends[0], range, first + slot),
                     corner_lanes(job, ends[1], range, first + slot), box, slot, batch);
    }
};

struct TouchedShapes {
    IMPINGE_LANES static void fill(const PrimitiveJob& job, const PrimitiveRange& range,
                                   std::size_t first, const PixelBox& box, std::size_t slot,
                                   TouchBatch& batch) {
        set_up_touched(triangle_lanes(job, range, first + slot), box, job.stage.pass.cull, slot,
                       batch);
    }
};

template <class Loops, class Batch>
std::uint64_t draw_batch(const PrimitiveJob& job, const Loops& loops, const Batch& batch,
                         const std::uint32_t* listed, std::uint32_t first, const PixelBox& box) {
    const Pass& pass = job.stage.pass;
    const bool ids = pass.ids != std::array{IdSource::None, IdSource::None};
    std::uint64_t passed = 0;
    for (std::uint64_t left = batch.alive | batch.far; left != 0; left &= left - 1) {
        const auto i = static_cast<std::size_t>(std::countr_zero(left));
        const std::uint64_t bit = std::uint64_t{1} << i;
        const std::uint32_t primitive =
            listed != nullptr ? listed[i] : first + static_cast<std::uint32_t>(i);
        if ((batch.far & bit) != 0) {
            passed += draw_primitive_scalar(job, primitive, box);
            continue;
        }
        Shared shared{(batch.back & bit) != 0 ? &pass.stencil.back : &pass.stencil.front, {}};
        if (ids) {
            shared.ids = {id_of(job, pass.ids[0], primitive), id_of(job, pass.ids[1], primitive)};
        }
        passed += loops.draw(batch, i, shared);
    }
    return passed;
}

template <class Shapes, class Batch, class Loops>
std::uint64_t draw_batches(const PrimitiveJob& job, const PrimitiveRange& range,
                           const PixelBox& box, const Loops& loops) {
    constexpr std::size_t capacity = ShapeBatch::capacity;
    Batch batch;
    std::uint64_t passed = 0;
    for (std::size_t first = range.begin; first < range.end; first += capacity) {
        const std::size_t count = std::min<std::size_t>(capacity, range.end - first);
        batch.alive = 0;
        batch.back = 0;
        batch.far = 0;
        for (std::size_t slot = 0; slot < count; slot += hn::Lanes(Doubles())) {
            Shapes::fill(job, range, first, box, slot, batch);
        }
        const std::uint64_t real = ~std::uint64_t{0} >> (capacity - count);
        batch.alive &= real;
        batch.far &= real;
        passed +=
            draw_batch(job, loops, batch, range.list != nullptr ? range.list + first : nullptr,
                       static_cast<std::uint32_t>(first), box);
    }
    return passed;
}

template <class Touched, class Shapes>
std::uint64_t draw_all(const PrimitiveJob& job, const PrimitiveRange& range, const PixelBox& box) {
    return draw_batches<Shapes, ShapeBatch>(job, range, box,
                                            PixelLoops<Touched, Shapes::sides>(job.stage, box));
}

template <class Shapes>
std::uint64_t draw_shapes(const PrimitiveJob& job, const PrimitiveRange& range,
                          const PixelBox& box) {
    const Pass& pass = job.stage.pass;
    const bool ids = pass.ids[0] != IdSource::None || pass.ids[1] != IdSource::None;
    const bool stencil = job.stage.uses_stencil();
    if constexpr (Shapes::sides == 3) { // edges are never counted against a reference
        if (is_counting_other_bodies(pass)) {
            return draw_all<OtherFaceCount, Shapes>(job, range, box);
        }
    }
    if (compares_with_reference(pass) && !stencil) {
        return draw_all<PeeledIds, Shapes>(job, range, box);
    }
    if (compares_with_reference(pass) || (ids && stencil)) {
        return draw_all<AllPlanes, Shapes>(job, range, box);
    }
    if (ids) {
        return draw_all<DepthAndIds, Shapes>(job, range, box);
    }
    if (stencil) {
        return is_counting(pass) ? draw_all<FaceCount, Shapes>(job, range, box)
                                 : draw_all<DepthAndStencil, Shapes>(job, range, box);
    }
    return is_nearest(pass) ? draw_all<NearestDepth, Shapes>(job, range, box)
                            : draw_all<DepthOnly, Shapes>(job, range, box);
}

std::uint64_t draw_primitives(const PrimitiveJob& job, const PrimitiveRange& range,
                              const PixelBox& box) {
    if (job.stage.pass.coverage == Coverage::Conservative) {
        return draw_batches<TouchedShapes, TouchBatch>(job, range, box, TouchLoops(job.stage));
    }
    return job.stage.pass.primitive == Primitive::Edges
               ? draw_shapes<EdgeShapes>(job, range, box)
               : draw_shapes<TriangleShapes>(job, range, box);
}

} // namespace impinge::inline v0::raster::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace impinge::inline v0::raster {

HWY_EXPORT(draw_primitives);

std::uint64_t draw_primitives(const PrimitiveJob& job, const PrimitiveRange& range,
                              const PixelBox& box) {
    return HWY_DYNAMIC_DISPATCH(draw_primitives)(job, range, box);
}

} // namespace impinge::inline v0::raster
#endif
