// SPDX-License-Identifier: Apache-2.0
#include "raster/software/scalar_triangle.hpp"

#include "raster/software/scalar_geometry.hpp"

namespace impinge::inline v0::raster {
namespace {

float rounded_down(double depth) {
    const double wanted = std::clamp(depth, 0.0, 1.0);
    const auto nearest = static_cast<float>(wanted);
    return nearest > wanted ? std::nextafter(nearest, 0.0F) : nearest;
}

float rounded_up(double depth) {
    const double wanted = std::clamp(depth, 0.0, 1.0);
    const auto nearest = static_cast<float>(wanted);
    return nearest < wanted ? std::nextafter(nearest, 1.0F) : nearest;
}

/// What a square is compared with: the sides of the triangle, or both sides of the line that
/// rounding made of it, or nothing but the bounds of a point.
template <typename Int> class TouchTest {
  public:
    explicit TouchTest(const Turned<Int>& triangle) {
        const Corners& c = triangle.corners;
        for (std::size_t i = 0; i < 3; ++i) {
            const Corner& begin = c[i];
            const Corner& end = c[(i + 1) % 3];
            add(begin, end);
            if (triangle.area == 0) {
                add(end, begin);
            }
        }
    }
    /// The bounds are known to touch the square.
    [[nodiscard]] bool touches(int x, int y) const {
        return std::all_of(sides_.begin(), sides_.end(), [&](const Side& side) {
            return side.edge.at(centre<Int>(x), centre<Int>(y)) + side.reach >= 0;
        });
    }

  private:
    struct Side {
        EdgeFunction<Int> edge;
        Int reach; ///< by how much a corner of the square can exceed its centre
    };
    void add(const Corner& begin, const Corner& end) {
        const EdgeFunction<Int> edge(begin, end);
        sides_.push_back({edge, (size_of(edge.dx) + size_of(edge.dy)) * half_pixel});
    }
    std::vector<Side> sides_;
};

/// The plane over the square around a centre, widened by the rounding of its own evaluation, and
/// never beyond the corners' depths.
template <typename Int> class IntervalPlane {
  public:
    explicit IntervalPlane(const Turned<Int>& triangle) : range_(triangle.z_range) {
        if (triangle.area != 0) {
            plane_.emplace(triangle);
        }
    }
    [[nodiscard]] double centre_depth(int x, int y) const {
        return plane_ ? inside(plane_->bounded_at(centre<Int>(x), centre<Int>(y)).depth)
                      : range_.min;
    }
    [[nodiscard]] Interval around(int x, int y) const {
        if (!plane_) {
            return range_;
        }
        const auto [depth, terms] = plane_->bounded_at(centre<Int>(x), centre<Int>(y));
        const double reach = plane_->reach() + terms * depth_rounding;
        return {inside(depth - reach), inside(depth + reach)};
    }

  private:
    [[nodiscard]] double inside(double depth) const {
        return std::clamp(depth, range_.min, range_.max);
    }

    Interval range_;
    std::optional<DepthPlane<Int>> plane_;
};

Fragment conservative_fragment(const Pass& pass, const std::array<std::uint32_t, 2>& ids,
                               double centre_depth, const Interval& interval) {
    const float near = rounded_down(interval.min);
    const float far = rounded_up(interval.max);
    Fragment fragment{clamped(centre_depth), ids};
    if (pass.depth != DepthOf::Centre) {
        fragment.depth = pass.depth == DepthOf::Near ? near : far;
    }
    for (std::size_t plane = 0; plane < 2; ++plane) {
        if (pass.ids[plane] == IdSource::NearDepth) {
            fragment.ids[plane] = std::bit_cast<std::uint32_t>(near);
        } else if (pass.ids[plane] == IdSource::FarDepth) {
            fragment.ids[plane] = std::bit_cast<std::uint32_t>(far);
        }
    }
    return fragment;
}

template <typename Int> class TouchedTriangle {
  public:
    TouchedTriangle(const Corners& corners, const PixelBox& window)
        : triangle_(corners), test_(triangle_), plane_(triangle_),
          box_(pixels(Bounds<Int>(corners), Coverage::Conservative, window)) {}

    [[nodiscard]] Int signed_area() const {
        return triangle_.face == Face::Front ? triangle_.area : -triangle_.area;
    }
    [[nodiscard]] const PixelBox& box() const { return box_; }
    [[nodiscard]] bool touches(int x, int y) const {
        return box_.min_x <= x && x <= box_.max_x && box_.min_y <= y && y <= box_.max_y &&
               test_.touches(x, y);
    }
    [[nodiscard]] const IntervalPlane<Int>& plane() const { return plane_; }

  private:
    Turned<Int> triangle_;
    TouchTest<Int> test_;
    IntervalPlane<Int> plane_;
    PixelBox box_;
};

/// The depths of the parts that touch a pixel, together.
struct TouchedDepths {
    Interval interval{1, 0};
    double centre = 0;
    bool touched = false;

    void include(const Interval& more, double centre_depth) {
        centre = touched ? centre : centre_depth;
        interval.min = touched ? std::min(interval.min, more.min) : more.min;
        interval.max = touched ? std::max(interval.max, more.max) : more.max;
        touched = true;
    }
};

template <typename Int>
TouchedDepths depths_at(const std::vector<TouchedTriangle<Int>>& parts, int x, int y) {
    TouchedDepths depths;
    for (const TouchedTriangle<Int>& part : parts) {
        if (part.touches(x, y)) {
            depths.include(part.plane().around(x, y), part.plane().centre_depth(x, y));
        }
    }
    return depths;
}

PixelBox united(const PixelBox& a, const PixelBox& b) {
    return {std::min(a.min_x, b.min_x), std::min(a.min_y, b.min_y), std::max(a.max_x, b.max_x),
            std::max(a.max_y, b.max_y)};
}

template <typename Int>
std::uint64_t draw_parts(const FragmentStage& stage, std::span<const Corners> corners,
                         const std::array<std::uint32_t, 2>& ids, const PixelBox& window) {
    std::vector<TouchedTriangle<Int>> parts;
    Int area = 0;
    PixelBox box{window.max_x + 1, window.max_y + 1, window.min_x - 1, window.min_y - 1};
    for (const Corners& part : corners) {
        parts.emplace_back(part, window);
        area += parts.back().signed_area();
        box = united(box, parts.back().box());
    }
    // What has no area has no back and is never culled.
    const Face face = area < 0 ? Face::Back : Face::Front;
    if (area != 0 && culls(stage.pass.cull, face)) {
        return 0;
    }
    std::uint64_t passed = 0;
    for (int y = box.min_y; y <= box.max_y; ++y) {
        for (int x = box.min_x; x <= box.max_x; ++x) {
            const TouchedDepths depths = depths_at(parts, x, y);
            if (depths.touched) {
                const Fragment fragment =
                    conservative_fragment(stage.pass, ids, depths.centre, depths.interval);
                passed += apply(stage, stage.target.at(x, y), face, fragment) ? 1 : 0;
            }
        }
    }
    return passed;
}

} // namespace

std::uint64_t draw_touched_scalar(const FragmentStage& stage, std::span<const Corners> parts,
                                  const std::array<std::uint32_t, 2>& ids, const PixelBox& box) {
    const bool close = std::all_of(parts.begin(), parts.end(), [](const Corners& corners) {
        return within(corners, farthest_step_of_64_bits);
    });
    return close ? draw_parts<std::int64_t>(stage, parts, ids, box)
                 : draw_parts<Int128>(stage, parts, ids, box);
}

namespace {

double depth_at(const StatedPlane& plane, int x, int y) {
    return (plane.z0 + (centre<double>(y) - plane.y0) * plane.slope_y) +
           (centre<double>(x) - plane.x0) * plane.slope_x;
}

template <typename Int, typename Visit>
void for_each_covered(const Turned<Int>& triangle, const PixelBox& box, Visit visit) {
    const EdgeFunction<Int> e0(triangle.corners[1], triangle.corners[2]);
    const EdgeFunction<Int> e1(triangle.corners[2], triangle.corners[0]);
    const EdgeFunction<Int> e2(triangle.corners[0], triangle.corners[1]);
    for (int y = box.min_y; y <= box.max_y; ++y) {
        for (int x = box.min_x; x <= box.max_x; ++x) {
            const Int px = centre<Int>(x);
            const Int py = centre<Int>(y);
            if (e0.at(px, py) >= e0.bias() && e1.at(px, py) >= e1.bias() &&
                e2.at(px, py) >= e2.bias()) {
                visit(x, y);
            }
        }
    }
}

template <typename Int>
std::uint64_t draw_centres(const FragmentStage& stage, const Corners& corners,
                           const TriangleFragments& fragments, const PixelBox& window) {
    const Turned<Int> triangle(corners);
    const Face face = fragments.face.value_or(triangle.face);
    if (triangle.area == 0 || (!fragments.face && culls(stage.pass.cull, face))) {
        return 0;
    }
    std::uint64_t passed = 0;
    const PixelBox box = pixels(Bounds<Int>(corners), Coverage::Centre, window);
    const DepthPlane<Int> plane(triangle);
    for_each_covered(triangle, box, [&](int x, int y) {
        const double depth = fragments.plane ? depth_at(*fragments.plane, x, y)
                                             : plane.at(centre<Int>(x), centre<Int>(y));
        const Fragment fragment{clamped(depth), fragments.ids};
        passed += apply(stage, stage.target.at(x, y), face, fragment) ? 1 : 0;
    });
    return passed;
}

} // namespace

std::uint64_t draw_scalar(const FragmentStage& stage, std::span<const Corners> parts,
                          const TriangleFragments& fragments, const PixelBox& box) {
    if (stage.pass.coverage == Coverage::Conservative) {
        return draw_touched_scalar(stage, parts, fragments.ids, box);
    }
    std::uint64_t passed = 0;
    for (const Corners& corners : parts) {
        passed += within(corners, farthest_step_of_64_bits)
                      ? draw_centres<std::int64_t>(stage, corners, fragments, box)
                      : draw_centres<Int128>(stage, corners, fragments, box);
    }
    return passed;
}

} // namespace impinge::inline v0::raster
