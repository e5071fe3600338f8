// SPDX-License-Identifier: Apache-2.0
//
// Let t(p) be the length that the ray through the point p of the window has in both bodies, and c
// the centre of a square. For every p in the square
//
//     |t(p) - t(c)| <= length of { z : at depth z some surface passes through the square },
//
// because at any other depth the way from (p, z) to (c, z) crosses no surface, so that the winding
// numbers are the same at both ends and both lie in the same bodies. Depths at which one of the
// bodies is nowhere in the square count for neither side. So the volume over the square differs
// from its area times t(c) by no more than its area times that length: the length of the union of
// the intervals of depth that the triangles span there, cut to the range of depths that both bodies
// reach.
//
// Summed over all squares of a grid this bounds the error of a volume by rays through their
// centres. The grid is finer than the pixels, the rays are exact ones and know nothing of devices;
// what a device measured differs from the true volume by no more than from this one, plus its
// bound. So it does not matter how devices round.
#include "clearance/overlap_bound.hpp"

#include "base/parallel.hpp"
#include "clearance/ray_clearance.hpp"
#include "clearance/triangle_spans.hpp"

#include <algorithm>
#include <cmath>

namespace impinge::inline v0::imagespace {
namespace {

/// Along a side of a pixel: the finer the pixels, the less is needed, and the more it would cost.
int squares_per_pixel(const raster::View& view) {
    const int side = std::max(view.width, view.height);
    return side <= 1024 ? 4 : side <= 2048 ? 3 : 2;
}

/// Few bands, because each goes over all triangles, but none of very many rows, for its memory.
std::size_t band_count(const raster::View& view) {
    constexpr int fewest = 64;
    constexpr int most_rows = 128;
    return static_cast<std::size_t>(
        std::min(view.height, std::max(fewest, view.height / most_rows)));
}

struct Interval {
    double min = std::numeric_limits<double>::infinity();
    double max = -std::numeric_limits<double>::infinity();

    void include(double low, double high) {
        min = std::min(min, low);
        max = std::max(max, high);
    }
};

struct SquareInterval {
    std::size_t square = 0;
    double min = 0;
    double max = 0;

    friend auto operator<=>(const SquareInterval&, const SquareInterval&) = default;
};

/// Where the bodies may overlap: pixels of the map, each of which is divided into squares.
struct Candidates {
    std::vector<std::uint8_t> pixels; ///< not 0: there
    int width = 0;
    int squares_per_pixel = 1; ///< along a side

    [[nodiscard]] bool operator()(int x, int y) const {
        const int pixel = y / squares_per_pixel * width + x / squares_per_pixel;
        return pixels[static_cast<std::size_t>(pixel)] != 0;
    }
};

/// Some rows of squares; those of one are numbered from 0.
struct Band {
    RowRange rows;
    std::size_t width = 0;

    [[nodiscard]] std::size_t number(int x, int y) const {
        return static_cast<std::size_t>(y - rows.begin) * width + static_cast<std::size_t>(x);
    }
    [[nodiscard]] std::size_t count() const {
        return static_cast<std::size_t>(rows.end - rows.begin) * width;
    }
};

/// Calls work(band, number) for the bands that cover the view.
template <typename Work>
void for_each_band(const raster::View& view, const Context& context, Work work) {
    const std::size_t bands = band_count(view);
    for_each_chunk(context, bands, 1, [&](const Chunk& chunk) {
        const auto row = [&](std::size_t band) {
            return static_cast<int>(band * static_cast<std::size_t>(view.height) / bands);
        };
        work(Band{{row(chunk.index), row(chunk.index + 1)}, static_cast<std::size_t>(view.width)},
             chunk.index);
    });
}

template <typename Wanted>
std::vector<Interval> reach(const SpannedBody& body, const Band& band, const Wanted& wanted) {
    std::vector<Interval> reached(band.count());
    for_each_span(body, band.rows, wanted, [&](int x, int y, double low, double high) {
        reached[band.number(x, y)].include(low, high);
    });
    return reached;
}

/// Where both bodies may be; empty intervals where one is not.
template <typename Wanted>
std::vector<Interval> common_reach(const SpannedBody& a, const SpannedBody& b, const Band& band,
                                   const Wanted& wanted) {
    std::vector<Interval> common = reach(a, band, wanted);
    const std::vector<Interval> of_b = reach(b, band, wanted);
    for (std::size_t i = 0; i < common.size(); ++i) {
        common[i] = {std::max(common[i].min, of_b[i].min), std::min(common[i].max, of_b[i].max)};
    }
    return common;
}

void collect(const SpannedBody& body, const Band& band, std::span<const Interval> common,
             std::vector<SquareInterval>& out) {
    const auto wanted = [&](int x, int y) {
        const Interval& depths = common[band.number(x, y)];
        return depths.min < depths.max;
    };
    for_each_span(body, band.rows, wanted, [&](int x, int y, double low, double high) {
        const std::size_t square = band.number(x, y);
        const double cut_low = std::max(low, common[square].min);
        const double cut_high = std::min(high, common[square].max);
        if (cut_low < cut_high) {
            out.push_back({square, cut_low, cut_high});
        }
    });
}

/// The lengths of the unions, square by square, added up. Sorted intervals.
double united_length(std::span<const SquareInterval> intervals) {
    double length = 0;
    double covered_to = 0;
    std::size_t square = std::numeric_limits<std::size_t>::max();
    for (const SquareInterval& interval : intervals) {
        const bool same = interval.square == square;
        const double from = same ? std::max(interval.min, covered_to) : interval.min;
        length += std::max(0.0, interval.max - from);
        covered_to = same ? std::max(covered_to, interval.max) : interval.max;
        square = interval.square;
    }
    return length;
}

/// All of a body.
SpannedBody spanned(const raster::View& view, const RayBody& body) {
    const auto triangles = body.mesh.triangles();
    return {view, body, {triangles.begin(), triangles.end()}};
}

Candidates candidates(const raster::View& view, const SpannedBody& a, const SpannedBody& b,
                      const Context& context) {
    const auto width = static_cast<std::size_t>(view.width);
    Candidates found{std::vector<std::uint8_t>(width * static_cast<std::size_t>(view.height)),
                     view.width, 1};
    for_each_band(view, context, [&](const Band& band, std::size_t) {
        const std::vector<Interval> common =
            common_reach(a, b, band, [](int, int) { return true; });
        const std::size_t first = static_cast<std::size_t>(band.rows.begin) * width;
        for (std::size_t i = 0; i < common.size(); ++i) {
            found.pixels[first + i] = common[i].min < common[i].max ? 1 : 0;
        }
    });
    return found;
}

/// The triangles that touch a candidate, and perhaps some more.
std::vector<TriangleIndices> triangles_at(const Candidates& wanted, const SpannedBody& body,
                                          const raster::View& view) {
    std::vector<TriangleIndices> chosen;
    const auto pixel = [](double coordinate, int size) {
        return static_cast<int>(std::floor(std::clamp(coordinate, 0.0, size - 1.0)));
    };
    for (const TriangleIndices& triangle : body.triangles) {
        const Vec3d& a = body.corners[triangle[0]];
        const Vec3d& b = body.corners[triangle[1]];
        const Vec3d& c = body.corners[triangle[2]];
        const Vec3d low = min(min(a, b), c) - Vec3d{1, 1, 0};
        const Vec3d high = max(max(a, b), c) + Vec3d{1, 1, 0};
        bool touches = false;
        for (int y = pixel(low.y, view.height); y <= pixel(high.y, view.height) && !touches; ++y) {
            for (int x = pixel(low.x, view.width); x <= pixel(high.x, view.width); ++x) {
                touches = touches || wanted(x, y);
            }
        }
        if (touches) {
            chosen.push_back(triangle);
        }
    }
    return chosen;
}

/// Both bodies on the fine grid: what matters of their surfaces, and rays at all of them.
struct FineScene {
    SpannedBody spans_a;
    SpannedBody spans_b;
    ViewRays rays_a;
    ViewRays rays_b;
};

/// Added up over squares.
struct Lengths {
    double spanned = 0;   ///< by surfaces
    double thickness = 0; ///< of the overlap at the centres
};

Lengths lengths_of(const FineScene& scene, const Band& band, const Candidates& wanted) {
    Lengths lengths;
    PieceFinder pieces_a(scene.rays_a);
    PieceFinder pieces_b(scene.rays_b);
    const std::vector<Interval> common = common_reach(scene.spans_a, scene.spans_b, band, wanted);
    for (std::size_t i = 0; i < common.size(); ++i) {
        if (common[i].min < common[i].max) {
            const std::size_t row = i / band.width;
            const Vec2d centre{static_cast<double>(i % band.width) + 0.5,
                               band.rows.begin + static_cast<double>(row) + 0.5};
            const RayClearance found = ray_clearance(pieces_a.at(centre), pieces_b.at(centre));
            lengths.thickness += found.clearance < 0 ? -found.clearance : 0;
        }
    }
    std::vector<SquareInterval> intervals;
    collect(scene.spans_a, band, common, intervals);
    collect(scene.spans_b, band, common, intervals);
    std::sort(intervals.begin(), intervals.end());
    lengths.spanned = united_length(intervals);
    return lengths;
}

} // namespace

double overlap_volume_bound(const raster::View& view, const RayBody& a, const RayBody& b,
                            double measured_volume, const Context& context) {
    const SpannedBody all_of_a = spanned(view, a);
    const SpannedBody all_of_b = spanned(view, b);
    Candidates wanted = candidates(view, all_of_a, all_of_b, context);
    if (std::none_of(wanted.pixels.begin(), wanted.pixels.end(),
                     [](std::uint8_t pixel) { return pixel != 0; })) {
        return measured_volume; // there is none
    }
    std::vector<TriangleIndices> triangles_a = triangles_at(wanted, all_of_a, view);
    std::vector<TriangleIndices> triangles_b = triangles_at(wanted, all_of_b, view);
    raster::View fine = view;
    wanted.squares_per_pixel = squares_per_pixel(view);
    fine.width *= wanted.squares_per_pixel;
    fine.height *= wanted.squares_per_pixel;
    const FineScene scene{{fine, a, std::move(triangles_a)},
                          {fine, b, std::move(triangles_b)},
                          {fine, a, window_of(fine)},
                          {fine, b, window_of(fine)}};
    std::vector<Lengths> lengths(band_count(fine));
    for_each_band(fine, context, [&](const Band& band, std::size_t number) {
        lengths[number] = lengths_of(scene, band, wanted);
    });
    Lengths sum;
    for (const Lengths& of_band : lengths) {
        sum.spanned += of_band.spanned;
        sum.thickness += of_band.thickness;
    }
    const double area =
        (fine.max_x - fine.min_x) / fine.width * ((fine.max_y - fine.min_y) / fine.height);
    constexpr double rounding = 0x1p-30; // of all that was added up here, generously
    return std::abs(sum.thickness * area - measured_volume) + sum.spanned * area +
           (sum.thickness + sum.spanned) * area * rounding;
}

} // namespace impinge::inline v0::imagespace
