// SPDX-License-Identifier: Apache-2.0
//
// A vector of triangles or edges from their corners to entries of a ShapeBatch. Compiled once for
// each set of instructions.
#if defined(IMPINGE_RASTER_SETUP_LANES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef IMPINGE_RASTER_SETUP_LANES_INL
#undef IMPINGE_RASTER_SETUP_LANES_INL
#else
#define IMPINGE_RASTER_SETUP_LANES_INL
#endif

#include "raster/software/corner.hpp"
#include "raster/software/fragment_lanes-inl.hpp"
#include "raster/software/kernels.hpp"

HWY_BEFORE_NAMESPACE();
namespace impinge::inline v0::raster::HWY_NAMESPACE {

struct CornerLanes {
    FloatLanes x;
    FloatLanes y;
    FloatLanes z;
};

/// One corner of the primitives from `first` on, through their indices.
IMPINGE_LANES CornerLanes corner_lanes(const PrimitiveJob& job,
                                       const std::vector<std::uint32_t>& corners,
                                       const PrimitiveRange& range, std::size_t first) {
    const Floats df;
    const Ints di;
    const auto* const indices = reinterpret_cast<const std::int32_t*>(corners.data());
    IntLanes vertex;
    if (range.list == nullptr) {
        vertex = hn::LoadU(di, indices + first);
    } else {
        const auto* const list = reinterpret_cast<const std::int32_t*>(range.list);
        vertex = hn::GatherIndex(di, indices, hn::LoadU(di, list + first));
    }
    return {hn::GatherIndex(df, job.window->x.data(), vertex),
            hn::GatherIndex(df, job.window->y.data(), vertex),
            hn::GatherIndex(df, job.window->z.data(), vertex)};
}

/// First and last pixels whose centres lie between two coordinates, as whole floats.
struct PixelSpanLanes {
    FloatLanes first;
    FloatLanes last;
};

IMPINGE_LANES PixelSpanLanes pixel_span(FloatLanes a, FloatLanes b, FloatLanes c, int low,
                                        int high) {
    const Floats d;
    const auto half = hn::Set(d, subpixel_steps / 2.0F);
    const auto scale = hn::Set(d, 1.0F / subpixel_steps);
    const auto min = hn::Min(hn::Min(a, b), c);
    const auto max = hn::Max(hn::Max(a, b), c);
    return {
        hn::Max(hn::Ceil(hn::Mul(hn::Sub(min, half), scale)), hn::Set(d, static_cast<float>(low))),
        hn::Min(hn::Floor(hn::Mul(hn::Sub(max, half), scale)),
                hn::Set(d, static_cast<float>(high)))};
}

IMPINGE_LANES FloatMask holdable(const CornerLanes& corner) {
    return hn::Lt(hn::Max(hn::Abs(corner.x), hn::Abs(corner.y)),
                  hn::Set(Floats(), static_cast<float>(farthest_step_of_doubles)));
}

/// The centre at which a shape's numbers are stored, in steps.
struct StartLanes {
    DoubleLanes x;
    DoubleLanes y;
};

struct EdgeLanes {
    DoubleLanes dx;
    DoubleLanes dy;
    DoubleLanes at_start; ///< biased as in ShapeBatch::edge
};

/// The edge from (x0, y0) by (dx, dy), both turned by `sign`, seen from the point p.
IMPINGE_LANES EdgeLanes edge_lanes(DoubleLanes x0, DoubleLanes y0, DoubleLanes dx, DoubleLanes dy,
                                   DoubleLanes sign, const StartLanes& p) {
    const Doubles d;
    const auto zero = hn::Zero(d);
    const auto turned_x = hn::Mul(dx, sign);
    const auto turned_y = hn::Mul(dy, sign);
    const auto left = hn::Lt(turned_y, zero);
    const auto top = hn::And(hn::Eq(turned_y, zero), hn::Lt(turned_x, zero));
    const auto bias = hn::IfThenZeroElse(hn::Or(left, top), hn::Set(d, 1.0));
    const auto value =
        hn::Sub(hn::Mul(turned_x, hn::Sub(p.y, y0)), hn::Mul(turned_y, hn::Sub(p.x, x0)));
    return {turned_x, turned_y, hn::Sub(value, bias)};
}

IMPINGE_LANES void store_edge(const EdgeLanes& edge, std::size_t which, std::size_t slot,
                              ShapeBatch& batch) {
    const Doubles d;
    const auto steps = hn::Set(d, double{subpixel_steps});
    hn::Store(edge.at_start, d, batch.edge[which].data() + slot);
    hn::Store(hn::Neg(hn::Mul(edge.dy, steps)), d, batch.step_x[which].data() + slot);
    hn::Store(hn::Mul(edge.dx, steps), d, batch.step_y[which].data() + slot);
}

template <class D> IMPINGE_LANES std::uint64_t mask_bits(D d, hn::Mask<D> mask) {
    alignas(8) std::array<std::uint8_t, 8> bytes{};
    hn::StoreMaskBits(d, mask, bytes.data());
    return bytes[0];
}

/// Where the first vector of a row begins. Vectors of wide shapes are aligned. The few that hold
/// all columns of a narrow one begin where it does, but do not leave the box to the right, beyond
/// which other threads may be at work.
IMPINGE_LANES IntLanes first_vector(IntLanes first_x, IntLanes last_x, const PixelBox& box) {
    const Ints d;
    constexpr int lanes = lane_count();
    const int box_end = (box.max_x + lanes) / lanes * lanes;
    const auto last_lane = hn::Set(d, lanes - 1);
    const auto whole = hn::Set(d, ~(lanes - 1));
    const auto width = hn::And(hn::Add(hn::Sub(last_x, first_x), hn::Set(d, lanes)), whole);
    const auto close = hn::Min(first_x, hn::Sub(hn::Set(d, box_end), width));
    const auto narrow = hn::Lt(width, hn::Set(d, narrow_vectors * lanes + 1));
    return hn::IfThenElse(narrow, close, hn::AndNot(last_lane, first_x));
}

IMPINGE_LANES StartLanes store_box(const PixelSpanLanes& span_x, const PixelSpanLanes& span_y,
                                   const PixelBox& box, std::size_t slot, ShapeBatch& batch) {
    const Doubles d;
    const Ints di;
    const auto last_x = hn::ConvertTo(di, span_x.last);
    const auto first_x = first_vector(hn::ConvertTo(di, span_x.first), last_x, box);
    const auto first_y = hn::ConvertTo(di, span_y.first);
    hn::Store(first_x, di, batch.x.data() + slot);
    hn::Store(first_y, di, batch.y.data() + slot);
    hn::Store(last_x, di, batch.last_x.data() + slot);
    hn::Store(hn::ConvertTo(di, span_y.last), di, batch.last_y.data() + slot);
    const auto steps = hn::Set(d, double{subpixel_steps});
    const auto half = hn::Set(d, subpixel_steps / 2.0);
    return {hn::Add(hn::Mul(hn::PromoteTo(d, first_x), steps), half),
            hn::Add(hn::Mul(hn::PromoteTo(d, first_y), steps), half)};
}

IMPINGE_LANES void store_plane(const StartLanes& start, DoubleLanes x0, DoubleLanes y0,
                               DoubleLanes z0, DoubleLanes slope_x, DoubleLanes slope_y,
                               std::size_t slot, ShapeBatch& batch) {
    const Doubles d;
    hn::Store(z0, d, batch.z0.data() + slot);
    hn::Store(slope_x, d, batch.slope_x.data() + slot);
    hn::Store(slope_y, d, batch.slope_y.data() + slot);
    hn::Store(hn::Sub(start.x, x0), d, batch.from_x.data() + slot);
    hn::Store(hn::Sub(start.y, y0), d, batch.from_y.data() + slot);
}

/// Shapes that are set up because some centre may lie in the box. Of the others, marks those that
/// doubles cannot hold but may, too, and those that the near plane cuts.
IMPINGE_LANES FloatMask candidates(FloatMask fits, FloatLanes max_x, const PixelSpanLanes& span_x,
                                   const PixelSpanLanes& span_y, std::size_t slot,
                                   ShapeBatch& batch) {
    const Floats d;
    const auto infinity = hn::Inf(d);
    const auto some = hn::And(hn::Le(span_x.first, span_x.last), hn::Le(span_y.first, span_y.last));
    const auto cut = hn::And(hn::Eq(max_x, infinity), hn::Lt(span_x.first, infinity));
    batch.far |= mask_bits(d, hn::Or(cut, hn::AndNot(fits, some))) << slot;
    return hn::And(fits, some);
}

IMPINGE_LANES FloatMask triangle_candidates(const std::array<CornerLanes, 3>& c,
                                            const PixelSpanLanes& span_x,
                                            const PixelSpanLanes& span_y, std::size_t slot,
                                            ShapeBatch& batch) {
    const auto fits = hn::And(hn::And(holdable(c[0]), holdable(c[1])), holdable(c[2]));
    const auto max_x = hn::Max(hn::Max(c[0].x, c[1].x), c[2].x);
    return candidates(fits, max_x, span_x, span_y, slot, batch);
}

/// The corners of triangles in doubles, and sides 1 (from corner 2 to 0) and 2 (from 0 to 1).
struct TriangleSteps {
    DoubleLanes x0, y0, x1, y1, x2, y2;
    DoubleLanes dx1, dy1, dx2, dy2;

    explicit IMPINGE_LANES TriangleSteps(const std::array<CornerLanes, 3>& c)
        : x0(hn::PromoteTo(Doubles(), c[0].x)), y0(hn::PromoteTo(Doubles(), c[0].y)),
          x1(hn::PromoteTo(Doubles(), c[1].x)), y1(hn::PromoteTo(Doubles(), c[1].y)),
          x2(hn::PromoteTo(Doubles(), c[2].x)), y2(hn::PromoteTo(Doubles(), c[2].y)),
          dx1(hn::Sub(x0, x2)), dy1(hn::Sub(y0, y2)), dx2(hn::Sub(x1, x0)), dy2(hn::Sub(y1, y0)) {}

    /// Twice the area, positive if counter-clockwise.
    [[nodiscard]] IMPINGE_LANES DoubleLanes signed_area() const {
        return hn::Sub(hn::Mul(dx1, dy2), hn::Mul(dx2, dy1));
    }
};

/// What culling leaves of the triangles whose bits are set.
inline std::uint64_t not_culled(std::uint64_t some, std::uint64_t back, Cull cull) {
    return cull == Cull::None ? some : some & (cull == Cull::Back ? ~back : back);
}

/// Triangles into the slots slot .. slot + lanes - 1 and their bits.
IMPINGE_LANES void set_up(const std::array<CornerLanes, 3>& c, const PixelBox& box, Cull cull,
                          std::size_t slot, ShapeBatch& batch) {
    const Doubles d;
    const Floats df;
    const auto span_x = pixel_span(c[0].x, c[1].x, c[2].x, box.min_x, box.max_x);
    const auto span_y = pixel_span(c[0].y, c[1].y, c[2].y, box.min_y, box.max_y);
    const auto wanted = triangle_candidates(c, span_x, span_y, slot, batch);
    if (hn::AllFalse(df, wanted)) {
        return;
    }
    const StartLanes start = store_box(span_x, span_y, box, slot, batch);
    const TriangleSteps p(c);
    const auto signed_area = p.signed_area();
    const auto one = hn::Set(d, 1.0);
    const auto sign = hn::CopySign(one, signed_area);
    const auto area = hn::Abs(signed_area);
    const EdgeLanes e0 =
        edge_lanes(p.x1, p.y1, hn::Sub(p.x2, p.x1), hn::Sub(p.y2, p.y1), sign, start);
    const EdgeLanes e1 = edge_lanes(p.x2, p.y2, p.dx1, p.dy1, sign, start);
    const EdgeLanes e2 = edge_lanes(p.x0, p.y0, p.dx2, p.dy2, sign, start);
    store_edge(e0, 0, slot, batch);
    store_edge(e1, 1, slot, batch);
    store_edge(e2, 2, slot, batch);

    const auto z0 = hn::PromoteTo(d, c[0].z);
    const auto z1 = hn::Sub(hn::PromoteTo(d, c[1].z), z0);
    const auto z2 = hn::Sub(hn::PromoteTo(d, c[2].z), z0);
    // Lanes without an area are dead; they only must not divide by zero.
    const auto divisor = hn::Max(area, one);
    const auto slope_x = hn::Div(hn::Add(hn::Mul(e1.dy, z1), hn::Mul(e2.dy, z2)), divisor);
    const auto slope_y = hn::Div(hn::Add(hn::Mul(e1.dx, z1), hn::Mul(e2.dx, z2)), divisor);
    store_plane(start, p.x0, p.y0, z0, hn::Neg(slope_x), slope_y, slot, batch);

    const auto back = mask_bits(d, hn::Lt(signed_area, hn::Zero(d)));
    const auto flat = mask_bits(d, hn::Eq(signed_area, hn::Zero(d)));
    const auto size =
        hn::Max(hn::Max(hn::Abs(p.dx1), hn::Abs(p.dx2)), hn::Max(hn::Abs(p.dy1), hn::Abs(p.dy2)));
    const auto needle = hn::Gt(hn::Mul(size, size), hn::Mul(area, hn::Set(d, needle_ratio)));
    const std::uint64_t alive = not_culled(mask_bits(df, wanted) & ~flat, back, cull);
    const std::uint64_t needles = alive & mask_bits(d, needle);
    batch.far |= needles << slot;
    batch.alive |= (alive & ~needles) << slot;
    batch.back |= (back & alive) << slot;
}

/// The parallelograms of edges, as parallelogram() in vertex_stage.cpp makes them, likewise.
IMPINGE_LANES void set_up_edges(const CornerLanes& begin, const CornerLanes& end,
                                const PixelBox& box, std::size_t slot, ShapeBatch& batch) {
    const Doubles d;
    const Floats df;
    const auto half_pixel = hn::Set(df, subpixel_steps / 2.0F);
    const auto wide = hn::Ge(hn::Abs(hn::Sub(end.x, begin.x)), hn::Abs(hn::Sub(end.y, begin.y)));
    const auto half_x = hn::IfThenZeroElse(wide, half_pixel);
    const auto half_y = hn::IfThenElseZero(wide, half_pixel);
    const auto span_x =
        pixel_span(hn::Sub(hn::Min(begin.x, end.x), half_x),
                   hn::Add(hn::Max(begin.x, end.x), half_x), begin.x, box.min_x, box.max_x);
    const auto span_y =
        pixel_span(hn::Sub(hn::Min(begin.y, end.y), half_y),
                   hn::Add(hn::Max(begin.y, end.y), half_y), begin.y, box.min_y, box.max_y);
    const auto wanted = candidates(hn::And(holdable(begin), holdable(end)), hn::Max(begin.x, end.x),
                                   span_x, span_y, slot, batch);
    if (hn::AllFalse(df, wanted)) {
        return;
    }
    const StartLanes start = store_box(span_x, span_y, box, slot, batch);
    const auto x0 = hn::PromoteTo(d, begin.x);
    const auto y0 = hn::PromoteTo(d, begin.y);
    const auto x1 = hn::PromoteTo(d, end.x);
    const auto y1 = hn::PromoteTo(d, end.y);
    const auto dx = hn::Sub(x1, x0);
    const auto dy = hn::Sub(y1, y0);
    const auto across_x = hn::PromoteTo(d, half_x);
    const auto across_y = hn::PromoteTo(d, half_y);
    const auto zero = hn::Zero(d);
    const auto area = hn::Sub(hn::Mul(dx, across_y), hn::Mul(dy, across_x));
    const auto sign = hn::CopySign(hn::Set(d, 1.0), area);
    const auto along = hn::Gt(across_y, zero);
    const auto twice_x = hn::Add(across_x, across_x);
    const auto twice_y = hn::Add(across_y, across_y);
    const auto low_x = hn::Sub(x0, across_x);
    const auto low_y = hn::Sub(y0, across_y);
    const auto high_x = hn::Add(x1, across_x);
    const auto high_y = hn::Add(y1, across_y);
    store_edge(edge_lanes(low_x, low_y, dx, dy, sign, start), 0, slot, batch);
    store_edge(edge_lanes(high_x, high_y, hn::Neg(dx), hn::Neg(dy), sign, start), 1, slot, batch);
    store_edge(edge_lanes(high_x, high_y, twice_x, twice_y, sign, start), 2, slot, batch);
    store_edge(edge_lanes(low_x, low_y, hn::Neg(twice_x), hn::Neg(twice_y), sign, start), 3, slot,
               batch);

    const auto z0 = hn::PromoteTo(d, begin.z);
    const auto length = hn::IfThenElse(along, dx, dy);
    const auto pointless = hn::Eq(length, zero);
    const auto slope = hn::Div(hn::Sub(hn::PromoteTo(d, end.z), z0),
                               hn::IfThenElse(pointless, hn::Set(d, 1.0), length));
    store_plane(start, x0, y0, z0, hn::IfThenElseZero(along, slope),
                hn::IfThenZeroElse(along, slope), slot, batch);
    batch.alive |= (mask_bits(df, wanted) & ~mask_bits(d, pointless)) << slot;
}

} // namespace impinge::inline v0::raster::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
