// SPDX-License-Identifier: Apache-2.0
//
// The pixels of one triangle of a batch, a vector of them at a time, row by row. Compiled once for
// each set of instructions.
#if defined(IMPINGE_RASTER_PIXEL_LOOPS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef IMPINGE_RASTER_PIXEL_LOOPS_INL
#undef IMPINGE_RASTER_PIXEL_LOOPS_INL
#else
#define IMPINGE_RASTER_PIXEL_LOOPS_INL
#endif

#include "raster/software/fragment_lanes-inl.hpp"
#include "raster/software/kernels.hpp"

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace impinge::inline v0::raster::HWY_NAMESPACE {

/// Which vectors of a row a wide triangle meets, found for several rows at a time. Edge functions
/// change evenly along a row, so each bounds the covered pixels on one side. The
/// bounds are rounded and therefore taken wider (or narrower, for full vectors) by a margin far
/// above that.
template <std::size_t Sides> class RowSpans {
  public:
    /// For as many rows as a vector has lanes. Vectors first..last may hold covered centres; of
    /// first_full..last_full all lanes are covered.
    struct Group {
        alignas(32) std::array<std::int32_t, 8> first;
        alignas(32) std::array<std::int32_t, 8> last;
        alignas(32) std::array<std::int32_t, 8> first_full;
        alignas(32) std::array<std::int32_t, 8> last_full;
    };

    IMPINGE_LANES RowSpans(const ShapeBatch& batch, std::size_t i, int end_x)
        : columns_(std::min(batch.last_x[i], end_x - 1) - batch.x[i]) {
        for (std::size_t k = 0; k < Sides; ++k) {
            edge_[k] = batch.edge[k][i];
            step_y_[k] = batch.step_y[k][i];
            const double step_x = batch.step_x[k][i];
            inverse_[k] = step_x == 0 ? 0 : 1 / step_x;
        }
    }

    IMPINGE_LANES void find(int row, Group& group) const {
        const Doubles d;
        const Ints di;
        const auto margin = hn::Set(d, 1.0 / 64);
        const auto one = hn::Set(d, 1.0);
        const auto vectors = hn::Set(d, 1.0 / lane_count());
        const auto columns = hn::Set(d, columns_);
        const auto zero = hn::Zero(d);
        auto left = zero;
        auto right = columns;
        bounds(row, left, right);
        const auto some = hn::Le(left, hn::Add(right, margin));
        const auto first = hn::Mul(hn::Max(hn::Sub(left, margin), zero), vectors);
        const auto last = hn::Mul(hn::Min(hn::Add(right, margin), columns), vectors);
        // A bound of exactly 0 was not moved: the first pixel is on the right side of all edges.
        const auto after = hn::Add(hn::Floor(hn::Mul(hn::Add(left, margin), vectors)), one);
        const auto first_full = hn::IfThenElse(hn::Gt(left, zero), after, zero);
        const auto beyond = hn::Add(hn::Sub(right, margin), one);
        const auto last_full = hn::Sub(hn::Floor(hn::Mul(beyond, vectors)), one);
        const auto none = hn::Set(d, -1.0);
        hn::Store(hn::DemoteTo(di, hn::IfThenElseZero(some, first)), di, group.first.data());
        hn::Store(hn::DemoteTo(di, hn::IfThenElse(some, last, none)), di, group.last.data());
        hn::Store(hn::DemoteTo(di, hn::IfThenElseZero(some, first_full)), di,
                  group.first_full.data());
        hn::Store(hn::DemoteTo(di, hn::IfThenElse(some, last_full, none)), di,
                  group.last_full.data());
    }

  private:
    IMPINGE_LANES void bounds(int row, DoubleLanes& left, DoubleLanes& right) const {
        const Doubles d;
        const auto rows = hn::Iota(d, static_cast<double>(row));
        for (std::size_t k = 0; k < Sides; ++k) {
            const auto edge = hn::Add(hn::Set(d, edge_[k]), hn::Mul(rows, hn::Set(d, step_y_[k])));
            const auto crossing = hn::Mul(hn::Neg(edge), hn::Set(d, inverse_[k]));
            if (inverse_[k] > 0) {
                left = hn::Max(left, crossing);
            } else if (inverse_[k] < 0) {
                right = hn::Min(right, crossing);
            } else {
                const auto outside = hn::Lt(edge, hn::Zero(d));
                left = hn::IfThenElse(outside, hn::Set(d, columns_ + 1), left);
            }
        }
    }

    double columns_;
    std::array<double, Sides> edge_;
    std::array<double, Sides> step_y_;
    std::array<double, Sides> inverse_;
};

/// Of triangles (3 sides) or edges (4).
template <class Touched, std::size_t Sides> class PixelLoops {
  public:
    PixelLoops(const FragmentStage& stage, const PixelBox& box)
        : stage_(stage), stride_(stage.target.stride), end_x_(box.max_x + 1) {}

    IMPINGE_LANES std::uint64_t draw(const ShapeBatch& batch, std::size_t i,
                                     const Shared& shared) const {
        const int columns = batch.last_x[i] - batch.x[i];
        if (columns < half_count()) {
            return draw_columns(Halves(), batch, i, 0, shared);
        }
        if (columns < lane_count()) {
            return draw_columns(Doubles(), batch, i, 0, shared);
        }
        if (columns >= narrow_vectors * lane_count()) {
            return draw_wide(batch, i, shared);
        }
        std::uint64_t passed = 0;
        for (int offset = 0; offset <= columns; offset += lane_count()) {
            passed += draw_columns(Doubles(), batch, i, offset, shared);
        }
        return passed;
    }

  private:
    /// Most small triangles are no wider than this, and half a vector is less work than a whole.
    using Halves = hn::CappedTag<double, 4>;
    static constexpr int half_count() { return static_cast<int>(hn::MaxLanes(Halves())); }

    template <class D> using SideLanes = std::array<hn::Vec<D>, Sides>;

    template <class D> struct Edges {
        SideLanes<D> e;
        IMPINGE_LANES void advance(const SideLanes<D>& step) {
            for (std::size_t k = 0; k < Sides; ++k) {
                e[k] = hn::Add(e[k], step[k]);
            }
        }
    };

    /// The rows of a triangle, from the bottom.
    struct Rows {
        std::size_t pixel; ///< of the first vector
        int count;
        double z0;
        double from_y;
        double slope_y;

        Rows(const ShapeBatch& batch, std::size_t i, std::size_t stride)
            : pixel(static_cast<std::size_t>(batch.y[i]) * stride +
                    static_cast<std::size_t>(batch.x[i])),
              count(batch.last_y[i] - batch.y[i] + 1), z0(batch.z0[i]), from_y(batch.from_y[i]),
              slope_y(batch.slope_y[i]) {}
        [[nodiscard]] IMPINGE_LANES double z() const { return z0 + from_y * slope_y; }
        IMPINGE_LANES void advance(std::size_t stride) {
            pixel += stride;
            from_y += subpixel_steps;
        }
    };

    /// At the vector that begins `offset` pixels right of the first.
    template <class D>
    IMPINGE_LANES static Edges<D> first_edges(D d, const ShapeBatch& batch, std::size_t i,
                                              int offset) {
        const auto lanes = hn::Iota(d, static_cast<double>(offset));
        Edges<D> edges;
        for (std::size_t k = 0; k < Sides; ++k) {
            edges.e[k] = hn::Add(hn::Set(d, batch.edge[k][i]),
                                 hn::Mul(hn::Set(d, batch.step_x[k][i]), lanes));
        }
        return edges;
    }
    template <class D>
    IMPINGE_LANES static hn::Vec<D> first_from_x(D d, const ShapeBatch& batch, std::size_t i,
                                                 int offset) {
        return hn::Add(
            hn::Set(d, batch.from_x[i]),
            hn::Mul(hn::Set(d, double{subpixel_steps}), hn::Iota(d, static_cast<double>(offset))));
    }
    template <class D> using FloatsOf = hn::Rebind<float, D>;
    template <class D>
    IMPINGE_LANES static hn::Mask<FloatsOf<D>> covered(D /*d*/, const Edges<D>& edges) {
        const FloatsOf<D> floats;
        auto least = hn::Min(edges.e[0], edges.e[1]);
        for (std::size_t k = 2; k < Sides; ++k) {
            least = hn::Min(least, edges.e[k]);
        }
        return hn::Ge(hn::DemoteTo(floats, least), hn::Zero(floats));
    }
    template <class D>
    IMPINGE_LANES std::uint64_t apply(D /*d*/, hn::Mask<FloatsOf<D>> mask, hn::Vec<D> depth,
                                      std::size_t pixel, const Shared& shared) const {
        const FloatsOf<D> floats;
        const auto clamped =
            hn::Min(hn::Max(hn::DemoteTo(floats, depth), hn::Zero(floats)), hn::Set(floats, 1.0F));
        return hn::CountTrue(floats, stage_.apply(floats, mask, clamped, pixel, shared));
    }
    /// Without what lies to the right of the window in the last vector of a row.
    template <class D>
    IMPINGE_LANES hn::Mask<FloatsOf<D>> inside(D d, hn::Mask<FloatsOf<D>> mask, int x) const {
        const FloatsOf<D> floats;
        return x + static_cast<int>(hn::Lanes(d)) > end_x_
                   ? hn::And(mask, hn::FirstN(floats, static_cast<std::size_t>(end_x_ - x)))
                   : mask;
    }

    /// All rows of one vector's columns.
    template <class D>
    IMPINGE_LANES std::uint64_t draw_columns(D d, const ShapeBatch& batch, std::size_t i,
                                             int offset, const Shared& shared) const {
        Edges<D> edges = first_edges(d, batch, i, offset);
        SideLanes<D> down;
        for (std::size_t k = 0; k < Sides; ++k) {
            down[k] = hn::Set(d, batch.step_y[k][i]);
        }
        const auto along_x =
            hn::Mul(first_from_x(d, batch, i, offset), hn::Set(d, batch.slope_x[i]));
        const int x = batch.x[i] + offset;
        std::uint64_t passed = 0;
        Rows rows(batch, i, stride_);
        for (int row = 0; row < rows.count; ++row) {
            passed +=
                apply(d, inside(d, covered(d, edges), x), hn::Add(hn::Set(d, rows.z()), along_x),
                      rows.pixel + static_cast<std::size_t>(offset), shared);
            edges.advance(down);
            rows.advance(stride_);
        }
        return passed;
    }

    IMPINGE_LANES std::uint64_t draw_wide(const ShapeBatch& batch, std::size_t i,
                                          const Shared& shared) const {
        const RowLoop loop(*this, batch, i, shared);
        const RowSpans<Sides> spans(batch, i, end_x_);
        alignas(64) typename RowSpans<Sides>::Group group;
        std::uint64_t passed = 0;
        Rows rows(batch, i, stride_);
        for (int row = 0; row < rows.count; ++row) {
            const auto in_group = static_cast<std::size_t>(row % lane_count());
            if (in_group == 0) {
                spans.find(row, group);
            }
            const int last = group.last[in_group];
            const int first_full = std::min(group.first_full[in_group], last + 1);
            const int last_full = group.last_full[in_group];
            if (last_full - first_full < 2) {
                passed += loop.partly(rows, row, group.first[in_group], last);
            } else {
                passed += loop.partly(rows, row, group.first[in_group], first_full - 1);
                passed += loop.fully(rows, first_full, last_full);
                passed += loop.partly(rows, row, last_full + 1, last);
            }
            rows.advance(stride_);
        }
        return passed;
    }

    /// Vectors of one row after the other, for triangles wider than one.
    class RowLoop {
      public:
        IMPINGE_LANES RowLoop(const PixelLoops& loops, const ShapeBatch& batch, std::size_t i,
                              const Shared& shared)
            : loops_(loops), batch_(batch), i_(i), shared_(shared),
              at_left_(first_edges(Doubles(), batch, i, 0)),
              from_left_(first_from_x(Doubles(), batch, i, 0)),
              slope_x_(hn::Set(Doubles(), batch.slope_x[i])) {}

        /// Vectors first..last of the row, of which not every lane need be covered.
        IMPINGE_LANES std::uint64_t partly(const Rows& rows, int row, int first, int last) const {
            const Doubles d;
            Edges<Doubles> edges;
            SideLanes<Doubles> step;
            for (std::size_t k = 0; k < Sides; ++k) {
                const double moved =
                    batch_.step_x[k][i_] * (first * lane_count()) + batch_.step_y[k][i_] * row;
                edges.e[k] = hn::Add(at_left_.e[k], hn::Set(d, moved));
                step[k] = hn::Set(d, batch_.step_x[k][i_] * lane_count());
            }
            const auto z = hn::Set(Doubles(), rows.z());
            auto from_x = from_x_at(first);
            std::uint64_t passed = 0;
            for (int vector = first; vector <= last; ++vector) {
                const int offset = vector * lane_count();
                const auto mask = loops_.inside(d, covered(d, edges), batch_.x[i_] + offset);
                passed += loops_.apply(d, mask, hn::Add(z, hn::Mul(from_x, slope_x_)),
                                       rows.pixel + static_cast<std::size_t>(offset), shared_);
                edges.advance(step);
                from_x = next(from_x);
            }
            return passed;
        }
        /// Vectors first..last of the row, all lanes of which are covered.
        IMPINGE_LANES std::uint64_t fully(const Rows& rows, int first, int last) const {
            const auto all = hn::FirstN(Floats(), hn::Lanes(Floats()));
            const auto z = hn::Set(Doubles(), rows.z());
            auto from_x = from_x_at(first);
            std::uint64_t passed = 0;
            for (int vector = first; vector <= last; ++vector) {
                passed += loops_.apply(Doubles(), all, hn::Add(z, hn::Mul(from_x, slope_x_)),
                                       rows.pixel + static_cast<std::size_t>(vector * lane_count()),
                                       shared_);
                from_x = next(from_x);
            }
            return passed;
        }

      private:
        [[nodiscard]] IMPINGE_LANES DoubleLanes from_x_at(int vector) const {
            return hn::Add(from_left_, hn::Set(Doubles(), vector_width * vector));
        }
        IMPINGE_LANES static DoubleLanes next(DoubleLanes from_x) {
            return hn::Add(from_x, hn::Set(Doubles(), vector_width));
        }
        static constexpr double vector_width = double{subpixel_steps} * lane_count();

        const PixelLoops& loops_;
        const ShapeBatch& batch_;
        std::size_t i_;
        const Shared& shared_;
        Edges<Doubles> at_left_; ///< in the first row
        DoubleLanes from_left_;
        DoubleLanes slope_x_;
    };

    LaneStage<Touched> stage_;
    std::size_t stride_;
    int end_x_;
};

} // namespace impinge::inline v0::raster::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
