// SPDX-License-Identifier: Apache-2.0
//
// A point that both bodies have in common lies in some pixel. What is drawn of a body lies within
// half a pixel of the body, so it covers that pixel or one beside it, at a depth that differs by no
// more than the error of what is drawn. So the intervals of nine pixels, widened by that error,
// hold the depth of the point, for either body.
#include "imagespace/conservative/shared_depths.hpp"

#include "base/stopwatch.hpp"
#include "imagespace/float_reach.hpp"

#include <algorithm>
#include <limits>

namespace impinge::inline v0::imagespace {
namespace {

using raster::Compare;
using raster::DepthOf;

/// The least and the largest depth at every pixel; 1 and 0 where nothing is.
struct DepthPlanes {
    std::vector<float> near;
    std::vector<float> far;
};

class DepthRanges {
  public:
    DepthRanges(const SharedTask& task, const raster::View& view) : task_(task), view_(view) {}

    Status prepare() {
        for (auto* target : {&near_, &far_}) {
            auto made = task_.device.make_target(view_.width, view_.height);
            if (!made) {
                return made.error();
            }
            *target = std::move(*made);
        }
        return {};
    }

    Expected<DepthPlanes> of(const WorldBody& body) {
        Stopwatch watch;
        const raster::Draw draw{.geometry = body.geometry, .pose = body.pose()};
        Status status = task_.device.clear(*near_, {.depth = 1.0F});
        status = status ? task_.device.draw(*near_, view_, pass(DepthOf::Near, Compare::Less), draw)
                        : status;
        status = status ? task_.device.clear(*far_, {.depth = 0.0F}) : status;
        status = status
                     ? task_.device.draw(*far_, view_, pass(DepthOf::Far, Compare::Greater), draw)
                     : status;
        status = status ? task_.device.finish() : status;
        if (!status) {
            return status.error();
        }
        task_.cost.draws += 2;
        task_.cost.drawing += watch.lap();
        auto near = task_.device.read_depth(*near_);
        auto far = near ? task_.device.read_depth(*far_) : near;
        if (!far) {
            return far.error();
        }
        task_.cost.searching += watch.lap();
        return DepthPlanes{std::move(*near), std::move(*far)};
    }

  private:
    static raster::Pass pass(DepthOf depth, Compare compare) {
        return {
            .coverage = raster::Coverage::Conservative, .depth = depth, .depth_compare = compare};
    }

    const SharedTask& task_;
    const raster::View& view_;
    std::unique_ptr<raster::Target> near_;
    std::unique_ptr<raster::Target> far_;
};

/// Each value becomes the best of its three neighbours in a row; then the same in columns.
template <typename Better>
void spread(std::vector<float>& plane, int width, int height, Better better) {
    const auto columns = static_cast<std::size_t>(width);
    const auto rows = static_cast<std::size_t>(height);
    const std::vector<float> given = plane;
    for (std::size_t y = 0; y < rows; ++y) {
        for (std::size_t x = 0; x < columns; ++x) {
            const std::size_t i = y * columns + x;
            const float left = given[x > 0 ? i - 1 : i];
            const float right = given[x + 1 < columns ? i + 1 : i];
            plane[i] = better(better(left, given[i]), right);
        }
    }
    const std::vector<float> in_rows = plane;
    for (std::size_t y = 0; y < rows; ++y) {
        for (std::size_t x = 0; x < columns; ++x) {
            const std::size_t i = y * columns + x;
            const float below = in_rows[y > 0 ? i - columns : i];
            const float above = in_rows[y + 1 < rows ? i + columns : i];
            plane[i] = better(better(below, in_rows[i]), above);
        }
    }
}

void spread(DepthPlanes& planes, const raster::View& view) {
    spread(planes.near, view.width, view.height, [](float p, float q) { return std::min(p, q); });
    spread(planes.far, view.width, view.height, [](float p, float q) { return std::max(p, q); });
}

} // namespace

SharedDepths::SharedDepths(int width, int height)
    : width_(width), height_(height), everything_{-std::numeric_limits<double>::infinity(),
                                                  std::numeric_limits<double>::infinity()} {}

std::uint64_t SharedDepths::count() const {
    if (intervals_.empty()) {
        return static_cast<std::uint64_t>(width_) * static_cast<std::uint64_t>(height_);
    }
    return static_cast<std::uint64_t>(std::ranges::count(open_pixels(), 1));
}

std::vector<std::uint8_t> SharedDepths::open_pixels() const {
    std::vector<std::uint8_t> open;
    for (int y = 0; y < height_ && !intervals_.empty(); ++y) {
        for (int x = 0; x < width_; ++x) {
            open.push_back(at(x, y).empty() ? 0 : 1);
        }
    }
    return open;
}

namespace {

/// The window, or a little more, in squares of pixels.
raster::View in_larger_pixels(raster::View view, int side) {
    const double pixel_x = (view.max_x - view.min_x) / view.width;
    const double pixel_y = (view.max_y - view.min_y) / view.height;
    view.width = (view.width + side - 1) / side;
    view.height = (view.height + side - 1) / side;
    view.max_x = view.min_x + pixel_x * side * view.width;
    view.max_y = view.min_y + pixel_y * side * view.height;
    return view;
}

/// In the view that is drawn.
double drawn_error_in(const SharedTask& task, const raster::View& view) {
    return std::max(drawn_error(view, {task.a.own_box, task.a.pose()}),
                    drawn_error(view, {task.b.own_box, task.b.pose()}));
}

} // namespace

Expected<SharedDepths> shared_depths(const SharedTask& task, const SharedRegion& region, int side) {
    const raster::View view = side == 1 ? region.view : in_larger_pixels(region.view, side);
    DepthRanges ranges(task, view);
    if (const Status status = ranges.prepare(); !status) {
        return status.error();
    }
    auto a = ranges.of(task.a);
    auto b = a ? ranges.of(task.b) : a;
    if (!b) {
        return b.error();
    }
    Stopwatch watch;
    spread(*a, view);
    spread(*b, view);
    // The error of what is drawn, and some last bits of the floats that depths are kept in.
    const double error = drawn_error_in(task, view) / (view.far - view.near) + 0x1p-21;
    std::vector<DepthInterval> intervals(a->near.size());
    for (std::size_t i = 0; i < intervals.size(); ++i) {
        const bool both = a->near[i] <= a->far[i] && b->near[i] <= b->far[i];
        intervals[i] = both ? DepthInterval{std::max(a->near[i], b->near[i]) - error,
                                            std::min(a->far[i], b->far[i]) + error}
                            : DepthInterval{1, 0};
    }
    task.cost.searching += watch.lap();
    return SharedDepths(region.view.width, region.view.height, side, std::move(intervals));
}

} // namespace impinge::inline v0::imagespace
