// SPDX-License-Identifier: Apache-2.0
//
// Why no pair is missed. A point that two triangles have in common lies in the region, so it is
// seen in a pixel of the window. Corners are carried to the window in doubles, each to within
// `margin` of its place, so the triangle between them passes within `margin` of the point. Cells
// (pixels and their parts) are closed and wider by twice that on all sides, and so are depth
// intervals: both triangles are found in the cell, at intervals that both hold the point's depth.
// Cutting a triangle to a cell moves the cut by a few roundings, for which the other half of the
// width is left.
#include "imagespace/conservative/shared_cells.hpp"

#include "base/buckets.hpp"
#include "base/parallel.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace impinge::inline v0::imagespace {
namespace {

/// A cell with more pairs than this is cut, if that helps: cutting costs about as much as proving
/// them then.
constexpr std::size_t most_pairs_of_a_cell = 64;
constexpr unsigned most_cuts = 24;
constexpr std::size_t rows_of_a_chunk = 4;

/// A triangle in the window: x and y in pixels, z as depth.
struct SeenTriangle {
    std::uint32_t index = 0;
    std::array<Vec3d, 3> corners;
};

/// What a triangle has in a cell.
struct Share {
    std::uint32_t seen = 0; ///< place in the list of seen triangles
    double first = 0;
    double last = 0;
};
using Shares = std::vector<Share>;

/// A convex polygon with few corners: a triangle cut by at most four lines.
struct Polygon {
    std::array<Vec3d, 16> corners; // 7, had cuts no rounding
    std::size_t count = 0;

    void add(Vec3d corner) { corners[count++] = corner; }
    [[nodiscard]] bool empty() const { return count == 0; }
};

Vec3d cut(Vec3d p, Vec3d q, int axis, double at) {
    const double share = std::clamp((at - p[axis]) / (q[axis] - p[axis]), 0.0, 1.0);
    return p + (q - p) * share;
}

/// What lies at or above `low` along the axis, if `sign` is 1; at or below, if it is -1.
Polygon half_of(const Polygon& polygon, int axis, double at, double sign) {
    Polygon half;
    for (std::size_t i = 0; i < polygon.count; ++i) {
        const Vec3d& p = polygon.corners[i];
        const Vec3d& q = polygon.corners[i + 1 == polygon.count ? 0 : i + 1];
        const bool p_in = sign * (p[axis] - at) >= 0;
        const bool q_in = sign * (q[axis] - at) >= 0;
        if (p_in) {
            half.add(p);
        }
        if (p_in != q_in) {
            half.add(cut(p, q, axis, at));
        }
    }
    return half;
}

Polygon strip_of(const Polygon& polygon, int axis, double low, double high) {
    return half_of(half_of(polygon, axis, low, 1), axis, high, -1);
}

struct Extent2 {
    double low = 0;
    double high = 0;
};

Extent2 extent_along(const Polygon& polygon, int axis) {
    Extent2 extent{polygon.corners[0][axis], polygon.corners[0][axis]};
    for (std::size_t i = 1; i < polygon.count; ++i) {
        extent.low = std::min(extent.low, polygon.corners[i][axis]);
        extent.high = std::max(extent.high, polygon.corners[i][axis]);
    }
    return extent;
}

struct Margins {
    double pixels = 0;
    double depth = 0;
};

struct Cell {
    double x = 0;
    double y = 0;
    double size = 1;

    [[nodiscard]] Cell quarter(unsigned i) const {
        const double half = size / 2;
        return {x + ((i & 1U) != 0 ? half : 0), y + ((i & 2U) != 0 ? half : 0), half};
    }
};

Polygon polygon_of(const SeenTriangle& triangle) {
    Polygon polygon;
    for (const Vec3d& corner : triangle.corners) {
        polygon.add(corner);
    }
    return polygon;
}

/// The triangles of a body that reach into the region, by rows of the window.
class SeenBody {
  public:
    SeenBody(const WorldBody& body, const SharedRegion& region, const Margins& margins,
             const Context& context)
        : seen_(gather_chunks<SeenTriangle>(
              context, body.world().triangles.size(), chunk_size_for(body.world().triangles.size()),
              [&](const Chunk& chunk) {
                  std::vector<SeenTriangle> seen;
                  for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
                      add(body.world(), i, region, seen);
                  }
                  return seen;
              })) {
        const raster::View& view = region.view;
        rows_ = {static_cast<std::size_t>(view.height), [&](const auto& put) {
                     for (std::size_t i = 0; i < seen_.size(); ++i) {
                         const Extent2 y = extent_along(polygon_of(seen_[i]), 1);
                         const int last = pixel_at(y.high + margins.pixels, view.height);
                         for (int row = pixel_at(y.low - margins.pixels, view.height); row <= last;
                              ++row) {
                             put(static_cast<std::size_t>(row), static_cast<std::uint32_t>(i));
                         }
                     }
                 }};
    }

    [[nodiscard]] const SeenTriangle& operator[](std::uint32_t i) const { return seen_[i]; }
    [[nodiscard]] std::span<const std::uint32_t> row(int y) const {
        return rows_[static_cast<std::size_t>(y)];
    }
    /// The pixel in which a coordinate lies, or the nearest there is.
    static int pixel_at(double coordinate, int count) {
        return static_cast<int>(std::clamp(std::floor(coordinate), 0.0, count - 1.0));
    }

  private:
    static void add(const WorldMesh& mesh, std::size_t index, const SharedRegion& region,
                    std::vector<SeenTriangle>& seen) {
        const Triangle triangle = mesh.triangle(index);
        Box3 box;
        for (const Vec3d& corner : triangle.corners) {
            box = extend(box, corner);
        }
        if (boxes_overlap(box, region.box)) {
            seen.push_back(
                {static_cast<std::uint32_t>(index),
                 {to_window(region.view, triangle[0]), to_window(region.view, triangle[1]),
                  to_window(region.view, triangle[2])}});
        }
    }

    std::vector<SeenTriangle> seen_;
    Buckets<std::uint32_t> rows_;
};

/// Pairs of shares whose depths overlap, each once; shares are sorted by their first depths.
template <typename Visit> void for_each_overlap(const Shares& a, const Shares& b, Visit visit) {
    const auto begins_within = [&](const Share& one, const Shares& others, bool same_start) {
        const auto low = same_start
                             ? std::ranges::lower_bound(others, one.first, {}, &Share::first)
                             : std::ranges::upper_bound(others, one.first, {}, &Share::first);
        return std::span<const Share>(
            low, std::ranges::upper_bound(low, others.end(), one.last, {}, &Share::first));
    };
    for (const Share& one : a) {
        visit(one, begins_within(one, b, true), true);
    }
    for (const Share& one : b) {
        visit(one, begins_within(one, a, false), false);
    }
}

/// The same within one list.
template <typename Visit> void for_each_own_overlap(const Shares& a, Visit visit) {
    for (std::size_t i = 0; i < a.size(); ++i) {
        const auto rest = std::span<const Share>(a).subspan(i + 1);
        const auto end = std::ranges::upper_bound(rest, a[i].last, {}, &Share::first);
        visit(a[i], rest.first(static_cast<std::size_t>(end - rest.begin())), true);
    }
}

/// Goes through the cells of some rows.
class CellSearch {
  public:
    CellSearch(const SeenBody& a, const SeenBody& b, const SharedDepths& open,
               const Margins& margins)
        : a_(a), b_(b), open_(open), margins_(margins),
          cells_a_(static_cast<std::size_t>(open.width())),
          cells_b_(one_body() ? 0 : cells_a_.size()) {}

    void search_row(int y) {
        fill(a_, y, cells_a_);
        if (!one_body()) {
            fill(b_, y, cells_b_);
        }
        const std::size_t before = candidates.size();
        for (std::size_t x = 0; x < cells_a_.size(); ++x) {
            const Cell cell{static_cast<double>(x), static_cast<double>(y), 1};
            Shares& of_a = cells_a_[x];
            Shares& of_b = one_body() ? of_a : cells_b_[x];
            if (!of_a.empty() && !of_b.empty()) {
                sort(of_a);
                if (!one_body()) {
                    sort(of_b);
                }
                match(cell, of_a, of_b, 0);
            }
            of_a.clear();
            of_b.clear();
        }
        // Pairs that many pixels of a row share are kept once.
        std::vector<Candidate> of_row(candidates.begin() + static_cast<std::ptrdiff_t>(before),
                                      candidates.end());
        sort_candidates(of_row);
        candidates.resize(before);
        candidates.insert(candidates.end(), of_row.begin(), of_row.end());
    }

    std::vector<Candidate> candidates;

  private:
    [[nodiscard]] bool one_body() const { return &a_ == &b_; }
    static void sort(Shares& shares) { std::ranges::sort(shares, {}, &Share::first); }

    /// The pixels of a row that the triangles touch.
    void fill(const SeenBody& body, int y, std::vector<Shares>& cells) const {
        for (const std::uint32_t i : body.row(y)) {
            const Polygon strip =
                strip_of(polygon_of(body[i]), 1, y - margins_.pixels, y + 1 + margins_.pixels);
            if (strip.empty()) {
                continue;
            }
            const Extent2 x = extent_along(strip, 0);
            const int last = SeenBody::pixel_at(x.high + margins_.pixels, open_.width());
            for (int column = SeenBody::pixel_at(x.low - margins_.pixels, open_.width());
                 column <= last; ++column) {
                const DepthInterval& interval = open_.at(column, y);
                if (!interval.empty()) {
                    add(i,
                        strip_of(strip, 0, column - margins_.pixels, column + 1 + margins_.pixels),
                        interval, cells[static_cast<std::size_t>(column)]);
                }
            }
        }
    }
    void add(std::uint32_t i, const Polygon& part, const DepthInterval& within,
             Shares& shares) const {
        if (part.empty()) {
            return;
        }
        const Extent2 depth = extent_along(part, 2);
        const Share share{i, depth.low - margins_.depth, depth.high + margins_.depth};
        if (share.first <= within.last && share.last >= within.first) {
            shares.push_back(share);
        }
    }

    template <typename Visit>
    void visit_overlaps(const Shares& a, const Shares& b, Visit visit) const {
        if (one_body()) {
            for_each_own_overlap(a, visit);
        } else {
            for_each_overlap(a, b, visit);
        }
    }
    [[nodiscard]] std::size_t count(const Shares& a, const Shares& b) const {
        std::size_t pairs = 0;
        visit_overlaps(a, b, [&](const Share&, std::span<const Share> others, bool) {
            pairs += others.size();
        });
        return pairs;
    }
    void take(const Shares& a, const Shares& b) {
        visit_overlaps(a, b, [&](const Share& one, std::span<const Share> others, bool one_is_a) {
            for (const Share& other : others) {
                std::uint32_t of_a = a_[one_is_a ? one.seen : other.seen].index;
                std::uint32_t of_b = b_[one_is_a ? other.seen : one.seen].index;
                if (one_body() && of_b < of_a) {
                    std::swap(of_a, of_b);
                }
                candidates.push_back({of_a, of_b});
            }
        });
    }

    [[nodiscard]] Shares within(const SeenBody& body, const Shares& shares,
                                const Cell& cell) const {
        const double m = margins_.pixels;
        Shares found;
        for (const Share& share : shares) {
            const Polygon row =
                strip_of(polygon_of(body[share.seen]), 1, cell.y - m, cell.y + cell.size + m);
            add(share.seen, strip_of(row, 0, cell.x - m, cell.x + cell.size + m),
                {share.first, share.last}, found);
        }
        sort(found);
        return found;
    }

    /// Cuts a crowded cell into quarters, as long as these hold hardly more pairs together than it
    /// does: what lies side by side or at different depths there is told apart, what meets is not.
    /// All cuts together then make at most four times as many pairs of it.
    void match(const Cell& cell, const Shares& a, const Shares& b, unsigned cuts) {
        const std::size_t pairs = count(a, b);
        if (pairs <= most_pairs_of_a_cell || cuts == most_cuts || cell.size < 8 * margins_.pixels) {
            take(a, b);
            return;
        }
        std::array<Shares, 4> parts_a;
        std::array<Shares, 4> parts_b;
        std::size_t together = 0;
        for (unsigned i = 0; i < 4; ++i) {
            parts_a[i] = within(a_, a, cell.quarter(i));
            if (!one_body()) {
                parts_b[i] = within(b_, b, cell.quarter(i));
            }
            together += count(parts_a[i], one_body() ? parts_a[i] : parts_b[i]);
        }
        if (together > pairs + pairs / 16) {
            take(a, b);
            return;
        }
        for (unsigned i = 0; i < 4; ++i) {
            match(cell.quarter(i), parts_a[i], one_body() ? parts_a[i] : parts_b[i], cuts + 1);
        }
    }

    const SeenBody& a_;
    const SeenBody& b_;
    const SharedDepths& open_;
    Margins margins_;
    std::vector<Shares> cells_a_;
    std::vector<Shares> cells_b_;
};

} // namespace

std::vector<Candidate> shared_cells(const SharedTask& task, const SharedRegion& region,
                                    const SharedDepths& open) {
    const raster::View& view = region.view;
    // Twice what to_window() can be off by.
    const double pixel =
        std::min((view.max_x - view.min_x) / view.width, (view.max_y - view.min_y) / view.height);
    const Margins margins{4 * region.rounding / pixel + 1e-9,
                          4 * region.rounding / (view.far - view.near) + 1e-12};
    const SeenBody a(task.a, region, margins, task.context);
    const std::optional<SeenBody> other =
        task.one_body()
            ? std::nullopt
            : std::optional<SeenBody>(std::in_place, task.b, region, margins, task.context);
    const SeenBody& b = other ? *other : a;
    std::vector<Candidate> candidates =
        gather_chunks<Candidate>(task.context, static_cast<std::size_t>(open.height()),
                                 rows_of_a_chunk, [&](const Chunk& chunk) {
                                     CellSearch search(a, b, open, margins);
                                     for (std::size_t y = chunk.begin; y < chunk.end; ++y) {
                                         search.search_row(static_cast<int>(y));
                                     }
                                     return std::move(search.candidates);
                                 });
    sort_candidates(candidates);
    return candidates;
}

} // namespace impinge::inline v0::imagespace
