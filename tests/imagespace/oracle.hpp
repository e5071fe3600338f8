// SPDX-License-Identifier: Apache-2.0
//
// What a ray through a pixel's centre meets of two solids, in exact arithmetic and without a line
// of the library: triangles on the grid, depths of their planes rounded to floats, as the raster
// header promises them. Where a body lies along the ray follows from parity alone.
#pragma once

#include "impinge/imagespace.hpp"
#include "tests/raster/reference_machine.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <vector>

namespace impinge::tests {

/// A body of a pair under test.
struct PlacedMesh {
    Mesh mesh;
    Rigid pose = {};
};

/// For cases one can see: one pixel for a unit, a depth of 1 for 16 units; seen from above.
inline raster::View unit_view() {
    return {.eye = {0, 0, 16},
            .min_x = 0,
            .max_x = 8,
            .min_y = 0,
            .max_y = 8,
            .far = 16,
            .width = 8,
            .height = 8};
}

/// A stretch of the ray inside a body; flat if both ends are the same float.
struct Stretch {
    float begin = 0;
    float end = 0;
};

/// Layers of both bodies at one pixel, nearest first.
struct PixelSight {
    std::vector<float> a;
    std::vector<float> b;
    /// OpenGL may see something else: an edge passes within 1/256 pixel of the centre, or a layer
    /// of A and one of B are nearer to each other than the law for its depths can tell apart.
    bool fragile = false;
};

/// Inside is where an odd number of layers lies before.
inline std::vector<Stretch> stretches(const std::vector<float>& layers) {
    std::vector<Stretch> inside;
    for (std::size_t i = 0; i + 1 < layers.size(); i += 2) {
        inside.push_back({layers[i], layers[i + 1]});
    }
    return inside;
}

enum class Truth : std::uint8_t {
    Empty, ///< not both bodies are here
    Apart,
    Overlap,
    /// A body without thickness just touches the other. EqualDepths::Apart is about bodies with a
    /// thickness; either answer will do.
    Either,
};

inline Truth truth_of(const Stretch& a, const Stretch& b, imagespace::EqualDepths rule) {
    const float begin = std::max(a.begin, b.begin);
    const float end = std::min(a.end, b.end);
    if (begin != end) {
        return begin < end ? Truth::Overlap : Truth::Apart;
    }
    const auto strictly_within = [&](const Stretch& s) { return s.begin < begin && end < s.end; };
    if (strictly_within(a) || strictly_within(b) || rule == imagespace::EqualDepths::Overlap) {
        return Truth::Overlap;
    }
    const bool flat = a.begin == a.end || b.begin == b.end;
    return flat ? Truth::Either : Truth::Apart;
}

/// Whether the bodies overlap along the ray.
inline Truth truth_of(const PixelSight& sight, imagespace::EqualDepths rule) {
    if (sight.a.empty() || sight.b.empty()) {
        return Truth::Empty;
    }
    Truth truth = Truth::Apart;
    for (const Stretch& a : stretches(sight.a)) {
        for (const Stretch& b : stretches(sight.b)) {
            const Truth of_pair = truth_of(a, b, rule);
            if (of_pair == Truth::Overlap) {
                return Truth::Overlap;
            }
            truth = of_pair == Truth::Either ? Truth::Either : truth;
        }
    }
    return truth;
}

/// The case of the paper's figure 1 in terms of stretches: `a` is the body whose nearest and
/// farthest layers are known, `b` the one held against them. LeftOver where those two layers do not
/// tell: pieces of b lie between them, and between them a is not all solid.
inline imagespace::PixelCase case_of(const std::vector<float>& a, const std::vector<float>& b,
                                     imagespace::EqualDepths rule) {
    using imagespace::PixelCase;
    if (a.empty() || b.empty()) {
        return PixelCase::Empty;
    }
    const float near = a.front();
    const float far = a.back();
    const bool ties_overlap = rule == imagespace::EqualDepths::Overlap;
    const auto before = [&](float x, float y) { return ties_overlap ? x < y : x <= y; };
    const auto begins_before_far = [&](const Stretch& s) {
        return ties_overlap ? s.begin <= far : s.begin < far;
    };
    const auto holds_far = [&](const Stretch& s) {
        return begins_before_far(s) && before(far, s.end);
    };
    const auto ends_before_near = [&](const Stretch& s) { return before(s.end, near); };
    const auto holds_near = [&](const Stretch& s) {
        return before(s.begin, near) && !ends_before_near(s);
    };
    const std::vector<Stretch> pieces = stretches(b);
    if (std::none_of(pieces.begin(), pieces.end(), begins_before_far)) {
        return PixelCase::A;
    }
    if (std::any_of(pieces.begin(), pieces.end(), holds_far)) {
        return PixelCase::BC;
    }
    if (std::any_of(pieces.begin(), pieces.end(), holds_near)) {
        return PixelCase::E;
    }
    if (std::all_of(pieces.begin(), pieces.end(), [&](const Stretch& s) {
            return ends_before_near(s) || !begins_before_far(s);
        })) {
        return PixelCase::F;
    }
    return a.size() == 2 ? PixelCase::D : PixelCase::LeftOver;
}

/// All pixels of a view.
class SightOracle {
  public:
    SightOracle(const raster::View& view, const PlacedMesh& a, const PlacedMesh& b)
        : width_(view.width), height_(view.height), window_(view.width, view.height),
          hits_a_(window_.pixel_count()), hits_b_(hits_a_.size()), near_edge_(hits_a_.size()) {
        look_at(triangle_shapes(view, a.mesh, a.pose), hits_a_);
        look_at(triangle_shapes(view, b.mesh, b.pose), hits_b_);
    }

    [[nodiscard]] int width() const { return width_; }
    [[nodiscard]] int height() const { return height_; }
    [[nodiscard]] std::size_t pixels() const { return hits_a_.size(); }
    /// Both bodies lie within the range of depths: nothing was clamped.
    [[nodiscard]] bool in_range() const { return in_range_; }

    [[nodiscard]] PixelSight at(std::size_t pixel) const {
        PixelSight sight;
        sight.a = depths(hits_a_[pixel]);
        sight.b = depths(hits_b_[pixel]);
        sight.fragile = near_edge_[pixel] != 0 || too_close(pixel);
        return sight;
    }

  private:
    struct Hit {
        float depth = 0;
        float error = 0; ///< that OpenGL may make; the same all over a triangle
    };
    using Hits = std::vector<std::vector<Hit>>;

    static std::vector<float> depths(const std::vector<Hit>& hits) {
        std::vector<float> sorted;
        sorted.reserve(hits.size());
        for (const Hit& hit : hits) {
            sorted.push_back(hit.depth);
        }
        std::sort(sorted.begin(), sorted.end());
        return sorted;
    }
    [[nodiscard]] bool too_close(std::size_t pixel) const {
        for (const Hit& a : hits_a_[pixel]) {
            for (const Hit& b : hits_b_[pixel]) {
                if (std::abs(a.depth - b.depth) <= a.error + b.error) {
                    return true;
                }
            }
        }
        return false;
    }
    /// Most centres are far from the lines along all three edges.
    static bool is_far_from_edges(const Shape& shape, const GridCorner& centre) {
        for (std::size_t i = 0; i < 3; ++i) {
            const GridCorner& from = shape.corner[i];
            const GridCorner& to = shape.corner[(i + 1) % 3];
            const Integer across = doubled_area(from, to, centre);
            const Integer reach = std::abs(to.x - from.x) + std::abs(to.y - from.y);
            if (across <= reach && across >= -reach) {
                return false;
            }
        }
        return true;
    }
    void look_at(const std::vector<Shape>& shapes, Hits& hits) {
        const ReferenceTolerance law = tolerance_of(raster::DeviceKind::OpenGl);
        for (const Shape& shape : shapes) {
            const PixelRange range = pixel_range(shape, width_, height_);
            const auto error = static_cast<float>(allowed_depth_error(law, shape, window_, 0, 0));
            for (int y = range.y_begin; y < range.y_end; ++y) {
                for (int x = range.x_begin; x < range.x_end; ++x) {
                    const std::size_t pixel = window_.index(x, y);
                    if (near_edge_[pixel] == 0 && !is_far_from_edges(shape, pixel_centre(x, y)) &&
                        centre_near_edge(shape, x, y, 1)) {
                        near_edge_[pixel] = 1;
                    }
                    if (!covers_centre(shape, x, y)) {
                        continue;
                    }
                    const long double depth = exact_depth(shape, x, y);
                    in_range_ = in_range_ && depth >= 0 && depth <= 1;
                    hits[pixel].push_back({clamped_depth(depth), error});
                }
            }
        }
    }

    int width_;
    int height_;
    Planes window_; ///< only its size is looked at
    Hits hits_a_;
    Hits hits_b_;
    std::vector<std::uint8_t> near_edge_;
    bool in_range_ = true;
};

} // namespace impinge::tests
