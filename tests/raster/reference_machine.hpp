// SPDX-License-Identifier: Apache-2.0
//
// A rasteriser that is slow and obviously right: every pixel is asked about every triangle, in
// order, and each fragment goes through the tests as the raster header states them.
#pragma once

#include "tests/raster/planes.hpp"
#include "tests/raster/reference_coverage.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace impinge::tests {

/// A draw of the reference: like raster::Draw.
struct ReferenceDraw {
    const Mesh* mesh = nullptr;
    Rigid pose = {};
    std::uint32_t body = 0;
    std::uint64_t* samples = nullptr;
};

/// What a device may do otherwise than the reference; pixels where that could matter are marked
/// undecided.
struct ReferenceTolerance {
    int edge_steps = -1; ///< centres this near to an edge may be covered or not; -1: none
    double depth = 0;    ///< error of a depth, at least
    /// Corners may be shifted by so many pixels and by so much of the largest window coordinate:
    /// depths then err by that times their slope.
    double shift_pixels = 0;
    double relative_shift = 0;
    double sliver = 0; ///< times sliver_effect()
};

/// The laws of docs/methods/raster.md: the software device rounds once; OpenGL devices compute
/// window coordinates and slopes in single precision. The factor of 4 is twice what was measured.
inline ReferenceTolerance tolerance_of(raster::DeviceKind kind) {
    constexpr double unit = 0x1p-24;
    return kind == raster::DeviceKind::Software ? ReferenceTolerance{.depth = unit / 2}
                                                : ReferenceTolerance{.edge_steps = 1,
                                                                     .depth = 4 * unit,
                                                                     .relative_shift = 4 * unit,
                                                                     .sliver = 4 * unit};
}

inline double allowed_depth_error(const ReferenceTolerance& tolerance, const Shape& shape,
                                  const Planes& planes, int x, int y) {
    if (!has_area(shape)) {
        return tolerance.depth;
    }
    const double shift =
        tolerance.shift_pixels +
        tolerance.relative_shift * farthest_place(shape, planes.width, planes.height);
    return tolerance.depth + shift * depth_slope(shape, x, y) +
           tolerance.sliver * sliver_effect(shape);
}

struct Fragment {
    float depth = 0;
    double depth_error = 0;
    bool front = true;
    std::array<std::uint32_t, 2> ids{};
};

template <typename T> bool compares(raster::Compare compare, T left, T right) {
    using raster::Compare;
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
        return true;
    }
    return false;
}

inline std::uint8_t operated(raster::StencilOp op, int value, int reference) {
    using raster::StencilOp;
    switch (op) {
    case StencilOp::Keep:
        break;
    case StencilOp::Zero:
        value = 0;
        break;
    case StencilOp::Replace:
        value = reference;
        break;
    case StencilOp::Increment:
        value = std::min(value + 1, 255);
        break;
    case StencilOp::Decrement:
        value = std::max(value - 1, 0);
        break;
    case StencilOp::IncrementWrap:
        value = (value + 1) % 256;
        break;
    case StencilOp::DecrementWrap:
        value = (value + 255) % 256;
        break;
    case StencilOp::Invert:
        value = 255 - value;
        break;
    }
    return static_cast<std::uint8_t>(value);
}

class ReferenceMachine {
  public:
    explicit ReferenceMachine(ReferenceTolerance tolerance = {}) : tolerance_(tolerance) {}

    void draw(Planes& planes, const raster::View& view, const raster::Pass& pass,
              std::span<const ReferenceDraw> draws, const Planes* reference = nullptr) {
        for (const ReferenceDraw& one : draws) {
            const std::vector<Shape> shapes =
                pass.primitive == raster::Primitive::Edges
                    ? all_edge_shapes(view, *one.mesh, one.pose, pass.edge_offset)
                    : triangle_shapes(view, *one.mesh, one.pose);
            for (const Shape& shape : shapes) {
                draw_shape(planes, pass, shape, one, reference);
            }
        }
    }

    void cover(Planes& planes, float depth, const raster::Pass& pass, const ReferenceDraw& one = {},
               const Planes* reference = nullptr) {
        for (std::size_t pixel = 0; pixel < planes.pixel_count(); ++pixel) {
            process(planes, pixel, pass, {depth, 0, true, {one.body, one.body}}, one, reference);
        }
    }

    // For the shares that tests assert.
    [[nodiscard]] std::uint64_t fragments() const { return fragments_; }
    [[nodiscard]] std::uint64_t passed() const { return passed_; }
    /// Fragments of passes that compare with ids of the reference target, and those of them for
    /// which both comparisons held.
    [[nodiscard]] std::uint64_t compared_ids() const { return compared_ids_; }
    [[nodiscard]] std::uint64_t held_ids() const { return held_ids_; }

  private:
    void draw_shape(Planes& planes, const raster::Pass& pass, const Shape& shape,
                    const ReferenceDraw& one, const Planes* reference) {
        const bool front = is_front(shape);
        if (!shape.is_edge && has_area(shape) &&
            pass.cull == (front ? raster::Cull::Front : raster::Cull::Back)) {
            return;
        }
        const PixelRange range = pixel_range(shape, planes.width, planes.height);
        for (int y = range.y_begin; y < range.y_end; ++y) {
            for (int x = range.x_begin; x < range.x_end; ++x) {
                const std::size_t pixel = planes.index(x, y);
                if (tolerance_.edge_steps >= 0 &&
                    centre_near_edge(shape, x, y, tolerance_.edge_steps)) {
                    planes.undecided[pixel] = 1;
                }
                if (auto fragment = fragment_of(shape, pass, one, x, y)) {
                    fragment->depth_error = allowed_depth_error(tolerance_, shape, planes, x, y);
                    process(planes, pixel, pass, *fragment, one, reference);
                }
            }
        }
    }

    static std::optional<Fragment> fragment_of(const Shape& shape, const raster::Pass& pass,
                                               const ReferenceDraw& one, int x, int y) {
        const bool conservative = pass.coverage == raster::Coverage::Conservative;
        if (conservative ? !touches_pixel(shape, x, y) : !covers_centre(shape, x, y)) {
            return {};
        }
        const DepthRange range = conservative ? depth_range(shape, x, y) : DepthRange{};
        Fragment fragment{.front = is_front(shape)};
        switch (pass.depth) {
        case raster::DepthOf::Centre:
            fragment.depth = clamped_depth(exact_depth(shape, x, y));
            break;
        case raster::DepthOf::Near:
            fragment.depth = static_cast<float>(range.near);
            break;
        case raster::DepthOf::Far:
            fragment.depth = static_cast<float>(range.far);
            break;
        }
        for (std::size_t plane = 0; plane < 2; ++plane) {
            fragment.ids[plane] = id_of(pass.ids[plane], shape, one, range);
        }
        return fragment;
    }

    static std::uint32_t id_of(raster::IdSource source, const Shape& shape,
                               const ReferenceDraw& one, const DepthRange& range) {
        using raster::IdSource;
        switch (source) {
        case IdSource::None:
            break;
        case IdSource::Body:
            return one.body;
        case IdSource::Triangle:
            return shape.triangle;
        case IdSource::ProvokingVertex:
            return shape.provoking_vertex;
        case IdSource::Edge:
            return shape.edge;
        case IdSource::NearDepth:
            return std::bit_cast<std::uint32_t>(static_cast<float>(range.near));
        case IdSource::FarDepth:
            return std::bit_cast<std::uint32_t>(static_cast<float>(range.far));
        }
        return raster::no_id;
    }

    /// Whether the two could compare either way.
    static bool close(const Fragment& fragment, const Planes& planes, std::size_t pixel) {
        const double error = fragment.depth_error + planes.depth_error[pixel];
        const double gap = static_cast<double>(fragment.depth) - planes.depth[pixel];
        return error > 0 && std::abs(gap) <= error;
    }

    bool reference_ids_hold(const raster::Pass& pass, std::uint32_t body, const Planes& reference,
                            std::size_t pixel) {
        const bool hold = compares(pass.reference_ids[0], body, reference.ids[0][pixel]) &&
                          compares(pass.reference_ids[1], body, reference.ids[1][pixel]);
        if (pass.reference_ids[0] != raster::Compare::Always ||
            pass.reference_ids[1] != raster::Compare::Always) {
            ++compared_ids_;
            held_ids_ += hold ? 1 : 0;
        }
        return hold;
    }

    void process(Planes& planes, std::size_t pixel, const raster::Pass& pass,
                 const Fragment& fragment, const ReferenceDraw& one, const Planes* reference) {
        ++fragments_;
        if (reference != nullptr) {
            planes.undecided[pixel] |= reference->undecided[pixel];
            if (pass.reference_compare != raster::Compare::Always &&
                close(fragment, *reference, pixel)) {
                planes.undecided[pixel] = 1;
            }
            const bool ids_hold = reference_ids_hold(pass, one.body, *reference, pixel);
            if (!ids_hold ||
                !compares(pass.reference_compare, fragment.depth, reference->depth[pixel])) {
                return;
            }
        }
        const raster::Stencil& test = pass.stencil;
        const raster::StencilOps& ops = fragment.front ? test.front : test.back;
        std::uint8_t& stencil = planes.stencil[pixel];
        const auto write = [&](raster::StencilOp op) {
            const std::uint8_t value = operated(op, stencil, test.reference);
            stencil =
                static_cast<std::uint8_t>((stencil & ~test.write_mask) | (value & test.write_mask));
        };
        if (!compares(test.compare, test.reference & test.read_mask, stencil & test.read_mask)) {
            write(ops.stencil_fails);
            return;
        }
        float& depth = planes.depth[pixel];
        const bool clear_cut = pass.depth_compare == raster::Compare::Always ||
                               pass.depth_compare == raster::Compare::Never;
        if (!clear_cut && close(fragment, planes, pixel)) {
            planes.undecided[pixel] = 1;
        }
        if (!compares(pass.depth_compare, fragment.depth, depth)) {
            write(ops.depth_fails);
            return;
        }
        write(ops.passes);
        ++passed_;
        if (one.samples != nullptr) {
            ++*one.samples;
        }
        if (pass.depth_write) {
            depth = fragment.depth;
            planes.depth_error[pixel] = fragment.depth_error;
        }
        for (std::size_t plane = 0; plane < 2; ++plane) {
            if (pass.ids[plane] != raster::IdSource::None) {
                planes.ids[plane][pixel] = fragment.ids[plane];
            }
        }
    }

    ReferenceTolerance tolerance_;
    std::uint64_t fragments_ = 0;
    std::uint64_t passed_ = 0;
    std::uint64_t compared_ids_ = 0;
    std::uint64_t held_ids_ = 0;
};

} // namespace impinge::tests
