// SPDX-License-Identifier: Apache-2.0
//
// Which vectors of a row a wide triangle meets, found for several rows at a time. Compiled once for
// each set of instructions.
#if defined(IMPINGE_RASTER_ROW_SPANS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef IMPINGE_RASTER_ROW_SPANS_INL
#undef IMPINGE_RASTER_ROW_SPANS_INL
#else
#define IMPINGE_RASTER_ROW_SPANS_INL
#endif

#include "raster/software/fragment_lanes-inl.hpp"
#include "raster/software/shape_batch.hpp"

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace impinge::inline v0::raster::HWY_NAMESPACE {

/// Edge functions change evenly along a row, so each bounds the covered pixels on one side. The
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

} // namespace impinge::inline v0::raster::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
