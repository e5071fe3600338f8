// SPDX-License-Identifier: Apache-2.0
//
// Conservative coverage, a vector of pixels at a time: the pixels whose squares touch a triangle,
// each with the interval of its depths. What draw_scalar() does for such passes, with the same
// bits. Compiled once for each set of instructions.
#if defined(IMPINGE_RASTER_TOUCH_LOOPS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef IMPINGE_RASTER_TOUCH_LOOPS_INL
#undef IMPINGE_RASTER_TOUCH_LOOPS_INL
#else
#define IMPINGE_RASTER_TOUCH_LOOPS_INL
#endif

#include "raster/software/scalar_triangle.hpp"
#include "raster/software/setup_lanes-inl.hpp"

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace impinge::inline v0::raster::HWY_NAMESPACE {

/// A batch whose edge functions are >= 0 where the square around the centre touches the inner side;
/// the plane of depth is z0 + (w1 * slope_1 + w2 * slope_2) with the edge functions themselves.
struct TouchBatch : ShapeBatch {
    alignas(64) std::array<Array<double>, 3> reach; ///< what the edge functions are larger by
    alignas(64) Array<double> slope_1;
    alignas(64) Array<double> slope_2;
    alignas(64) Array<double> depth_reach; ///< from the centre to the rest of the square
    alignas(64) Array<double> min_z;
    alignas(64) Array<double> max_z;
    alignas(64) Array<std::int32_t> first_x; ///< vectors may begin further left
};

struct TouchEdge {
    DoubleLanes dx;
    DoubleLanes dy;
};

IMPINGE_LANES TouchEdge store_touch_edge(DoubleLanes x0, DoubleLanes y0, const TouchEdge& edge,
                                         DoubleLanes sign, const StartLanes& start,
                                         std::size_t which, std::size_t slot, TouchBatch& batch) {
    const Doubles d;
    const auto steps = hn::Set(d, double{subpixel_steps});
    const auto dx = hn::Mul(edge.dx, sign);
    const auto dy = hn::Mul(edge.dy, sign);
    const auto value =
        hn::Sub(hn::Mul(dx, hn::Sub(start.y, y0)), hn::Mul(dy, hn::Sub(start.x, x0)));
    const auto reach = hn::Mul(hn::Add(hn::Abs(dx), hn::Abs(dy)), hn::Set(d, subpixel_steps / 2.0));
    hn::Store(hn::Add(value, reach), d, batch.edge[which].data() + slot);
    hn::Store(hn::Neg(hn::Mul(dy, steps)), d, batch.step_x[which].data() + slot);
    hn::Store(hn::Mul(dx, steps), d, batch.step_y[which].data() + slot);
    hn::Store(reach, d, batch.reach[which].data() + slot);
    return {dx, dy};
}

IMPINGE_LANES void store_touch_plane(const std::array<CornerLanes, 3>& c, const TouchEdge& e1,
                                     const TouchEdge& e2, DoubleLanes area, std::size_t slot,
                                     TouchBatch& batch) {
    const Doubles d;
    const auto z0 = hn::PromoteTo(d, c[0].z);
    const auto z1 = hn::Sub(hn::PromoteTo(d, c[1].z), z0);
    const auto z2 = hn::Sub(hn::PromoteTo(d, c[2].z), z0);
    const auto across_1 = hn::Mul(e1.dy, z1);
    const auto across_2 = hn::Mul(e2.dy, z2);
    const auto along_1 = hn::Mul(e1.dx, z1);
    const auto along_2 = hn::Mul(e2.dx, z2);
    const auto slope_x = hn::Abs(hn::Div(hn::Add(across_1, across_2), area));
    const auto slope_y = hn::Abs(hn::Div(hn::Add(along_1, along_2), area));
    const auto terms = hn::Add(hn::Add(hn::Abs(across_1), hn::Abs(across_2)),
                               hn::Add(hn::Abs(along_1), hn::Abs(along_2)));
    const auto spread = hn::Add(hn::Add(slope_x, slope_y),
                                hn::Mul(hn::Div(terms, area), hn::Set(d, depth_rounding)));
    hn::Store(hn::Mul(hn::Set(d, subpixel_steps / 2.0), spread), d,
              batch.depth_reach.data() + slot);
    hn::Store(z0, d, batch.z0.data() + slot);
    hn::Store(hn::Div(z1, area), d, batch.slope_1.data() + slot);
    hn::Store(hn::Div(z2, area), d, batch.slope_2.data() + slot);
    hn::Store(hn::PromoteTo(d, hn::Min(hn::Min(c[0].z, c[1].z), c[2].z)), d,
              batch.min_z.data() + slot);
    hn::Store(hn::PromoteTo(d, hn::Max(hn::Max(c[0].z, c[1].z), c[2].z)), d,
              batch.max_z.data() + slot);
}

/// Pixels whose squares touch what lies between the coordinates.
IMPINGE_LANES PixelSpanLanes touched_span(FloatLanes a, FloatLanes b, FloatLanes c, int low,
                                          int high) {
    const auto half = hn::Set(Floats(), subpixel_steps / 2.0F);
    const auto min = hn::Min(hn::Min(a, b), c);
    const auto max = hn::Max(hn::Max(a, b), c);
    return pixel_span(hn::Sub(min, half), hn::Add(max, half), a, low, high);
}

/// Triangles into the slots slot .. slot + lanes - 1 and their bits. Those without an area are left
/// to draw_scalar().
IMPINGE_LANES void set_up_touched(const std::array<CornerLanes, 3>& c, const PixelBox& box,
                                  Cull cull, std::size_t slot, TouchBatch& batch) {
    const Doubles d;
    const Floats df;
    const auto span_x = touched_span(c[0].x, c[1].x, c[2].x, box.min_x, box.max_x);
    const auto span_y = touched_span(c[0].y, c[1].y, c[2].y, box.min_y, box.max_y);
    const auto wanted = triangle_candidates(c, span_x, span_y, slot, batch);
    if (hn::AllFalse(df, wanted)) {
        return;
    }
    const StartLanes start = store_box(span_x, span_y, box, slot, batch);
    hn::Store(hn::ConvertTo(Ints(), span_x.first), Ints(), batch.first_x.data() + slot);
    const TriangleSteps p(c);
    const auto signed_area = p.signed_area();
    const auto one = hn::Set(d, 1.0);
    const auto sign = hn::CopySign(one, signed_area);
    const TouchEdge side_0{hn::Sub(p.x2, p.x1), hn::Sub(p.y2, p.y1)};
    store_touch_edge(p.x1, p.y1, side_0, sign, start, 0, slot, batch);
    const TouchEdge e1 = store_touch_edge(p.x2, p.y2, {p.dx1, p.dy1}, sign, start, 1, slot, batch);
    const TouchEdge e2 = store_touch_edge(p.x0, p.y0, {p.dx2, p.dy2}, sign, start, 2, slot, batch);
    store_touch_plane(c, e1, e2, hn::Max(hn::Abs(signed_area), one), slot, batch);

    const auto back = mask_bits(d, hn::Lt(signed_area, hn::Zero(d)));
    const auto flat = mask_bits(d, hn::Eq(signed_area, hn::Zero(d)));
    const std::uint64_t some = mask_bits(df, wanted);
    const std::uint64_t alive = not_culled(some & ~flat, back, cull);
    batch.far |= (some & flat) << slot;
    batch.alive |= alive << slot;
    batch.back |= (back & alive) << slot;
}

/// Near, far and centre depths of a vector of fragments.
struct DepthLanes {
    FloatLanes near;
    FloatLanes far;
    FloatLanes centre;
};

enum class Rounding : std::uint8_t { Down, Up };

/// To the next float in a direction, clamped to 0..1.
template <Rounding Direction> IMPINGE_LANES FloatLanes rounded_lanes(DoubleLanes depth) {
    const Doubles d;
    const Floats df;
    const Ints di;
    const auto one = hn::Set(d, 1.0);
    const auto wanted = hn::Min(hn::Max(depth, hn::Zero(d)), one);
    const auto nearest = hn::DemoteTo(df, wanted);
    const auto widened = hn::PromoteTo(d, nearest);
    const auto bits = hn::BitCast(di, nearest);
    // 1 in the lanes that were rounded the wrong way.
    if constexpr (Direction == Rounding::Down) {
        const auto wrong = hn::IfThenElseZero(hn::Gt(widened, wanted), one);
        return hn::BitCast(df, hn::Sub(bits, hn::DemoteTo(di, wrong)));
    } else {
        const auto wrong = hn::IfThenElseZero(hn::Lt(widened, wanted), one);
        return hn::BitCast(df, hn::Add(bits, hn::DemoteTo(di, wrong)));
    }
}

/// The pixel loops of conservative passes.
class TouchLoops {
  public:
    explicit TouchLoops(const FragmentStage& stage)
        : stage_(stage), target_(stage.target), depth_(stage.pass.depth), ids_(stage.pass.ids) {}

    IMPINGE_LANES std::uint64_t draw(const TouchBatch& batch, std::size_t i,
                                     const Shared& shared) const {
        std::uint64_t passed = 0;
        for (int x = batch.x[i]; x <= batch.last_x[i]; x += lane_count()) {
            passed += draw_columns(batch, i, x, shared);
        }
        return passed;
    }

  private:
    IMPINGE_LANES std::uint64_t draw_columns(const TouchBatch& batch, std::size_t i, int x,
                                             const Shared& shared) const {
        const Doubles d;
        const Floats df;
        const auto lanes = hn::Iota(d, static_cast<double>(x - batch.x[i]));
        std::array<DoubleLanes, 3> edge;
        for (std::size_t k = 0; k < 3; ++k) {
            edge[k] = hn::Add(hn::Set(d, batch.edge[k][i]),
                              hn::Mul(hn::Set(d, batch.step_x[k][i]), lanes));
        }
        const auto columns = hn::And(
            hn::FirstN(df, static_cast<std::size_t>(batch.last_x[i] + 1 - x)),
            hn::Not(hn::FirstN(df, static_cast<std::size_t>(std::max(batch.first_x[i] - x, 0)))));
        std::uint64_t passed = 0;
        for (int y = batch.y[i]; y <= batch.last_y[i]; ++y) {
            const auto least = hn::DemoteTo(df, hn::Min(hn::Min(edge[0], edge[1]), edge[2]));
            const auto touched = hn::And(columns, hn::Ge(least, hn::Zero(df)));
            if (!hn::AllFalse(df, touched)) {
                passed +=
                    apply(touched, depths(batch, i, edge[1], edge[2]), target_.at(x, y), shared);
            }
            for (std::size_t k = 0; k < 3; ++k) {
                edge[k] = hn::Add(edge[k], hn::Set(d, batch.step_y[k][i]));
            }
        }
        return passed;
    }

    IMPINGE_LANES static DepthLanes depths(const TouchBatch& batch, std::size_t i,
                                           DoubleLanes edge_1, DoubleLanes edge_2) {
        const Doubles d;
        const auto z0 = hn::Set(d, batch.z0[i]);
        const auto part_1 =
            hn::Mul(hn::Sub(edge_1, hn::Set(d, batch.reach[1][i])), hn::Set(d, batch.slope_1[i]));
        const auto part_2 =
            hn::Mul(hn::Sub(edge_2, hn::Set(d, batch.reach[2][i])), hn::Set(d, batch.slope_2[i]));
        const auto depth = hn::Add(z0, hn::Add(part_1, part_2));
        const auto terms = hn::Add(hn::Abs(z0), hn::Add(hn::Abs(part_1), hn::Abs(part_2)));
        const auto reach =
            hn::Add(hn::Set(d, batch.depth_reach[i]), hn::Mul(terms, hn::Set(d, depth_rounding)));
        const auto min = hn::Set(d, batch.min_z[i]);
        const auto max = hn::Set(d, batch.max_z[i]);
        const auto near = hn::Min(hn::Max(hn::Sub(depth, reach), min), max);
        const auto far = hn::Min(hn::Max(hn::Add(depth, reach), min), max);
        const auto centre = hn::Min(hn::Max(depth, min), max);
        const Floats df;
        return {rounded_lanes<Rounding::Down>(near), rounded_lanes<Rounding::Up>(far),
                hn::Min(hn::Max(hn::DemoteTo(df, centre), hn::Zero(df)), hn::Set(df, 1.0F))};
    }

    IMPINGE_LANES std::uint64_t apply(FloatMask touched, const DepthLanes& depths,
                                      std::size_t pixel, const Shared& shared) const {
        const Floats df;
        const auto depth = depth_ == DepthOf::Near  ? depths.near
                           : depth_ == DepthOf::Far ? depths.far
                                                    : depths.centre;
        const FloatMask passed = stage_.apply(df, touched, depth, pixel, shared);
        for (std::size_t plane = 0; plane < 2; ++plane) {
            if (ids_[plane] == IdSource::NearDepth) {
                write_depth(passed, depths.near, target_.ids[plane] + pixel);
            } else if (ids_[plane] == IdSource::FarDepth) {
                write_depth(passed, depths.far, target_.ids[plane] + pixel);
            }
        }
        return hn::CountTrue(df, passed);
    }
    IMPINGE_LANES static void write_depth(FloatMask passed, FloatLanes depth,
                                          std::uint32_t* plane) {
        const hn::Rebind<std::uint32_t, Floats> d;
        const auto mask = hn::RebindMask(d, passed);
        hn::StoreU(hn::IfThenElse(mask, hn::BitCast(d, depth), hn::LoadU(d, plane)), d, plane);
    }

    LaneStage<AllPlanes> stage_;
    Planes target_;
    DepthOf depth_;
    std::array<IdSource, 2> ids_;
};

} // namespace impinge::inline v0::raster::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
