// SPDX-License-Identifier: Apache-2.0
//
// One fragment at one pixel (stencil test, depth test, ids) in plain scalar code: the road of every
// pass the fast loops do not know, and what those are tested against.
#pragma once

#include "impinge/raster.hpp"
#include "raster/software/planes.hpp"

namespace impinge::inline v0::raster {

enum class Face : std::uint8_t { Front, Back };

constexpr bool culls(Cull cull, Face face) {
    return (cull == Cull::Front && face == Face::Front) ||
           (cull == Cull::Back && face == Face::Back);
}

struct Fragment {
    float depth = 0;
    std::array<std::uint32_t, 2> ids{no_id, no_id};
};

template <typename T> constexpr bool holds(Compare compare, T left, T right) {
    switch (compare) {
    case Compare::Never:
        return false;
    case Compare::Less:
        return left < right;
    case Compare::Equal:
        return left == right;
    case Compare::LessEqual:
        return left <= right;
    case Compare::Greater:
        return left > right;
    case Compare::NotEqual:
        return left != right;
    case Compare::GreaterEqual:
        return left >= right;
    case Compare::Always:
        break;
    }
    return true;
}

constexpr std::uint8_t stencil_result(StencilOp op, std::uint8_t value, std::uint8_t reference) {
    switch (op) {
    case StencilOp::Keep:
        break;
    case StencilOp::Zero:
        return 0;
    case StencilOp::Replace:
        return reference;
    case StencilOp::Increment:
        return value == 255 ? value : static_cast<std::uint8_t>(value + 1);
    case StencilOp::Decrement:
        return value == 0 ? value : static_cast<std::uint8_t>(value - 1);
    case StencilOp::IncrementWrap:
        return static_cast<std::uint8_t>(value + 1);
    case StencilOp::DecrementWrap:
        return static_cast<std::uint8_t>(value - 1);
    case StencilOp::Invert:
        return static_cast<std::uint8_t>(~value);
    }
    return value;
}

/// A pass on its way into the planes of a target.
struct FragmentStage {
    Pass pass;
    Planes target;
    Planes reference = {};  ///< of a target with the same stride; null where there is none
    std::uint32_t body = 0; ///< of the draw

    /// Whether the stencil plane can matter at all. Where it cannot, it is not touched.
    [[nodiscard]] bool uses_stencil() const {
        const Stencil& stencil = pass.stencil;
        const bool changes = stencil.write_mask != 0 &&
                             !(stencil.front == StencilOps{} && stencil.back == StencilOps{});
        return stencil.compare != Compare::Always || changes;
    }
    [[nodiscard]] bool uses_depth() const {
        return pass.depth_write || pass.depth_compare != Compare::Always;
    }
};

namespace detail {

inline void change_stencil(const FragmentStage& stage, std::size_t pixel, StencilOp op) {
    const Stencil& stencil = stage.pass.stencil;
    if (op == StencilOp::Keep || stencil.write_mask == 0) {
        return;
    }
    std::uint8_t& value = stage.target.stencil[pixel];
    const unsigned changed = stencil_result(op, value, stencil.reference);
    value = static_cast<std::uint8_t>((value & ~unsigned{stencil.write_mask}) |
                                      (changed & stencil.write_mask));
}

inline bool stencil_test(const FragmentStage& stage, std::size_t pixel) {
    const Stencil& stencil = stage.pass.stencil;
    return stencil.compare == Compare::Always ||
           holds<unsigned>(stencil.compare, stencil.reference & stencil.read_mask,
                           stage.target.stencil[pixel] & stencil.read_mask);
}

inline bool depth_test(const FragmentStage& stage, std::size_t pixel, float depth) {
    return stage.pass.depth_compare == Compare::Always ||
           holds(stage.pass.depth_compare, depth, stage.target.depth[pixel]);
}

/// All comparisons with the reference target.
inline bool reference_test(const FragmentStage& stage, std::size_t pixel, float depth) {
    const Pass& pass = stage.pass;
    if (pass.reference_compare != Compare::Always &&
        !holds(pass.reference_compare, depth, stage.reference.depth[pixel])) {
        return false;
    }
    for (std::size_t plane = 0; plane < 2; ++plane) {
        if (pass.reference_ids[plane] != Compare::Always &&
            !holds(pass.reference_ids[plane], stage.body, stage.reference.ids[plane][pixel])) {
            return false;
        }
    }
    return true;
}

} // namespace detail

/// Whether the fragment passed all tests.
inline bool apply(const FragmentStage& stage, std::size_t pixel, Face face,
                  const Fragment& fragment) {
    const Pass& pass = stage.pass;
    if (!detail::reference_test(stage, pixel, fragment.depth)) {
        return false;
    }
    const StencilOps& ops = face == Face::Front ? pass.stencil.front : pass.stencil.back;
    if (!detail::stencil_test(stage, pixel)) {
        detail::change_stencil(stage, pixel, ops.stencil_fails);
        return false;
    }
    if (!detail::depth_test(stage, pixel, fragment.depth)) {
        detail::change_stencil(stage, pixel, ops.depth_fails);
        return false;
    }
    detail::change_stencil(stage, pixel, ops.passes);
    if (pass.depth_write) {
        stage.target.depth[pixel] = fragment.depth;
    }
    for (std::size_t plane = 0; plane < 2; ++plane) {
        if (pass.ids[plane] != IdSource::None) {
            stage.target.ids[plane][pixel] = fragment.ids[plane];
        }
    }
    return true;
}

} // namespace impinge::inline v0::raster
