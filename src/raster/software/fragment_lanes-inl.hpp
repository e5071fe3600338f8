// SPDX-License-Identifier: Apache-2.0
//
// What becomes of a vector of neighbouring fragments: fragment.hpp, lane by lane. Compiled once for
// each set of instructions.
#if defined(IMPINGE_RASTER_FRAGMENT_LANES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef IMPINGE_RASTER_FRAGMENT_LANES_INL
#undef IMPINGE_RASTER_FRAGMENT_LANES_INL
#else
#define IMPINGE_RASTER_FRAGMENT_LANES_INL
#endif

#include "raster/software/fragment.hpp"
#include "raster/software/lanes.hpp"

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace impinge::inline v0::raster::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// As many pixels as a vector has doubles, in every plane.
using Doubles = hn::CappedTag<double, 8>;
using Floats = hn::Rebind<float, Doubles>;
using Ints = hn::Rebind<std::int32_t, Doubles>;
using DoubleLanes = hn::Vec<Doubles>;
using FloatLanes = hn::Vec<Floats>;
using IntLanes = hn::Vec<Ints>;
using FloatMask = hn::Mask<Floats>;

constexpr int lane_count() { return static_cast<int>(hn::MaxLanes(Doubles())); }

/// Shapes of at most so many vectors' width are drawn without asking which of those they meet.
inline constexpr int narrow_vectors = 3;

template <class D, class V> IMPINGE_LANES hn::Mask<D> holds_lanes(D d, Compare compare, V a, V b) {
    switch (compare) {
    case Compare::Less:
        return hn::Lt(a, b);
    case Compare::Equal:
        return hn::Eq(a, b);
    case Compare::LessEqual:
        return hn::Not(hn::Gt(a, b)); // vectors of integers know no Le
    case Compare::Greater:
        return hn::Gt(a, b);
    case Compare::NotEqual:
        return hn::Ne(a, b);
    case Compare::GreaterEqual:
        return hn::Not(hn::Lt(a, b));
    case Compare::Always:
        return hn::FirstN(d, hn::Lanes(d));
    case Compare::Never:
        break;
    }
    return hn::FirstN(d, 0);
}

template <class D>
IMPINGE_LANES hn::Vec<D> stencil_result_lanes(D d, StencilOp op, hn::Vec<D> value,
                                              std::uint8_t reference) {
    const auto all = hn::Set(d, 255);
    const auto one = hn::Set(d, 1);
    switch (op) {
    case StencilOp::Keep:
        break;
    case StencilOp::Zero:
        return hn::Zero(d);
    case StencilOp::Replace:
        return hn::Set(d, reference);
    case StencilOp::Increment:
        return hn::Min(hn::Add(value, one), all);
    case StencilOp::Decrement:
        return hn::Max(hn::Sub(value, one), hn::Zero(d));
    case StencilOp::IncrementWrap:
        return hn::And(hn::Add(value, one), all);
    case StencilOp::DecrementWrap:
        return hn::And(hn::Sub(value, one), all);
    case StencilOp::Invert:
        return hn::Xor(value, all);
    }
    return value;
}

/// Which planes a pass touches: decided once per call, so that the loops carry nothing they do not
/// need.
struct DepthOnly {
    static constexpr bool stencil = false;
    static constexpr bool ids = false;
    static constexpr bool reference = false;
    static constexpr bool less = false; ///< the depth test is known to be Less
    static constexpr bool counting = false;
    static constexpr bool of_other_bodies = false;
};
/// The ordinary depth buffer: nearest wins.
struct NearestDepth : DepthOnly {
    static constexpr bool less = true;
};
struct DepthAndIds : DepthOnly {
    static constexpr bool ids = true;
};
struct DepthAndStencil : DepthOnly {
    static constexpr bool stencil = true;
};
/// Faces before a stored depth, counted up or down: nothing else changes. See is_counting().
struct FaceCount : NearestDepth {
    static constexpr bool counting = true;
};
/// The same, without those of the body the reference target names. See
/// is_counting_other_bodies().
struct OtherFaceCount : FaceCount {
    static constexpr bool of_other_bodies = true;
};
/// Layer after layer with their names.
struct PeeledIds : DepthAndIds {
    static constexpr bool reference = true;
};
struct AllPlanes : PeeledIds {
    static constexpr bool stencil = true;
};

inline bool is_nearest(const Pass& pass) {
    return pass.depth_compare == Compare::Less && pass.depth_write;
}

/// Whether fragments that pass, and no others, count in the stencil plane.
inline bool counts_passed(const Stencil& stencil) {
    const auto counts = [](const StencilOps& ops) {
        return ops.depth_fails == StencilOp::Keep &&
               (ops.passes == StencilOp::Increment || ops.passes == StencilOp::Decrement ||
                ops.passes == StencilOp::IncrementWrap || ops.passes == StencilOp::DecrementWrap);
    };
    return stencil.compare == Compare::Always && stencil.write_mask == 0xFF &&
           counts(stencil.front) && counts(stencil.back);
}

inline bool is_counting(const Pass& pass) {
    return pass.depth_compare == Compare::Less && !pass.depth_write && counts_passed(pass.stencil);
}

inline bool is_counting_other_bodies(const Pass& pass) {
    return is_counting(pass) && pass.ids == std::array{IdSource::None, IdSource::None} &&
           pass.reference_compare == Compare::Always &&
           pass.reference_ids[0] == Compare::NotEqual &&
           (pass.reference_ids[1] == Compare::Always || pass.reference_ids[1] == Compare::Greater);
}

/// What all fragments of one triangle share.
struct Shared {
    const StencilOps* ops = nullptr;
    std::array<std::uint32_t, 2> ids{};
};

template <class Touched> class LaneStage {
  public:
    explicit LaneStage(const FragmentStage& stage)
        : target_(stage.target), reference_(stage.reference), stencil_(stage.pass.stencil),
          ids_(stage.pass.ids), depth_compare_(stage.pass.depth_compare),
          reference_compare_(stage.pass.reference_compare),
          reference_ids_(stage.pass.reference_ids), body_(stage.body),
          depth_write_(stage.pass.depth_write) {}

    /// Fragments of the masked lanes at `pixel` and its right neighbours; depths between 0 and 1.
    /// Returns the lanes that passed. D is a vector of floats.
    template <class D>
    IMPINGE_LANES hn::Mask<D> apply(D d, hn::Mask<D> covered, hn::Vec<D> depth, std::size_t pixel,
                                    const Shared& shared) const {
        auto alive = covered;
        if constexpr (Touched::of_other_bodies) {
            alive = other_body_test(d, alive, pixel);
        } else if constexpr (Touched::reference) {
            alive = reference_test(d, alive, depth, pixel);
        }
        float* const depths = target_.depth + pixel;
        const hn::Vec<D> stored = uses_depth() ? hn::LoadU(d, depths) : depth;
        hn::Mask<D> nearer;
        if constexpr (Touched::less) {
            nearer = hn::Lt(depth, stored);
        } else {
            nearer = holds_lanes(d, depth_compare_, depth, stored);
        }
        auto passed = hn::And(alive, nearer);
        if constexpr (Touched::counting) {
            count(d, passed, target_.stencil + pixel, shared.ops->passes);
            return passed;
        }
        if constexpr (Touched::stencil) {
            passed = apply_stencil(d, alive, nearer, pixel, *shared.ops);
        }
        if (Touched::less || depth_write_) {
            hn::StoreU(hn::IfThenElse(passed, depth, stored), d, depths);
        }
        if constexpr (Touched::ids) {
            for (std::size_t plane = 0; plane < 2; ++plane) {
                if (ids_[plane] != IdSource::None) {
                    write_id(d, passed, target_.ids[plane] + pixel, shared.ids[plane]);
                }
            }
        }
        return passed;
    }

  private:
    [[nodiscard]] IMPINGE_LANES bool uses_depth() const {
        return Touched::less || depth_write_ || depth_compare_ != Compare::Always;
    }

    template <class D>
    IMPINGE_LANES hn::Mask<D> reference_test(D d, hn::Mask<D> alive, hn::Vec<D> depth,
                                             std::size_t pixel) const {
        if (reference_compare_ != Compare::Always) {
            alive = hn::And(alive, holds_lanes(d, reference_compare_, depth,
                                               hn::LoadU(d, reference_.depth + pixel)));
        }
        const hn::Rebind<std::uint32_t, D> ids;
        for (std::size_t plane = 0; plane < 2; ++plane) {
            if (reference_ids_[plane] != Compare::Always) {
                const auto held = holds_lanes(ids, reference_ids_[plane], hn::Set(ids, body_),
                                              hn::LoadU(ids, reference_.ids[plane] + pixel));
                alive = hn::And(alive, hn::RebindMask(d, held));
            }
        }
        return alive;
    }

    /// The same where is_counting_other_bodies() has told most of the answers.
    template <class D>
    IMPINGE_LANES hn::Mask<D> other_body_test(D d, hn::Mask<D> alive, std::size_t pixel) const {
        const hn::Rebind<std::uint32_t, D> ids;
        const auto body = hn::Set(ids, body_);
        const auto own = hn::Eq(body, hn::LoadU(ids, reference_.ids[0] + pixel));
        alive = hn::AndNot(hn::RebindMask(d, own), alive);
        if (reference_ids_[1] != Compare::Always) {
            const auto later = hn::Gt(body, hn::LoadU(ids, reference_.ids[1] + pixel));
            alive = hn::And(alive, hn::RebindMask(d, later));
        }
        return alive;
    }

    template <class D>
    IMPINGE_LANES static void write_id(D /*d*/, hn::Mask<D> passed, std::uint32_t* plane,
                                       std::uint32_t id) {
        const hn::Rebind<std::uint32_t, D> ids;
        const auto mask = hn::RebindMask(ids, passed);
        hn::StoreU(hn::IfThenElse(mask, hn::Set(ids, id), hn::LoadU(ids, plane)), ids, plane);
    }

    /// One up or down where the mask says so. Bytes saturate when stored; wrapping cuts them
    /// before.
    template <class D>
    IMPINGE_LANES static void count(D /*d*/, hn::Mask<D> passed, std::uint8_t* stencil,
                                    StencilOp op) {
        const hn::Rebind<std::int32_t, D> ints;
        const hn::Rebind<std::uint8_t, D> bytes;
        const bool up = op == StencilOp::Increment || op == StencilOp::IncrementWrap;
        const bool wraps = op == StencilOp::IncrementWrap || op == StencilOp::DecrementWrap;
        const auto step =
            hn::IfThenElseZero(hn::RebindMask(ints, passed), hn::Set(ints, up ? 1 : -1));
        const auto value = hn::PromoteTo(ints, hn::LoadU(bytes, stencil));
        const auto kept_bits = hn::Set(ints, wraps ? 0xFF : -1);
        hn::StoreU(hn::DemoteTo(bytes, hn::And(hn::Add(value, step), kept_bits)), bytes, stencil);
    }

    template <class D>
    IMPINGE_LANES hn::Mask<D> apply_stencil(D d, hn::Mask<D> alive, hn::Mask<D> nearer,
                                            std::size_t pixel, const StencilOps& ops) const {
        const hn::Rebind<std::int32_t, D> ints;
        const hn::Rebind<std::uint8_t, D> bytes;
        std::uint8_t* const stencil = target_.stencil + pixel;
        const auto value = hn::PromoteTo(ints, hn::LoadU(bytes, stencil));
        const auto read_mask = hn::Set(ints, stencil_.read_mask);
        const auto lanes = hn::RebindMask(ints, alive);
        const auto tested = holds_lanes(ints, stencil_.compare,
                                        hn::Set(ints, stencil_.reference & stencil_.read_mask),
                                        hn::And(value, read_mask));
        const auto kept = hn::And(lanes, tested);
        const auto passed = hn::And(kept, hn::RebindMask(ints, nearer));
        const std::uint8_t reference = stencil_.reference;
        auto changed = value;
        if (ops.stencil_fails != StencilOp::Keep) {
            changed = hn::IfThenElse(
                hn::AndNot(tested, lanes),
                stencil_result_lanes(ints, ops.stencil_fails, value, reference), changed);
        }
        if (ops.depth_fails != StencilOp::Keep) {
            changed = hn::IfThenElse(hn::AndNot(passed, kept),
                                     stencil_result_lanes(ints, ops.depth_fails, value, reference),
                                     changed);
        }
        if (ops.passes != StencilOp::Keep) {
            changed = hn::IfThenElse(
                passed, stencil_result_lanes(ints, ops.passes, value, reference), changed);
        }
        const auto write_mask = hn::Set(ints, stencil_.write_mask);
        const auto written = hn::Or(hn::AndNot(write_mask, value), hn::And(changed, write_mask));
        hn::StoreU(hn::DemoteTo(bytes, written), bytes, stencil);
        return hn::RebindMask(d, passed);
    }

    Planes target_;
    Planes reference_;
    Stencil stencil_;
    std::array<IdSource, 2> ids_;
    Compare depth_compare_;
    Compare reference_compare_;
    std::array<Compare, 2> reference_ids_;
    std::uint32_t body_;
    bool depth_write_;
};

} // namespace impinge::inline v0::raster::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
