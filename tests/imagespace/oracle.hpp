// SPDX-License-Identifier: Apache-2.0
//
// What a ray through a pixel's centre meets of two solids, in exact arithmetic and without a line
// of the library: triangles on the grid, depths of their planes rounded to floats, as the raster
// header promises them. Where a body lies along the ray follows from its winding number there: up
// by one where the ray enters it, down where it leaves, inside where it is at least one.
#pragma once

#include "impinge/depth_methods.hpp"
#include "tests/raster/reference_machine.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <ostream>
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

/// A surface that a ray meets.
struct SeenLayer {
    float depth = 0;
    int turn = 1; ///< +1 where the ray enters the body, -1 where it leaves

    friend auto operator<=>(const SeenLayer&, const SeenLayer&) = default;
    friend std::ostream& operator<<(std::ostream& out, const SeenLayer& layer) {
        return out << std::hexfloat << layer.depth << std::defaultfloat
                   << (layer.turn > 0 ? '+' : '-');
    }
};
using SeenLayers = std::vector<SeenLayer>;

/// Of a body that does not overlap itself: entered and left in turn.
inline SeenLayers alternating(const std::vector<float>& depths) {
    SeenLayers layers;
    for (const float depth : depths) {
        layers.push_back({depth, layers.size() % 2 == 0 ? 1 : -1});
    }
    return layers;
}

/// A stretch of the ray inside a body; flat if both ends are the same float.
struct Stretch {
    float begin = 0;
    float end = 0;
};

/// Layers of both bodies at one pixel, nearest first.
struct PixelSight {
    SeenLayers a;
    SeenLayers b;
    /// OpenGL may see something else: an edge passes within 1/256 pixel of the centre, or two
    /// layers are nearer to each other than the law for its depths can tell apart. (Two of one body
    /// at which the ray turns the same way may change places.)
    bool fragile = false;
};

/// The winding number behind each of the depths at which there are layers.
struct WindingStep {
    float depth = 0;
    int entered = 0; ///< layers at this depth
    int left = 0;
    int before = 0;

    [[nodiscard]] int behind() const { return before + entered - left; }
    /// The most it can be at this very depth, in whichever order the layers are taken.
    [[nodiscard]] int at() const { return before + entered; }
};

inline std::vector<WindingStep> winding_steps(const SeenLayers& layers) {
    std::vector<WindingStep> steps;
    for (const SeenLayer& layer : layers) {
        if (steps.empty() || steps.back().depth != layer.depth) {
            const int before = steps.empty() ? 0 : steps.back().behind();
            steps.push_back({.depth = layer.depth, .before = before});
        }
        ++(layer.turn > 0 ? steps.back().entered : steps.back().left);
    }
    return steps;
}

/// Inside is where the winding number is at least one.
inline std::vector<Stretch> stretches(const SeenLayers& layers) {
    std::vector<Stretch> inside;
    for (const WindingStep& step : winding_steps(layers)) {
        if (step.before >= 1) {
            inside.back().end = step.depth;
        }
        if (step.before < 1 && step.at() >= 1) {
            inside.push_back({step.depth, step.depth});
        }
    }
    return inside;
}

/// Nowhere wound around the wrong way, and nowhere entered and left at one depth: then what the
/// nearest and farthest layers tell is all that the methods of the paper need.
inline bool is_plain(const SeenLayers& layers) {
    const auto steps = winding_steps(layers);
    return std::all_of(steps.begin(), steps.end(), [](const WindingStep& step) {
        return step.behind() >= 0 && (step.entered == 0 || step.left == 0);
    });
}

enum class Truth : std::uint8_t {
    Empty, ///< not both bodies are here
    Apart,
    Overlap,
};

/// What has no thickness overlaps nothing, unless touching is enough.
inline Truth truth_of(const Stretch& a, const Stretch& b, imagespace::EqualDepths rule) {
    const float begin = std::max(a.begin, b.begin);
    const float end = std::min(a.end, b.end);
    const bool touching = rule == imagespace::EqualDepths::Overlap && begin == end;
    return begin < end || touching ? Truth::Overlap : Truth::Apart;
}

/// Whether the bodies overlap along the ray.
inline Truth truth_of(const PixelSight& sight, imagespace::EqualDepths rule) {
    if (sight.a.empty() || sight.b.empty()) {
        return Truth::Empty;
    }
    for (const Stretch& a : stretches(sight.a)) {
        for (const Stretch& b : stretches(sight.b)) {
            if (truth_of(a, b, rule) == Truth::Overlap) {
                return Truth::Overlap;
            }
        }
    }
    return Truth::Apart;
}

/// The case of the paper's figure 1 in terms of stretches: `a` is the body whose nearest and
/// farthest layers are known, `b` the one held against them. LeftOver where those two layers do not
/// tell: pieces of b lie between them, and between them a is not all solid. For bodies that are
/// plain here.
inline imagespace::PixelCase case_of(const SeenLayers& a, const SeenLayers& b,
                                     imagespace::EqualDepths rule) {
    using imagespace::PixelCase;
    if (a.empty() || b.empty()) {
        return PixelCase::Empty;
    }
    const float near = a.front().depth;
    const float far = a.back().depth;
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

/// -1 if the faces look inward in the world: the volume between them and a point is negative.
inline int outward(const PlacedMesh& body) {
    double volume = 0;
    for (const TriangleIndices& t : body.mesh.triangles) {
        const auto at = [&](int corner) {
            return body.mesh.positions[t[static_cast<std::size_t>(corner)]];
        };
        volume += dot(at(0), cross(at(1), at(2)));
    }
    const Rigid& pose = body.pose;
    const double turn = dot(pose.row_x, cross(pose.row_y, pose.row_z));
    return (volume < 0) != (turn < 0) ? -1 : 1;
}

/// All pixels of a view.
class SightOracle {
  public:
    SightOracle(const raster::View& view, const PlacedMesh& a, const PlacedMesh& b)
        : width_(view.width), height_(view.height), window_(view.width, view.height),
          hits_a_(window_.pixel_count()), hits_b_(hits_a_.size()), near_edge_(hits_a_.size()) {
        look_at(triangle_shapes(view, a.mesh, a.pose), outward(a), hits_a_);
        look_at(triangle_shapes(view, b.mesh, b.pose), outward(b), hits_b_);
    }

    [[nodiscard]] int width() const { return width_; }
    [[nodiscard]] int height() const { return height_; }
    [[nodiscard]] std::size_t pixels() const { return hits_a_.size(); }
    /// Both bodies lie within the range of depths: nothing was clamped.
    [[nodiscard]] bool in_range() const { return in_range_; }

    [[nodiscard]] PixelSight at(std::size_t pixel) const {
        PixelSight sight;
        sight.a = layers(hits_a_[pixel]);
        sight.b = layers(hits_b_[pixel]);
        sight.fragile = near_edge_[pixel] != 0 || too_close(hits_a_[pixel], hits_b_[pixel]) ||
                        turns_too_close(hits_a_[pixel]) || turns_too_close(hits_b_[pixel]);
        return sight;
    }

  private:
    struct Hit {
        SeenLayer layer;
        float error = 0; ///< that OpenGL may make; the same all over a triangle
    };
    using PixelHits = std::vector<Hit>;
    using Hits = std::vector<PixelHits>;

    static SeenLayers layers(const PixelHits& hits) {
        SeenLayers sorted;
        sorted.reserve(hits.size());
        for (const Hit& hit : hits) {
            sorted.push_back(hit.layer);
        }
        std::sort(sorted.begin(), sorted.end());
        return sorted;
    }
    static bool are_close(const Hit& p, const Hit& q) {
        return std::abs(p.layer.depth - q.layer.depth) <= p.error + q.error;
    }
    static bool too_close(const PixelHits& a, const PixelHits& b) {
        return std::any_of(a.begin(), a.end(), [&](const Hit& p) {
            return std::any_of(b.begin(), b.end(), [&](const Hit& q) { return are_close(p, q); });
        });
    }
    static bool turns_too_close(const PixelHits& hits) {
        return std::any_of(hits.begin(), hits.end(), [&](const Hit& p) {
            return std::any_of(hits.begin(), hits.end(), [&](const Hit& q) {
                return p.layer.turn > q.layer.turn && are_close(p, q);
            });
        });
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
    void look_at(const std::vector<Shape>& shapes, int outward, Hits& hits) {
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
                    const int turn = is_front(shape) ? outward : -outward;
                    hits[pixel].push_back({{clamped_depth(depth), turn}, error});
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
