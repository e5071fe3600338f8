// SPDX-License-Identifier: Apache-2.0
//
// The measure of section 8: the mean distance of several rays in a pixel against the one distance
// that the depth maps give.
#include "base/no_throw.hpp"
#include "base/parallel.hpp"
#include "clearance/ray_clearance.hpp"
#include "imagespace/solid_body.hpp"
#include "imagespace/view_rays.hpp"
#include "impinge/clearance.hpp"

#include <cmath>

namespace impinge::inline v0::imagespace {
namespace {

constexpr int most_rays_per_side = 32;

/// The side of the grid of rays, or nothing if they form none.
std::optional<int> rays_per_side(int rays_per_pixel) {
    for (int side = 1; side <= most_rays_per_side; ++side) {
        if (side * side == rays_per_pixel) {
            return side;
        }
    }
    return std::nullopt;
}

/// All rays of one pixel.
struct PixelMean {
    bool complete = true; ///< every ray meets both bodies
    double clearance = 0;
    double depth = 0;
};

class PixelRays {
  public:
    PixelRays(const ViewRays& a, const ViewRays& b, int side) : a_(a), b_(b), side_(side) {}

    PixelMean mean(int x, int y) {
        PixelMean sum;
        for (int j = 0; j < side_ && sum.complete; ++j) {
            for (int i = 0; i < side_ && sum.complete; ++i) {
                add({x + (i + 0.5) / side_, y + (j + 0.5) / side_}, sum);
            }
        }
        const int rays = side_ * side_;
        return {sum.complete, sum.clearance / rays, sum.depth / rays};
    }

  private:
    void add(Vec2d point, PixelMean& sum) {
        const RayClearance found = ray_clearance(a_.at(point), b_.at(point));
        if (std::isnan(found.clearance)) {
            sum.complete = false;
            return;
        }
        sum.clearance += found.clearance;
        sum.depth += found.at;
    }

    PieceFinder a_;
    PieceFinder b_;
    int side_;
};

struct Compared {
    std::vector<double> errors; ///< NaN where not compared
    std::vector<double> depths; ///< from the eye, in world units
};

Compared compare_pixels(const ClearanceMap& map, const ViewRays& a, const ViewRays& b, int side,
                        const Context& context) {
    const auto width = static_cast<std::size_t>(map.view.width);
    const auto height = static_cast<std::size_t>(map.view.height);
    Compared out{std::vector<double>(width * height, std::numeric_limits<double>::quiet_NaN()),
                 std::vector<double>(width * height)};
    for_each_chunk(context, height, 4, [&](const Chunk& rows) {
        PixelRays rays(a, b, side);
        for (std::size_t pixel = rows.begin * width; pixel < rows.end * width; ++pixel) {
            if (std::isnan(map.clearance[pixel])) {
                continue;
            }
            const PixelMean mean =
                rays.mean(static_cast<int>(pixel % width), static_cast<int>(pixel / width));
            if (mean.complete) {
                out.errors[pixel] = map.clearance[pixel] - mean.clearance;
                out.depths[pixel] = mean.depth;
            }
        }
    });
    return out;
}

RayComparison summed_up(const raster::View& view, const Compared& compared, int rays_per_pixel) {
    RayComparison out{.rays_per_pixel = rays_per_pixel,
                      .errors = {compared.errors.begin(), compared.errors.end()}};
    double squares = 0;
    std::size_t worst = 0;
    for (std::size_t pixel = 0; pixel < compared.errors.size(); ++pixel) {
        const double error = compared.errors[pixel];
        if (std::isnan(error)) {
            continue;
        }
        ++out.pixels;
        squares += error * error;
        if (std::abs(error) > out.max_error || out.pixels == 1) {
            out.max_error = std::abs(error);
            worst = pixel;
        }
    }
    if (out.pixels == 0) {
        return out;
    }
    out.rms_error = std::sqrt(squares / static_cast<double>(out.pixels));
    out.max_error_x = static_cast<int>(worst) % view.width;
    out.max_error_y = static_cast<int>(worst) / view.width;
    out.max_error_at =
        raster::to_world(view, {out.max_error_x + 0.5, out.max_error_y + 0.5,
                                (compared.depths[worst] - view.near) / (view.far - view.near)});
    return out;
}

} // namespace

Expected<RayComparison> compare_with_rays(const ClearanceMap& map, const Body& a, const Body& b,
                                          int rays_per_pixel, const Context& context) {
    return no_throw([&]() -> Expected<RayComparison> {
        const auto side = rays_per_side(rays_per_pixel);
        if (!side) {
            return Error{ErrorCode::InvalidArgument,
                         "clearance: the number of rays must be a square number from 1 to 1024"};
        }
        const auto solid_a = solid_diagnosis(a, body_a(), context);
        if (!solid_a) {
            return solid_a.error();
        }
        const auto solid_b = solid_diagnosis(b, body_b(), context);
        if (!solid_b) {
            return solid_b.error();
        }
        const RayRegion window = window_of(map.view);
        const ViewRays rays_a(map.view, {a.mesh, a.pose, facing_of(*solid_a, a.pose)}, window);
        const ViewRays rays_b(map.view, {b.mesh, b.pose, facing_of(*solid_b, b.pose)}, window);
        const Compared compared = compare_pixels(map, rays_a, rays_b, *side, context);
        if (context.cancelled()) {
            return RayComparison{.rays_per_pixel = rays_per_pixel, .partial = true};
        }
        return summed_up(map.view, compared, rays_per_pixel);
    });
}

} // namespace impinge::inline v0::imagespace
