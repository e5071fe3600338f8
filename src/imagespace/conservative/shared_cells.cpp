// SPDX-License-Identifier: Apache-2.0
//
// Why no pair is missed. A point that two triangles have in common lies in the region, so it is
// seen in a pixel of the window. Corners are carried to the window in doubles, each to within
// `margin` of its place, so the triangle between them passes within `margin` of the point. Cells
// (squares of pixels and their parts) are closed and wider by twice that on all sides, and so are
// depth intervals: both triangles are found in the cell, at intervals that both hold the point's
// depth. Cutting a triangle to a cell moves the cut by a few roundings, for which the other half of
// the width is left.
//
// Cells are first as large as triangles are: then most triangles lie in few, and need not be cut to
// them as long as nothing of the other body is at the same depth there.
#include "imagespace/conservative/shared_cells.hpp"

#include "base/buckets.hpp"
#include "base/parallel.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

namespace impinge::inline v0::imagespace {
namespace {

/// A cell with more pairs than this is cut, if that helps: cutting costs about as much as proving
/// them then.
constexpr std::size_t most_pairs_of_a_cell = 128;
constexpr unsigned most_cuts = 24;
constexpr int largest_cell = 64; ///< in pixels

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

/// What lies between `low` and `high` along the axis.
Polygon strip_of(Polygon polygon, int axis, double low, double high) {
    const Extent2 extent = extent_along(polygon, axis);
    if (extent.low < low) {
        polygon = half_of(polygon, axis, low, 1);
    }
    if (extent.high > high) {
        polygon = half_of(polygon, axis, high, -1);
    }
    return polygon;
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

/// The triangles of a body that reach into the region.
class SeenBody {
  public:
    SeenBody(const WorldBody& body, const SharedRegion& region, const Context& context)
        : seen_(gather_chunks<SeenTriangle>(
              context, body.world().triangles.size(), chunk_size_for(body.world().triangles.size()),
              [&](const Chunk& chunk) {
                  std::vector<SeenTriangle> seen;
                  for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
                      add(body.world(), i, region, seen);
                  }
                  return seen;
              })) {}

    [[nodiscard]] std::size_t size() const { return seen_.size(); }
    [[nodiscard]] const SeenTriangle& operator[](std::size_t i) const { return seen_[i]; }

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
};

/// Corners of a triangle along an axis.
Extent2 extent_along(const SeenTriangle& triangle, int axis) {
    const auto& [p, q, r] = triangle.corners;
    return {std::min({p[axis], q[axis], r[axis]}), std::max({p[axis], q[axis], r[axis]})};
}

/// The sides of triangles in pixels, in the mean.
double mean_side(const SeenBody& a, const SeenBody& b) {
    double sum = 0;
    for (const SeenBody* body : {&a, &b}) {
        for (std::size_t i = 0; i < body->size(); ++i) {
            const Extent2 x = extent_along((*body)[i], 0);
            const Extent2 y = extent_along((*body)[i], 1);
            sum += std::min(std::max(x.high - x.low, y.high - y.low), 1.0 * largest_cell);
        }
    }
    return sum / static_cast<double>(std::max<std::size_t>(a.size() + b.size(), 1));
}

/// About as many pixels along a side as a triangle has in the mean, and no more; a power of two.
int cell_size_for(double side) {
    int size = 1;
    while (2 * size <= side && size < largest_cell) {
        size *= 2;
    }
    return size;
}

/// Squares of pixels, with all depths at which bodies can meet in some pixel of each.
class CellGrid {
  public:
    CellGrid(const SharedDepths& open, int size)
        : open_(open), size_(size), columns_((open.width() + size - 1) / size),
          rows_((open.height() + size - 1) / size) {
        constexpr double infinite = std::numeric_limits<double>::infinity();
        depths_.resize(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_),
                       {infinite, -infinite});
        for (int y = 0; y < open.height(); y += open.side()) {
            for (int x = 0; x < open.width(); x += open.side()) {
                const DepthInterval& square = open.at(x, y);
                if (!square.empty()) {
                    DepthInterval& cell = depths_[index(x / size, y / size)];
                    cell = {std::min(cell.first, square.first), std::max(cell.last, square.last)};
                }
            }
        }
    }

    [[nodiscard]] int size() const { return size_; }
    [[nodiscard]] int columns() const { return columns_; }
    [[nodiscard]] int rows() const { return rows_; }
    [[nodiscard]] const DepthInterval& depths(int column, int row) const {
        return depths_[index(column, row)];
    }
    /// The column or row in which a coordinate lies, or the nearest there is.
    [[nodiscard]] int column_at(double x) const { return cell_at(x, open_.width()); }
    [[nodiscard]] int row_at(double y) const { return cell_at(y, open_.height()); }

  private:
    [[nodiscard]] std::size_t index(int column, int row) const {
        return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) +
               static_cast<std::size_t>(column);
    }
    [[nodiscard]] int cell_at(double coordinate, int pixels) const {
        return static_cast<int>(std::clamp(std::floor(coordinate), 0.0, pixels - 1.0)) / size_;
    }

    const SharedDepths& open_;
    int size_;
    int columns_;
    int rows_;
    std::vector<DepthInterval> depths_;
};

/// Those that reach into each row of cells.
Buckets<std::uint32_t> rows_of(const SeenBody& body, const CellGrid& grid, const Margins& margins) {
    return {static_cast<std::size_t>(grid.rows()), [&](const auto& put) {
                for (std::size_t i = 0; i < body.size(); ++i) {
                    const Extent2 y = extent_along(body[i], 1);
                    const int last = grid.row_at(y.high + margins.pixels);
                    for (int row = grid.row_at(y.low - margins.pixels); row <= last; ++row) {
                        put(static_cast<std::size_t>(row), static_cast<std::uint32_t>(i));
                    }
                }
            }};
}

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

/// What a search is made in.
struct CellTask {
    const SeenBody& a;
    const SeenBody& b; ///< the same object as `a` for a body and itself
    const CellGrid& grid;
    const Buckets<std::uint32_t>& rows_of_a;
    const Buckets<std::uint32_t>& rows_of_b;
    Margins margins;
};

/// Goes through the cells of some rows.
class CellSearch {
  public:
    explicit CellSearch(const CellTask& task)
        : a_(task.a), b_(task.b), task_(task), margins_(task.margins),
          cells_a_(static_cast<std::size_t>(task.grid.columns())),
          cells_b_(one_body() ? 0 : cells_a_.size()) {}

    void search_row(int row) {
        const auto at = static_cast<std::size_t>(row);
        fill(a_, task_.rows_of_a[at], row, cells_a_);
        if (!one_body()) {
            fill(b_, task_.rows_of_b[at], row, cells_b_);
        }
        const std::size_t before = candidates.size();
        const double size = task_.grid.size();
        for (std::size_t column = 0; column < cells_a_.size(); ++column) {
            Shares& of_a = cells_a_[column];
            Shares& of_b = one_body() ? of_a : cells_b_[column];
            if (!of_a.empty() && !of_b.empty()) {
                search_cell({static_cast<double>(column) * size, row * size, size}, of_a, of_b);
            }
            of_a.clear();
            of_b.clear();
        }
        // Pairs that many cells of a row share are kept once.
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

    /// Shares may be larger than what triangles have in the cell: most cells are done with when
    /// those do not overlap, and in the others triangles are cut to the cell.
    void search_cell(const Cell& cell, Shares& of_a, Shares& of_b) {
        sort(of_a);
        if (!one_body()) {
            sort(of_b);
        }
        if (count(of_a, of_b) == 0) {
            return;
        }
        if (one_body()) {
            const Shares cut = within(a_, of_a, cell);
            match(cell, cut, cut, 0);
        } else {
            const Shares near_b = overlapping(of_a, of_b);
            const Shares near_a = overlapping(of_b, of_a);
            match(cell, within(a_, near_b, cell), within(b_, near_a, cell), 0);
        }
    }
    /// Those whose depths overlap one of the others; both are sorted.
    Shares overlapping(const Shares& shares, const Shares& others) {
        farthest_.clear();
        double last = -std::numeric_limits<double>::infinity();
        for (const Share& other : others) {
            last = std::max(last, other.last);
            farthest_.push_back(last);
        }
        Shares found;
        for (const Share& share : shares) {
            const auto end = std::ranges::upper_bound(others, share.last, {}, &Share::first);
            const auto begun = static_cast<std::size_t>(end - others.begin());
            if (begun > 0 && farthest_[begun - 1] >= share.first) {
                found.push_back(share);
            }
        }
        return found;
    }

    /// The cells of a row that the triangles touch. Of a triangle that lies in few cells the share
    /// is that of all of it.
    void fill(const SeenBody& body, std::span<const std::uint32_t> triangles, int row,
              std::vector<Shares>& cells) const {
        const CellGrid& grid = task_.grid;
        for (const std::uint32_t i : triangles) {
            const Extent2 x = extent_along(body[i], 0);
            const Extent2 y = extent_along(body[i], 1);
            const int first = grid.column_at(x.low - margins_.pixels);
            const int last = grid.column_at(x.high + margins_.pixels);
            const bool small = last - first <= 1 && y.high - y.low <= grid.size();
            if (!small) {
                fill_cut(body[i], i, row, cells);
                continue;
            }
            const Extent2 depth = extent_along(body[i], 2);
            for (int column = first; column <= last; ++column) {
                add(i, depth, grid.depths(column, row), cells[static_cast<std::size_t>(column)]);
            }
        }
    }
    void fill_cut(const SeenTriangle& triangle, std::uint32_t i, int row,
                  std::vector<Shares>& cells) const {
        const CellGrid& grid = task_.grid;
        const double low = 1.0 * row * grid.size() - margins_.pixels;
        const double wide = grid.size() + 2 * margins_.pixels;
        const Polygon strip = strip_of(polygon_of(triangle), 1, low, low + wide);
        if (strip.empty()) {
            return;
        }
        const Extent2 x = extent_along(strip, 0);
        const int last = grid.column_at(x.high + margins_.pixels);
        for (int column = grid.column_at(x.low - margins_.pixels); column <= last; ++column) {
            const DepthInterval& interval = grid.depths(column, row);
            if (!interval.empty()) {
                const double left = 1.0 * column * grid.size() - margins_.pixels;
                const Polygon part = strip_of(strip, 0, left, left + wide);
                if (!part.empty()) {
                    add(i, extent_along(part, 2), interval,
                        cells[static_cast<std::size_t>(column)]);
                }
            }
        }
    }
    void add(std::uint32_t i, const Extent2& depth, const DepthInterval& within,
             Shares& shares) const {
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
            const Polygon part = strip_of(row, 0, cell.x - m, cell.x + cell.size + m);
            if (!part.empty()) {
                add(share.seen, extent_along(part, 2), {share.first, share.last}, found);
            }
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
    const CellTask& task_;
    Margins margins_;
    std::vector<Shares> cells_a_;
    std::vector<Shares> cells_b_;
    std::vector<double> farthest_; ///< of shares up to each: where they end
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
    const SeenBody a(task.a, region, task.context);
    const std::optional<SeenBody> other =
        task.one_body() ? std::nullopt
                        : std::optional<SeenBody>(std::in_place, task.b, region, task.context);
    const SeenBody& b = other ? *other : a;
    const CellGrid grid(open, std::max(cell_size_for(mean_side(a, b)), open.side()));
    const Buckets<std::uint32_t> rows_of_a = rows_of(a, grid, margins);
    const Buckets<std::uint32_t> rows_of_b =
        task.one_body() ? Buckets<std::uint32_t>() : rows_of(b, grid, margins);
    const CellTask cells{a, b, grid, rows_of_a, rows_of_b, margins};
    std::vector<Candidate> candidates = gather_chunks<Candidate>(
        task.context, static_cast<std::size_t>(grid.rows()), 1, [&](const Chunk& chunk) {
            CellSearch search(cells);
            for (std::size_t y = chunk.begin; y < chunk.end; ++y) {
                search.search_row(static_cast<int>(y));
            }
            return std::move(search.candidates);
        });
    sort_candidates(candidates);
    return candidates;
}

} // namespace impinge::inline v0::imagespace
